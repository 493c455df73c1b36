import type { FencedStore } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, problemOfOptions, type RulesOf } from '@x/core/options';
import { type LeasedStoreOptions, leasedStore, leasedStoreRules } from '@x/stores';
import { type D1Like, d1Entries } from './d1-entries.ts';
import { checkTable, defaultTable } from './table.ts';

/** Options of {@link d1Store}. */
export interface D1StoreOptions extends LeasedStoreOptions {
  /** Name of the table. Default `x_store`. */
  table?: string | undefined;
}

const d1StoreRules = { ...leasedStoreRules, table: optionKind.string } satisfies RulesOf<D1StoreOptions>;

const databaseRules = {
  database: /* @__PURE__ */ optionKind.required(
    /* @__PURE__ */ optionKind.objectWith('a D1 database, such as env.DB', ['prepare', 'batch']),
  ),
};

/**
 * Creates a store that keeps grants in D1, for every request and isolate of a worker, and for every worker with the
 * same database. `withLock` works across all of them: each refresh token is used once. A refresh makes two round trips,
 * or one if another request has already refreshed the grant.
 *
 * Keys are hashes, so account names never reach the table. Create the table with `createTableStatements`.
 *
 * @param database The binding of the database, `env.DB`.
 * @throws ApiError `invalid_params` when `database` is not a D1 database, or an option is unknown or invalid. Error
 * from every method when D1 fails; from `get` when the entry is corrupted, was written by a later release, or cannot be
 * decrypted; from `withLock` when the lock is not free in time. A client's calls then fail with `unavailable`; nobody
 * is logged out.
 * @example
 * const stream = createStreamClient({ clientId, clientSecret, tokens: d1Store(env.DB) });
 */
export function d1Store(database: D1Like, options: D1StoreOptions = {}): FencedStore {
  checkOptions(
    { provider: 'cloudflare', operation: 'd1Store', below: d1Store },
    options,
    d1StoreRules,
    problemOfOptions({ database }, databaseRules),
  );
  const { table = defaultTable, ...leased } = options;
  checkTable('d1Store', table);
  return leasedStore(d1Entries(database, table), leased);
}
