import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blocksOf, root } from './readme.ts';

// What a new user does: start the sandbox, paste what it prints, run the first programs of the README.

const programs = blocksOf('README.md').filter(({ code }) => code.includes('process.env'));
const server = spawn(process.execPath, ['--conditions=@x/source', `${root}packages/sandbox/src/cli.ts`, '--port', '0']);
let output = '';

beforeAll(async () => {
  for await (const chunk of server.stdout) {
    output += chunk;
    if (/^export QUOTES_URL=.+$/m.test(output)) break;
  }
});
afterAll(() => server.kill());

/** Saves a program under the name that the README names, where the packages are installed. */
function save(code: string): string {
  const [, name = ''] = /as `(\S+)`, and run it with `node \1`/.exec(readFileSync(`${root}README.md`, 'utf8')) ?? [];
  const folder = fileURLToPath(new URL('./.generated/first/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}`, code);
  return `${folder}${name}`;
}

it('the README has a first call of each of the five clients', () => {
  const clients = programs.map(({ code }) => /create(\w+)Client/.exec(code)?.[1]);
  expect(clients).toEqual(['Stream', 'Music', 'Bank', 'Food', 'Quotes']);
});

it.each(programs.map(({ code }) => [/create\w+Client/.exec(code)?.[0] ?? '', code] as const))(
  'the first call with %s runs unedited with what the sandbox prints',
  async (_, code) => {
    const variables = Object.fromEntries([...output.matchAll(/^export (\w+)=(.+)$/gm)].map(([, ...pair]) => pair));
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--conditions=@x/source', save(code)], {
      env: variables,
    });
    expect(stderr).toBe('');
    expect(stdout.trim()).not.toBe('');
    expect(stdout).not.toMatch(/undefined|NaN|^0 /);
  },
);
