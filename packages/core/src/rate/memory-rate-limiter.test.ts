import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RateLimitRule } from '../declare/rate-limiter.ts';
import type { Bucket } from './bucket.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';

const bucket: RateLimitRule = { key: 'k', limit: 10, intervalMs: 10_000, refill: 'continuous' };
const window: RateLimitRule = { ...bucket, refill: 'window' };

beforeEach(() => vi.useFakeTimers());
const now = () => Date.now(); // fake
afterEach(() => vi.useRealTimers());

/** Takes as many points as are available immediately, and returns how many. */
const drain = (limiter: MemoryRateLimiter, rule: RateLimitRule) => {
  for (let count = 0; ; count += 1) {
    const { taken, release } = limiter.take(rule);
    if (!taken) continue;
    release();
    return count;
  }
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a function that returns whole numbers below a bound, the same ones in each test. */
function createRandom() {
  let seed = 1;
  return (below: number) => {
    seed = (seed * 16807) % 2147483647;
    return seed % below;
  };
}

/** Counts how many of its entries are visited during iteration. */
class CountingMap extends Map<string, Bucket> {
  visits = 0;
  override *entries(): MapIterator<[string, Bucket]> {
    for (const entry of super.entries()) {
      this.visits += 1;
      if (this.visits > 1_000_000) throw new Error('the buckets were visited a million times');
      yield entry;
    }
    return undefined;
  }
  override [Symbol.iterator](): MapIterator<[string, Bucket]> {
    return this.entries();
  }
}

const countedRateLimiter = () => {
  const buckets = new CountingMap();
  return { buckets, limiter: new MemoryRateLimiter({}, { byKey: buckets }) };
};

describe('a bucket', () => {
  it('grants its points immediately and then as they refill, first come first served', async () => {
    const limiter = new MemoryRateLimiter();
    expect(drain(limiter, bucket)).toBe(10);
    const order: number[] = [];
    const places = [1, 2, 3].map((number) => {
      const place = limiter.take(bucket);
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

  it('keeps a reserve, so that requests that overtake each other on the network are not refused', async () => {
    const limiter = new MemoryRateLimiter();
    const rule: RateLimitRule = { ...bucket, limit: 800, intervalMs: 60_000 };
    // The provider's side: full until the first request arrives, which may be later than it was sent.
    let [points, at, refused] = [800, 0, 0];
    const random = createRandom();
    const travel = () => pause(random(400));
    const call = async () => {
      const place = limiter.take(rule);
      await place.taken;
      await travel();
      points = Math.min(800, points + ((now() - (at || now())) * 800) / 60_000);
      at = now();
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

  it('refills a window all at once', async () => {
    const limiter = new MemoryRateLimiter();
    expect(drain(limiter, window)).toBe(10);
    expect(limiter.take(window)).toMatchObject({ waitMs: 10_400 });
    await vi.advanceTimersByTimeAsync(10_400);
    expect(drain(limiter, window)).toBe(9);
  });

  it("waits longer after a used-up window, because the provider's window starts when the first request arrives", async () => {
    const limiter = new MemoryRateLimiter();
    const rule: RateLimitRule = { ...window, limit: 200, intervalMs: 60_000 };
    let [used, resetAt, refused] = [0, 0, 0]; // the provider's side
    const random = createRandom();
    const call = async () => {
      await pause(random(150_000));
      const place = limiter.take(rule);
      await place.taken;
      await pause(random(400));
      if (resetAt <= now()) [used, resetAt] = [0, now() + 60_000];
      used += 1;
      if (used > 200) refused += 1;
      await pause(random(400));
      place.release({});
    };
    const calls = Promise.all(Array.from({ length: 700 }, call));
    await vi.advanceTimersByTimeAsync(300_000);
    await calls;
    expect(refused).toBe(0);
  });

  it("adopts the server's limit and remaining points", () => {
    const limiter = new MemoryRateLimiter();
    limiter.take(bucket).release({ limit: 20, remaining: 3, resetAt: now() + 8500 });
    expect(limiter.state()).toMatchObject({ limit: 20, remaining: 3 });
    expect(drain(limiter, bucket)).toBe(3);
  });

  it('lets a late response lower its count, not raise it', () => {
    const limiter = new MemoryRateLimiter();
    const [first, second] = [limiter.take(bucket), limiter.take(bucket)];
    second.release({ remaining: 4 });
    first.release({ remaining: 5 });
    expect(limiter.state()?.remaining).toBe(3);
    limiter.take(bucket).release({ remaining: 9 });
    expect(limiter.state()?.remaining).toBe(9);
  });

  it('does not mistake the remaining points of an ended window for those of the current one', async () => {
    const limiter = new MemoryRateLimiter();
    const late = limiter.take(window);
    const resetAt = now() + window.intervalMs;
    await vi.advanceTimersByTimeAsync(window.intervalMs);
    expect(drain(limiter, window)).toBe(10);
    late.release({ remaining: 9, resetAt });
    expect(drain(limiter, window)).toBe(0);
  });

  it('lets a call in at the next window, even after a response that overdraws the current one', async () => {
    const single: RateLimitRule = { ...window, limit: 1 };
    const limiter = new MemoryRateLimiter();
    const first = limiter.take(single);
    await vi.advanceTimersByTimeAsync(10_400);
    expect(limiter.take(single).waitMs).toBe(0);
    first.release({ remaining: 0 }); // does not include the call in flight
    const next = limiter.take(single);
    expect(next.waitMs).toBe(10_400);
    await vi.advanceTimersByTimeAsync(10_400);
    await next.taken;
  });

  it('waits out a refusal, even if the limit is unknown', async () => {
    const unknown: RateLimitRule = { ...bucket, limit: Number.POSITIVE_INFINITY };
    const limiter = new MemoryRateLimiter();
    expect(limiter.take(unknown).waitMs).toBe(0);
    limiter.block(unknown, 5000);
    expect(limiter.state()).toEqual({ remaining: 0, resetAt: now() + 5000 });
    const place = limiter.take(unknown);
    expect(place.waitMs).toBe(5000);
    await vi.advanceTimersByTimeAsync(5000);
    await place.taken;
    expect(limiter.take(unknown).waitMs).toBe(0);
  });

  it('continues after the clock was set back', () => {
    let now = 1_000_000;
    const limiter = new MemoryRateLimiter({ clock: { now: () => now } });
    expect(drain(limiter, bucket)).toBe(10);
    now -= 500_000;
    expect(drain(limiter, bucket)).toBe(0);
    now += 3000;
    expect(drain(limiter, bucket)).toBe(3);
  });

  it('serves waiting calls before one that arrives while the event loop is late', async () => {
    let now = 1_000_000;
    const limiter = new MemoryRateLimiter({ clock: { now: () => now } });
    drain(limiter, bucket);
    const order: number[] = [];
    for (const number of [1, 2]) limiter.take(bucket).taken?.then(() => order.push(number));
    now += 5000; // no timer has run
    const late = limiter.take(bucket);
    expect(late.waitMs).toBe(0);
    await late.taken?.then(() => order.push(3));
    expect(order).toEqual([1, 2, 3]);
  });

  it('forgets calls that leave the queue', async () => {
    const limiter = new MemoryRateLimiter();
    drain(limiter, bucket);
    const [first, second] = [limiter.take(bucket), limiter.take(bucket)];
    first?.release();
    let served = false;
    second?.taken?.then(() => {
      served = true;
    });
    await vi.advanceTimersByTimeAsync(1000);
    expect(served).toBe(true);
  });

  it('is forgotten only once it is full again', () => {
    const { buckets, limiter } = countedRateLimiter();
    const slow = { ...bucket, intervalMs: 1e9 };
    drain(limiter, slow);
    for (let user = 0; user < 5000; user += 1) {
      const rule = { ...bucket, key: `user ${user}`, intervalMs: 1 };
      limiter.take(rule).release({});
      vi.advanceTimersByTime(1);
    }
    expect(limiter.take(slow).waitMs).toBeGreaterThan(0);
    expect(buckets.size).toBeLessThanOrEqual(1001);
  });

  it('gets back the point of a call that was never sent, and only once', () => {
    const limiter = new MemoryRateLimiter();
    for (let count = 0; count < 50; count += 1) {
      const place = limiter.take(bucket);
      place.release();
      place.release();
    }
    expect(drain(limiter, bucket)).toBe(10);
  });

  it('is separate for each key', () => {
    const limiter = new MemoryRateLimiter();
    drain(limiter, bucket);
    expect(drain(limiter, { ...bucket, key: 'other' })).toBe(10);
  });
});

describe('a rate limiter with many keys', () => {
  const keys = 20_000;

  it('visits at most two buckets for each new key, even while none can be forgotten', () => {
    const { buckets, limiter } = countedRateLimiter();
    for (let user = 0; user < keys; user += 1)
      limiter.take({ ...bucket, key: `user ${user}`, intervalMs: 1e9 }).release({});
    expect(buckets.size).toBe(keys);
    expect(buckets.visits).toBeLessThanOrEqual(2 * keys);
  });

  it('forgets the buckets of a burst of users as other users replace them', () => {
    const { buckets, limiter } = countedRateLimiter();
    const useKeys = (from: number, to: number) => {
      for (let user = from; user < to; user += 1) limiter.take({ ...bucket, key: `user ${user}` }).release({});
    };
    useKeys(0, keys);
    expect(buckets.size).toBe(keys);
    vi.advanceTimersByTime(10_000);
    useKeys(keys, 2 * keys);
    expect(buckets.size).toBe(keys); // as many as were used in the last interval
    expect(buckets.visits).toBeLessThanOrEqual(4 * keys);
  });

  it('stores no bucket for a rule without a limit that was never refused', () => {
    const { buckets, limiter } = countedRateLimiter();
    const unlimited = (user: number): RateLimitRule => ({
      ...bucket,
      key: `user ${user}`,
      limit: Number.POSITIVE_INFINITY,
    });
    for (let user = 0; user < keys; user += 1) limiter.take(unlimited(user)).release({ remaining: 0 });
    expect(buckets.size).toBe(0);
    expect(limiter.state()).toEqual({});
    limiter.block(unlimited(7), 5000);
    expect(buckets.size).toBe(1);
    expect([limiter.take(unlimited(7)).waitMs, limiter.take(unlimited(8)).waitMs]).toEqual([5000, 0]);
  });

  it('does not forget a bucket that is still filling after its interval', () => {
    const { limiter } = countedRateLimiter();
    limiter.take(bucket).release({}); // starts the interval
    vi.advanceTimersByTime(9999);
    for (let call = 0; call < 10; call += 1) limiter.take(bucket).release({});
    vi.advanceTimersByTime(1001);
    for (let user = 0; user < 2000; user += 1)
      limiter.take({ ...bucket, key: `user ${user}`, intervalMs: 1e9 }).release({});
    expect(drain(limiter, bucket)).toBe(1);
  });
});
