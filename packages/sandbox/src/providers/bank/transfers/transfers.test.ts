import { describe, expect, test } from 'vitest';
import { hook, linkRequest, startBank } from '../../../../test/bank.ts';
import { formatDay } from '../data/days.ts';
import { daysOf, type TransferSchedule } from './recurring.ts';

const hour = 3_600_000;
const day = 24 * hour;
const user = { legal_name: 'Ann Bee' };

interface Shown {
  authorization: { id: string; decision: string; decision_rationale: { code: string } | null };
  transfer: {
    id: string;
    status: string;
    network: string;
    created: string;
    expected_settlement_date: string | null;
    standard_return_window: string | null;
    expected_funds_available_date: string | null;
  };
  sweep: Record<string, unknown>;
  recurring_transfer: { recurring_transfer_id: string; status: string; transfer_ids: string[] } | null;
  test_clock: { test_clock_id: string; virtual_time: string };
}

/** Starts a sandbox with an account and the calls that tests make. By default, it is Thursday, January 1, 2026. */
async function startTransfers(now = '2026-01-01') {
  const started = startBank({ webhook: hook }, { startedAt: Date.parse(now) });
  const { ask, call, link } = started;
  const access_token = await link({ override_username: 'user_transactions_dynamic' }, ['transfer', 'auth']);
  const { accounts } = await ask('/accounts/get', { access_token });
  const account_id = accounts.find(({ subtype }) => subtype === 'checking')?.account_id;
  let keys = 0;
  const params = (changes: object = {}) => ({
    access_token,
    account_id,
    type: 'debit',
    network: 'ach',
    amount: '10.00',
    ach_class: 'web',
    user,
    idempotency_key: `key-${++keys}`,
    ...changes,
  });
  const authorize = (changes: object = {}) => ask<Shown>('/transfer/authorization/create', params(changes));
  const create = (authorization_id: string, changes: object = {}) =>
    call('/transfer/create', { access_token, account_id, authorization_id, description: 'Rent', ...changes });
  const transfer = async (changes: object = {}) => {
    const { authorization } = await authorize(changes);
    const { status, body } = await create(authorization.id);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (body as unknown as Shown).transfer;
  };
  const recur = (schedule: Partial<TransferSchedule>, changes: object = {}) =>
    ask<Shown>('/transfer/recurring/create', {
      ...params(changes),
      description: 'Club',
      schedule: {
        interval_unit: 'week',
        interval_count: 1,
        interval_execution_day: 1,
        start_date: '2026-01-02',
        ...schedule,
      },
    });
  return { ...started, access_token, account_id, params, authorize, create, transfer, recur };
}

