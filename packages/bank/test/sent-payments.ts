import { expect } from 'vitest';
import { access_token, done, request_id, type Sent } from './sent.ts';

const created = '2026-01-01T00:00:00Z';
const account = { access_token, account_id: 'a' };
const user = { legal_name: 'Ann Bee' };
const holder = { ...user, phone_number: null, email_address: null, address: null };
const money = { amount: '12.34', iso_currency_code: 'USD' };
const guarantee = { guarantee_decision: null, guarantee_decision_rationale: null };
const wish = { type: 'debit', network: 'ach', amount: '12.34', ach_class: 'web', user, idempotency_key: 'k1' };
const shared = {
  funding_account_id: 'f1',
  type: 'debit',
  user: holder,
  ...money,
  network: 'ach',
  origination_account_id: '',
  originator_client_id: null,
  credit_funds_source: null,
};

const authorization = {
  id: 'au1',
  created,
  decision: 'approved',
  decision_rationale: { code: 'A_NEW_CODE', description: 'new' },
  ...guarantee,
  payment_risk: null,
  guarantee_details: {
    outcome: 'A_NEW_OUTCOME',
    schedule: [{ amount: '1.00', observation_window_business_days: 0 }],
  },
  proposed_transfer: { ...shared, requested_amount: '2.00' },
};

const refund = { id: 'r1', transfer_id: 't1', amount: '1.00', status: 'pending', failure_reason: null, created };

const transfer = {
  id: 't1',
  authorization_id: 'au1',
  ...shared,
  ...guarantee,
  guarantee_details: {
    guaranteed_amount: '1.00',
    schedule: [{ amount: '1.00', observation_window_business_days: 3, observation_window_expiration_time: created }],
  },
  description: 'Rent',
  created,
  status: 'posted',
  cancellable: false,
  failure_reason: null,
  metadata: { order: '7' },
  standard_return_window: null,
  unauthorized_return_window: null,
  expected_settlement_date: null,
  refunds: [refund],
  recurring_transfer_id: null,
};

const event = {
  event_id: 8,
  timestamp: created,
  event_type: 'posted',
  funding_account_id: null,
  transfer_id: 't1',
  origination_account_id: null,
  failure_reason: null,
  sweep_id: null,
  sweep_amount: null,
  refund_id: null,
  originator_client_id: null,
};

const sweep = { id: 's1', funding_account_id: 'f1', created, ...money, settled: null };
const swept = { sweep, request_id };
const deposit = { amount: '5.00', network: 'ach', idempotency_key: 'k1' };
const ledgerEvent = {
  ledger_event_id: 'le1',
  ledger_id: 'l1',
  amount: '1.00',
  description: 'Deposit',
  pending_balance: '1.00',
  available_balance: '0.00',
  type: 'pending',
  timestamp: created,
};

const schedule = { interval_unit: 'week', interval_count: 1, interval_execution_day: 3, start_date: '2026-01-07' };
const weekly = {
  recurring_transfer_id: 'rt1',
  created,
  next_origination_date: null,
  type: 'debit',
  ...money,
  status: 'active',
  network: 'ach',
  origination_account_id: '',
  account_id: 'a',
  funding_account_id: 'f1',
  description: 'Club',
  transfer_ids: ['t1'],
  user: holder,
  schedule,
};

const intent = {
  id: 'i1',
  created,
  status: 'PENDING',
  origination_account_id: '',
  funding_account_id: 'f1',
  ...money,
  mode: 'PAYMENT',
  user: holder,
  description: 'Shoes',
};
const outcome = {
  ...intent,
  ...guarantee,
  transfer_id: null,
  failure_reason: null,
  authorization_decision: null,
  authorization_decision_rationale: null,
};

const test_clock = { test_clock_id: 'c1', virtual_time: created };

/** Returns a list call whose first page is also the last. */
const listed = (path: string, params: object, name: string, item: object, rest: object = {}): Sent => ({
  path,
  params,
  answer: { [name]: [item], ...rest, request_id },
  result: expect.objectContaining({ items: [item], nextCursor: null }),
});

