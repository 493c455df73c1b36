import { inspect } from 'node:util';
import { nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { type BankClient, createBankClient, type PagedCall } from './index.ts';

const host = 'https://sandbox.plaid.com';
const credentials = { client_id: 'client-id-1234', secret: 'client-secret-1234' };
const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const user_token = 'user-sandbox-00000000-0000-4000-8000-000000000002';
const request_id = 'm8MDnv9okwxFNBV';
const dates = { access_token, start_date: '2026-01-01', end_date: '2026-01-31' };

const options = { clientId: credentials.client_id, clientSecret: credentials.secret, retries: 0 };
const bank = createBankClient(options);

nockOnly();

const reply = (path: string, params: object, answer: object | Buffer, status = 200) =>
  nock(host)
    .post(path, { ...params, ...credentials })
    .reply(status, answer);

const item = {
  item_id: 'item-1',
  webhook: null,
  error: null,
  available_products: [],
  billed_products: [],
  consent_expiration_time: null,
  update_type: 'background',
};

describe('files', () => {
  const params = { access_token, statement_id: 's1' };

  it('are returned as unchanged bytes', async () => {
    const bytes = [0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0xfe, 0x0a];
    reply('/statements/download', params, Buffer.from(bytes));
    const pdf = await bank.statements.download(params);
    expect(pdf).toBeInstanceOf(Uint8Array);
    expect([...pdf]).toEqual(bytes);
  });

  it('that are refused cause the usual errors', async () => {
    const refused = { error_type: 'ITEM_ERROR', error_code: 'PRODUCT_NOT_READY', error_message: 'not yet', request_id };
    reply('/statements/download', params, refused, 400);
    await expect(bank.statements.download(params)).rejects.toMatchObject({
      code: 'unavailable',
      providerCode: 'PRODUCT_NOT_READY',
      requestId: request_id,
    });
  });
});

describe('pages', () => {
  const tradeOf = (id: number) => ({
    investment_transaction_id: String(id),
    account_id: 'a',
    security_id: null,
    date: '2026-01-02',
    name: 'BUY',
    quantity: 0.5,
    amount: 10.125,
    price: 20.25,
    fees: null,
    type: 'buy',
    subtype: 'a new subtype',
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
  });

  it("of investment transactions put count and offset inside options, next to the caller's own options", async () => {
    const page = (options: object, ids: number[]) =>
      reply(
        '/investments/transactions/get',
        { ...dates, options },
        {
          item,
          accounts: [],
          securities: [],
          investment_transactions: ids.map(tradeOf),
          total_investment_transactions: 3,
        },
      );
    page({ async_update: true, count: 2 }, [1, 2]);
    page({ async_update: true, count: 2, offset: 2 }, [3]);
    const list = bank.investments.transactions.get({ ...dates, count: 2, options: { async_update: true } });
    expect((await list).total).toBe(3);
    expect(await list.toArray({ limit: 9 })).toEqual([1, 2, 3].map(tradeOf));
  });

  it('of activity follow the cursor until there is none', async () => {
    const activity = (id: string) => ({
      activity: 'ITEM_CREATE',
      initiated_date: '2026-01-01',
      id,
      initiator: 'app-1',
      state: 'SUCCESS',
      scopes: null,
    });
    const page = (params: object, id: string, cursor?: string) =>
      reply('/item/activity/list', params, {
        activities: [activity(id)],
        last_data_access_times: [],
        cursor,
        request_id,
      });
    page({ access_token, count: 1 }, 'one', 'c1');
    page({ access_token, count: 1, cursor: 'c1' }, 'two');
    expect(await bank.item.listActivity({ access_token, count: 1 }).toArray({ limit: 9 })).toEqual(
      ['one', 'two'].map(activity),
    );
  });

  it('of transfer events continue after the last event, even if the API returns it outside of a list', async () => {
    const event = (event_id: number) => ({ event_id, event_type: 'posted', transfer_id: 't1' });
    reply(
      '/transfer/event/sync',
      { after_id: 0, count: 20 },
      { transfer_events: event(1), has_more: true, request_id },
    );
    reply('/transfer/event/sync', { after_id: 1, count: 20 }, { transfer_events: [], has_more: false, request_id });
    expect(await bank.transfer.event.sync({ after_id: 0 }).toArray({ limit: 9 })).toEqual([event(1)]);
  });

  it.each<[string, total: string | undefined, read: (own: BankClient) => PagedCall<unknown>]>([
    ['transactions', 'total_transactions', (own) => own.transactions.get(dates)],
    ['investment_transactions', 'total_investment_transactions', (own) => own.investments.transactions.get(dates)],
    ['transfers', undefined, (own) => own.transfer.list()],
    ['transfer_events', undefined, (own) => own.transfer.event.list()],
  ])('of %s continue past an empty page, and fail instead of ending at one', async (items, total, read) => {
    /** Reads a list whose pages have these numbers of items. */
    const itemsOf = (...sizes: number[]) => {
      let page = 0;
      const fetch = async (_: unknown, init?: RequestInit) => {
        const size = sizes[page++] ?? 0;
        const { count = 100 } = JSON.parse(String(init?.body)).options ?? {};
        const more = total ? { [total]: 2 * count + 1 } : { has_more: page !== sizes.length };
        return Response.json({ [items]: Array(size).fill({ page }), ...more, request_id });
      };
      const own = createBankClient({ ...options, fetch, onEvent() {}, rateLimiter: 'off' });
      return read(own).toArray({ limit: 9 });
    };
    expect(await itemsOf(1, 0, 1)).toEqual([{ page: 1 }, { page: 3 }]);
    // Without a total, only pages that stay empty show it.
    await expect(total ? itemsOf(1) : itemsOf(1, ...Array(101).fill(0), 1)).rejects.toMatchObject({
      code: 'invalid_response',
    });
  });

  it('of transfer events fail at an empty page that reports more', async () => {
    reply('/transfer/event/sync', { after_id: 0 }, { transfer_events: [], has_more: true, request_id });
    await expect(bank.transfer.event.sync({ after_id: 0 })).rejects.toMatchObject({ code: 'invalid_response' });
  });
});

describe('responses', () => {
  it('of liabilities may lack a kind', async () => {
    const answer = { accounts: [], item, liabilities: { credit: null, mortgage: [], student: null }, request_id };
    reply('/liabilities/get', { access_token }, answer);
    expect(await bank.liabilities.get({ access_token })).toEqual(answer);
  });

  it.each([
    ['no scores', {}],
    ['scores that are null', { scores: null }],
    ['scores without the former risk tier', { scores: { bank_initiated_return_risk: { score: 7 } } }],
  ])('of signal may have %s', async (_, scores) => {
    const params = { access_token, account_id: 'a', client_transaction_id: 't1', amount: 102.05 };
    const answer = { ...scores, ruleset: { result: 'ACCEPT' }, warnings: [], request_id };
    reply('/signal/evaluate', params, answer);
    expect(await bank.signal.evaluate(params)).toEqual(answer);
  });

  it('of a refresh list failures by Item', async () => {
    const error = {
      error_type: 'ITEM_ERROR',
      error_code: 'ITEM_LOGIN_REQUIRED',
      error_message: '',
      display_message: null,
      causes: [],
      status: 400,
    };
    const answer = { user_id: 'usr_1', results: [{ item_id: 'i1' }, { item_id: 'i2', error }, { error: null }] };
    reply('/user/transactions/refresh', { user_id: 'usr_1' }, answer);
    expect(await bank.user.transactions.refresh({ user_id: 'usr_1' })).toEqual(answer);
  });

  it.each([
    ['user.items.get', () => bank.user.items.get({ user_token }), '/user/items/get', { user_token }, { items: [item] }],
  ] as const)('of %s are unwrapped to their only field', async (_, call, path, params, answer) => {
    reply(path, params, { ...answer, request_id });
    expect(await call()).toEqual(Object.values(answer)[0]);
  });

  it('of item.listApplications have the disconnected applications next to the connected ones', async () => {
    const application = {
      application_id: 'app-1',
      name: 'App',
      display_name: null,
      logo_url: null,
      application_url: null,
      reason_for_access: null,
    };
    const connected = { ...application, created_at: '2026-01-01', scopes: null };
    const disconnected = { ...application, application_id: 'app-2' };
    const answer = { applications: [connected], disconnected_applications: [disconnected], request_id };
    reply('/item/application/list', {}, answer);
    const listed = await bank.item.listApplications();
    expect(listed).toEqual(answer);
    expect(listed.disconnected_applications?.[0]?.application_id).toBe('app-2');
  });
});

const own = { id: '1', description: 'TEA', amount: 1, direction: 'OUTFLOW', iso_currency_code: 'USD' } as const;
const planned = { access_token, account_id: 'a', client_transaction_id: 't1', amount: 1 };
const many = (count: number) => Array.from({ length: count }, (_, index) => `item-${index}`);
const person = { client_name: 'App', language: 'en', country_codes: ['US' as const], user: { client_user_id: 'u' } };

describe('a strict client refuses before any request', () => {
  const bank = createBankClient({ ...options, validation: 'strict' });
  it.each<[what: string, call: () => PromiseLike<unknown>, reason: string]>([
    ['a user without an ID or token', () => bank.user.remove({}), 'pass at least one of user_id, user_token'],
    [
      'a third-party token without a user',
      () => bank.user.thirdPartyToken.create({ third_party_client_id: 'c' }),
      'at least one',
    ],
    ['more than 100 Items', () => bank.user.items.associate({ user_id: 'u', item_ids: many(101) }), 'item_ids'],
    ['no Items', () => bank.user.items.remove({ user_id: 'u', item_ids: [] }), 'item_ids'],
    [
      'a client_user_id that is too long',
      () => bank.user.create({ client_user_id: 'u'.repeat(129) }),
      'client_user_id',
    ],
    [
      'more than 100 transactions',
      () => bank.transactions.enrich({ account_type: 'credit', transactions: Array.from({ length: 101 }, () => own) }),
      'transactions',
    ],
    [
      'a negative amount',
      () => bank.transactions.enrich({ account_type: 'credit', transactions: [{ ...own, amount: -1 }] }),
      'transactions[0].amount',
    ],
    [
      'a client_transaction_id that is too long',
      () => bank.signal.evaluate({ ...planned, client_transaction_id: 'x'.repeat(37) }),
      'client_transaction_id',
    ],
    [
      'a fraction of a day',
      () => bank.signal.decision.report({ client_transaction_id: 't', initiated: true, days_funds_on_hold: 0.5 }),
      'days_funds_on_hold',
    ],
    ['a page that is too large', () => bank.item.listActivity({ count: 51 }), 'count'],
    ['an invalid date', () => bank.statements.refresh({ ...dates, end_date: '31.1.2026' }), 'end_date'],
    [
      'an unknown reason',
      () => bank.item.terminateProducts({ access_token, reason_code: 'BECAUSE' as never }),
      'reason_code',
    ],
    [
      'a hosted link whose lifetime is too long',
      () => bank.link.createToken({ ...person, hosted_link: { url_lifetime_seconds: 1_814_401 } }),
      'hosted_link.url_lifetime_seconds',
    ],
    [
      'a typo inside an object',
      () => bank.identity.match({ access_token, user: { full_name: 'A' } as never }),
      'user.full_name',
    ],
  ])('%s', async (_, call, reason) => {
    const error = await call().then(undefined, (thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringContaining(reason) });
  });
});

it('link.createToken sends options of products without methods unchanged', async () => {
  const params = { ...person, cra_options: { days_requested: 365, lend_score: { lend_score_version: 'LS1' } } };
  const answer = { link_token: 'link-sandbox-1', expiration: '2026-01-01T04:00:00Z', request_id };
  reply('/link/token/create', params, answer);
  expect(await bank.link.createToken(params)).toEqual(answer);
});

it.each(['report', 'strict'] as const)(
  'link.createToken names the method that an access token belongs to, under %s',
  async (validation) => {
    const params = { ...person, access_token: 'access-sandbox-1' } as never;
    const error = await createBankClient({ ...options, validation })
      .link.createToken(params)
      .catch((reason) => reason);
    const message = expect.stringContaining(
      'access_token is not a parameter of this method. Call link.createUpdateToken',
    );
    expect(error).toMatchObject({ code: 'invalid_params', message });
  },
);

it.each([
  ['third_party_user_token', () => bank.user.thirdPartyToken.remove({ third_party_user_token: user_token })],
  ['link_correlation_id', () => bank.link.exchangeOauthCorrelationId({ link_correlation_id: user_token })],
])('%s appears nowhere in an error, even when the provider repeats it', async (_, call) => {
  nock(host)
    .post(/./)
    .reply(400, { error_type: 'INVALID_INPUT', error_code: 'INVALID_FIELD', error_message: `no ${user_token}` });
  const error = await call().then(undefined, (thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'invalid_params', providerCode: 'INVALID_FIELD' });
  expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(user_token);
});

describe('responses seen from the real host', () => {
  const balances = {
    available: null,
    current: 12.5,
    limit: null,
    iso_currency_code: 'USD',
    unofficial_currency_code: null,
  };
  const account = { account_id: 'a', balances, mask: '0001', name: 'One', official_name: null, subtype: null };
  const unknownOfSecurity = {
    isin: null,
    cusip: null,
    sedol: null,
    institution_security_id: null,
    institution_id: null,
    proxy_security_id: null,
    close_price_as_of: null,
    unofficial_currency_code: null,
    market_identifier_code: null,
    sector: null,
    industry: null,
    option_contract: null,
    fixed_income: null,
  };

  it('may contain accounts without a margin loan, and securities without a CFI code and a FIGI', async () => {
    const security = {
      ...unknownOfSecurity,
      security_id: 's',
      name: 'Fund',
      ticker_symbol: 'FUND',
      is_cash_equivalent: false,
      type: 'mutual fund',
      close_price: 1,
      iso_currency_code: 'USD',
    };
    const accounts = [{ ...account, type: 'investment' }];
    const body = { accounts, holdings: [], securities: [security], item: { ...item, webhook: '' }, request_id };
    reply('/investments/holdings/get', { access_token }, body);
    expect(await bank.investments.holdings.get({ access_token })).toEqual(body);
  });

  it('may contain loans and lines of credit with every nullable field null', async () => {
    const nothing = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
    const dues = ['next_payment_amount', 'next_payment_due_date', 'last_payment_amount', 'last_payment_date'];
    const loan = {
      account_id: 'a',
      ...nothing('account_number', 'interest_rate', 'principal_balance', 'origination_principal_amount', ...dues),
      ...nothing('origination_date', 'loan_term_months', 'maturity_date', 'payment_count', 'payment_frequency'),
      ...nothing('payoff_amount', 'ytd_interest_paid', 'compounding_period'),
    };
    const line_of_credit = {
      account_id: 'b',
      interest_rate: { percentage: 9.5, type: 'variable' },
      ...nothing('credit_limit', 'available_credit', 'principal_balance', 'minimum_payment_amount', ...dues),
      ...nothing('last_statement_balance', 'last_statement_issue_date', 'past_due_amount', 'finance_charges'),
      draw_period_end_date: '2031-01-31',
      aprs: [],
    };
    const kinds = { credit: null, mortgage: null, student: null, loan: [loan], line_of_credit: [line_of_credit] };
    const body = { accounts: [{ ...account, type: 'loan', apy: null }], item, liabilities: kinds, request_id };
    reply('/liabilities/get', { access_token }, body);
    const { liabilities } = await bank.liabilities.get({ access_token });
    expect(liabilities.loan?.[0]?.payment_frequency).toBeNull();
    expect(liabilities.line_of_credit?.[0]?.interest_rate?.type).toBe('variable');
  });
});
