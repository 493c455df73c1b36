import type { Account, InvestmentTransaction, RemovedTransaction, Transaction } from '@x/bank';
import { queryIn, type Row, type Statements, upsert } from './database.ts';
import { addDays, daysBetween, findTransfers, pairEqual, pairUnique } from './match.ts';
import {
  type AccountRow,
  accountColumns,
  type ItemRow,
  investmentColumns,
  type MovementRow,
  type TransactionRow,
  transactionColumns,
} from './rows.ts';

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

/** Whether a row would change. A database may return an integer for a boolean. */
const differs = (row: object, columns: object) =>
  Object.entries(columns).some(([name, value]) => (row as Row)[name] !== value);

const rowsOf = async <T>(rows: Promise<Row[]>) => (await rows) as readonly object[] as readonly T[];

/** Returns the accounts of an Item, by Plaid's ID. */
export async function accountsOf({ statements, item }: Work): Promise<Map<string, AccountRow>> {
  const rows = await rowsOf<AccountRow>(statements.query('SELECT * FROM bank_accounts WHERE item_id = $1', [item.id]));
  return new Map(rows.map((row) => [row.plaid_id, row]));
}

/**
 * Writes accounts and their balances of the day. An account that the person had linked before, through another Item, keeps
 * its row.
 *
 * @param isComplete Whether the Item has no other accounts.
 */
export async function applyAccounts(work: Work, accounts: readonly Account[], isComplete: boolean): Promise<void> {
  const { statements, item, now } = work;
  const known = await accountsOf(work);
  const dropped: string[] = JSON.parse(item.dropped_accounts);
  const reported = accounts.filter(({ account_id }) => known.has(account_id) || !dropped.includes(account_id));
  const columns = new Map(reported.map((account) => [account.account_id, accountColumns(account)]));
  const strangers = [...columns.values()].filter(({ plaid_id }) => !known.has(plaid_id));
  const adopted = strangers.length > 0 ? await adoptAccounts(work, strangers) : new Map<object, AccountRow>();

  const rows = [...columns.values()].map((each): AccountRow => {
    const before = known.get(each.plaid_id) ?? adopted.get(each);
    return {
      id: before?.id ?? crypto.randomUUID(),
      ...each,
      item_id: item.id,
      previous_item_id: adopted.has(each) ? (before?.item_id ?? null) : (before?.previous_item_id ?? null),
      owner: item.owner,
      institution_id: item.institution_id,
      first_seen_at: before?.first_seen_at ?? now,
      removed_at: null,
    };
  });
  const gone = [...known.values()].filter(({ plaid_id, removed_at }) => removed_at === null && !columns.has(plaid_id));
  const removed = isComplete ? gone.map((row) => ({ ...row, removed_at: now })) : [];
  await upsert(statements, 'bank_accounts', ['id'], [...rows, ...removed]);
  const balances = rows.map(({ id, balance, available, currency }) => ({
    account_id: id,
    date: now.slice(0, 10),
    balance,
    available,
    currency,
  }));
  await upsert(statements, 'bank_balances', ['account_id', 'date'], balances);
}

/** Finds the rows of accounts that the person had linked through another Item of the same bank, and takes them from it. */
async function adoptAccounts({ statements, item }: Work, strangers: readonly ReturnType<typeof accountColumns>[]) {
  type Columns = (typeof strangers)[number];
  const others = await rowsOf<AccountRow>(
    statements.query(
      'SELECT * FROM bank_accounts WHERE owner = $1 AND institution_id = $2 AND item_id <> $3 ORDER BY first_seen_at, id',
      [item.owner, item.institution_id ?? '', item.id],
    ),
  );
  const byId = pairEqual<Columns, AccountRow>(
    strangers.filter(({ persistent_id }) => persistent_id !== null),
    others.filter(({ persistent_id }) => persistent_id !== null),
    ({ persistent_id }) => String(persistent_id),
  );
  const taken = new Set(byId.values());
  const byName = pairUnique<Columns, AccountRow>(
    strangers.filter((each) => !byId.has(each)),
    others.filter((each) => !taken.has(each)),
    ({ mask, type, subtype, name }) => JSON.stringify([mask, type, subtype, name]),
    (one, other) => !one.persistent_id || !other.persistent_id,
  );
  const adopted = new Map([...byId, ...byName]);

  const losers = new Map<string, string[]>();
  for (const { item_id, plaid_id } of adopted.values()) losers.set(item_id, [...(losers.get(item_id) ?? []), plaid_id]);
  for (const [id, plaidIds] of losers) {
    const [loser] = await statements.query('SELECT dropped_accounts FROM bank_items WHERE id = $1', [id]);
    const all = [...JSON.parse(String(loser?.dropped_accounts ?? '[]')), ...plaidIds];
    const left = others.filter((each) => each.item_id === id && !plaidIds.includes(each.plaid_id) && !each.removed_at);
    await statements.run('UPDATE bank_items SET dropped_accounts = $2, replaced_by = $3 WHERE id = $1', [
      id,
      JSON.stringify(all),
      left.length === 0 ? item.id : null,
    ]);
  }
  return adopted;
}

