import { ApiError } from '@x/core';
import { describe, expect, test } from 'vitest';
import { linkRequest, startBank } from '../../../test/bank.ts';
import { createSandbox } from '../../bank.ts';
import type { BankAccountOverride, BankUserConfiguration } from './own-records.ts';

const day = 86_400_000;

const checking: BankAccountOverride = {
  type: 'depository',
  subtype: 'checking',
  starting_balance: 600.23,
  meta: { name: 'Joint Checking', official_name: 'Joint Checking of the House' },
  numbers: { account: '1111222233335555', ach_routing: '122105155' },
  transactions: [
    { date_transacted: '2025-12-20', date_posted: '2025-12-22', amount: 12.5, description: 'KILN & CRUMB #7' },
    {
      date_transacted: '2025-11-03',
      date_posted: '2025-11-04',
      amount: -800,
      description: 'A FRIEND',
      currency: 'EUR',
    },
    { date_transacted: '2025-12-31', date_posted: '2026-01-03', amount: 40, description: 'CINEMA' },
  ],
  identity: {
    names: ['Ann Miller', 'Bob Miller'],
    emails: [{ data: 'ann@house.example', primary: true, type: 'primary' }],
    addresses: [{ data: { street: '1 Elm Street', city: 'Mossgrove', country: 'US' }, primary: true }],
  },
};

/** Starts a sandbox and logs in with `configuration`, as the password of `user_custom` or under a name. */
async function linkCustom(configuration: BankUserConfiguration, products = ['transactions'], name?: string) {
  const started = startBank({ readyAtOnce: true, ...(name && { users: { [name]: configuration } }) });
  const link = (options: object = {}) =>
    started.link(
      name
        ? { override_username: name, override_password: 'anything', ...options }
        : { override_username: 'user_custom', override_password: JSON.stringify(configuration), ...options },
      products,
    );
  return { ...started, link, access_token: await link() };
}

