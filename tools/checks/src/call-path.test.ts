import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const readme = readFileSync(new URL('../../../packages/core/README.md', import.meta.url), 'utf8');

it("a call passes through the files that core's README lists, and no others", async () => {
  const [, table = ''] = /passes through these files in this\s+order([\s\S]*?)\nA list sends/.exec(readme) ?? [];
  const listed = [...table.matchAll(/^\| `([\w/-]+\.ts)`/gm)].map(([, file]) => file);
  const program = fileURLToPath(new URL('call-path.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@x/source', program]);
  expect(JSON.parse(stdout)).toEqual(listed.sort());
});
