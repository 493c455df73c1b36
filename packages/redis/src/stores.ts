import type { FencedStore, RateLimiterFactory, SecretStore } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { type LeasedStoreOptions, leasedStoreRules, secretStore } from '@x/stores';
import type { WebhookStore } from '@x/webhooks';
import { problemOfClient, type RedisClient } from './client.ts';
import { checkPrefix } from './prefix.ts';
import { redisRateLimiter } from './rate-limiter.ts';
import { redisShardStore, type ShardStore } from './shards.ts';
import { redisStore } from './store.ts';
import { redisWebhookStore } from './webhook-store.ts';

/** Options of {@link redisStores}. */
export interface RedisStoresOptions extends Pick<LeasedStoreOptions, 'encryption' | 'clock'> {
  /**
   * Prefix of all keys, without braces: `my-app:` leads to `my-app:tokens:`, `my-app:secrets:`, `my-app:webhooks:`,
   * `my-app:rate-limits:` and `my-app:shards:`. Default `x:`.
   */
  prefix?: string | undefined;
  /** Longest wait for Redis to respond, in milliseconds, above 0. Default 5000. */
  timeoutMs?: number | undefined;
}

/** Everything that an app with several processes keeps in Redis. */
export interface RedisStores {
  /** Store for tokens; pass it as the `tokens` option of every client. */
  readonly tokens: FencedStore;
  /**
   * Store for secrets by name, such as the access tokens of bank Items; pass it as the `items` option of
   * `createBankClient`.
   */
  readonly secrets: SecretStore;
  /** Rate limiter that counts calls for all processes; pass it as the `rateLimiter` option of every client. */
  readonly rateLimiter: RateLimiterFactory;
  /** Store for handled webhook messages; pass it as the `store` option of `createWebhookReceiver`. */
  readonly webhooks: WebhookStore;
  /** Store for the shards of a conduit; pass it as the `store` option of its `createEventListener`. */
  readonly shards: ShardStore;
}

const redisStoresRules = {
  prefix: optionKind.string,
  timeoutMs: optionKind.milliseconds,
  encryption: leasedStoreRules.encryption,
  clock: leasedStoreRules.clock,
} satisfies RulesOf<RedisStoresOptions>;

/**
 * Creates all stores of this package at once. For settings that only one of them has, create that store with its own
 * function, such as {@link redisStore}, with a prefix of the same form.
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws ApiError `invalid_params` when `client` is not one of them, or an option is unknown or invalid.
 * @example
 * const { tokens, rateLimiter, secrets } = redisStores(redis, { prefix: 'my-app:' });
 * const stream = createStreamClient({ clientId, clientSecret, tokens, rateLimiter });
 * const bank = createBankClient({ clientId, clientSecret, items: secrets, rateLimiter });
 */
export function redisStores(client: RedisClient, options: RedisStoresOptions = {}): RedisStores {
  const owner = { provider: 'redis', operation: 'redisStores', below: redisStores };
  checkOptions(owner, options, redisStoresRules, problemOfClient(client));
  const { prefix = 'x:', timeoutMs, encryption, clock } = options;
  checkPrefix('redisStores', prefix);
  return {
    tokens: redisStore(client, { prefix: `${prefix}tokens:`, timeoutMs, encryption, clock }),
    secrets: secretStore(redisStore(client, { prefix: `${prefix}secrets:`, timeoutMs, encryption, clock })),
    rateLimiter: redisRateLimiter(client, { prefix: `${prefix}rate-limits:`, timeoutMs, clock }),
    webhooks: redisWebhookStore(client, { prefix: `${prefix}webhooks:`, timeoutMs }),
    shards: redisShardStore(client, { prefix: `${prefix}shards:`, timeoutMs, clock }),
  };
}
