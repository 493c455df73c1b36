import { describe, expect, test } from 'vitest';
import { startBank } from './testing.ts';

interface Evaluation {
  scores: { customer_initiated_return_risk: Score; bank_initiated_return_risk: Score };
  core_attributes: Record<string, number | null>;
  ruleset: { ruleset_key: string; result: string };
  warnings: { warning_code: string }[];
}
interface Score {
  score: number;
  risk_tier: number;
}
interface Schedule {
  optimal_date: string | null;
  recommendations: { date: string; recommendation: string; rank: number | null }[];
  warnings: object[];
}

async function start(options = {}) {
  const bank = startBank(options);
  const { accounts } = await bank.ask<{
    accounts: { account_id: string; balances: { available: number } }[];
  }>('/accounts/get', { access_token: bank.token });
  const [account] = accounts;
  const account_id = account?.account_id ?? '';
  const debit = (client_transaction_id: string, amount: number) => ({
    access_token: bank.token,
    account_id,
    client_transaction_id,
    amount,
  });
  const evaluate = (id: string, amount: number, rest: object = {}) =>
    bank.ask<Evaluation>('/signal/evaluate', { ...debit(id, amount), ...rest });
  const schedule = (id: string, amount: number, rest: object = {}) =>
    bank.ask<Schedule>('/signal/schedule', { ...debit(id, amount), ...rest });
  return { ...bank, account_id, available: account?.balances.available ?? 0, debit, evaluate, schedule };
}

describe('evaluate', () => {
  test('more money is more risk, up to another result; the same debit has the same answer', async () => {
    const { evaluate, available } = await start();
    const shares = [0.01, 0.5, 0.99, 1.5, 3];
    const answers = [];
    for (const share of shares) answers.push(await evaluate(`of ${share}`, available * share));
    const scores = answers.map((each) => each.scores.bank_initiated_return_risk.score);
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(new Set(scores).size).toBe(shares.length);
    expect(answers.map(({ ruleset }) => ruleset.result)).toEqual([
      'ACCEPT',
      'ACCEPT',
      expect.stringMatching(/ACCEPT|REVIEW/),
      'REVIEW',
      'REROUTE',
    ]);
    expect(answers.every(({ ruleset }) => ruleset.ruleset_key === 'default')).toBe(true);
    for (const { scores } of answers) {
      expect(scores.bank_initiated_return_risk.risk_tier).toBeLessThanOrEqual(8);
      expect(scores.customer_initiated_return_risk.risk_tier).toBeLessThanOrEqual(5);
    }
    expect((await evaluate('of 0.5', available * 0.5)).scores).toEqual(answers[1]?.scores);
  });

  test('attributes are those of the account and its transactions', async () => {
    const { evaluate, ask, token, account_id, available } = await start();
    const { core_attributes: attributes } = await evaluate('a', 100);
    const { transactions } = await ask('/transactions/get', {
      access_token: token,
      start_date: '2025-12-03',
      end_date: '2026-01-01',
      options: { account_ids: [account_id], count: 500 },
    });
    const out = transactions.filter(({ amount }) => amount > 0);
    expect(attributes.debit_transactions_count_30d).toBe(out.length);
    expect(attributes.credit_transactions_count_30d).toBe(transactions.length - out.length);
    expect(attributes.total_debit_transactions_amount_30d).toBeCloseTo(
      out.reduce((sum, { amount }) => sum + amount, 0),
      2,
    );
    expect(attributes.available_balance).toBe(available);
    expect(attributes.balance_to_transaction_amount_ratio).toBeCloseTo(available / 100, 2);
    expect(Object.keys(attributes).length).toBeGreaterThan(80);
  });

  test('reported returns and a stranger’s name raise the risk', async () => {
    const { evaluate, ask } = await start();
    const before = await evaluate('a', 50);
    await ask('/signal/return/report', { client_transaction_id: 'a', return_code: 'R01' });
    const returned = await evaluate('b', 50);
    const bank = ({ scores }: Evaluation) => scores.bank_initiated_return_risk.score;
    expect(bank(returned)).toBe(bank(before) + 10);
    expect(returned.core_attributes.nsf_overdraft_transactions_count_7d).toBe(1);
    await ask('/signal/return/report', { client_transaction_id: 'b', return_code: 'R10' });
    const disputed = await evaluate('c', 50);
    expect(disputed.core_attributes.unauthorized_transactions_count_90d).toBe(1);
    const customer = ({ scores }: Evaluation) => scores.customer_initiated_return_risk.score;
    expect(customer(disputed)).toBe(customer(before) + 20);
    const user = { name: { given_name: 'Xerxes', family_name: 'Qualm' } };
    expect(customer(await evaluate('d', 50, { user }))).toBe(customer(disputed) + 40);
  });

  test('an Item that wants a login is evaluated without its data, with a warning', async () => {
    const { evaluate, schedule, ask, token } = await start();
    await ask('/sandbox/item/reset_login', { access_token: token });
    const { core_attributes, warnings } = await evaluate('a', 10);
    expect({ core_attributes, warnings }).toMatchObject({
      core_attributes: {},
      warnings: [{ warning_type: 'ITEM_ERROR', warning_code: 'ITEM_LOGIN_REQUIRED' }],
    });
    const scheduled = await schedule('b', 10);
    expect(scheduled.optimal_date).toBeNull();
    expect(scheduled.recommendations.every(({ recommendation }) => recommendation === 'UNKNOWN')).toBe(true);
  });
});

