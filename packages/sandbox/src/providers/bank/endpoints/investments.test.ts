import { describe, expect, test } from 'vitest';
import { hook, startBank } from '../../../../test/bank.ts';
import { lastBankingDay, parseDay } from '../data/days.ts';

const dynamic = { webhook: hook, override_username: 'user_transactions_dynamic' };

interface Holdings {
  accounts: { account_id: string; type: string; subtype: string; balances: { current: number } }[];
  holdings: {
    account_id: string;
    security_id: string;
    quantity: number;
    institution_price: number;
    institution_value: number;
    cost_basis: number;
    tax_lots: { quantity: number; cost_basis: number; original_purchase_datetime: string }[];
  }[];
  securities: {
    security_id: string;
    type: string;
    close_price: number;
    close_price_as_of: string;
    ticker_symbol: string;
  }[];
}

interface Trades {
  investment_transactions: {
    investment_transaction_id: string;
    account_id: string;
    security_id: string | null;
    date: string;
    amount: number;
    quantity: number;
    type: string;
    subtype: string;
  }[];
  securities: { security_id: string }[];
  total_investment_transactions: number;
}

const everything = { start_date: '2020-01-01', end_date: '2027-01-01' };
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Starts a bank sandbox that collects webhooks. */
function start(options = {}, context = {}) {
  const bank = startBank(options, context);
  const holdings = (access_token: string) => bank.ask<Holdings>('/investments/holdings/get', { access_token });
  const trades = (access_token: string, options: object = { count: 500 }) =>
    bank.ask<Trades>('/investments/transactions/get', { access_token, ...everything, options });
  return { ...bank, holdings, trades };
}

describe('holdings', () => {
  test('come from the trades: what was bought and not sold, and the remaining cash', async () => {
    const { holdings, trades, token } = start();
    const held = await holdings(token);
    const { investment_transactions: rows } = await trades(token);
    const cash = held.securities.find(({ type }) => type === 'cash')?.security_id;
    for (const { account_id, security_id, quantity } of held.holdings) {
      const own = rows.filter((row) => row.account_id === account_id);
      if (security_id === cash) expect(-sum(own.map(({ amount }) => amount))).toBeCloseTo(quantity, 2);
      else {
        const moved = own.filter((row) => row.security_id === security_id).map((row) => row.quantity);
        expect(sum(moved)).toBeCloseTo(quantity, 6);
      }
    }
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['buy', 'sell', 'cash', 'fee']));
  });

  test('have the same ID for the same security on every Item', async () => {
    const { holdings, bank } = start();
    const [one, two] = [await holdings(bank.accessTokens[0]), await holdings(bank.accessTokens[1])];
    const idOf = ({ securities }: Holdings, ticker: string) =>
      securities.find(({ ticker_symbol }) => ticker_symbol === ticker)?.security_id;
    const shared = one.securities.filter(({ ticker_symbol }) => idOf(two, ticker_symbol));
    expect(shared.length).toBeGreaterThan(1);
    for (const { ticker_symbol, security_id } of shared) expect(idOf(two, ticker_symbol)).toBe(security_id);
  });
});

describe('trades', () => {
  test('pulled in the background are refused until they are ready, which a webhook reports', async () => {
    const { ask, fail, link, told, clock } = start({ readyAfterMs: 5_000 });
    const access_token = await link({ webhook: hook }, ['auth']);
    const request = { access_token, ...everything, options: { async_update: true } };
    expect(await fail('/investments/transactions/get', request)).toBe('400 PRODUCT_NOT_READY');
    expect(await fail('/investments/refresh', { access_token })).toBe('400 PRODUCT_NOT_READY');
    await clock.advance(4_999);
    expect(await fail('/investments/transactions/get', request)).toBe('400 PRODUCT_NOT_READY');
    expect(await told()).toEqual([]);
    await clock.advance(1);
    const { total_investment_transactions } = await ask<Trades>('/investments/transactions/get', request);
    expect(await told()).toMatchObject([
      {
        webhook_type: 'INVESTMENTS_TRANSACTIONS',
        webhook_code: 'HISTORICAL_UPDATE',
        new_investments_transactions: total_investment_transactions,
      },
    ]);
  });

  test('are ready at the first call without async_update, and if the Item was linked with them', async () => {
    const { ask, link } = start({ readyAfterMs: 5_000 });
    const late = await link({}, ['auth']);
    await ask('/investments/transactions/get', { access_token: late, ...everything });
    const linked = await link({}, ['investments']);
    const options = { async_update: true };
    await ask('/investments/transactions/get', { access_token: linked, ...everything, options });
  });
});

