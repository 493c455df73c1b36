export type { Clock } from '@x/core';
export { type RedisBudgetOptions, redisBudget } from './budget.ts';
export type { IoRedisClient, NodeRedisClient, RedisClient } from './client.ts';
export type { EncryptionOptions } from './encryption.ts';
export { type RedisStoreOptions, redisStore } from './store.ts';
