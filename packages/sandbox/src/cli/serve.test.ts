import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { askAs, runCommand, runNode } from '../../test/sandbox.ts';
import { createSandbox } from '../create-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { problemOfNode } from '../shared/node-version.ts';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const token = 'a-token-of-this-test';

/** Starts the command on a free port. Returns the output of --json, and a function that calls the control API. */
async function start(args: readonly string[], env: Record<string, string> = {}) {
  const program = runCommand(['--port', '0', '--json', ...args], env);
  const {
    controlApi: control,
    options,
    url,
  } = JSON.parse(await program.started()) as Pick<Sandbox, 'controlApi' | 'options' | 'url'>;
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(control.url + path, {
      method,
      headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as never;
  };
  return { control, options, url, call, stop: program.stop };
}

describe('the command', () => {
  it('prints commands that set the variables of the examples, including a bank access token', async () => {
    const program = runCommand(['--port', '0']);
    const output = await program.started();
    const variables = Object.fromEntries([...output.matchAll(/^export (\w+)=(.+)$/gm)].map(([, ...pair]) => pair));
    expect(Object.keys(variables)).toEqual(
      expect.arrayContaining([
        ...['STREAM_URL', 'STREAM_AUTH_URL', 'STREAM_CLIENT_ID', 'STREAM_CLIENT_SECRET'],
        ...['MUSIC_URL', 'MUSIC_AUTH_URL', 'MUSIC_CLIENT_ID', 'MUSIC_CLIENT_SECRET'],
        ...[
          'BANK_URL',
          'BANK_CLIENT_ID',
          'BANK_CLIENT_SECRET',
          'BANK_ACCESS_TOKEN',
          'FOOD_URL',
          'FOOD_API_KEY',
          'QUOTES_URL',
        ],
        ...['SANDBOX_URL', 'SANDBOX_TOKEN'],
      ]),
    );
    const { BANK_CLIENT_ID: client_id, BANK_CLIENT_SECRET: secret, BANK_ACCESS_TOKEN: access_token } = variables;
    const body = JSON.stringify({ client_id, secret, access_token });
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${variables.BANK_URL}/accounts/get`, { method: 'POST', headers, body })).status).toBe(200);
    for (const line of output.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect((await program.stop()).code).toBe(0);
  });

  it('prints commands for PowerShell', async () => {
    const args = ['--port', '0', '--shell', 'powershell', '--control-token', "it's-a-secret-of-this-test"];
    const program = runCommand(args);
    const output = await program.started();
    expect(output).toMatch(/^\$env:STREAM_URL = 'http:\/\/127\.0\.0\.1:\d+\/stream\/helix'$/m);
    expect(output).toContain("$env:SANDBOX_TOKEN = 'it''s-a-secret-of-this-test'\n");
    expect(output).not.toContain('export ');
    await program.stop();
  });

  it('reports a port that is in use with the same message as createSandbox', async () => {
    const { url, stop } = await start([]);
    const port = Number(new URL(url).port);
    const message = `port ${port} on 127.0.0.1 is in use by another program. Choose another port, or 0 for any free one`;
    await expect(createSandbox({ port })).rejects.toThrow(message);
    const ended = { code: 1, output: `sandbox: ${message}.\n` };
    expect(await runCommand(['--port', String(port)]).ended).toEqual(ended);
    expect(await runCommand(['quotes', '--port', String(port)]).ended).toEqual({
      code: 1,
      output: `sandbox quotes: ${message}.\n`,
    });
    await stop();
  });

  it('reports in one sentence that Node is too old', async () => {
    const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
    const args = [`--import=data:text/javascript,${old}`, '--conditions=@x/source', 'src/cli/cli.ts'];
    expect(await runNode(args).ended).toEqual({
      code: 1,
      output:
        '@x/sandbox needs Node.js 22 or later, but this is Node.js 20.20.2: install a newer version from https://nodejs.org.\n',
    });
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(engines.node).toBe('>=22');
    expect(problemOfNode({ node: '22.0.0' }) ?? problemOfNode({ node: '20.0.0', bun: '1.3.0' })).toBeUndefined();
  });

  it('applies its options, and stops when it is asked to even if a connection is open', async () => {
    const hosts = ['--allowed-hosts', 'sandbox, box.example'];
    const { url, call, stop } = await start(['--seed', '3', '--quirks', 'real', '--limits', 'real', ...hosts]);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    expect(await call('GET', '/state')).toMatchObject({ seed: 3, quirks: 'real', settings: { limits: 'real' } });
    for (const [host, status] of [
      ['sandbox:4010', 200],
      ['box.example', 200],
      ['other.example', 403],
    ] as const)
      expect((await askAs(`${url}/quotes/info/count`, host)).status).toBe(status);
    expect((await stop()).code).toBe(0);
    socket.destroy();
  });

  it.each([
    ['localhost', false],
    ['0.0.0.0', true],
  ])('warns about other machines when it listens on %s: %s', async (host, expected) => {
    const program = runCommand(['--port', '0', '--json', '--host', host]);
    await program.started();
    const { output, code } = await program.stop();
    expect([output.includes('Warning: listening on 0.0.0.0'), code]).toEqual([expected, 0]);
  });

  it.each([
    [['--port', 'x'], 2, 'sandbox: --port must be a whole number from 0 to 65535; got "x". See sandbox --help'],
    [['--port', '-1'], 2, 'sandbox: --port needs a value. See sandbox --help'],
    [['--port', ' '], 2, 'sandbox: --port must be a whole number from 0 to 65535; got " "'],
    [['--quirks', 'odd'], 2, 'sandbox: --quirks must be one of off, real; got "odd"'],
    [['--shell', 'fish'], 2, 'sandbox: --shell must be one of posix, powershell; got "fish"'],
    [['--prot', '0'], 2, 'sandbox: unknown option --prot; did you mean --port? See sandbox --help'],
    [['--host', '--json'], 2, 'sandbox: --host needs a value'],
    [['--seed'], 2, 'sandbox: --seed needs a value'],
    [['--json=yes'], 2, 'sandbox: --json takes no value; got "yes"'],
    [['4010'], 2, 'sandbox: unexpected argument "4010"; options start with --'],
    [['--port', '0', '--allowed-hosts', 'http://box'], 1, 'sandbox: allowedHosts[0] must be a host name'],
    [['--help'], 0, 'Usage: sandbox'],
  ])('%j', async (args, code, text) => {
    expect(await runCommand(args).ended).toEqual({ code, output: expect.stringContaining(text) });
  });
});

describe('--config', () => {
  const config = {
    $schema: './node_modules/@x/sandbox/config.schema.json',
    seed: 5,
    clock: { now: '2026-02-01T00:00:00Z', frozen: true },
    limits: { quotes: { requests: 4 } },
    quotes: { quotes: 7 },
    music: { artists: 3, users: 2 },
    faults: [{ provider: 'food', path: { pattern: '^/fdc' }, status: 503, times: 'always' }],
    controlToken: token,
  };

  it('takes the options of createSandbox, and flags override them', async () => {
    const { control, call, url, stop } = await start(['--config', fileOf('sandbox.json', config), '--seed', '6']);
    expect(control.token).toBe(token);
    expect(await call('GET', '/settings')).toMatchObject({
      seed: 6,
      sizes: { quotes: { quotes: 7 }, music: { artists: 3 } },
    });
    expect(await call('GET', '/clock')).toMatchObject({ now: Date.UTC(2026, 1, 1), frozen: true });
    expect((await fetch(`${url}/food/fdc/v1/foods`)).status).toBe(503);
    expect(await call('GET', '/faults')).toMatchObject([{ left: 'always' }]);
    await stop();
  });

  it.each<[string, unknown, string]>([
    ['none.json', undefined, 'none.json does not exist'],
    ['text.json', '{"seed": hello}', 'text.json is not valid JSON'],
    ['list.json', [], 'list.json must contain a JSON object; got an array'],
    ['key.json', { sed: 1 }, 'key.json: unknown option sed; did you mean seed?'],
    [
      'token.json',
      { controlToken: 'hunter2' },
      'token.json: controlToken must be a string of 16 to 512 visible ASCII characters; got a string of 7 characters',
    ],
  ])('%s is refused, and the message names the place', async (name, content, message) => {
    const file = content === undefined ? join(folder, name) : fileOf(name, content);
    const error = await readConfig(file).catch((reason) => reason);
    expect(error.message).toContain(message);
    expect(error.message).not.toMatch(/hello|hunter2/);
  });

  it('ends the command when the file is not valid', async () => {
    const output = expect.stringMatching(/^sandbox: .*wrong\.json: unknown option sed/);
    expect(await runCommand(['--port', '0', '--config', fileOf('wrong.json', { sed: 1 })]).ended).toEqual({
      code: 1,
      output,
    });
  });
});

describe('the control token', () => {
  it.each<[string, string[], Record<string, string>, unknown]>([
    ['comes from --control-token', ['--control-token', token], { SANDBOX_TOKEN: 'of-the-environment' }, token],
    ['comes from SANDBOX_TOKEN', [], { SANDBOX_TOKEN: token }, token],
    ['is random by default', [], {}, expect.stringMatching(/^[\w-]{32}$/)],
  ])('%s', async (_, args, env, expected) => {
    const { control, stop } = await start(args, env);
    expect(control.token).toEqual(expected);
    await stop();
  });
});

describe('--state', () => {
  it('saves the state when the command stops, and restores it when the command starts again', async () => {
    const file = join(folder, 'state.json');
    const clock = fileOf('frozen.json', { clock: { now: '2026-02-01T00:00:00Z', frozen: true } });
    const first = await start(['--state', file, '--config', clock]);
    const { accessToken } = await first.call('POST', '/stream/issueUserToken', { scopes: ['bits:read'] });
    await first.call('POST', '/clock/advance', { ms: 90_000 });
    expect((await first.stop()).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const saved = readFileSync(file, 'utf8');

    const second = await start(['--state', file]);
    const headers = { authorization: `OAuth ${accessToken}` };
    expect((await fetch(`${second.url}/stream/id/oauth2/validate`, { headers })).status).toBe(200);
    const now = Date.UTC(2026, 1, 1, 0, 1, 30);
    expect(await second.call('GET', '/clock')).toMatchObject({ now, speed: 1, frozen: true });
    expect((await second.stop()).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(saved);
  });

  it.each([
    ['corrupted', '{"format":"sandbox-state","version":1', 'corrupted is not valid JSON'],
    ['later', '{"format":"sandbox-state","version":9}', 'later: the state has version 9 of the format'],
  ])('ends the command when the file is %s, and leaves the file alone', async (name, content, message) => {
    const file = fileOf(name, content);
    expect(await runCommand(['--port', '0', '--state', file]).ended).toEqual({
      code: 1,
      output: expect.stringContaining(message),
    });
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('reports that the state could not be saved', async () => {
    const { stop } = await start(['--state', join(folder, 'no-such-folder', 'state.json')]);
    expect(await stop()).toEqual({ code: 1, output: expect.stringContaining('the state was not saved: ') });
  });
});
