import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientOptions, memoryRateLimiter, type RateLimiter, type RateLimitRule, type Reservation } from '@x/core';
import { createClient, type Provider } from '@x/core/provider';
import { describeRateLimiter } from '@x/testing';
import { fc } from '@x/testing/properties';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Connection, libraries } from '../test/clients.ts';
import { type RedisServer, startRedis } from '../test/redis-server.ts';
import { countCommands } from '../test/statistics.ts';
import type { NodeRedisClient } from './client.ts';
import { redisRateLimiter } from './rate-limiter.ts';

let server: RedisServer;
let connections: Connection[];
beforeAll(async () => {
  server = await startRedis();
  connections = await Promise.all(Object.values(libraries).map((connect) => connect(server.url)));
});
afterAll(async () => {
  for (const { close } of connections ?? []) close();
  await server?.stop();
});

const continuous: RateLimitRule = { key: 'k', limit: 10, intervalMs: 10_000, refill: 'continuous' };
const window: RateLimitRule = { ...continuous, refill: 'window' };
/** Time for which no call is sent after the end of a used-up `window`, in milliseconds. */
const reserveMs = 400;
/** Wait for the next window after a burst that used up `window`, in milliseconds. */
const nextWindowMs = window.intervalMs + reserveMs;

let owners = 0;
/** Creates one owner's rate limiters, one per host, which alternate between the libraries, and their clock. */
function fleet(size = 2) {
  const clock = { at: 1_000_000_000, now: () => clock.at };
  const owner = `owner ${owners++}`;
  const hosts = Array.from({ length: size }, (_, index) =>
    redisRateLimiter((connections[index % 2] as Connection).client, { clock })(owner),
  );
  return { clock, hosts, host: (index: number) => hosts[index % size] as RateLimiter };
}

describeRateLimiter('in memory', (options) => {
  const clock = { at: 1_000_000_000, now: () => clock.at };
  return { limiter: memoryRateLimiter({ ...options, clock }), clock, settled: async () => {} };
});

for (const [index, library] of ['node-redis', 'ioredis'].entries())
  describeRateLimiter(`in Redis (${library})`, (options) => {
    const clock = { at: 1_000_000_000, now: () => clock.at };
    const { client } = connections[index] as Connection;
    return { limiter: redisRateLimiter(client, { ...options, clock })(`owner ${owners++}`), clock, settled };
  });

/** Returns the expected wait of a reservation. */
const waitOf = async (reservation: Reservation) => await reservation.waitMs;
const waits = (reservations: Reservation[]) => Promise.all(reservations.map(waitOf));
const takeMany = (limiter: RateLimiter, rule: RateLimitRule, count: number) =>
  Array.from({ length: count }, () => limiter.take(rule));

