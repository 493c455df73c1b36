import type { BankClient } from '@x/bank';
import type { Pool } from 'pg';

/** Numbers of changed transactions. */
export interface Kinds {
  added: number;
  modified: number;
  removed: number;
}

/** Changes made in the sandbox, by Item. */
export type Changes = Map<string, Kinds>;

/** Numbers of differences between the ledger and the sandbox. */
export interface Differences {
  /** Changes and transactions that the ledger lacks. */
  lost: number;
  /** Changes that were applied more than once, and transactions that no longer exist. */
  doubled: number;
}

/** Compares each Item's ledger, and the changes that were ever applied to it, with the sandbox's data. */
export async function compare(
  pool: Pool,
  tokens: ReadonlyMap<string, string>,
  inspector: BankClient,
  changes: Changes,
): Promise<Differences> {
  const differences = { lost: 0, doubled: 0 };
  const ledger = await readLedger(pool);
  for (const [item, { transactions, ...applied }] of ledger) {
    const live = await readSandbox(inspector, tokens.get(item) ?? '');
    const changed = changes.get(item) ?? { added: 0, modified: 0, removed: 0 };
    // Transactions that existed from the start were also added.
    const expected = { ...changed, added: live.size + changed.removed };
    for (const kind of ['added', 'modified', 'removed'] as const) {
      differences.lost += Math.max(0, expected[kind] - applied[kind]);
      differences.doubled += Math.max(0, applied[kind] - expected[kind]);
    }
    for (const [id, amount] of live) if (transactions.get(id) !== amount) differences.lost += 1;
    for (const id of transactions.keys()) if (!live.has(id)) differences.doubled += 1;
  }
  return differences;
}

async function readLedger(pool: Pool) {
  const { rows: items } = await pool.query('SELECT id, added, modified, removed FROM items');
  const { rows } = await pool.query('SELECT item, id, amount FROM transactions');
  const ledger = new Map(
    items.map(({ id, ...applied }) => [id as string, { ...applied, transactions: new Map<string, number>() }]),
  );
  for (const { item, id, amount } of rows) ledger.get(item)?.transactions.set(id, Number(amount));
  return ledger;
}

async function readSandbox(inspector: BankClient, access_token: string): Promise<Map<string, number>> {
  const days = { start_date: '2000-01-01', end_date: '2099-12-31' };
  const list = inspector.transactions.get({ access_token, ...days, count: 500 });
  const transactions = await list.toArray({ limit: 100_000 });
  return new Map(transactions.map(({ transaction_id, amount }) => [transaction_id, amount]));
}
