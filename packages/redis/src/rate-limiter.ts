import { createHash } from 'node:crypto';
import { type Clock, memoryRateLimiter, type RateLimiterFactory } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { problemOfClient, type RedisClient, scriptRunner } from './client.ts';
import { FallbackRateLimiter } from './fallback-rate-limiter.ts';
import { checkPrefix } from './prefix.ts';
import { RedisRateLimiter } from './redis-rate-limiter.ts';

/** Options of a {@link redisRateLimiter}. */
export interface RedisRateLimiterOptions {
  /** Prefix of all keys, without braces, which Redis Cluster reserves. Default `x:rate-limits:`. */
  prefix?: string | undefined;
  /**
   * Longest wait for Redis to respond, in milliseconds, above 0. Default 5000. A call with a `deadlineMs` waits for at
   * most a quarter of its remaining time.
   */
  timeoutMs?: number | undefined;
  /**
   * Longest time for which a provider's response can block the fleet's calls, in milliseconds from 0. It also limits
   * blocks that an earlier release, or a host with a larger value, stored in Redis. Default 900,000 (15 minutes).
   * Clients have an option of the same name; the smaller value applies.
   */
  maxRetryAfterMs?: number | undefined;
  /**
   * Handling of calls while Redis does not respond. Default `refuse`.
   *
   * - `refuse`: calls fail with `unavailable` before they are sent. The fleet never exceeds the limit, but is down when
   *   Redis is.
   * - `local`: calls continue, and each process counts its own calls in memory. Each process may then send as many
   *   calls as the whole fleet is allowed to, so that the provider may refuse some; a refusal holds back only the
   *   process that received it.
   *
   * In both cases, calls are counted in Redis again as soon as it responds.
   */
  onFailure?: 'refuse' | 'local' | undefined;
  /**
   * Clock by which calls are counted and calls in the queue wait; for tests, and the same for all clients of the fleet.
   * It does not affect `timeoutMs`. Default: the Redis server's time, which is the same for all hosts, and real timers.
   */
  clock?: Clock | undefined;
}

const redisRateLimiterRules = {
  prefix: optionKind.string,
  timeoutMs: optionKind.milliseconds,
  maxRetryAfterMs: optionKind.millisecondsFrom0,
  onFailure: optionKind.choice(['refuse', 'local']),
  clock: optionKind.clock,
} satisfies RulesOf<RedisRateLimiterOptions>;

/**
 * Creates a rate limiter that counts calls in Redis or Valkey, so that all processes and hosts that use the same server
 * and prefix together stay within a provider's limits. Pass it as the `rateLimiter` option to every client of the
 * fleet.
 *
 * Each call makes one round trip to Redis before it is sent, which takes its point or joins the queue; a call that
 * waited makes another when it is its turn. The time is the Redis server's. Limits that a provider's response reports
 * are sent to Redis with this process's next call, or at once if they change the count. A refusal holds all processes
 * back, for at most `maxRetryAfterMs`.
 *
 * When Redis fails or does not respond in time, calls fail with `unavailable` before they are sent, or are counted in
 * the process's memory: see `onFailure`.
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws ApiError `invalid_params` when `client` is not one of them, or an option is unknown or invalid.
 * @example
 * const rateLimiter = redisRateLimiter(await createClient({ url }).connect());
 * const stream = createStreamClient({ clientId, clientSecret, rateLimiter });
 */
export function redisRateLimiter(client: RedisClient, options: RedisRateLimiterOptions = {}): RateLimiterFactory {
  checkOptions(
    { provider: 'redis', operation: 'redisRateLimiter', below: redisRateLimiter },
    options,
    redisRateLimiterRules,
    problemOfClient(client),
  );
  const { prefix = 'x:rate-limits:', timeoutMs = 5000, maxRetryAfterMs = 900_000, onFailure = 'refuse', clock } = options;
  checkPrefix('redisRateLimiter', prefix);
  const run = scriptRunner(client, timeoutMs);
  return (owner) => {
    // Hash the owner, because it may hold an API key. The braces put all of an owner's buckets, and their queues, into
    // one cluster slot.
    const ownerKey = `${prefix}{${createHash('sha256').update(owner).digest('hex')}}`;
    const shared = new RedisRateLimiter({ run, ownerKey, maxRetryAfterMs, clock });
    return onFailure === 'local' ? new FallbackRateLimiter(shared, memoryRateLimiter({ clock, maxRetryAfterMs })) : shared;
  };
}
