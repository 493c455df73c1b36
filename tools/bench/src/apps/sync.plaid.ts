import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Configuration, PlaidApi, type Transaction } from 'plaid';
import type { App } from './app.ts';

const createTables = `
CREATE TABLE IF NOT EXISTS cursors (item TEXT PRIMARY KEY, cursor TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS bank_transactions (
  id TEXT PRIMARY KEY,
  plaid_id TEXT NOT NULL UNIQUE,
  account TEXT NOT NULL,
  date TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT,
  name TEXT,
  category TEXT,
  pending INTEGER NOT NULL,
  removed_at TEXT
)`;

export async function sync({ credentials }: Pick<App, 'credentials'>, access_token: string, file: string) {
  const { baseUrl, clientId, clientSecret } = credentials;
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': clientSecret };
  const client = new PlaidApi(new Configuration({ basePath: baseUrl, baseOptions: { headers } }));
  const database = new DatabaseSync(file);
  database.exec(createTables);
  const { item_id } = (await client.itemGet({ access_token })).data.item;
  for (;;) {
    const start = database.prepare('SELECT cursor FROM cursors WHERE item = ?').get(item_id)?.cursor;
    const delta = await readDelta(client, access_token, String(start ?? ''));
    store(database, item_id, delta);
    if (delta.status === 'HISTORICAL_UPDATE_COMPLETE') break;
    await setTimeout(5000);
  }
  database.close();
}

type Delta = Awaited<ReturnType<typeof readDelta>>;

async function readDelta(client: PlaidApi, access_token: string, start: string) {
  for (let tries = 1; ; tries += 1) {
    const changed = new Map<string, Transaction>();
    const gone: string[] = [];
    let [cursor, status] = [start, ''];
    try {
      for (let more = true; more; ) {
        const options = { days_requested: 730 };
        const { data } = await client.transactionsSync({ access_token, cursor, count: 500, options });
        for (const each of [...data.added, ...data.modified]) changed.set(each.transaction_id, each);
        gone.push(...data.removed.map(({ transaction_id }) => transaction_id));
        status = data.transactions_update_status;
        ({ has_more: more, next_cursor: cursor } = data);
      }
      for (const id of gone) changed.delete(id);
      return { changed: [...changed.values()], gone, cursor, status };
    } catch (error) {
      const code = Object(error).response?.data?.error_code;
      if (code !== 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION' || tries === 10) throw error;
    }
  }
}

function store(database: DatabaseSync, item: string, { changed, gone, cursor }: Delta) {
  const adopt = database.prepare('UPDATE bank_transactions SET plaid_id = ? WHERE plaid_id = ?');
  const upsert = database.prepare(
    'INSERT INTO bank_transactions (id, plaid_id, account, date, amount, currency, name, category, pending) ' +
      'VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (plaid_id) DO UPDATE SET account = excluded.account, ' +
      'date = excluded.date, amount = excluded.amount, currency = excluded.currency, name = excluded.name, ' +
      'category = excluded.category, pending = excluded.pending, removed_at = NULL',
  );
  const remove = database.prepare(
    'UPDATE bank_transactions SET removed_at = ? WHERE plaid_id = ? AND removed_at IS NULL',
  );
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const each of changed) {
      if (each.pending_transaction_id) adopt.run(each.transaction_id, each.pending_transaction_id);
      upsert.run(
        crypto.randomUUID(),
        each.transaction_id,
        each.account_id,
        each.date,
        -Math.round(each.amount * 100),
        each.iso_currency_code,
        each.name,
        each.personal_finance_category?.primary ?? null,
        Number(each.pending),
      );
    }
    for (const id of gone) remove.run(new Date().toISOString(), id);
    database
      .prepare('INSERT INTO cursors VALUES (?, ?) ON CONFLICT (item) DO UPDATE SET cursor = excluded.cursor')
      .run(item, cursor);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
