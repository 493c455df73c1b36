import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { accountOf, type Cases, dayOf, newItem, row, type Stage } from './stage.ts';

type Authorize = Parameters<BankClient['transfer']['authorization']['create']>[0];
type Recurring = Parameters<BankClient['transfer']['recurring']['create']>[0];

let keys = 0;
const key = () => `transfer-key-${++keys}`;
const user = { legal_name: 'Ann Bee', address: { city: 'Springfield', country: 'US' } };
const day = 86_400_000;
const timeOf = (ms: number) => new Date(ms).toISOString();

const impossible = { code: 'conflict', providerCode: 'SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID' };
const invalid = { code: 'invalid_params', providerCode: 'INVALID_FIELD' };

async function newAccount(bank: BankClient, subtype = 'checking') {
  const { access_token, item_id } = await newItem(bank, ['transfer']);
  return { access_token, item_id, account_id: await accountOf(bank, access_token, subtype) };
}

type Account = Pick<Authorize, 'access_token' | 'account_id'>;

/** Returns params for authorizing an ACH debit of 12.34. */
const debit = ({ access_token, account_id }: Account): Authorize => ({
  access_token,
  account_id,
  type: 'debit',
  network: 'ach',
  amount: '12.34',
  ach_class: 'web',
  user,
  idempotency_key: key(),
});

/** Creates a transfer from a new account, or from the account `of`. */
async function newTransfer(bank: BankClient, changes: Partial<Authorize> = {}, of?: Account) {
  const account = of ?? (await newAccount(bank));
  const { id: authorization_id } = await bank.transfer.authorization.create({ ...debit(account), ...changes });
  const { access_token, account_id } = account;
  const transfer = await bank.transfer.create({ access_token, account_id, authorization_id, description: 'Rent' });
  return { access_token, account_id, authorization_id, transfer_id: transfer.id, transfer };
}

async function simulate(
  bank: BankClient,
  transfer_id: string,
  ...events: ('posted' | 'settled' | 'funds_available')[]
) {
  for (const event_type of events) await bank.sandbox.transfer.simulate({ transfer_id, event_type });
}

/** Creates a deposit to the default ledger, and simulates its events. */
async function newDeposit(bank: BankClient, amount: string, ...events: ('sweep.posted' | 'sweep.settled')[]) {
  const sweep = await bank.transfer.ledger.deposit({ amount, network: 'ach', idempotency_key: key() });
  for (const event_type of events)
    await bank.sandbox.transfer.ledger.deposit.simulate({ sweep_id: sweep.id, event_type });
  return sweep;
}

/** Makes money available in the default ledger. */
async function fund(bank: BankClient, amount = '100.00') {
  await newDeposit(bank, amount, 'sweep.posted', 'sweep.settled');
  await bank.sandbox.transfer.ledger.simulateAvailable();
}

/** Returns the balances of a ledger in cents. */
async function balances(bank: BankClient, ledger_id?: string) {
  const { balance } = await bank.transfer.ledger.get(ledger_id === undefined ? {} : { ledger_id });
  return {
    available: Math.round(Number(balance.available) * 100),
    pending: Math.round(Number(balance.pending) * 100),
  };
}

/** Returns the types of a transfer's events, oldest first. */
async function eventsOf(bank: BankClient, transfer_id: string) {
  const events = await bank.transfer.event.list({ transfer_id }).toArray({ limit: 100 });
  return events.map(({ event_type }) => event_type).reverse();
}

/** Creates a debit, and a refund of it. */
async function newRefund(bank: BankClient) {
  await fund(bank);
  const made = await newTransfer(bank);
  const { transfer_id } = made;
  const refund = await bank.transfer.refund.create({ transfer_id, amount: '2.00', idempotency_key: key() });
  return { ...made, refund_id: refund.id };
}

const weekly = (stage: Stage, account: Account): Recurring => ({
  access_token: account.access_token,
  account_id: account.account_id,
  idempotency_key: key(),
  type: 'debit',
  network: 'ach',
  ach_class: 'ppd',
  amount: '9.99',
  description: 'Club',
  schedule: {
    interval_unit: 'week',
    interval_count: 1,
    interval_execution_day: 3,
    start_date: dayOf(stage.sandbox.clock.now() + day),
  },
  user,
});

const newRecurring = async (stage: Stage, bank: BankClient, changes: Partial<Recurring> = {}) => {
  const account = await newAccount(bank);
  const { recurring_transfer } = await bank.transfer.recurring.create({ ...weekly(stage, account), ...changes });
  return { ...account, recurring_transfer_id: recurring_transfer?.recurring_transfer_id ?? '' };
};

