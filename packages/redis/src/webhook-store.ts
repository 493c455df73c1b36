import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import type { WebhookStore } from '@x/core/webhooks';
import { problemOfClient, type RedisClient, script, scriptRunner } from './client.ts';

/** Settings of a {@link redisWebhookStore}. */
export interface RedisWebhookStoreOptions {
  /** What the names of all keys begin with. Default `x:webhooks:`. */
  prefix?: string | undefined;
  /** Longest wait for a response of Redis, in milliseconds, above 0. Default 5000. */
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

/** The longest time that Redis takes, about: its times are 64-bit numbers of milliseconds since 1970. */
const longestMs = 1e15;

/**
 * Remembers webhook messages in Redis or Valkey, so that each is handled once, whichever processes receive it. Each method is one
 * script, which is one round trip.
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws ApiError `invalid_params` when `client` is not one of them, or an option is unknown or not valid. Error from every method when Redis
 * fails or does not respond in time.
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