describe('a configured user', () => {
  test.each([undefined, 'ann'])(
    'has exactly the accounts and transactions of the configuration (user %s)',
    async (name) => {
      const { ask, access_token, syncAll } = await linkCustom(
        { override_accounts: [checking] },
        ['transactions'],
        name,
      );
      const { accounts } = await ask('/accounts/balance/get', { access_token });
      const account = {
        name: 'Joint Checking',
        official_name: 'Joint Checking of the House',
        mask: '5555',
        type: 'depository',
        subtype: 'checking',
        balances: { current: 600.23, available: 600.23, limit: null, iso_currency_code: 'USD' },
      };
      expect(accounts).toMatchObject([account]);
      expect(accounts).toHaveLength(1);
      const { pages } = await syncAll(access_token);
      const added = pages.flatMap((page) => page.added);
      expect(added).toHaveLength(3);
      expect(added).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            name: 'KILN & CRUMB #7',
            amount: 12.5,
            date: '2025-12-22',
            authorized_date: '2025-12-20',
            iso_currency_code: 'USD',
            merchant_name: 'Kiln & Crumb',
            pending: false,
          }),
          expect.objectContaining({ name: 'A FRIEND', amount: -800, iso_currency_code: 'EUR' }),
          expect.objectContaining({ name: 'CINEMA', date: '2025-12-31', pending: true }),
        ]),
      );
      const window = { access_token, start_date: '2025-12-01', end_date: '2025-12-31' };
      expect((await ask('/transactions/get', window)).total_transactions).toBe(2);
    },
  );

  test('has transactions that post on their day, and none older than requested', async () => {
    const { ask, access_token, syncAll, clock, link } = await linkCustom({ override_accounts: [checking] });
    const { cursor, pages } = await syncAll(access_token);
    const pending = pages.flatMap((page) => page.added).find((each) => each.pending);
    await clock.advance(2 * day);
    const { added, removed } = await ask('/transactions/sync', { access_token, cursor });
    expect(removed).toMatchObject([{ transaction_id: pending?.transaction_id }]);
    expect(added).toMatchObject([
      { pending: false, date: '2026-01-03', pending_transaction_id: pending?.transaction_id, amount: 40 },
    ]);
    const brief = await link({ transactions: { days_requested: 30 } });
    expect((await syncAll(brief)).pages.flatMap((page) => page.added)).toHaveLength(2);
    const past = await link({ transactions: { start_date: '2025-11-01', end_date: '2025-12-01' } });
    expect((await syncAll(past)).pages.flatMap((page) => page.added)).toMatchObject([{ date: '2025-11-04' }]);
  });

  test('has the configured holders, numbers and balances of each account', async () => {
    const { ask, access_token } = await linkCustom(
      {
        override_accounts: [
          checking,
          { type: 'depository', subtype: 'hsa', currency: 'GBP', has_null_available_balance: true, meta: { mask: '' } },
          {
            type: 'depository',
            subtype: 'savings',
            numbers: { account: '123456', bacs_sort_code: '601614' },
            force_available_balance: 7,
          },
        ],
      },
      ['auth', 'identity'],
    );
    const { accounts } = await ask<{ accounts: { owners: object[] }[] }>('/identity/get', { access_token });
    expect(accounts[0]?.owners).toEqual([
      {
        names: ['Ann Miller', 'Bob Miller'],
        phone_numbers: [],
        emails: [{ data: 'ann@house.example', primary: true, type: 'primary' }],
        addresses: [
          {
            data: { street: '1 Elm Street', city: 'Mossgrove', region: null, postal_code: null, country: 'US' },
            primary: true,
          },
        ],
      },
    ]);
    expect(accounts[1]).toMatchObject({ mask: null, balances: { available: null, iso_currency_code: 'GBP' } });
    expect(accounts[1]?.owners).toEqual(accounts[2]?.owners);
    expect(accounts[2]).toMatchObject({ balances: { available: 7 }, mask: '3456' });
    expect(await ask('/auth/get', { access_token })).toMatchObject({
      numbers: {
        ach: [{ account: '1111222233335555', routing: '122105155' }],
        bacs: [{ account: '123456', sort_code: '601614' }],
      },
    });
  });

  test('has the configured debts', async () => {
    const { ask, access_token } = await linkCustom(
      {
        override_accounts: [
          {
            type: 'credit',
            starting_balance: 1000,
            meta: { limit: 2500 },
            liability: {
              type: 'credit',
              purchase_apr: 12.9,
              special_apr: 1,
              minimum_payment_amount: 25,
              is_overdue: true,
            },
          },
          {
            type: 'loan',
            liability: {
              type: 'student',
              origination_date: '2022-01-31',
              principal: 45_123,
              nominal_apr: 4.23,
              guarantor: 'DEPT OF ED',
              repayment_model: { type: 'standard', non_repayment_months: 12, repayment_months: 120 },
              repayment_plan_type: 'graduated',
            },
          },
        ],
      },
      ['liabilities'],
    );
    const { accounts, liabilities } = await ask<{ accounts: object[]; liabilities: object }>('/liabilities/get', {
      access_token,
    });
    expect(accounts).toMatchObject([
      { subtype: 'credit card', balances: { current: 1000, available: 1500, limit: 2500 } },
      { subtype: 'student', balances: { current: 45_123 } },
    ]);
    expect(liabilities).toMatchObject({
      credit: [
        {
          is_overdue: true,
          minimum_payment_amount: 25,
          aprs: [
            { apr_type: 'purchase_apr', apr_percentage: 12.9 },
            { apr_type: 'cash_apr' },
            { apr_type: 'special', apr_percentage: 1 },
          ],
        },
      ],
      student: [
        {
          origination_date: '2022-01-31',
          origination_principal_amount: 45_123,
          interest_rate_percentage: 4.23,
          guarantor: 'DEPT OF ED',
          expected_payoff_date: '2033-01-31',
          repayment_plan: { type: 'graduated' },
        },
      ],
      mortgage: null,
    });
  });

  test('has the configured holdings and trades', async () => {
    const apple = { ticker_symbol: 'HOUS', currency: 'USD' };
    const { ask, access_token } = await linkCustom(
      {
        override_accounts: [
          {
            type: 'investment',
            holdings: [
              {
                institution_price: 140.4,
                institution_price_as_of: '2025-12-08',
                cost_basis: 100.1,
                quantity: 12,
                currency: 'USD',
                security: apple,
              },
              { institution_price: 2, quantity: 1, currency: 'BTC', security: { cusip: '123456789', currency: 'BTC' } },
            ],
            investment_transactions: [
              {
                date: '2025-12-01',
                name: 'buy',
                quantity: 2,
                price: 10,
                fees: 1,
                type: 'buy',
                currency: 'USD',
                security: apple,
              },
              { date: '2025-12-03', name: 'pay in', quantity: 1, price: -50, type: 'cash', currency: 'USD' },
            ],
          },
        ],
      },
      ['investments'],
    );
    const { accounts, holdings, securities } = await ask<Record<'accounts' | 'holdings' | 'securities', object[]>>(
      '/investments/holdings/get',
      { access_token },
    );
    expect(accounts).toMatchObject([{ subtype: 'brokerage', balances: { current: 1686.8 } }]);
    expect(holdings).toMatchObject([
      {
        institution_price: 140.4,
        institution_price_as_of: '2025-12-08',
        institution_value: 1684.8,
        cost_basis: 100.1,
        quantity: 12,
        iso_currency_code: 'USD',
      },
      { institution_value: 2, cost_basis: null, iso_currency_code: null, unofficial_currency_code: 'BTC' },
    ]);
    expect(securities).toMatchObject([
      { ticker_symbol: 'HOUS', name: 'HOUS' },
      { ticker_symbol: null, cusip: null },
    ]);
    expect(securities).toHaveLength(2);
    const traded = { access_token, start_date: '2025-11-01', end_date: '2026-01-01' };
    expect(await ask('/investments/transactions/get', traded)).toMatchObject({
      total_investment_transactions: 2,
      investment_transactions: [
        { name: 'pay in', amount: -50, type: 'cash', subtype: 'deposit', security_id: null, fees: null },
        { name: 'buy', amount: 21, quantity: 2, price: 10, fees: 1, type: 'buy', subtype: 'buy' },
      ],
    });
  });

  test('receives the monthly income in addition to the transactions', async () => {
    const { ask, access_token, syncAll } = await linkCustom({
      override_accounts: [
        {
          type: 'depository',
          transactions: [],
          inflow_model: {
            type: 'monthly-income',
            income_amount: 2500,
            payment_day_of_month: 'last',
            transaction_name: 'HOUSE PAYROLL',
          },
        },
      ],
    });
    const added = (await syncAll(access_token)).pages.flatMap((page) => page.added);
    expect(added.map(({ date, amount }) => [date, amount]).sort()).toEqual([
      ['2025-10-31', -2500],
      ['2025-11-30', -2500],
      ['2025-12-31', -2500],
    ]);
    expect(await ask('/transactions/recurring/get', { access_token })).toMatchObject({
      inflow_streams: [{ description: 'HOUSE PAYROLL', frequency: 'MONTHLY', last_amount: { amount: -2500 } }],
      outflow_streams: [],
    });
  });

  test('has recurring payments if transactions repeat at regular intervals', async () => {
    const rent = ['2025-10-30', '2025-11-30', '2025-12-30'].map((date) => ({
      date_transacted: date,
      date_posted: date,
      amount: 900,
      description: 'HOUSE RENT',
    }));
    const other = { date_transacted: '2025-12-01', date_posted: '2025-12-01', amount: 5, description: 'BAKERY' };
    const transactions = [...rent, other, { ...other, date_posted: '2025-12-09' }];
    const { ask, access_token } = await linkCustom({ override_accounts: [{ type: 'depository', transactions }] });
    const { outflow_streams } = await ask('/transactions/recurring/get', { access_token });
    expect(outflow_streams).toMatchObject([
      {
        description: 'HOUSE RENT',
        frequency: 'MONTHLY',
        first_date: '2025-10-30',
        last_date: '2025-12-30',
        is_active: true,
      },
    ]);
  });

  test('has generated data for fields left out, identical for the same seed except for the IDs', async () => {
    const { ask, access_token, link, syncAll } = await linkCustom({
      seed: 'house',
      override_accounts: [{ type: 'depository' }],
    });
    const read = async (token: string) => {
      const { accounts } = await ask('/accounts/get', { access_token: token });
      return { accounts, added: (await syncAll(token)).pages.flatMap((page) => page.added) };
    };
    const [one, other] = [await read(access_token), await read(await link())];
    const without = (record: object) => ({ ...record, account_id: '', transaction_id: '' });
    expect(one.added.length).toBeGreaterThan(3);
    expect(other.added.map(without)).toEqual(one.added.map(without));
    expect(other.accounts.map(without)).toEqual(one.accounts.map(without));
    const ids = [...one.added, ...other.added].map(({ transaction_id }) => transaction_id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is a business and needs another factor at every login, if so configured', async () => {
    const { ask, access_token } = await linkCustom({
      has_perpetual_otp: true,
      override_accounts: [{ type: 'depository', holder_category: 'business' }],
    });
    expect(await ask('/accounts/get', { access_token })).toMatchObject({
      accounts: [{ holder_category: 'business' }],
      item: { update_type: 'user_present_required' },
    });
  });

  test('has generated accounts when none are configured', async () => {
    const { ask, access_token } = await linkCustom({});
    expect((await ask('/accounts/get', { access_token })).accounts.length).toBeGreaterThan(3);
  });

  test('has dates that move with the day of linking, if so configured', async () => {
    const configuration = { roll_dates_forward: true, override_accounts: [checking] };
    const { access_token, syncAll } = await linkCustom(configuration);
    const added = (await syncAll(access_token)).pages.flatMap((page) => page.added);
    expect(added.map(({ date, pending }) => [date, pending]).sort()).toEqual([
      ['2025-11-02', false],
      ['2025-12-20', false],
      ['2026-01-01', false],
    ]);
  });

  test('logs in with Link and at OAuth institutions', async () => {
    const { ask, bank } = startBank({ users: { ann: { override_accounts: [checking] } } });
    const { link_token } = await ask('/link/token/create', { ...linkRequest, products: ['transactions'] });
    const login = { institutionId: 'ins_127287', username: 'ann', password: 'x' };
    expect(bank.controls.startOAuth(link_token, login).accounts).toMatchObject([{ name: 'Joint Checking' }]);
    const public_token = bank.controls.completeLink(link_token);
    const { access_token } = await ask('/item/public_token/exchange', { public_token });
    expect((await ask('/auth/get', { access_token })).accounts).toMatchObject([{ name: 'Joint Checking' }]);
  });
});

