import type { BankClient } from '@x/bank';
import type { Pool } from 'pg';

/** Numbers of differences between the database and the sandbox. */
export interface Differences {
  /** Transactions that the database lacks or has with another amount, and removals that it has not applied. */
  lost: number;
  /** Transactions that the database has twice, or that no longer exist. */
  doubled: number;
}

/**
 * Compares the transactions of all Items in the database with the sandbox's.
 *
 * @param tokens Access tokens, by Item.
 * @param removed Number of transactions that were removed, by Item.
 */
export async function compare(
  pool: Pool,
  tokens: ReadonlyMap<string, string>,
  inspector: BankClient,
  removed: ReadonlyMap<string, number>,
): Promise<Differences> {
  const differences = { lost: 0, doubled: 0 };
  const { rows } = await pool.query('SELECT item_id, plaid_id, plaid_amount, removed_at FROM bank_transactions');
  const stored = Map.groupBy(rows, ({ item_id }) => item_id as string);
  for (const [item, access_token] of tokens) {
    const [gone = [], current = []] = [true, false].map((isGone) =>
      (stored.get(item) ?? []).filter(({ removed_at }) => (removed_at !== null) === isGone),
    );
    const live = await readSandbox(inspector, access_token);
    const amounts = new Map(current.map(({ plaid_id, plaid_amount }) => [plaid_id, plaid_amount]));
    for (const [id, amount] of live) if (amounts.get(id) !== amount) differences.lost += 1;
    for (const id of amounts.keys()) if (!live.has(id)) differences.doubled += 1;
    differences.lost += Math.max(0, (removed.get(item) ?? 0) - gone.length);
    differences.doubled += current.length - amounts.size + Math.max(0, gone.length - (removed.get(item) ?? 0));
  }
  return differences;
}

async function readSandbox(inspector: BankClient, access_token: string): Promise<Map<string, number>> {
  const days = { start_date: '2000-01-01', end_date: '2099-12-31' };
  const list = inspector.transactions.get({ access_token, ...days, count: 500 });
  const transactions = await list.toArray({ limit: 100_000 });
  return new Map(transactions.map(({ transaction_id, amount }) => [transaction_id, amount]));
}
