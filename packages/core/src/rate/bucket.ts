import type { RateLimitRule, RateLimitState } from '../declare/rate-limiter.ts';
import { WaitQueue } from './wait-queue.ts';

/** How full a bucket is, and until when it is closed. Every function below needs one that {@link refresh} brought up to date. @internal */
export interface Bucket {
  readonly rule: RateLimitRule;
  /** Points when full: those of the rule, or what a response reported. */
  limit: number;
  points: number;
  /** When `points` was correct. */
  at: number;
  /** The provider refused: no call is sent before. */
  opensAt: number;
  /** How long the refusal that set `opensAt` closes the bucket. */
  closedMs: number;
  /** When a window ends; 0 before its first call. */
  resetAt: number;
  /** Points that are left by this rate limiter's own count, but were taken away by a response. */
  withheld: number;
  /** When `withheld` points are given back. */
  withheldUntil: number;
  /** Calls that took a point and have no response yet, by number, with the time when they were sent. */
  readonly inFlight: Map<number, number>;
  /** Number of the latest call whose response was used. */
  believed: number;
  /** Calls that wait for a point. */
  readonly queue: WaitQueue;
  /** Cancels the timer that lets the next waiting call go. */
  cancelTimer?: () => void;
}

/** A bucket of which nothing is known yet. @internal */
export function createBucket(rule: RateLimitRule, now: number): Bucket {
  return { rule, ...unused(rule), at: now, inFlight: new Map(), believed: 0, queue: new WaitQueue() };
}

/** What is known of a bucket before its first call. @internal */
export const unused = ({ limit }: RateLimitRule) => ({
  limit,
  points: limit,
  opensAt: 0,
  closedMs: 0,
  resetAt: 0,
  withheld: 0,
  withheldUntil: 0,
});

/** A call without a response for so long has none, in milliseconds. */
const longestFlightMs = 900_000;

/** Brings a bucket up to the moment `now`. @internal */
export function refresh(bucket: Bucket, now: number, maxRetryAfterMs: number): Bucket {
  const { limit, rule } = bucket;
  const { intervalMs, refill } = rule;
  // A clock that was set back takes no points away, and makes nothing last longer than it was to last.
  bucket.opensAt = Math.min(bucket.opensAt, now + bucket.closedMs);
  bucket.resetAt = Math.min(bucket.resetAt, now + intervalMs);
  bucket.withheldUntil = Math.min(bucket.withheldUntil, now + maxRetryAfterMs);
  const gained = refill === 'continuous' ? (Math.max(0, now - bucket.at) / intervalMs) * limit : 0;
  if (bucket.resetAt <= now) {
    if (refill === 'window') Object.assign(bucket, { points: limit, withheld: 0 });
    bucket.resetAt = 0;
  }
  bucket.points = Math.min(limit, bucket.points + (gained || 0)); // NaN where the limit is infinite
  if (bucket.withheld > 0) {
    const isOver = bucket.withheldUntil <= now;
    bucket.points = Math.min(limit, bucket.points + (isOver ? bucket.withheld : 0));
    bucket.withheld = isOver ? 0 : Math.min(bucket.withheld, limit - bucket.points);
  }
  bucket.at = now;
  // Some calls never end: on a runtime where the request that they were made for can end before them.
  for (const [call, sentAt] of bucket.inFlight) {
    if (sentAt > now - longestFlightMs) break;
    bucket.inFlight.delete(call);
  }
  return bucket;
}

/** Whether the bucket would be the same if it were forgotten. @internal */
export const isForgettable = ({ inFlight, queue, resetAt, withheld, opensAt, at, points, limit }: Bucket): boolean =>
  inFlight.size === 0 && queue.length === 0 && resetAt === 0 && !(withheld > 0) && opensAt <= at && points >= limit;

/** Milliseconds until the call after `ahead` others may go. @internal */
export function estimateWait(bucket: Bucket, ahead: number): number {
  const { at, points, opensAt, withheld, withheldUntil } = bucket;
  const lacking = ahead + 1 + countReserve(bucket) - points;
  const givenBackIn =
    withheld > 0 ? Math.max(withheldUntil - at, filledIn(bucket, lacking - withheld, ahead)) : Number.POSITIVE_INFINITY;
  return Math.max(0, opensAt - at, Math.min(filledIn(bucket, lacking, ahead), givenBackIn));
}

