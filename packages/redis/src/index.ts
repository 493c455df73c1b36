export type { Clock } from '@x/core';
export type { EncryptionOptions } from '@x/stores';
export type { IoRedisClient, NodeRedisClient, RedisClient } from './client.ts';
export { type RedisRateLimiterOptions, redisRateLimiter } from './rate-limiter.ts';
export {
  type HeldShard,
  type RedisShardStoreOptions,
  redisShardStore,
  type ShardBeat,
  type ShardPlan,
  type ShardStore,
} from './shards.ts';
export { type RedisStoreOptions, redisStore } from './store.ts';
export { type RedisStores, type RedisStoresOptions, redisStores } from './stores.ts';
export { type RedisWebhookStoreOptions, redisWebhookStore } from './webhook-store.ts';
