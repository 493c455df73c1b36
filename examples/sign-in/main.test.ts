import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { firstLine } from '@x/testing/programs';
import { expect, it, onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const { STREAM_CLIENT_ID, MUSIC_CLIENT_ID, ORIGIN, ...env } = process.env;

/** Starts it and gives what it says first. */
async function start(more: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, ['--conditions=@x/source', main], { env: { ...env, PORT: '0', ...more } });
  onTestFinished(() => void child.kill());
  return firstLine(child);
}

it('serves the example on a sandbox, to this machine', async () => {
  const line = await start({});
  expect(line).toMatch(/^Sign-in example on a sandbox: .+ http:\/\/127\.0\.0\.1:\d+$/);
  const page = await fetch(line.split(' ').at(-1) ?? '');
  expect(await page.text()).toMatch(/Sign in with Twitch[\s\S]+Sign in with Spotify/);
});

it('serves it on the real hosts whose credentials are there', async () => {
  const line = await start({ MUSIC_CLIENT_ID: 'client-id', MUSIC_CLIENT_SECRET: 'client-secret' });
  expect(line).toContain('on the real hosts');
  const page = await fetch(line.split(' ').at(-1) ?? '');
  const text = await page.text();
  expect(text).toContain('Sign in with Spotify');
  expect(text).not.toContain('Twitch');
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://accounts.spotify.com;");
});