/** Creates a recurring transfer that follows a new test clock, which starts now. */
async function withTestClock(stage: Stage, bank: BankClient) {
  const { test_clock_id } = await bank.sandbox.transfer.testClock.create();
  return { test_clock_id, ...(await newRecurring(stage, bank, { test_clock_id })) };
}

const page = { count: 2 };
const noPage = { count: 26 };

const payments: Cases = {
  'transfer.authorization.create': row({
    given: (client) => newAccount(client),
    async works(bank, { given: account }) {
      const asked = { ...debit(account), custom_attributes: { plan: 'gold' } };
      const authorization = await bank.transfer.authorization.create(asked);
      expect(authorization).toMatchObject({
        decision: 'approved',
        decision_rationale: null,
        proposed_transfer: {
          account_id: account.account_id,
          amount: '12.34',
          network: 'ach',
          user: { email_address: null },
        },
      });
      expect((await bank.transfer.authorization.create(asked)).id).toBe(authorization.id);

      const decide = async (changes: Partial<Authorize>) => {
        const decided = await bank.transfer.authorization.create({ ...debit(account), ...changes });
        return [decided.decision, decided.decision_rationale?.code];
      };
      expect(await decide({ amount: '1000.01' })).toEqual(['declined', 'TRANSFER_LIMIT_REACHED']);
      const { accounts } = await bank.accounts.get({ access_token: account.access_token });
      // Other accounts, such as loans, cannot be debited at all.
      const poor = accounts.find(
        ({ subtype, balances }) => ['checking', 'savings'].includes(subtype ?? '') && (balances.available ?? 1e9) < 999,
      );
      if (poor) {
        const { account_id, balances } = poor;
        expect(await decide({ account_id, amount: ((balances.available ?? 0) + 1).toFixed(2) })).toEqual([
          'declined',
          'NSF',
        ]);
      }
      await bank.sandbox.resetLogin({ access_token: account.access_token });
      expect(await decide({})).toEqual(['user_action_required', 'ITEM_LOGIN_REQUIRED']);
    },
    refused: (bank) =>
      bank.transfer.authorization.create({ ...debit({ access_token: 'a', account_id: 'b' }), amount: '12.3' }),
  }),
  'transfer.authorization.cancel': row({
    async given(bank) {
      const account = await newAccount(bank);
      return { ...account, authorization: await bank.transfer.authorization.create(debit(account)) };
    },
    async works(bank, { given: { authorization, access_token, account_id } }) {
      await bank.transfer.authorization.cancel({ authorization_id: authorization.id });
      const create = bank.transfer.create({
        access_token,
        account_id,
        authorization_id: authorization.id,
        description: 'Rent',
      });
      expect(await failure(create)).toMatchObject(invalid);
      const { authorization_id } = await newTransfer(bank);
      expect(await failure(bank.transfer.authorization.cancel({ authorization_id }))).toMatchObject(invalid);
    },
    refused: (bank) => bank.transfer.authorization.cancel({ authorization_id: '' }),
  }),
  'transfer.create': row({
    async given(bank) {
      const account = await newAccount(bank);
      return { ...account, authorization: await bank.transfer.authorization.create(debit(account)) };
    },
    async works(bank, { given: { access_token, account_id, authorization } }) {
      const params = { access_token, account_id, authorization_id: authorization.id, description: 'Rent' };
      const tooMuch = bank.transfer.create({ ...params, amount: '12.35' });
      expect(await failure(tooMuch)).toMatchObject(invalid);
      const transfer = await bank.transfer.create({ ...params, amount: '10.00', metadata: { order: '7' } });
      expect(transfer).toMatchObject({
        authorization_id: authorization.id,
        amount: '10.00',
        status: 'pending',
        cancellable: true,
        metadata: { order: '7' },
        refunds: [],
      });
      expect((await bank.transfer.create(params)).id).toBe(transfer.id);
      expect(await eventsOf(bank, transfer.id)).toEqual(['pending']);
    },
    refused: (bank) =>
      bank.transfer.create({
        access_token: 'a',
        account_id: 'b',
        authorization_id: 'c',
        description: 'x'.repeat(16),
      }),
  }),
  'transfer.get': row({
    given: (bank) => newTransfer(bank),
    async works(bank, { given: { transfer_id, authorization_id, transfer } }) {
      expect(await bank.transfer.get({ transfer_id })).toEqual(transfer);
      expect(await bank.transfer.get({ authorization_id })).toEqual(transfer);
      expect(await failure(bank.transfer.get({ transfer_id: 'none' }))).toMatchObject(invalid);
    },
    refused: (bank) => bank.transfer.get({ transfer_id: 'a', authorization_id: 'b' }),
  }),
  'transfer.list': row({
    async given(bank, { sandbox }) {
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) ids.unshift((await newTransfer(bank)).transfer_id);
      return { ids, start_date: timeOf(sandbox.clock.now() - day) };
    },
    async works(bank, { given: { ids, start_date }, sandbox }) {
      const all = await bank.transfer.list({ start_date, ...page }).toArray({ limit: 3 });
      expect(all.map(({ id }) => id)).toEqual(ids);
      const first = await bank.transfer.list(page);
      const second = await bank.transfer.list(page, { cursor: String(first.nextCursor) });
      expect(second.items[0]?.id).toBe(ids[2]);
      const later = timeOf(sandbox.clock.now() + day);
      expect(await bank.transfer.list({ start_date: later })).toMatchObject({ items: [], nextCursor: null });
    },
    refused: (bank) => bank.transfer.list({ start_date: '2026-01-01' }),
  }),
  'transfer.cancel': row({
    given: (bank) => newTransfer(bank),
    async works(bank, { given: { transfer_id } }) {
      await bank.transfer.cancel({ transfer_id });
      expect(await bank.transfer.get({ transfer_id })).toMatchObject({ status: 'cancelled', cancellable: false });
      expect(await failure(bank.transfer.cancel({ transfer_id }))).toMatchObject({
        code: 'conflict',
        providerCode: 'TRANSFER_NOT_CANCELLABLE',
      });
    },
    refused: (bank) => bank.transfer.cancel({ transfer_id: 'a', reason_code: 'WHY' as never }),
  }),
  'transfer.return.recover': row({
    async given(bank) {
      await fund(bank);
      return newTransfer(bank);
    },
    async works(bank, { given: { transfer_id, transfer } }) {
      const params = { transfer_id, amount: '10.00', idempotency_key: key() };
      expect(await failure(bank.transfer.return.recover(params))).toMatchObject(invalid); // it was not returned
      await simulate(bank, transfer_id, 'posted');
      await bank.sandbox.transfer.simulate({ transfer_id, event_type: 'returned' });
      const before = await balances(bank);
      await bank.transfer.return.recover(params);
      await bank.transfer.return.recover(params);
      expect((await balances(bank)).available).toBe(before.available - 1000);
      const event_types = ['client_return_recovered' as const];
      const { items } = await bank.transfer.event.list({ transfer_id, event_types });
      expect(items).toMatchObject([{ event_amount: '-10.00', transfer_amount: transfer.amount }]);
      const tooMuch = { transfer_id, amount: transfer.amount, idempotency_key: key() };
      expect(await failure(bank.transfer.return.recover(tooMuch))).toMatchObject(invalid);
    },
    refused: (bank) => bank.transfer.return.recover({ transfer_id: 'a', amount: '1', idempotency_key: 'k' }),
  }),
  'transfer.refund.create': row({
    async given(bank) {
      await fund(bank);
      return newTransfer(bank);
    },
    async works(bank, { given: { transfer_id } }) {
      const before = await balances(bank);
      const params = { transfer_id, amount: '10.00', idempotency_key: key() };
      const refund = await bank.transfer.refund.create(params);
      expect(refund).toMatchObject({ transfer_id, amount: '10.00', status: 'pending', failure_reason: null });
      expect((await bank.transfer.refund.create(params)).id).toBe(refund.id);
      expect((await balances(bank)).available).toBe(before.available - 1000);
      expect((await bank.transfer.get({ transfer_id })).refunds).toEqual([refund]);
      const tooMuch = { transfer_id, amount: '2.35', idempotency_key: key() };
      expect(await failure(bank.transfer.refund.create(tooMuch))).toMatchObject(invalid);
    },
    refused: (bank) =>
      bank.transfer.refund.create({ transfer_id: 'a', amount: '1.00', idempotency_key: 'x'.repeat(51) }),
  }),
  'transfer.refund.get': row({
    given: newRefund,
    async works(bank, { given: { refund_id, transfer_id } }) {
      expect(await bank.transfer.refund.get({ refund_id })).toMatchObject({ id: refund_id, transfer_id });
    },
    refused: (bank) => bank.transfer.refund.get({ refund_id: '' }),
  }),
  'transfer.refund.cancel': row({
    given: newRefund,
    async works(bank, { given: { refund_id, transfer_id } }) {
      const { available } = await balances(bank);
      await bank.transfer.refund.cancel({ refund_id });
      expect((await balances(bank)).available).toBe(available + 200);
      expect((await bank.transfer.refund.get({ refund_id })).status).toBe('cancelled');
      expect(await failure(bank.transfer.refund.cancel({ refund_id }))).toMatchObject(invalid);
      expect(await eventsOf(bank, transfer_id)).toEqual(['pending', 'refund.pending', 'refund.cancelled']);
    },
    refused: (bank) => bank.transfer.refund.cancel({} as never),
  }),
};