describe('schedule', () => {
  test('six banking days, ranked by the balance that is expected on them', async () => {
    const { schedule, available } = await start();
    const { optimal_date, recommendations } = await schedule('a', available * 0.5);
    // 2026-01-01 is a Thursday.
    expect(recommendations.map(({ date }) => date)).toEqual([
      '2026-01-01',
      '2026-01-02',
      '2026-01-05',
      '2026-01-06',
      '2026-01-07',
      '2026-01-08',
    ]);
    expect(recommendations.find(({ rank }) => rank === 1)?.date).toBe(optimal_date);
    const ranks = recommendations.flatMap(({ rank }) => rank ?? []).sort();
    expect(ranks).toEqual(ranks.map((_, index) => index + 1));
    const hopeless = await schedule('b', available * 100);
    expect(hopeless.optimal_date).toBeNull();
    expect(hopeless.recommendations.every((each) => each.recommendation === 'NOT_RECOMMENDED')).toBe(true);
  });

  test('pay day makes the difference', async () => {
    const { schedule, ask, token, available, account_id } = await start();
    const { inflow_streams } = await ask<{
      inflow_streams: { account_id: string; predicted_next_date: string; average_amount: { amount: number } }[];
    }>('/transactions/recurring/get', { access_token: token });
    const [pay] = inflow_streams.filter((stream) => stream.account_id === account_id);
    const { recommendations } = await schedule('a', available + 100, { default_payment_method: 'SAME_DAY_ACH' });
    for (const { date, recommendation } of recommendations)
      if (date < String(pay?.predicted_next_date)) expect(recommendation).toBe('NOT_RECOMMENDED');
    expect(recommendations.some(({ recommendation }) => recommendation === 'RECOMMENDED')).toBe(
      String(pay?.predicted_next_date) <= '2026-01-08',
    );
  });
});

describe('refusals', () => {
  test.each<[string, object, string]>([
    ['/signal/evaluate', { amount: 0 }, '400 INVALID_FIELD'],
    ['/signal/evaluate', { account_id: 'x' }, '400 INVALID_ACCOUNT_ID'],
    ['/signal/evaluate', { client_transaction_id: 'x'.repeat(37) }, '400 INVALID_FIELD'],
    ['/signal/evaluate', { client_transaction_id: undefined }, '400 MISSING_FIELDS'],
    ['/signal/schedule', { default_payment_method: 'WIRE' }, '400 INVALID_FIELD'],
  ])('%s with %j: %s', async (path, change, expected) => {
    const { fail, debit } = await start();
    expect(await fail(path, { ...debit('a', 10), ...change })).toBe(expected);
  });

  test('an id stands for one debit; only known ones are reported', async () => {
    const { ask, fail, evaluate, debit } = await start();
    await evaluate('a', 10);
    expect(await fail('/signal/evaluate', debit('a', 11))).toBe('400 CLIENT_TRANSACTION_ID_ALREADY_IN_USE');
    const decision = { client_transaction_id: 'a', initiated: false };
    expect(await fail('/signal/decision/report', { ...decision, client_transaction_id: 'z' })).toBe(
      '400 INVALID_FIELD',
    );
    expect(await fail('/signal/decision/report', { ...decision, initiated: 'no' })).toBe('400 INVALID_FIELD');
    await ask('/signal/decision/report', decision);
    const returned = { client_transaction_id: 'a', return_code: 'R01' };
    expect(await fail('/signal/return/report', returned)).toBe('400 INVALID_FIELD');
    await ask('/signal/decision/report', { ...decision, initiated: true });
    expect(await fail('/signal/return/report', { ...returned, return_code: '01' })).toBe('400 INVALID_FIELD');
    await ask('/signal/return/report', returned);
  });

  test('a client without the product; preparing adds it to an Item', async () => {
    const { fail, debit } = await start({ products: ['transactions', 'auth', 'identity'] });
    expect(await fail('/signal/evaluate', debit('a', 10))).toBe('400 INVALID_PRODUCT');
    const report = { client_transaction_id: 'a', initiated: true };
    expect(await fail('/signal/decision/report', report)).toBe('400 INVALID_PRODUCT');
    const { ask, link } = await start();
    const access_token = await link();
    const products = async () =>
      (await ask<{ item: { billed_products: string[] } }>('/item/get', { access_token })).item.billed_products;
    expect(await products()).not.toContain('signal');
    await ask('/signal/prepare', { access_token });
    await ask('/signal/prepare', { access_token });
    expect(await products()).toContain('signal');
  });
});
