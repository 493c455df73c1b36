import { expect, test } from 'vitest';
import { hook, linkRequest, startBank } from '../../../../test/bank.ts';

const day = 86_400_000;
const pounds = (value: number) => ({ currency: 'GBP', value });
const recipient = { name: 'Shop', bacs: { account: '12345678', sort_code: '010203' } };

interface Shown {
  recipient_id: string;
  payment_id: string;
  consent_id: string;
  status: string;
  schedule: object;
}

/** Starts a sandbox with a recipient. */
async function startPayments(now = '2026-01-01') {
  const started = startBank({}, { startedAt: Date.parse(now) });
  const { ask, bank } = started;
  const { recipient_id } = await ask<Shown>('/payment_initiation/recipient/create', recipient);
  const consent = async (constraints: object = {}) => {
    const { consent_id } = await ask<Shown>('/payment_initiation/consent/create', {
      recipient_id,
      reference: 'Savings',
      type: 'SWEEPING',
      constraints: {
        max_payment_amount: pounds(10),
        periodic_amounts: [{ amount: pounds(15), interval: 'WEEK', alignment: 'CALENDAR' }],
        ...constraints,
      },
    });
    return consent_id;
  };
  const authorize = async (payment_initiation: object) => {
    const { link_token } = await ask('/link/token/create', {
      ...linkRequest,
      products: ['payment_initiation'],
      payment_initiation,
      webhook: hook,
    });
    bank.controls.completeLink(link_token);
  };
  let keys = 0;
  const pay = (consent_id: string, value: number, changes: object = {}) =>
    started.call('/payment_initiation/consent/payment/execute', {
      consent_id,
      amount: pounds(value),
      idempotency_key: `key-${++keys}`,
      ...changes,
    });
  return { ...started, recipient_id, consent, authorize, pay };
}

test('recipients need valid account numbers', async () => {
  const { fail } = await startPayments();
  const create = (changes: object) => fail('/payment_initiation/recipient/create', { name: 'Shop', ...changes });
  expect(await create({})).toBe('400 MISSING_FIELDS');
  expect(await create({ iban: '00NOIBAN00000000' })).toBe('400 INVALID_FIELD');
  expect(await create({ bacs: { account: '1' } })).toBe('400 INVALID_FIELD');
});

test('payments in pounds need a recipient in the UK', async () => {
  const { ask, fail } = await startPayments();
  const { recipient_id } = await ask<Shown>('/payment_initiation/recipient/create', {
    name: 'Bakery',
    iban: 'NL02ABNA0123456789',
  });
  const payment = { recipient_id, reference: 'Bread', amount: pounds(2) };
  expect(await fail('/payment_initiation/payment/create', payment)).toBe('400 PAYMENT_INVALID_RECIPIENT');
  const euros = { ...payment, amount: { currency: 'EUR', value: 2 }, options: { scheme: 'SEPA_CREDIT_TRANSFER' } };
  await ask('/payment_initiation/payment/create', euros);
  expect(await fail('/payment_initiation/payment/create', { ...euros, amount: { currency: 'EUR', value: 0.5 } })).toBe(
    '400 INVALID_FIELD',
  );
});

test('a standing order is established in Link, and reports each step', async () => {
  const { ask, authorize, told, recipient_id } = await startPayments();
  const schedule = { interval: 'MONTHLY', interval_execution_day: -1, start_date: '2026-02-01' };
  const { payment_id } = await ask<Shown>('/payment_initiation/payment/create', {
    recipient_id,
    reference: 'Rent',
    amount: pounds(500),
    schedule,
  });
  await authorize({ payment_id });
  const payment = await ask<Shown>('/payment_initiation/payment/get', { payment_id });
  expect(payment).toMatchObject({ status: 'PAYMENT_STATUS_ESTABLISHED', schedule: { ...schedule, end_date: null } });
  expect(payment).toMatchObject({ refund_ids: null });
  expect(payment).not.toHaveProperty('amount_refunded');
  expect(await told()).toMatchObject([
    {
      webhook_type: 'PAYMENT_INITIATION',
      webhook_code: 'PAYMENT_STATUS_UPDATE',
      payment_id,
      old_payment_status: 'PAYMENT_STATUS_INPUT_NEEDED',
      new_payment_status: 'PAYMENT_STATUS_AUTHORISING',
      original_start_date: '2026-02-01',
    },
    { old_payment_status: 'PAYMENT_STATUS_AUTHORISING', new_payment_status: 'PAYMENT_STATUS_ESTABLISHED' },
  ]);
});

