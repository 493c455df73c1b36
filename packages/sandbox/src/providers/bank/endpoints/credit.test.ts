import { describe, expect, test } from 'vitest';
import { hook, linkRequest, startBank } from '../../../../test/bank.ts';

const day = 86_400_000;

interface BankReport {
  days_requested: number;
  items: { bank_income_sources: { income_category: string; transaction_count: number; start_date: string }[] }[];
  bank_income_summary: { total_amount: number; historical_summary: { total_amount: number; start_date: string }[] };
}

interface Payroll {
  items: {
    payroll_income: {
      account_id: string | null;
      pay_stubs: {
        pay_period_details: { pay_date: string };
        net_pay: { current_amount: number; ytd_amount: number };
      }[];
    }[];
  }[];
}

/** Starts a sandbox with a user. The test receives its webhooks. */
async function start(options = {}, context = {}) {
  const started = startBank(options, context);
  const { ask, told } = started;
  const { user_id } = await ask<{ user_id: string }>('/user/create', { client_user_id: 'ann' });
  const linkItem = async (institution_id: string, income_verification?: object) => {
    const { public_token } = await ask('/sandbox/public_token/create', {
      institution_id,
      initial_products: ['income_verification'],
      user_id,
      options: { webhook: hook, override_username: 'user_transactions_dynamic', income_verification },
    });
    return ask('/item/public_token/exchange', { public_token });
  };
  const linkBank = (days_requested = 180) =>
    linkItem('ins_109508', { income_source_types: ['bank'], bank_income: { days_requested } });
  const reports = async (count = 9) =>
    (await ask<{ bank_income: BankReport[] }>('/credit/bank_income/get', { user_id, options: { count } })).bank_income;
  const payroll = () => ask<Payroll>('/credit/payroll_income/get', { user_id });
  const settle = async () => (await told()).map(({ webhook_code, ...rest }) => [webhook_code, rest] as const);
  return { ...started, user_id, linkItem, linkBank, reports, payroll, settle };
}