const events: Cases = {
  'transfer.event.sync': row({
    async given(bank) {
      const { transfer_id } = await newTransfer(bank);
      const [event] = (await bank.transfer.event.list({ transfer_id })).items;
      await simulate(bank, transfer_id, 'posted', 'settled', 'funds_available');
      return { transfer_id, after_id: event?.event_id ?? 0 };
    },
    async works(bank, { given: { transfer_id, after_id } }) {
      const list = await bank.transfer.event.sync({ after_id, count: 2 }).toArray({ limit: 100 });
      expect(list.map(({ event_id }) => event_id)).toEqual([1, 2, 3].map((count) => after_id + count));
      expect(list.map(({ event_type }) => event_type)).toEqual(['posted', 'settled', 'funds_available']);
      expect(list[0]).toMatchObject({ transfer_id, transfer_type: 'debit', transfer_amount: '12.34', refund_id: null });

      // A page's cursor continues where the page ended, even in another process.
      const first = await bank.transfer.event.sync({ after_id, count: 2 });
      const rest = await bank.transfer.event.sync({ after_id, count: 2 }, { cursor: String(first.nextCursor) });
      expect(rest.items.map(({ event_type }) => event_type)).toEqual(['funds_available']);
      expect(rest.nextCursor).toBeNull();
    },
    refused: (bank) => bank.transfer.event.sync({ after_id: -1 }),
  }),
  'transfer.event.list': row({
    given: (bank) => newTransfer(bank),
    async works(bank, { given: { transfer_id, account_id } }) {
      await simulate(bank, transfer_id, 'posted');
      expect(await eventsOf(bank, transfer_id)).toEqual(['pending', 'posted']);
      const posted = await bank.transfer.event.list({ account_id, event_types: ['posted'], transfer_type: 'debit' });
      expect(posted.items.map((event) => event.transfer_id)).toEqual([transfer_id]);
      const pages = await bank.transfer.event.list({ transfer_id, count: 1 }).toArray({ limit: 9 });
      expect(pages).toHaveLength(2);
    },
    refused: (bank) => bank.transfer.event.list({ event_types: ['hello' as never] }),
  }),
  'transfer.repayment.list': {
    async works(bank) {
      expect(await bank.transfer.repayment.list(page)).toMatchObject({ items: [], nextCursor: null });
    },
    refused: (bank) => bank.transfer.repayment.list(noPage),
  },
  'transfer.repayment.return.list': {
    async works(bank) {
      const call = bank.transfer.repayment.return.list({ repayment_id: 'none' });
      expect(await failure(call)).toMatchObject(invalid);
    },
    refused: (bank) => bank.transfer.repayment.return.list({ repayment_id: '' }),
  },
};