test('a consent allows payments up to its limits, week by week', async () => {
  const { consent, authorize, pay, clock } = await startPayments();
  const consent_id = await consent();
  expect((await pay(consent_id, 1)).body.error_code).toBe('INVALID_FIELD');
  await authorize({ consent_id });
  expect((await pay(consent_id, 10)).status).toBe(200);
  expect((await pay(consent_id, 6)).body.error_code).toBe('INVALID_FIELD');
  expect((await pay(consent_id, 5)).status).toBe(200);
  await clock.advance(4 * day); // Thursday to Monday
  expect((await pay(consent_id, 10)).status).toBe(200);
});

test.each([
  ['DAY', 'CONSENT', '2026-12-31T23:58Z', '2026-12-31T23:59Z', '2027-01-01'],
  ['WEEK', 'CONSENT', '2026-11-28T12:00Z', '2026-12-04T23:59Z', '2026-12-05'],
  ['WEEK', 'CALENDAR', '2026-11-28', '2026-11-29T23:59Z', '2026-11-30'],
  ['MONTH', 'CONSENT', '2028-01-31', '2028-02-28T23:59Z', '2028-02-29'],
  ['MONTH', 'CONSENT', '2026-12-15', '2027-01-14T23:59Z', '2027-01-15'],
  ['MONTH', 'CALENDAR', '2026-01-31', '2026-01-31T23:59Z', '2026-02-01'],
  ['YEAR', 'CONSENT', '2028-02-29', '2029-02-27T23:59Z', '2029-02-28'],
  ['YEAR', 'CALENDAR', '2026-11-28', '2026-12-31T23:59Z', '2027-01-01'],
])(
  'a %s of a consent aligned with %s that began %s lasts until %s',
  async (interval, alignment, from, before, after) => {
    const { consent, authorize, pay, clock } = await startPayments(from);
    const consent_id = await consent({ periodic_amounts: [{ amount: pounds(10), interval, alignment }] });
    await authorize({ consent_id });
    expect((await pay(consent_id, 10)).status).toBe(200);
    await clock.set({ now: Date.parse(before) });
    expect((await pay(consent_id, 1)).status).toBe(400);
    await clock.set({ now: Date.parse(after) });
    expect((await pay(consent_id, 1)).status).toBe(200);
  },
);

test('a consent expires, and its payments report their status', async () => {
  const { ask, consent, authorize, pay, clock, told } = await startPayments();
  const consent_id = await consent({ valid_date_time: { to: '2026-01-03T00:00:00Z' } });
  await authorize({ consent_id });
  const { body } = await pay(consent_id, 1, { processing_mode: 'ASYNC' });
  expect(body).toMatchObject({ status: 'PAYMENT_STATUS_PROCESSING' });
  await clock.advance(2 * day);
  expect((await ask<Shown>('/payment_initiation/consent/get', { consent_id })).status).toBe('EXPIRED');
  expect((await pay(consent_id, 1)).body.error_code).toBe('INVALID_FIELD');
  expect((await told()).map(({ new_status, new_payment_status }) => new_status ?? new_payment_status)).toEqual([
    'AUTHORISED',
    'PAYMENT_STATUS_PROCESSING',
    'PAYMENT_STATUS_INITIATED',
    'EXPIRED',
  ]);
});

test('a link token for a payment must name the payment or consent to authorize', async () => {
  const { fail } = await startPayments();
  const token = { ...linkRequest, products: ['payment_initiation'] };
  expect(await fail('/link/token/create', token)).toBe('400 INVALID_FIELD');
  expect(await fail('/link/token/create', { ...token, payment_initiation: { payment_id: 'none' } })).toBe(
    '400 INVALID_FIELD',
  );
});

test('a client without the product is refused', async () => {
  const { fail } = startBank({ products: ['transactions'] });
  expect(await fail('/payment_initiation/recipient/create', recipient)).toBe('400 INVALID_PRODUCT');
  expect(await fail('/transfer/ledger/get')).toBe('400 INVALID_PRODUCT');
});
