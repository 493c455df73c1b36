import type { Clock } from '../clock/clock.ts';

/** A limiter's report on one request. */
export interface Verdict {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left after this one, at least 0. */
  readonly remaining: number;
  /** Milliseconds until the limiter is as good as new. */
  readonly resetMs: number;
}

/** Counts requests per key. */
export interface Limiter {
  take(key: string, cost?: number): Verdict;
}

/** Allows every request and reports a limit of which nothing is used. */
export function unlimited(limit: number): Limiter {
  return { take: () => ({ allowed: true, limit, remaining: limit, resetMs: 0 }) };
}

/** A bucket of `limit` points that refills continuously, all of it in `windowMs`. Refused requests cost nothing. */
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

/** At most `limit` requests in a window of `windowMs` that starts with the first of them. Refused requests count. */
export function fixedWindow(clock: Clock, limit: number, windowMs: number): Limiter {
  type Windows = Map<string, { used: number; endsAt: number }>;
  // Earlier windows are over when another generation begins. So each is forgotten without a search for it, lest every
  // address that ever called stays in memory.
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

/** At most `limit` requests in any `windowMs`. Refused requests cost nothing; `resetMs` is until the oldest leaves. */
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
