import { afterEach, expect, it, vi } from 'vitest';
import { fc } from '../../test/properties.ts';
import type { RateLimitRule, RateLimitState } from '../declare/rate-limiter.ts';
import { type Bucket, close, createBucket, estimateWait, refresh, settle, stateOf, usePoint } from './bucket.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';

afterEach(() => vi.useRealTimers());

const maxRetryAfterMs = 4096;
// These are powers of two, so that filling a bucket in many small steps gives exactly the same result as in a single
// step.
const kinds: readonly Omit<RateLimitRule, 'key'>[] = [
  { limit: 4, intervalMs: 1024, refill: 'continuous' },
  { limit: 64, intervalMs: 512, refill: 'continuous' },
  { limit: 2, intervalMs: 1024, refill: 'window' },
  { limit: 1, intervalMs: 256, refill: 'window' },
  { limit: Number.POSITIVE_INFINITY, intervalMs: 1024, refill: 'window' },
  { limit: Number.POSITIVE_INFINITY, intervalMs: 1024, refill: 'window', sharesLimit: true },
  { limit: 2, intervalMs: 512, refill: 'window', sharesLimit: true },
];
const rules = kinds.flatMap((kind, index) =>
  ['x', 'y'].map((name): RateLimitRule => ({ ...kind, key: `${name}${index}` })),
);

interface RateLimiter {
  /** Takes a place and returns the expected wait. `serve` runs when it is the call's turn. */
  take(rule: RateLimitRule, serve: () => void): { waitMs: number; release(state?: RateLimitState): void };
  block(rule: RateLimitRule, ms: number): void;
  state(): RateLimitState | undefined;
  /** Lets a millisecond pass. */
  tick(): Promise<void>;
}

/**
 * The simplest possible rate limiter: it forgets nothing, uses arrays as queues, and looks at all of them every
 * millisecond.
 */
function naiveRateLimiter(now: () => number): RateLimiter {
  const buckets = new Map<string, { bucket: Bucket; queue: { call: number; serve: () => void }[] }>();
  let used: RateLimitRule | undefined;
  let calls = 0;
  function find(rule: RateLimitRule) {
    const known = buckets.get(rule.key) ?? { bucket: createBucket(rule, now()), queue: [] };
    buckets.set(rule.key, known);
    refresh(known.bucket, now(), maxRetryAfterMs);
    return known;
  }
  /** Returns the time at which fewer than two of the buckets that share a limit are blocked. */
  const sharedOpensAt = ({ sharesLimit }: RateLimitRule) =>
    (sharesLimit &&
      rules
        .filter((each) => each.sharesLimit)
        .map((each) => find(each).bucket.opensAt)
        .sort((a, b) => b - a)[1]) ||
    0;
  const waitOf = (bucket: Bucket, ahead: number) =>
    Math.max(estimateWait(bucket, ahead), sharedOpensAt(bucket.rule) - now());
  function serveAll(rule: RateLimitRule) {
    const { bucket, queue } = find(rule);
    while (queue.length > 0 && waitOf(bucket, 0) === 0) {
      const { call = 0, serve } = queue.shift() ?? {};
      usePoint(bucket, call);
      serve?.();
    }
  }
  return {
    take(rule, serve) {
      used = rule;
      const { bucket, queue } = find(rule);
      const waitMs = waitOf(bucket, queue.length);
      calls += 1;
      const waiter = { call: calls, serve };
      queue.push(waiter);
      serveAll(rule);
      return {
        waitMs,
        release(state) {
          const index = queue.indexOf(waiter);
          if (index >= 0) queue.splice(index, 1);
          else settle(find(rule).bucket, waiter.call, state, maxRetryAfterMs);
          serveAll(rule);
        },
      };
    },
    block: (rule, ms) => close(find(rule).bucket, Math.min(ms, maxRetryAfterMs)),
    state() {
      const bucket = used && find(used).bucket;
      return bucket && stateOf({ ...bucket, opensAt: Math.max(bucket.opensAt, sharedOpensAt(bucket.rule)) });
    },
    async tick() {
      for (const rule of rules) serveAll(rule);
    },
  };
}

/** The rate limiter under test. With `maxBuckets` 1, it forgets a bucket as soon as another key is new. */
function realRateLimiter(now: () => number): RateLimiter {
  const limiter = new MemoryRateLimiter({ clock: { now }, maxRetryAfterMs }, { maxBuckets: 1 });
  return {
    take(rule, serve) {
      const { waitMs, taken, release } = limiter.take(rule);
      if (taken) taken.then(serve);
      else serve();
      return { waitMs: waitMs as number, release };
    },
    block: (rule, ms) => limiter.block(rule, ms),
    state: () => limiter.state(),
    tick: async () => {},
  };
}

const rule = fc.constantFrom(...rules);
const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ name: fc.constant('take' as const), rule, times: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      name: fc.constant('release' as const),
      place: fc.nat(60),
      state: fc.option(fc.record({ remaining: fc.option(fc.nat(4), { nil: undefined }) }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('release all' as const) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('block' as const), rule, ms: fc.nat(6000) }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('pass' as const), ms: fc.nat(300) }) },
);

it('a rate limiter serves the same calls in the same order at the same times as a naive one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 60, size: 'max' }), async (commands) => {
      vi.useFakeTimers({ now: 2 ** 20 });
      const now = () => Date.now(); // fake
      const sides = [realRateLimiter, naiveRateLimiter].map((create) => ({
        limiter: create(now),
        places: [] as ReturnType<RateLimiter['take']>[],
        released: new Set<number>(),
        /** Results visible from outside, by key, because the order between keys is not guaranteed. */
        seen: new Map<string, unknown[]>(),
      }));
      const [real, naive] = sides as [(typeof sides)[0], (typeof sides)[0]];
      for (const command of commands) {
        for (const { limiter, places, released, seen } of sides) {
          const note = (key: string, ...what: unknown[]) => seen.set(key, [...(seen.get(key) ?? []), what]);
          if (command.name === 'take') {
            const { key } = command.rule;
            for (let time = 0; time < command.times; time += 1) {
              const number = places.length;
              const place = limiter.take(command.rule, () => note(key, 'serve', number, now()));
              places.push(place);
              note(`${key} waits`, number, place.waitMs);
            }
          } else if (command.name === 'release' && places.length > 0) {
            const number = command.place % places.length;
            if (!released.has(number)) places[number]?.release(command.state);
            released.add(number);
          } else if (command.name === 'release all') {
            for (const [number, place] of places.entries()) if (!released.has(number)) place.release({});
            for (const number of places.keys()) released.add(number);
          } else if (command.name === 'block') limiter.block(command.rule, command.ms);
        }
        await vi.advanceTimersByTimeAsync(0);
        for (let ms = 0; command.name === 'pass' && ms < command.ms; ms += 1) {
          await vi.advanceTimersByTimeAsync(1);
          await naive.limiter.tick();
        }
        expect(real.seen).toEqual(naive.seen);
        expect(real.limiter.state()).toEqual(naive.limiter.state());
      }
      vi.useRealTimers();
    }),
    { numRuns: 80 },
  );
});
