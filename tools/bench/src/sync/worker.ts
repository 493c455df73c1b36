import { offer } from '../child.ts';
import type { Target } from '../contender.ts';
import { syncByHand } from './by-hand.ts';
import type { Kind } from './kinds.ts';

// Syncs one Item into an empty database, in a process of its own.

const databases = {
  SQLite: async (place: string) => (await import('@x/sync/sqlite')).sqliteDatabase(place),
  DuckDB: async (place: string) => (await import('@x/sync/duckdb')).duckdbDatabase(place),
  async PostgreSQL(place: string) {
    const [{ postgresDatabase }, { default: pg }] = await Promise.all([import('@x/sync/postgres'), import('pg')]);
    const pool = new pg.Pool({ connectionString: place });
    return { ...postgresDatabase(pool), close: () => pool.end() };
  },
} satisfies Record<Kind, unknown>;

async function syncByUs({ bank, bankToken: access_token }: Target, kind: Kind, place: string) {
  const [{ createBankClient }, { syncItems }] = await Promise.all([import('@x/bank'), import('@x/sync')]);
  const startedAt = performance.now();
  const database = await databases[kind](place);
  const items = [{ access_token, user: 'ann' }];
  await syncItems({ bank: createBankClient(bank), items, database, transactionsOnly: true });
  const ms = performance.now() - startedAt;
  const [row] = await database.query('SELECT count(*) AS count FROM bank_transactions');
  await database.close();
  return { ms, records: Number(row?.count) };
}

const functions = {
  /** Returns the milliseconds of a first sync, and the number of stored transactions. */
  sync: process.argv[2] === 'plaid' ? syncByHand : syncByUs,
};

export type SyncWorker = typeof functions;

offer(functions);
