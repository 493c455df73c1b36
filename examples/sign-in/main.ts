/**
 * Serves the example on this machine: on the real hosts for whichever credentials are in the environment, otherwise on a
 * sandbox. `PORT` is 3000 unless set, `ORIGIN` the address behind a proxy that adds TLS.
 */
import { randomBytes } from 'node:crypto';
import { createMusicClient } from '@x/music';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { listen } from './listen.ts';
import { createApp } from './server.ts';

const { STREAM_CLIENT_ID, STREAM_CLIENT_SECRET, MUSIC_CLIENT_ID, MUSIC_CLIENT_SECRET, PORT, ORIGIN, SESSION_SECRET } =
  process.env;

// A user waits for the page.
const patience = { deadlineMs: 10_000, maxWaitMs: 5_000 };

const streamKeys = STREAM_CLIENT_ID &&
  STREAM_CLIENT_SECRET && { clientId: STREAM_CLIENT_ID, clientSecret: STREAM_CLIENT_SECRET };
const musicKeys = MUSIC_CLIENT_ID &&
  MUSIC_CLIENT_SECRET && { clientId: MUSIC_CLIENT_ID, clientSecret: MUSIC_CLIENT_SECRET };
const isReal = Boolean(streamKeys || musicKeys);
const appName = 'Sign-in example';
const { stream, music } = isReal
  ? { stream: streamKeys, music: musicKeys }
  : (await createSandbox({ stream: { appName }, music: { appName } })).options;

const { origin } = await listen(Number(PORT ?? 3000), (address) =>
  createApp({
    ...(stream && { stream: createStreamClient({ ...stream, ...patience }) }),
    ...(music && { music: createMusicClient({ ...music, ...patience }) }),
    sessionSecret: SESSION_SECRET ?? randomBytes(32).toString('base64url'),
    origin: ORIGIN ?? address,
  }),
);

console.log(`Sign-in example on ${isReal ? 'the real hosts' : 'a sandbox: no account, no internet'}: ${origin}`);
if (streamKeys) console.log(`Register at https://dev.twitch.tv/console/apps: ${ORIGIN ?? origin}/back/stream`);
if (musicKeys) console.log(`Register at https://developer.spotify.com/dashboard: ${ORIGIN ?? origin}/back/music`);