describe('a shared bucket', () => {
  it.each([
    [continuous, [1000, 2000, 3000]],
    [window, [nextWindowMs, nextWindowMs, nextWindowMs]],
  ])('grants its points immediately, then queues the calls of all hosts: %o', async (rule, queued) => {
    const { host } = fleet();
    const reservations = [...takeMany(host(0), rule, 6), ...takeMany(host(1), rule, 4)];
    expect(await waits(reservations)).toEqual(Array(10).fill(0));
    expect(await waits([host(1).take(rule)])).toEqual(queued.slice(0, 1));
    expect(await waits([host(0).take(rule)])).toEqual(queued.slice(1, 2));
    expect(await waits([host(1).take(rule)])).toEqual(queued.slice(2));
  });

  it('does not queue calls that would wait too long', async () => {
    const { host } = fleet();
    await waits(takeMany(host(0), continuous, 10));
    expect(await waits(Array.from({ length: 5 }, () => host(0).take(continuous, 500)))).toEqual(Array(5).fill(1000));
    expect(await waitOf(host(1).take(continuous, 1000))).toBe(1000);
  });

  it('returns the point of a call that was not sent, once', async () => {
    const { host } = fleet();
    for (let count = 0; count < 30; count += 1) {
      const reservation = host(count).take(continuous);
      expect(await reservation.waitMs).toBe(0);
      reservation.release();
      reservation.release();
    }
    // Returned points are reported to Redis in the background.
    await expect
      .poll(async () => {
        const reservations = takeMany(host(0), continuous, 11);
        const waited = await waits(reservations);
        for (const reservation of reservations) reservation.release();
        return waited;
      })
      .toEqual([...Array(10).fill(0), 1000]);
  });

  it('removes a call that leaves the queue before it knows its wait', async () => {
    const { host } = fleet();
    await waits(takeMany(host(0), continuous, 10));
    for (const reservation of takeMany(host(0), continuous, 5)) reservation.release();
    await expect.poll(async () => waitOf(host(0).take(continuous, 0))).toBe(1000);
  });

  it('applies to all hosts what the provider reports: fewer points, another limit, the end of its window', async () => {
    const { host, clock } = fleet();
    const reservation = host(0).take(window);
    await reservation.waitMs;
    reservation.release({ limit: 20, remaining: 3, resetAt: clock.at + 4000 });
    await expect.poll(() => host(0).state()).toEqual({ limit: 20, remaining: 3, resetAt: clock.at + 4000 });
    expect(await waits(takeMany(host(1), window, 4))).toEqual([0, 0, 0, 4000 + reserveMs]);
    clock.at += 4000 + reserveMs;
    expect(await waits([host(1).take(window)])).toEqual([0]);
    expect(host(1).state()).toMatchObject({ limit: 20, remaining: 19 });
  });

  it('lets responses lower its count, but not raise it', async () => {
    const { host } = fleet();
    const [first, second] = takeMany(host(0), continuous, 2) as [Reservation, Reservation];
    await waits([first, second]);
    second.release({ remaining: 4 });
    first.release({ remaining: 9 });
    await settled();
    await waitOf(host(1).take(continuous, -1));
    expect(host(1).state()?.remaining).toBe(4);
  });

  it('does not start a window with a call that was not sent', async () => {
    const { host, clock } = fleet();
    const unsent = host(0).take(window);
    await unsent.waitMs;
    unsent.release();
    await settled();
    clock.at += 4000;
    await waits(takeMany(host(1), window, 10));
    expect(await waitOf(host(0).take(window))).toBe(nextWindowMs);
  });

  it('does not wait for a process that died in the queue', async () => {
    const { host, clock } = fleet();
    const rule = { ...window, limit: 1 };
    expect(await waits(takeMany(host(0), rule, 4))).toEqual([0, 1, 2, 3].map((windows) => windows * nextWindowMs));
    clock.at += 3 * nextWindowMs + 6000;
    expect(await waits(takeMany(host(1), rule, 2))).toEqual([0, nextWindowMs]);
  });

  it('does not give back a point of a window that has ended', async () => {
    const { host, clock } = fleet();
    const unsent = host(0).take(window);
    await unsent.waitMs;
    clock.at += window.intervalMs;
    await waits(takeMany(host(0), window, 10));
    unsent.release();
    await settled();
    expect(await waitOf(host(0).take(window))).toBe(nextWindowMs);
  });

  it('holds all hosts back after a refusal, even if the limit is unknown', async () => {
    const { host, clock } = fleet();
    const unknown = { ...continuous, limit: Number.POSITIVE_INFINITY };
    expect(await waits(takeMany(host(0), unknown, 100))).toEqual(Array(100).fill(0));
    expect(host(0).state()).toEqual({});
    host(0).block(unknown, 5000);
    host(0).block(unknown, 1000);
    await expect.poll(() => host(0).state()).toEqual({ remaining: 0, resetAt: clock.at + 5000 });
    expect(await waitOf(host(1).take(unknown))).toBe(5000);
    clock.at += 5000;
    expect(await waitOf(host(1).take(unknown))).toBe(0);
    expect(host(1).state()).toEqual({});
  });

  it('continues after the clock was set back', async () => {
    for (const [rule, fullInMs] of [
      [continuous, continuous.intervalMs],
      [window, nextWindowMs],
    ] as const) {
      const { host, clock } = fleet();
      await waits(takeMany(host(0), rule, 10));
      clock.at -= 500_000;
      expect(await waitOf(host(0).take(rule, -1))).toBeLessThanOrEqual(fullInMs);
      clock.at += fullInMs;
      expect(await waitOf(host(0).take(rule))).toBe(0);
    }
  });

  it('keeps owners and keys apart, and their names out of Redis', async () => {
    const [{ host }, other] = [fleet(), fleet()];
    await waits(takeMany(host(0), continuous, 11));
    expect(await waitOf(other.host(0).take(continuous))).toBe(0);
    expect(await waitOf(host(0).take({ ...continuous, key: 'other' }))).toBe(0);
    const names = (await connections[0]?.send('KEYS', '*')) as string[];
    expect(names.join()).not.toMatch(/owner/);
    for (const name of names) expect(Number(await connections[0]?.send('PTTL', name))).toBeGreaterThan(0);
  });

  it("serves the queue in order at the right time, by Redis's clock", async () => {
    const limiters = connections.map(({ client }) => redisRateLimiter(client, { prefix: 'real:' })('fleet'));
    const rule: RateLimitRule = { key: 'k', limit: 4, intervalMs: 200, refill: 'continuous' };
    const order: number[] = [];
    const startedAt = performance.now();
    const reservations: Reservation[] = [];
    for (let index = 0; index < 12; index += 1) {
      const reservation = (limiters[index % 2] as RateLimiter).take(rule);
      await reservation.waitMs;
      reservations.push(reservation);
    }
    await Promise.all(reservations.map((reservation, index) => reservation.taken?.then(() => order.push(index))));
    // Calls of two clients that are due 50 ms apart may swap on a busy machine, calls of one client never.
    for (const client of [0, 1]) {
      const own = order.filter((index) => index % 2 === client);
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
    expect(performance.now() - startedAt).toBeGreaterThan(((12 - 4) / 4) * 200 - 20);
    expect(await connections[0]?.send('KEYS', 'real:*')).toHaveLength(1); // nothing is left in the queue
  });

  it.each<
    [string, RateLimitRule['refill'], number, (first: Reservation, other: RateLimiter, rule: RateLimitRule) => void]
  >([
    ['a refusal in between', 'window', 300, (_, other, rule) => other.block(rule, 300)],
    ['a report of fewer points in between', 'continuous', 300, (first) => first.release({ remaining: -2 })],
  ])(
    'checks again before it releases a waiting call, and delays it after %s',
    async (name, refill, expectedMs, happens) => {
      const [one, two] = connections.map(({ client }) => redisRateLimiter(client)(name)) as [RateLimiter, RateLimiter];
      const rule: RateLimitRule = { key: 'k', limit: 1, intervalMs: 100, refill };
      const first = one.take(rule);
      await first.waitMs;
      const startedAt = performance.now();
      const reservation = one.take(rule);
      expect(await reservation.waitMs).toBeLessThanOrEqual(104);
      happens(first, two, rule);
      await reservation.taken;
      expect(performance.now() - startedAt).toBeGreaterThan(expectedMs - 20);
    },
  );

  it('checks again before it releases a waiting call, and delays it after a report that the window ends later', async () => {
    const clock = { at: 1_000_000_000, now: () => clock.at };
    const naps: { ms: number; end(): void }[] = [];
    const sleep = (ms: number) => new Promise<void>((end) => naps.push({ ms, end }));
    const { client } = connections[0] as Connection;
    const limiter = redisRateLimiter(client, { clock: { now: clock.now, sleep } })(`owner ${owners++}`);
    const rule = { ...window, limit: 2 };
    const [first, second] = takeMany(limiter, rule, 2) as [Reservation, Reservation];
    await waits([first, second]);
    first.release({ remaining: 0, resetAt: clock.at + 4000 });
    await settled();
    const reservation = limiter.take(rule);
    expect(await reservation.waitMs).toBe(4000 + reserveMs);
    second.release({ remaining: 0, resetAt: clock.at + 9000 });
    await settled();
    clock.at += 4000;
    naps[0]?.end();
    await expect.poll(() => naps.map(({ ms }) => ms)).toEqual([4000 + reserveMs, 5000 + reserveMs]);
    clock.at += 5000 + reserveMs;
    naps[1]?.end();
    await reservation.taken;
  });

  it('releases a waiting call when its clock wakes it, and at a reset of the limits even if the clock ignores its signal', async () => {
    const naps: { ms: number; end(): void }[] = [];
    const clock = {
      at: 1_000_000_000,
      now: () => clock.at,
      sleep: (ms: number) => new Promise<void>((end) => naps.push({ ms, end })), // ignores its signal
    };
    const limiter = redisRateLimiter((connections[0] as Connection).client, { clock })(`owner ${owners++}`);
    const rule = { ...window, limit: 1, intervalMs: 3_600_000 };
    await waitOf(limiter.take(rule));
    const [woken, reset] = takeMany(limiter, rule, 2) as [Reservation, Reservation];
    expect(await waits([woken, reset])).toEqual([3_602_000, 7_204_000]);
    expect(naps.map(({ ms }) => ms)).toEqual([3_602_000, 7_204_000]);
    clock.at += 3_602_000;
    naps[0]?.end();
    await woken.taken;
    await limiter.reset?.();
    await reset.taken;
  });

  it('does not mistake the remaining points of an ended window for those of the current one', async () => {
    const { host, clock } = fleet();
    const late = host(0).take(window);
    await late.waitMs;
    const resetAt = clock.at + window.intervalMs;
    clock.at = resetAt;
    await waits(takeMany(host(0), window, 10));
    late.release({ remaining: 9, resetAt });
    await settled();
    clock.at += 1;
    expect(await waitOf(host(0).take(window))).toBe(nextWindowMs - 1);
  });
});

describe('the commands that Redis runs for a shared rate limiter', () => {
  const calls = 60;
  /** A bucket so large, and filling so slowly, that time makes no difference. */
  const large: RateLimitRule = { key: 'k', limit: 1000, intervalMs: 30 * 86_400_000, refill: 'continuous' };

  /** Lets callers take points and report a provider's responses, and counts the commands that Redis runs for it. */
  async function countCalls(rule: RateLimitRule, callers: number, hostCount = 1) {
    const { send } = connections[0] as Connection;
    const prefix = `counted ${owners++}:`;
    const hosts = Array.from({ length: hostCount }, (_, index) =>
      redisRateLimiter((connections[index] as Connection).client, { prefix })('owner'),
    );
    await waitOf((hosts[0] as RateLimiter).take({ ...rule, key: 'sends the script to the server' }));
    let { limit: remaining } = rule;
    const before = await countCommands(send);
    await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        for (let call = 0; call < calls / callers; call += 1) {
          const reservation = (hosts[caller % hostCount] as RateLimiter).take(rule);
          await reservation.taken;
          remaining -= 1;
          reservation.release({ limit: rule.limit, remaining });
        }
      }),
    );
    await settled();
    return (await countCommands(send)).since(before);
  }

  it.each([continuous.refill, window.refill])(
    'are one script with six commands per call, including the report of its response (%s)',
    async (refill) => {
      const { scripts, inside } = await countCalls({ ...large, refill }, 1);
      expect({ scripts, inside }).toEqual({ scripts: calls, inside: 6 * calls });
    },
  );

  // How many reports arrive before the next call of another caller depends on how busy the machine is.
  it.each([
    ['20 callers at once', continuous.refill, 1],
    ['20 callers at once, in a window', window.refill, 1],
    ['two hosts that share the bucket', continuous.refill, 2],
  ] as const)('are at most 10%% more for %s', async (_, refill, hosts) => {
    const { scripts } = await countCalls({ ...large, refill }, 20, hosts);
    expect(scripts).toBeGreaterThanOrEqual(calls);
    expect(scripts).toBeLessThanOrEqual(1.1 * calls);
  });

  it('are one script more when a response reports fewer points than were counted, and no call follows', async () => {
    const { host } = fleet();
    const { send } = connections[0] as Connection;
    const [first, second] = takeMany(host(0), continuous, 2) as [Reservation, Reservation];
    await waits([first, second]);
    const before = await countCommands(send);
    first.release({ remaining: 2 });
    second.release({ remaining: 1 });
    await settled();
    expect((await countCommands(send)).since(before).scripts).toBe(1);
    await waitOf(host(1).take(continuous, -1));
    expect(host(1).state()?.remaining).toBe(1);
  });

  it('are none when a response confirms the count and no call follows; the next call of the process reports it', async () => {
    const { host } = fleet();
    const { send } = connections[0] as Connection;
    const reservation = host(0).take(window);
    await reservation.waitMs;
    const before = await countCommands(send);
    reservation.release({ remaining: 9 });
    await settled();
    expect((await countCommands(send)).since(before).scripts).toBe(0);
    await waitOf(host(0).take(window, -1));
    expect(host(0).state()?.remaining).toBe(9);
  });
});

