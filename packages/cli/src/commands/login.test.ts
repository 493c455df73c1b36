import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from '@lydell/node-pty';
import { createMusicClient } from '@x/music';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { accountStore } from '@x/stores/accounts';
import { createStreamClient } from '@x/stream';
import { bareEnvironment, environmentOf } from '@x/testing/programs';
import { formsOf } from '@x/testing/secrets';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { fromSource, runCli } from '../../test/run-cli.ts';

let sandbox: Sandbox;
let env: Record<string, string>;
beforeAll(async () => {
  sandbox = await createSandbox({ music: { consent: 'approve', redirectUris: ['http://127.0.0.1/callback'] } });
  const folder = mkdtempSync(join(tmpdir(), 'x-login-'));
  // Apps without secrets: the sign-in to Spotify proves itself with PKCE.
  const { MUSIC_CLIENT_SECRET: _, ...variables } = environmentOf(sandbox);
  env = { ...variables, XDG_CONFIG_HOME: folder, ...bareEnvironment };
});
afterAll(async () => {
  rmSync(env.XDG_CONFIG_HOME ?? '', { recursive: true });
  await sandbox.close();
});

/** Runs a sign-in in a terminal. */
function inTerminal(line: string) {
  const program = spawn(process.execPath, [...fromSource, ...line.split(' ')], { cols: 80, env });
  onTestFinished(() => program.kill('SIGKILL'));
  let text = '';
  program.onData((data) => {
    text += data;
  });
  return {
    program,
    printed: () => text.replaceAll('\r\n', '\n'),
    ended: new Promise<{ exitCode: number; signal?: number | undefined }>((resolve) => program.onExit(resolve)),
    /** Waits for a text of the program. Returns its first group. */
    async shown(pattern: RegExp): Promise<string> {
      await expect.poll(() => text).toMatch(pattern);
      return pattern.exec(text)?.[1] ?? '';
    },
  };
}

/** Expects that neither the terminal nor a file shows a secret. */
function expectHidden(text: string, secrets: readonly (string | undefined)[]) {
  const files = readdirSync(env.XDG_CONFIG_HOME ?? '', { recursive: true, withFileTypes: true });
  const stored = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'));
  expect(stored.length).toBeGreaterThan(0);
  for (const secret of secrets)
    for (const form of formsOf(secret ?? expect.unreachable('no secret')))
      for (const each of [text, ...stored]) expect(each).not.toContain(form);
}

it('x login music takes the address that a browser was redirected to, without showing it, after Ctrl+C at the prompt too', async () => {
  const before = await runCli(['doctor', 'music'], { env });
  expect(JSON.parse(before.stdout)).toMatchObject([
    { call: 'unauthenticated', remedy: 'search needs a user. Run x login music, or set MUSIC_USER_TOKEN' },
  ]);
  const stopped = inTerminal('login music --store file --method paste');
  await stopped.shown(/(http\S+authorize\S+)/);
  stopped.program.write('\u0003');
  expect(await stopped.ended).toMatchObject({ signal: 2 });

  const login = inTerminal('login music --method paste');
  const address = await login.shown(/(http\S+authorize\S+)/);
  expect(new URL(address).searchParams.get('code_challenge_method')).toBe('S256');
  const back = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
  login.program.write(`${back}\r`);
  expect(await login.ended).toMatchObject({ exitCode: 0 });
  const [, account = ''] = /x: signed in to music as (\S+)\. Stored encrypted in /.exec(login.printed()) ?? [];
  const { stdout } = await runCli(['whoami', 'music', '-o', 'json', '--fields', 'id'], { env });
  expect(JSON.parse(stdout)).toEqual({ id: account });
  // An app without a secret makes every call for the user.
  const search = ['music', 'search', '--q', 'love', '--type', 'track', '--limit', '1', '-o', 'json'];
  expect(await runCli(search, { env })).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"name"') });
  expect((await runCli(['doctor', 'music'], { env })).stdout).toContain('"call":"ok"');

  const { tokens } = await accountStore({ directory: join(env.XDG_CONFIG_HOME ?? '', 'x') });
  const client = createMusicClient({ ...sandbox.options.music, tokens });
  const grant = await client.accounts.get(account);
  const code = new URL(back).searchParams.get('code') ?? undefined;
  expectHidden(login.printed(), [grant?.accessToken, grant?.refreshToken, code]);
});

it('x login stream shows a code, and waits until it is approved', async () => {
  const rewrite = (text: string) => text.replace('"interval":5', '"interval":1');
  sandbox.faults.add({ provider: 'stream', path: /device$/, rewrite });
  const login = inTerminal('login stream --store file --account ann');
  sandbox.controls.stream.approveDevice(await login.shown(/Approve the code (\w+)/));
  expect(await login.ended).toMatchObject({ exitCode: 0 });
  expect(login.printed()).toMatch(/x: signed in to stream as ann\. /);
  const { tokens } = await accountStore({ directory: join(env.XDG_CONFIG_HOME ?? '', 'x') });
  const grant = await createStreamClient({ ...sandbox.options.stream, tokens }).accounts.get('ann');
  expectHidden(login.printed(), [grant?.accessToken, grant?.refreshToken]);
  expect((await runCli(['logout', 'stream'], { env })).stderr).toBe('x: ann of stream is no longer stored\n');
});
