import type { FencedStore } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { type LeasedStoreOptions, leasedStore, leasedStoreRules } from '@x/stores';
import { problemOfClient, type RedisClient, scriptRunner } from './client.ts';
import { redisEntries } from './entries.ts';
import { checkPrefix } from './prefix.ts';

/** Options of {@link redisStore}. */
export interface RedisStoreOptions extends LeasedStoreOptions {
  /** Prefix of all keys, without braces, which Redis Cluster reserves. Default `x:tokens:`. */
  prefix?: string | undefined;
  /** Longest wait for Redis to respond, in milliseconds, above 0. Default 5000. */
  timeoutMs?: number | undefined;
}

const redisStoreRules = {
  ...leasedStoreRules,
  prefix: optionKind.string,
  timeoutMs: optionKind.milliseconds,
} satisfies RulesOf<RedisStoreOptions>;

/**
 * Creates a store that keeps grants in Redis or Valkey, for every process and host that uses the same server and
 * prefix. `withLock` works across all of them: each refresh token is used once, and all processes use the resulting
 * grant. A refresh makes two round trips to Redis, or one if another process has already refreshed the grant.
 *
 * Key names are hashes, so account names never reach Redis. Needs Redis 6 or later and its scripts (`EVALSHA`, `EVAL`).
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws ApiError `invalid_params` when `client` is not one of them, or an option is unknown or invalid. Error from
 * every method when Redis fails or does not respond in time; from `get` when the entry is corrupted, was written by a
 * later release, or cannot be decrypted; from `withLock` when the lock is not free in time. A client's calls then fail
 * with `unavailable`; nobody is logged out.
 * @example
 * const tokens = redisStore(await createClient({ url }).connect());
 * const stream = createStreamClient({ clientId, clientSecret, tokens });
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): FencedStore {
  checkOptions(
    { provider: 'redis', operation: 'redisStore', below: redisStore },
    options,
    redisStoreRules,
    problemOfClient(client),
  );
  const { prefix = 'x:tokens:', timeoutMs = 5000, ...leased } = options;
  checkPrefix('redisStore', prefix);
  return leasedStore(redisEntries(scriptRunner(client, timeoutMs), prefix), leased);
}
