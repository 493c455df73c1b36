import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { firstLine } from '@x/testing/programs';
import { expect, it, onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const { STREAM_CLIENT_ID, STREAM_CLIENT_SECRET, MUSIC_CLIENT_ID, MUSIC_CLIENT_SECRET, ORIGIN, SESSION_SECRET, ...env } =
  process.env;

/** Starts the example and returns its first line of output. */
async function start(more: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=@x/source', main], { env: { ...env, PORT: '0', ...more } });
  onTestFinished(() => void child.kill());
  return firstLine(child);
}

it('serves the example on a sandbox', async () => {
  const line = await start({});
  expect(line).toMatch(/^Sign-in example on a sandbox: .+ http:\/\/127\.0\.0\.1:\d+$/);
  const page = await fetch(line.split(' ').at(-1) ?? '');
  expect(await page.text()).toMatch(/Sign in with Twitch[\s\S]+Sign in with Spotify/);
});

it('serves the example on the real hosts of the providers whose credentials are set', async () => {
  const line = await start({ MUSIC_CLIENT_ID: 'client-id', MUSIC_CLIENT_SECRET: 'client-secret' });
  expect(line).toContain('on the real hosts');
  const page = await fetch(line.split(' ').at(-1) ?? '');
  const text = await page.text();
  expect(text).toContain('Sign in with Spotify');
  expect(text).not.toContain('Twitch');
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://accounts.spotify.com;");
});

it('serves the example on the sandbox that the environment names', async () => {
  const line = await start({
    MUSIC_CLIENT_ID: 'client-id',
    MUSIC_CLIENT_SECRET: 'client-secret',
    MUSIC_URL: 'http://127.0.0.1:4010/music',
    MUSIC_AUTH_URL: 'http://127.0.0.1:4010/music/accounts',
  });
  expect(line).toContain('on a sandbox');
  const page = await fetch(line.split(' ').at(-1) ?? '');
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:4010;");
});

/** Starts the example with invalid settings, and returns its exit code and output. */
async function fail(more: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['--conditions=@x/source', main], { env: { ...env, PORT: '0', ...more } });
  onTestFinished(() => void child.kill());
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, 'exit');
  return { code, output: await output, errors: await errors };
}

it.each<[NodeJS.ProcessEnv, string]>([
  [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535; got "abc"'],
  [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535; got "65536"'],
  [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535; got "-1"'],
  [{ PORT: '3000.5' }, 'PORT must be a whole number from 0 to 65535; got "3000.5"'],
  [
    { SESSION_SECRET: 'short' },
    'SESSION_SECRET must have at least 32 characters; it has 5. Create one with: openssl rand -base64 32',
  ],
  [
    { ORIGIN: 'app.example' },
    'ORIGIN must be an address without a path, such as https://app.example; got "app.example"',
  ],
  [
    { ORIGIN: 'https://app.example/x' },
    'ORIGIN must be an address without a path, such as https://app.example; got "https://app.example/x"',
  ],
  [
    { STREAM_CLIENT_ID: 'id' },
    'STREAM_CLIENT_ID is set, but STREAM_CLIENT_SECRET is not. Set both, or neither of them',
  ],
  [
    { MUSIC_CLIENT_SECRET: 'hush' },
    'MUSIC_CLIENT_SECRET is set, but MUSIC_CLIENT_ID is not. Set both, or neither of them',
  ],
  [
    { STREAM_CLIENT_ID: 'id', MUSIC_CLIENT_ID: 'id', MUSIC_CLIENT_SECRET: 'hush' },
    'STREAM_CLIENT_ID is set, but STREAM_CLIENT_SECRET is not. Set both, or neither of them',
  ],
])('ends with a one-line message and code 1 when started with %j', async (more, message) => {
  expect(await fail(more)).toEqual({ code: 1, output: '', errors: `sign-in: ${message}\n` });
});

it('ends with a one-line message and code 1 when its port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await fail({ PORT: String(port) })).toEqual({
    code: 1,
    output: '',
    errors: `sign-in: port ${port} is already in use. Stop the program that uses it, or set PORT\n`,
  });
});
