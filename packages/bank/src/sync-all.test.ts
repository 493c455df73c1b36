import { nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it, vi } from 'vitest';
import { between } from '../test/between.ts';
import {
  bankProvider,
  createBankClient,
  createClient,
  type SyncPage,
  type SyncProgress,
  transactionsWithSync,
} from './index.ts';
import { syncAll } from './sync-all.ts';

const host = 'https://sandbox.plaid.com';
const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const options = { clientId: 'client-id-1234', clientSecret: 'client-secret-1234', retries: 0 };
const bank = createBankClient(options);
const atOnce = { restartPauseMs: 0 };

nockOnly();

const transaction = (transaction_id: string) => ({
  transaction_id,
  account_id: 'a',
  amount: 12.5,
  iso_currency_code: 'USD',
  unofficial_currency_code: null,
  date: '2026-01-01',
  datetime: null,
  authorized_date: null,
  authorized_datetime: null,
  pending: false,
  payment_channel: 'online',
  transaction_code: null,
});
const account = (account_id: string, current: number) => ({
  account_id,
  balances: { available: null, current, limit: null, iso_currency_code: 'USD', unofficial_currency_code: null },
  mask: '0000',
  name: 'Checking',
  official_name: null,
  type: 'depository',
  subtype: 'checking',
});

/** Serves one page to a request with `cursor`. */
function page(
  cursor: string | undefined,
  answer: { next_cursor: string; has_more?: boolean } & Record<string, unknown>,
) {
  nock(host)
    .post('/transactions/sync', (body) => body.cursor === cursor && body.count === 500)
    .reply(200, {
      added: [],
      modified: [],
      removed: [],
      has_more: false,
      transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
      accounts: [],
      request_id: 'r',
      ...answer,
    });
}

const mutated = (cursor: string | undefined) =>
  nock(host)
    .post('/transactions/sync', (body) => body.cursor === cursor)
    .reply(400, {
      error_type: 'TRANSACTIONS_ERROR',
      error_code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
      error_message: 'changed',
      display_message: null,
      request_id: 'r',
    });

it('resolves withResponse to the delta and the response of its first page, without another request', async () => {
  page('c0', { added: [transaction('t1')], next_cursor: 'c1', has_more: true });
  page('c1', { next_cursor: 'c2' });
  const call = bank.transactions.syncAll({ access_token, cursor: 'c0' });
  const { data, response } = await call.withResponse();
  expect(data).toEqual(await call);
  expect(response).toMatchObject({ status: 200, attempts: 1 });
});

it('merges all pages into one delta', async () => {
  const removed = { transaction_id: 't0', account_id: 'a' };
  page('c0', { added: [transaction('t1')], accounts: [account('a', 1)], next_cursor: 'c1', has_more: true });
  page('c1', { removed: [removed], accounts: [account('b', 5)], next_cursor: 'c2', has_more: true });
  page('c2', {
    added: [transaction('t2')],
    modified: [transaction('t1')],
    accounts: [account('a', 2)],
    next_cursor: 'c3',
    transactions_update_status: 'INITIAL_UPDATE_COMPLETE',
  });
  const seen: SyncProgress[] = [];
  const delta = await bank.transactions.syncAll(
    { access_token, cursor: 'c0' },
    { onPage: (progress) => seen.push(progress) },
  );
  expect(delta).toEqual({
    added: [transaction('t1'), transaction('t2')],
    modified: [transaction('t1')],
    removed: [removed],
    accounts: [account('a', 2), account('b', 5)],
    nextCursor: 'c3',
    status: 'INITIAL_UPDATE_COMPLETE',
  });
  expect(seen).toEqual([
    { pages: 1, added: 1, modified: 0, removed: 0, restarts: 0 },
    { pages: 2, added: 1, modified: 0, removed: 1, restarts: 0 },
    { pages: 3, added: 2, modified: 1, removed: 1, restarts: 0 },
  ]);
});

it.each([
  [undefined, ''],
  [null, ''],
  ['', ''],
  ['c7', 'c7'],
])('returns the start cursor while there is no data: cursor %j', async (cursor, stored) => {
  page(cursor as string, { next_cursor: '', transactions_update_status: 'NOT_READY' });
  expect(await bank.transactions.syncAll({ access_token, cursor })).toEqual({
    added: [],
    modified: [],
    removed: [],
    accounts: [],
    nextCursor: stored,
    status: 'NOT_READY',
  });
});

it('passes the whole delta to checkpoint once, and resolves after checkpoint does', async () => {
  page('c0', { added: [transaction('t1')], next_cursor: 'c1', has_more: true });
  mutated('c1');
  page('c0', { added: [transaction('t1')], next_cursor: 'd1', has_more: true });
  page('d1', { added: [transaction('t2')], next_cursor: 'd2' });
  const storing = Promise.withResolvers<void>();
  const checkpoint = vi.fn(() => storing.promise);
  const resolved = vi.fn();
  const call = bank.transactions.syncAll({ access_token, cursor: 'c0' }, { ...atOnce, checkpoint });
  call.then(resolved);
  await vi.waitFor(() => expect(checkpoint).toHaveBeenCalled());
  expect(resolved).not.toHaveBeenCalled();
  storing.resolve();
  expect(checkpoint.mock.calls).toEqual([[await call]]);
});

