import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@x/sandbox';
import { formsOf } from '@x/testing/secrets';
import type { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { createBrowser } from './testing.ts';
import type { Said, Told } from './watched.ts';

const clientSecret = 'shh/client+secret"1&é';
const planted = { accessToken: 'planted/access+"1&é', refreshToken: 'planted/refresh+"1&é' };

it('the example shows no token or client secret in its output, on its pages or in files that others can read', async () => {
  const consent = 'approve';
  const sandbox = await createSandbox({ stream: { clientSecret, consent }, music: { clientSecret, consent } });
  const place = mkdtempSync(join(tmpdir(), 'x-secrets-'));
  const folder = join(place, 'tokens');
  const child = fork(fileURLToPath(new URL('watched.ts', import.meta.url)), {
    execArgv: ['--conditions=@x/source'],
    silent: true,
  });
  onTestFinished(async () => {
    child.kill();
    await sandbox.close();
    rmSync(place, { recursive: true });
  });
  let output = '';
  const outputs = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of outputs) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const secrets = new Set([clientSecret, ...Object.values(planted)]);
  const seen: NonNullable<Said['seen']>[] = [];
  const origin = await new Promise<string>((resolve) => {
    child.on('message', (said: Said) => {
      if (said.secret) secrets.add(said.secret);
      if (said.seen) seen.push(said.seen);
      if (said.origin) resolve(said.origin);
    });
    child.send({ stream: sandbox.options.stream, music: sandbox.options.music, folder, planted } satisfies Told);
  });
  /** Returns the process information that the system shows to every user. */
  const called = () =>
    ['cmdline', 'comm', 'stat']
      .map((name) => `/proc/${child.pid}/${name}`)
      .filter((path) => existsSync(path))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
  const request = (path: string, init: RequestInit) => fetch(origin + path, { ...init, redirect: 'manual' });
  const own = createBrowser({ request } as Pick<Hono, 'request'>, fetch);

  for (const name of ['stream', 'music'] as const) {
    sandbox.faults.add({ provider: name, path: /token$/, status: 500, body: { message: `odd ${clientSecret}` } });
    expect((await own.signIn(name)).status).toBe(502);
    expect((await own.signIn(name)).location).toBe(`${origin}/library`);
  }
  output += called();
  sandbox.controls.stream.expireTokens(); // the client renews it
  for (const fault of [{}, { status: 500 }, { drop: 'mid-body' }, { body: 'no JSON' }] as const) {
    if (Object.keys(fault).length) sandbox.faults.add({ provider: 'music', ...fault });
    await own.open('/library');
  }
  const grants = readdirSync(folder).filter((name) => /^[0-9a-f]{64}$/.test(name));
  expect(grants.length).toBeGreaterThanOrEqual(4);
  for (const name of grants) {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -1)); // corrupted
  }
  sandbox.controls.stream.expireTokens();
  expect((await own.open('/library')).status).toBe(502);
  await own.press('/sign-out');
  output += called();
  const ended = outputs.map((stream) => once(stream, 'end'));
  child.disconnect();
  await Promise.all(ended);

  expect(output).toMatch(/type: 'token'[\s\S]*outcome: 'obtained'/);
  expect(output).toMatch(/reauthorization_required[\s\S]*the stored grant is corrupted/);
  expect(secrets.size).toBeGreaterThanOrEqual(3 + 2 + 2 + 1);
  const pages = own.history.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n');
  for (const secret of secrets)
    for (const form of formsOf(secret)) {
      expect(output).not.toContain(form);
      expect(pages).not.toContain(form);
    }

  // Grants, their temporary files, locks, and the contents of locks.
  for (const kind of [/^[0-9a-f]{64}$/, /^[0-9a-f]{64}\.tmp[/\\]/, /\.lock$/, /\.lock[/\\]/])
    expect(seen.filter(({ name }) => kind.test(name)).length, String(kind)).toBeGreaterThan(0);
  if (process.platform !== 'win32')
    expect(seen.filter(({ isFolder, mode }) => mode !== (isFolder ? 0o700 : 0o600))).toEqual([]);
});
