import { createHmac } from 'node:crypto';
import type { BankOptions } from '@x/bank';
import type { MusicOptions } from '@x/music';
import type { StreamOptions } from '@x/stream';

export type Settings = ReturnType<typeof readSettings>;

/**
 * Environment variables. With real credentials, run `server.ts` in as many processes as you like, and `nightly.ts`
 * every night; `start.ts` is only for the sandbox. `banks.ts` creates a public token without the user, which only
 * Plaid's sandbox allows. In production, use Link instead.
 */
interface Environment {
  /** Address of the Redis server, 7 or later, or of Valkey. */
  readonly REDIS_URL?: string;
  /** 32 random bytes in base64, the same in all processes. Encrypts tokens in Redis, and signs Twitch's webhooks. */
  readonly APP_SECRET?: string;
  /** Options of the clients as JSON: `{ "stream": { "clientId": …, "clientSecret": … }, "music": …, "bank": … }`. */
  readonly CLIENTS?: string;
  /** Public address of the app, with https, because Twitch sends webhooks only to https. */
  readonly ORIGIN?: string;
  /** Port on 127.0.0.1. Default 3000. */
  readonly PORT?: string;
}

/**
 * Reads the settings of a process from its environment. Throws when one is missing; the message explains how to set it.
 */
export function readSettings({ REDIS_URL, APP_SECRET, CLIENTS, PORT = '3000', ORIGIN }: Environment) {
  if (!REDIS_URL) throw new Error('REDIS_URL is not set. Set it to the address of Redis: redis://127.0.0.1:6379');
  if (!APP_SECRET) throw new Error('APP_SECRET is not set. Set it to the output of: openssl rand -base64 32');
  if (!CLIENTS) throw new Error('CLIENTS is not set. Set it to the options of the clients, as JSON: see settings.ts');
  const clients: { stream: StreamOptions; music: MusicOptions; bank: BankOptions } = JSON.parse(CLIENTS);
  const eventSubSecret = createHmac('sha256', APP_SECRET).update('eventsub').digest('hex');
  return { redisUrl: REDIS_URL, secret: APP_SECRET, clients, eventSubSecret, port: Number(PORT), origin: ORIGIN };
}