/**
 * Points that are never used. Requests are not equally long on their way: the provider may see this one before one that went
 * earlier, and a bucket that is used to the last point here would be overdrawn there. Two seconds of refill stay in reserve,
 * less of a small bucket.
 */
function countReserve({ limit, rule: { intervalMs, refill } }: Bucket): number {
  return refill === 'continuous' ? Math.floor(Math.min((2000 * limit) / intervalMs, limit / 25)) : 0;
}

/** Milliseconds until `lacking` more points are there, for the call after `ahead` others. */
function filledIn(
  { limit, at, resetAt, rule: { intervalMs, refill } }: Bucket,
  lacking: number,
  ahead: number,
): number {
  if (!(lacking > 0)) return 0; // NaN where the limit is infinite
  if (refill === 'continuous') return Math.ceil((lacking * intervalMs) / limit);
  // A new window starts full, even if responses reported that the last one was overdrawn.
  const fromNewWindows = Math.min(lacking, ahead + 1);
  return resetAt - at + (Math.max(1, Math.ceil(fromNewWindows / limit)) - 1) * intervalMs;
}

/** Takes a point for a call that is sent now, by its number. @internal */
export function usePoint(bucket: Bucket, call: number): void {
  bucket.points -= 1;
  bucket.inFlight.set(call, bucket.at);
  if (bucket.resetAt === 0) bucket.resetAt = bucket.at + bucket.rule.intervalMs;
}

/** Closes the bucket for `ms`. A shorter refusal that arrives later does not open what a longer one has closed. @internal */
export function close(bucket: Bucket, ms: number): void {
  const opensAt = bucket.at + ms;
  if (opensAt > bucket.opensAt) Object.assign(bucket, { opensAt, closedMs: ms }); // never true of NaN
}

/**
 * The call that took a point is over: the bucket learns what the response reported.
 *
 * @param call Its number: later calls have higher ones.
 * @param state What the response reported. Undefined when nothing was sent: the point is given back.
 * @internal
 */
export function settle(bucket: Bucket, call: number, state: RateLimitState | undefined, maxRetryAfterMs: number): void {
  bucket.inFlight.delete(call);
  if (!state) bucket.points += 1;
  if (bucket.limit === Number.POSITIVE_INFINITY) return; // of a limit without a number, only refusals are obeyed
  const { remaining, limit = 0, resetAt = 0 } = state ?? {};
  if (remaining === undefined || !Number.isFinite(remaining)) return;
  // What was left of a window that is over does not apply to the next.
  if (bucket.rule.refill === 'window' && resetAt && resetAt <= bucket.at) return;
  if (limit >= 1 && Number.isFinite(limit)) bucket.limit = limit;
  // Calls under way are not in the server's count yet. Responses that arrive late may lower our count, not raise it.
  const points = remaining - bucket.inFlight.size;
  const counted = Math.min(bucket.limit, bucket.points + bucket.withheld);
  bucket.points = call > bucket.believed ? points : Math.min(points, bucket.points);
  bucket.believed = Math.max(call, bucket.believed);
  bucket.withheld = Math.max(0, counted - bucket.points);
  bucket.withheldUntil = bucket.at + maxRetryAfterMs;
  // A window lasts no longer than its interval, whatever a response reports.
  if (Number.isFinite(resetAt) && resetAt) bucket.resetAt = Math.min(resetAt, bucket.at + bucket.rule.intervalMs);
}

/** What is known of a bucket, for the caller. @internal */
export function stateOf({ rule, limit, points, at, opensAt, resetAt }: Bucket): RateLimitState {
  if (limit === Number.POSITIVE_INFINITY) return opensAt > at ? { remaining: 0, resetAt: opensAt } : {};
  const fullAt = rule.refill === 'continuous' ? at + ((limit - points) * rule.intervalMs) / limit : resetAt || at;
  return { limit, remaining: Math.max(0, Math.floor(points)), resetAt: Math.ceil(fullAt) };
}
