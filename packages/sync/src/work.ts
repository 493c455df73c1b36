import { queryIn, type Row, type Statements, upsert } from './database.ts';
import type { AccountRow, ItemRow } from './rows.ts';

/** Number of an account's transactions that a sync added, changed and removed. */
export interface ChangeCounts {
  /** New rows. */
  added: number;
  /** Rows with another value in a column, such as pending ones that were posted, or ones taken over by a relink. */
  changed: number;
  /** Rows that got a `removed_at`. */
  removed: number;
}

/** Changes in a database transaction. Each function reads the rows that it changes in the same transaction. */
export interface Work {
  readonly statements: Statements;
  readonly item: ItemRow;
  /** Time of the sync, ISO 8601. */
  readonly now: string;
  /** Counts changes of an account's transactions. */
  count(accountId: string, kind: keyof ChangeCounts): void;
}

/** Gives rows of a query their type. */
export const rowsOf = async <T>(rows: Promise<Row[]>) => (await rows) as readonly object[] as readonly T[];

/** Whether a row would change. */
export const differs = (row: object, columns: object) =>
  Object.entries(columns).some(([name, value]) => (row as Row)[name] !== value);

/** Returns the accounts of an Item, by Plaid's ID. */
export async function accountsOf({ statements, item }: Work): Promise<Map<string, AccountRow>> {
  const rows = await rowsOf<AccountRow>(statements.query('SELECT * FROM bank_accounts WHERE item_id = $1', [item.id]));
  return new Map(rows.map((row) => [row.plaid_id, row]));
}

/**
 * Writes the rows of an Item's accounts in a table, and marks those that are no longer reported as removed.
 *
 * @param key Columns of the key.
 */
export async function replaceRows(
  work: Work,
  table: string,
  key: readonly string[],
  rows: readonly { readonly account_id: string; readonly updated_at: string }[],
): Promise<void> {
  const { statements, now } = work;
  const keyOf = (row: object) => JSON.stringify(key.map((name) => (row as Row)[name]));
  const reported = new Set(rows.map(keyOf));
  const accounts = [...(await accountsOf(work)).values()].map(({ id }) => id);
  const stored = await queryIn(
    statements,
    `SELECT * FROM ${table} WHERE removed_at IS NULL AND account_id IN (?)`,
    accounts,
  );
  const gone = stored.filter((row) => !reported.has(keyOf(row))).map((row) => ({ ...row, removed_at: now }));
  await upsert(statements, table, key, [...rows, ...gone]);
}