describe('income at a bank', () => {
  test('covers the days of the report, month by month', async () => {
    const { linkBank, reports, settle, user_id } = await start();
    await linkBank(180);
    const [report] = await reports();
    const [item] = report?.items ?? [];
    expect(item?.bank_income_sources.map(({ income_category }) => income_category)).toContain('SALARY');
    const { total_amount, historical_summary } = report?.bank_income_summary ?? {};
    const months = historical_summary?.map((month) => month.total_amount) ?? [];
    expect(months.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(total_amount ?? 0);
    expect(historical_summary?.[0]?.start_date.localeCompare('2025-07-06')).toBeGreaterThanOrEqual(0);
    expect(await settle()).toEqual([
      ['BANK_INCOME_COMPLETE', { webhook_type: 'INCOME', user_id, result: 'SUCCESS', environment: 'sandbox' }],
    ]);
  });

  test('has a report for each session', async () => {
    const { linkBank, reports, clock } = await start();
    await linkBank(90);
    await clock.advance(1000);
    await linkBank(30);
    expect((await reports()).map(({ days_requested }) => days_requested)).toEqual([30, 90]);
    expect(await reports(1)).toHaveLength(1);
  });

  test('is not ready before the configured delay', async () => {
    const { linkBank, fail, reports, clock, user_id, settle } = await start({ incomeAfterMs: 2_000 });
    await linkBank();
    expect(await fail('/credit/bank_income/get', { user_id })).toBe('400 PRODUCT_NOT_READY');
    expect(await settle()).toEqual([]);
    await clock.advance(2_000);
    expect(await reports()).toHaveLength(1);
  });
});

describe('income at a payroll provider', () => {
  test('covers the last two paydays, and a refresh adds the next one', async () => {
    const { ask, linkItem, payroll, clock, settle, user_id } = await start({ loginRequiredAfterMs: 365 * day });
    await linkItem('ins_129618');
    const dates = async () =>
      (await payroll()).items[0]?.payroll_income[0]?.pay_stubs.map(
        ({ pay_period_details }) => pay_period_details.pay_date,
      );
    const [last = '', former = ''] = (await dates()) ?? [];
    expect([last, former]).toEqual(['2025-12-31', '2025-12-18']); // New Year's Day is a holiday
    await settle();

    const refresh = () => ask('/credit/payroll_income/refresh', { user_id });
    expect(await refresh()).toMatchObject({ verification_refresh_status: 'NOT_FOUND' });
    await clock.advance(14 * day);
    expect(await dates()).toEqual([last, former]);
    expect(await refresh()).toMatchObject({ verification_refresh_status: 'SUCCESSFUL' });
    expect((await dates())?.[1]).toBe(last);
    expect(await settle()).toMatchObject([
      ['USER_INCOME_VERIFICATION', { verification_status: 'VERIFICATION_STATUS_PROCESSING_COMPLETE', user_id }],
    ]);
  });

  test.each([
    ['2025-12-30', '2025-12-18', 26],
    ['2025-12-31', '2025-12-31', 27],
    ['2026-01-15', '2026-01-15', 1],
    ['2026-11-28', '2026-11-19', 23],
    ['2028-02-29', '2028-02-24', 4],
  ])('was last paid, as of %s, on %s, payday %i of the year', async (now, payDate, count) => {
    const { linkItem, payroll } = await start({}, { startedAt: Date.parse(now) });
    await linkItem('ins_129618');
    const { pay_period_details, net_pay } = (await payroll()).items[0]?.payroll_income[0]?.pay_stubs[0] ?? {};
    expect(pay_period_details?.pay_date).toBe(payDate);
    expect(net_pay?.ytd_amount).toBeCloseTo((net_pay?.current_amount ?? 0) * count);
  });

  test('can be shared in Link as documents, which are checked for fraud if requested', async () => {
    const { ask, bank, user_id, settle, payroll } = await start();
    const { link_token } = await ask('/link/token/create', {
      ...linkRequest,
      user_id,
      products: ['income_verification'],
      webhook: hook,
      income_verification: {
        income_source_types: ['payroll'],
        payroll_income: { flow_types: ['payroll_document_income'], parsing_config: ['risk_signals'] },
      },
    });
    bank.controls.completeLink(link_token);
    expect((await settle()).map(([code]) => code)).toEqual([
      'USER_INCOME_VERIFICATION',
      'USER_INCOME_VERIFICATION_RISK_SIGNALS',
      'SESSION_FINISHED',
    ]);
    expect((await payroll()).items[0]?.payroll_income[0]?.account_id).toBeNull();
    const { items } = await ask<{ items: { verification_risk_signals: object[] }[] }>(
      '/credit/payroll_income/risk_signals/get',
      { user_id },
    );
    expect(items[0]?.verification_risk_signals).toHaveLength(1);
    expect(await ask('/credit/payroll_income/refresh', { user_id })).toMatchObject({
      verification_refresh_status: 'USER_PRESENCE_REQUIRED',
    });
  });
});

test('income is refused for users without it and for invalid requests', async () => {
  const { fail, user_id, linkBank, linkItem, ask } = await start();
  expect(await fail('/credit/bank_income/get', { user_id })).toBe('400 INCOME_VERIFICATION_NOT_FOUND');
  const { access_token } = await linkBank();
  expect(await fail('/credit/payroll_income/get', { user_id })).toBe('400 INCOME_VERIFICATION_NOT_FOUND');
  expect(await fail('/income/verification/paystubs/get', { access_token })).toBe('400 INCOME_VERIFICATION_NOT_FOUND');
  expect(await fail('/income/verification/paystubs/get', { income_verification_id: 'x' })).toBe(
    '400 INCOME_VERIFICATION_NOT_FOUND',
  );
  expect(await fail('/employment/verification/get', { access_token })).toBe('400 INCOME_VERIFICATION_NOT_FOUND');
  await linkItem('ins_129618');
  expect(await fail('/credit/payroll_income/get', { user_id, options: { item_ids: ['x'] } })).toBe(
    '400 ITEM_NOT_FOUND',
  );
  expect(await fail('/credit/employment/get', {})).toBe('400 MISSING_FIELDS');
  expect(await fail('/credit/bank_income/get', { user_id, options: { count: 0 } })).toBe('400 INVALID_FIELD');
  const create = { institution_id: 'ins_109508', initial_products: ['income_verification'] };
  expect(await fail('/sandbox/public_token/create', create)).toBe('400 MISSING_FIELDS');
  const payroll = { income_verification: { income_source_types: ['payroll'] } };
  expect(await fail('/sandbox/public_token/create', { ...create, options: payroll })).toBe(
    '400 PRODUCTS_NOT_SUPPORTED',
  );
  expect(
    await ask('/sandbox/bank_income/fire_webhook', {
      webhook_code: 'BANK_INCOME_REFRESH_UPDATE',
      webhook_fields: { user_id },
    }),
  ).toMatchObject({ request_id: expect.any(String) });
});
