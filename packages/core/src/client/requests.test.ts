import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lifecycle } from '../declare/lifecycle.ts';
import type { RateLimitRule } from '../declare/rate-limiter.ts';
import { MemoryRateLimiter } from '../rate/memory-rate-limiter.ts';
import { isolatesRequests, SharedWork, Turns } from '../shared/requests.ts';
import { createGrant } from '../tokens/grant.ts';
import { createGrantSource, keepRunning } from '../tokens/grant-source.ts';
import { memoryStore } from '../tokens/store.ts';

// Only the runtime itself can show that no request waits for another request's promise, so that is tested in a worker:
// see tools/release/src/runtimes/workers.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const onWorkers = () => vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });

const never = () => new Promise<never>(() => {});

/** Begins work in a request that ends at once, so none of its timers ever runs. */
function abandon(begin: () => void): void {
  const fake = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval };
  Object.assign(globalThis, { setTimeout: () => 0, setInterval: () => 0 });
  try {
    begin();
  } finally {
    Object.assign(globalThis, fake);
  }
}

it.each([
  [undefined, false],
  [{}, false],
  [{ userAgent: 'Node.js/24' }, false],
  [{ userAgent: 'Cloudflare-Workers' }, true],
])('requests are isolated where navigator is %j: %s', (navigator, expected) => {
  vi.stubGlobal('navigator', navigator);
  expect(isolatesRequests()).toBe(expected);
});

