import type { Clock } from '../../shared/clock.ts';

/** Requests left before a limit is reached. */
export interface Allowance {
  /** Requests still allowed; 0 blocks. */
  readonly remaining: number;
  /** Milliseconds until the next request is allowed; 0 if it is allowed now. */
  readonly retryMs: number;
}

/** Limiter that counts requests per key the way the gateway does. */
export interface EstimateLimiter {
  readonly limit: number;
  check(key: string): Allowance;
  /** Counts one request. Refused requests must not be counted. */
  count(key: string): void;
}

/** Creates a limiter that allows every request and reports an unused limit. */
export function unlimitedEstimate(limit: number): EstimateLimiter {
  return { limit, check: () => ({ remaining: limit + 1, retryMs: 0 }), count() {} };
}

/**
 * Creates a limiter with the gateway's sliding estimate: requests in the current window, which is aligned to the clock,
 * plus requests in the previous one, by the share of it that the last `windowMs` still cover.
 */
export function estimateLimiter(clock: Clock, limit: number, windowMs: number): EstimateLimiter {
  const counts = new Map<string, { window: number; current: number; previous: number }>();

  function read(key: string) {
    const window = Math.floor(clock.now() / windowMs);
    const last = counts.get(key);
    if (last?.window === window) return last;
    return { window, current: 0, previous: last?.window === window - 1 ? last.current : 0 };
  }

  return {
    limit,
    check(key) {
      const { window, current, previous } = read(key);
      const elapsed = clock.now() - window * windowMs;
      const estimate = current + previous * (1 - elapsed / windowMs);
      if (estimate < limit) return { remaining: Math.ceil(limit - estimate), retryMs: 0 };
      // The share of the previous window shrinks evenly; one millisecond later the estimate is below the limit.
      const dropsAt =
        current < limit
          ? windowMs * (1 - (limit - current) / previous)
          : windowMs + windowMs * (1 - Math.min(1, limit / current));
      return { remaining: 0, retryMs: Math.ceil(dropsAt - elapsed) + 1 };
    },
    count(key) {
      const entry = read(key);
      counts.set(key, { ...entry, current: entry.current + 1 });
    },
  };
}
