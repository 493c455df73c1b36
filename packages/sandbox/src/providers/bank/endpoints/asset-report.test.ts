import { describe, expect, test } from 'vitest';
import { hook, startBank, type TestReport, type TestReportAccount } from '../../../../test/bank.ts';

const second = 1000;
const products = ['assets', 'transactions', 'investments'];

/** Starts a sandbox with an Item for which reports can be created. `told` lists webhooks about reports. */
async function startReports(options: Parameters<typeof startBank>[0] = {}) {
  const started = startBank({ readyAtOnce: true, ...options });
  const { ask, link, clock } = started;
  const linkOne = (wanted = products) => link({ override_username: 'user_transactions_dynamic' }, wanted);
  const access_token = await linkOne();
  const create = (options: object = {}, days_requested = 60, access_tokens = [access_token]) =>
    ask('/asset_report/create', { access_tokens, days_requested, options });
  const get = (asset_report_token: string, body: object = {}) =>
    ask('/asset_report/get', { asset_report_token, ...body });
  /** Returns the report of a response once it is ready. */
  const ready = async ({ asset_report_token }: { asset_report_token: string }) => {
    await clock.advance(5 * second);
    return { asset_report_token, report: (await get(asset_report_token)).report };
  };
  const make = async (options: object = {}) => ready(await create(options));
  return { ...started, access_token, linkOne, create, get, ready, make };
}

const accountsOf = (report: TestReport) => report.items.flatMap(({ accounts }) => accounts);
const find = (report: TestReport, type: string) =>
  accountsOf(report).find((account) => account.type === type) as TestReportAccount;

describe('a new asset report', () => {
  test('takes a while, sends a webhook, and has the data of the Item', async () => {
    const { ask, fail, create, get, clock, told, access_token } = await startReports();
    const user = { first_name: 'Ada', ssn: '123-45-6789' };
    const { asset_report_token, asset_report_id } = await create({ client_report_id: 'loan-1', webhook: hook, user });
    await clock.advance(4_999);
    for (const path of ['/asset_report/get', '/asset_report/pdf/get'])
      expect(await fail(path, { asset_report_token })).toBe('400 PRODUCT_NOT_READY');
    expect(await told()).toEqual([]);
    await clock.advance(1);
    const webhook = { webhook_type: 'ASSETS', webhook_code: 'PRODUCT_READY', environment: 'sandbox' };
    expect(await told()).toEqual([{ ...webhook, asset_report_id, report_type: 'FULL' }]);
    const { report, warnings } = await get(asset_report_token);
    const { accounts, item } = await ask('/accounts/get', { access_token });
    expect(warnings).toEqual([]);
    expect(report).toMatchObject({
      asset_report_id,
      client_report_id: 'loan-1',
      date_generated: '2026-01-01T00:00:05.000Z',
      days_requested: 60,
      user: { first_name: 'Ada', last_name: null, ssn: '123-45-6789' },
      items: [{ item_id: item.item_id, accounts: accounts.map(({ account_id }) => ({ account_id })) }],
    });
    // 60 days, including January 1.
    const range = { start_date: '2025-11-03', end_date: '2026-01-01', options: { count: 500 } };
    const { transactions } = await ask('/transactions/get', { access_token, ...range });
    const ids = (list: { transaction_id: string }[]) => list.map(({ transaction_id }) => transaction_id).sort();
    expect(ids(accountsOf(report).flatMap((account) => account.transactions))).toEqual(ids(transactions));
    for (const type of ['depository', 'credit']) {
      const { balances, historical_balances, days_available } = find(report, type);
      expect(historical_balances).toHaveLength(days_available);
      expect(historical_balances[0]).toMatchObject({ date: '2025-12-31', current: balances.current });
    }
  });

  test('has a fast version first', async () => {
    const { fail, create, get, clock, told } = await startReports();
    const { asset_report_token } = await create({ add_ons: ['fast_assets'], webhook: hook });
    await clock.advance(2_500);
    const fast = find((await get(asset_report_token, { fast_report: true })).report, 'depository');
    expect(fast).toMatchObject({ transactions: [], historical_balances: [], owners: [{}] });
    expect(await fail('/asset_report/get', { asset_report_token })).toBe('400 PRODUCT_NOT_READY');
    await clock.advance(2_500);
    expect(find((await get(asset_report_token)).report, 'depository').transactions.length).toBeGreaterThan(0);
    expect((await told()).map(({ report_type }) => report_type)).toEqual(['FAST', 'FULL']);
    const plain = (await create()).asset_report_token;
    expect(await fail('/asset_report/get', { asset_report_token: plain, fast_report: true })).toBe('400 INVALID_FIELD');
  });

  test('never changes, even if the Item changes or is removed', async () => {
    const { ask, bank, make, get, access_token, clock } = await startReports();
    const { asset_report_token, report } = await make();
    bank.controls.changeTransactions(access_token, { added: 3, modified: 3, removed: 3 });
    await clock.advance(3 * 86_400 * second);
    await ask('/item/remove', { access_token });
    expect((await get(asset_report_token)).report).toEqual(report);
  });

  test('fails if an Item fails in the meantime, unless the other Items are enough', async () => {
    const { ask, call, create, ready, told, access_token, linkOne } = await startReports();
    const other = await linkOne();
    const all = [access_token, other];
    const { asset_report_token, asset_report_id } = await create({ webhook: hook }, 30, all);
    const lenient = await create({ require_all_items: false }, 30, all);
    await ask('/sandbox/item/reset_login', { access_token: other });
    expect((await ready(lenient)).report.items).toHaveLength(1);
    const { item_id } = (await ask('/item/get', { access_token: other })).item;
    const causes = [{ error_code: 'ITEM_LOGIN_REQUIRED', item_id }];
    const error = { error_type: 'ASSET_REPORT_ERROR', error_code: 'DATA_UNAVAILABLE', causes };
    const failed = await call('/asset_report/get', { asset_report_token });
    expect(failed).toMatchObject({ status: 400, body: error });
    expect(await told()).toMatchObject([{ webhook_code: 'ERROR', asset_report_id, error }]);
    const filtered = await call('/asset_report/filter', { asset_report_token, account_ids_to_exclude: [] });
    expect(filtered.body).toMatchObject({ error_type: 'ASSET_REPORT_ERROR', error_code: 'INVALID_PARENT' });
  });

  test('needs a healthy Item that was linked for it, and otherwise does not count toward the rate limit', async () => {
    const { ask, call, fail, bank, access_token, linkOne } = await startReports({
      limits: { '/asset_report/create': { client: 0 } },
    });
    const create = (token: string) => ({ access_tokens: [token], days_requested: 10 });
    const without = await linkOne(['transactions']);
    const error = { error_type: 'ASSET_REPORT_ERROR', error_code: 'PRODUCT_NOT_ENABLED' };
    expect((await call('/asset_report/create', create(without))).body).toMatchObject(error);
    await ask('/sandbox/item/reset_login', { access_token: without });
    expect(await fail('/asset_report/create', create(without))).toBe('400 ITEM_LOGIN_REQUIRED');
    bank.controls.setInstitutionHealth('ins_109508', 'DOWN');
    expect(await fail('/asset_report/create', create(access_token))).toBe('400 INSTITUTION_DOWN');
    bank.controls.setInstitutionHealth('ins_109508', 'HEALTHY');
    expect(await fail('/asset_report/create', create(access_token))).toBe('429 RATE_LIMIT');
    const narrow = startBank({ products: ['transactions'] });
    expect(await narrow.fail('/asset_report/create', create(await narrow.link()))).toBe('400 INVALID_PRODUCT');
  });
});

