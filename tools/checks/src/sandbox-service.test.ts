import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createSandbox } from '@x/sandbox';
import { bareEnvironment } from '@x/testing/programs';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { blocksOf, isForTheService, root } from './readme.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'service-'));
afterAll(() => rmSync(folder, { recursive: true }));

const blocks = blocksOf('docs/guides/sandbox-service.md').filter(isForTheService);

/** Returns the code of the only block that contains a string. */
function blockWith(content: string): string {
  const found = blocks.filter(({ code }) => code.includes(content));
  if (found.length !== 1) throw new Error(`expected one block with ${content}; found ${found.length}`);
  return found[0]?.code ?? '';
}

it('these tests know every block of the guide in another language', () => {
  expect(blocks.map(({ language }) => language)).toEqual(['sh', 'python', 'json', 'json']);
});

it.each([
  ['/bin/sh', 'control() {', '"path":"/info/count"'],
  ['/usr/bin/python3', 'def control', "['/info/count']"],
] as const)('the program for %s controls the sandbox', async (command, content, printed) => {
  const sandbox = await createSandbox({ clock: { now: 0, frozen: true } });
  onTestFinished(() => sandbox.close());
  await fetch(`${sandbox.url}/quotes/info/count`);
  const env = { ...bareEnvironment, SANDBOX_URL: sandbox.url, SANDBOX_TOKEN: sandbox.controlApi.token };
  const { stdout } = await run(command, ['-c', blockWith(content)], { env });
  expect(stdout).toContain(printed);
  expect(sandbox.clock.now()).toBe(3_600_000);
  expect(sandbox.save().faults).toMatchObject([{ fault: { provider: 'food', status: 503 }, left: 2 }]);
  expect(sandbox.requests).toHaveLength(1);
});

/** Starts the command with a file, and returns what it prints first. */
async function start(name: string, content: string, ...args: string[]): Promise<string> {
  const file = join(folder, name);
  writeFileSync(file, content);
  const child = spawn(
    process.execPath,
    ['--conditions=@x/source', 'src/cli/cli.ts', ...args.map((word) => (word === name ? file : word)), '--port', '0'],
    { cwd: `${root}packages/sandbox` },
  );
  const ended = new Promise((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('\n');
  return output;
}

it('the config file sets the seed and the sizes', async () => {
  const output = await start('sandbox.json', blockWith('config.schema.json'), '--config', 'sandbox.json', '--json');
  const { controlApi: control } = JSON.parse(output);
  const headers = { authorization: `Bearer ${control.token}` };
  const settings = await (await fetch(`${control.url}/settings`, { headers })).json();
  expect(settings).toMatchObject({ seed: 7, sizes: { music: { artists: 20, users: 3 } } });
});

it('the sandbox serves the quotations of the file', async () => {
  const output = await start('quotes.json', blockWith('Then test it.'), 'quotes', '--data', 'quotes.json');
  const [, url] = /^2 quotations at (\S+)/.exec(output) ?? [];
  expect(await (await fetch(`${url}/api/quotes?tags=work`)).json()).toMatchObject({
    results: [{ content: 'Ship it.' }],
  });
});
