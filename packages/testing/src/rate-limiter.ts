import type { RateLimiter, RateLimitRule } from '@x/core';
import { describe, expect, it } from 'vitest';

/** A rate limiter to test, and its controls. */
export interface TestedRateLimiter {
  readonly limiter: RateLimiter;
  /** Time of the rate limiter, in Unix milliseconds; the tests set it. */
  readonly clock: { at: number };
  /** Resolves when the rate limiter has processed everything. */
  settled(): Promise<void>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Time for which no call is sent after the end of a used-up window of a minute or longer, in milliseconds. */
const reserveMs = 2000;
const continuous: RateLimitRule = { key: 'k', limit: 10, intervalMs: 10_000, refill: 'continuous' };
const window: RateLimitRule = { key: 'k', limit: 10, intervalMs: minuteMs, refill: 'window' };
const unpublished: RateLimitRule = { ...window, limit: Number.POSITIVE_INFINITY };

/**
 * Tests the rules that every rate limiter follows, in memory or shared: how long a response or a clock change can hold
 * calls back.
 *
 * @param open Opens a rate limiter in its initial state with the given `maxRetryAfterMs`. Default: 15 minutes.
 */
export function describeRateLimiter(
  name: string,
  open: (options: { maxRetryAfterMs?: number }) => TestedRateLimiter,
): void {
  function start(options: { maxRetryAfterMs?: number } = {}) {
    const { limiter, clock, settled } = open(options);

    /** Returns how many milliseconds a call would wait now, and leaves the queue again. */
    async function wait(rule: RateLimitRule): Promise<number> {
      const place = limiter.take(rule, -1);
      const waitMs = await place.waitMs;
      place.release();
      await settled();
      return waitMs;
    }
    /** Sends calls; the response to the last one reports `remaining` and `resetAt`. */
    async function send(rule: RateLimitRule, calls: number, remaining?: number, resetAt?: number): Promise<void> {
      for (let call = 1; call <= calls; call += 1) {
        const place = limiter.take(rule);
        expect(await place.waitMs).toBe(0);
        place.release(call === calls ? { remaining, resetAt } : {});
        await settled();
      }
    }
    async function block(rule: RateLimitRule, ms: number): Promise<void> {
      limiter.block(rule, ms);
      await settled();
    }
    return { limiter, clock, wait, send, block };
  }

  describe(`a limiter ${name}`, () => {
    it.each([
      ['until the year 9999', Date.UTC(9999, 0, 1) - Date.UTC(2026, 0, 1)],
      ['for infinitely many milliseconds', Number.POSITIVE_INFINITY],
      ['for 1e308 milliseconds', 1e308],
    ])('is blocked for only 15 minutes by a refusal %s', async (_, ms) => {
      for (const rule of [unpublished, window, continuous]) {
        const { clock, wait, block } = start();
        await block(rule, ms);
        expect(await wait(rule)).toBe(15 * minuteMs);
        clock.at += 15 * minuteMs;
        expect(await wait(rule)).toBe(0);
      }
    });

    it('is blocked by a refusal for no longer than maxRetryAfterMs', async () => {
      const { clock, wait, block } = start({ maxRetryAfterMs: 2000 });
      await block(window, 3000);
      expect(await wait(window)).toBe(2000);
      clock.at += 2000;
      expect(await wait(window)).toBe(0);
    });

    it.each([Number.NaN, -1, Number.NEGATIVE_INFINITY, 0])(
      'is not blocked by a refusal of %s milliseconds',
      async (ms) => {
        const { wait, block } = start();
        await block(window, ms);
        expect(await wait(window)).toBe(0);
      },
    );

    it('stays blocked for as long as the longest refusal asks, no matter in which order refusals arrive', async () => {
      for (const order of [
        [60_000, 5000],
        [5000, 60_000],
      ]) {
        const { clock, wait, block } = start();
        for (const ms of order) await block(unpublished, ms);
        expect(await wait(unpublished)).toBe(60_000);
        clock.at += 59_000;
        await block(unpublished, 500);
        expect(await wait(unpublished)).toBe(1000);
      }
    });

    it.each([Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])(
      'ignores a response that reports %s remaining points',
      async (remaining) => {
        for (const rule of [window, continuous]) {
          const { limiter, wait, send } = start();
          await send(rule, 1, remaining);
          expect(await wait(rule)).toBe(0);
          expect(limiter.state()).toMatchObject({ limit: 10, remaining: 9 });
        }
      },
    );

    it.each([0, -5, 0.001, Number.NaN, Number.POSITIVE_INFINITY])(
      'ignores a response that reports a limit of %s points',
      async (limit) => {
        const { limiter, wait } = start();
        const place = limiter.take(continuous);
        await place.waitMs;
        place.release({ limit, remaining: 9 });
        expect(await wait(continuous)).toBe(0);
        expect(limiter.state()).toMatchObject({ limit: 10 });
      },
    );

    it('opens a window after its interval, even if a response reports a much later end', async () => {
      for (const resetAt of [Date.UTC(9999, 0, 1), Number.MAX_VALUE, Number.POSITIVE_INFINITY]) {
        const { clock, wait, send } = start();
        await send(window, 1, 0, resetAt);
        expect(await wait(window)).toBe(minuteMs + reserveMs);
        clock.at += minuteMs + reserveMs;
        expect(await wait(window)).toBe(0);
      }
    });

    it('keeps a used-up window closed for two more seconds, no matter how its calls end then', async () => {
      const { limiter, clock, wait, send } = start();
      await send(window, 8);
      const [unsent, late] = [limiter.take(window), limiter.take(window)];
      expect([await unsent.waitMs, await late.waitMs]).toEqual([0, 0]);
      const resetAt = clock.at + minuteMs;
      expect(await wait(window)).toBe(minuteMs + reserveMs);
      clock.at = resetAt;
      expect(await wait(window)).toBe(reserveMs);
      expect(limiter.state()).toEqual({ limit: 10, remaining: 0, resetAt });
      unsent.release();
      late.release({ limit: 20, remaining: 9, resetAt: resetAt + minuteMs });
      expect(await wait(window)).toBe(reserveMs);
      clock.at += reserveMs;
      await send(window, 10);
      expect(await wait(window)).toBe(minuteMs + reserveMs);
    });

    it('opens a used-up window on time after a refusal that lasts until its end', async () => {
      const { clock, wait, send, block } = start();
      await send(window, 10);
      clock.at += 20_000;
      await block(window, minuteMs - 20_000);
      expect(await wait(window)).toBe(minuteMs - 20_000);
      clock.at += minuteMs - 20_000;
      expect(await wait(window)).toBe(0);
    });

    it('opens a window that was not used up on time', async () => {
      const { clock, wait, send } = start();
      await send(window, 9);
      clock.at += minuteMs;
      await send(window, 10);
      expect(await wait(window)).toBe(minuteMs + reserveMs);
    });

    it.each([
      ['window', hourMs],
      ['continuous', 20 * hourMs],
    ] as const)(
      'restores the points that only a response took away after maxRetryAfterMs, even if the interval is longer: %s',
      async (refill, intervalMs) => {
        const rule = { ...window, refill, intervalMs, limit: 20 };
        const { limiter, clock, wait, send } = start();
        await send(rule, 3, 0);
        expect(await wait(rule)).toBe(15 * minuteMs);
        clock.at += 15 * minuteMs;
        expect(await wait(rule)).toBe(0);
        expect(limiter.state()?.remaining).toBe(17);
      },
    );

    it('does not restore the points that its own calls used before the interval ends', async () => {
      const { clock, wait, send } = start();
      const rule = { ...window, intervalMs: hourMs };
      await send(rule, 10, 0);
      clock.at += 15 * minuteMs;
      expect(await wait(rule)).toBe(45 * minuteMs + reserveMs);
    });

    it('opens a used-up window at the latest one interval and the reserve after the clock is set back', async () => {
      for (const back of [10_000, minuteMs, 61_000, 119_000, 86_400_000]) {
        const { clock, wait, send } = start();
        await send(window, 10);
        expect(await wait(window)).toBe(minuteMs + reserveMs);
        clock.at -= back;
        expect(await wait(window)).toBe(minuteMs + reserveMs);
        clock.at += minuteMs + reserveMs;
        expect(await wait(window)).toBe(0);
      }
    });

    it('is blocked for no longer than a refusal said, even if the clock is set back', async () => {
      const { clock, wait, block } = start();
      await block(unpublished, 5000);
      clock.at -= 86_400_000;
      expect(await wait(unpublished)).toBe(5000);
      clock.at += 5000;
      expect(await wait(unpublished)).toBe(0);
    });

    it('blocks all keys that share a limit while two of them are blocked, and no other key', async () => {
      const { limiter, clock, wait, block } = start();
      const [a, b, c] = ['a', 'b', 'c'].map((key) => ({ ...unpublished, key, sharesLimit: true })) as [
        RateLimitRule,
        RateLimitRule,
        RateLimitRule,
      ];
      const waits = async () => [await wait(a), await wait(b), await wait(c), await wait(window)];
      await block(a, 9000);
      await block(a, 9000);
      expect(await waits()).toEqual([9000, 0, 0, 0]);
      await block(b, 5000);
      expect(await waits()).toEqual([9000, 5000, 5000, 0]);
      await wait(c);
      expect(limiter.state()).toEqual({ remaining: 0, resetAt: clock.at + 5000 });
      clock.at += 5000;
      expect(await waits()).toEqual([4000, 0, 0, 0]);
      await block(c, Number.POSITIVE_INFINITY);
      expect(await waits()).toEqual([4000, 4000, 15 * minuteMs, 0]);
      await limiter.reset?.();
      expect(await waits()).toEqual([0, 0, 0, 0]);
      await block(a, 9000);
      expect(await waits()).toEqual([9000, 0, 0, 0]);
    });

    it('forgets the counts, refusals and reported limits of all its buckets when it is reset', async () => {
      const { limiter, wait, send, block } = start();
      const other = { ...continuous, key: 'other' };
      await send(window, 10);
      await send(other, 1, 0);
      await block(unpublished, minuteMs);
      await block(other, minuteMs);
      await limiter.reset?.();
      expect(limiter.state()).toBeUndefined();
      expect(await wait(window)).toBe(0);
      expect(await wait(other)).toBe(0);
      await send(window, 10);
      expect(await wait(window)).toBe(minuteMs + reserveMs);
    });

    it('releases a waiting call when it is reset', async () => {
      const { limiter, send } = start();
      await send({ ...window, intervalMs: hourMs }, 10);
      const place = limiter.take({ ...window, intervalMs: hourMs });
      expect(await place.waitMs).toBe(hourMs + reserveMs);
      await limiter.reset?.();
      await place.taken;
      place.release({});
    });
  });
}
