import { describe, expect, test } from 'vitest';
import { startBank, type TestReport, type TestReportAccount } from './testing.ts';

const hook = 'http://127.0.0.1:9/hook';
const second = 1000;
const day = 86_400 * second;
const products = ['assets', 'transactions', 'investments'];

/** A sandbox with an Item of which reports can be made; `told` lists webhooks about reports. */
async function startReports(options: Parameters<typeof startBank>[0] = {}) {
  const started = startBank({ readyAtOnce: true, ...options });
  const { ask, link, bank, clock } = started;
  const linkOne = (wanted = products) => link({ override_username: 'user_transactions_dynamic' }, wanted);
  const access_token = await linkOne();
  const create = (options: object = {}, days_requested = 60, access_tokens = [access_token]) =>
    ask('/asset_report/create', { access_tokens, days_requested, options });
  const get = (asset_report_token: string, body: object = {}) =>
    ask('/asset_report/get', { asset_report_token, ...body });
  /** A report that is there. */
  const make = async (options: object = {}, days_requested = 60) => {
    const { asset_report_token } = await create(options, days_requested);
    await clock.advance(5 * second);
    return { asset_report_token, report: (await get(asset_report_token)).report };
  };
  const told = async () => {
    await clock.advance(0);
    return bank.controls.webhooks
      .filter(({ webhook_type }) => webhook_type === 'ASSETS')
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  };
  return { ...started, access_token, linkOne, create, get, make, told };
}

interface Applications {
  applications: { application_id: string }[];
}

const accountsOf = (report: TestReport) => report.items.flatMap(({ accounts }) => accounts);
const find = (report: TestReport, type: string) =>
  accountsOf(report).find((account) => account.type === type) as TestReportAccount;

