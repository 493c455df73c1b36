import type { RateLimitRule, RateLimitState } from '@x/core';

/** State of a bucket as Redis counted it in one step. */
export interface Count {
  /** Time of Redis's response, in milliseconds by this process's clock. */
  readonly at: number;
  readonly window: number;
  readonly limit: number;
  readonly points: number;
  /** Time at which the bucket is full again, in milliseconds by this process's clock. */
  readonly fullAt: number;
}

/** Report of responses on a bucket that was not sent to Redis yet. */
export interface Report {
  /** Time at which it was received, in milliseconds by this process's clock. */
  readonly at: number;
  /** Window in which the call was sent. */
  readonly window: number;
  readonly remaining: number;
  /** Limit, if it differs from the one that Redis knows. */
  readonly limit: number | undefined;
  /** End of the window, if it differs from the one that Redis expects. */
  readonly resetAt: number | undefined;
  /** Whether it may change the count, so that other processes need it even if this one sends no further call. */
  readonly isNews: boolean;
}

/** Stands for infinity, which not every Lua can parse. */
export const largest = 1e15;

/**
 * Tolerance for rounding, in milliseconds. A window that ends later than expected is news at once, because a call
 * before its end would be refused.
 */
const laterMs = 5;
/**
 * Tolerance in milliseconds for a window that ends earlier, which may only be rounded because headers use whole
 * seconds.
 */
const earlierMs = 1000;

/**
 * Reads a response's report, and compares it with Redis's count.
 *
 * @param taken Count when the call took its point.
 * @param latest Count that this process saw last.
 * @returns Undefined if the response reports nothing about the present.
 */
export function readReport(
  { remaining, limit: reported = 0, resetAt: reportedReset }: RateLimitState,
  rule: RateLimitRule,
  taken: Count,
  latest: Count,
  now: number,
): Report | undefined {
  if (remaining === undefined || !Number.isFinite(remaining)) return undefined;
  const isWindow = rule.refill === 'window';
  const resets = isWindow && reportedReset && Number.isFinite(reportedReset) ? reportedReset : undefined;
  if (resets !== undefined && resets <= now) return undefined; // the window has ended
  const isLimit = reported >= 1 && reported < largest && latest.limit < largest;
  const limit = isLimit && reported !== latest.limit ? reported : undefined;
  const isMoved = resets !== undefined && (resets > latest.fullAt + laterMs || resets < latest.fullAt - earlierMs);
  const resetAt = isMoved ? resets : undefined;
  // Redis holds at most this many points: the count when the call took its point, and the last count plus the points
  // refilled since.
  const points = Math.min(taken.points, latest.points + filledIn(now - latest.at, rule, latest.limit));
  const isNews = limit !== undefined || isMoved || remaining < Math.floor(points);
  return { at: now, window: taken.window, remaining, limit, resetAt, isNews };
}

/** Merges two reports on one bucket, using the lower number of remaining points. */
export function mergeReports(earlier: Report | undefined, later: Report, rule: RateLimitRule): Report {
  if (!earlier || earlier.window < later.window) return later;
  if (earlier.window > later.window) return earlier;
  return {
    ...later,
    remaining: Math.min(later.remaining, remainingAt(earlier, rule, later.at)),
    limit: later.limit ?? earlier.limit,
    resetAt: later.resetAt ?? earlier.resetAt,
    isNews: later.isNews || earlier.isNews,
  };
}

/** Returns the values of a report for the bucket script. */
export function reportValues(report: Report, rule: RateLimitRule, now: number): (string | number)[] {
  const { limit = '', resetAt, window, isNews } = report;
  const resetInMs = resetAt === undefined ? '' : resetAt - now;
  return [remainingAt(report, rule, now), limit, resetInMs, isNews ? '' : window];
}

/** Returns the points left when the response arrived, plus the points refilled since. */
function remainingAt({ remaining, at, limit }: Report, rule: RateLimitRule, now: number): number {
  return remaining + filledIn(now - at, rule, limit ?? rule.limit);
}

/** Returns the points that refill in a time; none if the whole window refills at once. */
function filledIn(ms: number, { refill, intervalMs }: RateLimitRule, limit: number): number {
  if (refill !== 'continuous' || !(ms > 0)) return 0;
  return (ms * Math.min(limit, largest)) / intervalMs;
}
