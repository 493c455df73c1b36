/**
 * Serves the example on this machine: for the providers whose credentials are in the environment, on the real hosts or
 * the sandbox that the environment names; without credentials, on a sandbox of its own. `PORT` is 3000 by default; `ORIGIN` is the address of a proxy that adds TLS.
 */
import { randomBytes } from 'node:crypto';
import { isApiError } from '@x/core';
import { createMusicClient } from '@x/music';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { listen } from './listen.ts';
import { createApp } from './server.ts';
import { readSettings, SettingsError } from './settings.ts';

// Keep these short, because a user waits for the page.
const patience = { deadlineMs: 10_000, maxWaitMs: 5_000 };

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const given = settings.stream ?? settings.music;
  const isReal = given !== undefined && given.baseUrl === undefined;
  const appName = 'Sign-in example';
  const { stream, music } = given
    ? settings
    : (await createSandbox({ stream: { appName }, music: { appName } })).options;

  const { origin } = await listen(settings.port, (address) =>
    createApp({
      ...(stream && { stream: createStreamClient({ ...stream, ...patience }) }),
      ...(music && { music: createMusicClient({ ...music, ...patience }) }),
      sessionSecret: settings.sessionSecret ?? randomBytes(32).toString('base64url'),
      origin: settings.origin ?? address,
    }),
  );

  console.log(`Sign-in example on ${isReal ? 'the real hosts' : 'a sandbox: no account, no internet'}: ${origin}`);
  if (!isReal) return;
  const shown = settings.origin ?? origin;
  if (settings.stream) console.log(`Register at https://dev.twitch.tv/console/apps: ${shown}/sign-in/stream/callback`);
  if (settings.music)
    console.log(`Register at https://developer.spotify.com/dashboard: ${shown}/sign-in/music/callback`);
}

/** Returns a message for the user who started the program, or undefined for a bug, which needs its stack. */
function explain(error: unknown): string | undefined {
  if (error instanceof SettingsError || isApiError(error)) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is already in use. Stop the program that uses it, or set PORT`;
  if (code === 'EACCES') return `port ${port} needs more permissions than this user has. Set PORT to 1024 or higher`;
  return undefined;
}

await start().catch((error: unknown) => {
  const message = explain(error);
  if (message === undefined) throw error;
  console.error(`sign-in: ${message}`);
  process.exit(1);
});