it('fails with the error of checkpoint, and does not start over', async () => {
  page('c0', { next_cursor: 'c1' });
  const failure = { providerCode: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION' };
  const checkpoint = () => Promise.reject(failure);
  const call = bank.transactions.syncAll({ access_token, cursor: 'c0' }, { ...atOnce, checkpoint });
  await expect(call).rejects.toBe(failure);
});

it('passes count and options unchanged', async () => {
  nock(host)
    .post('/transactions/sync', (body) => body.count === 7 && body.options.account_id === 'a')
    .reply(400, { error_code: 'INVALID_FIELD', error_message: 'cursor' });
  await expect(
    bank.transactions.syncAll({ access_token, count: 7, options: { account_id: 'a' } }),
  ).rejects.toMatchObject({ code: 'invalid_params' });
});

describe('when data changes between two pages', () => {
  it('discards its pages and starts over from its first cursor', async () => {
    page('c0', { added: [transaction('old')], next_cursor: 'c1', has_more: true });
    mutated('c1');
    page('c0', { added: [transaction('new')], next_cursor: 'd1', has_more: true });
    mutated('d1');
    page('c0', { added: [transaction('newer')], next_cursor: 'e1', has_more: true });
    page('e1', { next_cursor: 'e2' });
    const restarts: number[] = [];
    const delta = await bank.transactions.syncAll(
      { access_token, cursor: 'c0' },
      { ...atOnce, onPage: (progress) => restarts.push(progress.restarts) },
    );
    expect(delta).toMatchObject({ added: [{ transaction_id: 'newer' }], nextCursor: 'e2' });
    expect(restarts).toEqual([0, 1, 2, 2]);
  });

  it.each([
    [{}, 5],
    [{ maxRestarts: 1 }, 1],
    [{ maxRestarts: 0 }, 0],
  ])('%j makes it fail after %d restarts', async (limit, restarts) => {
    for (let run = 0; run <= restarts; run += 1) {
      page(undefined, { added: [transaction('t')], next_cursor: `c${run}`, has_more: true });
      mutated(`c${run}`);
    }
    await expect(bank.transactions.syncAll({ access_token }, { ...atOnce, ...limit })).rejects.toMatchObject({
      code: 'conflict',
      operation: 'transactions.syncAll',
      providerCode: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
    });
  });

  it('ends the pause when the caller aborts', async () => {
    mutated(undefined);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const caller = new AbortController();
    const call = bank.transactions.syncAll({ access_token }, { restartPauseMs: 3_600_000, signal: caller.signal });
    await vi.waitFor(() => expect(timers).toHaveBeenCalledWith(expect.any(Function), 3_600_000));
    timers.mockRestore();
    caller.abort('enough');
    await expect(call).rejects.toMatchObject({ code: 'aborted', operation: 'transactions.syncAll' });
  });
});

it.each([
  ['another error', 400, { error_code: 'ITEM_LOGIN_REQUIRED' }, { code: 'reauthorization_required' }],
  ['an invalid response', 200, { added: 'none' }, { code: 'invalid_response' }],
])('fails after %s on a later page, and does not start over', async (_, status, body, expected) => {
  page(undefined, { added: [transaction('t')], next_cursor: 'c1', has_more: true });
  nock(host).post('/transactions/sync').reply(status, body);
  await expect(bank.transactions.syncAll({ access_token }, atOnce)).rejects.toMatchObject(expected);
});

it('refuses a repeated cursor instead of requesting pages forever', async () => {
  page(undefined, { next_cursor: 'c1', has_more: true });
  page('c1', { next_cursor: 'c1', has_more: true });
  await expect(bank.transactions.syncAll({ access_token })).rejects.toMatchObject({ code: 'invalid_response' });
});

it('refuses invalid params before any request', async () => {
  await expect(bank.transactions.syncAll(undefined as never)).rejects.toMatchObject({ code: 'invalid_params' });
  await expect(bank.transactions.syncAll({ access_token, count: 0 })).rejects.toMatchObject({ code: 'invalid_params' });
});

it('belongs to its client, even if that has only some endpoints: it pauses by its clock, and ends with it', async () => {
  const pauses: number[] = [];
  const clock = { now: () => 0, sleep: (ms: number) => new Promise<void>(() => pauses.push(ms)) };
  const small = createClient(bankProvider({ ...options, clock }), { transactions: transactionsWithSync() });
  page('now', { next_cursor: 'c9' });
  const deltas = small.transactions.follow({ access_token, cursor: 'now' }, { intervalMs: 7 });
  expect((await deltas.next()).value).toMatchObject({ nextCursor: 'c9' });
  const next = deltas.next();
  await vi.waitFor(() => expect(pauses).toEqual([7]));
  await Promise.all([small.close(), expect(next).rejects.toMatchObject({ code: 'unavailable' })]);
});

it('transactions.sync returns pages one by one, and resumes after any of them', async () => {
  page(undefined, { next_cursor: 'c1', has_more: true });
  page('c1', { added: [transaction('t')], next_cursor: 'c2' });
  const first = await bank.transactions.sync({ access_token, count: 500 });
  expect(first.items).toMatchObject([{ next_cursor: 'c1' }]);
  const second = await bank.transactions.sync({ access_token, count: 500 }, { cursor: first.nextCursor as string });
  expect(second).toMatchObject({ items: [{ added: [{ transaction_id: 't' }], next_cursor: 'c2' }], nextCursor: null });
});

it("syncAll counts each page's changes once, regardless of the number of pages", async () => {
  let reads = 0;
  const pages = 200;
  async function* sync() {
    for (let page = 1; page <= pages; page += 1)
      yield {
        get added() {
          reads += 1;
          return [];
        },
        modified: [],
        removed: [],
        accounts: [],
        next_cursor: `c${page}`,
      } as Partial<SyncPage> as SyncPage;
  }
  const seen: SyncProgress[] = [];
  const withResponse = () => expect.unreachable('withResponse should not be called');
  const run = () => Object.assign(sync(), { withResponse });
  await syncAll(run, { access_token }, { onPage: (progress) => seen.push(progress) }, between);
  expect(seen).toHaveLength(pages);
  expect(reads).toBeLessThanOrEqual(3 * pages);
});
