/** How a provider limits calls: which bucket a call draws from, and how that bucket fills. */
export interface RateLimitRule {
  /** Calls with the same key share a bucket. */
  readonly key: string;
  /**
   * What the provider counts by, and so whose calls a refusal holds back. `user`: each account of `withAccount` has a bucket
   * of its own. With any other value, the client and all of its accounts share one: per application, per bank Item (named in
   * the key), per API key or per network address. Default `app`.
   */
  readonly per?: 'app' | 'user' | 'item' | 'key' | 'address' | undefined;
  /** Points when full. `Infinity` when the provider publishes no number: then only its refusals are obeyed. */
  readonly limit: number;
  /** Milliseconds in which it fills. */
  readonly intervalMs: number;
  /** `continuous`: little by little; `window`: all at once, `intervalMs` after the first call. */
  readonly refill: 'continuous' | 'window';
}

/** What is known of a rate limit. */
export interface RateLimitState {
  /** Points when full. */
  readonly limit?: number | undefined;
  /** Points left. */
  readonly remaining?: number | undefined;
  /** When it is full again, Unix milliseconds. */
  readonly resetAt?: number | undefined;
}

/** A reservation of a rate limit: a point of a bucket, or a ticket for its queue. */
export interface Reservation {
  /** Expected wait in milliseconds; 0 when the point is taken already. A promise where it has to be asked for. */
  readonly waitMs: number | Promise<number>;
  /** Resolves when the point is taken. Undefined: it is. */
  readonly taken: Promise<void> | undefined;
  /** The call is over; `answer` is what came back about the limit. Without it nothing was sent: the point is given back. Works once. */
  release(answer?: RateLimitState): void;
}

/** A client's rate limits: one bucket per key, first come first served. */
export interface RateLimiter {
  /**
   * Reserves a point of a bucket, at once or in its queue.
   *
   * @param maxWaitMs A caller that would wait longer is refused: a rate limiter need not reserve anything for it.
   * @param answerMs Longest time that a rate limiter on another machine may take to respond, in milliseconds. Default: its own.
   */
  take(rule: RateLimitRule, maxWaitMs?: number, answerMs?: number): Reservation;
  /**
   * The provider refused: no call draws from this bucket for `ms` milliseconds. Of several refusals, the one that holds
   * longest counts.
   */
  block(rule: RateLimitRule, ms: number): void;
  /** What is known of the limit used last. */
  state(): RateLimitState | undefined;
  /**
   * Forgets everything known of the limits: counts, refusals, and what responses reported. Optional: rate limiters written for
   * earlier releases do not have it.
   */
  reset?(): void | Promise<void>;
}

/**
 * Returns the rate limiter of those that the provider counts together: an application, or one user of it. Rate limiters of the same owner
 * share their points. The owner's name may hold an API key: hash it before it is stored.
 */
export type RateLimiterFactory = (owner: string) => RateLimiter;

/** Longest time that a response may close a bucket when nothing else is set: 15 minutes, in milliseconds. @internal */
export const defaultMaxRetryAfterMs = 900_000;