/** Changes to transactions since a cursor. */
export interface Delta {
  readonly added: readonly Transaction[];
  readonly modified: readonly Transaction[];
  readonly removed: readonly RemovedTransaction[];
}

/** Longest time between a pending transaction and the posted one that does not name it, in days. */
const postingDays = 14;

type Columns = ReturnType<typeof transactionColumns>;

/** Writes a delta. */
export async function applyDelta(work: Work, delta: Delta): Promise<void> {
  const { statements, item, now } = work;
  const accounts = await accountsOf(work);
  const changes = new Map([...delta.added, ...delta.modified].map((each) => [each.transaction_id, each]));
  const gone = new Set(delta.removed.map(({ transaction_id }) => transaction_id));
  for (const id of gone) changes.delete(id); // a delta may add a transaction and remove it again
  const records = [...changes.values()].filter(({ account_id }) => accounts.has(account_id));

  const ids = records.flatMap((each) => [each.transaction_id, each.pending_transaction_id ?? each.transaction_id]);
  const known = new Map(
    (
      await rowsOf<TransactionRow>(
        queryIn(
          statements,
          'SELECT * FROM bank_transactions WHERE item_id = $1 AND plaid_id IN (?)',
          [...ids, ...gone],
          item.id,
        ),
      )
    ).map((row) => [row.plaid_id, row]),
  );

  const incoming = records.map((record) => ({
    account: accounts.get(record.account_id) as AccountRow,
    columns: transactionColumns(record),
    before: known.get(record.transaction_id),
    pendingId: record.pending_transaction_id,
  }));
  const taken = new Set(incoming.flatMap(({ before }) => (before ? [before.id] : [])));
  for (const each of incoming) {
    const pending = each.pendingId ? known.get(each.pendingId) : undefined;
    if (each.before || !pending || taken.has(pending.id)) continue;
    each.before = pending;
    taken.add(pending.id);
  }
  const news = incoming.filter(({ before }) => !before);
  const olds = await adoptable(work, news, gone, taken);
  for (const [each, row] of adopt(news, olds)) each.before = row;

  const rows: TransactionRow[] = [];
  for (const { account, columns, before } of incoming) {
    const row: TransactionRow = {
      id: before?.id ?? crypto.randomUUID(),
      ...columns,
      item_id: item.id,
      account_id: account.id,
      first_seen_at: before?.first_seen_at ?? now,
      removed_at: null,
      transfer_id: before?.transfer_id ?? null,
    };
    if (before && !differs(before, row)) continue; // Plaid reports unchanged transactions as modified
    work.count(account.id, before ? 'changed' : 'added');
    rows.push(row);
  }
  const kept = new Set(incoming.flatMap(({ before }) => (before ? [before.id] : [])));
  const removed = [...known.values()].filter(
    (row) => gone.has(row.plaid_id) && row.removed_at === null && !kept.has(row.id),
  );
  for (const { account_id } of removed) work.count(account_id, 'removed');
  rows.push(...removed.map((row) => ({ ...row, removed_at: now })));
  await upsert(statements, 'bank_transactions', ['id'], rows);
  await updateTransfers(work, [...rows, ...known.values()]);
}

/** A transaction that was not stored under its ID. */
interface Stranger {
  readonly account: AccountRow;
  readonly columns: Columns;
}

/**
 * Finds the rows that new transactions may continue: pending ones that were removed, and all of accounts that another Item
 * had before.
 */
async function adoptable(
  { statements, item, now }: Work,
  news: readonly Stranger[],
  gone: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): Promise<readonly TransactionRow[]> {
  if (news.length === 0) return [];
  const accounts = [...new Map(news.map(({ account }) => [account.id, account])).values()];
  const relinked = accounts.filter(({ previous_item_id }) => previous_item_id !== null).map(({ id }) => id);
  const foreign = queryIn(
    statements,
    'SELECT * FROM bank_transactions WHERE item_id <> $1 AND removed_at IS NULL AND account_id IN (?) ORDER BY date, id',
    relinked,
    item.id,
  );
  const pending = queryIn(
    statements,
    'SELECT * FROM bank_transactions WHERE item_id = $1 AND pending = true AND date >= $2 AND account_id IN (?) ORDER BY date, id',
    accounts.map(({ id }) => id),
    item.id,
    addDays(now.slice(0, 10), -2 * postingDays),
  );
  const isGone = (row: TransactionRow) => row.removed_at !== null || gone.has(row.plaid_id);
  return [...(await rowsOf<TransactionRow>(foreign)), ...(await rowsOf<TransactionRow>(pending)).filter(isGone)].filter(
    ({ id }) => !taken.has(id),
  );
}

