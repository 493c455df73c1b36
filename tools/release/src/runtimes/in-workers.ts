import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorker, startWorker } from '@x/testing/workers';
import { build } from 'esbuild';
import { startSandbox } from '../project.ts';
import { judgeChecks, type Row } from './project.ts';
import type { Check } from './smoke/suite.ts';
import { proveWorker } from './workers/scenarios.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The dates that workers are compatible with: a recent one, and the oldest one that the clients run with. */
export const compatibilityDates = ['2026-01-01', '2025-05-05'] as const;

/** Workers of Cloudflare under concurrent requests, with their bindings. */
export const workerRows: readonly Row[] = compatibilityDates.map((date) => ({
  name: `miniflare-${date}`,
  version: JSON.parse(readFileSync(path('../../../../packages/testing/node_modules/miniflare/package.json'), 'utf8'))
    .version,
  async prove(project) {
    const entry = join(project, 'concurrent.mjs');
    // Start without the packages, so that the project's packages are used.
    await build({
      entryPoints: [path('./workers/worker.ts')],
      outfile: entry,
      bundle: true,
      format: 'esm',
      packages: 'external',
    });
    const script = await bundleWorker({ entryPoints: [entry], conditions: ['workerd', 'worker'], plugins: [] });
    const { stop, ...options } = await startSandbox(project, { music: { refreshRotation: 'always' } });
    try {
      const worker = await startWorker(script, { options: options.options }, date);
      try {
        const checks: Check[] = [];
        for await (const check of proveWorker(worker, options)) checks.push(check);
        return judgeChecks(checks);
      } finally {
        await worker.stop();
      }
    } finally {
      await stop();
    }
  },
}));
