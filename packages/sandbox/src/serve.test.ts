import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createSandbox } from './create-sandbox.ts';
import type { SandboxOptions } from './options.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const token = 'a-token-of-this-test';

function run(args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--conditions=@x/source', 'src/cli.ts', '--port', '0', ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  );
  /** What it prints with --json, and a call of its control API. */
  async function started() {
    await expect.poll(() => output, { timeout: 20_000 }).toContain('\n');
    const { control, options, url } = JSON.parse(output) as {
      control: { url: string; token: string };
      options: SandboxOptions;
      url: string;
    };
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(control.url + path, {
        method,
        headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : undefined };
    };
    return { control, options, url, call };
  }
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { ended, started, stop };
}

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

  it('takes what createSandbox takes, and flags win', async () => {
    const program = run(['--config', fileOf('sandbox.json', config), '--seed', '6', '--json']);
    const { control, call, url } = await program.started();
    expect(control.token).toBe(token);
    expect((await call('GET', '/settings')).body).toMatchObject({
      seed: 6,
      sizes: { quotes: { quotes: 7 }, music: { artists: 3 } },
    });
    expect((await call('GET', '/clock')).body).toMatchObject({ now: Date.UTC(2026, 1, 1), frozen: true });
    expect((await fetch(`${url}/food/fdc/v1/foods`)).status).toBe(503);
    expect((await call('GET', '/faults')).body).toHaveLength(1);
    await program.stop();
    const { $schema: _, ...options } = config;
    const sandbox = await createSandbox({ ...(options as SandboxOptions), listen: false });
    expect(sandbox.save()).toMatchObject({
      seed: 5,
      clock: { frozen: true },
      settings: { quotes: { quotes: 7 } },
      faults: [{ left: 'always' }],
    });
    await sandbox.close();
  });

  it.each<[string, unknown, string]>([
    ['none.json', undefined, 'none.json does not exist'],
    ['text.json', '{"seed": hello}', 'text.json is not valid JSON'],
    ['list.json', [], 'list.json must contain a JSON object; got an array'],
    ['key.json', { sed: 1 }, 'key.json: the sandbox has no option "sed": did you mean "seed"?'],
    ['stream.json', { stream: { user: 5 } }, 'stream.json: stream has no option "user": did you mean "users"?'],
    [
      'limits.json',
      { limits: { food: { burst: true } } },
      'limits.json: limits.food has no field "burst": did you mean "bursts"?',
    ],
    ['clock.json', { clock: { frozn: true } }, 'clock.json: clock has no option "frozn": did you mean "frozen"?'],
    [
      'fault.json',
      { faults: [{}, { provder: 'food' }] },
      'fault.json: faults[1]: a fault has no field "provder": did you mean "provider"?',
    ],
    ['code.json', { quotes: { clientAddress: 'x' } }, 'code.json: quotes.clientAddress must be a function; got "x"'],
    [
      'token.json',
      { controlToken: 'hunter2' },
      'token.json: controlToken must be a string of 16 to 512 visible ASCII characters; got a string of 7 characters',
    ],
  ])('%s is refused with the place', async (name, content, message) => {
    const file = content === undefined ? join(folder, name) : fileOf(name, content);
    const error = await readConfig(file).catch((reason) => reason);
    expect(error.message).toContain(message);
    expect(error.message).not.toMatch(/hello|hunter2/);
  });

  it('ends the command when the file is not valid', async () => {
    const { code, output } = await run(['--config', fileOf('wrong.json', { sed: 1 })]).ended;
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^sandbox: .*wrong\.json: the sandbox has no option "sed"/),
    ]);
  });
});

describe('the control token', () => {
  it.each<[string, string[], Record<string, string>]>([
    ['is that of --control-token', ['--control-token', token], { SANDBOX_TOKEN: 'of-the-environment' }],
    ['is that of SANDBOX_TOKEN', [], { SANDBOX_TOKEN: token }],
  ])('%s', async (_, args, env) => {
    const program = run([...args, '--json'], env);
    expect((await program.started()).control.token).toBe(token);
    expect((await program.stop()).code).toBe(0);
  });

  it('is printed when it is made up', async () => {
    const program = run(['--json']);
    const { control, call } = await program.started();
    expect(control.token).toMatch(/^[\w-]{32}$/);
    expect((await call('GET', '/clock')).status).toBe(200);
    await program.stop();
  });
});

describe('--state', () => {
  it('saves when the command is stopped, and restores when it is started again', async () => {
    const file = join(folder, 'state.json');
    const clock = fileOf('frozen.json', { clock: { now: '2026-02-01T00:00:00Z', frozen: true } });
    const first = run(['--state', file, '--config', clock, '--json']);
    const { call } = await first.started();
    const { body: issued } = await call('POST', '/stream/issueUserToken', { scopes: ['bits:read'] });
    await call('POST', '/clock/advance', { ms: 90_000 });
    expect((await first.stop()).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const saved = readFileSync(file, 'utf8');

    const second = run(['--state', file, '--json']);
    const again = await second.started();
    const headers = { authorization: `OAuth ${issued.accessToken}` };
    expect((await fetch(`${again.url}/stream/id/oauth2/validate`, { headers })).status).toBe(200);
    expect((await again.call('GET', '/clock')).body).toEqual({
      now: Date.UTC(2026, 1, 1, 0, 1, 30),
      speed: 1,
      frozen: true,
    });
    expect((await second.stop()).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(saved);
  });

  it.each([
    ['corrupted', '{"format":"sandbox-state","version":1', 'corrupted is not valid JSON'],
    ['later', '{"format":"sandbox-state","version":9}', 'later: the state has version 9 of the format'],
  ])('ends the command when the file is %s, and leaves the file alone', async (name, content, message) => {
    const file = fileOf(name, content);
    const { code, output } = await run(['--state', file]).ended;
    expect([code, output]).toEqual([1, expect.stringContaining(message)]);
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('reports that it could not be saved', async () => {
    const program = run(['--state', join(folder, 'no-such-folder', 'state.json'), '--json']);
    await program.started();
    const { code, output } = await program.stop();
    expect([code, output]).toEqual([1, expect.stringContaining('the state was not saved: ')]);
  });
});
