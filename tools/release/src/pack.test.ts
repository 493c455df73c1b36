import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('pack.ts packs every public package and prints the command that installs all of them', (context) => {
  const place = mkdtempSync(join(tmpdir(), 'x-pack-'));
  context.after(() => rmSync(place, { recursive: true }));
  for (const [name, isPrivate] of [
    ['core', false],
    ['music', false],
    ['tool', true],
  ] as const) {
    mkdirSync(join(place, 'packages', name), { recursive: true });
    writeFileSync(join(place, 'packages', name, 'package.json'), JSON.stringify({ name, private: isPrivate }));
  }
  // Stands in for pnpm: `pnpm pack --pack-destination FOLDER` in the folder of a package.
  mkdirSync(join(place, 'bin'));
  writeFileSync(join(place, 'bin', 'pnpm'), `#!/bin/sh\ntouch "$3/x-$(basename "$PWD")-1.2.3.tgz"\n`);
  chmodSync(join(place, 'bin', 'pnpm'), 0o755);

  const script = fileURLToPath(new URL('pack.ts', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script, 'out'], {
    cwd: place,
    env: { ...process.env, PATH: `${join(place, 'bin')}${delimiter}${process.env.PATH}` },
    encoding: 'utf8',
  });

  assert.equal(status, 0);
  const [core, music] = ['core', 'music'].map((name) => join(place, 'out', `x-${name}-1.2.3.tgz`));
  assert.equal(stdout.trim().split('\n').at(-1), `npm install ${core} ${music}`);
});
