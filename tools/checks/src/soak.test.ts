import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('a burst of calls under faults loses nothing, writes nothing twice and leaves nothing open', () => {
  const soak = fileURLToPath(new URL('soak.ts', import.meta.url));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@x/source', soak, '--storms', '1', '--calls', '1000', '--seed', '1'],
    { encoding: 'utf8' },
  );
  console.log(stdout);
  expect([stderr, stdout.match(/^WRONG.*$/gm), stdout.match(/^wrong.*$/m)?.[0]]).toEqual([
    '',
    null,
    expect.stringMatching(/ 0$/),
  ]);
});
