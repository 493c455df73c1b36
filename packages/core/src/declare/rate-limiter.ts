/** A provider's limit on calls: which bucket a call draws from, and how that bucket refills. */
export interface RateLimitRule {
  /** Calls with the same key share a bucket. */
  readonly key: string;
  /**
   * Unit that the provider counts by, which determines whose calls a refusal holds back. With `user`, each account of
   * `withAccount` has its own bucket. With any other value, the client and all of its accounts share one: per
   * application, per bank Item (named in the key), per API key or per network address. Default `app`.
   */
  readonly per?: 'app' | 'user' | 'item' | 'key' | 'address' | undefined;
  /** Points in a full bucket. `Infinity` if the provider publishes no number, so that only its refusals limit calls. */
  readonly limit: number;
  /** Milliseconds in which it refills. */
  readonly intervalMs: number;
  /** Refill strategy. `continuous`: little by little; `window`: all at once, `intervalMs` after the first call. */
  readonly refill: 'continuous' | 'window';
  /**
   * Whether a refusal may be about a limit that this key has in common with the owner's other keys that say so. One
   * refused key blocks only itself. While two are blocked, all of them are. Default `false`.
   */
  readonly sharesLimit?: boolean | undefined;
}

/** Known state of a rate limit. */
export interface RateLimitState {
  /** Points in a full bucket. */
  readonly limit?: number | undefined;
  /** Points left. */
  readonly remaining?: number | undefined;
  /** Time at which it is full again, in Unix milliseconds. */
  readonly resetAt?: number | undefined;
}

/** A reservation in a rate limit: a point of a bucket, or a place in its queue. */
export interface Reservation {
  /** Expected wait in milliseconds; 0 if the point is already taken. A promise if the limiter has to ask for it. */
  readonly waitMs: number | Promise<number>;
  /** Resolves when the point is taken. Undefined if it already is. */
  readonly taken: Promise<void> | undefined;
  /**
   * Ends the reservation once the call is over. `answer` is what the response reported about the limit. Without it
   * nothing was sent, so the point is returned. Works once.
   */
  release(answer?: RateLimitState): void;
}

/** A client's rate limits: one bucket per key, first come, first served. */
export interface RateLimiter {
  /**
   * Reserves a point of a bucket, either at once or in its queue.
   *
   * @param maxWaitMs Longest acceptable wait, in milliseconds. If the wait would be longer, the call is refused and the
   * rate limiter need not reserve anything.
   * @param answerMs Longest time that a rate limiter on another machine may take to respond, in milliseconds. Default:
   * the rate limiter's own.
   */
  take(rule: RateLimitRule, maxWaitMs?: number, answerMs?: number): Reservation;
  /**
   * Records that the provider refused a call, so that no call draws from this bucket for `ms` milliseconds. Of several
   * refusals, the longest one counts. See also `RateLimitRule.sharesLimit`.
   */
  block(rule: RateLimitRule, ms: number): void;
  /** Returns the known state of the last rate limit used. */
  state(): RateLimitState | undefined;
  /**
   * Forgets everything known about the limits: counts, refusals, and reports from responses. Optional, because rate
   * limiters written for earlier releases do not have it.
   */
  reset?(): void | Promise<void>;
}

/**
 * Returns the rate limiter of calls that the provider counts together, which are the calls of an application or of one
 * of its users. Rate limiters of the same owner share their points. The owner's name may hold an API key, so hash it
 * before you store it.
 */
export type RateLimiterFactory = (owner: string) => RateLimiter;

/** Longest time for which a response can block a bucket by default: 15 minutes, in milliseconds. */
export const defaultMaxRetryAfterMs = 900_000;