describe.each([
  ['Node', () => {}],
  ['Cloudflare Workers', onWorkers],
])('on %s, shared work', (_, start) => {
  beforeEach(start);

  it('runs once for all callers at the same time, and again for later callers', async () => {
    const work = new SharedWork<number>();
    let runs = 0;
    const done = Promise.withResolvers<void>();
    const run = () =>
      work.run(async () => {
        runs += 1;
        const own = runs;
        await done.promise;
        return own;
      });
    const callers = Array.from({ length: 30 }, run);
    expect(work.isUnderWay).toBe(true);
    done.resolve();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(callers)).toEqual(Array(30).fill(1));
    expect(work.isUnderWay).toBe(false);
    expect(await run()).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails for everyone who waits for it', async () => {
    const work = new SharedWork<never>();
    const failure = new Error('refused');
    const callers = [1, 2, 3].map(() => work.run(() => Promise.reject(failure)).catch((error: unknown) => error));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(callers)).toEqual([failure, failure, failure]);
    expect(work.isUnderWay).toBe(false);
  });

  it('runs in turns, and a failure ends only its own turn', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} starts`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      order.push(`${name} ends`);
      if (name === 'first') throw new Error(name);
      return name;
    };
    const all = Promise.allSettled([turns.run(work('first')), turns.run(work('second'))]);
    await vi.advanceTimersByTimeAsync(1000);
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(order).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
  });
});

describe('on Cloudflare Workers, a request that ended', () => {
  beforeEach(onWorkers);

  it('does not stop others, because one of them takes over its work', async () => {
    const work = new SharedWork<string>();
    abandon(() => void work.run(never));
    const done = Promise.withResolvers<string>();
    const start = vi.fn(() => done.promise);
    const callers = [work.run(start), work.run(start)];
    await vi.advanceTimersByTimeAsync(4000);
    expect(start).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4000);
    done.resolve('done');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(callers)).toEqual(['done', 'done']);
    expect(start).toHaveBeenCalledTimes(1);
  });

  it('loses its turn', async () => {
    const turns = new Turns();
    abandon(() => void turns.run(never));
    const next = turns.run(async () => 'next');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await next).toBe('next');
  });

  it('is not confused with one whose work just takes longer', async () => {
    const work = new SharedWork<string>();
    const done = Promise.withResolvers<string>();
    const first = work.run(() => done.promise);
    const start = vi.fn(async () => 'second');
    const second = work.run(start);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(start).not.toHaveBeenCalled();
    done.resolve('first');
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all([first, second])).toEqual(['first', 'first']);
  });
});

describe('waitUntil', () => {
  const hourMs = 3_600_000;
  const grantOf = (name: string, now: number) =>
    createGrant({ accessToken: name, refreshToken: name, obtainedAt: now, expiresAt: now + hourMs });

  /** A cache whose grant expires in 100 seconds. */
  async function dueCache() {
    const refreshed = Promise.withResolvers<void>();
    let now = 0;
    const obtain = vi.fn(async () => {
      await refreshed.promise;
      return grantOf('new', now);
    });
    const cache = createGrantSource({ key: 'k', store: memoryStore(), clock: { now: () => now }, obtain });
    await cache.set(grantOf('old', now));
    now = hourMs - 100_000;
    return { cache, obtain, refreshed };
  }

  it('gets the refresh that starts before a token expires, once', async () => {
    onWorkers();
    const { cache, obtain, refreshed } = await dueCache();
    const works: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => void works.push(work);
    for (let calls = 0; calls < 3; calls += 1)
      expect(cache.get(false, waitUntil)).toMatchObject({ accessToken: 'old' });
    refreshed.resolve();
    await vi.advanceTimersByTimeAsync(0);
    await Promise.all(works);
    expect(obtain).toHaveBeenCalledTimes(1);
    expect(works).toHaveLength(1);
    expect(cache.get()).toMatchObject({ accessToken: 'new' });
  });

  it.each([
    ['Cloudflare Workers', onWorkers, 0],
    ['Node', () => {}, 1],
  ])('is needed for a refresh in the background only on Cloudflare Workers: %s', async (_, start, refreshes) => {
    start();
    const { cache, obtain, refreshed } = await dueCache();
    expect(cache.get()).toMatchObject({ accessToken: 'old' });
    refreshed.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(obtain).toHaveBeenCalledTimes(refreshes);
  });

  it('gets a refresh that a call waits for, so that the refresh completes even if the call is gone', async () => {
    onWorkers();
    const { cache, refreshed } = await dueCache();
    const works: Promise<unknown>[] = [];
    cache.reject(cache.get() as never);
    const waiting = cache.get(false, (work) => void works.push(work));
    refreshed.reject(new Error('refused'));
    await expect(waiting).rejects.toThrow('refused');
    expect(await Promise.all(works)).toEqual([undefined]); // no unhandled rejection for the platform
  });

  it('fails the call with a remedy when it throws', () => {
    const waitUntil = () => {
      throw new TypeError('Illegal invocation');
    };
    expect(() => keepRunning(Promise.resolve(), waitUntil)).toThrow(
      'waitUntil failed: Illegal invocation. Pass a function that calls it on its object: (work) => ctx.waitUntil(work)',
    );
  });
});

describe('on Cloudflare Workers, a rate limit', () => {
  beforeEach(onWorkers);
  const rule: RateLimitRule = { key: 'k', limit: 2, intervalMs: 1000, refill: 'window' };

  it('releases waiting calls by their own timers, in order', async () => {
    const limiter = new MemoryRateLimiter();
    const order: number[] = [];
    for (let call = 1; call <= 6; call += 1) {
      const { taken, release } = limiter.take(rule);
      if (!taken) release({});
      taken?.then(() => {
        order.push(call);
        release({});
      });
    }
    await vi.advanceTimersByTimeAsync(900);
    expect(order).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    expect(order).toEqual([3, 4]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(order).toEqual([3, 4, 5, 6]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not blocked by calls whose request ended while they were waiting', async () => {
    const limiter = new MemoryRateLimiter();
    for (const place of [limiter.take(rule), limiter.take(rule)]) place.release({});
    abandon(() => {
      for (let call = 0; call < 20; call += 1) limiter.take(rule);
    });
    let isTaken = false;
    const next = limiter.take(rule);
    next.taken?.then(() => {
      isTaken = true;
    });
    await vi.advanceTimersByTimeAsync(7000);
    expect(isTaken).toBe(true);
  });

  it('forgets calls that never end', async () => {
    const limiter = new MemoryRateLimiter();
    limiter.take(rule); // its request ended during the call
    const report = () => {
      const { release } = limiter.take(rule);
      release({ limit: 2, remaining: 1 });
      return limiter.state()?.remaining;
    };
    expect(report()).toBe(0);
    await vi.advanceTimersByTimeAsync(901_000);
    expect(report()).toBe(1);
  });
});

describe('on Cloudflare Workers, a client that is closed', () => {
  beforeEach(onWorkers);
  const lifecycle = () => new Lifecycle('test');

  it('waits for the calls of other requests in each request that closes it', async () => {
    const own = lifecycle();
    own.callStarted();
    const closed: number[] = [];
    void own.close(undefined).then(() => closed.push(1));
    void own.close(undefined).then(() => closed.push(2));
    expect(own.state).toBe('closing');
    await vi.advanceTimersByTimeAsync(1000);
    expect(closed).toEqual([]);
    own.callEnded();
    await vi.advanceTimersByTimeAsync(1000);
    expect(closed).toEqual([1, 2]);
    expect([own.state, own.isGraceOver]).toEqual(['closed', true]);
  });

  it.each([
    [undefined, 30_000],
    [200, 200],
  ])('does not wait forever for calls whose request ended (graceMs %j)', async (graceMs, waitedMs) => {
    const own = lifecycle();
    own.callStarted();
    const closed = own.close(graceMs);
    await vi.advanceTimersByTimeAsync(waitedMs + 200);
    await closed;
    expect(own.state).toBe('closed');
  });

  it('stores a refreshed grant that an earlier request failed to save', async () => {
    const own = lifecycle();
    const store = memoryStore();
    let isAway = false;
    const set: typeof store.set = (...args) => (isAway ? Promise.reject(new Error('away')) : store.set(...args));
    const refreshed = createGrant({ accessToken: 'new', refreshToken: 'rotated' });
    const cache = createGrantSource({
      key: 'k',
      store: { ...store, set },
      clock: { now: Date.now, sleep: async () => {} },
      obtain: async () => refreshed,
      lifecycle: own,
    });
    await cache.set(createGrant({ accessToken: 'old', refreshToken: 'used-up' }));
    isAway = true;
    await expect(cache.renew()).rejects.toThrow('away');
    isAway = false;
    const closed = own.close(0);
    await vi.advanceTimersByTimeAsync(200);
    await closed;
    expect((await store.get('k'))?.refreshToken).toBe('rotated');
  });

  it('runs nothing on behalf of other requests', async () => {
    const own = lifecycle();
    const run = vi.fn();
    own.onClose(run);
    own.onGraceOver(run);
    const closed = own.close(0);
    await vi.advanceTimersByTimeAsync(200);
    await closed;
    expect(run).not.toHaveBeenCalled();
    own.onClose(run);
    expect(run).toHaveBeenCalledTimes(1); // only its own listener
  });
});
