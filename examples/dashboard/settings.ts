import { createHmac } from 'node:crypto';
import type { BankOptions } from '@x/bank';
import type { MusicOptions } from '@x/music';
import type { StreamOptions } from '@x/stream';

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads the settings of a process from its environment. Throws when one is missing; the message explains how to set it.
 */
export function readSettings({ REDIS_URL, APP_SECRET, CLIENTS, PORT = '3000', ORIGIN }: NodeJS.ProcessEnv) {
  if (!REDIS_URL) throw new Error('REDIS_URL is not set. Set it to the address of Redis: redis://127.0.0.1:6379');
  if (!APP_SECRET) throw new Error('APP_SECRET is not set. Set it to the output of: openssl rand -base64 32');
  if (!CLIENTS) throw new Error('CLIENTS is not set. Set it to the options of the clients, as JSON: see README.md');
  const clients: { stream: StreamOptions; music: MusicOptions; bank: BankOptions } = JSON.parse(CLIENTS);
  const eventSubSecret = createHmac('sha256', APP_SECRET).update('eventsub').digest('hex');
  return { redisUrl: REDIS_URL, secret: APP_SECRET, clients, eventSubSecret, port: Number(PORT), origin: ORIGIN };
}
