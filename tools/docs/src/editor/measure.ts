import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// How much longer a compiler takes for an app that uses packages than for an empty one. Interleaved; medians.

const apps = {
  empty: 'export {};',
  'stream and music': `
    import { createMusicClient } from '@x/music';
    import { createStreamClient } from '@x/stream';
    const stream = createStreamClient({ clientId: 'a', clientSecret: 'b' });
    const music = createMusicClient({ clientId: 'a', clientSecret: 'b' });
    const { items } = await stream.streams.list({ first: 10 });
    const [track] = await music.search({ q: 'x', type: 'track' }).toArray({ limit: 1 });
    console.log(items[0]?.user_name, track?.album.name);
    export {};`,
  bank: `
    import { createBankClient } from '@x/bank';
    const bank = createBankClient({ clientId: 'a', secret: 'b' });
    const { added } = await bank.transactions.syncAll({ access_token: 'a' });
    console.log(added[0]?.amount, await bank.request('/categories/get'));
    export {};`,
  'bank with all operations': `
    import { createBankClient } from '@x/bank';
    import type {} from '@x/bank/operations';
    const bank = createBankClient({ clientId: 'a', secret: 'b' });
    const { added } = await bank.transactions.syncAll({ access_token: 'a' });
    console.log(added[0]?.amount, await bank.request('/categories/get'));
    export {};`,
};
const rounds = 7;

const place = fileURLToPath(new URL('../../.generated/measure/', import.meta.url));
const root = fileURLToPath(new URL('../../../../', import.meta.url));
const compilers = [root, fileURLToPath(new URL('../..', import.meta.url))].map((from) => {
  const manifest = createRequire(join(from, 'package.json')).resolve('typescript/package.json');
  const version = (createRequire(manifest)(manifest) as { version: string }).version;
  return { version, tsc: join(dirname(manifest), 'bin', 'tsc') };
});

for (const { version, tsc } of compilers) {
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const [name, source] of Object.entries(apps)) {
      const folder = join(place, name.replaceAll(' ', '-'));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'app.ts'), source);
      const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
      const startedAt = performance.now();
      execFileSync(process.execPath, [tsc, ...options, '--ignoreConfig', join(folder, 'app.ts')], { stdio: 'inherit' });
      times.set(name, [...(times.get(name) ?? []), performance.now() - startedAt]);
    }
  const median = (name: string) => (times.get(name) ?? []).sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
  for (const name of times.keys())
    console.log(
      `TypeScript ${version}: ${name.padEnd(24)} ${(median(name) / 1000).toFixed(2)} s, ${((median(name) - median('empty')) / 1000).toFixed(2)} s more than empty`,
    );
}
rmSync(place, { recursive: true });
