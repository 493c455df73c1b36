export type { Clock } from '@x/core';
export type { EncryptionOptions } from '@x/core/encryption';
export type { HeldShard, ShardBeat, ShardPlan, ShardStore } from '@x/core/provider';
export { type RedisBudgetOptions, redisBudget } from './budget.ts';
export type { IoRedisClient, NodeRedisClient, RedisClient } from './client.ts';
export { type RedisShardStoreOptions, redisShardStore } from './shards.ts';
export { type RedisStoreOptions, redisStore } from './store.ts';
export { type RedisWebhookStoreOptions, redisWebhookStore } from './webhook-store.ts';
