import { createHash } from 'node:crypto';
import { type Clock, memoryRateLimiter, type RateLimiterFactory } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { problemOfClient, type RedisClient, scriptRunner } from './client.ts';
import { FallbackRateLimiter } from './fallback-rate-limiter.ts';
import { checkPrefix } from './prefix.ts';
import { RedisRateLimiter } from './redis-rate-limiter.ts';

/** Settings of a {@link redisRateLimiter}. */
export interface RedisRateLimiterOptions {
  /** What the names of all keys begin with, without braces: they belong to Redis Cluster. Default `x:rate-limits:`. */
  prefix?: string | undefined;
  /**
   * Longest wait for a response of Redis, in milliseconds, above 0. Default 5000. A call with a `deadlineMs` waits for a quarter of the
   * time that it has left at most.
   */
  timeoutMs?: number | undefined;
  /**
   * Longest time that a provider's response may stop the calls of the fleet, in milliseconds from 0. It also cuts off what an
   * earlier release, or a host with a larger value, stored in Redis. Default 900,000 (15 minutes). Clients have an option of
   * the same name; the smaller value counts.
   */
  maxRetryAfterMs?: number | undefined;
  /**
   * What happens to calls while Redis does not respond. Default `refuse`.
   *
   * - `refuse`: they fail with `unavailable` before they are sent. The fleet never exceeds the limit, and is down with Redis.
   * - `local`: they go on, and each process counts its own calls in memory. Each process may then send as many calls as the
   *   whole fleet is allowed, so that the provider may refuse some; a refusal holds back only the process that received it.
   *
   * With either, calls are counted in Redis again as soon as it responds.
   */
  onFailure?: 'refuse' | 'local' | undefined;
  /**
   * The time that calls are counted by, and how calls in the queue wait; for tests, and the same for all clients of the fleet.
   * It is not used for `timeoutMs`. Default: the time of the Redis server, which is the same for all hosts, and real timers.
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
 * Counts calls in Redis or Valkey, so that all processes and hosts that use the same server and prefix stay inside a
 * provider's limits together. For the option `rateLimiter` of any client; give it to every client of the fleet.
 *
 * Each call makes one round trip to Redis before it is sent, which takes its point or joins the queue; a call that
 * waited makes another when its time has come. Time is that of the Redis server. What a response of the provider reports is
 * sent to Redis with the next call of this process, or at once where it changes the count. A refusal holds all processes
 * back, for at most `maxRetryAfterMs`.
 *
 * When Redis fails or does not respond in time, calls fail with `unavailable` before they go out, or are counted in the memory
 * of the process: see `onFailure`.
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws ApiError `invalid_params` when `client` is not one of them, or an option is unknown or not valid.
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
    // Owners may hold an API key. The braces put all buckets of an owner, and their queues, into one cluster slot.
    const ownerKey = `${prefix}{${createHash('sha256').update(owner).digest('hex')}}`;
    const shared = new RedisRateLimiter({ run, ownerKey, maxRetryAfterMs, clock });
    return onFailure === 'local' ? new FallbackRateLimiter(shared, memoryRateLimiter({ clock, maxRetryAfterMs })) : shared;
  };
}
