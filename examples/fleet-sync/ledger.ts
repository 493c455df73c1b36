import { isApiError, type TransactionsDelta } from '@x/bank';
import { createTableStatement } from '@x/postgres';
import type { Services } from './services.ts';

/** Creates all tables. An Item's counts include all changes that were ever applied to it. */
export const createTables = `${createTableStatement()};
CREATE TABLE IF NOT EXISTS items (id text PRIMARY KEY, cursor text NOT NULL DEFAULT '',
  added integer NOT NULL DEFAULT 0, modified integer NOT NULL DEFAULT 0, removed integer NOT NULL DEFAULT 0,
  needs_user boolean NOT NULL DEFAULT false);
CREATE TABLE IF NOT EXISTS transactions (item text REFERENCES items, id text,
  date date NOT NULL, name text NOT NULL, amount numeric NOT NULL, PRIMARY KEY (item, id))`;

/**
 * Applies a delta and stores its cursor, if the stored cursor is still the one that the delta starts at. A single
 * statement is a transaction, so no change is lost or applied twice, even if a worker is killed or two workers sync the
 * same Item.
 */
const apply = `
WITH moved AS (
  UPDATE items SET cursor = $3, added = added + $4, modified = modified + $5, removed = removed + $6, needs_user = false
  WHERE id = $1 AND cursor = $2 RETURNING id
), changed AS (
  INSERT INTO transactions SELECT moved.id, transaction_id, date, name, amount
  FROM moved, json_to_recordset($7) AS new (transaction_id text, date date, name text, amount numeric)
  ON CONFLICT (item, id) DO UPDATE SET date = excluded.date, name = excluded.name, amount = excluded.amount
), deleted AS (
  DELETE FROM transactions USING moved WHERE item = moved.id AND transactions.id = ANY($8)
)
SELECT id FROM moved`;

/** Brings an Item up to date. */
export async function syncItem({ bank, pool }: Services, item: string): Promise<void> {
  const [linked] = (await pool.query('SELECT cursor FROM items WHERE id = $1', [item])).rows;
  if (!linked) return; // the Item was never linked here
  try {
    const delta = await bank.withItem(item).transactions.syncAll({ cursor: linked.cursor });
    const { rowCount } = await pool.query(apply, [item, linked.cursor, delta.nextCursor, ...valuesOf(delta)]);
    if (rowCount === 0) throw new Error(`Item ${item} was synced by another worker at the same time. Sync it again`);
  } catch (error) {
    if (!isApiError(error) || error.code !== 'reauthorization_required') throw error;
    await pool.query('UPDATE items SET needs_user = true WHERE id = $1', [item]); // until `resumeItem`, or a webhook
  }
}

function valuesOf({ added, modified, removed }: TransactionsDelta) {
  const gone = removed.map(({ transaction_id }) => transaction_id);
  const changed = new Map([...added, ...modified].map((each) => [each.transaction_id, each]));
  for (const id of gone) changed.delete(id); // a delta may add a transaction and remove it again
  return [added.length, modified.length, gone.length, JSON.stringify([...changed.values()]), gone];
}
