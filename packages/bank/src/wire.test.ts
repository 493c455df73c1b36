import { operationsOf } from '@x/core/provider';
import { nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { type ApiError, type BankOptions, bankProvider, createBankClient, createClient, endpoints } from './index.ts';

const host = 'https://sandbox.plaid.com';
const credentials = { client_id: 'client-id-1234', secret: 'client-secret-1234' };

const client = (options: Partial<BankOptions> = {}) =>
  createBankClient({
    clientId: credentials.client_id,
    clientSecret: credentials.secret,
    retries: 0,
    validation: 'strict',
    ...options,
  });
const bank = client();

nockOnly();

const operations = operationsOf(endpoints);

const request_id = 'm8MDnv9okwxFNBV';
const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const item = {
  item_id: 'item-1',
  institution_id: 'ins_109508',
  paired_item_id: 'item-2',
  webhook: null,
  error: null,
  available_products: ['balance', 'a_new_product'],
  billed_products: ['transactions'],
  consent_expiration_time: null,
  update_type: 'background',
};
const currency = { iso_currency_code: 'USD', unofficial_currency_code: null };
const account = {
  account_id: 'a',
  balances: { available: null, current: 1.5, limit: null, ...currency },
  mask: null,
  name: 'Checking',
  official_name: null,
  type: 'a new type',
  subtype: 'checking',
};
const accounts = { accounts: [account], item, request_id };
const nulls = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, null]));
const transaction = {
  transaction_id: 't1',
  account_id: 'a',
  amount: -0.1234567,
  ...currency,
  date: '2026-01-01',
  pending: false,
  payment_channel: 'by pigeon',
  ...nulls('datetime authorized_date authorized_datetime transaction_code pending_transaction_id account_owner'),
  location: nulls('address city region postal_code country lat lon store_number'),
  payment_meta: nulls('reference_number payee by_order_of payer payment_method payment_processor ppd_id reason'),
};
const listed = { accounts: [], item, transactions: [], total_transactions: 0, request_id };

describe('the request body', () => {
  it('is JSON for one version of the API, with the credentials', async () => {
    nock(host, {
      reqheaders: { 'content-type': 'application/json', accept: 'application/json', 'plaid-version': '2020-09-14' },
      badheaders: ['plaid-client-id', 'plaid-secret', 'authorization'],
    })
      .post('/accounts/get', { access_token, ...credentials })
      .reply(200, accounts);
    expect(await bank.accounts.get({ access_token })).toEqual(accounts);
  });

  it('leaves options out of transactions.get if it would be empty', async () => {
    const params = { access_token, start_date: '2026-01-01', end_date: '2026-02-01' };
    nock(host)
      .post('/transactions/get', { ...params, ...credentials })
      .reply(200, listed);
    await bank.transactions.get(params);
  });

  it('has no credentials when they are sent in headers', async () => {
    nock(host, { reqheaders: { 'plaid-client-id': credentials.client_id, 'plaid-secret': credentials.secret } })
      .post('/accounts/get', { access_token })
      .reply(200, accounts);
    expect(await client({ credentialsIn: 'headers' }).accounts.get({ access_token })).toEqual(accounts);
  });

  it.each([
    [{ environment: 'production' as const }, 'https://production.plaid.com'],
    [{ baseUrl: 'https://bank.test/v' }, 'https://bank.test/v'],
  ])('with %j is sent to %s', async (options, address) => {
    nock(address)
      .post('/item/remove', { access_token, ...credentials })
      .reply(200, { request_id });
    expect(await client(options).item.remove({ access_token })).toEqual({ request_id });
  });

  it('can be sent to undeclared routes', async () => {
    nock(host).post('/categories/get', credentials).reply(200, { categories: [], request_id });
    expect(await bank.request('/categories/get')).toEqual({ categories: [], request_id });
  });

  it('and the credentials are absent from a GET, which the API treats as an unknown route', async () => {
    nock(host).get('/accounts/get').reply(404, {
      error_type: 'INVALID_REQUEST',
      error_code: 'NOT_FOUND',
      error_message: 'GET /accounts/get is not a route',
      display_message: null,
      request_id,
    });
    const options = { clientId: credentials.client_id, clientSecret: credentials.secret, retries: 0 };
    const bare = createClient(bankProvider(options), {});
    const error = (await bare.request('GET /accounts/get').catch((reason) => reason)) as ApiError;
    expect(error).toMatchObject({ code: 'not_found', providerCode: 'NOT_FOUND', requestId: request_id });
    expect(error.message).toContain('GET /accounts/get is not a route. Check the path');
  });

  it('may be sent again, except by calls that would take effect twice', () => {
    const once = operations.filter(([, spec]) => !spec.idempotent);
    expect(once.map(([name]) => name).sort()).toEqual([
      'assetReport.auditCopy.create',
      'assetReport.auditCopy.remove',
      'assetReport.create',
      'assetReport.filter',
      'assetReport.refresh',
      'assetReport.remove',
      'auth.verify',
      'credit.payrollIncome.refresh',
      'identityVerification.autofill.create',
      'identityVerification.create',
      'identityVerification.retry',
      'income.verification.create',
      'income.verification.precheck',
      'item.exchangePublicToken',
      'item.invalidateAccessToken',
      'item.remove',
      'item.terminateProducts',
      'item.unlinkApplication',
      'link.createToken',
      'link.createUpdateToken',
      'paymentInitiation.consent.create',
      'paymentInitiation.consent.revoke',
      'paymentInitiation.payment.create',
      'sandbox.createTransactions',
      'sandbox.payment.simulate',
      'sandbox.seedApplication',
      'sandbox.transfer.ledger.deposit.simulate',
      'sandbox.transfer.ledger.simulateAvailable',
      'sandbox.transfer.ledger.withdraw.simulate',
      'sandbox.transfer.refund.simulate',
      'sandbox.transfer.repayment.simulate',
      'sandbox.transfer.simulate',
      'sandbox.transfer.sweep.simulate',
      'sandbox.transfer.testClock.create',
      'transfer.authorization.cancel',
      'transfer.cancel',
      'transfer.intent.create',
      'transfer.migrateAccount',
      'transfer.recurring.cancel',
      'transfer.refund.cancel',
      'user.create',
      'user.identity.remove',
      'user.items.remove',
      'user.products.terminate',
      'user.remove',
      'user.thirdPartyToken.create',
      'user.thirdPartyToken.remove',
      'watchlistScreening.entity.create',
      'watchlistScreening.entity.review.create',
      'watchlistScreening.entity.update',
      'watchlistScreening.individual.create',
      'watchlistScreening.individual.review.create',
      'watchlistScreening.individual.update',
    ]);
  });
});