describe("Redis's stored state", () => {
  const minuteMs = 60_000;

  it.each([
    ['a refusal until the year 9999', { opensAt: 253_402_300_799_000 }],
    ['a refusal until 1e308 milliseconds', { opensAt: '1e308' }],
    ['minus infinity as the points', { points: '-inf' }],
    ['points that are not a number', { points: '-nan' }],
    ['a debt that would take years', { points: -1e14 }],
    ['a limit close to 0', { limit: '1e-300', points: 0 }],
    ['a window until the year 9999', { points: 0, resetAt: 253_402_300_799_000 }],
    ['points that were correct in the year 9999', { points: 0, at: 253_402_300_799_000 }],
    ['points withheld until the year 9999', { points: 0, withheld: 10, withheldUntil: 253_402_300_799_000 }],
  ])('blocks a bucket for at most 15 minutes, no matter what wrote it: %s', async (_, stored) => {
    for (const rule of [continuous, window]) {
      const { host, clock } = fleet();
      const prefix = `stored ${owners++}:`;
      const limits = redisRateLimiter((connections[0] as Connection).client, { clock, prefix });
      await waitOf(limits('owner').take(rule));
      const names = (await connections[0]?.send('KEYS', `${prefix}*`)) as string[];
      expect(names).toHaveLength(1);
      await connections[0]?.send('HSET', names[0] ?? '', ...Object.entries(stored).flat().map(String));
      expect(host(0).state()).toBeUndefined();
      expect(await waitOf(limits('owner').take(rule, -1))).toBeLessThanOrEqual(15 * minuteMs);
      expect(Number(await connections[0]?.send('PTTL', names[0] ?? ''))).toBeLessThanOrEqual(20 * minuteMs);
      clock.at += 15 * minuteMs;
      expect(await waitOf(limits('owner').take(rule, -1))).toBe(0);
    }
  });

  it('is shortened by a host with a smaller maxRetryAfterMs, and stays shortened', async () => {
    const clock = { at: 1_000_000_000, now: () => clock.at };
    const { client } = connections[0] as Connection;
    const owner = `owner ${owners++}`;
    const [long, short] = [3_600_000, 1000].map((maxRetryAfterMs) =>
      redisRateLimiter(client, { clock, maxRetryAfterMs })(owner),
    ) as [RateLimiter, RateLimiter];
    long.block(window, 3_600_000);
    await settled();
    expect(await waitOf(long.take(window, -1))).toBe(3_600_000);
    expect(await waitOf(short.take(window, -1))).toBe(1000);
    expect(await waitOf(long.take(window, -1))).toBe(1000);
  });

  it('is reset for all hosts of an owner, but not for other owners, by one host that has sent no call', async () => {
    const { host, hosts, clock } = fleet();
    const other = fleet();
    for (const rule of [window, { ...continuous, key: 'another' }]) {
      host(0).block(rule, minuteMs);
      other.host(0).block(rule, minuteMs);
    }
    await settled();
    const owner = `owner ${owners - 2}`;
    const admin = redisRateLimiter((connections[1] as Connection).client, { clock })(owner);
    await admin.reset?.();
    for (const each of hosts)
      for (const rule of [window, { ...continuous, key: 'another' }]) expect(await waitOf(each.take(rule, -1))).toBe(0);
    expect(await waitOf(other.host(0).take(window, -1))).toBe(minuteMs);
  });

  it("does not stop a bucket from filling when the server's clock is set back", async () => {
    const { client, send } = connections[0] as Connection;
    const prefix = `back ${owners++}:`;
    const limiter = redisRateLimiter(client, { prefix })('owner');
    const rule: RateLimitRule = { ...continuous, limit: 1, intervalMs: 3_600_000 };
    await waitOf(limiter.take(rule));
    const [name = ''] = (await send('KEYS', `${prefix}*`)) as string[];
    // The server would have stored this value before its clock went back by half an hour.
    await send('HSET', name, 'at', String(Number(await send('HGET', name, 'at')) + 1_800_000));
    await waitOf(limiter.take(rule, -1));
    const at = Number(await send('HGET', name, 'at'));
    const [seconds] = (await send('TIME')) as string[];
    expect(at).toBeLessThan(Number(seconds) * 1000 + 600_000);
  });
});

