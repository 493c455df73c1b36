import { describe, expect, test } from 'vitest';
import { startBank, type TestAnswer, type TestTransaction } from '../../../../test/bank.ts';
import { createRandom } from '../../../shared/random.ts';

const sync = '/transactions/sync';
const idsOf = (rows: { transaction_id: string }[]) => rows.map(({ transaction_id }) => transaction_id);

/** Applies `pages` to a client's store as a client does. */
function apply(pages: TestAnswer[], store = new Map<string, TestTransaction>()) {
  for (const { added, modified, removed } of pages) {
    for (const row of [...added, ...modified]) store.set(row.transaction_id, row);
    for (const { transaction_id } of removed) store.delete(transaction_id);
  }
  return store;
}

describe('history', () => {
  test('has 2,500 transactions in the two Items that are linked from the start', async () => {
    const { bank, ask, syncAll } = startBank();
    const ids = new Set<string>();
    let accounts = 0;
    for (const access_token of bank.accessTokens) {
      const { pages } = await syncAll(access_token);
      for (const { transaction_id } of apply(pages).values()) ids.add(transaction_id);
      accounts += (await ask('/accounts/get', { access_token })).accounts.length;
      const last = pages.at(-1);
      expect(last?.transactions_update_status).toBe('HISTORICAL_UPDATE_COMPLETE');
      expect(last?.accounts.every(({ type }) => type !== 'investment')).toBe(true);
    }
    expect(ids.size).toBe(2_500);
    expect(accounts).toBeGreaterThanOrEqual(4);
  });

  test('depends only on the seed', async () => {
    const read = async (seed: number) => {
      const random = (label: string) => createRandom(seed, `bank/${label}`);
      const { ask, token } = startBank({}, { random });
      return { token, rows: (await ask(sync, { access_token: token, count: 500 })).added };
    };
    expect(await read(1)).toEqual(await read(1));
    const [one, two] = [await read(1), await read(2)];
    expect(one.token).not.toBe(two.token);
    expect(idsOf(one.rows)).not.toEqual(idsOf(two.rows));
  });

  test('has the oddities of real data', async () => {
    const { token, syncAll } = startBank();
    const rows = [...apply((await syncAll(token)).pages).values()];
    expect(rows.every((row) => (row.iso_currency_code === null) !== (row.unofficial_currency_code === null))).toBe(
      true,
    );
    expect(rows.some((row) => row.unofficial_currency_code !== null)).toBe(true);
    expect(rows.some(({ amount }) => Math.abs(amount * 100 - Math.round(amount * 100)) > 1e-6)).toBe(true);
    expect(rows.some(({ amount }) => amount < 0) && rows.some(({ pending }) => pending)).toBe(true);
    expect(rows.some((row) => !('merchant_name' in row))).toBe(true);
  });

  test.each(['2026-11-28T00:00:00Z', '2026-12-31T23:58:00Z', '2028-02-29T12:00:00Z'])(
    'has no time later than now, %s',
    async (now) => {
      const { token, syncAll } = startBank({}, { startedAt: Date.parse(now) });
      const times = (await syncAll(token)).pages
        .flatMap(({ added }) => added.flatMap(({ datetime, authorized_datetime }) => [datetime, authorized_datetime]))
        .filter((time) => time !== null);
      expect(times.length).toBeGreaterThan(100);
      expect(times.filter((time) => time > now)).toEqual([]);
    },
  );

  test('can have 100,000 transactions without duplicates', async () => {
    const { token, ask } = startBank({ transactionsPerItem: 100_000, limits: 'off' });
    const end = await ask(sync, { access_token: token, cursor: 'now' });
    expect(end).toMatchObject({ added: [], has_more: false });
    const range = { access_token: token, start_date: '2024-01-01', end_date: '2026-01-01' };
    const ids = new Set<string>();
    for (let offset = 0; offset < 100_000; offset += 10_000) {
      const answer = await ask('/transactions/get', { ...range, options: { count: 500, offset } });
      expect(answer.total_transactions).toBe(100_000);
      for (const id of idsOf(answer.transactions)) ids.add(id);
    }
    expect(ids.size).toBe(5_000);
  });
});