describe('a login with a configuration', () => {
  const tryLogIn = async (password: string, username = 'user_custom') =>
    startBank({ users: { ann: {} } }).call('/sandbox/public_token/create', {
      institution_id: 'ins_109508',
      initial_products: ['transactions'],
      options: { override_username: username, override_password: password },
    });

  test.each<[object, string]>([
    [{ force_error: 'ITEM_LOCKED' }, '400 ITEM_ERROR ITEM_LOCKED'],
    [{ force_error: 'INSTITUTION_NOT_RESPONDING' }, '400 INSTITUTION_ERROR INSTITUTION_NOT_RESPONDING'],
    [{ force_error: 'INVALID_LINK_TOKEN' }, '400 INVALID_INPUT INVALID_LINK_TOKEN'],
    [{ force_error: 'PLAID_ERROR' }, '500 API_ERROR INTERNAL_SERVER_ERROR'],
    [{ recaptcha: 'bad' }, '400 RECAPTCHA_ERROR RECAPTCHA_BAD'],
  ])('fails with the requested error: %j', async (configuration, expected) => {
    const { status, body } = await tryLogIn(JSON.stringify(configuration));
    expect(`${status} ${body.error_type} ${body.error_code}`).toBe(expected);
  });

  test.each<[string, string]>([
    ['pass_good', 'the password of user_custom must be a configuration in JSON'],
    ['[]', 'the configuration must be an object; got an array'],
    ['{"override_accounts":{}}', 'override_accounts must be an array of at most ten accounts; got an object'],
    [
      JSON.stringify({ override_accounts: Array(11).fill({ type: 'other' }) }),
      'override_accounts must be an array of at ',
    ],
    ['{"override_accounts":[{"type":"bank"}]}', 'override_accounts[0].type must be one of depository, credit, loan'],
    ['{"force_error":"OOPS"}', 'force_error must be one of INSTITUTION_NOT_RESPONDING'],
    ['{"mfa":{"type":"questions"}}', 'mfa.question_rounds is required: a whole number from 1 to 10'],
  ])('fails like a wrong password if the configuration is invalid: %s', async (password, reason) => {
    const { status, body } = await tryLogIn(password);
    expect(`${status} ${body.error_code}`).toBe('400 INVALID_CREDENTIALS');
    expect(body.error_message).toContain(`the provided credentials were not correct: ${reason}`);
  });

  test('accepts unknown fields, and null for unset fields', async () => {
    const configuration = {
      version: null,
      seed: null,
      notes: 'x',
      override_accounts: [{ type: 'other', subtype: null, color: 'red' }],
    };
    expect((await tryLogIn(JSON.stringify(configuration))).status).toBe(200);
    expect((await tryLogIn('anything', 'ann')).status).toBe(200);
    expect((await tryLogIn('anything', 'anne')).body.error_code).toBe('INVALID_CREDENTIALS');
  });
});

