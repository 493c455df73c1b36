import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RateRule } from './budget.ts';
import { createBudget } from './memory-budget.ts';

const bucket: RateRule = { key: 'k', limit: 10, intervalMs: 10_000, refill: 'continuous' };
const window: RateRule = { ...bucket, refill: 'window' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Takes as many points as there are at once; gives how many. */
const drain = (budget: ReturnType<typeof createBudget>, rule: RateRule) => {
  for (let count = 0; ; count += 1) {
    const { taken, release } = budget.take(rule);
    if (!taken) continue;
    release();
    return count;
  }
};

describe('a bucket', () => {
  it('gives its points at once and then as they come, first come first served', async () => {
    const budget = createBudget(Date.now);
    expect(drain(budget, bucket)).toBe(10);
    const order: number[] = [];
    const places = [1, 2, 3].map((number) => {
      const place = budget.take(bucket);
      place.taken?.then(() => order.push(number));
      return place.waitMs;
    });
    expect(places).toEqual([1000, 2000, 3000]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(order).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(order).toEqual([1, 2, 3]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps some back, so that requests that overtake each other on their way find a point', async () => {
    const budget = createBudget(Date.now);
    const rule: RateRule = { ...bucket, limit: 800, intervalMs: 60_000 };
    // The provider's side: full until the first request arrives, which may be later than it was sent.
    let [points, at, refused, seed] = [800, 0, 0, 1];
    const travel = () => {
      seed = (seed * 16807) % 2147483647;
      return new Promise((resolve) => setTimeout(resolve, seed % 400));
    };
    const call = async () => {
      const place = budget.take(rule);
      await place.taken;
      await travel();
      points = Math.min(800, points + ((Date.now() - (at || Date.now())) * 800) / 60_000);
      at = Date.now();
      if (points < 1) refused += 1;
      else points -= 1;
      const remaining = Math.floor(points);
      await travel();
      place.release({ limit: 800, remaining });
    };
    const calls = Promise.all(Array.from({ length: 1000 }, call));
    await vi.advanceTimersByTimeAsync(60_000);
    await calls;
    expect(refused).toBe(0);
  });

  it('opens a window all at once', async () => {
    const budget = createBudget(Date.now);
    expect(drain(budget, window)).toBe(10);
    expect(budget.take(window)).toMatchObject({ waitMs: 10_000 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(drain(budget, window)).toBe(9);
  });

  it('believes the server: fewer points, another limit', () => {
    const budget = createBudget(Date.now);
    budget.take(bucket).release({ limit: 20, remaining: 3, resetAt: Date.now() + 8500 });
    expect(budget.state()).toMatchObject({ limit: 20, remaining: 3 });
    expect(drain(budget, bucket)).toBe(3);
  });

  it('lets a late answer lower its count, not raise it', () => {
    const budget = createBudget(Date.now);
    const [first, second] = [budget.take(bucket), budget.take(bucket)];
    second.release({ remaining: 4 });
    first.release({ remaining: 5 });
    expect(budget.state()?.remaining).toBe(3);
    budget.take(bucket).release({ remaining: 9 });
    expect(budget.state()?.remaining).toBe(9);
  });

  it('does not take what was left of a window that is over for what is left of this one', async () => {
    const budget = createBudget(Date.now);
    const late = budget.take(window);
    const resetAt = Date.now() + window.intervalMs;
    await vi.advanceTimersByTimeAsync(window.intervalMs);
    expect(drain(budget, window)).toBe(10);
    late.release({ remaining: 9, resetAt });
    expect(drain(budget, window)).toBe(0);
  });

  it('waits out a refusal, also where the limit is unknown', async () => {
    const unknown: RateRule = { ...bucket, limit: Number.POSITIVE_INFINITY };
    const budget = createBudget(Date.now);
    expect(budget.take(unknown).waitMs).toBe(0);
    budget.block(unknown, 5000);
    expect(budget.state()).toEqual({ remaining: 0, resetAt: Date.now() + 5000 });
    const place = budget.take(unknown);
    expect(place.waitMs).toBe(5000);
    await vi.advanceTimersByTimeAsync(5000);
    await place.taken;
    expect(budget.take(unknown).waitMs).toBe(0);
  });

  it('goes on after the clock was set back', () => {
    let now = 1_000_000;
    const budget = createBudget(() => now);
    expect(drain(budget, bucket)).toBe(10);
    now -= 500_000;
    expect(drain(budget, bucket)).toBe(0);
    now += 3000;
    expect(drain(budget, bucket)).toBe(3);
  });

  it('forgets who leaves the queue', async () => {
    const budget = createBudget(Date.now);
    drain(budget, bucket);
    const [first, second] = [budget.take(bucket), budget.take(bucket)];
    first?.release();
    let served = false;
    second?.taken?.then(() => {
      served = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(served).toBe(true);
  });

  it('forgets keys that are full again, and only those', () => {
    const buckets = new Map();
    const budget = createBudget(Date.now, undefined, buckets);
    const slow = { ...bucket, intervalMs: 1e9 };
    drain(budget, slow);
    for (let user = 0; user < 5000; user += 1) {
      const rule = { ...bucket, key: `user ${user}`, intervalMs: 1 };
      budget.take(rule).release({});
      vi.advanceTimersByTime(1);
    }
    expect(budget.take(slow).waitMs).toBeGreaterThan(0);
    expect(buckets.size).toBeLessThanOrEqual(1001);
  });

  it('gives back the point of a call that never went out, once', () => {
    const budget = createBudget(Date.now);
    for (let count = 0; count < 50; count += 1) {
      const place = budget.take(bucket);
      place.release();
      place.release();
    }
    expect(drain(budget, bucket)).toBe(10);
  });

  it('keeps keys apart', () => {
    const budget = createBudget(Date.now);
    drain(budget, bucket);
    expect(drain(budget, { ...bucket, key: 'other' })).toBe(10);
  });
});