describe('making', () => {
  test('takes a while, is announced, and reports what the Item has', async () => {
    const { ask, fail, create, get, clock, told, access_token } = await startReports();
    const user = { first_name: 'Ada', ssn: '123-45-6789' };
    const { asset_report_token, asset_report_id } = await create({ client_report_id: 'loan-1', webhook: hook, user });
    expect(asset_report_token).toMatch(/^assets-sandbox-[0-9a-f-]{36}$/);
    for (const path of ['/asset_report/get', '/asset_report/pdf/get'])
      expect(await fail(path, { asset_report_token })).toBe('400 PRODUCT_NOT_READY');
    await clock.advance(4_999);
    expect(await fail('/asset_report/get', { asset_report_token })).toBe('400 PRODUCT_NOT_READY');
    expect(await told()).toEqual([]);
    await clock.advance(1);
    expect(await told()).toEqual([
      {
        webhook_type: 'ASSETS',
        webhook_code: 'PRODUCT_READY',
        asset_report_id,
        report_type: 'FULL',
        environment: 'sandbox',
      },
    ]);
    const { report, warnings } = await get(asset_report_token);
    const { accounts, item } = await ask('/accounts/get', { access_token });
    expect(warnings).toEqual([]);
    expect(report).toMatchObject({
      asset_report_id,
      client_report_id: 'loan-1',
      date_generated: '2026-01-01T00:00:05.000Z',
      days_requested: 60,
      user: { first_name: 'Ada', last_name: null, ssn: '123-45-6789' },
      items: [{ item_id: item.item_id }],
    });
    expect(accountsOf(report).map(({ account_id }) => account_id)).toEqual(
      accounts.map(({ account_id }) => account_id),
    );
  });

  test('transactions are those of the Item, of the days asked for', async () => {
    const { ask, make, access_token } = await startReports();
    const { report } = await make();
    const { transactions } = await ask('/transactions/get', {
      access_token,
      start_date: '2025-11-03', // 60 days with the first of January
      end_date: '2026-01-01',
      options: { count: 500 },
    });
    const reported = accountsOf(report).flatMap((account) => account.transactions);
    const ids = (list: { transaction_id: string }[]) => list.map(({ transaction_id }) => transaction_id).sort();
    expect(ids(reported)).toEqual(ids(transactions));
    expect(reported.length).toBeGreaterThan(20);
  });

  test.each([
    ['depository', 1],
    ['credit', -1],
  ])('past balances of a %s account lead to the one of today', async (type, sign) => {
    const { make } = await startReports();
    const { balances, historical_balances, transactions, days_available } = find((await make()).report, type);
    const posted = transactions.filter(({ pending, iso_currency_code }) => !pending && iso_currency_code);
    expect(historical_balances).toHaveLength(days_available);
    expect(historical_balances[0]?.date).toBe('2025-12-31');
    for (const { date, current } of historical_balances) {
      const since = posted.filter((each) => each.date > date).reduce((sum, { amount }) => sum + amount, 0);
      expect(Math.abs(balances.current + sign * since - current)).toBeLessThan(0.1); // each amount is rounded
    }
    expect(new Set(historical_balances.map(({ current }) => current)).size).toBeGreaterThan(5);
  });

  test('investments when asked for: what is held is worth the balance', async () => {
    const { make } = await startReports();
    expect(find((await make()).report, 'investment').investments).toBeUndefined();
    for (const options of [{ add_ons: ['investments'] }, { products: ['investments'] }]) {
      const { balances, investments } = find((await make(options)).report, 'investment');
      const worth = investments?.holdings.reduce((sum, { institution_value }) => sum + institution_value, 0);
      expect(worth).toBeCloseTo(balances.current, 2);
    }
  });

  test('a fast version comes first', async () => {
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

  test('never changes, whatever becomes of the Item', async () => {
    const { ask, bank, make, get, access_token, clock } = await startReports();
    const { asset_report_token, report } = await make();
    bank.controls.changeTransactions(access_token, { added: 3, modified: 3, removed: 3 });
    await clock.advance(3 * day);
    await ask('/item/remove', { access_token });
    expect((await get(asset_report_token)).report).toEqual(report);
  });

  test('fails when an Item fails meanwhile, unless the others are enough', async () => {
    const { ask, call, create, get, clock, told, access_token, linkOne } = await startReports();
    const other = await linkOne();
    const all = [access_token, other];
    const strict = await create({ webhook: hook }, 30, all);
    const lenient = await create({ require_all_items: false }, 30, all);
    await ask('/sandbox/item/reset_login', { access_token: other });
    await clock.advance(5 * second);
    const { item_id } = (await ask('/item/get', { access_token: other })).item;
    const failed = { error_type: 'ASSET_REPORT_ERROR', error_code: 'DATA_UNAVAILABLE' };
    const causes = [{ error_code: 'ITEM_LOGIN_REQUIRED', item_id }];
    expect(await call('/asset_report/get', { asset_report_token: strict.asset_report_token })).toMatchObject({
      status: 400,
      body: { ...failed, causes },
    });
    const { asset_report_id } = strict;
    expect(await told()).toMatchObject([{ webhook_code: 'ERROR', asset_report_id, error: { ...failed, causes } }]);
    expect((await get(lenient.asset_report_token)).report.items).toHaveLength(1);
    expect(
      (await call('/asset_report/filter', { ...strict, request_id: undefined, account_ids_to_exclude: [] })).body
        .error_code,
    ).toBe('UNKNOWN_FIELDS');
    const { asset_report_token } = strict;
    expect((await call('/asset_report/filter', { asset_report_token, account_ids_to_exclude: [] })).body).toMatchObject(
      { error_type: 'ASSET_REPORT_ERROR', error_code: 'INVALID_PARENT' },
    );
  });

  test.each<[object, string]>([
    [{ days_requested: 732 }, '400 INVALID_FIELD'],
    [{ days_requested: undefined }, '400 MISSING_FIELDS'],
    [{ access_tokens: [] }, '400 INVALID_FIELD'],
    [{ access_tokens: ['x'] }, '400 INVALID_ACCESS_TOKEN'],
    [{ options: { add_ons: ['more'] } }, '400 INVALID_FIELD'],
    [{ options: { webhook: 'nowhere' } }, '400 INVALID_FIELD'],
    [{ options: null }, '400 INVALID_FIELD'],
  ])('with %j: %s', async (change, expected) => {
    const { fail, access_token } = await startReports();
    const body = { access_tokens: [access_token], days_requested: 10, ...change };
    expect(await fail('/asset_report/create', body)).toBe(expected);
  });

  test('needs a healthy Item that was linked for it, and counts only then', async () => {
    const { ask, call, fail, bank, access_token, linkOne } = await startReports({
      limits: { '/asset_report/create': { client: 0 } },
    });
    const create = (token: string) => ({ access_tokens: [token], days_requested: 10 });
    const without = await linkOne(['transactions']);
    expect((await call('/asset_report/create', create(without))).body).toMatchObject({
      error_type: 'ASSET_REPORT_ERROR',
      error_code: 'PRODUCT_NOT_ENABLED',
    });
    await ask('/sandbox/item/reset_login', { access_token: without });
    expect(await fail('/asset_report/create', create(without))).toBe('400 ITEM_LOGIN_REQUIRED');
    bank.controls.setInstitutionHealth('ins_109508', 'DOWN');
    expect(await fail('/asset_report/create', create(access_token))).toBe('400 INSTITUTION_DOWN');
    bank.controls.setInstitutionHealth('ins_109508', 'HEALTHY');
    expect(await fail('/asset_report/create', create(access_token))).toBe('429 RATE_LIMIT');
  });

  test('needs a client that may', async () => {
    const started = startBank({ products: ['transactions'] });
    const access_token = await started.link();
    const body = { access_tokens: [access_token], days_requested: 10 };
    expect(await started.fail('/asset_report/create', body)).toBe('400 INVALID_PRODUCT');
  });
});

describe('reading', () => {
  test('fewer days, and cleaned up transactions', async () => {
    const { make, get } = await startReports();
    const { asset_report_token, report } = await make();
    const short = find((await get(asset_report_token, { options: { days_to_include: 20 } })).report, 'credit');
    const long = find(report, 'credit');
    expect(short.historical_balances).toEqual(long.historical_balances.slice(0, 20));
    expect(short.transactions).toEqual(long.transactions.filter(({ date }) => date > '2025-12-12'));
    expect(short.days_available).toBe(20);
    expect(long.transactions[0]).not.toHaveProperty('merchant_name');
    const clean = find((await get(asset_report_token, { include_insights: true })).report, 'credit');
    expect(clean.transactions.map((each) => each.transaction_id)).toEqual(
      long.transactions.map((each) => each.transaction_id),
    );
    expect(clean.transactions[0]).toMatchObject({
      merchant_name: expect.any(String),
      credit_category: { primary: expect.any(String) },
    });
  });

  test('without the identity the user keeps back, with a warning', async () => {
    const { ask, create, get, clock, access_token } = await startReports();
    const { item } = await ask('/item/get', { access_token });
    const [application] = (await ask<Applications>('/item/application/list', { access_token })).applications;
    await ask('/item/application/scopes/update', {
      access_token,
      application_id: application?.application_id,
      context: 'PORTAL',
      scopes: { product_access: { identity: false } },
    });
    const { asset_report_token } = await create();
    await clock.advance(5 * second);
    const { report, warnings } = await get(asset_report_token);
    expect(accountsOf(report).every(({ owners }) => owners.length === 0)).toBe(true);
    expect(warnings).toMatchObject([{ warning_code: 'OWNERS_UNAVAILABLE', cause: { item_id: item.item_id } }]);
  });

  test('the newest of a user, by the token of the user', async () => {
    const { ask, fail, make, create, clock, access_token } = await startReports();
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
    const { asset_report_id } = await create();
    await clock.advance(5 * second);
    expect((await ask('/asset_report/get', { user_token })).report.asset_report_id).toBe(asset_report_id);
    expect(await fail('/asset_report/get', { user_token: 'x' })).toBe('400 INVALID_USER_TOKEN');
  });

  test('as a PDF, which names its accounts', async () => {
    const { bank, make } = await startReports();
    const { asset_report_token, report } = await make();
    const { clientId, secret } = bank.options();
    const response = await bank.app.request('/asset_report/pdf/get', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: clientId, secret, asset_report_token }),
    });
    const file = await response.text();
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('plaid-request-id')).toMatch(/^\w{15}$/);
    expect(file.startsWith('%PDF-1.4')).toBe(true);
    expect(file).toContain(report.asset_report_id);
    for (const { account_id } of accountsOf(report)) expect(file).not.toContain(account_id);
    expect(file).toMatch(/Checking \d{4} \\\(depository, checking\\\)/); // brackets are escaped in the file
  });

  test.each(['/asset_report/get', '/asset_report/pdf/get', '/asset_report/remove'])(
    '%s of a token that is none',
    async (path) => {
      const { fail } = await startReports();
      expect(await fail(path, { asset_report_token: 'x' })).toBe('400 INVALID_FIELD');
      expect(await fail(path)).toBe('400 MISSING_FIELDS');
    },
  );
});

