import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, libraries } from '../test/clients.ts';
import { type RedisServer, startRedis } from '../test/redis-server.ts';
import { scriptRunner } from './client.ts';
import { redisEntries } from './entries.ts';
import { redisStore } from './store.ts';

let server: RedisServer;
let connection: Connection;
let entries: ReturnType<typeof redisEntries>;
beforeAll(async () => {
  server = await startRedis();
  connection = await libraries.ioredis(server.url);
  entries = redisEntries(scriptRunner(connection.client, 5000), 'x:tokens:');
});
afterAll(async () => {
  connection?.close();
  await server?.stop();
});

const outcomeOf = async (key: string, owner: string) => (await entries.acquire(key, owner, 15_000, undefined)).outcome;

it('assigns every holder of a lock a larger fence than the one before', async () => {
  const fences: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const taken = await entries.acquire('fences', String(count), 15_000, undefined);
    fences.push(Number('fence' in taken && taken.fence));
    await entries.release('fences', String(count));
  }
  expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
  expect(fences[0]).toBeGreaterThan(1e12);
});

it('leaves the lock with its owner when the client repeats a command whose response was lost', async () => {
  expect([await outcomeOf('repeated', 'one'), await outcomeOf('repeated', 'one')]).toEqual(['acquired', 'acquired']);
  expect(await outcomeOf('repeated', 'other')).toBe('held');
});

it('releases and extends only the lock of its owner', async () => {
  await entries.acquire('own', 'one', 15_000, undefined);
  await entries.release('own', 'other');
  expect(await entries.extend('own', 'other', 15_000)).toBe(0);
  expect(await outcomeOf('own', 'other')).toBe('held');
  await entries.release('own', 'one');
  expect(await outcomeOf('own', 'other')).toBe('acquired');
});

it('extends the lock of a holder that works longer than lockTtlMs, and frees it soon after its holder has died', async () => {
  const lockTtlMs = 150;
  const startedAt = performance.now();
  await redisStore(connection.client, { lockTtlMs }).withLock?.('long', async () => {
    await expect.poll(() => performance.now() - startedAt, { interval: 20 }).toBeGreaterThan(3 * lockTtlMs);
    expect(await outcomeOf('long', 'other')).toBe('held');
  });
  await entries.acquire('long', 'dead', lockTtlMs, undefined);
  expect(await redisStore(connection.client).withLock?.('long', async () => 'taken')).toBe('taken');
});
