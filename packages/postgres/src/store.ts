import type { FencedStore } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { type LeasedStoreOptions, leasedStore, leasedStoreRules } from '@x/stores';
import { type PostgresPool, problemOfPool, statementRunner } from './client.ts';
import { postgresEntries } from './entries.ts';
import { checkTable, defaultTable } from './table.ts';

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions extends LeasedStoreOptions {
  /** Name of the table, with or without its schema. Default `x_store`. */
  table?: string | undefined;
  /**
   * Longest wait for PostgreSQL to respond, including the wait for a pool connection, in milliseconds, above 0. Default
   * 5000.
   */
  timeoutMs?: number | undefined;
}

const postgresStoreRules = {
  ...leasedStoreRules,
  table: optionKind.string,
  timeoutMs: optionKind.milliseconds,
} satisfies RulesOf<PostgresStoreOptions>;

/**
 * Creates a store that keeps grants in PostgreSQL, for every process and host that uses the same table. `withLock`
 * works across all of them: each refresh token is used once, and all processes use the resulting grant. A refresh makes
 * two round trips, or one if another process has already refreshed the grant. No connection is occupied while a lock is
 * held or waited for.
 *
 * Keys are hashes, so account names never reach the table. Create the table with `createTableStatement`. Needs
 * PostgreSQL 12 or later.
 *
 * @param pool A pool of `pg`, or the result of `postgres()` from Postgres.js.
 * @throws ApiError `invalid_params` when `pool` is not one of them, or an option is unknown or invalid. Error from
 * every method when PostgreSQL fails or does not respond in time; from `get` when the entry is corrupted, was written
 * by a later release, or cannot be decrypted; from `withLock` when the lock is not free in time. A client's calls then
 * fail with `unavailable`; nobody is logged out.
 * @example
 * const tokens = postgresStore(new Pool({ connectionString }));
 * const stream = createStreamClient({ clientId, clientSecret, tokens });
 */
export function postgresStore(pool: PostgresPool, options: PostgresStoreOptions = {}): FencedStore {
  checkOptions(
    { provider: 'postgres', operation: 'postgresStore', below: postgresStore },
    options,
    postgresStoreRules,
    problemOfPool(pool),
  );
  const { table = defaultTable, timeoutMs = 5000, ...leased } = options;
  checkTable('postgresStore', table);
  return leasedStore(postgresEntries(statementRunner(pool, timeoutMs), table), leased);
}