describe('reports out of reports', () => {
  test('refreshed: newer data, the same filter, what was not said anew', async () => {
    const { ask, bank, make, get, clock, access_token } = await startReports();
    const { asset_report_token, report } = await make({ client_report_id: 'a', user: { first_name: 'Ada' } });
    const [first] = accountsOf(report);
    const filtered = await ask('/asset_report/filter', {
      asset_report_token,
      account_ids_to_exclude: [first?.account_id],
    });
    await clock.advance(5 * second);
    const { added } = bank.controls.changeTransactions(access_token, { added: 2 }) as { added: string[] };
    const refreshed = await ask('/asset_report/refresh', {
      asset_report_token: filtered.asset_report_token,
      days_requested: 10,
      options: { client_report_id: '', user: { last_name: 'Inkwell' } },
    });
    await clock.advance(5 * second);
    const { report: newer } = await get(refreshed.asset_report_token);
    expect(newer).toMatchObject({
      days_requested: 10,
      client_report_id: null,
      user: { first_name: 'Ada', last_name: 'Inkwell' },
    });
    expect(accountsOf(newer).map(({ account_id }) => account_id)).not.toContain(first?.account_id);
    const ids = accountsOf(newer).flatMap(({ transactions }) => transactions.map((each) => each.transaction_id));
    expect(ids).toEqual(expect.arrayContaining(added));
    expect((await get(asset_report_token)).report).toEqual(report);
  });

  test('refreshing needs healthy Items', async () => {
    const { ask, fail, make, access_token } = await startReports();
    const { asset_report_token } = await make();
    await ask('/sandbox/item/reset_login', { access_token });
    expect(await fail('/asset_report/refresh', { asset_report_token })).toBe('400 ITEM_LOGIN_REQUIRED');
    await ask('/item/remove', { access_token });
    expect(await fail('/asset_report/refresh', { asset_report_token })).toBe('400 ITEM_NOT_FOUND');
  });

  test('filtered: the same data without some accounts, once announced', async () => {
    const { ask, fail, make, get, clock, told } = await startReports();
    const { asset_report_token, report } = await make({ webhook: hook });
    const [first, ...rest] = accountsOf(report);
    const body = { asset_report_token, account_ids_to_exclude: [first?.account_id] };
    const filtered = await ask('/asset_report/filter', body);
    expect(await fail('/asset_report/get', { asset_report_token: filtered.asset_report_token })).toBe(
      '400 PRODUCT_NOT_READY',
    );
    await clock.advance(5 * second);
    expect((await told()).at(-1)).toMatchObject({ asset_report_id: filtered.asset_report_id });
    const { report: smaller } = await get(filtered.asset_report_token);
    expect(accountsOf(smaller)).toEqual(rest);
    expect(smaller.date_generated).toBe(report.date_generated);
    const { asset_report_token: twice } = await ask('/asset_report/filter', {
      asset_report_token: filtered.asset_report_token,
      account_ids_to_exclude: [rest[0]?.account_id],
    });
    await clock.advance(5 * second);
    expect(accountsOf((await get(twice)).report)).toEqual(rest.slice(1));
    expect(await fail('/asset_report/filter', { asset_report_token, account_ids_to_exclude: ['x'] })).toBe(
      '400 INVALID_ACCOUNT_ID',
    );
  });

  test('removing ends a report and its audit copies', async () => {
    const { ask, fail, make } = await startReports();
    const { asset_report_token, report } = await make();
    const copy = async (auditor_id: string) =>
      (await ask('/asset_report/audit_copy/create', { asset_report_token, auditor_id })).audit_copy_token;
    const [first, second] = [await copy('fannie_mae'), await copy('freddie_mac')];
    expect(first).toMatch(/^a-sandbox-[A-Z2-7]{26}$/);
    expect((await ask('/asset_report/audit_copy/get', { audit_copy_token: first })).report).toEqual(report);
    expect(await ask('/asset_report/audit_copy/remove', { audit_copy_token: first })).toMatchObject({ removed: true });
    for (const path of ['get', 'pdf/get', 'remove'])
      expect(await fail(`/asset_report/audit_copy/${path}`, { audit_copy_token: first })).toBe(
        '400 INVALID_AUDIT_COPY_TOKEN',
      );
    expect(await ask('/asset_report/remove', { asset_report_token })).toMatchObject({ removed: true });
    expect(await fail('/asset_report/audit_copy/get', { audit_copy_token: second })).toBe(
      '400 INVALID_AUDIT_COPY_TOKEN',
    );
    expect(await fail('/asset_report/get', { asset_report_token })).toBe('400 INVALID_FIELD');
  });

  test.each<[string, object]>([
    ['/asset_report/filter', { account_ids_to_exclude: [] }],
    ['/asset_report/refresh', {}],
    ['/asset_report/audit_copy/create', {}],
  ])('%s needs one that is there', async (path, body) => {
    const { fail, create } = await startReports();
    const { asset_report_token } = await create();
    expect(await fail(path, { asset_report_token, ...body })).toBe('400 PRODUCT_NOT_READY');
    expect(await fail(path, { asset_report_token: 'x', ...body })).toBe('400 INVALID_PARENT');
  });
});
