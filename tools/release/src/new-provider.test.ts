import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '@x/testing/programs';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Adds a provider to a copy of the repository, which is deleted at the end.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'new-provider-'));
const own = /^packages\/(sandbox\/src\/providers\/)?clocks\//;
const pnpm = (...args: string[]) => run(folder, 'pnpm', ...args);

beforeAll(async () => {
  const files = await run(root, 'git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z');
  for (const file of files.split('\0')) if (file && existsSync(root + file)) cpSync(root + file, join(folder, file));
  await run(folder, 'git', 'init', '--quiet');
  await run(folder, 'git', 'add', '--all');
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
  await run(folder, 'git', ...identity, 'commit', '--quiet', '--no-verify', '--message', 'Before');
  await pnpm('install', '--frozen-lockfile', '--prefer-offline');
  console.log(await pnpm('new-provider', 'clocks'));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a new provider changes the six files outside of its own folders that CONTRIBUTING.md names', async () => {
  const status = await run(folder, 'git', 'status', '--porcelain', '--untracked-files=all');
  const changed = status
    .split('\n')
    .map((line) => line.slice(3))
    .filter((file) => file && !own.test(file));
  expect(changed.sort()).toEqual([
    '.changeset/first-clocks.md',
    'README.md',
    'packages/mcp/package.json',
    'packages/sandbox/src/providers.ts',
    'packages/sandbox/src/shared/provider-name.ts',
    'pnpm-lock.yaml',
  ]);
});

it.each(['clocks', 'sandbox', 'mcp', 'checks', 'docs', 'coverage', 'release', 'bench'])(
  'a new provider breaks no type of @x/%s',
  async (name) => {
    await pnpm('--filter', `@x/${name}`, 'typecheck');
  },
);

it.each([
  ['clocks', []],
  ['sandbox', ['src/providers/clocks', 'src/sandbox.test.ts', 'src/own-api.test.ts', 'src/faults/faults.test.ts']],
  ['cli', ['src/operation', 'src/commands/accounts']],
  ['checks', ['src/error-tables', 'src/start-page', 'src/supply-chain', 'src/secret-params', 'src/readme.test.ts']],
  ['coverage', ['src/catalog']],
  ['docs', ['src/api', 'src/examples', 'src/reference']],
])('the tests of @x/%s pass with a new provider', async (name, files) => {
  await pnpm('--filter', `@x/${name}`, 'exec', 'vitest', 'run', ...files);
});

it('a new provider is built, with its api.md and its catalog', async () => {
  await pnpm('exec', 'turbo', 'run', 'build', '--filter=@x/clocks...', '--concurrency=1');
  expect(
    ['dist/index.js', 'dist/catalog.json', 'api.md'].filter(
      (file) => !existsSync(join(folder, 'packages/clocks', file)),
    ),
  ).toEqual([]);
});

it('a name that the sandbox uses for a setting is refused, with a proposal', async () => {
  await expect(pnpm('new-provider', 'clock')).rejects.toThrow('Choose another name, such as clocks');
});
