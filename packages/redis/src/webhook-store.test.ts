import { describeWebhookStore } from '@x/testing';
import { memoryWebhookStore } from '@x/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, libraries } from '../test/clients.ts';
import { type RedisServer, startRedis } from '../test/redis-server.ts';
import { redisWebhookStore } from './webhook-store.ts';

let server: RedisServer;
const connections = {} as Record<keyof typeof libraries, Connection>;
beforeAll(async () => {
  server = await startRedis();
  for (const library of ['node-redis', 'ioredis'] as const) connections[library] = await libraries[library](server.url);
});
afterAll(async () => {
  for (const { close } of Object.values(connections)) close();
  await server?.stop();
});

const memory = memoryWebhookStore();
describeWebhookStore('memory', () => memory);
for (const library of ['node-redis', 'ioredis'] as const)
  describeWebhookStore(`Redis (${library})`, () =>
    redisWebhookStore(connections[library].client, { prefix: `${library}:` }),
  );

it('the Redis store does not forget a message that another process has finished when a late handler releases it', async () => {
  const store = redisWebhookStore(connections.ioredis.client);
  await store.take('late', 60_000);
  await store.finish('late', 60_000);
  await store.release('late');
  expect(await store.take('late', 60_000)).toBe('done');
});

it.each([
  [() => redisWebhookStore({} as never), /^redisWebhookStore: client must be a client or cluster/],
  [() => redisWebhookStore(connections.ioredis.client, { timeoutMs: 0 }), /timeoutMs must be a number of milli/],
])('the Redis store refuses invalid arguments: %s', (open, message) => {
  expect(open).toThrow(message);
});
