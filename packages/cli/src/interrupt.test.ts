import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createSandbox, type Fault, type Sandbox } from '@x/sandbox';
import { environmentOf } from '@x/testing/programs';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { runCli, startCli } from '../test/run-cli.ts';
import { exitCodes } from './failure.ts';

let sandbox: Sandbox;
let env: Record<string, string>;
beforeAll(async () => {
  sandbox = await createSandbox({ bank: { readyAtOnce: true } });
  env = environmentOf(sandbox);
});
afterAll(() => sandbox.close());

const search = 'music search --q love --type track --fields id'.split(' ');
const requestsTo = (part: string) => sandbox.requests.filter(({ path }) => path.includes(part)).length;

it.each<[string, (text: string) => string[]]>([
  ['json', (text) => JSON.parse(text).map(({ id }: { id: string }) => id)],
  [
    'jsonl',
    (text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
  ],
  ['csv', (text) => text.trim().split('\n').slice(1)],
])('Ctrl+C leaves complete %s, and a cursor that continues after it', async (format, idsIn) => {
  let text = '';
  const stdout = new Writable({
    write(chunk, _, done) {
      if (text === '') process.emit('SIGINT');
      text += chunk;
      done();
    },
  });
  const { stderr, exitCode } = await runCli([...search, '--all', '-o', format], { env, stdout });
  const [, cursor = ''] = /^x: more: --cursor (\S+)\n.*\bstopped\b.*\n$/.exec(stderr) ?? [];
  expect(exitCode).toBe(exitCodes.aborted);
  const rest = await runCli([...search, '--all', '-o', format, '--cursor', cursor], { env });
  const whole = await runCli([...search, '--all', '-o', format], { env });
  expect(idsIn(text)).toHaveLength(50);
  expect([...idsIn(text), ...idsIn(rest.stdout)]).toEqual(idsIn(whole.stdout));
});

it('a page that fails leaves the pages before it complete', async () => {
  sandbox.faults.add({ provider: 'music', path: '/v1/search', status: 400, after: 1, times: 1 });
  const { stdout, stderr, exitCode } = await runCli([...search, '--all', '-o', 'json'], { env });
  expect(JSON.parse(stdout)).toHaveLength(50);
  expect(stderr).toMatch(/^x: more: --cursor \S+\n\{"error":/);
  expect(exitCode).toBe(exitCodes.rejected);
});

it.each<[string, Fault, string]>([
  ['a request that nobody answers', { delayMs: 3_600_000 }, ''],
  [
    'the wait for a rate limit, which is announced',
    { status: 429, headers: { 'retry-after': '20' } },
    'x: waiting 20 s to try again. Press Ctrl+C to stop\n',
  ],
])('Ctrl+C ends %s', async (_, fault, said) => {
  onTestFinished(sandbox.faults.add({ provider: 'music', path: '/v1/search', times: 'always', ...fault }));
  const before = requestsTo('search');
  const { program, printed } = startCli(search, env);
  await expect.poll(() => [requestsTo('search'), printed.stderr]).toEqual([before + 1, said]);
  program.kill('SIGINT');
  expect(await once(program, 'exit')).toEqual([exitCodes.aborted, null]);
  expect(printed).toEqual({ stdout: '', stderr: `${said}x: stopped\n` });
});

it('Ctrl+C ends a command whose output nobody reads, which has read one page ahead', async () => {
  const before = requestsTo('search');
  const { program } = startCli([...search.slice(0, -2), '--all'], env);
  program.stdout.pause();
  await expect.poll(() => requestsTo('search')).toBe(before + 2);
  program.kill('SIGINT');
  expect(await once(program, 'exit')).toEqual([exitCodes.aborted, null]);
  expect(requestsTo('search')).toBe(before + 2);
});

it('Ctrl+C during a sync leaves a database that the next sync completes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'x-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bank = { ...env, XDG_CONFIG_HOME: folder };
  const sync = (name: string) => ['sync', 'bank', '--to', `sqlite:${folder}/${name}.db`];
  const path = '/transactions/sync';
  const repair = sandbox.faults.add({ provider: 'bank', path, delayMs: 3_600_000, after: 1, times: 'always' });
  const before = requestsTo(path);
  const { program, printed } = startCli(sync('stopped'), bank);
  await expect.poll(() => requestsTo(path)).toBe(before + 2);
  program.kill('SIGINT');
  expect(await once(program, 'exit')).toEqual([exitCodes.aborted, null]);
  expect(printed.stderr).toContain('x: stopped. Run the command again to continue\n');
  repair();
  const csv = ['--fields', 'name,added,changed,removed', '-o', 'csv']; // IDs are new in each database
  const resumed = await runCli([...sync('stopped'), ...csv], { env: bank });
  expect(resumed.stdout).toMatch(/^Plaid Checking,\d+,0,0$/m);
  expect(resumed.stdout).toBe((await runCli([...sync('whole'), ...csv], { env: bank })).stdout);
});