test.each(['2026-11-28', '2026-11-29', '2026-12-31', '2028-02-29'])(
  'trades and prices are of trading days, as of %s',
  async (now) => {
    const { holdings, trades, token } = start({}, { startedAt: Date.parse(now) });
    const { investment_transactions } = await trades(token);
    const { securities } = await holdings(token);
    const dates = [
      ...investment_transactions.map(({ date }) => date),
      ...securities.map((each) => each.close_price_as_of),
    ];
    expect(dates.filter((date) => lastBankingDay(parseDay(date)) !== parseDay(date))).toEqual([]);
  },
);

describe('refresh', () => {
  test('invests the cash of a dynamic Item at the same balance, and sends two webhooks', async () => {
    const { ask, link, told, holdings, trades, clock } = start({ refreshAfterMs: 1_000 });
    const access_token = await link(dynamic, ['investments']);
    const [before, count] = [await holdings(access_token), (await trades(access_token)).total_investment_transactions];
    await ask('/investments/refresh', { access_token });
    expect((await trades(access_token)).total_investment_transactions).toBe(count);
    await clock.advance(1_000);
    const after = await holdings(access_token);
    const { investment_transactions: rows } = await trades(access_token);
    expect(rows).toHaveLength(count + 1);
    expect(rows[0]).toMatchObject({ type: 'buy', date: '2025-12-31' } /* the last trading day */);
    const total = ({ holdings: rows }: Holdings) => sum(rows.map(({ institution_value }) => institution_value));
    expect(total(after)).toBeCloseTo(total(before), 2);
    expect(after.holdings).not.toEqual(before.holdings);
    expect(await told()).toMatchObject([
      { webhook_type: 'HOLDINGS', webhook_code: 'DEFAULT_UPDATE', new_holdings: 0, updated_holdings: 2 },
      { webhook_type: 'INVESTMENTS_TRANSACTIONS', webhook_code: 'DEFAULT_UPDATE', new_investments_transactions: 1 },
    ]);
  });

  test('finds nothing on a static Item', async () => {
    const { ask, link, told, holdings } = start();
    const access_token = await link({ webhook: hook }, ['investments']);
    const before = await holdings(access_token);
    await ask('/investments/refresh', { access_token });
    expect((await holdings(access_token)).holdings).toEqual(before.holdings);
    expect(await told()).toEqual([]);
  });
});

describe('transfer data', () => {
  test('has numbers by kind of account, and the last year of trades in a 401k', async () => {
    const { ask, trades, token } = start();
    const answer = await ask<
      Holdings & {
        numbers: { acats: { account_id: string; dtc_numbers: string[] }[]; aton: object[]; retirement_401k: object[] };
        owners: { account_id: string; names: string[] }[];
        account_details_401k: {
          account_id: string;
          fee_details: object;
          contribution_details: { contribution_count_12m: number; contribution_amount_12m: number };
        }[];
      }
    >('/investments/auth/get', { access_token: token });
    const [ira, plan] = answer.accounts.filter(({ type }) => type === 'investment');
    expect(answer.numbers).toMatchObject({
      acats: [{ account_id: ira?.account_id, dtc_numbers: [expect.stringMatching(/^\d{4}$/)] }],
      aton: [],
      retirement_401k: [{ account_id: plan?.account_id }],
    });
    expect(answer.owners).toMatchObject([{ account_id: ira?.account_id }, { account_id: plan?.account_id }]);
    const [details] = answer.account_details_401k;
    const year = (await trades(token)).investment_transactions.filter(
      ({ account_id, subtype, date }) =>
        account_id === plan?.account_id && subtype === 'contribution' && date > '2025-01-01',
    );
    expect(details).toMatchObject({ account_id: plan?.account_id, fee_details: { account_fee_count_12m: 1 } });
    expect(details?.contribution_details.contribution_count_12m).toBe(year.length);
    expect(details?.contribution_details.contribution_amount_12m).toBeCloseTo(-sum(year.map((row) => row.amount)), 2);
  });
});

describe('investments', () => {
  test('are refused to clients and institutions without the product', async () => {
    const narrow = startBank({ products: ['transactions'] });
    expect(await narrow.fail('/investments/holdings/get', { access_token: narrow.token })).toBe('400 INVALID_PRODUCT');
    const { fail, ask } = startBank();
    const { institutions } = await ask<{ institutions: { institution_id: string; products: string[] }[] }>(
      '/institutions/get',
      { count: 500, offset: 0, country_codes: ['US'] },
    );
    const poor = institutions.find(({ products }) => !products.includes('investments') && products.includes('auth'));
    const login = { institution_id: poor?.institution_id, initial_products: ['auth'] };
    const { public_token } = await ask('/sandbox/public_token/create', login);
    const { access_token } = await ask('/item/public_token/exchange', { public_token });
    for (const path of ['/investments/holdings/get', '/investments/refresh'])
      expect(await fail(path, { access_token })).toBe('400 PRODUCTS_NOT_SUPPORTED');
  });
});
