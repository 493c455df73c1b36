import {
  Configuration,
  CountryCode,
  type PaymentInitiationPaymentCreateRequest,
  type PaymentInitiationRecipientCreateRequest,
  PlaidApi,
  Products,
  type TransferAuthorizationCreateRequest,
} from 'plaid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../create-sandbox.ts';
import type { Sandbox } from '../../sandbox.ts';

// The flows of the integration tests of plaid-node (test/paymentInitiation.spec.ts, 73958a7), plaid-python
// (tests/integration/test_payment_initiation.py, 089fa8d) and plaid-go (tests/payment_test.go, 0140d5f), without the tokens of payments,
// which Plaid has deprecated. Transfer has no public ones: its flow is that of Plaid's quickstart.

let sandbox: Sandbox;
let plaid: PlaidApi;

beforeAll(async () => {
  sandbox = await createSandbox();
  const { baseUrl, clientId, secret } = sandbox.options.bank;
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret };
  plaid = new PlaidApi(new Configuration({ basePath: baseUrl, baseOptions: { headers } }));
});
afterAll(() => sandbox.close());

const address = { street: ['street name 999'], city: 'city', postal_code: '99999', country: 'GB' };
const iban = 'GB33BUKB20201555555555';
const bacs = { account: '26207729', sort_code: '560029' };

describe('the official client', () => {
  it.each<[string, Partial<PaymentInitiationRecipientCreateRequest>, object]>([
    ['an IBAN', { iban }, {}],
    ['a sort code', { bacs }, {}],
    ['both', { iban, bacs }, { options: { request_refund_details: true, bacs: { ...bacs, account: '1234567890' } } }],
  ])('collects a payment for a recipient with %s', async (_, numbers, options) => {
    const created = await plaid.paymentInitiationRecipientCreate({ name: 'John Doe', address, ...numbers });
    const { recipient_id } = created.data;
    const { data: recipient } = await plaid.paymentInitiationRecipientGet({ recipient_id });
    expect(recipient).toMatchObject({ recipient_id, name: 'John Doe', address, ...numbers });
    const { recipients } = (await plaid.paymentInitiationRecipientList({})).data;
    expect(recipients.map((each) => each.recipient_id)).toContain(recipient_id);

    const request = { recipient_id, reference: 'TestPayment', amount: { currency: 'GBP' as const, value: 100 } };
    const made = await plaid.paymentInitiationPaymentCreate({
      ...request,
      ...options,
    } as PaymentInitiationPaymentCreateRequest);
    const { payment_id } = made.data;
    expect(made.data.status).toBe('PAYMENT_STATUS_INPUT_NEEDED');
    const linked = await plaid.linkTokenCreate({
      client_name: 'Plaid Test',
      language: 'en',
      country_codes: [CountryCode.Us],
      user: { client_user_id: 'payer' },
      products: [Products.PaymentInitiation],
      payment_initiation: { payment_id },
    });
    expect(linked.data).toMatchObject({ link_token: expect.any(String), expiration: expect.any(String) });

    const { data: payment } = await plaid.paymentInitiationPaymentGet({ payment_id });
    expect(payment).toMatchObject({ payment_id, ...request, status: 'PAYMENT_STATUS_INPUT_NEEDED' });
    expect(Date.parse(payment.last_status_update)).not.toBeNaN();
    const { payments } = (await plaid.paymentInitiationPaymentList({ count: 10 })).data;
    expect(payments.map((each) => each.payment_id)).toContain(payment_id);
  });

  it('debits an account, follows its events, and refunds it', async () => {
    const { data: created } = await plaid.sandboxPublicTokenCreate({
      institution_id: 'ins_109508',
      initial_products: [Products.Transfer],
    });
    const { access_token } = (await plaid.itemPublicTokenExchange({ public_token: created.public_token })).data;
    const { accounts } = (await plaid.accountsGet({ access_token })).data;
    const account_id = accounts.find(({ subtype }) => subtype === 'checking')?.account_id ?? '';
    const { authorization } = (
      await plaid.transferAuthorizationCreate({
        access_token,
        account_id,
        type: 'debit',
        network: 'ach',
        ach_class: 'ppd',
        amount: '1.34',
        user: { legal_name: 'FirstName LastName' },
      } as TransferAuthorizationCreateRequest)
    ).data;
    expect(authorization.decision).toBe('approved');
    const { transfer } = (
      await plaid.transferCreate({
        access_token,
        account_id,
        authorization_id: authorization.id,
        description: 'Debit',
        amount: '1.34',
      })
    ).data;
    expect((await plaid.transferGet({ transfer_id: transfer.id })).data.transfer).toMatchObject({ status: 'pending' });
    for (const event_type of ['posted', 'settled', 'funds_available'])
      await plaid.sandboxTransferSimulate({ transfer_id: transfer.id, event_type });
    const refunded = await plaid.transferRefundCreate({
      transfer_id: transfer.id,
      amount: '1.00',
      idempotency_key: 'refund',
    });
    expect(refunded.data.refund).toMatchObject({ transfer_id: transfer.id, status: 'pending' });
    const { transfer_events } = (await plaid.transferEventSync({ after_id: 0 })).data;
    expect(transfer_events.map(({ event_type }) => event_type)).toEqual([
      'pending',
      'posted',
      'settled',
      'funds_available',
      'refund.pending',
    ]);
    expect((await plaid.transferList({ count: 1 })).data.transfers.map(({ id }) => id)).toEqual([transfer.id]);
  });
});
