import type { RateLimitRule, RateLimitState } from '../declare/rate-limiter.ts';
import { WaitQueue } from './wait-queue.ts';

/**
 * State of a bucket: how full it is, and until when it is blocked. All functions below need a bucket that
 * {@link refresh} has updated.
 */
export interface Bucket {
  readonly rule: RateLimitRule;
  /** Points in a full bucket: the rule's limit, or the one that a response reported. */
  limit: number;
  points: number;
  /** Time at which `points` was correct. */
  at: number;
  /** Time before which no call is sent, because the provider refused one. */
  opensAt: number;
  /** Duration of the refusal that set `opensAt`, in milliseconds. */
  closedMs: number;
  /** End of a window; 0 before its first call. */
  resetAt: number;
  /** Points that this rate limiter's own count still has, but that a response took away. */
  withheld: number;
  /** Time at which `withheld` points are returned. */
  withheldUntil: number;
  /** Calls that took a point and have no response yet, by number, with the time at which they were sent. */
  readonly inFlight: Map<number, number>;
  /** Number of the latest call whose response was used. */
  believed: number;
  /** Calls waiting for a point. */
  readonly queue: WaitQueue;
  /** Cancels the timer that releases the next waiting call. */
  cancelTimer?: () => void;
}

/** Creates a bucket in its initial state. */
export function createBucket(rule: RateLimitRule, now: number): Bucket {
  return { rule, ...unused(rule), at: now, inFlight: new Map(), believed: 0, queue: new WaitQueue() };
}

/** Returns the state of a bucket before its first call. */
export const unused = ({ limit }: RateLimitRule) => ({
  limit,
  points: limit,
  opensAt: 0,
  closedMs: 0,
  resetAt: 0,
  withheld: 0,
  withheldUntil: 0,
});

/** Time in milliseconds after which a call without a response counts as lost. */
const longestFlightMs = 900_000;

/** Updates a bucket to the time `now`. */
export function refresh(bucket: Bucket, now: number, maxRetryAfterMs: number): Bucket {
  const { limit, points, rule } = bucket;
  const { intervalMs, refill } = rule;
  // Setting the clock back neither takes points away nor prolongs anything.
  bucket.opensAt = Math.min(bucket.opensAt, now + bucket.closedMs);
  bucket.resetAt = Math.min(bucket.resetAt, now + intervalMs);
  bucket.withheldUntil = Math.min(bucket.withheldUntil, now + maxRetryAfterMs);
  const gained = refill === 'continuous' ? (Math.max(0, now - bucket.at) / intervalMs) * limit : 0;
  if (bucket.resetAt + (points < 1 ? endReserveMs(bucket) : 0) <= now) {
    if (refill === 'window') Object.assign(bucket, { points: limit, withheld: 0 });
    bucket.resetAt = 0;
  }
  bucket.points = Math.min(limit, bucket.points + (gained || 0)); // NaN if the limit is infinite
  if (bucket.withheld > 0) {
    const isOver = bucket.withheldUntil <= now;
    bucket.points = Math.min(limit, bucket.points + (isOver ? bucket.withheld : 0));
    bucket.withheld = isOver ? 0 : Math.min(bucket.withheld, limit - bucket.points);
  }
  bucket.at = now;
  // Some calls never end, because some runtimes can end the incoming request that they belong to.
  for (const [call, sentAt] of bucket.inFlight) {
    if (sentAt > now - longestFlightMs) break;
    bucket.inFlight.delete(call);
  }
  return bucket;
}

/** Whether forgetting the bucket would change nothing. */
export const isForgettable = ({ inFlight, queue, resetAt, withheld, opensAt, at, points, limit }: Bucket): boolean =>
  inFlight.size === 0 && queue.length === 0 && resetAt === 0 && !(withheld > 0) && opensAt <= at && points >= limit;

/** Returns the milliseconds until the call after `ahead` others may be sent. */
export function estimateWait(bucket: Bucket, ahead: number): number {
  const { at, points, opensAt, withheld, withheldUntil } = bucket;
  const lacking = ahead + 1 + countReserve(bucket) - points;
  const givenBackIn =
    withheld > 0 ? Math.max(withheldUntil - at, filledIn(bucket, lacking - withheld, ahead)) : Number.POSITIVE_INFINITY;
  return Math.max(0, opensAt - at, Math.min(filledIn(bucket, lacking, ahead), givenBackIn));
}

/**
 * Returns the number of points that are never used. Requests take different times to arrive, so the provider may see
 * this one before an earlier one, and a bucket that is used to the last point here would be overdrawn there. Two
 * seconds of refill stay in reserve, less for a small bucket.
 */
