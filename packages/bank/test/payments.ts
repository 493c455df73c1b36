import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { type Cases, row, type Stage } from './stage.ts';

let keys = 0;
const key = () => `payment-key-${++keys}`;
const hook = (name: string) => `http://127.0.0.1:9/payments/${name}`;
const bacs = { account: '12345678', sort_code: '010203' };
const iban = 'NL02ABNA0123456789';
const pounds = (value: number) => ({ currency: 'GBP' as const, value });
const invalid = { code: 'invalid_params', providerCode: 'INVALID_FIELD' };

let names = 0;
const newRecipient = (bank: BankClient) =>
  bank.paymentInitiation.recipient.create({ name: `Shop ${++names}`, bacs, iban: 'GB29NWBK60161331926819' });

async function newPayment(bank: BankClient, value = 5) {
  const { recipient_id } = await newRecipient(bank);
  const reference = `Order${++names}`;
  const { payment_id } = await bank.paymentInitiation.payment.create({
    recipient_id,
    reference,
    amount: pounds(value),
  });
  return { recipient_id, payment_id, reference };
}

const constraints = {
  max_payment_amount: pounds(10),
  periodic_amounts: [{ amount: pounds(15), interval: 'MONTH' as const, alignment: 'CONSENT' as const }],
};

async function newConsent(bank: BankClient) {
  const { recipient_id } = await newRecipient(bank);
  const reference = `Consent${++names}`;
  const { consent_id } = await bank.paymentInitiation.consent.create({
    recipient_id,
    reference,
    type: 'SWEEPING',
    constraints,
  });
  return { recipient_id, consent_id, reference };
}

/** Lets the user authorize a payment or a consent in Link. */
async function authorize(
  stage: Stage,
  bank: BankClient,
  payment_initiation: { payment_id: string } | { consent_id: string },
  webhook: string,
) {
  const { link_token } = await bank.link.createToken({
    client_name: 'App',
    language: 'en',
    country_codes: ['GB'],
    user: { client_user_id: 'ann' },
    products: ['payment_initiation'],
    payment_initiation,
    webhook,
  });
  return stage.sandbox.controls.bank.completeLink(link_token);
}

async function newAuthorizedConsent(stage: Stage, bank: BankClient) {
  const made = await newConsent(bank);
  await authorize(stage, bank, { consent_id: made.consent_id }, hook('silent'));
  return made;
}

const simulate = (bank: BankClient, payment_id: string, status: 'PAYMENT_STATUS_SETTLED' | 'PAYMENT_STATUS_EXECUTED') =>
  bank.sandbox.payment.simulate({ payment_id, status, webhook: hook('silent') });

