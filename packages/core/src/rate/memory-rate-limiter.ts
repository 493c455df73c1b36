import {
  defaultMaxRetryAfterMs,
  type RateLimiter,
  type RateLimitRule,
  type RateLimitState,
  type Reservation,
} from '../declare/rate-limiter.ts';
import { checkOptions } from '../options/check-options.ts';
import * as optionKind from '../options/option-kind.ts';
import { type Clock, runtimeClock, startTimer } from '../shared/clock.ts';
import { pause } from '../shared/pause.ts';
import { isolatesRequests, isSilent } from '../shared/requests.ts';
import {
  type Bucket,
  close,
  createBucket,
  estimateWait,
  isForgettable,
  refresh,
  settle,
  stateOf,
  unused,
  usePoint,
} from './bucket.ts';
import type { Waiter } from './wait-queue.ts';

/** Options of {@link memoryRateLimiter}. */
export interface MemoryRateLimiterOptions {
  /** Clock to read the time from. Default: the runtime's. */
  clock?: Clock | undefined;
  /** Longest time for which a response can block a bucket, in milliseconds from 0. Default 900,000. */
  maxRetryAfterMs?: number | undefined;
}

const memoryRateLimiterRules = {
  clock: optionKind.clock,
  maxRetryAfterMs: optionKind.millisecondsFrom0,
} satisfies optionKind.RulesOf<MemoryRateLimiterOptions>;

/**
 * Creates a rate limiter in this process's memory, like the one of clients without the `rateLimiter` option.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid.
 */
export function memoryRateLimiter(options: MemoryRateLimiterOptions = {}): RateLimiter {
  checkOptions(
    { provider: 'core', operation: 'memoryRateLimiter', below: memoryRateLimiter },
    options,
    memoryRateLimiterRules,
  );
  return new MemoryRateLimiter(options);
}

/** Longest pause before a queue is checked again, in milliseconds, because responses and clocks change the estimate. */
const longestPauseMs = 1000;

/** Shortest pause of a caller that checks the queue itself, in milliseconds. */
const shortestPauseMs = 10;

/** Number of buckets, of which there may be one for each user, from which on unused ones are forgotten. */
const defaultMaxBuckets = 1000;

/** Reservation of an uncounted call. */
export const uncounted: Reservation = { waitMs: 0, taken: undefined, release() {} };

/** Storage for a rate limiter's buckets. */
export interface BucketStorage {
  readonly byKey?: Map<string, Bucket>;
  readonly maxBuckets?: number;
}

