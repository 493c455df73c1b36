import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bareEnvironment } from '@x/testing/programs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf, pages, root } from './readme.ts';

// A new user's first steps: create a folder, start the sandbox, paste the commands it prints, and run a page's first
// program.

const run = promisify(execFile);
const folder = fileURLToPath(new URL('./.generated/first/', import.meta.url));
const isFirst = ({ code }: Block) => code.startsWith('// first.mts\n');
const server = spawn(process.execPath, [
  '--conditions=@x/source',
  `${root}packages/sandbox/src/cli/cli.ts`,
  '--port',
  '0',
]);
let output = '';

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run('npm', ['init', '-y'], { cwd: folder });
  // npm 11 writes this line, older versions do not.
  const manifest = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  writeFileSync(`${folder}package.json`, JSON.stringify({ ...manifest, type: 'commonjs' }));
  for await (const chunk of server.stdout) {
    output += chunk;
    if (/^export QUOTES_URL=.+$/m.test(output)) break;
  }
});
afterAll(() => server.kill());

/** Returns the environment variables that the sandbox prints. */
const variables = () =>
  Object.fromEntries([...output.matchAll(/^export (\w+)=(.+)$/gm)].map(([, name, value]) => [name, value]));

/** Saves a program as the README states, runs it, and returns what it prints. */
async function runProgram({ code }: Block): Promise<string> {
  writeFileSync(`${folder}first.mts`, code);
  const { stdout, stderr } = await run(process.execPath, ['--conditions=@x/source', 'first.mts'], {
    cwd: folder,
    env: { ...bareEnvironment, ...variables() },
  });
  expect(stderr).toBe('');
  return stdout;
}

const programs = ['README.md', 'docs/index.md'].flatMap(blocksOf).filter(({ language }) => language === 'ts');
const firstCalls = programs.filter(({ code }) => code.includes('process.env'));

it('docs/index.md has a first call of each of the five clients', () => {
  const clients = firstCalls.map(({ code }) => /create(\w+)Client/.exec(code)?.[1]);
  expect(clients).toEqual(['Stream', 'Music', 'Bank', 'Food', 'Quotes']);
});

it.each(firstCalls.map((block) => [/create\w+Client/.exec(block.code)?.[0] ?? '', block] as const))(
  'the first call with %s runs unedited with the variables that the sandbox prints',
  async (_, block) => {
    const stdout = await runProgram(block);
    expect(stdout.trim()).not.toBe('');
    expect(stdout).not.toMatch(/undefined|NaN|^0 /);
  },
);

// The README of @x/cloudflare has the modules of examples/cloudflare-worker instead of a program, and that of @x/cli has
// commands.
const isOfPrograms = (page: string) => /^packages\/(?!cloudflare|cli)/.test(page);

describe.each(['README.md', 'docs/index.md', ...pages.filter(isOfPrograms)])('%s', (page) => {
  const blocks = blocksOf(page).filter(({ language }) => language === 'ts');
  const [first] = blocks;

  it('names the file that its first program is saved as', () => {
    expect(first && isFirst(first)).toBe(true);
  });

  // The others need an account or a database. They run in readme.test.ts, which redirects their requests to a sandbox.
  const alone = blocks.filter((block) => isFirst(block) && block.code.includes('createSandbox'));
  it.runIf(alone.length > 0)('has a first program that runs in a new folder', async () => {
    for (const block of alone) expect(await runProgram(block)).not.toBe('');
  });
});

it('every program in README.md and docs/index.md names its file', () => {
  expect(programs.filter((block) => !isFirst(block))).toEqual([]);
});

it('every pnpm command in the README uses npx', () => {
  const text = readFileSync(`${root}README.md`, 'utf8');
  expect([...text.matchAll(/(.{10})pnpm[ @]/g)].filter(([, before]) => !before?.endsWith('npx '))).toEqual([]);
});
