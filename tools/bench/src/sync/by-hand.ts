import type { Transaction } from 'plaid';
import type { Target } from '../contender.ts';
import { walks } from '../scenarios.ts';
import type { Kind } from './kinds.ts';

const countRows = 'SELECT count(*) AS count FROM transactions';

/** Applies a delta and its cursor in one transaction. */
type Store = (changed: readonly Transaction[], removed: readonly string[], cursor: string) => Promise<void>;

const columns = ['id', 'account', 'date', 'amount', 'currency', 'name', 'merchant', 'category', 'pending'];
const valuesOf = (each: Transaction) => [
  each.transaction_id,
  each.account_id,
  each.date,
  each.amount,
  each.iso_currency_code ?? null,
  each.name,
  each.merchant_name ?? null,
  each.personal_finance_category?.primary ?? null,
  each.pending ? 1 : 0,
];
const createTables = `CREATE TABLE IF NOT EXISTS transactions (id TEXT PRIMARY KEY, account TEXT NOT NULL, date TEXT NOT NULL,
  amount DOUBLE PRECISION NOT NULL, currency TEXT, name TEXT NOT NULL, merchant TEXT, category TEXT, pending INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS cursors (item TEXT PRIMARY KEY, cursor TEXT NOT NULL)`;
const updates = columns.map((name) => `${name} = excluded.${name}`).join(', ');
const insert = (rows: string) =>
  `INSERT INTO transactions (${columns.join(', ')}) ${rows} ON CONFLICT (id) DO UPDATE SET ${updates}`;
const moveCursor = "INSERT INTO cursors VALUES ('item', $1) ON CONFLICT (item) DO UPDATE SET cursor = excluded.cursor";

const stores: Readonly<
  Record<Kind, (place: string) => Promise<{ store: Store; count(): Promise<unknown>; close(): unknown }>>
> = {
  async SQLite(place) {
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(place);
    database.exec(`PRAGMA journal_mode = WAL; ${createTables}`);
    return {
      async store(changed, removed, cursor) {
        database.exec('BEGIN');
        const upsert = database.prepare(insert(`VALUES (${columns.map(() => '?').join(', ')})`));
        for (const each of changed) upsert.run(...valuesOf(each));
        const remove = database.prepare('DELETE FROM transactions WHERE id = ?');
        for (const id of removed) remove.run(id);
        database.prepare(moveCursor.replace('$1', '?')).run(cursor);
        database.exec('COMMIT');
      },
      count: async () => database.prepare(countRows).get()?.count,
      close: () => database.close(),
    };
  },
  async PostgreSQL(place) {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: place });
    await client.connect();
    await client.query(createTables);
    return {
      async store(changed, removed, cursor) {
        await client.query('BEGIN');
        const rows = changed.map((each) => Object.fromEntries(columns.map((name, at) => [name, valuesOf(each)[at]])));
        const record =
          'id text, account text, date text, amount float8, currency text, name text, merchant text, category text, pending int';
        await client.query(insert(`SELECT * FROM json_to_recordset($1) AS new (${record})`), [JSON.stringify(rows)]);
        await client.query('DELETE FROM transactions WHERE id = ANY ($1)', [removed]);
        await client.query(moveCursor, [cursor]);
        await client.query('COMMIT');
      },
      count: async () => (await client.query(countRows)).rows[0].count,
      close: () => client.end(),
    };
  },
  async DuckDB(place) {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(place);
    const database = await instance.connect();
    await database.run(createTables);
    return {
      async store(changed, removed, cursor) {
        await database.run('BEGIN TRANSACTION');
        for (let start = 0; start < changed.length; start += 200) {
          const chunk = changed.slice(start, start + 200);
          const places = chunk.map(
            (_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
          );
          await database.run(insert(`VALUES ${places.join(', ')}`), chunk.flatMap(valuesOf));
        }
        for (const id of removed) await database.run('DELETE FROM transactions WHERE id = $1', [id]);
        await database.run(moveCursor, [cursor]);
        await database.run('COMMIT');
      },
      count: async () => (await database.runAndReadAll(countRows)).getRows()[0]?.[0],
      close() {
        database.closeSync();
        instance.closeSync();
      },
    };
  },
};

/**
 * The loop that users of `plaid` write: reads all pages, again if data changes meanwhile, and stores them at once.
 *
 * @returns Milliseconds, and the number of stored transactions.
 */
export async function syncByHand({ bank, bankToken: access_token }: Target, kind: Kind, place: string) {
  const { Configuration, PlaidApi } = await import('plaid');
  const { baseUrl, clientId, clientSecret } = bank;
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': clientSecret };
  const startedAt = performance.now();
  const client = new PlaidApi(new Configuration({ basePath: baseUrl, baseOptions: { headers } }));
  const database = await stores[kind](place);
  const changed = new Map<string, Transaction>();
  const gone: string[] = [];
  const start = '';
  let cursor = start;
  for (let more = true; more; ) {
    try {
      const { data } = await client.transactionsSync({ access_token, cursor, count: walks.sync.size });
      for (const each of [...data.added, ...data.modified]) changed.set(each.transaction_id, each);
      gone.push(...data.removed.map(({ transaction_id }) => transaction_id));
      ({ has_more: more, next_cursor: cursor } = data);
    } catch (error) {
      const code = Object(error).response?.data?.error_code;
      if (code !== 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION') throw error;
      changed.clear();
      gone.length = 0;
      cursor = start;
    }
  }
  for (const id of gone) changed.delete(id);
  await database.store([...changed.values()], gone, cursor);
  const ms = performance.now() - startedAt;
  const records = Number(await database.count());
  await database.close();
  return { ms, records };
}
