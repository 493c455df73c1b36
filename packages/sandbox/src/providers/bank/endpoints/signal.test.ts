import { describe, expect, test } from 'vitest';
import { startBank } from '../../../../test/bank.ts';

interface Evaluation {
  scores: Record<'customer_initiated_return_risk' | 'bank_initiated_return_risk', { score: number }>;
  core_attributes: Record<string, unknown>;
  warnings: { warning_code: string }[];
}
interface Schedule {
  optimal_date: string | null;
  recommendations: { date: string; recommendation: string; rank: number | null }[];
}

async function start(options = {}, context = {}) {
  const bank = startBank(options, context);
  const { accounts } = await bank.ask('/accounts/get', { access_token: bank.token });
  const account_id = accounts[0]?.account_id;
  const debit = (client_transaction_id: string, amount: number) => ({
    access_token: bank.token,
    account_id,
    client_transaction_id,
    amount,
  });
  const evaluate = (id: string, amount: number) => bank.ask<Evaluation>('/signal/evaluate', debit(id, amount));
  const schedule = (id: string, amount: number) => bank.ask<Schedule>('/signal/schedule', debit(id, amount));
  return { ...bank, debit, evaluate, schedule };
}

describe('evaluate', () => {
  test('raises the risk after reported returns', async () => {
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

  test('evaluates an Item that requires a login without its data, with a warning', async () => {
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

test.each([
  ['2026-11-25T23:59:00Z', '11-25 11-27 11-30 12-01 12-02 12-03'],
  ['2026-11-28T06:00:00Z', '11-30 12-01 12-02 12-03 12-04 12-07'],
  ['2026-11-29T23:58:00Z', '11-30 12-01 12-02 12-03 12-04 12-07'],
  ['2026-12-31T23:58:00Z', '12-31 01-04 01-05 01-06 01-07 01-08'],
  ['2028-02-29T12:00:00Z', '02-29 03-01 03-02 03-03 03-06 03-07'],
])('schedule ranks today and the next five banking days at %s', async (now, days) => {
  const { schedule } = await start({}, { startedAt: Date.parse(now) });
  const { optimal_date, recommendations } = await schedule('a', 1);
  expect(recommendations.map(({ date }) => date.slice(5)).join(' ')).toBe(days);
  expect(recommendations.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(optimal_date).toBe(recommendations[0]?.date);
});

describe('the signal product', () => {
  test('is refused to clients without it, and is added to an Item by preparing', async () => {
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
