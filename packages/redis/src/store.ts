import type { TokenStore } from '@x/core';
import { type LeasedStoreOptions, leasedStore, leasedStoreRules } from '@x/core/leased-store';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { problemOfClient, type RedisClient, scriptRunner } from './client.ts';
import { redisEntries } from './entries.ts';
import { checkPrefix } from './prefix.ts';

/** Settings of a {@link redisStore}. */
export interface RedisStoreOptions extends LeasedStoreOptions {
  /** What the names of all keys begin with, without braces: they belong to Redis Cluster. Default `x:tokens:`. */
  prefix?: string | undefined;
  /** Longest wait for a response of Redis, in milliseconds, above 0. Default 5000. */
  timeoutMs?: number | undefined;
}

const redisStoreRules = {
  ...leasedStoreRules,
  prefix: optionKind.string,
  timeoutMs: optionKind.milliseconds,
} satisfies RulesOf<RedisStoreOptions>;

/**
 * Keeps grants in Redis or Valkey, for every process and host that uses the same server and prefix. `withLock` holds
 * among all of them: each refresh token is used once, and all processes use the grant that it returned. A refresh makes two
 * round trips to Redis, and one where another process has already refreshed the grant.
 *
 * Names of keys are hashes: account names stay out of Redis. Needs Redis 6 or later and its scripts (`EVALSHA`, `EVAL`).
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws ApiError `invalid_params` when `client` is not one of them, or an option is unknown or not valid. Error from every method when Redis fails or does not
 * respond in time; from `get` when the entry is corrupted, was
 * written by a later release, or cannot be decrypted; from `withLock` when the lock is not free in time. Calls of a client then
 * fail with `unavailable`; nobody is logged out.
 * @example
 * const tokens = redisStore(await createClient({ url }).connect());
 * const stream = createStreamClient({ clientId, clientSecret, tokens });
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): TokenStore {
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