describe('authorizations', () => {
  test('refuse transfers that no bank would accept', async () => {
    const { ask, fail, params, access_token } = await startTransfers();
    const { accounts } = await ask('/accounts/get', { access_token });
    const { account_id } = accounts.find(({ type }) => type === 'credit') ?? {};
    const refused = (changes: object) => fail('/transfer/authorization/create', params(changes));
    expect(await refused({ ach_class: undefined })).toBe('400 MISSING_FIELDS');
    expect(await refused({ amount: '0.00' })).toBe('400 INVALID_FIELD');
    expect(await refused({ amount: '10' })).toBe('400 INVALID_FIELD');
    expect(await refused({ network: 'wire' })).toBe('400 INVALID_FIELD');
    expect(await refused({ iso_currency_code: 'EUR' })).toBe('400 INVALID_FIELD');
    expect(await refused({ type: 'credit' })).toBe('400 TRANSFER_FORBIDDEN_ACH_CLASS');
    expect(await refused({ network: 'same-day-ach', amount: '1000000.01' })).toBe(
      '400 TRANSFER_NETWORK_LIMIT_EXCEEDED',
    );
    expect(await refused({ type: 'credit', network: 'wire', ach_class: undefined, amount: '1000000.00' })).toBe(
      '400 TRANSFER_NETWORK_LIMIT_EXCEEDED',
    );
    expect(await refused({ account_id })).toBe('400 TRANSFER_UNSUPPORTED_ACCOUNT_TYPE');
    expect(await refused({ account_id: 'none' })).toBe('400 INVALID_FIELD');
    expect(await refused({ account_id: 'a'.repeat(37) })).toBe('400 INVALID_ACCOUNT_ID');
    expect(await refused({ funding_account_id: 'none' })).toBe('400 INVALID_FIELD');
  });

  test('are the same for an idempotency key for 48 hours, and expire after one hour', async () => {
    const { authorize, create, clock } = await startTransfers();
    const idempotency_key = 'mine';
    const { authorization: first } = await authorize({ idempotency_key });
    await clock.advance(hour - 1);
    expect((await authorize({ idempotency_key })).authorization.id).toBe(first.id);
    await clock.advance(1);
    expect((await create(first.id)).body.error_code).toBe('INVALID_FIELD');
    await clock.advance(47 * hour);
    expect((await authorize({ idempotency_key })).authorization.id).not.toBe(first.id);
  });

  test('are decided again with the same key once the user has logged in again', async () => {
    const { ask, authorize, bank, access_token } = await startTransfers();
    const idempotency_key = 'mine';
    await ask('/sandbox/item/reset_login', { access_token });
    const { authorization } = await authorize({ idempotency_key });
    expect(authorization).toMatchObject({
      decision: 'user_action_required',
      decision_rationale: { code: 'ITEM_LOGIN_REQUIRED' },
    });
    const { link_token } = await ask('/link/token/create', {
      ...linkRequest,
      transfer: { authorization_id: authorization.id },
    });
    expect(bank.controls.completeLink(link_token)).toBeUndefined();
    expect((await authorize({ idempotency_key })).authorization.decision).toBe('approved');
  });

  test('for credits need money in the ledger', async () => {
    const { authorize, ask } = await startTransfers();
    const credit = { type: 'credit', ach_class: 'ppd' };
    expect((await authorize(credit)).authorization).toMatchObject({
      decision: 'declined',
      decision_rationale: { code: 'NSF' },
    });
    const money = { amount: '10.00', network: 'ach', idempotency_key: 'a' };
    const { sweep } = await ask<Shown>('/transfer/ledger/deposit', money);
    for (const event_type of ['sweep.posted', 'sweep.settled'])
      await ask('/sandbox/transfer/ledger/deposit/simulate', { sweep_id: sweep.id, event_type });
    await ask('/sandbox/transfer/ledger/simulate_available');
    expect((await authorize(credit)).authorization.decision).toBe('approved');
  });

  test('stop at the daily limit', async () => {
    const { ask, authorize, transfer, params, access_token, clock } = await startTransfers();
    await ask('/sandbox/item/set_verification_status', {
      access_token,
      account_id: params().account_id,
      verification_status: 'automatically_verified',
    });
    for (let count = 0; count < 50; count += 1) await transfer({ amount: '1000.00' });
    const over = { decision: 'declined', decision_rationale: { code: 'TRANSFER_LIMIT_REACHED' } };
    expect((await authorize({ amount: '0.01' })).authorization).toMatchObject(over);
    await clock.advance(day + 1);
    expect((await authorize({ amount: '0.01' })).authorization).toMatchObject({
      decision: 'approved',
      decision_rationale: { code: 'MANUALLY_VERIFIED_ITEM' },
    });
  });
});

