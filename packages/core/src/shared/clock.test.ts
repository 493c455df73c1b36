import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve, testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import type { Provider } from '../declare/provider.ts';
import { memoryRateLimiter } from '../rate/memory-rate-limiter.ts';
import type { Clock } from './clock.ts';
import { pause } from './pause.ts';

const hourMs = 3_600_000;
const path = ['/any', {}, { auth: 'none' }] as const;

/** Creates a stopped clock; `advance` ends the waits that are over. */
function createClock() {
  let time = 1_800_000_000_000;
  const waits = new Set<{ until: number; end: () => void }>();
  const slept: number[] = [];
  const clock: Required<Clock> = {
    now: () => time,
    sleep(ms, signal) {
      slept.push(ms);
      return new Promise((resolve, reject) => {
        const wait = { until: time + ms, end: resolve };
        waits.add(wait);
        signal?.addEventListener('abort', () => {
          waits.delete(wait);
          reject(signal.reason);
        });
      });
    },
  };
  /** Advances the time once somebody waits. */
  async function advance(ms: number): Promise<void> {
    await expect.poll(() => waits.size).toBeGreaterThan(0);
    time += ms;
    for (const wait of waits)
      if (wait.until <= time) {
        waits.delete(wait);
        wait.end();
      }
  }
  return { clock, slept, waits, advance };
}

describe("a client's clock", () => {
  let refusals = 0;
  let requests = 0;
  let server: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    server = await serve((_, response) => {
      requests += 1;
      refusals -= 1;
      if (refusals >= 0) response.writeHead(503, { 'retry-after': '3600' });
      response.end('{}');
    });
  });
  afterAll(() => server.close());

  it('decides when a retry is sent: an hour of Retry-After passes at once', async () => {
    const { clock, advance, slept, waits } = createClock();
    refusals = 2;
    const provider = testProvider(server.url, { clock, retries: 2, maxWaitMs: 2 * hourMs });
    const call = createClient(provider, {}).request(...path);
    await advance(hourMs);
    await advance(hourMs);
    await call;
    expect([slept, waits.size]).toEqual([[hourMs, hourMs], 0]);
  });

  it('does not hold up a call that is aborted during a pause', async () => {
    const { clock, waits } = createClock();
    refusals = 1;
    const controller = new AbortController();
    const provider = testProvider(server.url, { clock, retries: 1, maxWaitMs: 2 * hourMs });
    const call = createClient(provider, {}).request('/any', {}, { auth: 'none', signal: controller.signal });
    await expect.poll(() => waits.size).toBe(1);
    controller.abort(new Error('the visitor left'));
    await expect(call).rejects.toThrow('the visitor left');
    expect(waits.size).toBe(0);
  });

  it('decides when a call that waits for the rate limit is sent', async () => {
    const { clock, advance } = createClock();
    const rate: Provider['rate'] = () => ({ key: 'k', limit: 1, intervalMs: hourMs, refill: 'window' });
    refusals = 0;
    const client = createClient({ ...testProvider(server.url, { clock, maxWaitMs: 2 * hourMs }), rate }, {});
    await client.request(...path);
    const before = requests;
    const call = client.request(...path);
    for (let quarter = 0; quarter < 4; quarter += 1) await advance(hourMs / 4);
    expect(requests - before).toBe(0);
    await advance(2000); // the reserve of a used-up window
    await call;
    expect(requests - before).toBe(1);
  });
});

it('a separate rate limiter waits by its own clock', async () => {
  const { clock, advance } = createClock();
  const limiter = memoryRateLimiter({ clock });
  const rule = { key: 'k', limit: 1, intervalMs: hourMs, refill: 'window' } as const;
  limiter.take(rule);
  const place = limiter.take(rule);
  await advance(hourMs + 2000);
  await place.taken;
});

describe('a pause', () => {
  it('can end early, and leaves nothing waiting', async () => {
    const { clock, waits } = createClock();
    await pause(hourMs, undefined, Promise.resolve(), clock);
    expect(waits.size).toBe(0);
  });

  it('ends with the reason of its signal', async () => {
    const { clock, waits } = createClock();
    const controller = new AbortController();
    const waiting = pause(hourMs, controller.signal, undefined, clock);
    controller.abort('enough');
    await expect(waiting).rejects.toBe('enough');
    expect(waits.size).toBe(0);
  });

  it('ends with its signal, even if the clock ignores the signal', async () => {
    const deaf: Clock = { now: () => 0, sleep: () => new Promise(() => {}) };
    for (const clock of [undefined, { now: () => 0 }, deaf]) {
      const controller = new AbortController();
      const waiting = pause(hourMs, controller.signal, undefined, clock);
      controller.abort(new Error('gone'));
      await expect(waiting).rejects.toThrow('gone');
      await expect(pause(hourMs, controller.signal, undefined, clock)).rejects.toThrow('gone');
    }
  });

  it('fails when the sleep of its clock does', async () => {
    const broken: Clock = { now: () => 0, sleep: () => Promise.reject(new Error('no timers left')) };
    await expect(pause(1, undefined, undefined, broken)).rejects.toThrow('no timers left');
  });
});
