import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, libraries } from '../test/clients.ts';
import { type RedisServer, startRedis } from '../test/redis-server.ts';
import { type RunScript, scriptRunner } from './client.ts';
import { type LockTimes, takeLock } from './lock.ts';

let server: RedisServer;
let connection: Connection;
let run: RunScript;
beforeAll(async () => {
  server = await startRedis();
  connection = await libraries.ioredis(server.url);
  run = scriptRunner(connection.client, 5000);
});
afterAll(async () => {
  connection?.close();
  await server?.stop();
});

/** Times that pass only while a lock is waited for. */
function timesOf(more: Partial<LockTimes> = {}) {
  const pauses: number[] = [];
  let now = 0;
  const times: LockTimes = {
    ttlMs: 15_000,
    waitMs: 1000,
    now: () => now,
    random: () => 0.5,
    sleep: async (ms) => {
      pauses.push(Math.round(ms));
      now += ms;
    },
    ...more,
  };
  return { times, pauses };
}

it('gives every holder a larger fence than the one before', async () => {
  const fences: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const lock = await takeLock(run, 'fences', timesOf().times);
    fences.push(Number(lock.fence));
    await lock.release();
  }
  expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
  expect(fences[0]).toBeGreaterThan(1e12);
});

it('waits at growing, scattered distances, for as long as it is told to, and then fails', async () => {
  const held = await takeLock(run, 'held', timesOf().times);
  const { times, pauses } = timesOf();
  await expect(takeLock(run, 'held', times)).rejects.toThrow(/lockWaitMs \(1000 ms\)/);
  expect(pauses.slice(0, 8)).toEqual([20, 30, 45, 68, 101, 152, 228, 250]);
  const scattered = timesOf({ random: () => 0 });
  await expect(takeLock(run, 'held', scattered.times)).rejects.toThrow();
  expect(scattered.pauses.slice(0, 3)).toEqual([10, 15, 23]);
  await held.release();
});

it('is its own again when the client repeats a command whose answer was lost', async () => {
  const twice: RunScript = async (script, keys, values) => {
    await run(script, keys, values);
    return run(script, keys, values);
  };
  const { times, pauses } = timesOf();
  const lock = await takeLock(twice, 'repeated', times);
  await lock.release();
  expect(pauses).toEqual([]);
  await (await takeLock(run, 'repeated', timesOf({ waitMs: 0 }).times)).release();
});

it('is given back when it was taken but the answer came too late', async () => {
  const late: RunScript = async (script, keys, values) => {
    const answer = await run(script, keys, values);
    if (/'NX'/.test(script.text)) throw new Error('no answer within 5 ms');
    return answer;
  };
  await expect(takeLock(late, 'late', timesOf().times)).rejects.toThrow('no answer');
  await (await takeLock(run, 'late', timesOf({ waitMs: 0 }).times)).release();
});

it('stays with a holder who works for longer than it lasts, and is free soon after one who died', async () => {
  const ttlMs = 150;
  const holder = await takeLock(run, 'long', timesOf({ ttlMs }).times);
  const startedAt = performance.now();
  await expect.poll(() => performance.now() - startedAt, { interval: 20 }).toBeGreaterThan(3 * ttlMs);
  await expect(takeLock(run, 'long', timesOf({ waitMs: 0 }).times)).rejects.toThrow('not free');
  await holder.release();

  const dead: RunScript = async (script, ...rest) => (/'NX'/.test(script.text) ? run(script, ...rest) : null);
  await takeLock(dead, 'long', timesOf({ ttlMs }).times);
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const next = await takeLock(run, 'long', timesOf({ waitMs: 5000, now: () => performance.now(), sleep }).times);
  await next.release();
});

it('releases only what is its own', async () => {
  const lost = await takeLock(run, 'own', timesOf().times);
  await connection.send('DEL', 'own:lock');
  const holder = await takeLock(run, 'own', timesOf().times);
  await lost.release();
  await expect(takeLock(run, 'own', timesOf({ waitMs: 0 }).times)).rejects.toThrow('not free');
  await holder.release();
});
