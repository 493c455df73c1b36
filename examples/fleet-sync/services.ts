import { createBankClient } from '@x/bank';
import type { RateLimiterFactory, RateLimitRule } from '@x/core';
import { postgresStore } from '@x/postgres';
import { redisRateLimiter } from '@x/redis';
import { secretStore } from '@x/stores';
import { postgresDatabase } from '@x/sync/postgres';
import { Redis } from 'ioredis';
import pg from 'pg';
import { pino } from 'pino';
import { countEvent } from './figures.ts';
import { openQueue } from './queue.ts';
import { readSettings } from './settings.ts';

export type Services = ReturnType<typeof openServices>;

/** Opens a process's services. Access tokens are in PostgreSQL; the queue and the rate limits are in Redis. */
export function openServices(env: NodeJS.ProcessEnv) {
  const settings = readSettings(env);
  const log = pino();
  const onError = (error: unknown) => log.error({ err: error }, 'failed');
  const redis = new Redis(settings.redisUrl).on('error', onError);
  const queue = openQueue(settings.redisUrl).on('error', onError);
  const pool = new pg.Pool({ connectionString: settings.postgresUrl, application_name: `fleet-sync ${process.pid}` });
  pool.on('error', onError);
  const items = secretStore(postgresStore(pool, { encryption: { keys: [settings.secret] } }));
  const rateLimiter = withAgreedLimit(redisRateLimiter(redis), settings.syncsPerMinute);
  const onEvent = countEvent(redis);
  // The limit of a minute may be used up within seconds. Jobs then wait for the next minute.
  const bank = createBankClient({ ...settings.bank, items, rateLimiter, onEvent, maxWaitMs: 120_000 });
  return { settings, log, onError, redis, queue, pool, database: postgresDatabase(pool), items, bank };
}

/** Replaces Plaid's limit for syncs of all Items together with the one that you have agreed on, if any. */
function withAgreedLimit(limits: RateLimiterFactory, syncsPerMinute: number): RateLimiterFactory {
  if (!syncsPerMinute) return limits;
  const agreed = (rule: RateLimitRule) =>
    rule.key === '/transactions/sync' ? { ...rule, limit: syncsPerMinute } : rule;
  return (owner) => {
    const limiter = limits(owner);
    return {
      take: (rule, ...rest) => limiter.take(agreed(rule), ...rest),
      block: (rule, ms) => limiter.block(agreed(rule), ms),
      state: () => limiter.state(),
    };
  };
}
