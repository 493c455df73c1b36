import { createBankClient } from '@x/bank';
import type { CallOptions, ClientEvent, Clock } from '@x/core';
import { createMusicClient } from '@x/music';
import { redisRateLimiter, redisStore } from '@x/redis';
import { secretStore } from '@x/stores';
import { createStreamClient } from '@x/stream';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import type { Settings } from './settings.ts';

export type Redis = Awaited<ReturnType<typeof connect>>;
export type Clients = ReturnType<typeof createClients>;

/** Connects to Redis. While Redis is down, commands fail at once. */
export async function connect(url: string, log: Logger) {
  const redis = createClient({ url, disableOfflineQueue: true });
  redis.on('error', (error: Error) => log.error({ err: error }, 'Redis'));
  return await redis.connect();
}

/**
 * Creates a process's clients. Through Redis, all processes share the rate limits and the tokens, so that only one of
 * them refreshes a token.
 *
 * @param shared A sandbox's clock, for tests that move its time.
 */
export function createClients(redis: Redis, settings: Settings, log: Logger, shared: { clock?: Clock } = {}) {
  const { stream, music, bank } = settings.clients;
  const tokens = redisStore(redis, { ...shared, encryption: { keys: [settings.secret] } });
  const items = secretStore(tokens);
  const onEvent = (event: ClientEvent) => {
    const level = event.type === 'call_end' || event.type === 'token' ? 'info' : 'debug';
    log[level](event, `${event.provider} ${event.operation} ${event.type}`);
  };
  const options = { tokens, rateLimiter: redisRateLimiter(redis, shared), onEvent };
  return {
    stream: createStreamClient({ ...options, ...stream }),
    music: createMusicClient({ ...options, ...music }),
    bank: createBankClient({ ...options, ...bank, items }),
    items,
  };
}

/** Binds the clients to a request. Their calls end when its visitor leaves, or at its deadline. */
export function bindClients({ stream, music, bank, items }: Clients, options: CallOptions): Clients {
  return { items, stream: stream.with(options), music: music.with(options), bank: bank.with(options) };
}
