import type { BankOptions } from '@x/bank';

/**
 * Reads the settings of a process from its environment. Throws when one is missing. With real credentials, call
 * `createTables` of `sync.ts` in your migrations, and run `server.ts` at your webhook address, and `worker.ts` in as many
 * processes as you like. Call `linkItem` where your app receives the public token from Link, and `enqueue` where it learns
 * that a user has finished update mode: Plaid sends `LOGIN_REPAIRED` only for logins that were repaired elsewhere.
 *
 * - `REDIS_URL`: address of the Redis server; with `maxmemory-policy noeviction`, which BullMQ requires.
 * - `POSTGRES_URL`: address of PostgreSQL.
 * - `APP_SECRET`: 32 random bytes in base64, the same in all processes; encrypts access tokens.
 * - `BANK`: options of the client as JSON: `{ "clientId": …, "clientSecret": …, "environment": "production" }`.
 * - `SYNCS_PER_MINUTE`: limit for `/transactions/sync` on all Items together, as agreed with Plaid. Default: Plaid's.
 * - `SCHEDULE_MS`: milliseconds between scheduled syncs of every Item. Default: a day.
 * - `LOCK_MS`: milliseconds until another worker may take over the jobs and Items of a killed one. Default 30,000.
 * - `PORT`: port of the server, on 127.0.0.1. Default 3000.
 */
export function readSettings(env: NodeJS.ProcessEnv) {
  const { REDIS_URL, POSTGRES_URL, APP_SECRET, BANK } = env;
  if (!REDIS_URL || !POSTGRES_URL || !APP_SECRET || !BANK)
    throw new Error('Set REDIS_URL, POSTGRES_URL, APP_SECRET and BANK: see settings.ts');
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