/** Resolves once Redis has executed all commands. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all(connections.map(({ send }) => send('PING')));
  await new Promise((resolve) => setImmediate(resolve));
}

/** Creates a provider that counts calls as documented. */
function providerOf({ limit, intervalMs, refill }: RateLimitRule) {
  let [points, at, resetAt, least] = [limit, 0, 0, limit];
  return {
    least: () => least,
    call(now: number) {
      if (refill === 'continuous') points = Math.min(limit, points + ((now - at) / intervalMs) * limit);
      else if (now >= resetAt) [points, resetAt] = [limit, now + intervalMs];
      at = now;
      points -= 1;
      least = Math.min(least, points);
      return { limit, remaining: Math.max(0, Math.floor(points)), ...(refill === 'window' && { resetAt }) };
    },
  };
}

it.each([
  ['800 per minute, refilled continuously, as at Twitch', { ...continuous, limit: 800, intervalMs: 60_000 }, 1800],
  ['7 per second, refilled continuously', { ...continuous, limit: 7, intervalMs: 1000 }, 40],
  ['7 per window of one second', { ...window, limit: 7, intervalMs: 1000 }, 40],
] as const)(
  'a fleet never exceeds the limit, no matter when its calls start and how they end: %s',
  async (_, rule, most) => {
    const calls = fc.array(
      fc.record({
        afterMs: fc.oneof(fc.constant(0), fc.nat(Math.round(rule.intervalMs / rule.limit / 2))),
        host: fc.nat(3),
        ends: fc.constantFrom('answered', 'unheard', 'left', 'died'),
        // Core tests requests that overtake each other in a continuous bucket.
        arrivesInMs: fc.nat(rule.refill === 'window' ? rule.intervalMs / 25 : 0),
        tookMs: fc.nat(rule.intervalMs / 2),
      }),
      { minLength: most * 0.8, maxLength: most },
    );
    await fc.assert(
      fc.asyncProperty(calls, async (calls) => {
        const clock = { at: 1e12, now: () => clock.at };
        const agenda: { at: number; run(): unknown }[] = [];
        const after = (ms: number, run: () => unknown) => agenda.push({ at: clock.at + ms, run });
        const sleep = (ms: number) => new Promise<void>((resolve) => after(ms, () => resolve()));
        const owner = `fleet ${owners++}`;
        const hosts = [0, 1, 2, 3].map((index) =>
          redisRateLimiter((connections[index % 2] as Connection).client, { clock: { now: clock.now, sleep } })(owner),
        );
        const provider = providerOf(rule);
        const maxWaitMs = rule.intervalMs * 3;
        let promised = 0; // reservations of calls that were neither sent nor given up

        async function call({ host, ends, arrivesInMs, tookMs }: (typeof calls)[number]) {
          const reservation = (hosts[host] as RateLimiter).take(rule, maxWaitMs);
          if ((await reservation.waitMs) > maxWaitMs) return reservation.release();
          let waits = true;
          promised += 1;
          const leave = () => {
            if (!waits) return;
            promised -= 1;
            reservation.release();
          };
          if (ends === 'left') after(tookMs, leave);
          await reservation.taken;
          waits = false;
          promised -= 1;
          after(arrivesInMs, () => {
            const answer = provider.call(clock.at);
            if (ends !== 'died') after(tookMs, () => reservation.release(ends === 'answered' ? answer : {}));
          });
        }

        let startsMs = 0;
        for (const each of calls) {
          startsMs += each.afterMs;
          after(startsMs, () => void call(each).catch(() => {}));
        }
        while (agenda[0]) {
          agenda.sort((a, b) => a.at - b.at);
          const next = agenda.shift();
          clock.at = next?.at ?? 0;
          next?.run();
          await settled();
        }
        expect(promised).toBe(0);
        expect(provider.least()).toBeGreaterThan(-0.001);
      }),
      { numRuns: most > 100 ? 2 : 40 },
    );
  },
);