/**
 * Decides which stored rows new transactions continue: first those with the same account, date, amount and name, after a
 * relink. Then a pending one of the same account and amount, up to 14 days earlier, if both are each other's only candidate.
 */
function adopt<New extends Stranger>(news: readonly New[], olds: readonly TransactionRow[]): Map<New, TransactionRow> {
  const same = pairEqual<New, TransactionRow>(news, olds, (each) => {
    const { date, amount, currency, name, pending } = 'columns' in each ? each.columns : each;
    const account = 'columns' in each ? each.account.id : each.account_id;
    return JSON.stringify([account, date, amount, currency, name, pending]);
  });
  const taken = new Set(same.values());
  const posted = pairUnique<New, TransactionRow>(
    news.filter((each) => !same.has(each) && !each.columns.pending),
    olds.filter((row) => !taken.has(row) && row.pending),
    (each) => {
      const { amount, currency } = 'columns' in each ? each.columns : each;
      return JSON.stringify(['columns' in each ? each.account.id : each.account_id, amount, currency]);
    },
    ({ columns }, row) => {
      const days = daysBetween(row.date, columns.date);
      return days >= 0 && days <= postingDays;
    },
  );
  return new Map([...same, ...posted]);
}

/** Marks rows of accounts that another Item had before as removed, if they were pending and the bank no longer has them. */
export async function removeStalePending({ statements, item, now, ...work }: Work): Promise<void> {
  const rows = await rowsOf<TransactionRow>(
    statements.query(
      'SELECT t.* FROM bank_transactions t JOIN bank_accounts a ON a.id = t.account_id ' +
        'WHERE a.item_id = $1 AND a.previous_item_id IS NOT NULL AND t.item_id <> $1 AND t.pending = true AND t.removed_at IS NULL',
      [item.id],
    ),
  );
  for (const { account_id } of rows) work.count(account_id, 'removed');
  await upsert(
    statements,
    'bank_transactions',
    ['id'],
    rows.map((row) => ({ ...row, removed_at: now })),
  );
}

/** Number of amounts above which all of a person's transactions are read. */
const manyAmounts = 400;

/** Finds the own transfers again among all of the person's transactions with an amount that has changed. */
async function updateTransfers({ statements, item }: Work, changed: readonly TransactionRow[]): Promise<void> {
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
  const { statements, item, now } = work;
  const accounts = await accountsOf(work);
  type InvestmentRow = MovementRow & ReturnType<typeof investmentColumns>;
  const stored = await rowsOf<InvestmentRow>(
    queryIn(
      statements,
      'SELECT * FROM bank_investment_transactions WHERE date >= $1 AND account_id IN (?) ORDER BY date, id',
      [...accounts.values()].map(({ id }) => id),
      since,
    ),
  );
  const known = new Map(stored.map((row) => [row.plaid_id, row]));
  const incoming = records
    .filter(({ account_id }) => accounts.has(account_id))
    .map((record) => ({
      account: accounts.get(record.account_id) as AccountRow,
      columns: investmentColumns(record),
      before: known.get(record.investment_transaction_id),
    }));
  const same = pairEqual(
    incoming.filter(({ before }) => !before),
    stored.filter((row) => row.item_id !== item.id && row.removed_at === null),
    (each) => {
      const { date, amount, currency, name } = 'columns' in each ? each.columns : each;
      return JSON.stringify(['columns' in each ? each.account.id : each.account_id, date, amount, currency, name]);
    },
  );
  const rows: object[] = [];
  const kept = new Set<string>();
  for (const each of incoming) {
    const before = each.before ?? same.get(each);
    if (before) kept.add(before.id);
    const row = {
      id: before?.id ?? crypto.randomUUID(),
      ...each.columns,
      item_id: item.id,
      account_id: each.account.id,
      first_seen_at: before?.first_seen_at ?? now,
      removed_at: null,
    };
    if (before && !differs(before, row)) continue;
    work.count(each.account.id, before ? 'changed' : 'added');
    rows.push(row);
  }
  for (const row of stored)
    if (row.removed_at === null && !kept.has(row.id)) {
      work.count(row.account_id, 'removed');
      rows.push({ ...row, removed_at: now });
    }
  await upsert(statements, 'bank_investment_transactions', ['id'], rows);
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