/** A rate limiter in memory. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #clock: Clock;
  readonly #maxRetryAfterMs: number;
  readonly #maxBuckets: number;
  /** Number of buckets at which the unused ones are forgotten next. */
  #forgetAt: number;
  readonly #buckets: Map<string, Bucket>;
  /** Buckets that share a limit, and that the provider has refused. */
  readonly #refused = new Set<Bucket>();
  readonly #isolated = isolatesRequests();
  #used: RateLimitRule | undefined;
  #calls = 0;

  constructor(
    { clock = runtimeClock, maxRetryAfterMs = defaultMaxRetryAfterMs }: MemoryRateLimiterOptions = {},
    { byKey = new Map(), maxBuckets = defaultMaxBuckets }: BucketStorage = {},
  ) {
    this.#clock = clock;
    this.#maxRetryAfterMs = maxRetryAfterMs;
    this.#maxBuckets = maxBuckets;
    this.#forgetAt = maxBuckets;
    this.#buckets = byKey;
  }

  take(rule: RateLimitRule): Reservation {
    this.#used = rule;
    this.#calls += 1;
    // If the provider publishes no number, there is nothing to count until it refuses a call.
    const isUncounted = rule.limit === Number.POSITIVE_INFINITY && this.#sharedWait(rule) === 0;
    const bucket = isUncounted ? this.#find(rule) : this.#openBucket(rule);
    if (!bucket) return uncounted;
    const waitMs = this.#estimateWait(bucket, bucket.queue.length);
    if (waitMs > 0 || bucket.queue.length > 0) {
      const waiter = bucket.queue.join(this.#calls);
      const taken = this.#isolated ? this.#waitApart(bucket, waiter) : waiter.turn;
      this.#serve(bucket);
      return { waitMs, taken, release: this.#createRelease(bucket, waiter) };
    }
    usePoint(bucket, this.#calls);
    return { waitMs, taken: undefined, release: this.#createRelease(bucket) };
  }

  block(rule: RateLimitRule, ms: number): void {
    const bucket = this.#openBucket(rule);
    close(bucket, Math.min(ms, this.#maxRetryAfterMs));
    if (rule.sharesLimit) this.#refused.add(bucket);
  }

  state(): RateLimitState | undefined {
    const used = this.#used;
    if (!used) return undefined;
    const bucket = this.#find(used) ?? createBucket(used, this.#clock.now());
    return stateOf({ ...bucket, opensAt: Math.max(bucket.opensAt, bucket.at + this.#sharedWait(used)) });
  }

  reset(): void {
    this.#used = undefined;
    this.#refused.clear();
    for (const bucket of this.#buckets.values()) {
      Object.assign(bucket, unused(bucket.rule));
      this.#serve(bucket);
    }
  }

  /** Creates the function that ends a call. Until then its bucket is not forgotten. */
  #createRelease(bucket: Bucket, waiter?: Waiter): Reservation['release'] {
    const call = this.#calls;
    let isOpen = true;
    return (response) => {
      if (!isOpen) return;
      isOpen = false;
      if (!waiter || !bucket.queue.leave(waiter)) settle(this.#refresh(bucket), call, response, this.#maxRetryAfterMs);
      this.#serve(bucket);
    };
  }

  /** Releases the calls that have waited long enough, and schedules the next check. */
  #serve(bucket: Bucket): void {
    this.#refresh(bucket);
    bucket.cancelTimer?.();
    const { queue } = bucket;
    for (let { first } = queue; first; { first } = queue) {
      if (first.seenAt !== undefined && isSilent(first.seenAt, bucket.at)) {
        queue.leave(first); // its request ended before its turn
        continue;
      }
      const waitMs = this.#estimateWait(bucket, 0);
      if (waitMs > 0) {
        if (this.#isolated) return; // a timer would end with the incoming request that set it
        const pauseMs = Math.min(waitMs, longestPauseMs);
        bucket.cancelTimer = startTimer(pauseMs, () => this.#serve(bucket), { clock: this.#clock });
        return;
      }
      usePoint(bucket, first.call);
      queue.leave(first);
      first.resolve();
    }
  }

  /** Waits by timers of the waiting request, which also release the callers before it. */
  async #waitApart(bucket: Bucket, waiter: Waiter): Promise<void> {
    while (bucket.queue.has(waiter)) {
      waiter.seenAt = this.#clock.now();
      const ms = Math.min(Math.max(this.#estimateWait(bucket, 0), shortestPauseMs), longestPauseMs);
      await pause(ms, undefined, undefined, this.#clock);
      this.#serve(bucket);
    }
  }

  #estimateWait(bucket: Bucket, ahead: number): number {
    return Math.max(estimateWait(bucket, ahead), this.#sharedWait(bucket.rule));
  }

  /** Returns the milliseconds until fewer than two of the buckets that share a limit are blocked. */
  #sharedWait({ sharesLimit }: RateLimitRule): number {
    if (!sharesLimit || this.#refused.size < 2) return 0;
    const waits: number[] = [];
    for (const bucket of this.#refused) {
      const { opensAt, at } = this.#refresh(bucket);
      if (opensAt > at) waits.push(opensAt - at);
      else this.#refused.delete(bucket);
    }
    return waits.sort((a, b) => b - a)[1] ?? 0;
  }

  #refresh(bucket: Bucket): Bucket {
    return refresh(bucket, this.#clock.now(), this.#maxRetryAfterMs);
  }

  #find({ key }: RateLimitRule): Bucket | undefined {
    const bucket = this.#buckets.get(key);
    return bucket && this.#refresh(bucket);
  }

  /** Returns the bucket that a rule names, updated to now. Creates it if there is none. */
  #openBucket(rule: RateLimitRule): Bucket {
    const known = this.#find(rule);
    if (known) return known;
    if (this.#buckets.size >= this.#forgetAt) this.#forgetUnused();
    const bucket = createBucket(rule, this.#clock.now());
    this.#buckets.set(rule.key, bucket);
    return bucket;
  }

  /** Forgets the buckets that would start over anyway. It waits until twice as many are left, so few calls do it. */
  #forgetUnused(): void {
    for (const [key, bucket] of this.#buckets) if (isForgettable(this.#refresh(bucket))) this.#buckets.delete(key);
    this.#forgetAt = Math.max(this.#maxBuckets, this.#buckets.size * 2);
  }
}