describe('bank.users', () => {
  const account = (rest: object) => ({
    ann: { override_accounts: [{ type: 'other' }, { type: 'depository', ...rest }] },
  });
  const place = 'bank.users.ann.override_accounts[1]';

  test.each<[unknown, string]>([
    ['ann', 'bank.users must be an object; got a string of 3 characters'],
    [{ ann: 'x' }, 'bank.users.ann must be an object; got "x"'],
    [{ 'ann b': { sed: 'x' } }, 'unknown field bank.users["ann b"].sed; did you mean bank.users["ann b"].seed?'],
    [{ user_custom: {} }, 'bank.users.user_custom must have another name'],
    [account({ subtype: 'chekking' }), `${place}.subtype must be one of checking, savings`],
    [account({ subtype: 'chekking' }), 'got "chekking"'],
    [
      account({
        transactions: [{ date_transacted: '2026-01-01', date_posted: '2026-1-2', amount: 1, description: 'x' }],
      }),
      `${place}.transactions[0].date_posted must be a date such as 2026-01-31; got "2026-1-2"`,
    ],
    [
      account({ transactions: [{ date_transacted: '2026-01-01', date_posted: '2026-01-02', amount: 1 }] }),
      `${place}.transactions[0].description is required`,
    ],
    [
      account({ force_available_balance: 1, has_null_available_balance: true }),
      `${place}.force_available_balance must not be set together`,
    ],
    [account({ numbers: { eft_branch: '1' } }), `${place}.numbers.eft_institution is required`],
    [account({ meta: { mask: '12345' } }), `${place}.meta.mask must be an empty string, or 2 to 4 letters and digits`],
    [account({ holdings: [] }), `${place}.holdings is only for accounts of the type investment; got depository`],
    [account({ type: 'credit', liability: { type: 'student' } }), `${place}.liability.type must match the account`],
    [
      account({ type: 'credit', liability: { type: 'credit', principal: 1 } }),
      `unknown field ${place}.liability.principal`,
    ],
    [account({ inflow_model: { type: 'monthly-income' } }), `${place}.inflow_model.payment_day_of_month is required`],
    [
      account({
        type: 'investment',
        holdings: [{ institution_price: 1, quantity: 1, currency: 'USD', security: { currency: 'USD' } }],
      }),
      `${place}.holdings[0].security must be an object with a currency and one of ticker_symbol, cusip, isin`,
    ],
  ])('is refused with the place of the mistake: %j', async (users, message) => {
    const bank = { users: users as Record<string, BankUserConfiguration> };
    await expect(createSandbox({ listen: false, bank })).rejects.toThrow(message);
    await expect(createSandbox({ listen: false, bank })).rejects.toBeInstanceOf(ApiError);
  });
});
