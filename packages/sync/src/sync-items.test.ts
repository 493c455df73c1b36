import { describe, expect, it } from 'vitest';
import { kinds } from '../test/databases.ts';
import { mortal } from '../test/mortal.ts';
import { compare, openStage, read } from '../test/stage.ts';
import type { SqlValue, SyncDatabase } from './database.ts';
import type { SyncEvent } from './options.ts';

describe.each(kinds)('on %s', (kind) => {
  it('the tables equal the API, and later syncs write only what changed', async () => {
    const { bank, database, sandbox, link, sync } = await openStage({ kind });
    const item = await link();
    const first = await sync([item]);
    expect(first.items).toMatchObject([{ id: item.id, status: 'synced', next: { step: 'none' } }]);
    const before = await compare(bank, database, item);
    expect(before.rows).toEqual(before.expected);
    expect(first.added).toBeGreaterThan(before.rows.length);

    const { access_token } = item;
    const accounts = await read(database, 'SELECT * FROM bank_accounts');
    expect(accounts).toHaveLength((await bank.accounts.get({ access_token })).accounts.length);
    expect(accounts.find(({ name }) => name === 'Plaid Credit Card')).toMatchObject({
      balance: -41_000,
      credit_limit: 200_000,
      currency: 'USD',
      type: 'credit',
    });
    const { holdings, securities } = await bank.investments.holdings.get({ access_token });
    expect(await read(database, 'SELECT * FROM bank_holdings')).toHaveLength(holdings.length);
    expect((await read(database, 'SELECT * FROM bank_securities')).length).toBeGreaterThanOrEqual(securities.length);
    const { liabilities } = await bank.liabilities.get({ access_token });
    const debts = (Object.values(liabilities) as (object[] | null)[]).flatMap((each) => each ?? []);
    const owed = await read(database, 'SELECT last_statement_balance AS owed FROM bank_liabilities');
    expect(owed).toHaveLength(debts.length);
    expect(owed.every((row) => Number(row.owed) <= 0)).toBe(true);
    const streams = await bank.transactions.recurring.get({ access_token });
    expect(await read(database, 'SELECT * FROM bank_streams')).toHaveLength(
      streams.inflow_streams.length + streams.outflow_streams.length,
    );
    const today = new Date(sandbox.clock.now()).toISOString().slice(0, 10);
    const period = { start_date: '2020-01-01', end_date: today };
    const trades = await bank.investments.transactions.get({ access_token, ...period }).toArray({ limit: 5000 });
    expect(await read(database, 'SELECT * FROM bank_investment_transactions')).toHaveLength(trades.length);

    const rest = await sync([item]);
    expect(rest).toMatchObject({ added: 0, changed: 0, removed: 0 });
    const statements: string[] = [];
    const watched = mortal(database, 0, () => {}, statements);
    await sync([item], { database: watched, transactionsOnly: true });
    const written = statements.filter((sql) => !sql.startsWith('SELECT'));
    expect(written.every((sql) => /^(INSERT INTO|UPDATE) bank_items/.test(sql))).toBe(true);
    expect(statements.length).toBeLessThan(20);

    sandbox.controls.bank.changeTransactions(item.id, { added: 3, posted: 2, modified: 2, removed: 1 });
    const later = await sync([item]);
    expect(later).toMatchObject({ added: 3, changed: 4, removed: 1 });
    expect(later.items[0]?.accounts.every(({ name }) => name !== '')).toBe(true);
    const after = await compare(bank, database, item);
    expect(after.rows).toEqual(after.expected);
    const [removed] = await read(database, 'SELECT removed_at FROM bank_transactions WHERE removed_at IS NOT NULL');
    expect(removed?.removed_at).toMatch(/^2026-01-14T/);
  });
});

const main = kinds.filter((kind) => kind === 'sqlite' || kind === 'pg');

