import type { InvestmentTransaction, RemovedTransaction, Transaction } from '@x/bank';
import { queryIn, type Row, upsert } from './database.ts';
import { addDays, daysBetween, findTransfers, pairEqual, pairUnique } from './match.ts';
import {
  type AccountRow,
  investmentColumns,
  type MovementRow,
  type TransactionRow,
  transactionColumns,
} from './rows.ts';
import { accountsOf, differs, rowsOf, type Work } from './work.ts';

type MovementTable = 'bank_transactions' | 'bank_investment_transactions';

/** A transaction that Plaid reports. */
interface Incoming<Record, Columns, Stored extends MovementRow> {
  readonly record: Record;
  /** Its columns, with the ID of its row in `bank_accounts`. */
  readonly columns: Columns & { readonly account_id: string };
  /** Row that it continues. Undefined: it is new. */
  before: Stored | undefined;
}

/** Finds the rows that transactions had before. Those of other accounts, such as ones that were taken over, are left out. */
function incomingOf<
  Record extends { readonly account_id: string },
  Columns extends { readonly plaid_id: string },
  Stored extends MovementRow,
>(
  records: Iterable<Record>,
  columnsOf: (record: Record) => Columns,
  accounts: ReadonlyMap<string, AccountRow>,
  known: ReadonlyMap<string, Stored>,
): Incoming<Record, Columns, Stored>[] {
  return [...records].flatMap((record) => {
    const account = accounts.get(record.account_id);
    if (!account) return [];
    const columns = { ...columnsOf(record), account_id: account.id };
    return [{ record, columns, before: known.get(columns.plaid_id) }];
  });
}

const byPlaidId = <Stored extends MovementRow>(rows: readonly Stored[]) =>
  new Map(rows.map((row) => [row.plaid_id, row]));

/** Returns a function that returns the same key for reported and stored transactions with the same values. */
const keyOf =
  (...names: readonly string[]) =>
  (each: { readonly columns: object } | MovementRow): string => {
    const columns = ('columns' in each ? each.columns : each) as Row;
    return JSON.stringify(names.map((name) => columns[name]));
  };

/** Writes transactions to the rows that they continue, or to new ones. Marks rows that none continues as removed. */
async function writeMovements<Stored extends MovementRow>(
  work: Work,
  table: MovementTable,
  incoming: readonly Pick<Incoming<unknown, object, Stored>, 'columns' | 'before'>[],
  gone: readonly Stored[],
): Promise<void> {
  const rows = incoming.flatMap(({ columns, before }) => {
    const row = {
      id: before?.id ?? crypto.randomUUID(),
      ...columns,
      item_id: work.item.id,
      first_seen_at: before?.first_seen_at ?? work.now,
      removed_at: null,
    };
    if (before && !differs(before, row)) return []; // Plaid reports unchanged transactions as modified
    work.count(row.account_id, before ? 'changed' : 'added');
    return [row];
  });
  await upsert(work.statements, table, ['id'], rows);
  const kept = new Set(incoming.map(({ before }) => before?.id));
  const removed = gone.filter(({ id, removed_at }) => removed_at === null && !kept.has(id));
  await markRemoved(work, table, removed);
}

async function markRemoved(work: Work, table: MovementTable, rows: readonly MovementRow[]): Promise<void> {
  for (const { account_id } of rows) work.count(account_id, 'removed');
  const ids = rows.map(({ id }) => id);
  await queryIn(work.statements, `UPDATE ${table} SET removed_at = $1 WHERE id IN (?)`, ids, work.now);
}

/** Changes to transactions since a cursor. */
export interface Delta {
  readonly added: readonly Transaction[];
  readonly modified: readonly Transaction[];
  readonly removed: readonly RemovedTransaction[];
}

/** Longest time between a pending transaction and the posted one that does not name it, in days. */
const postingDays = 14;

type IncomingTransaction = Incoming<Transaction, ReturnType<typeof transactionColumns>, TransactionRow>;

/** Writes a delta. */
export async function applyDelta(work: Work, delta: Delta): Promise<void> {
  const changes = new Map([...delta.added, ...delta.modified].map((each) => [each.transaction_id, each]));
  const gone = new Set(delta.removed.map(({ transaction_id }) => transaction_id));
  for (const id of gone) changes.delete(id); // a delta may add a transaction and remove it again

  const pendingIds = [...changes.values()].flatMap(({ pending_transaction_id: id }) => id ?? []);
  const stored = await rowsOf<TransactionRow>(
    queryIn(
      work.statements,
      'SELECT * FROM bank_transactions WHERE item_id = $1 AND plaid_id IN (?)',
      [...changes.keys(), ...pendingIds, ...gone],
      work.item.id,
    ),
  );
  const known = byPlaidId(stored);
  const incoming = incomingOf(changes.values(), transactionColumns, await accountsOf(work), known);
  const taken = new Set(incoming.map(({ before }) => before?.id));
  for (const each of incoming) {
    const pending = known.get(each.record.pending_transaction_id ?? '');
    if (each.before || !pending || taken.has(pending.id)) continue;
    each.before = pending;
    taken.add(pending.id);
  }
  const news = incoming.filter(({ before }) => !before);
  const olds = (await adoptable(work, news, gone)).filter(({ id }) => !taken.has(id));
  for (const [each, row] of adopt(news, olds)) each.before = row;

  const removed = stored.filter(({ plaid_id }) => gone.has(plaid_id));
  await writeMovements(work, 'bank_transactions', incoming, removed);
  await updateTransfers(work, [...incoming.map(({ columns }) => columns), ...stored]);
}