describe('an asset report', () => {
  test('leaves out the identity that the user does not share, with a warning', async () => {
    const { ask, create, ready, get, access_token } = await startReports();
    const { item } = await ask('/item/get', { access_token });
    const { applications } = await ask<{ applications: { application_id: string }[] }>('/item/application/list', {
      access_token,
    });
    await ask('/item/application/scopes/update', {
      access_token,
      application_id: applications[0]?.application_id,
      context: 'PORTAL',
      scopes: { product_access: { identity: false } },
    });
    const { asset_report_token, report } = await ready(await create());
    expect(accountsOf(report).every(({ owners }) => owners.length === 0)).toBe(true);
    const { warnings } = await get(asset_report_token);
    expect(warnings).toMatchObject([{ warning_code: 'OWNERS_UNAVAILABLE', cause: { item_id: item.item_id } }]);
  });

  test('is the newest one of a user when read with a user token', async () => {
    const { ask, fail, make, access_token } = await startReports();
    const person = { first_name: 'Ada', last_name: 'Inkwell', phone_numbers: [], emails: [], date_of_birth: null };
    const primary_address = { street: '1 Elm Street', city: null, region: null, postal_code: null, country: 'US' };
    const { user_id, user_token } = await ask<{ user_id: string; user_token: string }>('/user/create', {
      client_user_id: 'u-1',
      consumer_report_user_identity: { ...person, primary_address },
    });
    await make();
    expect(await fail('/asset_report/get', { user_token })).toBe('400 INVALID_FIELD');
    const { item } = await ask('/item/get', { access_token });
    await ask('/user/items/associate', { user_id, item_ids: [item.item_id] });
    const { report } = await make();
    expect((await ask('/asset_report/get', { user_token })).report).toEqual(report);
  });
});

describe('a report based on another one', () => {
  test.each<[string, object]>([
    ['/asset_report/filter', { account_ids_to_exclude: [] }],
    ['/asset_report/refresh', {}],
    ['/asset_report/audit_copy/create', {}],
  ])('needs that report to be ready: %s', async (path, body) => {
    const { fail, create } = await startReports();
    const { asset_report_token } = await create();
    expect(await fail(path, { asset_report_token, ...body })).toBe('400 PRODUCT_NOT_READY');
  });
});