it.each(main)(
  'on %s, large amounts, missing values and repeated records are stored once, and are read again',
  async (kind) => {
    const { database, link, sync, changing } = await openStage({ kind });
    const item = await link();
    let expected = 0;
    const bank = changing(({ accounts = [], holdings, investment_transactions: trades }) => {
      for (const account of accounts) {
        const { name, balances } = account as { name: string; balances: object };
        const coins = { current: 120_000_000.5, iso_currency_code: null, unofficial_currency_code: 'SHIB' };
        if (name === 'Plaid Saving') Object.assign(balances, coins);
      }
      const [holding] = (holdings ?? []) as { institution_value: number }[];
      if (holding) {
        holdings?.push(holding);
        expected = Math.round(200 * holding.institution_value);
      }
      if (trades?.[0]) trades.push(trades[0]);
    });
    expect((await sync([item], { bank })).items[0]?.error).toBeUndefined();
    expect((await sync([item], { bank })).items[0]).toMatchObject({ status: 'synced', accounts: [] });
    expect(await read(database, "SELECT balance FROM bank_accounts WHERE currency = '~SHIB'")).toEqual([
      { balance: 12_000_000_050_000_000 },
    ]);
    expect(await read(database, `SELECT 1 AS found FROM bank_holdings WHERE value = ${expected}`)).toHaveLength(1);
    await database.run('UPDATE bank_liabilities SET is_overdue = NULL');
    const [liability] = await read(database, 'SELECT is_overdue FROM bank_liabilities');
    expect(liability).toEqual({ is_overdue: null });
    const sql = 'SELECT plaid_id FROM bank_investment_transactions GROUP BY plaid_id HAVING count(*) > 1';
    expect(await read(database, sql)).toEqual([]);
  },
);

/** Calls `act` once, after the first statement of a transaction that a pattern matches. */
function after(database: SyncDatabase, pattern: RegExp, act: () => Promise<unknown>): SyncDatabase {
  let isDone = false;
  const spied =
    <Result>(run: (sql: string, values?: readonly SqlValue[]) => Promise<Result>) =>
    async (sql: string, values?: readonly SqlValue[]) => {
      const result = await run(sql, values);
      if (!isDone && pattern.test(sql)) {
        isDone = true;
        await act();
      }
      return result;
    };
  return {
    ...database,
    transaction: (work) => database.transaction(({ query, run }) => work({ query: spied(query), run: spied(run) })),
  };
}

const posted = (amount: number, name: string, date_posted = '2026-01-13') => ({
  type: 'depository',
  subtype: 'checking',
  starting_balance: 10,
  meta: { name, mask: '1111' },
  transactions: [
    { date_transacted: '2026-01-13', date_posted, amount, description: name },
    { date_transacted: '2026-01-13', date_posted: '2026-01-13', amount: 1, description: 'FEE' },
  ],
});
const userOf = (...override_accounts: object[]) => ({
  options: { override_username: 'user_custom', override_password: JSON.stringify({ override_accounts }) },
});
const sides = (database: SyncDatabase) =>
  read(database, 'SELECT name FROM bank_transactions WHERE transfer_id IS NOT NULL ORDER BY name');

