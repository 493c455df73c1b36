import { describe, expect, test } from 'vitest';
import { startBank } from './testing.ts';

interface Evaluation {
  scores: { customer_initiated_return_risk: Score; bank_initiated_return_risk: Score };
  core_attributes: Record<string, unknown>;
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
  test('more money is more risk, up to another result; the same debit has the same response', async () => {
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

  test('attributes are those of the account, and null where the sandbox knows nothing', async () => {
    const { evaluate, available } = await start();
    const { core_attributes: attributes } = await evaluate('a', 100);
    expect(attributes.available_balance).toBe(available);
    expect(attributes.balance_to_transaction_amount_ratio).toBeCloseTo(available / 100, 2);
    expect(attributes.debit_transactions_count_30d).toBeNull();
    expect(Object.keys(attributes).length).toBeGreaterThan(80);
  });

  test('reported returns raise the risk', async () => {
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
  test('six banking days, when the balance is enough for all of them', async () => {
    const { schedule, available } = await start();
    const { optimal_date, recommendations } = await schedule('a', available * 0.5);
    // 2026-01-01 is a Thursday.
    expect(recommendations).toEqual(
      [1, 2, 5, 6, 7, 8].map((day, index) => ({
        date: `2026-01-0${day}`,
        recommendation: 'RECOMMENDED',
        rank: index + 1,
      })),
    );
    expect(optimal_date).toBe('2026-01-01');
    const hopeless = await schedule('b', available * 100);
    expect(hopeless.optimal_date).toBeNull();
    expect(hopeless.recommendations.every((each) => each.recommendation === 'NOT_RECOMMENDED')).toBe(true);
  });
});

describe('refusals', () => {
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
