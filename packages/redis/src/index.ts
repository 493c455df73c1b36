export { type RedisBudgetOptions, redisBudget } from './budget.ts';
export type { IoRedisClient, NodeRedisClient, RedisClient } from './client.ts';
export type { Clock } from './clock.ts';
export type { EncryptionOptions } from './encryption.ts';
export { type RedisStoreOptions, redisStore } from './store.ts';
