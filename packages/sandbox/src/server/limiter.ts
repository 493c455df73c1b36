import type { Clock } from '../shared/clock.ts';

/** A limiter's report on one request. */
export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left after this one, at least 0. */
  readonly remaining: number;
  /** Milliseconds until the full limit is available again. */
  readonly resetMs: number;
}

/** Counts requests per key. */
export interface Limiter {
  take(key: string, cost?: number): Verdict;
}

/** Allows every request, and reports an unused limit. */
export function unlimited(limit: number): Limiter {
  return { take: () => ({ allowed: true, limit, remaining: limit, resetMs: 0 }) };
}

/**
 * Creates a bucket of `limit` points that refills continuously, completely in `windowMs`. Refused requests cost
 * nothing.
 */
export function tokenBucket(clock: Clock, limit: number, windowMs: number): Limiter {
  const buckets = new Map<string, { points: number; at: number }>();
  return {
    take(key, cost = 1) {
      const now = clock.now();
      const bucket = buckets.get(key) ?? { points: limit, at: now };
      buckets.set(key, bucket);
      bucket.points = Math.min(limit, bucket.points + ((now - bucket.at) * limit) / windowMs);
      bucket.at = now;
      const allowed = bucket.points >= cost;
      if (allowed) bucket.points -= cost;
      const resetMs = Math.ceil(((limit - bucket.points) * windowMs) / limit);
      return { allowed, limit, remaining: Math.floor(bucket.points), resetMs };
    },
  };
}

/**
 * Allows at most `limit` requests in a window of `windowMs` that starts with the first of them. Refused requests count.
 */
export function fixedWindow(clock: Clock, limit: number, windowMs: number): Limiter {
  type Windows = Map<string, { used: number; endsAt: number }>;
  // Windows are stored in generations. When a new one begins, all windows of the one before last are over and are
  // dropped without a search. Otherwise, every address that ever called would stay in memory.
  let before: Windows = new Map();
  let windows: Windows = new Map();
  let since = clock.now();
  function windowOf(key: string, now: number) {
    if (now >= since + windowMs) {
      before = now >= since + 2 * windowMs ? new Map() : windows;
      windows = new Map();
      since = now;
    }
    const window = windows.get(key) ?? before.get(key);
    if (window && window.endsAt > now) return window;
    const next = { used: 0, endsAt: now + windowMs };
    windows.set(key, next);
    return next;
  }
  return {
    take(key, cost = 1) {
      const now = clock.now();
      const window = windowOf(key, now);
      window.used += cost;
      return {
        allowed: window.used <= limit,
        limit,
        remaining: Math.max(0, limit - window.used),
        resetMs: window.endsAt - now,
      };
    },
  };
}

/**
 * Allows at most `limit` requests in any `windowMs`. Refused requests cost nothing; `resetMs` is the time until the
 * oldest one expires.
 */
export function slidingWindow(clock: Clock, limit: number, windowMs: number): Limiter {
  const taken = new Map<string, number[]>();
  return {
    take(key) {
      const now = clock.now();
      const times = (taken.get(key) ?? []).filter((at) => at > now - windowMs);
      taken.set(key, times);
      const allowed = times.length < limit;
      if (allowed) times.push(now);
      const oldest = times[0] ?? now;
      return { allowed, limit, remaining: limit - times.length, resetMs: oldest + windowMs - now };
    },
  };
}