describe('transfers', () => {
  test.each([
    [14, 'same-day-ach'],
    [15, 'ach'],
  ])('requested for the same day at %i:00 Eastern Time are sent as %s', async (easternHour, network) => {
    const { transfer, clock } = await startTransfers();
    await clock.advance((easternHour + 5) * hour);
    expect(await transfer({ network: 'same-day-ach' })).toMatchObject({ network });
  });

  test.each([
    ['ach', '2026-01-05T12:00Z', '01-06', '01-09', '01-13'], // a Monday
    ['ach', '2026-01-06T01:29Z', '01-06', '01-09', '01-13'], // Monday, 20:29 Eastern Time
    ['ach', '2026-01-06T01:30Z', '01-07', '01-12', '01-14'], // Monday, 20:30
    ['ach', '2026-07-07T00:30Z', '07-08', '07-13', '07-15'], // Monday, 20:30 in summer
    ['ach', '2026-11-25T12:00Z', '11-27', '12-02', '12-04'], // the day before Thanksgiving
    ['ach', '2026-11-28T12:00Z', '12-01', '12-04', '12-08'], // a Saturday
    ['ach', '2026-12-31T23:58Z', '01-04', '01-07', '01-11'], // New Year's Eve
    ['ach', '2028-02-28T12:00Z', '02-29', '03-03', '03-07'], // the day before a leap day
    ['same-day-ach', '2026-01-05T19:59Z', '01-05', '01-08', '01-12'], // Monday, 14:59
    ['same-day-ach', '2026-01-05T20:00Z', '01-06', '01-09', '01-13'], // Monday, 15:00
    ['same-day-ach', '2026-03-07T12:00Z', '03-09', '03-12', '03-16'], // the day before clocks change
  ])(
    'by %s at %s settle on %s, and are final and available on %s and %s',
    async (network, now, settled, final, free) => {
      const { transfer } = await startTransfers(now);
      const shown = await transfer({ network });
      const dates = [shown.expected_settlement_date, shown.standard_return_window, shown.expected_funds_available_date];
      expect(dates.map((date) => date?.slice(5))).toEqual([settled, final, free]);
    },
  );

  test('and deposits that settle on a Saturday are available five banking days after Monday', async () => {
    const { ask } = await startTransfers('2026-11-28T12:00Z');
    const deposit = { amount: '5.00', idempotency_key: 'deposit' };
    const { sweep } = await ask<Shown>('/transfer/ledger/deposit', { ...deposit, network: 'ach' });
    expect(sweep).toMatchObject({ settled: null, expected_funds_available_date: '2026-12-08' });
    for (const event_type of ['sweep.posted', 'sweep.settled'])
      await ask('/sandbox/transfer/ledger/deposit/simulate', { sweep_id: sweep.id, event_type });
    expect((await ask<Shown>('/transfer/sweep/get', { sweep_id: sweep.id })).sweep).toMatchObject({
      settled: '2026-11-30',
      expected_funds_available_date: '2026-12-07',
    });
  });

  test('wait for the end of their hold on a test clock', async () => {
    const { ask, transfer } = await startTransfers();
    const { id: transfer_id } = await transfer();
    for (const event_type of ['posted', 'settled'])
      await ask('/sandbox/transfer/simulate', { transfer_id, event_type });
    const { test_clock } = await ask<Shown>('/sandbox/transfer/test_clock/create');
    const { test_clock_id } = test_clock;
    await ask('/sandbox/transfer/ledger/simulate_available', { test_clock_id });
    expect((await ask<Shown>('/transfer/get', { transfer_id })).transfer.status).toBe('settled');
    const new_virtual_time = '2026-01-09T00:00:00Z';
    await ask('/sandbox/transfer/test_clock/advance', { test_clock_id, new_virtual_time });
    await ask('/sandbox/transfer/ledger/simulate_available', { test_clock_id });
    expect((await ask<Shown>('/transfer/get', { transfer_id })).transfer.status).toBe('funds_available');
  });
});