describe('a client with a shared rate limiter', () => {
  const provider = (baseUrl: string, options: ClientOptions, rule = window): Provider => ({
    name: 'test',
    baseUrl,
    options: { retries: 0, ...options },
    lists: 'repeat',
    credentials: { clientId: 'id' },
    signUp: '',
    readError: () => ({}),
    rate: () => rule,
    rateState: (headers) => ({ remaining: Number(headers.get('remaining')) }),
  });

  /**
   * @param together Number of requests that have to arrive before the requests after the fourth get a response. Default
   * 1.
   */
  async function serve(together = 1) {
    let count = 0;
    const waiting: (() => void)[] = [];
    const http = createServer((_, response) => {
      count += 1;
      const remaining = 10 - count;
      waiting.push(() => response.setHeader('remaining', remaining).end('{}'));
      if (count <= 4 || waiting.length >= together) for (const respond of waiting.splice(0)) respond();
    }).listen(0, '127.0.0.1');
    await once(http, 'listening');
    onTestFinished(() => {
      http.close();
      http.closeAllConnections();
    });
    return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, count: () => count };
  }

  it('shares its points with the other hosts and reports the remaining ones', async () => {
    const { url, count } = await serve();
    const clients = connections.map(({ client }) =>
      createClient(provider(url, { rateLimiter: redisRateLimiter(client), maxWaitMs: 100 }), {}),
    );
    const calls = Array.from({ length: 30 }, (_, index) =>
      clients[index % 2]?.request('/').then(
        () => 'sent',
        (error) => error.code,
      ),
    );
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(20);
    expect(count()).toBe(10);
    await expect.poll(() => clients[0]?.rateLimit).toMatchObject({ limit: 10, remaining: 0 });
  });

  it('makes one round trip to Redis per call, both in sequence and in parallel', async () => {
    // The server responds to all of them together, so that no response is received before Redis has counted all of the
    // calls. Requests may overtake each other, and a response that reports fewer points than Redis has counted by then
    // is sent there at once.
    const { url } = await serve(6);
    // Use a separate server, so that commands left over from other tests are not counted.
    const own = await startRedis();
    const { client, send, close } = await libraries.ioredis(own.url);
    onTestFinished(() => {
      close();
      return own.stop();
    });
    const rateLimiter = redisRateLimiter(client, { prefix: `client ${owners++}:` });
    await waitOf(rateLimiter('another').take(window)); // loads the script into the server
    const calls = createClient(provider(url, { rateLimiter }), {});
    const before = await countCommands(send);
    for (let call = 0; call < 4; call += 1) await calls.request('/');
    await Promise.all(Array.from({ length: 6 }, () => calls.request('/')));
    await settled();
    expect((await countCommands(send)).since(before).scripts).toBe(10);
  });

  it('frees its reservation when the caller aborts', async () => {
    const { url, count } = await serve();
    const rule = { ...window, limit: 1, intervalMs: 150, key: 'left' };
    const client = createClient(
      provider(url, { rateLimiter: redisRateLimiter(connections[0]?.client as never) }, rule),
      {},
    );
    await client.request('/');
    const controller = new AbortController();
    const left = client.request('/', {}, { signal: controller.signal });
    const next = client.request('/');
    controller.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await next;
    expect(count()).toBe(2);
  });

  it.each(Object.entries(libraries))(
    '%s: fails with unavailable when Redis is down, before the request',
    async (_, connect) => {
      const { url, count } = await serve();
      const own = await startRedis();
      const { client, close } = await connect(own.url);
      onTestFinished(close);
      const calls = createClient(provider(url, { rateLimiter: redisRateLimiter(client, { timeoutMs: 500 }) }), {});
      await calls.request('/');
      await own.stop();
      await expect(calls.request('/')).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/the shared rate limiter failed: Redis: /),
      });
      expect(count()).toBe(1);
    },
  );

  /** Creates a Redis that works, does not respond, or fails, depending on `state.is`. */
  function unsteady() {
    const real = (connections[0] as Connection).client as NodeRedisClient;
    const state: { is: 'there' | 'silent' | 'failing'; asked: number } = { is: 'there', asked: 0 };
    const through =
      (method: 'eval' | 'evalSha'): NodeRedisClient['eval'] =>
      (...command) => {
        state.asked += 1;
        if (state.is === 'silent') return new Promise(() => {});
        if (state.is === 'failing') return Promise.reject(new Error('connection refused'));
        return real[method](...command);
      };
    return { client: { eval: through('eval'), evalSha: through('evalSha') }, state };
  }

  it("fails with unavailable when Redis does not respond, long before the call's deadline and Redis's timeout", async () => {
    const { url, count } = await serve();
    const { client, state } = unsteady();
    state.is = 'silent';
    const calls = createClient(provider(url, { rateLimiter: redisRateLimiter(client) }), {});
    await expect(calls.request('/', {}, { deadlineMs: 200 })).rejects.toMatchObject({
      code: 'unavailable',
      retryable: true,
      message: expect.stringMatching(/the shared rate limiter failed: Redis: no response within \d\d ms/),
    });
    expect(count()).toBe(0);
  });

  it.each(['silent', 'failing'] as const)(
    "counts in memory while Redis is %s, with onFailure: 'local', and in Redis again when it is back",
    async (outage) => {
      const { url, count } = await serve();
      const { client, state } = unsteady();
      const rateLimiter = redisRateLimiter(client, {
        onFailure: 'local',
        prefix: `local ${owners++}:`,
        timeoutMs: 400,
      });
      const rule = { ...window, limit: 3 };
      const calls = createClient(
        { ...provider(url, { rateLimiter, maxWaitMs: 0 }, rule), rateState: () => undefined },
        {},
      );
      const outcome = () =>
        calls.request('/').then(
          () => 'sent',
          (error) => error.code,
        );
      expect(await outcome()).toBe('sent');

      state.is = outage;
      expect([await outcome(), await outcome(), await outcome()]).toEqual(['sent', 'sent', 'sent']);
      expect(await outcome()).toBe('rate_limited');
      expect(calls.rateLimit).toMatchObject({ limit: 3, remaining: 0 });
      expect(count()).toBe(4);

      state.is = 'there';
      // Two points are left in Redis, because nobody else has made calls there.
      await expect.poll(outcome, { timeout: 60_000 }).toBe('sent');
      expect(await outcome()).toBe('sent');
      expect([await outcome(), count()]).toEqual(['rate_limited', 6]);
    },
  );

  it("leaves a call with a deadline enough time to be sent when Redis does not respond, with onFailure: 'local'", async () => {
    const { url, count } = await serve();
    const { client, state } = unsteady();
    state.is = 'silent';
    const rateLimiter = redisRateLimiter(client, { onFailure: 'local' });
    const calls = createClient(provider(url, { rateLimiter }, { ...window, key: 'in time' }), {});
    await calls.request('/', {}, { deadlineMs: 2000 });
    expect(count()).toBe(1);
  });

  it("checks with one request at a time whether Redis is back, with onFailure: 'local', and no call waits for it", async () => {
    const { url, count } = await serve();
    const { client, state } = unsteady();
    const rateLimiter = redisRateLimiter(client, { onFailure: 'local', timeoutMs: 600_000 });
    const calls = createClient(provider(url, { rateLimiter }, { ...window, key: 'one at a time' }), {});
    state.is = 'failing';
    await calls.request('/');
    state.is = 'silent';
    state.asked = 0;
    for (let call = 0; call < 5; call += 1) await calls.request('/');
    expect([count(), state.asked]).toEqual([6, 1]);
  });

  it("makes a queued call wait for a point in memory when Redis goes down, with onFailure: 'local'", async () => {
    const { client, state } = unsteady();
    const clock = { at: 1_000_000_000, now: () => clock.at };
    const naps: (() => void)[] = [];
    const sleep = () => new Promise<void>((end) => naps.push(end));
    const limiter = redisRateLimiter(client, { onFailure: 'local', clock: { now: clock.now, sleep } })(
      `owner ${owners++}`,
    );
    const rule = { ...window, limit: 1 };
    await waitOf(limiter.take(rule));
    const [queued, gone] = [limiter.take(rule), limiter.take(rule)];
    await waits([queued, gone]);
    gone.release();
    state.is = 'failing';
    for (const end of naps) end();
    await queued.taken;
    expect(await waitOf(limiter.take(rule))).toBe(nextWindowMs);
    queued.release({});
  });

  it('refuses an unknown onFailure', () => {
    const options = { onFailure: 'maybe' } as never;
    expect(() => redisRateLimiter((connections[0] as Connection).client, options)).toThrow(
      'redisRateLimiter: onFailure must be one of refuse, local; got "maybe"',
    );
  });
});