it.skipIf(!kinds.includes('pg'))(
  "two syncs at the same time find each other's transfers, and a connection that the server ends fails only the Item",
  async () => {
    const { database, link, sync } = await openStage({ kind: 'pg' });
    const [one, two] = [
      await link(userOf(posted(77, 'OUT'))),
      await link({ ...userOf(posted(-77, 'IN')), institution_id: 'ins_109511' }),
    ];
    let other: ReturnType<typeof sync> | undefined;
    const waiting = async () => {
      const sql = "SELECT 1 AS found FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
      while ((await read(database, sql)).length === 0);
    };
    const slow = after(database, /t\.transfer_id/, () => {
      other = sync([two]);
      return Promise.race([other, waiting()]);
    });
    await sync([one], { database: slow });
    await other;
    expect(await sides(database)).toEqual([{ name: 'IN' }, { name: 'OUT' }]);

    const item = await link();
    const crashes: unknown[] = [];
    const crash = (error: unknown) => void crashes.push(error);
    process.on('uncaughtException', crash);
    const broken = after(database, /^INSERT INTO bank_transactions/, () =>
      read(database, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()'),
    );
    const { items } = await sync([item], { database: broken });
    process.off('uncaughtException', crash);
    expect([items[0]?.status, crashes]).toEqual(['failed', []]);
    expect((await sync([item])).items[0]?.status).toBe('synced');
  },
);

it('a pending side of a transfer that a relinked bank no longer has leaves the other side without one', async () => {
  const { database, link, sync } = await openStage();
  const savings = posted(-77, 'IN');
  await sync([await link(userOf(posted(77, 'OUT', '2026-01-20'), savings))]);
  expect(await sides(database)).toHaveLength(2);
  await sync([await link(userOf({ ...posted(2, 'TEA'), meta: { name: 'OUT', mask: '1111' } }, savings))]);
  expect(await sides(database)).toEqual([]);
});

it('a posted transaction keeps the row of its pending one, so that edits in other tables survive', async () => {
  const { database, sandbox, link, sync } = await openStage();
  const item = await link();
  await sync([item]);
  const pending = await read(database, 'SELECT id, plaid_id FROM bank_transactions WHERE pending = true ORDER BY id');
  expect(pending.length).toBeGreaterThan(1);
  await database.run('CREATE TABLE notes (transaction_id TEXT PRIMARY KEY, note TEXT)');
  for (const { id } of pending) await database.run('INSERT INTO notes VALUES ($1, $2)', [id ?? null, `note for ${id}`]);
  sandbox.controls.bank.changeTransactions(item.id, { posted: pending.length });
  expect(await sync([item])).toMatchObject({ added: 0, changed: pending.length, removed: 0 });
  const noted = await read(
    database,
    'SELECT t.id, t.plaid_id FROM notes n JOIN bank_transactions t ON t.id = n.transaction_id ' +
      'WHERE t.pending = false AND t.removed_at IS NULL ORDER BY t.id',
  );
  expect(noted.map(({ id }) => id)).toEqual(pending.map(({ id }) => id));
  expect(noted.map(({ plaid_id }) => plaid_id)).not.toEqual(pending.map(({ plaid_id }) => plaid_id));
});

it.each([730, 30])(
  'the first sync requests %d days, says so, and waits until the whole history is there',
  async (days) => {
    const { bank, database, sandbox, link, sync, passTime } = await openStage({
      bank: { readyAtOnce: false, readyAfterMs: 10_000, historyAfterMs: 60_000 },
    });
    const item = await link({ options: { transactions: {} } });
    const events: SyncEvent[] = [];
    const onEvent = (event: SyncEvent) => void events.push(event);
    const running = sync([item], { onEvent, ...(days !== 730 && { days }) });
    await passTime(running);
    expect((await running).items).toMatchObject([{ status: 'synced' }]);
    expect(events).toContainEqual({ type: 'history', item: item.id, days });
    expect(sandbox.requests.find(({ path }) => path === '/transactions/sync')?.body).toContain(
      `"days_requested":${days}`,
    );
    const histories = events.flatMap((event) => (event.type === 'delta' ? [event.history] : []));
    expect([...new Set(histories)]).toEqual(['NOT_READY', 'INITIAL_UPDATE_COMPLETE', 'HISTORICAL_UPDATE_COMPLETE']);
    const { rows, expected } = await compare(bank, database, item);
    expect(rows).toEqual(expected);
    const oldest = Math.min(...rows.map(({ date }) => Date.parse(String(date))));
    const ageDays = (sandbox.clock.now() - oldest) / 86_400_000;
    expect(ageDays > 400).toBe(days === 730);
    expect(ageDays).toBeLessThan(days + 2);

    events.length = 0;
    await sync([item], { onEvent });
    expect(events.map(({ type }) => type)).not.toContain('history');
  },
);

it('a history that takes longer than waitMs is incomplete, and the next sync gets the rest', async () => {
  const { bank, database, sandbox, link, sync, passTime } = await openStage({
    bank: { readyAtOnce: false, readyAfterMs: 10_000, historyAfterMs: 400_000 },
  });
  const item = await link();
  const startedAt = sandbox.clock.now();
  const running = sync([item], { waitMs: 200_000 });
  await passTime(running);
  expect((await running).items).toMatchObject([{ status: 'incomplete' }]);
  expect(sandbox.clock.now() - startedAt).toBeLessThan(240_000);
  const rest = sync([item]);
  await passTime(rest);
  expect((await rest).items).toMatchObject([{ status: 'synced' }]);
  const { rows, expected } = await compare(bank, database, item);
  expect(rows).toEqual(expected);
});

it('investment transactions are complete, although the syncs before did not read them', async () => {
  const { bank, database, sandbox, link, sync } = await openStage();
  const item = await link();
  await sync([item], { transactionsOnly: true });
  await sync([item]);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const now = sandbox.clock.now();
  const period = { start_date: day(now - 730 * 86_400_000), end_date: day(now) };
  const { access_token } = item;
  const trades = await bank.investments.transactions.get({ access_token, ...period }).toArray({ limit: 5000 });
  const ids = await read(database, 'SELECT plaid_id FROM bank_investment_transactions');
  expect(new Set(ids.map(({ plaid_id }) => plaid_id))).toEqual(
    new Set(trades.map(({ investment_transaction_id }) => investment_transaction_id)),
  );
});

it('the investment transactions of an account that is added later are complete', async () => {
  const { bank, database, link, sync, changing } = await openStage();
  const item = await link();
  const { accounts } = await bank.accounts.get({ access_token: item.access_token });
  const late = accounts.findLast(({ type }) => type === 'investment')?.account_id ?? '';
  const countOf = () =>
    read(
      database,
      'SELECT t.date FROM bank_investment_transactions t JOIN bank_accounts a ON a.id = t.account_id WHERE a.plaid_id = $1',
      late,
    );
  const without = changing((body) => {
    for (const name of ['accounts', 'holdings', 'investment_transactions'])
      body[name] = (body[name] as { account_id: string }[] | undefined)?.filter(
        ({ account_id }) => account_id !== late,
      ) as object[];
  });
  await sync([item], { bank: without });
  expect(await countOf()).toEqual([]);
  await sync([item], { transactionsOnly: true });
  await sync([item]);
  const oldest = (await countOf()).map(({ date }) => String(date)).sort()[0] ?? '';
  expect(oldest < '2025').toBe(true);
});

it('refresh waits for the new data', async () => {
  const { bank, database, link, sync, passTime } = await openStage({ bank: { refreshAfterMs: 5000 } });
  const item = await link();
  await sync([item]);
  const waits: SyncEvent[] = [];
  const running = sync([item], {
    refresh: true,
    onEvent: (event) => void (event.type === 'wait' && waits.push(event)),
  });
  await passTime(running);
  expect((await running).added).toBeGreaterThanOrEqual(3);
  expect(waits[0]).toEqual({ type: 'wait', item: item.id, for: 'refresh' });
  const { rows, expected } = await compare(bank, database, item);
  expect(rows).toEqual(expected);
});

it('a bank that is linked again keeps its rows, and the old login is replaced', async () => {
  const { bank, database, sandbox, link, sync } = await openStage();
  const ann = { options: { override_username: 'ann' } };
  const rowsOf = (user: string) =>
    read(
      database,
      'SELECT t.id, t.plaid_id, t.account_id, t.removed_at FROM bank_transactions t ' +
        'JOIN bank_accounts a ON a.id = t.account_id WHERE a.owner = $1 ORDER BY t.id',
      user,
    );
  const [old, spouse] = [await link(ann), await link({ ...ann, user: 'bob' })];
  await sync([old, spouse]);
  const before = await rowsOf('ann');
  expect(before).toHaveLength(13);
  const ids = (rows: typeof before) => rows.map(({ id, account_id, removed_at }) => [id, account_id, removed_at]);

  const again = await link(ann);
  expect(await sync([again, old])).toMatchObject({ added: 0, removed: 0 }); // at the same time
  await database.run("UPDATE bank_items SET next_step = 'update_mode' WHERE id = $1", [old.id]);
  expect((await sync([old])).items).toMatchObject([{ status: 'replaced' }]);
  expect(await read(database, 'SELECT next_step FROM bank_items WHERE id = $1', old.id)).toEqual([
    { next_step: 'none' },
  ]);
  const after = await rowsOf('ann');
  expect(ids(after)).toEqual(ids(before));
  expect(after.some(({ plaid_id }, index) => plaid_id === before[index]?.plaid_id)).toBe(false);
  const { rows, expected } = await compare(bank, database, again);
  expect(rows).toEqual(expected);

  // Days later, after the pending transaction has posted.
  await sandbox.clock.advance(5 * 86_400_000);
  const third = await link(ann);
  expect(await sync([third])).toMatchObject({ added: 0, changed: 13, removed: 0 });
  expect(ids(await rowsOf('ann'))).toEqual(ids(before));
  expect(await rowsOf('bob')).toHaveLength(13);
});

it("a transfer between own accounts is found only if its two sides are each other's only candidates", async () => {
  const { database, link, sync } = await openStage();
  await sync([await link({ options: { override_username: 'ann' } })]);
  const transfers = await read(
    database,
    'SELECT t.name, o.name AS other FROM bank_transactions t JOIN bank_transactions o ON o.id = t.transfer_id ORDER BY t.name',
  );
  expect(transfers).toEqual([
    { name: 'FROM CHECKING', other: 'TO SAVINGS' },
    { name: 'TO SAVINGS', other: 'FROM CHECKING' },
  ]);
  expect(await read(database, "SELECT amount, plaid_amount FROM bank_transactions WHERE name = 'CINEMA'")).toEqual([
    { amount: -1235, plaid_amount: 12.3456 },
  ]);
});

it('a month of days leaves the same tables as the API, and a balance for each day', async () => {
  const { bank, database, sandbox, link, sync } = await openStage({
    bank: { loginRequiredAfterMs: Number.POSITIVE_INFINITY },
  });
  const item = await link();
  await sync([item]);
  for (let day = 1; day <= 31; day += 1) {
    await sandbox.clock.advance(86_400_000);
    sandbox.controls.bank.changeTransactions(item.id, { added: 3, posted: 2, modified: day % 3, removed: day % 2 });
    await sync([item], { transactionsOnly: day % 7 !== 0 });
  }
  const { rows, expected } = await compare(bank, database, item);
  expect(rows).toEqual(expected);
  const days = await read(database, 'SELECT account_id, count(*) AS days FROM bank_balances GROUP BY account_id');
  expect(new Set(days.map((row) => row.days))).toEqual(new Set([32]));
});

it('a failing Item does not end the others, and says what its user has to do', async () => {
  const { bank, database, link, sync } = await openStage();
  const [one, two, three] = [await link(), await link({ institution_id: 'ins_109511' }), await link({ user: 'bob' })];
  await sync([three], { transactionsOnly: true });
  await bank.sandbox.resetLogin({ access_token: one.access_token });
  await bank.item.remove({ access_token: three.access_token });
  const { items } = await sync([one, two, three]);
  expect(items).toMatchObject([
    { status: 'failed', next: { step: 'update_mode' }, error: { providerCode: 'ITEM_LOGIN_REQUIRED' } },
    { status: 'synced' },
    { status: 'failed', next: { step: 'new_link' }, error: { providerCode: 'ITEM_NOT_FOUND' } },
  ]);
  expect(await read(database, 'SELECT next_step, error_code FROM bank_items ORDER BY next_step')).toEqual([
    { next_step: 'new_link', error_code: 'ITEM_NOT_FOUND' },
    { next_step: 'none', error_code: null },
    { next_step: 'update_mode', error_code: 'ITEM_LOGIN_REQUIRED' },
  ]);
});

it('an Item that another process is syncing is busy, until its lease has expired', async () => {
  const { database, sandbox, link, sync, passTime } = await openStage();
  const item = await link();
  await sync([item]);
  const until = sandbox.clock.now() + 60_000;
  await database.run("UPDATE bank_items SET locked_by = 'other', locked_until = $1", [until]);
  expect((await sync([item])).items).toMatchObject([{ status: 'busy' }]);
  const waiting = sync([item], { waitForLock: true });
  await passTime(waiting);
  expect((await waiting).items).toMatchObject([{ status: 'synced' }]);
  expect(sandbox.clock.now()).toBeGreaterThanOrEqual(until);
});
