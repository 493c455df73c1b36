import { fileURLToPath } from 'node:url';
import { createSandbox } from '@x/sandbox';
import { bundleWorker, startWorker } from '@x/testing/workers';
import { expect, it } from 'vitest';
import { compatibilityDates } from './in-workers.ts';
import { proveWorker } from './workers/scenarios.ts';

it.each(compatibilityDates)(
  'clients at module scope serve concurrent requests of a Cloudflare worker that is compatible with %s',
  { timeout: 300_000 },
  async (date) => {
    const sandbox = await createSandbox({ music: { refreshRotation: 'always' } });
    const entry = fileURLToPath(new URL('./workers/worker.ts', import.meta.url));
    const script = await bundleWorker({ entryPoints: [entry] });
    const worker = await startWorker(script, { options: sandbox.options }, date);
    try {
      const failed: string[] = [];
      for await (const { name, ok, seen } of proveWorker(worker, sandbox)) if (!ok) failed.push(`${name}: ${seen}`);
      expect(failed).toEqual([]);
    } finally {
      await worker.stop();
      await sandbox.close();
    }
  },
);