describe('undocumented responses', () => {
  it.each([
    ['an empty body', 200, '', { code: 'invalid_response', status: 200 }],
    ['incomplete JSON', 200, '{"accounts":[', { code: 'invalid_response' }],
    ['an array', 200, '[]', { code: 'invalid_response' }],
    ['null', 200, 'null', { code: 'invalid_response' }],
    [
      'an Item without its ID',
      200,
      JSON.stringify({ ...accounts, item: { ...item, item_id: undefined } }),
      { code: 'invalid_response' },
    ],
    ['HTML from a proxy', 502, '<html>Bad gateway</html>', { code: 'unavailable', status: 502, retryable: true }],
    ['an error without a body', 400, '', { code: 'rejected', status: 400, retryable: false }],
    ['an error that is null', 500, 'null', { code: 'unavailable' }],
  ])('%s', async (_, status, body, expected) => {
    nock(host).post('/accounts/get').reply(status, body);
    await expect(bank.accounts.get({ access_token })).rejects.toMatchObject({
      operation: 'accounts.get',
      ...expected,
    });
  });

  it('a missing list', async () => {
    nock(host).post('/institutions/search').reply(200, { request_id });
    const error = await bank.institutions.search({ query: 'x', country_codes: ['US'] }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'invalid_response', operation: 'institutions.search' });
  });

  it('an Item that contains an error, or the ID of a paired Item, is accepted', async () => {
    const error = {
      error_type: 'ITEM_ERROR',
      error_code: 'ITEM_LOGIN_REQUIRED',
      error_message: '',
      display_message: null,
    };
    nock(host)
      .post('/item/get')
      .reply(200, { item: { ...item, error }, request_id });
    const { error: found, paired_item_id } = (await bank.item.get({ access_token })).item;
    expect([found?.error_code, paired_item_id]).toEqual(['ITEM_LOGIN_REQUIRED', 'item-2']);
  });
});

describe('lists by offset', () => {
  const dates = { access_token, start_date: '2026-01-01', end_date: '2026-01-31' };
  const numbered = (id: number) => ({ ...transaction, transaction_id: String(id) });
  const page = (options: Record<string, number> | undefined, ids: number[]) =>
    nock(host)
      .post('/transactions/get', { ...dates, ...(options && { options }), ...credentials })
      .reply(200, { ...listed, transactions: ids.map(numbered), total_transactions: 5 });

  it('put count and offset inside options, and have cursors without the token', async () => {
    page({ count: 2 }, [1, 2]);
    page({ count: 2, offset: 2 }, [3, 4]);
    page({ count: 2, offset: 4 }, [5]);
    const list = bank.transactions.get({ ...dates, count: 2 });
    const { nextCursor: next, total } = await list;
    expect(total).toBe(5);
    expect((await list.toArray({ limit: 10 })).map(({ transaction_id }) => transaction_id)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(atob(next?.replace(/-/g, '+').replace(/_/g, '/') ?? '')).not.toContain('access');
    page({ count: 2, offset: 2 }, [3, 4]);
    const resumed = await bank.transactions.get({ ...dates, count: 2 }, { cursor: next as string });
    expect(resumed.items.map(({ transaction_id }) => transaction_id)).toEqual(['3', '4']);
  });

  it('advance by the size of the first page if no count is requested', async () => {
    page(undefined, [1, 2, 3]);
    page({ offset: 3, count: 500 }, [4, 5]);
    const list = bank.transactions.get(dates);
    await list;
    expect(await list.toArray({ limit: 1000 })).toEqual([1, 2, 3, 4, 5].map(numbered));
  });
});
