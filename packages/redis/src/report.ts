import type { RateLimitRule, RateLimitState } from '@x/core';

/** A bucket as Redis counted it in one step. */
export interface Count {
  /** When Redis responded, in milliseconds by the clock of this process. */
  readonly at: number;
  readonly window: number;
  readonly limit: number;
  readonly points: number;
  /** When the bucket is full again, in milliseconds by the clock of this process. */
  readonly fullAt: number;
}

/** What responses reported on a bucket that were not sent to Redis yet. */
export interface Report {
  /** When it was received, in milliseconds by the clock of this process. */
  readonly at: number;
  /** The window in which the call was sent. */
  readonly window: number;
  readonly remaining: number;
  /** The limit, where it is not the one that Redis knows. */
  readonly limit: number | undefined;
  /** When the window ends, where it is not when Redis expects it. */
  readonly resetAt: number | undefined;
  /** Whether it may change the count, so that the other processes need it even if this one sends no further call. */
  readonly isNews: boolean;
}

/** Stands for infinity, which not every Lua reads. */
export const largest = 1e15;

/** A window that ends later than expected is news at once: a call before its end would be refused. For rounding, in milliseconds. */
const laterMs = 5;
/** One that ends earlier may only be rounded: headers count in whole seconds. In milliseconds. */
const earlierMs = 1000;

/**
 * Reads what a response reported, and compares it with what Redis has counted.
 *
 * @param taken The count when the call took its point.
 * @param latest The count that this process saw last.
 * @returns Undefined when the response reports nothing about the present.
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
  if (resets !== undefined && resets <= now) return undefined; // of a window that is over
  const isLimit = reported >= 1 && reported < largest && latest.limit < largest;
  const limit = isLimit && reported !== latest.limit ? reported : undefined;
  const isMoved = resets !== undefined && (resets > latest.fullAt + laterMs || resets < latest.fullAt - earlierMs);
  const resetAt = isMoved ? resets : undefined;
  // Redis holds no more points than these: those when the call took its own, and those seen last and filled since.
  const points = Math.min(taken.points, latest.points + filledIn(now - latest.at, rule, latest.limit));
  const isNews = limit !== undefined || isMoved || remaining < Math.floor(points);
  return { at: now, window: taken.window, remaining, limit, resetAt, isNews };
}

/** Puts two reports on one bucket together: of the points that are left, the fewer count. */
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

/** The values of a report for the script of the bucket. */
export function reportValues(report: Report, rule: RateLimitRule, now: number): (string | number)[] {
  const { limit = '', resetAt, window, isNews } = report;
  const resetInMs = resetAt === undefined ? '' : resetAt - now;
  return [remainingAt(report, rule, now), limit, resetInMs, isNews ? '' : window];
}

/** The points that were left when the response came, and those that have filled since. */
function remainingAt({ remaining, at, limit }: Report, rule: RateLimitRule, now: number): number {
  return remaining + filledIn(now - at, rule, limit ?? rule.limit);
}

/** Points that fill in a time; none where the whole window fills at once. */
function filledIn(ms: number, { refill, intervalMs }: RateLimitRule, limit: number): number {
  if (refill !== 'continuous' || !(ms > 0)) return 0;
  return (ms * Math.min(limit, largest)) / intervalMs;
}
