import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import type { WebhookStore } from '@x/webhooks';
import { problemOfClient, type RedisClient, script, scriptRunner } from './client.ts';

/** Options of a {@link redisWebhookStore}. */
export interface RedisWebhookStoreOptions {
  /** Prefix of all keys. Default `x:webhooks:`. */
  prefix?: string | undefined;
  /** Longest wait for Redis to respond, in milliseconds, above 0. Default 5000. */
  timeoutMs?: number | undefined;
}

const redisWebhookStoreRules = {
  prefix: optionKind.string,
  timeoutMs: optionKind.milliseconds,
} satisfies RulesOf<RedisWebhookStoreOptions>;

const take = script(`
local state = redis.call('GET', KEYS[1])
if state then return state end
redis.call('SET', KEYS[1], 'busy', 'PX', ARGV[1])
return 'taken'`);

const finish = script(`return redis.call('SET', KEYS[1], 'done', 'PX', ARGV[1])`);

const release = script(`
if redis.call('GET', KEYS[1]) == 'busy' then return redis.call('DEL', KEYS[1]) end
return 0`);

/** Approximately the longest time that Redis supports, because it stores times as 64-bit milliseconds since 1970. */
const longestMs = 1e15;

/**
 * Creates a store that remembers webhook messages in Redis or Valkey, so that each is handled once, no matter which
 * process receives it. Each method is one script, and so one round trip.
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws ApiError `invalid_params` when `client` is not one of them, or an option is unknown or invalid. Error from
 * every method when Redis fails or does not respond in time.
 * @example
 * const webhooks = createWebhookReceiver({ secret, store: redisWebhookStore(redis) });
 */
export function redisWebhookStore(client: RedisClient, options: RedisWebhookStoreOptions = {}): WebhookStore {
  checkOptions(
    { provider: 'redis', operation: 'redisWebhookStore', below: redisWebhookStore },
    options,
    redisWebhookStoreRules,
    problemOfClient(client),
  );
  const { prefix = 'x:webhooks:', timeoutMs = 5000 } = options;
  const run = scriptRunner(client, timeoutMs);
  const wholeMs = (ms: number) => String(Math.min(Math.max(1, Math.ceil(ms)), longestMs));

  return {
    take: async (id, leaseMs) =>
      (await run(take, [prefix + id], [wholeMs(leaseMs)])) as Awaited<ReturnType<WebhookStore['take']>>,
    finish: async (id, rememberMs) => void (await run(finish, [prefix + id], [wholeMs(rememberMs)])),
    release: async (id) => void (await run(release, [prefix + id], [])),
  };
}
