import type { Account } from '@x/bank';
import { queryIn, upsert } from './database.ts';
import { pairEqual, pairUnique } from './match.ts';
import { type AccountRow, accountColumns } from './rows.ts';
import { accountsOf, differs, rowsOf, type Work } from './work.ts';

/**
 * Writes accounts and their balances of the day. An account that the person had linked before, through another Item, keeps
 * its row.
 *
 * @param isComplete Whether the Item has no other accounts.
 * @returns The rows of the accounts.
 */
export async function applyAccounts(
  work: Work,
  accounts: readonly Account[],
  isComplete: boolean,
): Promise<readonly AccountRow[]> {
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
  const stored = new Map([...known.values(), ...adopted.values()].map((row) => [row.id, row]));
  const isChanged = (row: AccountRow) => differs(stored.get(row.id) ?? {}, row);
  await upsert(statements, 'bank_accounts', ['id'], [...rows.filter(isChanged), ...removed]);
  await writeBalances(work, rows);
  return rows;
}

/** Writes the balances of the day. */
async function writeBalances({ statements, now }: Work, accounts: readonly AccountRow[]): Promise<void> {
  const date = now.slice(0, 10);
  const ids = accounts.map(({ id }) => id);
  const sql = 'SELECT * FROM bank_balances WHERE date = $1 AND account_id IN (?)';
  const stored = new Map((await queryIn(statements, sql, ids, date)).map((row) => [row.account_id, row]));
  const rows = accounts
    .map(({ id: account_id, balance, available, currency }) => ({ account_id, date, balance, available, currency }))
    .filter((row) => differs(stored.get(row.account_id) ?? {}, row));
  await upsert(statements, 'bank_balances', ['account_id', 'date'], rows);
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