function countReserve({ limit, rule: { intervalMs, refill } }: Bucket): number {
  return refill === 'continuous' ? Math.floor(Math.min((2000 * limit) / intervalMs, limit / 25)) : 0;
}

/**
 * Returns the milliseconds for which no call is sent after the end of a used-up window. The provider's window starts
 * when the first request arrives, so it ends later than this one, and would refuse the calls that are waiting here. A
 * window with points left ends on time, because its last calls could otherwise count in the provider's next window. It
 * also ends on time if a refusal has closed it until then, because the provider knows when its own window ends.
 */
const endReserveMs = ({ opensAt, resetAt, rule: { intervalMs, refill } }: Bucket): number =>
  refill === 'window' && opensAt < resetAt ? Math.min(2000, intervalMs / 25) : 0;

/** Returns the milliseconds until `lacking` more points are available, for the call after `ahead` others. */
function filledIn(bucket: Bucket, lacking: number, ahead: number): number {
  if (!(lacking > 0)) return 0; // NaN if the limit is infinite
  const { limit, at, resetAt } = bucket;
  const { intervalMs, refill } = bucket.rule;
  if (refill === 'continuous') return Math.ceil((lacking * intervalMs) / limit);
  // A new window starts full, even if responses reported that the last one was overdrawn.
  const fromNewWindows = Math.min(lacking, ahead + 1);
  const endMs = endReserveMs(bucket);
  return resetAt + endMs - at + (Math.max(1, Math.ceil(fromNewWindows / limit)) - 1) * (intervalMs + endMs);
}

/** Takes a point for a call that is sent now, identified by its number. */
export function usePoint(bucket: Bucket, call: number): void {
  bucket.points -= 1;
  bucket.inFlight.set(call, bucket.at);
  if (bucket.resetAt === 0) bucket.resetAt = bucket.at + bucket.rule.intervalMs;
}

/** Blocks the bucket for `ms`. A shorter refusal that arrives later does not shorten a longer one. */
export function close(bucket: Bucket, ms: number): void {
  const opensAt = bucket.at + ms;
  if (opensAt > bucket.opensAt) Object.assign(bucket, { opensAt, closedMs: ms }); // never true for NaN
}

/**
 * Ends a call that took a point, and applies what the response reported.
 *
 * @param call Number of the call; later calls have higher numbers.
 * @param state Limit that the response reported. Undefined if nothing was sent, so that the point is returned.
 */
export function settle(bucket: Bucket, call: number, state: RateLimitState | undefined, maxRetryAfterMs: number): void {
  bucket.inFlight.delete(call);
  // In the reserve of a used-up window, calls that were not sent and late responses change nothing.
  if (bucket.rule.refill === 'window' && bucket.resetAt && bucket.resetAt <= bucket.at) return;
  if (!state) bucket.points += 1;
  if (bucket.limit === Number.POSITIVE_INFINITY) return; // without a number, only refusals limit calls
  const { remaining, limit = 0, resetAt = 0 } = state ?? {};
  if (remaining === undefined || !Number.isFinite(remaining)) return;
  // The remaining points of a window that has ended do not apply to the next.
  if (bucket.rule.refill === 'window' && resetAt && resetAt <= bucket.at) return;
  if (limit >= 1 && Number.isFinite(limit)) bucket.limit = limit;
  // The server has not counted calls in flight yet. Late responses may lower our count, but not raise it.
  const points = remaining - bucket.inFlight.size;
  const counted = Math.min(bucket.limit, bucket.points + bucket.withheld);
  bucket.points = call > bucket.believed ? points : Math.min(points, bucket.points);
  bucket.believed = Math.max(call, bucket.believed);
  bucket.withheld = Math.max(0, counted - bucket.points);
  bucket.withheldUntil = bucket.at + maxRetryAfterMs;
  // A window never lasts longer than its interval, regardless of what a response reports.
  if (Number.isFinite(resetAt) && resetAt) bucket.resetAt = Math.min(resetAt, bucket.at + bucket.rule.intervalMs);
}

/** Returns the known state of a bucket, for the caller. */
export function stateOf({ rule, limit, points, at, opensAt, resetAt }: Bucket): RateLimitState {
  if (limit === Number.POSITIVE_INFINITY) return opensAt > at ? { remaining: 0, resetAt: opensAt } : {};
  const fullAt = rule.refill === 'continuous' ? at + ((limit - points) * rule.intervalMs) / limit : resetAt || at;
  return { limit, remaining: Math.max(0, Math.floor(points)), resetAt: Math.ceil(fullAt) };
}