describe('schedules', () => {
  test.each<[string, Partial<TransferSchedule>, string[]]>([
    ['each Monday', {}, ['2026-01-05', '2026-01-12', '2026-01-19']],
    [
      'every other Friday',
      { interval_count: 2, interval_execution_day: 5 },
      ['2026-01-02', '2026-01-16', '2026-01-30'],
    ],
    ['the 1st of a month', { interval_unit: 'month' }, ['2026-02-01', '2026-03-01', '2026-04-01']],
    [
      'the last day of a month',
      { interval_unit: 'month', interval_execution_day: -1 },
      ['2026-01-31', '2026-02-28', '2026-03-31'],
    ],
    [
      'the third-to-last day of every third month, until May',
      { interval_unit: 'month', interval_count: 3, interval_execution_day: -3, end_date: '2026-05-01' },
      ['2026-01-29', '2026-04-28'],
    ],
  ])('can plan transfers for %s', (_, changes, expected) => {
    const days = daysOf({
      interval_unit: 'week',
      interval_count: 1,
      interval_execution_day: 1,
      start_date: '2026-01-02',
      ...changes,
    });
    const first = [];
    for (const next of days) if (first.push(formatDay(next)) === 3) break;
    expect(first).toEqual(expected);
  });

  test('refuse days of the week on which banks are closed', async () => {
    const { fail, params } = await startTransfers();
    const schedule = { interval_unit: 'week', interval_count: 1, interval_execution_day: 6, start_date: '2026-01-02' };
    const answer = await fail('/transfer/recurring/create', { ...params(), description: 'Club', schedule });
    expect(answer).toBe('400 INVALID_FIELD');
  });

  test('make transfers as time passes, and report each until they end', async () => {
    const { ask, recur, clock, told } = await startTransfers();
    const { recurring_transfer: made } = await recur({ end_date: '2026-01-13' });
    const { recurring_transfer_id } = made ?? {};
    await clock.advance(13 * day);
    const { recurring_transfer } = await ask<Shown>('/transfer/recurring/get', { recurring_transfer_id });
    expect(recurring_transfer).toMatchObject({ status: 'expired', next_origination_date: null });
    const transfers = recurring_transfer?.transfer_ids ?? [];
    expect(await told()).toEqual(
      transfers.map((transfer_id) => ({
        webhook_type: 'TRANSFER',
        webhook_code: 'RECURRING_NEW_TRANSFER',
        transfer_id,
        recurring_transfer_id,
        environment: 'sandbox',
      })),
    );
    const { transfer } = await ask<Shown>('/transfer/get', { transfer_id: transfers[1] });
    expect(transfer.created).toBe('2026-01-12T05:00:00Z');
  });

  test('skip a transfer that is not approved, and end with the Item', async () => {
    const { ask, recur, clock, told, access_token } = await startTransfers();
    const { recurring_transfer: made } = await recur({});
    const { recurring_transfer_id } = made ?? {};
    await ask('/sandbox/item/reset_login', { access_token });
    await clock.advance(5 * day);
    expect(await told()).toMatchObject([
      {
        webhook_code: 'RECURRING_TRANSFER_SKIPPED',
        authorization_decision: 'user_action_required',
        authorization_decision_rationale_code: 'ITEM_LOGIN_REQUIRED',
        skipped_origination_date: '2026-01-05',
      },
    ]);
    await ask('/item/remove', { access_token });
    await clock.advance(7 * day);
    expect((await told()).at(-1)).toMatchObject({ webhook_code: 'RECURRING_CANCELLED', recurring_transfer_id });
    const { recurring_transfer } = await ask<Shown>('/transfer/recurring/get', { recurring_transfer_id });
    expect(recurring_transfer).toMatchObject({ status: 'cancelled', transfer_ids: [] });
  });

  test('follow only their test clock, at most five per clock', async () => {
    const { ask, fail, params, recur, clock, told } = await startTransfers();
    const { test_clock } = await ask<Shown>('/sandbox/transfer/test_clock/create');
    const { test_clock_id } = test_clock;
    const ids = [];
    for (let count = 0; count < 5; count += 1)
      ids.push((await recur({}, { test_clock_id })).recurring_transfer?.recurring_transfer_id);
    const schedule = { interval_unit: 'week', interval_count: 1, interval_execution_day: 1, start_date: '2026-01-02' };
    const sixth = { ...params({ test_clock_id }), description: 'Club', schedule };
    expect(await fail('/transfer/recurring/create', sixth)).toBe('400 INVALID_FIELD');
    await clock.advance(20 * day);
    expect(await told()).toEqual([]);
    await ask('/sandbox/transfer/test_clock/advance', { test_clock_id, new_virtual_time: '2026-01-16T00:00:00Z' });
    for (const recurring_transfer_id of ids) {
      const { recurring_transfer } = await ask<Shown>('/transfer/recurring/get', { recurring_transfer_id });
      expect(recurring_transfer?.transfer_ids).toHaveLength(2);
    }
    expect(await told()).toHaveLength(10);
  });
});

test.each(['/bank_transfer/create', '/bank_transfer/event/sync', '/sandbox/bank_transfer/simulate'])(
  '%s is closed to new clients',
  async (path) => {
    const { call, token } = startBank();
    const body = {
      '/bank_transfer/create': {
        idempotency_key: 'a',
        access_token: token,
        account_id: 'a',
        type: 'debit',
        network: 'ach',
        amount: '1.00',
        iso_currency_code: 'USD',
        description: 'Rent',
        user,
      },
      '/bank_transfer/event/sync': { after_id: 0 },
      '/sandbox/bank_transfer/simulate': { bank_transfer_id: 'a', event_type: 'posted' },
    }[path];
    expect((await call(path, body)).body).toMatchObject({
      error_code: 'INVALID_PRODUCT',
      error_message: 'client is not authorized to access the following products: ["bank_transfer"]',
    });
  },
);