const amount = { currency: 'GBP', value: 1.5 };
const bacs = { account: '12345678', sort_code: '010203' };
const recipient = { recipient_id: 'rc1', name: 'Shop', bacs };
const payment = {
  payment_id: 'p1',
  amount,
  status: 'PAYMENT_STATUS_IN_ORBIT',
  recipient_id: 'rc1',
  reference: 'Tea',
  last_status_update: created,
  bacs: null,
  iban: null,
};
const constraints = {
  max_payment_amount: amount,
  periodic_amounts: [{ amount, interval: 'MONTH', alignment: 'CONSENT' }],
};
const consented = { recipient_id: 'rc1', reference: 'Tea', type: 'SWEEPING', constraints };
const paid = { payment_id: 'p1', status: 'PAYMENT_STATUS_INPUT_NEEDED', request_id };

const simulate = { sweep_id: 's1', event_type: 'sweep.posted' };
const webhook = 'https://example.com/hook';

/** Requests sent by calls that move money. */
export const sentByPayments: Readonly<Record<string, Sent>> = {
  'transfer.authorization.create': {
    path: '/transfer/authorization/create',
    params: { ...account, ...wish },
    answer: { authorization, request_id },
    result: authorization,
  },
  'transfer.authorization.cancel': {
    path: '/transfer/authorization/cancel',
    params: { authorization_id: 'au1' },
    answer: done,
  },
  'transfer.create': {
    path: '/transfer/create',
    params: { ...account, authorization_id: 'au1', description: 'Rent', metadata: { order: '7' } },
    answer: { transfer, request_id },
    result: transfer,
  },
  'transfer.get': {
    path: '/transfer/get',
    params: { transfer_id: 't1' },
    answer: { transfer, request_id },
    result: transfer,
  },
  'transfer.list': listed('/transfer/list', { start_date: created, count: 25, offset: 3 }, 'transfers', transfer),
  'transfer.cancel': { path: '/transfer/cancel', params: { transfer_id: 't1', reason_code: 'DUPL' }, answer: done },
  'transfer.return.recover': {
    path: '/transfer/return/recover',
    params: { transfer_id: 't1', amount: '1.00', idempotency_key: 'k1' },
    answer: done,
  },
  'transfer.refund.create': {
    path: '/transfer/refund/create',
    params: { transfer_id: 't1', amount: '1.00', idempotency_key: 'k1' },
    answer: { refund, request_id },
    result: refund,
  },
  'transfer.refund.get': {
    path: '/transfer/refund/get',
    params: { refund_id: 'r1' },
    answer: { refund, request_id },
    result: refund,
  },
  'transfer.refund.cancel': { path: '/transfer/refund/cancel', params: { refund_id: 'r1' }, answer: done },
  'transfer.event.sync': listed('/transfer/event/sync', { after_id: 7, count: 500 }, 'transfer_events', event, {
    has_more: false,
  }),
  'transfer.event.list': listed(
    '/transfer/event/list',
    { transfer_type: 'credit', event_types: ['sweep.settled'] },
    'transfer_events',
    event,
    { has_more: false },
  ),
  'transfer.repayment.list': listed('/transfer/repayment/list', {}, 'repayments', {
    repayment_id: 'rp1',
    created,
    ...money,
  }),
  'transfer.repayment.return.list': listed(
    '/transfer/repayment/return/list',
    { repayment_id: 'rp1' },
    'repayment_returns',
    { transfer_id: 't1', event_id: 8, ...money },
  ),
  'transfer.recurring.create': {
    path: '/transfer/recurring/create',
    params: { ...account, ...wish, description: 'Club', schedule },
    answer: { recurring_transfer: weekly, decision: 'approved', decision_rationale: null, request_id },
  },
  'transfer.recurring.get': {
    path: '/transfer/recurring/get',
    params: { recurring_transfer_id: 'rt1' },
    answer: { recurring_transfer: weekly, request_id },
    result: weekly,
  },
  'transfer.recurring.list': listed('/transfer/recurring/list', { start_time: created }, 'recurring_transfers', weekly),
  'transfer.recurring.cancel': {
    path: '/transfer/recurring/cancel',
    params: { recurring_transfer_id: 'rt1' },
    answer: done,
  },
  'transfer.ledger.get': {
    path: '/transfer/ledger/get',
    answer: {
      ledger_id: 'l1',
      balance: { available: '1.00', pending: '0.00' },
      name: 'Default',
      is_default: true,
      request_id,
    },
  },
  'transfer.ledger.deposit': { path: '/transfer/ledger/deposit', params: deposit, answer: swept, result: sweep },
  'transfer.ledger.withdraw': {
    path: '/transfer/ledger/withdraw',
    params: { ...deposit, network: 'wire' },
    answer: swept,
    result: sweep,
  },
  'transfer.ledger.distribute': {
    path: '/transfer/ledger/distribute',
    params: { from_ledger_id: 'l1', to_ledger_id: 'l2', amount: '1.00', idempotency_key: 'k1' },
    answer: done,
  },
  'transfer.ledger.event.list': listed(
    '/transfer/ledger/event/list',
    { source_type: 'TRANSFER', source_id: 't1' },
    'ledger_events',
    ledgerEvent,
    { has_more: false },
  ),
  'transfer.sweep.get': {
    path: '/transfer/sweep/get',
    params: { sweep_id: '8c2fda9a' },
    answer: swept,
    result: sweep,
  },
  'transfer.sweep.list': listed('/transfer/sweep/list', { status: 'settled', trigger: 'incoming' }, 'sweeps', sweep),
  'transfer.capabilities.get': {
    path: '/transfer/capabilities/get',
    params: account,
    answer: { institution_supported_networks: { rtp: { credit: true }, rfp: { debit: false } }, request_id },
  },
  'transfer.metrics.get': {
    path: '/transfer/metrics/get',
    params: { originator_client_id: 'o1' },
    answer: {
      daily_debit_transfer_volume: '1.00',
      daily_credit_transfer_volume: '1.00',
      monthly_transfer_volume: '',
      monthly_debit_transfer_volume: '1.00',
      monthly_credit_transfer_volume: '1.00',
      iso_currency_code: 'USD',
      request_id,
    },
  },
  'transfer.configuration.get': {
    path: '/transfer/configuration/get',
    answer: {
      max_single_transfer_amount: '',
      max_single_transfer_credit_amount: '1.00',
      max_single_transfer_debit_amount: '1.00',
      max_daily_credit_amount: '1.00',
      max_daily_debit_amount: '1.00',
      max_monthly_amount: '',
      max_monthly_credit_amount: '1.00',
      max_monthly_debit_amount: '1.00',
      iso_currency_code: 'USD',
      request_id,
    },
  },
  'transfer.intent.create': {
    path: '/transfer/intent/create',
    params: { mode: 'PAYMENT', amount: '12.34', description: 'Shoes', ach_class: 'web', user },
    answer: { transfer_intent: intent, request_id },
    result: intent,
  },
  'transfer.intent.get': {
    path: '/transfer/intent/get',
    params: { transfer_intent_id: 'i1' },
    answer: { transfer_intent: outcome, request_id },
    result: outcome,
  },
  'transfer.migrateAccount': {
    path: '/transfer/migrate_account',
    params: { account_number: '100000000', routing_number: '121122676', account_type: 'checking' },
    answer: { ...account, request_id },
  },
  'sandbox.transfer.simulate': {
    path: '/sandbox/transfer/simulate',
    params: { transfer_id: 't1', event_type: 'returned', failure_reason: { failure_code: 'R01' }, webhook },
    answer: done,
  },
  'sandbox.transfer.fireWebhook': { path: '/sandbox/transfer/fire_webhook', params: { webhook }, answer: done },
  'sandbox.transfer.sweep.simulate': { path: '/sandbox/transfer/sweep/simulate', answer: { sweep: null, request_id } },
  'sandbox.transfer.refund.simulate': {
    path: '/sandbox/transfer/refund/simulate',
    params: { refund_id: 'r1', event_type: 'refund.posted' },
    answer: done,
  },
  'sandbox.transfer.repayment.simulate': { path: '/sandbox/transfer/repayment/simulate', answer: done },
  'sandbox.transfer.ledger.simulateAvailable': {
    path: '/sandbox/transfer/ledger/simulate_available',
    params: { ledger_id: 'l1', test_clock_id: null },
    answer: done,
  },
  'sandbox.transfer.ledger.deposit.simulate': {
    path: '/sandbox/transfer/ledger/deposit/simulate',
    params: simulate,
    answer: done,
  },
  'sandbox.transfer.ledger.withdraw.simulate': {
    path: '/sandbox/transfer/ledger/withdraw/simulate',
    params: simulate,
    answer: done,
  },
  'sandbox.transfer.testClock.create': {
    path: '/sandbox/transfer/test_clock/create',
    params: { virtual_time: created },
    answer: { test_clock, request_id },
    result: test_clock,
  },
  'sandbox.transfer.testClock.advance': {
    path: '/sandbox/transfer/test_clock/advance',
    params: { test_clock_id: 'c1', new_virtual_time: created },
    answer: done,
  },
  'sandbox.transfer.testClock.get': {
    path: '/sandbox/transfer/test_clock/get',
    params: { test_clock_id: 'c1' },
    answer: { test_clock, request_id },
    result: test_clock,
  },
  'sandbox.transfer.testClock.list': listed(
    '/sandbox/transfer/test_clock/list',
    { start_virtual_time: created },
    'test_clocks',
    test_clock,
  ),
  'paymentInitiation.recipient.create': {
    path: '/payment_initiation/recipient/create',
    params: { name: 'Shop', bacs, iban: null },
    answer: { recipient_id: 'rc1', request_id },
  },
  'paymentInitiation.recipient.get': {
    path: '/payment_initiation/recipient/get',
    params: { recipient_id: 'rc1' },
    answer: recipient,
  },
  'paymentInitiation.recipient.list': listed(
    '/payment_initiation/recipient/list',
    { count: 100, cursor: 'rc1' },
    'recipients',
    recipient,
  ),
  'paymentInitiation.payment.create': {
    path: '/payment_initiation/payment/create',
    params: { recipient_id: 'rc1', reference: 'Tea', amount, options: { request_refund_details: true } },
    answer: paid,
  },
  'paymentInitiation.payment.get': {
    path: '/payment_initiation/payment/get',
    params: { payment_id: 'p1' },
    answer: payment,
  },
  'paymentInitiation.payment.list': listed(
    '/payment_initiation/payment/list',
    { count: 200, consent_id: 'cs1' },
    'payments',
    payment,
    { next_cursor: null },
  ),
  'paymentInitiation.payment.reverse': {
    path: '/payment_initiation/payment/reverse',
    params: { payment_id: 'p1', idempotency_key: 'k1', reference: 'Refund', amount },
    answer: { refund_id: 'w1', status: 'INITIATED', request_id },
  },
  'paymentInitiation.consent.create': {
    path: '/payment_initiation/consent/create',
    params: consented,
    answer: { consent_id: 'cs1', status: 'UNAUTHORISED', request_id },
  },
  'paymentInitiation.consent.get': {
    path: '/payment_initiation/consent/get',
    params: { consent_id: 'cs1' },
    answer: { consent_id: 'cs1', status: 'AUTHORISED', created_at: created, ...consented },
  },
  'paymentInitiation.consent.revoke': {
    path: '/payment_initiation/consent/revoke',
    params: { consent_id: 'cs1' },
    answer: done,
  },
  'paymentInitiation.consent.payment.execute': {
    path: '/payment_initiation/consent/payment/execute',
    params: { consent_id: 'cs1', amount, idempotency_key: 'k1', processing_mode: 'ASYNC' },
    answer: paid,
  },
  'sandbox.payment.simulate': {
    path: '/sandbox/payment/simulate',
    params: { payment_id: 'p1', webhook, status: 'PAYMENT_STATUS_SETTLED' },
    answer: { old_status: 'PAYMENT_STATUS_EXECUTED', new_status: 'PAYMENT_STATUS_SETTLED', request_id },
  },
};
