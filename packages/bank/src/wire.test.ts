import { operationsOf } from '@x/core';
import { nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { type ApiError, type BankOptions, bankProvider, createBankClient, createClient, endpoints } from './index.ts';

const host = 'https://sandbox.plaid.com';
const credentials = { client_id: 'client-id-1234', secret: 'client-secret-1234' };
const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const request_id = 'm8MDnv9okwxFNBV';

const client = (options: Partial<BankOptions> = {}) =>
  createBankClient({ clientId: credentials.client_id, secret: credentials.secret, retries: 0, ...options });
const bank = client();

nockOnly();

const item = {
  item_id: 'item-1',
  institution_id: 'ins_109508',
  webhook: null,
  error: null,
  available_products: ['balance', 'a_new_product'],
  billed_products: ['transactions'],
  consent_expiration_time: null,
  update_type: 'background',
};
const institution = {
  institution_id: 'ins_109508',
  name: 'First Platypus Bank',
  products: ['transactions'],
  country_codes: ['US'],
  routing_numbers: [],
  oauth: false,
};
const accountAnswer = { accounts: [], item, request_id };
const key = {
  alg: 'ES256',
  crv: 'P-256',
  kid: 'kid-1',
  kty: 'EC',
  use: 'sig',
  x: 'x',
  y: 'y',
  created_at: 1,
  expired_at: null,
};
const linkParams = { client_name: 'App', language: 'en', country_codes: ['US' as const] };
const linkAnswer = { link_token: 'link-sandbox-1', expiration: '2026-01-01T04:00:00Z', request_id };
const transactionAnswer = { accounts: [], item, transactions: [], total_transactions: 0, request_id };
const syncAnswer = {
  added: [],
  modified: [],
  removed: [],
  next_cursor: 'c1',
  has_more: false,
  transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
  accounts: [],
  request_id,
};
const sandboxTransaction = {
  date_transacted: '2026-01-01',
  date_posted: '2026-01-02',
  amount: 1.2345678,
  description: 'Tea',
};

/** What is called, where it goes, the body beside the credentials, the answer, and what comes of it. */
const requests: [
  operation: string,
  call: () => PromiseLike<unknown>,
  path: string,
  body: Record<string, unknown>,
  answer: object,
  result?: unknown,
][] = [
  ['accounts.get', () => bank.accounts.get({ access_token }), '/accounts/get', { access_token }, accountAnswer],
  [
    'accounts.balance',
    () => bank.accounts.balance({ access_token, options: { account_ids: ['a'] } }),
    '/accounts/balance/get',
    { access_token, options: { account_ids: ['a'] } },
    accountAnswer,
  ],
  [
    'auth.get',
    () => bank.auth.get({ access_token }),
    '/auth/get',
    { access_token },
    { ...accountAnswer, numbers: { ach: [], eft: [], international: [], bacs: [] } },
  ],
  ['identity.get', () => bank.identity.get({ access_token }), '/identity/get', { access_token }, accountAnswer],
  [
    'institutions.get',
    () => bank.institutions.get({ count: 2, offset: 0, country_codes: ['US'], options: { oauth: null } }),
    '/institutions/get',
    { count: 2, offset: 0, country_codes: ['US'], options: { oauth: null } },
    { institutions: [institution], total: 1, request_id },
    expect.objectContaining({ items: [institution], total: 1, next: undefined }),
  ],
  [
    'institutions.getById',
    () => bank.institutions.getById({ institution_id: 'ins_109508', country_codes: ['US'] }),
    '/institutions/get_by_id',
    { institution_id: 'ins_109508', country_codes: ['US'] },
    { institution, request_id },
    institution,
  ],
  [
    'institutions.search',
    () => bank.institutions.search({ query: 'platypus', country_codes: ['US'], products: ['balance'] }),
    '/institutions/search',
    { query: 'platypus', country_codes: ['US'], products: ['balance'] },
    { institutions: [institution], request_id },
    expect.objectContaining({ items: [institution], next: undefined }),
  ],
  [
    'item.get',
    () => bank.item.get({ access_token }),
    '/item/get',
    { access_token },
    { item, status: null, request_id },
  ],
  [
    'item.exchangePublicToken',
    () => bank.item.exchangePublicToken({ public_token: 'public-1' }),
    '/item/public_token/exchange',
    { public_token: 'public-1' },
    { access_token, item_id: 'item-1', request_id },
  ],
  [
    'item.remove',
    () => bank.item.remove({ access_token, reason_code: 'OTHER' }),
    '/item/remove',
    { access_token, reason_code: 'OTHER' },
    { request_id },
  ],
  [
    'item.createPublicToken',
    () => bank.item.createPublicToken({ access_token }),
    '/item/public_token/create',
    { access_token },
    { public_token: 'public-2', request_id },
  ],
  [
    'item.invalidateAccessToken',
    () => bank.item.invalidateAccessToken({ access_token }),
    '/item/access_token/invalidate',
    { access_token },
    { new_access_token: 'access-2', request_id },
  ],
  [
    'item.updateWebhook',
    () => bank.item.updateWebhook({ access_token, webhook: null }),
    '/item/webhook/update',
    { access_token, webhook: null },
    { item, request_id },
    item,
  ],
  [
    'link.createToken',
    () => bank.link.createToken({ ...linkParams, user: { client_user_id: 'u1' }, products: ['transactions'] }),
    '/link/token/create',
    { ...linkParams, user: { client_user_id: 'u1' }, products: ['transactions'] },
    linkAnswer,
  ],
  [
    'link.getToken',
    () => bank.link.getToken({ link_token: 'link-sandbox-1' }),
    '/link/token/get',
    { link_token: 'link-sandbox-1' },
    {
      ...linkAnswer,
      created_at: null,
      metadata: {
        initial_products: [],
        webhook: null,
        country_codes: ['US'],
        language: 'en',
        redirect_uri: null,
        client_name: 'App',
      },
    },
  ],
  [
    'sandbox.createPublicToken',
    () => bank.sandbox.createPublicToken({ institution_id: 'ins_109508', initial_products: ['transactions'] }),
    '/sandbox/public_token/create',
    { institution_id: 'ins_109508', initial_products: ['transactions'] },
    { public_token: 'public-3', request_id },
  ],
  [
    'sandbox.resetLogin',
    () => bank.sandbox.resetLogin({ access_token }),
    '/sandbox/item/reset_login',
    { access_token },
    { reset_login: true, request_id },
  ],
  [
    'sandbox.createTransactions',
    () => bank.sandbox.createTransactions({ access_token, transactions: [sandboxTransaction] }),
    '/sandbox/transactions/create',
    { access_token, transactions: [sandboxTransaction] },
    { request_id },
  ],
  [
    'transactions.sync',
    () => bank.transactions.sync({ access_token, cursor: 'c0', count: 500, options: { account_id: 'a' } }),
    '/transactions/sync',
    { access_token, cursor: 'c0', count: 500, options: { account_id: 'a' } },
    syncAnswer,
    expect.objectContaining({ items: [syncAnswer], next: undefined }),
  ],
  [
    'transactions.get',
    () =>
      bank.transactions.get({
        access_token,
        start_date: '2026-01-01',
        end_date: '2026-02-01',
        count: 3,
        offset: 6,
        options: { account_ids: ['a'] },
      }),
    '/transactions/get',
    {
      access_token,
      start_date: '2026-01-01',
      end_date: '2026-02-01',
      options: { account_ids: ['a'], count: 3, offset: 6 },
    },
    transactionAnswer,
    expect.objectContaining({ items: [], total: 0, raw: transactionAnswer }),
  ],
  [
    'transactions.refresh',
    () => bank.transactions.refresh({ access_token }),
    '/transactions/refresh',
    { access_token },
    { request_id },
  ],
  [
    'webhooks.verificationKey',
    () => bank.webhooks.verificationKey({ key_id: 'kid-1' }),
    '/webhook_verification_key/get',
    { key_id: 'kid-1' },
    { key, request_id },
    key,
  ],
];

describe('what is sent', () => {
  it('is known for each endpoint', () => {
    expect(requests.map(([operation]) => operation).sort()).toEqual(
      operationsOf(endpoints)
        .map(([name]) => name)
        .sort(),
    );
  });

  it.each(requests)('%s', async (_, call, path, body, answer, result = answer) => {
    nock(host, {
      reqheaders: { 'content-type': 'application/json', accept: 'application/json', 'plaid-version': '2020-09-14' },
      badheaders: ['plaid-client-id', 'plaid-secret', 'authorization'],
    })
      .post(path, { ...body, ...credentials })
      .reply(200, answer);
    expect(await call()).toEqual(result);
  });

  it('leaves options out of transactions.get when nothing goes into it', async () => {
    const params = { access_token, start_date: '2026-01-01', end_date: '2026-02-01' };
    nock(host)
      .post('/transactions/get', { ...params, ...credentials })
      .reply(200, transactionAnswer);
    await bank.transactions.get(params);
  });

  it('takes the credentials in headers', async () => {
    nock(host, { reqheaders: { 'plaid-client-id': credentials.client_id, 'plaid-secret': credentials.secret } })
      .post('/accounts/get', { access_token })
      .reply(200, accountAnswer);
    expect(await client({ credentialsIn: 'headers' }).accounts.get({ access_token })).toEqual(accountAnswer);
  });

  it.each([
    [{ environment: 'production' as const }, 'https://production.plaid.com'],
    [{ baseUrl: 'http://bank.test/v' }, 'http://bank.test/v'],
  ])('%j goes to %s', async (options, address) => {
    nock(address)
      .post('/item/remove', { access_token, ...credentials })
      .reply(200, { request_id });
    expect(await client(options).item.remove({ access_token })).toEqual({ request_id });
  });

  it('reaches routes that are not declared', async () => {
    nock(host).post('/categories/get', credentials).reply(200, { categories: [], request_id });
    expect(await bank.request('/categories/get')).toEqual({ categories: [], request_id });
  });

  it('sends no body and no credentials with a GET, which is answered as an unknown route', async () => {
    nock(host).get('/accounts/get').reply(404, {
      error_type: 'INVALID_REQUEST',
      error_code: 'NOT_FOUND',
      error_message: 'GET /accounts/get is not a route',
      display_message: null,
      request_id,
    });
    const options = { clientId: credentials.client_id, secret: credentials.secret, retries: 0 };
    const bare = createClient(bankProvider(options), {});
    const error = (await bare.request({ path: '/accounts/get' }).catch((reason) => reason)) as ApiError;
    expect(error).toMatchObject({ code: 'not_found', providerCode: 'NOT_FOUND', requestId: request_id });
    expect(error.message).toContain('GET /accounts/get is not a route. Check the path');
  });

  it('may be repeated, but for what takes effect twice', () => {
    const once = operationsOf(endpoints).filter(([, spec]) => !spec.idempotent);
    expect(once.map(([name]) => name)).toEqual([
      'item.exchangePublicToken',
      'item.remove',
      'item.invalidateAccessToken',
      'link.createToken',
      'sandbox.createTransactions',
    ]);
  });
});

describe('answers that are not as documented', () => {
  it.each([
    ['nothing', 200, '', { code: 'invalid_response', status: 200 }],
    ['half of the JSON', 200, '{"accounts":[', { code: 'invalid_response' }],
    ['an array', 200, '[]', { code: 'invalid_response' }],
    ['null', 200, 'null', { code: 'invalid_response' }],
    [
      'an Item without its id',
      200,
      JSON.stringify({ ...accountAnswer, item: { ...item, item_id: undefined } }),
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

  it('no list where a list must be', async () => {
    nock(host).post('/institutions/search').reply(200, { request_id });
    const error = await bank.institutions.search({ query: 'x', country_codes: ['US'] }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'invalid_response', operation: 'institutions.search' });
  });

  it('an Item with an error in it is an answer like any other', async () => {
    const error = {
      error_type: 'ITEM_ERROR',
      error_code: 'ITEM_LOGIN_REQUIRED',
      error_message: '',
      display_message: null,
    };
    nock(host)
      .post('/item/get')
      .reply(200, { item: { ...item, error }, request_id });
    expect((await bank.item.get({ access_token })).item.error?.error_code).toBe('ITEM_LOGIN_REQUIRED');
  });
});

describe('lists by offset', () => {
  const transaction = (id: number) => ({
    transaction_id: String(id),
    account_id: 'a',
    amount: -0.1234567,
    iso_currency_code: null,
    unofficial_currency_code: 'DOGE',
    date: '2026-01-01',
    datetime: null,
    authorized_date: null,
    authorized_datetime: null,
    pending: false,
    payment_channel: 'by pigeon',
    transaction_code: null,
    running_balance: null,
  });
  const dates = { access_token, start_date: '2026-01-01', end_date: '2026-01-31' };
  const page = (options: Record<string, number> | undefined, ids: number[]) =>
    nock(host)
      .post('/transactions/get', { ...dates, ...(options && { options }), ...credentials })
      .reply(200, { ...transactionAnswer, transactions: ids.map(transaction), total_transactions: 5 });

  // These two await core's offset paging without links in the answers; then `.fails` must go.
  it('go on inside options, and resume without the token', async () => {
    page({ count: 2 }, [1, 2]);
    page({ count: 2, offset: 2 }, [3, 4]);
    page({ count: 2, offset: 4 }, [5]);
    const list = bank.transactions.get({ ...dates, count: 2 });
    const { next, total } = await list;
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

  it('take the size of the first page when none is asked for', async () => {
    page(undefined, [1, 2, 3]);
    page({ offset: 3 }, [4, 5]);
    expect(await bank.transactions.get(dates).toArray({ limit: 10 })).toEqual([1, 2, 3, 4, 5].map(transaction));
  });
});