describe('a new Item', () => {
  test('is not ready at its first call, then has the requested days', async () => {
    const { ask, fail, link, syncAll } = startBank();
    const access_token = await link();
    expect(await ask(sync, { access_token, options: { days_requested: 730 } })).toEqual({
      accounts: [],
      added: [],
      modified: [],
      removed: [],
      next_cursor: '',
      has_more: false,
      transactions_update_status: 'NOT_READY',
      request_id: expect.any(String),
    });
    const { pages } = await syncAll(access_token, '', 40, { days_requested: 1 });
    expect(pages.map(({ added }) => added.length)).toEqual([40, 40, 28]);
    const range = { start_date: '2024-01-01', end_date: '2026-01-01' };
    const other = await link({ transactions: { days_requested: 365 } });
    expect(await fail('/transactions/get', { access_token: other, ...range })).toBe('400 PRODUCT_NOT_READY');
    expect((await ask('/transactions/get', { access_token: other, ...range })).total_transactions).toBe(54);
    const ready = startBank({ readyAtOnce: true });
    expect((await ready.ask(sync, { access_token: await ready.link() })).added).toHaveLength(13);
  });

  test('is ready at a first call that comes 5 seconds after linking', async () => {
    for (const [wait, status] of [
      [4_999, 'NOT_READY'],
      [5_000, 'HISTORICAL_UPDATE_COMPLETE'],
    ] as const) {
      const { ask, link, clock } = startBank();
      const access_token = await link();
      await clock.advance(wait);
      expect((await ask(sync, { access_token })).transactions_update_status).toBe(status);
    }
  });

  test('gets its last 30 days first', async () => {
    const { ask, link, syncAll, clock } = startBank({ readyAfterMs: 4_000, historyAfterMs: 60_000 });
    const access_token = await link({ transactions: { days_requested: 730 } });
    for (const wait of [0, 3_000]) {
      expect((await ask(sync, { access_token })).transactions_update_status).toBe('NOT_READY');
      await clock.advance(wait);
    }
    await clock.advance(1_000);
    const recent = await syncAll(access_token);
    expect(recent.pages[0]?.transactions_update_status).toBe('INITIAL_UPDATE_COMPLETE');
    expect(recent.pages[0]?.added.every(({ date }) => date >= '2025-12-02')).toBe(true);
    await clock.advance(60_000);
    const older = await syncAll(access_token, recent.cursor);
    expect(older.pages[0]?.transactions_update_status).toBe('HISTORICAL_UPDATE_COMPLETE');
    expect(apply([...recent.pages, ...older.pages]).size).toBe(108);
  });
});

describe('cursors', () => {
  test('return the same changes in the same order when read twice', async () => {
    const { ask, token, syncAll, bank } = startBank();
    const { pages, cursor } = await syncAll(token, '', 300);
    expect(pages.every(({ next_cursor }) => next_cursor.length <= 256)).toBe(true);
    const again = await syncAll(token, '', 300);
    expect(again.pages.map(({ added }) => idsOf(added))).toEqual(pages.map(({ added }) => idsOf(added)));
    expect(await ask(sync, { access_token: token, cursor })).toMatchObject({ added: [], next_cursor: cursor });
    bank.controls.changeTransactions(token, { added: 2, modified: 3, removed: 1 });
    const [one, two] = [await syncAll(token, cursor), await syncAll(token, cursor)];
    expect({ ...one.pages[0], request_id: '' }).toEqual({ ...two.pages[0], request_id: '' });
  });

  test('are refused if they are made up or belong to another Item or account', async () => {
    const { ask, call, bank } = startBank();
    const [access_token, other] = bank.accessTokens;
    const { next_cursor, accounts } = await ask(sync, { access_token });
    const options = { account_id: accounts[0]?.account_id };
    for (const body of [
      { access_token: other, cursor: next_cursor },
      { access_token, cursor: next_cursor, options },
      { access_token, cursor: 'garbage' },
      { access_token, cursor: `${next_cursor}AA` },
    ]) {
      const { status, body: error } = await call(sync, body);
      expect({ status, code: error.error_code }).toEqual({ status: 400, code: 'INVALID_FIELD' });
      expect(error.error_message).toContain('cursor');
    }
  });

  test('of single accounts add up to the whole', async () => {
    const { ask, token, syncAll } = startBank();
    const whole = apply((await syncAll(token)).pages);
    const parts = new Map<string, TestTransaction>();
    for (const { account_id } of (await ask('/accounts/get', { access_token: token })).accounts) {
      const { pages } = await syncAll(token, '', 500, { account_id });
      expect(pages.flatMap(({ added }) => added).every((row) => row.account_id === account_id)).toBe(true);
      apply(pages, parts);
    }
    expect([...parts.keys()].sort()).toEqual([...whole.keys()].sort());
  });
});