const recurring: Cases = {
  'transfer.recurring.create': row({
    given: (client) => newAccount(client),
    async works(bank, { given: account, ...stage }) {
      const params = weekly(stage, account);
      const { decision, decision_rationale, recurring_transfer } = await bank.transfer.recurring.create(params);
      expect([decision, decision_rationale]).toEqual(['approved', null]);
      expect(recurring_transfer).toMatchObject({ status: 'active', amount: '9.99', transfer_ids: [] });
      expect(new Date(recurring_transfer?.next_origination_date ?? '').getUTCDay()).toBe(3);
      expect((await bank.transfer.recurring.create(params)).recurring_transfer).toEqual(recurring_transfer);
      const declined = await bank.transfer.recurring.create({ ...weekly(stage, account), amount: '1000.01' });
      expect(declined).toMatchObject({
        recurring_transfer: null,
        decision: 'declined',
        decision_rationale: { code: 'TRANSFER_LIMIT_REACHED' },
      });
    },
    refused: (bank, stage) => {
      const params = weekly(stage, { access_token: 'a', account_id: 'b' });
      return bank.transfer.recurring.create({ ...params, schedule: { ...params.schedule, interval_count: 0 } });
    },
  }),
  'transfer.recurring.get': row({
    given: (bank, stage) => newRecurring(stage, bank),
    async works(bank, { given: { recurring_transfer_id, account_id } }) {
      const made = await bank.transfer.recurring.get({ recurring_transfer_id });
      expect(made).toMatchObject({ recurring_transfer_id, account_id, user: { legal_name: 'Ann Bee' } });
    },
    refused: (bank) => bank.transfer.recurring.get({ recurring_transfer_id: '' }),
  }),
  'transfer.recurring.list': row({
    async given(bank, stage) {
      const { recurring_transfer_id: older } = await newRecurring(stage, bank);
      const { recurring_transfer_id: newer } = await newRecurring(stage, bank);
      return [newer, older];
    },
    async works(bank, { given: ids }) {
      const list = await bank.transfer.recurring.list({ count: 1 }).toArray({ limit: 2 });
      expect(list.map(({ recurring_transfer_id }) => recurring_transfer_id)).toEqual(ids);
    },
    refused: (bank) => bank.transfer.recurring.list(noPage),
  }),
  'transfer.recurring.cancel': row({
    given: (client, stage) => withTestClock(stage, client),
    async works(bank, { given: { recurring_transfer_id, test_clock_id }, sandbox }) {
      const new_virtual_time = timeOf(sandbox.clock.now() + 9 * day);
      await bank.sandbox.transfer.testClock.advance({ test_clock_id, new_virtual_time });
      await bank.transfer.recurring.cancel({ recurring_transfer_id });
      const made = await bank.transfer.recurring.get({ recurring_transfer_id });
      expect(made).toMatchObject({ status: 'cancelled', next_origination_date: null });
      const [transfer_id = ''] = made.transfer_ids;
      expect((await bank.transfer.get({ transfer_id })).status).toBe('cancelled');
      expect(await failure(bank.transfer.recurring.cancel({ recurring_transfer_id }))).toMatchObject(invalid);
    },
    refused: (bank) => bank.transfer.recurring.cancel({} as never),
  }),
};

