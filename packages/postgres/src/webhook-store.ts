import { createHash } from 'node:crypto';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import type { WebhookStore } from '@x/webhooks';
import { type PostgresPool, problemOfPool, statementRunner } from './client.ts';
import { checkTable, defaultTable, expiredRowsRemover, isExpired, timeIn } from './table.ts';

/** Options of {@link postgresWebhookStore}. */
export interface PostgresWebhookStoreOptions {
  /** Name of the table, with or without its schema; may be the token store's. Default `x_store`. */
  table?: string | undefined;
  /**
   * Longest wait for PostgreSQL to respond, including the wait for a pool connection, in milliseconds, above 0. Default
   * 5000.
   */
  timeoutMs?: number | undefined;
}

const postgresWebhookStoreRules = {
  table: optionKind.string,
  timeoutMs: optionKind.milliseconds,
} satisfies RulesOf<PostgresWebhookStoreOptions>;

/**
 * Creates a store that remembers webhook messages in PostgreSQL, so that each is handled once, no matter which process
 * receives it. Each method is one statement. Create the table with `createTableStatement`.
 *
 * @param pool A pool of `pg`, or the result of `postgres()` from Postgres.js.
 * @throws ApiError `invalid_params` when `pool` is not one of them, or an option is unknown or invalid. Error from
 * every method when PostgreSQL fails or does not respond in time.
 * @example
 * const webhooks = createWebhookReceiver({ secret, store: postgresWebhookStore(pool) });
 */
export function postgresWebhookStore(pool: PostgresPool, options: PostgresWebhookStoreOptions = {}): WebhookStore {
  checkOptions(
    { provider: 'postgres', operation: 'postgresWebhookStore', below: postgresWebhookStore },
    options,
    postgresWebhookStoreRules,
    problemOfPool(pool),
  );
  const { table = defaultTable, timeoutMs = 5000 } = options;
  checkTable('postgresWebhookStore', table);
  const run = statementRunner(pool, timeoutMs);
  const removeExpired = expiredRowsRemover(run, table);
  const nameOf = (id: string) => `webhook ${createHash('sha256').update(id).digest('hex')}`;

  const take = `WITH taken AS (
  INSERT INTO ${table} AS t (key, value, expires_at) VALUES ($1, 'busy', ${timeIn('$2')})
  ON CONFLICT (key) DO UPDATE SET value = 'busy', expires_at = excluded.expires_at WHERE ${isExpired('t')}
  RETURNING key
)
SELECT 'taken' AS state FROM taken
UNION ALL
SELECT value FROM ${table} AS t WHERE key = $1 AND NOT ${isExpired('t')} AND NOT EXISTS (SELECT FROM taken)`;
  const finish = `INSERT INTO ${table} AS t (key, value, expires_at) VALUES ($1, 'done', ${timeIn('$2')})
ON CONFLICT (key) DO UPDATE SET value = 'done', expires_at = excluded.expires_at`;
  const release = `DELETE FROM ${table} WHERE key = $1 AND value = 'busy'`;

  return {
    async take(id, leaseMs) {
      const [row] = await run(take, nameOf(id), String(leaseMs));
      // There is no row if another process has taken the message at this moment.
      return (row?.state ?? 'busy') as Awaited<ReturnType<WebhookStore['take']>>;
    },
    async finish(id, rememberMs) {
      await run(finish, nameOf(id), String(rememberMs));
      await removeExpired();
    },
    async release(id) {
      await run(release, nameOf(id));
    },
  };
}