describe('changes', () => {
  test('post pending transactions under new IDs, which may take two pages', async () => {
    const { ask, token, syncAll } = startBank();
    const first = await syncAll(token);
    const store = apply(first.pages);
    const waiting = [...store.values()].filter(({ pending }) => pending);
    await ask('/transactions/refresh', { access_token: token });
    const { pages } = await syncAll(token, first.cursor, 3);
    expect(pages.every(({ added, modified, removed }) => added.length + modified.length + removed.length <= 3)).toBe(
      true,
    );
    expect(pages.flatMap(({ removed }) => idsOf(removed)).sort()).toEqual(idsOf(waiting).sort());
    const posted = pages.flatMap(({ added }) => added).filter((row) => row.pending_transaction_id !== null);
    expect(posted.map((row) => row.pending_transaction_id).sort()).toEqual(idsOf(waiting).sort());
    expect(posted.every(({ pending }) => !pending)).toBe(true);
    expect(pages.flatMap(({ modified }) => modified)).toHaveLength(1);
    apply(pages, store);
    expect([...store.keys()].sort()).toEqual([...apply((await syncAll(token)).pages).keys()].sort());
  });

  test('report a static history again, nearly all of it unchanged', async () => {
    const { ask, link, syncAll } = startBank({ readyAtOnce: true });
    const access_token = await link({ transactions: { days_requested: 730 } });
    const first = await syncAll(access_token);
    const store = apply(first.pages);
    await ask('/transactions/refresh', { access_token });
    const modified = (await syncAll(access_token, first.cursor)).pages.flatMap((page) => page.modified);
    const same = modified.filter((row) => JSON.stringify(row) === JSON.stringify(store.get(row.transaction_id)));
    expect([modified.length, same.length]).toEqual([108, 107]);
  });

  test('during pagination make every page fail until the client restarts', async () => {
    const { ask, call, token, bank, syncAll } = startBank();
    bank.controls.mutateDuringPagination(2, token);
    for (const _ of [1, 2]) {
      const { next_cursor: cursor } = await ask(sync, { access_token: token, count: 500 });
      for (const __ of [1, 2]) {
        const { status, body } = await call(sync, { access_token: token, cursor, count: 500 });
        expect({ status, ...body }).toMatchObject({
          status: 400,
          error_type: 'TRANSACTIONS_ERROR',
          error_code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
          error_message:
            'Underlying transaction data changed since last page was fetched. Please restart pagination from last update.',
        });
      }
    }
    expect(apply((await syncAll(token)).pages).size).toBe(1_250);
  });

  test('can be made up only on Items of the dynamic user', async () => {
    const { ask, fail, link, token, syncAll } = startBank({ readyAtOnce: true, limits: 'off' });
    const { cursor } = await syncAll(token);
    const row = { date_transacted: '2025-12-18', date_posted: '2026-01-01', amount: 4.5, description: 'Made up' };
    await ask('/sandbox/transactions/create', { access_token: token, transactions: [row] });
    expect(await ask(sync, { access_token: token, cursor })).toMatchObject({
      added: [{ name: 'Made up', amount: 4.5, pending: false, date: '2026-01-01' }],
    });
    for (const wrong of [
      { date_posted: '2025-12-17' },
      { date_transacted: '2025-12-17' },
      { date_posted: '2026-01-02' },
      { date_posted: '2026-02-29' },
    ]) {
      const body = { access_token: token, transactions: [{ ...row, ...wrong }] };
      expect(await fail('/sandbox/transactions/create', body)).toBe('400 INVALID_FIELD');
    }
    const access_token = await link();
    expect(await fail('/sandbox/transactions/create', { access_token, transactions: [row] })).toBe('400 INVALID_FIELD');
  });
});
