import { fileURLToPath } from 'node:url';
import { createSandbox } from '@x/sandbox';
import { bundleWorker, startWorker } from '@x/testing/workers';
import { expect, it } from 'vitest';
import { proveWorker } from './workers/scenarios.ts';

it('clients at module scope serve concurrent requests of a Cloudflare worker', { timeout: 300_000 }, async () => {
  const sandbox = await createSandbox({ music: { refreshRotation: 'always' } });
  const entry = fileURLToPath(new URL('./workers/worker.ts', import.meta.url));
  const worker = await startWorker(await bundleWorker({ entryPoints: [entry] }), { options: sandbox.options });
  try {
    const failed: string[] = [];
    for await (const { name, ok, seen } of proveWorker(worker, sandbox)) {
      console.log(ok ? 'ok' : 'FAILED', name, seen);
      if (!ok) failed.push(`${name}: ${seen}`);
    }
    expect(failed).toEqual([]);
  } finally {
    await worker.stop();
    await sandbox.close();
  }
});
