import { inspect } from 'node:util';
import { nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { type BankOptions, createBankClient } from './index.ts';

const host = 'https://sandbox.plaid.com';
const credentials = { client_id: 'client-id-1234', secret: 'client-secret-1234' };
const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const processor_token = 'processor-sandbox-00000000-0000-4000-8000-000000000002';
const asset_report_token = 'assets-sandbox-00000000-0000-4000-8000-000000000003';
const audit_copy_token = 'a-sandbox-copytokenofatest';
const request_id = 'm8MDnv9okwxFNBV';

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

const reply = (path: string, params: object, answer: object | Buffer, status = 200) =>
  nock(host)
    .post(path, { ...params, ...credentials })
    .reply(status, answer);

const account = {
  account_id: 'a',
  balances: { available: null, current: 1, limit: null, iso_currency_code: 'USD', unofficial_currency_code: null },
  mask: null,
  name: 'Checking',
  official_name: null,
  type: 'depository',
  subtype: 'checking',
};

describe('processor', () => {
  it.each(['/processor/transactions/get', '/processor/investments/transactions/get'] as const)(
    '%s puts count and offset inside options',
    async (path) => {
      const dates = { processor_token, start_date: '2026-01-01', end_date: '2026-02-01' };
      const answer = {
        account,
        transactions: [],
        total_transactions: 0,
        investment_transactions: [],
        securities: [],
        total_investment_transactions: 0,
        request_id,
      };
      reply(path, { ...dates, options: { count: 3, offset: 6 } }, answer);
      const { transactions, investments } = bank.processor;
      const { get } = path.includes('investments') ? investments.transactions : transactions;
      expect(await get({ ...dates, count: 3, offset: 6 })).toMatchObject({ items: [], total: 0, raw: { account } });
    },
  );

  it('syncs page by page, even when a page has no account', async () => {
    const empty = { added: [], modified: [], removed: [], transactions_update_status: 'NOT_READY', request_id };
    const first = { ...empty, account, next_cursor: 'c1', has_more: true };
    const second = { ...empty, account: null, next_cursor: 'c2', has_more: false };
    reply('/processor/transactions/sync', { processor_token, cursor: 'c0', count: 500 }, first);
    reply('/processor/transactions/sync', { processor_token, cursor: 'c1', count: 500 }, second);
    const pages = bank.processor.transactions.sync({ processor_token, cursor: 'c0' });
    expect(await pages.toArray({ limit: 9 })).toEqual([first, second]);
    expect((await pages).nextCursor).not.toContain(processor_token);
  });

  it('accepts a sync page without modified transactions, for an account without data', async () => {
    const nothing = {
      available: null,
      current: null,
      limit: null,
      iso_currency_code: null,
      unofficial_currency_code: null,
    };
    const unknown = {
      account_id: '',
      balances: nothing,
      mask: null,
      name: null,
      official_name: null,
      type: null,
      subtype: null,
    };
    const page = {
      added: [],
      modified: null,
      removed: [],
      account: unknown,
      next_cursor: 'c1',
      has_more: false,
      transactions_update_status: 'INITIAL_UPDATE_COMPLETE',
      request_id,
    };
    reply('/processor/transactions/sync', { processor_token }, page);
    expect((await bank.processor.transactions.sync({ processor_token })).items).toEqual([page]);
  });

  it('accepts an account with only one kind of numbers', async () => {
    const ach = { account_id: 'a', account: '1', routing: '2', wire_routing: null };
    const answer = { account, numbers: { ach, eft: null, international: null }, request_id };
    reply('/processor/auth/get', { processor_token }, answer);
    expect(await bank.processor.auth.get({ processor_token })).toEqual(answer);
  });

  it('makes no more requests for a token for a minute after a refusal, and lets other tokens continue', async () => {
    const patient = client({ maxWaitMs: 0, clock: { now: () => 1_700_000_000_000 } });
    const refused = { error_type: 'RATE_LIMIT_EXCEEDED', error_code: 'AUTH_LIMIT', error_message: 'too many' };
    reply('/processor/auth/get', { processor_token }, refused, 429);
    await expect(patient.processor.auth.get({ processor_token })).rejects.toMatchObject({ status: 429 });
    await expect(patient.processor.auth.get({ processor_token })).rejects.not.toHaveProperty('status');
    const other = `${processor_token}4`;
    const answer = { account, numbers: {}, request_id };
    reply('/processor/auth/get', { processor_token: other }, answer);
    expect(await patient.processor.auth.get({ processor_token: other })).toEqual(answer);
  });

  const transfer = {
    processor_token,
    idempotency_key: 'k',
    type: 'debit',
    network: 'ach',
    amount: '12.30',
    iso_currency_code: 'USD',
    description: 'Rent',
    ach_class: 'ppd',
    user: { legal_name: 'Ann' },
  } as const;

  it('creates a bank transfer with one idempotency_key for all attempts', async () => {
    const { processor_token: _, idempotency_key: key, ...told } = transfer;
    const bank_transfer = {
      ...told,
      id: 't1',
      account_id: 'a',
      created: '2026-01-01T00:00:00Z',
      status: 'pending',
      cancellable: true,
      failure_reason: null,
      custom_tag: null,
      metadata: { order: '7' },
      origination_account_id: 'o',
      direction: null,
    };
    reply('/processor/bank_transfer/create', transfer, { error_code: 'INTERNAL_SERVER_ERROR' }, 500);
    reply('/processor/bank_transfer/create', transfer, { bank_transfer, request_id });
    const stubborn = client({ retries: 1, random: () => 0 });
    expect(await stubborn.processor.bankTransfer.create(transfer)).toEqual(bank_transfer);
    expect(key).toBe('k');
  });

  it.each([
    ['an amount that is a number', { amount: 12.3 }, /amount/],
    ['an amount with one decimal place', { amount: '12.3' }, /amount/],
    ['a negative amount', { amount: '-12.30' }, /amount/],
    ['a description of 11 characters', { description: 'x'.repeat(11) }, /description/],
    ['an idempotency_key of 51 characters', { idempotency_key: 'x'.repeat(51) }, /idempotency_key/],
    ['a metadata value that is not a string', { metadata: { order: 7 } }, /metadata/],
  ])('refuses to create a bank transfer with %s', async (_, wrong, message) => {
    const call = bank.processor.bankTransfer.create({ ...transfer, ...wrong } as never);
    await expect(call).rejects.toMatchObject({
      code: 'invalid_params',
      message: expect.stringMatching(message),
    });
  });

  it.each([
    [{ access_token, account_id: 'a', processor: 'unheard_of' }, /processor/],
    [{ access_token, processor: 'dwolla' }, /account_id/],
  ])('refuses to create a token with %j', async (params, message) => {
    const call = bank.processor.token.create(params as never);
    await expect(call).rejects.toMatchObject({ code: 'invalid_params', message: expect.stringMatching(message) });
  });
});

describe('asset reports', () => {
  it('in PDF form are returned as bytes', async () => {
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff]);
    const options = { days_to_include: 30 };
    reply('/asset_report/pdf/get', { asset_report_token, options }, bytes);
    expect([...(await bank.assetReport.pdf.get({ asset_report_token, options }))]).toEqual([...bytes]);
    reply('/asset_report/audit_copy/pdf/get', { audit_copy_token }, bytes);
    expect([...(await bank.assetReport.auditCopy.pdf.get({ audit_copy_token }))]).toEqual([...bytes]);
  });

  it('that are not ready fail with unavailable', async () => {
    const refused = {
      error_type: 'ASSET_REPORT_ERROR',
      error_code: 'PRODUCT_NOT_READY',
      error_message: 'not yet',
      request_id,
    };
    reply('/asset_report/get', { asset_report_token }, refused, 400);
    await expect(bank.assetReport.get({ asset_report_token })).rejects.toMatchObject({
      code: 'unavailable',
      retryable: true,
      providerCode: 'PRODUCT_NOT_READY',
    });
  });

  it('that are incomplete list the missing parts and the reasons', async () => {
    const cause = {
      error_type: 'ITEM_ERROR',
      error_code: 'ITEM_LOGIN_REQUIRED',
      error_message: '',
      display_message: null,
      item_id: 'item-1',
    };
    const answer = {
      report: {
        asset_report_id: 'r',
        client_report_id: null,
        date_generated: '2026-01-01T00:00:00Z',
        days_requested: 0,
        user: {},
        items: [],
        insights: null,
      },
      warnings: [
        { warning_type: 'ASSET_REPORT_WARNING', warning_code: 'OWNERS_UNAVAILABLE', cause },
        { warning_type: 'ASSET_REPORT_WARNING', warning_code: 'A_NEW_ONE', cause: null },
      ],
      request_id,
    };
    reply('/asset_report/audit_copy/get', { audit_copy_token }, answer);
    expect(await bank.assetReport.auditCopy.get({ audit_copy_token })).toEqual(answer);
  });

  it.each([
    ['no Item', () => bank.assetReport.create({ access_tokens: [], days_requested: 1 }), /access_tokens/],
    [
      '100 Items',
      () => bank.assetReport.create({ access_tokens: Array(100).fill(access_token), days_requested: 1 }),
      /access_tokens/,
    ],
    [
      '732 days',
      () => bank.assetReport.create({ access_tokens: [access_token], days_requested: 732 }),
      /days_requested/,
    ],
    [
      'an unknown option',
      () => bank.assetReport.create({ days_requested: 1, options: { user: { name: 'Ann' } } as never }),
      /options/,
    ],
    ['no token', () => bank.assetReport.get({ include_insights: true }), /at least one of asset_report_token/],
  ])('are not requested with %s', async (_, call, message) => {
    await expect(call()).rejects.toMatchObject({
      code: 'invalid_params',
      message: expect.stringMatching(message),
    });
  });
});