const ledgers: Cases = {
  'transfer.ledger.get': {
    async works(bank, { sandbox }) {
      const ledger = await bank.transfer.ledger.get();
      expect(ledger).toMatchObject({ ledger_id: sandbox.controls.bank.ledgerIds[0], is_default: true });
      const [, ledger_id = ''] = sandbox.controls.bank.ledgerIds;
      expect(await bank.transfer.ledger.get({ ledger_id })).toMatchObject({ ledger_id, is_default: false });
      expect(await failure(bank.transfer.ledger.get({ ledger_id: 'none' }))).toMatchObject(invalid);
    },
    refused: (bank) => bank.transfer.ledger.get({ ledger_id: 7 as never }),
  },
  'transfer.ledger.deposit': {
    async works(bank) {
      const before = await balances(bank);
      const params = { amount: '5.00', network: 'ach', description: 'Top up', idempotency_key: key() } as const;
      const sweep = await bank.transfer.ledger.deposit(params);
      expect(sweep).toMatchObject({ amount: '-5.00', status: 'pending', trigger: 'manual', description: 'Top up' });
      expect((await bank.transfer.ledger.deposit(params)).id).toBe(sweep.id);
      expect(await balances(bank)).toEqual(before);
    },
    refused: (bank) => bank.transfer.ledger.deposit({ amount: '5', network: 'ach', idempotency_key: 'a' }),
  },
  'transfer.ledger.withdraw': row({
    given: (bank) => fund(bank, '7.00'),
    async works(bank) {
      const before = await balances(bank);
      const sweep = await bank.transfer.ledger.withdraw({ amount: '7.00', network: 'rtp', idempotency_key: key() });
      expect(sweep).toMatchObject({ amount: '7.00', status: 'pending', expected_funds_available_date: null });
      expect((await balances(bank)).available).toBe(before.available - 700);
      const tooMuch = { amount: '99999.00', network: 'ach', idempotency_key: key() } as const;
      expect(await failure(bank.transfer.ledger.withdraw(tooMuch))).toMatchObject(invalid);
    },
    refused: (bank) =>
      bank.transfer.ledger.withdraw({ amount: '5.00', network: 'pigeon' as never, idempotency_key: 'a' }),
  }),
  'transfer.ledger.distribute': row({
    given: (bank) => fund(bank, '3.00'),
    async works(bank, { sandbox }) {
      const [from_ledger_id = '', to_ledger_id = ''] = sandbox.controls.bank.ledgerIds;
      const before = await balances(bank, to_ledger_id);
      const params = { from_ledger_id, to_ledger_id, amount: '3.00', idempotency_key: key() };
      await bank.transfer.ledger.distribute(params);
      await bank.transfer.ledger.distribute(params);
      expect((await balances(bank, to_ledger_id)).available).toBe(before.available + 300);
    },
    refused: (bank) =>
      bank.transfer.ledger.distribute({ from_ledger_id: 'a', to_ledger_id: '', amount: '3.00', idempotency_key: 'a' }),
  }),
  'transfer.ledger.event.list': row({
    given: (bank) => newDeposit(bank, '4.00', 'sweep.posted', 'sweep.settled'),
    async works(bank, { given: { id: source_id } }) {
      await bank.sandbox.transfer.ledger.simulateAvailable();
      const list = bank.transfer.ledger.event.list({ source_type: 'SWEEP', source_id, count: 2 });
      const events = await list.toArray({ limit: 9 });
      expect(events.map(({ type, amount }) => [type, amount])).toEqual([
        ['available', '4.00'],
        ['pending', '-4.00'],
        ['pending', '4.00'],
      ]);
    },
    refused: (bank) => bank.transfer.ledger.event.list({ source_type: 'LUCK' as never }),
  }),
  'transfer.sweep.get': row({
    given: (bank) => newDeposit(bank, '1.00', 'sweep.posted', 'sweep.settled'),
    async works(bank, { given: { id } }) {
      const sweep = await bank.transfer.sweep.get({ sweep_id: id });
      expect(sweep).toMatchObject({ id, status: 'settled', settled: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
      expect(await bank.transfer.sweep.get({ sweep_id: id.slice(0, 8) })).toEqual(sweep);
    },
    refused: (bank) => bank.transfer.sweep.get({ sweep_id: '' }),
  }),
  'transfer.sweep.list': row({
    async given(bank) {
      const { id: older } = await newDeposit(bank, '1.11');
      const { id: newer } = await newDeposit(bank, '1.11');
      return [newer, older];
    },
    async works(bank, { given: ids }) {
      const sweeps = await bank.transfer.sweep
        .list({ amount: '-1.11', status: 'pending', trigger: 'manual', count: 1 })
        .toArray({ limit: 9 });
      expect(sweeps.map(({ id }) => id)).toEqual(ids);
    },
    refused: (bank) => bank.transfer.sweep.list({ status: 'lost' as never }),
  }),
};

const setup: Cases = {
  'transfer.capabilities.get': row({
    given: (client) => newAccount(client),
    async works(bank, { given: { access_token, account_id } }) {
      const { institution_supported_networks: networks } = await bank.transfer.capabilities.get({
        access_token,
        account_id,
      });
      expect(networks).toMatchObject({ rtp: { credit: true }, rfp: { debit: false } });
    },
    refused: (bank) => bank.transfer.capabilities.get({ access_token: 'a', account_id: '' }),
  }),
  'transfer.metrics.get': {
    async works(bank) {
      expect((await bank.transfer.metrics.get()).daily_debit_transfer_volume).toMatch(/^\d+\.\d\d$/);
    },
    refused: (bank) => bank.transfer.metrics.get({ originator_client_id: 7 as never }),
  },
  'transfer.configuration.get': {
    async works(bank) {
      expect((await bank.transfer.configuration.get()).max_single_transfer_debit_amount).toBe('1000.00');
    },
    refused: (bank) => bank.transfer.configuration.get({ client: 'a' } as never),
  },
  'transfer.intent.create': row({
    given: (client) => newAccount(client),
    async works(bank, { given: { account_id } }) {
      const intent = await bank.transfer.intent.create({
        account_id,
        mode: 'PAYMENT',
        amount: '20.00',
        description: 'Shoes',
        ach_class: 'web',
        user,
      });
      expect(intent).toMatchObject({ status: 'PENDING', network: 'same-day-ach', account_id });
    },
    refused: (bank) =>
      bank.transfer.intent.create({ mode: 'GIFT' as never, amount: '20.00', description: 'Shoes', user }),
  }),
  'transfer.intent.get': row({
    given: (bank) =>
      bank.transfer.intent.create({ mode: 'PAYMENT', amount: '20.00', description: 'Shoes', ach_class: 'web', user }),
    async works(bank, { given: { id: transfer_intent_id }, sandbox }) {
      const intent = await bank.transfer.intent.get({ transfer_intent_id });
      expect(intent).toMatchObject({ status: 'PENDING', transfer_id: null, authorization_decision: null });

      const { link_token } = await bank.link.createToken({
        client_name: 'App',
        language: 'en',
        country_codes: ['US'],
        user: { client_user_id: 'ann' },
        products: ['transfer'],
        transfer: { intent_id: transfer_intent_id },
      });
      const public_token = sandbox.controls.bank.completeLink(link_token) ?? '';
      const done = await bank.transfer.intent.get({ transfer_intent_id });
      expect(done).toMatchObject({ status: 'SUCCEEDED', authorization_decision: 'APPROVED', failure_reason: null });
      const transfer = await bank.transfer.get({ transfer_id: done.transfer_id ?? '' });
      expect(transfer).toMatchObject({ amount: '20.00', description: 'Shoes', type: 'debit' });
      const { access_token } = await bank.item.exchangePublicToken({ public_token });
      const { accounts } = await bank.accounts.get({ access_token });
      expect(accounts.map(({ account_id }) => account_id)).toContain(transfer.account_id);
    },
    refused: (bank) => bank.transfer.intent.get({ transfer_intent_id: '' }),
  }),
  'transfer.migrateAccount': {
    async works(bank) {
      const account = await bank.transfer.migrateAccount({
        account_number: '100000000',
        routing_number: '121122676',
        account_type: 'savings',
      });
      const decided = await bank.transfer.authorization.create(debit(account));
      expect(decided).toMatchObject({
        decision: 'approved',
        decision_rationale: { code: 'MIGRATED_ACCOUNT_ITEM' },
        proposed_transfer: { account_id: account.account_id },
      });
    },
    refused: (bank) =>
      bank.transfer.migrateAccount({ account_number: '1', routing_number: '2', account_type: 'sock' as never }),
  },
};

const hook = 'http://127.0.0.1:9/transfers';

const simulation: Cases = {
  'sandbox.transfer.simulate': row({
    given: (bank) => newTransfer(bank),
    async works(bank, { given: { transfer_id }, webhooksTo }) {
      const before = await balances(bank);
      const next = (event_type: 'posted' | 'returned' | 'settled') =>
        bank.sandbox.transfer.simulate({
          transfer_id,
          event_type,
          webhook: hook,
          failure_reason: { failure_code: 'R01' },
        });
      expect(await failure(next('settled'))).toMatchObject(impossible);
      await next('posted');
      expect((await balances(bank)).pending).toBe(before.pending + 1234);
      await next('returned');
      expect(await balances(bank)).toEqual(before);
      expect(await bank.transfer.get({ transfer_id })).toMatchObject({
        status: 'returned',
        failure_reason: { failure_code: 'R01' },
        standard_return_window: null,
      });
      expect(webhooksTo(hook)).toEqual(['TRANSFER_EVENTS_UPDATE', 'TRANSFER_EVENTS_UPDATE']);
    },
    refused: (bank) => bank.sandbox.transfer.simulate({ transfer_id: 'a', event_type: 'lost' as never }),
  }),
  'sandbox.transfer.fireWebhook': {
    async works(bank, { webhooksTo }) {
      const webhook = `${hook}/fired`;
      await bank.sandbox.transfer.fireWebhook({ webhook });
      expect(webhooksTo(webhook)).toEqual(['TRANSFER_EVENTS_UPDATE']);
    },
    refused: (bank) => bank.sandbox.transfer.fireWebhook({ webhook: 'here' }),
  },
  'sandbox.transfer.sweep.simulate': row({
    async given(bank) {
      const { funding_account_id } = await newDeposit(bank, '1.00');
      return newTransfer(bank, { funding_account_id });
    },
    async works(bank, { given: { transfer_id, transfer } }) {
      expect(transfer).toMatchObject({ sweep_status: 'unswept', ledger_id: null });
      const { sweep } = await bank.sandbox.transfer.sweep.simulate();
      expect(sweep).toMatchObject({ amount: '12.34', trigger: 'automatic_aggregate' });
      expect((await bank.sandbox.transfer.sweep.simulate()).sweep).toBeNull();
      expect(await eventsOf(bank, transfer_id)).toEqual(['pending', 'swept', 'swept_settled']);
      expect((await bank.transfer.get({ transfer_id })).sweep_status).toBe('swept_settled');
      const found = await bank.transfer.sweep.list({ transfer_id });
      expect(found.items.map(({ id }) => id)).toEqual([sweep?.id]);
    },
    refused: (bank) => bank.sandbox.transfer.sweep.simulate({ webhook: 'here' }),
  }),
  'sandbox.transfer.refund.simulate': row({
    given: newRefund,
    async works(bank, { given: { refund_id, transfer_id } }) {
      const next = (event_type: 'refund.posted' | 'refund.settled') =>
        bank.sandbox.transfer.refund.simulate({ refund_id, event_type });
      expect(await failure(next('refund.posted'))).toMatchObject(impossible);
      await simulate(bank, transfer_id, 'posted', 'settled');
      await next('refund.posted');
      await next('refund.settled');
      expect((await bank.transfer.refund.get({ refund_id })).status).toBe('settled');
    },
    refused: (bank) => bank.sandbox.transfer.refund.simulate({ refund_id: 'a', event_type: 'posted' as never }),
  }),
  'sandbox.transfer.repayment.simulate': {
    async works(bank) {
      expect(await failure(bank.sandbox.transfer.repayment.simulate())).toMatchObject(invalid);
    },
    refused: (bank) => bank.sandbox.transfer.repayment.simulate({ all: true } as never),
  },
  'sandbox.transfer.ledger.simulateAvailable': row({
    async given(bank) {
      const made = await newTransfer(bank);
      await simulate(bank, made.transfer_id, 'posted', 'settled');
      return made;
    },
    async works(bank, { given: { transfer_id } }) {
      const before = await balances(bank);
      await bank.sandbox.transfer.ledger.simulateAvailable({ webhook: `${hook}/available` });
      const after = await balances(bank);
      expect(after.available - before.available).toBeGreaterThanOrEqual(1234);
      expect(after.available - before.available).toBe(before.pending - after.pending);
      expect((await bank.transfer.get({ transfer_id })).status).toBe('funds_available');
    },
    refused: (bank) => bank.sandbox.transfer.ledger.simulateAvailable({ ledger_id: 7 as never }),
  }),
  'sandbox.transfer.ledger.deposit.simulate': row({
    given: (bank) => newDeposit(bank, '6.00'),
    async works(bank, { given: { id: sweep_id } }) {
      const next = (event_type: 'sweep.posted' | 'sweep.settled') =>
        bank.sandbox.transfer.ledger.deposit.simulate({ sweep_id, event_type });
      expect(await failure(next('sweep.settled'))).toMatchObject(impossible);
      const before = await balances(bank);
      await next('sweep.posted');
      expect((await balances(bank)).pending).toBe(before.pending + 600);
      expect((await bank.transfer.sweep.get({ sweep_id })).status).toBe('posted');
    },
    refused: (bank) => bank.sandbox.transfer.ledger.deposit.simulate({ sweep_id: '', event_type: 'sweep.posted' }),
  }),
  'sandbox.transfer.ledger.withdraw.simulate': row({
    async given(bank) {
      await fund(bank, '8.00');
      return bank.transfer.ledger.withdraw({ amount: '8.00', network: 'ach', idempotency_key: key() });
    },
    async works(bank, { given: { id: sweep_id } }) {
      const before = await balances(bank);
      const failure_reason = { description: 'closed' };
      await bank.sandbox.transfer.ledger.withdraw.simulate({ sweep_id, event_type: 'sweep.failed', failure_reason });
      expect((await balances(bank)).available).toBe(before.available + 800);
      expect(await bank.transfer.sweep.get({ sweep_id })).toMatchObject({ status: 'failed', failure_reason });
    },
    refused: (bank) =>
      bank.sandbox.transfer.ledger.withdraw.simulate({ sweep_id: 'a', event_type: 'sweep.lost' as never }),
  }),
  'sandbox.transfer.testClock.create': {
    async works(bank) {
      const virtual_time = '2027-01-31T00:00:00Z';
      expect(await bank.sandbox.transfer.testClock.create({ virtual_time })).toMatchObject({ virtual_time });
    },
    refused: (bank) => bank.sandbox.transfer.testClock.create({ virtual_time: 'noon' }),
  },
  'sandbox.transfer.testClock.advance': row({
    given: (client, stage) => withTestClock(stage, client),
    async works(bank, { given: { test_clock_id, recurring_transfer_id }, sandbox }) {
      const advance = (days: number) =>
        bank.sandbox.transfer.testClock.advance({
          test_clock_id,
          new_virtual_time: timeOf(sandbox.clock.now() + days * day),
        });
      await advance(16);
      const { transfer_ids } = await bank.transfer.recurring.get({ recurring_transfer_id });
      expect(transfer_ids.length).toBeGreaterThanOrEqual(2);
      for (const transfer_id of transfer_ids)
        expect(await bank.transfer.get({ transfer_id })).toMatchObject({ recurring_transfer_id, amount: '9.99' });
      expect(await failure(advance(1))).toMatchObject(invalid);
      expect(await failure(advance(300))).toMatchObject(invalid);
    },
    refused: (bank) => bank.sandbox.transfer.testClock.advance({ test_clock_id: 'a', new_virtual_time: '2027-01-31' }),
  }),
  'sandbox.transfer.testClock.get': row({
    given: (bank) => bank.sandbox.transfer.testClock.create(),
    async works(bank, { given: clock }) {
      expect(await bank.sandbox.transfer.testClock.get({ test_clock_id: clock.test_clock_id })).toEqual(clock);
    },
    refused: (bank) => bank.sandbox.transfer.testClock.get({ test_clock_id: '' }),
  }),
  'sandbox.transfer.testClock.list': row({
    async given(bank) {
      const later = await bank.sandbox.transfer.testClock.create({ virtual_time: '2031-02-01T00:00:00Z' });
      const earlier = await bank.sandbox.transfer.testClock.create({ virtual_time: '2031-01-01T00:00:00Z' });
      return [earlier, later];
    },
    async works(bank, { given: clocks }) {
      const list = bank.sandbox.transfer.testClock.list({ start_virtual_time: '2031-01-01T00:00:00Z', count: 1 });
      expect(await list.toArray({ limit: 9 })).toEqual(clocks);
    },
    refused: (bank) => bank.sandbox.transfer.testClock.list({ start_virtual_time: 'then' }),
  }),
};

/** Calls about transfers, and their simulation. */
export const transfers: Cases = {
  ...payments,
  ...events,
  ...recurring,
  ...ledgers,
  ...setup,
  ...simulation,
};
