import type { BankOptions } from '@x/bank';

/**
 * Reads the settings of a process from its environment. Throws when one is missing; README.md explains how to set it.
 */
export function readSettings(env: NodeJS.ProcessEnv) {
  const { REDIS_URL, POSTGRES_URL, APP_SECRET, BANK } = env;
  if (!REDIS_URL || !POSTGRES_URL || !APP_SECRET || !BANK)
    throw new Error('Set REDIS_URL, POSTGRES_URL, APP_SECRET and BANK: see README.md');
  return {
    redisUrl: REDIS_URL,
    postgresUrl: POSTGRES_URL,
    secret: APP_SECRET,
    bank: JSON.parse(BANK) as BankOptions,
    syncsPerMinute: Number(env.SYNCS_PER_MINUTE ?? 0),
    scheduleMs: Number(env.SCHEDULE_MS ?? 86_400_000),
    lockMs: Number(env.LOCK_MS ?? 30_000),
    port: Number(env.PORT ?? 3_000),
  };
}