describe('the sandbox', () => {
  it.each(['body', 'headers'] as const)(
    'receives no credentials at endpoints that take none (credentialsIn: %s)',
    async (credentialsIn) => {
      const params = { oauth_state_id: 's', accounts: ['a'] };
      nock(host, { badheaders: ['plaid-client-id', 'plaid-secret'] })
        .post('/sandbox/oauth/select_accounts', params)
        .reply(200, {});
      expect(await client({ credentialsIn }).sandbox.selectOauthAccounts(params)).toEqual({});
    },
  );

  it('resets the login of a user, and refuses params that name no user', async () => {
    reply('/sandbox/user/reset_login', { user_id: 'u', item_ids: null }, { request_id });
    await bank.sandbox.resetUserLogin({ user_id: 'u', item_ids: null });
    await expect(bank.sandbox.resetUserLogin({ item_ids: ['i'] })).rejects.toMatchObject({
      code: 'invalid_params',
      message: expect.stringMatching(/at least one of user_id, user_token/),
    });
  });
});

it.each([
  ['processor_token', () => bank.processor.account.get({ processor_token }), '/processor/account/get', processor_token],
  [
    'asset_report_token',
    () => bank.assetReport.remove({ asset_report_token }),
    '/asset_report/remove',
    asset_report_token,
  ],
  [
    'audit_copy_token',
    () => bank.assetReport.auditCopy.remove({ audit_copy_token }),
    '/asset_report/audit_copy/remove',
    audit_copy_token,
  ],
  [
    'access_tokens',
    () => bank.assetReport.create({ access_tokens: [access_token], days_requested: 1 }),
    '/asset_report/create',
    access_token,
  ],
])('%s appears in no error', async (_, call, path, token) => {
  nock(host)
    .post(path)
    .reply(400, { error_code: 'INVALID_FIELD', error_message: `what is ${token}?`, display_message: token });
  const error = await Promise.resolve(call()).catch((reason) => reason);
  expect(error).toMatchObject({ code: 'invalid_params', providerCode: 'INVALID_FIELD' });
  expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + error.stack).not.toContain(token);
});
