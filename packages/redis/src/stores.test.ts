import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RedisServer, startRedis } from '../test/redis-server.ts';
import { redisStores } from './index.ts';

let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server?.stop();
});

it('redisStores opens every store, each with its own keys below the prefix', async () => {
  const { tokens, secrets, rateLimiter, webhooks, shards } = redisStores(redis, { prefix: 'my-app:' });
  await tokens.set('ann', { accessToken: 'a' } as never);
  await secrets.set('item', 'access-token');
  const limiter = rateLimiter('owner');
  await limiter.take({ key: 'k', limit: 2, intervalMs: 60_000, refill: 'window' }).waitMs;
  await webhooks.take('message', 60_000);
  await shards.beat({ group: 'conduit', member: 'one', ttlMs: 60_000, shards: 1 });

  expect(await secrets.get('item')).toBe('access-token');
  const kinds = new Set((await redis.keys('*')).map((key) => key.split(':').slice(0, 2).join(':')));
  expect([...kinds].sort()).toEqual(
    ['rate-limits', 'secrets', 'shards', 'tokens', 'webhooks'].map((kind) => `my-app:${kind}`),
  );
});

it.each([
  [() => redisStores({} as never), /^redisStores: client must be a client or cluster/],
  [() => redisStores(redis, { prefix: '{a}' }), /^redisStores: prefix must not contain/],
  [() => redisStores(redis, { lockTtlMs: 1 } as never), /^redisStores: unknown option lockTtlMs/],
])('redisStores refuses invalid arguments: %s', (open, message) => {
  expect(open).toThrow(message);
});