/**
 * Finds the rows that new transactions may continue: pending ones that were removed, and all of accounts that another Item
 * had before.
 */
async function adoptable(
  { statements, item, now }: Work,
  news: readonly IncomingTransaction[],
  gone: ReadonlySet<string>,
): Promise<readonly TransactionRow[]> {
  const accounts = new Set(news.map(({ columns }) => columns.account_id));
  const foreign = queryIn(
    statements,
    'SELECT t.* FROM bank_transactions t JOIN bank_accounts a ON a.id = t.account_id WHERE a.previous_item_id IS NOT NULL ' +
      'AND t.item_id <> $1 AND t.removed_at IS NULL AND t.account_id IN (?) ORDER BY t.date, t.id',
    accounts,
    item.id,
  );
  const pending = queryIn(
    statements,
    'SELECT * FROM bank_transactions WHERE item_id = $1 AND pending = true AND date >= $2 AND account_id IN (?) ORDER BY date, id',
    accounts,
    item.id,
    addDays(now.slice(0, 10), -2 * postingDays),
  );
  const isGone = (row: TransactionRow) => row.removed_at !== null || gone.has(row.plaid_id);
  return [...(await rowsOf<TransactionRow>(foreign)), ...(await rowsOf<TransactionRow>(pending)).filter(isGone)];
}

/**
 * Decides which stored rows new transactions continue: first those with the same account, date, amount and name, after a
 * relink. Then a pending one of the same account and amount, up to 14 days earlier, if both are each other's only candidate.
 */
function adopt(
  news: readonly IncomingTransaction[],
  olds: readonly TransactionRow[],
): Map<IncomingTransaction, TransactionRow> {
  const same = pairEqual(news, olds, keyOf('account_id', 'date', 'amount', 'currency', 'name', 'pending'));
  const taken = new Set(same.values());
  const posted = pairUnique(
    news.filter((each) => !same.has(each) && !each.columns.pending),
    olds.filter((row) => !taken.has(row) && row.pending),
    keyOf('account_id', 'amount', 'currency'),
    ({ columns }, row) => {
      const days = daysBetween(row.date, columns.date);
      return days >= 0 && days <= postingDays;
    },
  );
  return new Map([...same, ...posted]);
}

/** Marks rows of accounts that another Item had before as removed, if they were pending and the bank no longer has them. */
export async function removeStalePending(work: Work): Promise<void> {
  const rows = await rowsOf<TransactionRow>(
    work.statements.query(
      'SELECT t.* FROM bank_transactions t JOIN bank_accounts a ON a.id = t.account_id ' +
        'WHERE a.item_id = $1 AND a.previous_item_id IS NOT NULL AND t.item_id <> $1 AND t.pending = true AND t.removed_at IS NULL',
      [work.item.id],
    ),
  );
  await markRemoved(work, 'bank_transactions', rows);
  await updateTransfers(work, rows);
}

/** Number of amounts above which all of a person's transactions are read. */
const manyAmounts = 400;

/** Finds the own transfers again among all of the person's transactions with an amount that has changed. */
async function updateTransfers(
  { statements, item }: Work,
  changed: readonly { readonly amount: number }[],
): Promise<void> {
  const amounts = new Set(changed.flatMap(({ amount }) => (amount === 0 ? [] : [amount, -amount])));
  const sql =
    'SELECT t.id, t.account_id, t.date, t.amount, t.currency, t.transfer_id, t.removed_at FROM bank_transactions t ' +
    'JOIN bank_accounts a ON a.id = t.account_id WHERE a.owner = $1';
  const movements = await rowsOf<TransactionRow>(
    amounts.size > manyAmounts
      ? statements.query(sql, [item.owner]) // one pass instead of many
      : queryIn(statements, `${sql} AND t.amount IN (?)`, amounts, item.owner),
  );
  const transfers = findTransfers(movements.filter(({ removed_at }) => removed_at === null));
  for (const { id, transfer_id } of movements) {
    const other = transfers.get(id) ?? null;
    if (other !== transfer_id)
      await statements.run('UPDATE bank_transactions SET transfer_id = $2 WHERE id = $1', [id, other]);
  }
}

/**
 * Writes all investment transactions of a period, which Plaid has no cursor for. Rows of the period that are not reported
 * are removed.
 */
export async function applyInvestments(
  work: Work,
  records: readonly InvestmentTransaction[],
  since: string,
): Promise<void> {
  const accounts = await accountsOf(work);
  const stored = await rowsOf<MovementRow>(
    queryIn(
      work.statements,
      'SELECT * FROM bank_investment_transactions WHERE date >= $1 AND account_id IN (?) ORDER BY date, id',
      [...accounts.values()].map(({ id }) => id),
      since,
    ),
  );
  const incoming = incomingOf(records, investmentColumns, accounts, byPlaidId(stored));
  const foreign = stored.filter((row) => row.item_id !== work.item.id && row.removed_at === null);
  const news = incoming.filter(({ before }) => !before);
  const same = pairEqual(news, foreign, keyOf('account_id', 'date', 'amount', 'currency', 'name'));
  for (const [each, row] of same) each.before = row;
  await writeMovements(work, 'bank_investment_transactions', incoming, stored);
}