/** Calls about payments in Europe. */
export const payments: Cases = {
  'paymentInitiation.recipient.create': {
    async works(bank) {
      const create = (name: string) => bank.paymentInitiation.recipient.create({ name, iban });
      const { recipient_id } = await create('Bakery');
      expect(await create('Bakery')).toMatchObject({ recipient_id });
      expect((await create('Butcher')).recipient_id).not.toBe(recipient_id);
    },
    refused: (bank) => bank.paymentInitiation.recipient.create({ name: 'Shop' }),
  },
  'paymentInitiation.recipient.get': row({
    given: (bank) =>
      bank.paymentInitiation.recipient.create({
        name: 'Baker',
        iban,
        address: { street: ['Main Street 1'], city: 'Utrecht', postal_code: '3500', country: 'NL' },
      }),
    async works(bank, { given: { recipient_id } }) {
      expect(await bank.paymentInitiation.recipient.get({ recipient_id })).toMatchObject({
        recipient_id,
        name: 'Baker',
        iban,
        bacs: null,
        address: { city: 'Utrecht' },
      });
      expect(await failure(bank.paymentInitiation.recipient.get({ recipient_id: 'none' }))).toMatchObject({
        code: 'not_found',
        providerCode: 'PAYMENT_INVALID_RECIPIENT',
      });
    },
    refused: (bank) => bank.paymentInitiation.recipient.get({ recipient_id: '' }),
  }),
  'paymentInitiation.recipient.list': row({
    async given(bank) {
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) ids.unshift((await newRecipient(bank)).recipient_id);
      return ids;
    },
    async works(bank, { given: ids }) {
      const list = await bank.paymentInitiation.recipient.list({ count: 2 }).toArray({ limit: 3 });
      expect(list.map(({ recipient_id }) => recipient_id)).toEqual(ids);
    },
    refused: (bank) => bank.paymentInitiation.recipient.list({ count: 101 }),
  }),
  'paymentInitiation.payment.create': row({
    given: newRecipient,
    async works(bank, { given: { recipient_id } }) {
      const create = (changes: object = {}) =>
        bank.paymentInitiation.payment.create({ recipient_id, reference: 'Tea', amount: pounds(1.5), ...changes });
      const first = await create();
      expect(first.status).toBe('PAYMENT_STATUS_INPUT_NEEDED');
      const second = await create();
      expect(second.payment_id).not.toBe(first.payment_id);
      expect(await bank.paymentInitiation.payment.get({ payment_id: second.payment_id })).toMatchObject({
        reference: 'Tea',
        adjusted_reference: 'Tea2',
      });
      expect(await failure(create({ reference: 'Tea & milk' }))).toMatchObject({
        providerCode: 'PAYMENT_INVALID_REFERENCE',
      });
      const scheme = 'SEPA_CREDIT_TRANSFER';
      expect(await failure(create({ options: { scheme } }))).toMatchObject({
        code: 'not_supported',
        providerCode: 'PAYMENT_SCHEME_NOT_SUPPORTED',
      });
      const schedule = { interval: 'WEEKLY', interval_execution_day: 8, start_date: '2030-01-01' };
      expect(await failure(create({ schedule }))).toMatchObject({ providerCode: 'PAYMENT_INVALID_SCHEDULE' });
    },
    refused: (bank) =>
      bank.paymentInitiation.payment.create({ recipient_id: 'a', reference: 'Tea', amount: pounds(1.234) }),
  }),
  'paymentInitiation.payment.get': row({
    given: (bank) => newPayment(bank),
    async works(bank, { given: { payment_id, recipient_id, reference }, ...stage }) {
      const waiting = await bank.paymentInitiation.payment.get({ payment_id });
      expect(waiting).toMatchObject({
        payment_id,
        recipient_id,
        reference,
        status: 'PAYMENT_STATUS_INPUT_NEEDED',
        amount: { currency: 'GBP', value: 5 },
      });
      const url = hook(payment_id);
      expect(await authorize(stage, bank, { payment_id }, url)).toBeUndefined();
      expect(stage.webhooksTo(url)).toEqual(['PAYMENT_STATUS_UPDATE', 'PAYMENT_STATUS_UPDATE']);
      const { status } = await bank.paymentInitiation.payment.get({ payment_id });
      expect(status).toBe('PAYMENT_STATUS_INITIATED');
    },
    refused: (bank) => bank.paymentInitiation.payment.get({} as never),
  }),
  'paymentInitiation.payment.list': row({
    async given(bank) {
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) ids.unshift((await newPayment(bank)).payment_id);
      return ids;
    },
    async works(bank, { given: ids, ...stage }) {
      const all = await bank.paymentInitiation.payment.list({ count: 2 }).toArray({ limit: 3 });
      expect(all.map(({ payment_id }) => payment_id)).toEqual(ids);
      const { consent_id } = await newAuthorizedConsent(stage, bank);
      expect((await bank.paymentInitiation.payment.list({ consent_id })).items).toEqual([]);
    },
    refused: (bank) => bank.paymentInitiation.payment.list({ cursor: 'yesterday' }),
  }),
  'paymentInitiation.payment.reverse': row({
    given: (bank) => newPayment(bank),
    async works(bank, { given: { payment_id } }) {
      const reverse = (value: number, idempotency_key = key()) =>
        bank.paymentInitiation.payment.reverse({
          payment_id,
          idempotency_key,
          reference: 'Refund1',
          amount: pounds(value),
        });
      expect(await failure(reverse(2))).toMatchObject(invalid);
      await simulate(bank, payment_id, 'PAYMENT_STATUS_SETTLED');
      const used = key();
      const { refund_id, status } = await reverse(2, used);
      expect(status).toBe('INITIATED');
      expect((await reverse(2, used)).refund_id).toBe(refund_id);
      expect(await failure(reverse(1, used))).toMatchObject({ code: 'conflict', providerCode: 'NONIDENTICAL_REQUEST' });
      expect(await failure(reverse(3.01))).toMatchObject({ providerCode: 'TRANSACTION_AMOUNT_EXCEEDED' });
      const payment = await bank.paymentInitiation.payment.get({ payment_id });
      expect(payment).toMatchObject({ refund_ids: [refund_id], amount_refunded: { currency: 'GBP', value: 2 } });
    },
    refused: (bank) =>
      bank.paymentInitiation.payment.reverse({ payment_id: 'a', idempotency_key: 'b', reference: 'short' }),
  }),
  'paymentInitiation.consent.create': row({
    given: newRecipient,
    async works(bank, { given: { recipient_id } }) {
      const create = (currency: 'GBP' | 'EUR') =>
        bank.paymentInitiation.consent.create({
          recipient_id,
          reference: 'Savings',
          type: 'SWEEPING',
          constraints: { ...constraints, max_payment_amount: { currency, value: 10 } },
          payer_details: { name: 'Ann Bee', numbers: { bacs } },
        });
      const { consent_id, status } = await create('GBP');
      expect(status).toBe('UNAUTHORISED');
      const consent = await bank.paymentInitiation.consent.get({ consent_id });
      expect(consent.payer_details).toEqual({ name: 'Ann Bee', bacs, iban: null });
      expect(await failure(create('EUR'))).toMatchObject({ providerCode: 'PAYMENT_CONSENT_INVALID_CONSTRAINTS' });
    },
    refused: (bank) =>
      bank.paymentInitiation.consent.create({
        recipient_id: 'a',
        reference: 'Savings',
        type: 'SWEEPING',
        constraints: { ...constraints, periodic_amounts: [] },
      }),
  }),
  'paymentInitiation.consent.get': row({
    given: newConsent,
    async works(bank, { given: { consent_id, recipient_id, reference }, ...stage }) {
      const consent = await bank.paymentInitiation.consent.get({ consent_id });
      expect(consent).toMatchObject({ status: 'UNAUTHORISED', recipient_id, reference, type: 'SWEEPING', constraints });
      const url = hook(consent_id);
      await authorize(stage, bank, { consent_id }, url);
      expect((await bank.paymentInitiation.consent.get({ consent_id })).status).toBe('AUTHORISED');
      expect(stage.webhooksTo(url)).toEqual(['CONSENT_STATUS_UPDATE']);
    },
    refused: (bank) => bank.paymentInitiation.consent.get({ consent_id: '' }),
  }),
  'paymentInitiation.consent.revoke': row({
    given: (client, stage) => newAuthorizedConsent(stage, client),
    async works(bank, { given: { consent_id } }) {
      await bank.paymentInitiation.consent.revoke({ consent_id });
      expect((await bank.paymentInitiation.consent.get({ consent_id })).status).toBe('REVOKED');
      const pay = { consent_id, amount: pounds(1), idempotency_key: key() };
      expect(await failure(bank.paymentInitiation.consent.payment.execute(pay))).toMatchObject(invalid);
      expect(await failure(bank.paymentInitiation.consent.revoke({ consent_id }))).toMatchObject(invalid);
    },
    refused: (bank) => bank.paymentInitiation.consent.revoke({} as never),
  }),
  'paymentInitiation.consent.payment.execute': row({
    given: (client, stage) => newAuthorizedConsent(stage, client),
    async works(bank, { given: { consent_id } }) {
      const pay = (value: number, idempotency_key = key()) =>
        bank.paymentInitiation.consent.payment.execute({ consent_id, amount: pounds(value), idempotency_key });
      const used = key();
      const { payment_id, status } = await pay(9, used);
      expect(status).toBe('PAYMENT_STATUS_INITIATED');
      expect((await pay(9, used)).payment_id).toBe(payment_id);
      expect(await failure(pay(8, used))).toMatchObject({ code: 'conflict', providerCode: 'NONIDENTICAL_REQUEST' });
      expect(await failure(pay(10.01))).toMatchObject(invalid);
      expect(await failure(pay(7))).toMatchObject(invalid);
      const [payment] = (await bank.paymentInitiation.payment.list({ consent_id })).items;
      expect(payment).toMatchObject({ payment_id, consent_id });
    },
    refused: (bank) =>
      bank.paymentInitiation.consent.payment.execute({ consent_id: 'a', amount: pounds(0), idempotency_key: 'b' }),
  }),
  'sandbox.payment.simulate': row({
    given: (bank) => newPayment(bank),
    async works(bank, { given: { payment_id }, webhooksTo }) {
      const webhook = hook(`simulated/${payment_id}`);
      const status = 'PAYMENT_STATUS_REJECTED';
      expect(await bank.sandbox.payment.simulate({ payment_id, webhook, status })).toMatchObject({
        old_status: 'PAYMENT_STATUS_INPUT_NEEDED',
        new_status: status,
      });
      expect(webhooksTo(webhook)).toEqual(['PAYMENT_STATUS_UPDATE']);
      const payment = await bank.paymentInitiation.payment.get({ payment_id });
      expect(payment).toMatchObject({ status, error: { error_type: 'PAYMENT_ERROR', error_code: 'PAYMENT_REJECTED' } });
    },
    refused: (bank) =>
      bank.sandbox.payment.simulate({
        payment_id: 'a',
        webhook: hook('silent'),
        status: 'PAYMENT_STATUS_ESTABLISHED' as never,
      }),
  }),
};
