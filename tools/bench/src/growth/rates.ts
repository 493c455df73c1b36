import { memoryRateLimiter, type RateLimitRule } from '@x/core';
import { type Curve, cpuOf } from './curve.ts';

const rule: RateLimitRule = { key: 'one', limit: 10, intervalMs: 1e9, refill: 'continuous' };
const clock = { now: () => 1_800_000_000_000 };

/** Every key is new, as when each user of an app makes a first call. */
export const rateLimiterKeys: Curve = {
  title: 'A call counted in memory',
  of: 'keys',
  unit: 'µs',
  sizes: [1000, 10_000, 100_000],
  async measure(size) {
    const limiter = memoryRateLimiter({ clock });
    const took = await cpuOf(() => {
      for (let user = 0; user < size; user += 1) limiter.take({ ...rule, key: `user ${user}` }).release({});
    });
    return took / size;
  },
};

/** All callers wait, then all leave the queue, the last one first. */
export const queueLeaves: Curve = {
  title: 'A call leaving a rate-limit queue',
  of: 'waiting calls',
  unit: 'µs',
  sizes: [1000, 10_000, 40_000],
  async measure(size) {
    const limiter = memoryRateLimiter({ clock });
    const sent = Array.from({ length: rule.limit }, () => limiter.take(rule));
    const waiting = Array.from({ length: size }, () => limiter.take(rule));
    const took = await cpuOf(() => {
      for (const place of waiting.toReversed()) place.release();
    });
    for (const place of sent) place.release({});
    return took / size;
  },
};
