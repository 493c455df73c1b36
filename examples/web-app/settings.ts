import { createHmac, randomBytes } from 'node:crypto';
import type { Settings } from './services.ts';

/**
 * Reads the settings of an app from its environment. Next.js is built and started with its own tool, and requires
 * `CLIENTS`.
 *
 * - `CLIENTS`: options of the clients as JSON: `{ "music": { "clientId": … }, "stream": …, "bank": … }`.
 * - `APP_SECRET`: 32 random bytes in base64; encrypts cookies, and signs Twitch's webhooks. Default: new at each start.
 * - `PORT`: port on 127.0.0.1. Default 3000.
 * - `ORIGIN`: address that browsers use, if a proxy in front adds TLS.
 * - `DEADLINE_MS`: time limit for a call, in milliseconds. Default 5000.
 *
 * @throws Error when `CLIENTS` is missing.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const { CLIENTS, PORT = '3000', ORIGIN = `http://127.0.0.1:${PORT}`, DEADLINE_MS = '5000' } = env;
  const { APP_SECRET = randomBytes(32).toString('base64') } = env;
  if (!CLIENTS) throw new Error('CLIENTS is not set. Set it to the options of the clients, as JSON');
  return {
    clients: JSON.parse(CLIENTS),
    origin: ORIGIN,
    secret: APP_SECRET,
    eventSubSecret: createHmac('sha256', APP_SECRET).update('eventsub').digest('hex'),
    deadlineMs: Number(DEADLINE_MS),
    enqueue: (job) => console.log(job),
  };
}
