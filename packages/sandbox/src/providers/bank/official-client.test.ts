import { inspect } from 'node:util';
import {
  Configuration,
  CountryCode,
  type PaymentInitiationPaymentCreateRequest,
  type PaymentInitiationRecipientCreateRequest,
  PlaidApi,
  ProcessorTokenCreateRequestProcessorEnum,
  Products,
  Strategy,
  type Transaction,
  type TransferAuthorizationCreateRequest,
  WatchlistScreeningStatus,
} from 'plaid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../create-sandbox.ts';
import type { Sandbox } from '../../sandbox.ts';

let sandbox: Sandbox;
let plaid: PlaidApi;

beforeAll(async () => {
  sandbox = await createSandbox();
  const { baseUrl, clientId, clientSecret: secret } = sandbox.options.bank;
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret };
  plaid = new PlaidApi(new Configuration({ basePath: baseUrl, baseOptions: { headers } }));
});
afterAll(() => sandbox.close());

describe('the official client', () => {
  it('links a user with a custom configuration', async () => {
    const configuration = { override_accounts: [{ type: 'depository', subtype: 'savings', starting_balance: 42 }] };
    const created = await plaid.sandboxPublicTokenCreate({
      institution_id: 'ins_109508',
      initial_products: [Products.Transactions],
      options: { override_username: 'user_custom', override_password: JSON.stringify(configuration) },
    });
    const { public_token } = created.data;
    const { access_token } = (await plaid.itemPublicTokenExchange({ public_token })).data;
    const { accounts } = (await plaid.accountsGet({ access_token })).data;
    expect(accounts.map(({ subtype, balances }) => [subtype, balances.current])).toEqual([['savings', 42]]);
  });

  it('links an Item, reads all of its data, and removes it', async () => {
    const linked = await plaid.linkTokenCreate({
      client_name: 'App',
      language: 'en',
      country_codes: [CountryCode.Us],
      user: { client_user_id: 'user-1' },
      products: [Products.Transactions, Products.Auth, Products.Identity, Products.Investments, Products.Liabilities],
      transactions: { days_requested: 730 },
    });
    const { link_token } = linked.data;
    const public_token = sandbox.controls.bank.completeLink(link_token) ?? '';
    const session = (await plaid.linkTokenGet({ link_token })).data.link_sessions?.[0];
    expect(session?.results?.item_add_results[0]?.public_token).toBe(public_token);
    const { access_token, item_id } = (await plaid.itemPublicTokenExchange({ public_token })).data;

    const first = await plaid.transactionsSync({ access_token });
    expect(first.data).toMatchObject({
      added: [],
      has_more: false,
      next_cursor: '',
      transactions_update_status: 'NOT_READY',
    });

    const added: Transaction[] = [];
    let cursor = '';
    let pages = 0;
    for (let more = true; more; pages += 1) {
      const { data } = await plaid.transactionsSync({ access_token, cursor, count: 50 });
      added.push(...data.added);
      cursor = data.next_cursor;
      more = data.has_more;
    }
    expect(pages).toBeGreaterThan(1);
    expect(new Set(added.map(({ transaction_id }) => transaction_id)).size).toBe(added.length);

    const { accounts, item } = (await plaid.accountsBalanceGet({ access_token })).data;
    expect(item.item_id).toBe(item_id);
    const balance = (account_id: string) => accounts.find((each) => each.account_id === account_id)?.balances.current;
    for (const { account_id } of added) expect(balance(account_id)).toBeGreaterThan(0);

    const identity = (await plaid.identityGet({ access_token })).data;
    expect(identity.accounts.map(({ owners }) => owners[0]?.names)).toEqual(
      accounts.map(() => [expect.stringMatching(/ /)]),
    );
    const { ach } = (await plaid.authGet({ access_token })).data.numbers;
    expect(ach.map(({ account }) => account)).toEqual(Array(3).fill(expect.stringMatching(/^\d+$/)));

    const { holdings, securities } = (await plaid.investmentsHoldingsGet({ access_token })).data;
    const held = new Set(holdings.map(({ security_id }) => security_id));
    expect(new Set(securities.map(({ security_id }) => security_id))).toEqual(held);
    const [start_date, end_date] = [-730, 1].map((days) =>
      new Date(sandbox.clock.now() + days * 86_400_000).toISOString().slice(0, 10),
    ) as [string, string];
    const options = { count: 5 };
    const trades = (await plaid.investmentsTransactionsGet({ access_token, start_date, end_date, options })).data;
    expect(trades.investment_transactions).toHaveLength(5);
    expect(trades.total_investment_transactions).toBeGreaterThan(5);
    const { credit, mortgage, student } = (await plaid.liabilitiesGet({ access_token })).data.liabilities;
    expect([credit, mortgage, student].map((debts) => debts?.length)).toEqual([2, 1, 1]);

    const account_id = ach[0]?.account_id ?? '';
    const processor = ProcessorTokenCreateRequestProcessorEnum.Dwolla;
    const { processor_token } = (await plaid.processorTokenCreate({ access_token, account_id, processor })).data;
    const balances = (await plaid.processorBalanceGet({ processor_token })).data.account.balances;
    expect(balances.current).toBe(balance(account_id));

    await plaid.itemRemove({ access_token });
    for (const call of [plaid.itemGet({ access_token }), plaid.processorBalanceGet({ processor_token })]) {
      const error = await call.catch((reason) => reason);
      expect(error.response.data.error_code).toBe('ITEM_NOT_FOUND');
    }
  });

  it('gives a processor access to an account, and waits for an asset report', async () => {
    const created = await plaid.sandboxPublicTokenCreate({
      institution_id: 'ins_109508',
      initial_products: [Products.Assets, Products.Auth],
    });
    const exchanged = await plaid.itemPublicTokenExchange({ public_token: created.data.public_token });
    const { access_token } = exchanged.data;
    const [account] = (await plaid.accountsGet({ access_token })).data.accounts;
    const account_id = account?.account_id ?? '';
    const processor = ProcessorTokenCreateRequestProcessorEnum.Dwolla;
    const token = (await plaid.processorTokenCreate({ access_token, account_id, processor })).data;
    const { data } = await plaid.processorAuthGet({ processor_token: token.processor_token });
    expect(data.numbers.ach?.account_id).toBe(account_id);

    const report = await plaid.assetReportCreate({ access_tokens: [access_token], days_requested: 30 });
    const { asset_report_token, asset_report_id } = report.data;
    const early = await plaid.assetReportGet({ asset_report_token }).catch((reason) => reason);
    expect(early.response.data.error_code).toBe('PRODUCT_NOT_READY');
    await sandbox.clock.advance(5_000);
    const ready = (await plaid.assetReportGet({ asset_report_token })).data;
    expect(ready.report.asset_report_id).toBe(asset_report_id);
    const pdf = await plaid.assetReportPdfGet({ asset_report_token }, { responseType: 'arraybuffer' });
    expect(Buffer.from(pdf.data).toString('latin1')).toMatch(/^%PDF-1\.4\n.*%%EOF\n$/s);
  });

  it('reads the institutions and gets the error bodies it expects', async () => {
    const { data } = await plaid.institutionsGetById({ institution_id: 'ins_109508', country_codes: [CountryCode.Us] });
    expect(data.institution.name).toBe('First Platypus Bank');
    const error = await plaid.accountsGet({ access_token: 'access-sandbox-unknown' }).catch((reason) => reason);
    expect(error.response.status).toBe(400);
    expect(error.response.data).toMatchObject({ error_type: 'INVALID_INPUT', error_code: 'INVALID_ACCESS_TOKEN' });
    // The README warns about this: the client's errors show the credentials to anyone who logs them.
    expect(inspect(error, { depth: 20 })).toContain(sandbox.options.bank.clientSecret);
  });
});

// The flows of the integration tests of plaid-node, plaid-python, plaid-ruby and plaid-go:
// test/identity_verification.spec.ts and test/monitor.spec.ts of plaid-node (41ded7c, 8817306), and the tests of the
// others that have the same names.
const template_id = 'flwtmp_aWogUuKsL6NEHU';
const watchlist_program_id = 'prg_egdF5fGjY8fWqk';

describe('the official client for identities', () => {
  it.each([
    ['as plaid-node and plaid-ruby pass the user', 'idv-user-1', (id: string) => ({ user: { client_user_id: id } })],
    ['as plaid-python and plaid-go pass the user', 'idv-user-2', (id: string) => ({ client_user_id: id, user: {} })],
  ])('creates, retries, lists and gets a verification, %s', async (_, client_user_id, ownerOf) => {
    const { user, ...owner } = ownerOf(client_user_id);
    const created = await plaid.identityVerificationCreate({
      is_shareable: true,
      template_id,
      gave_consent: true,
      ...owner,
      user: { ...user, email_address: `${client_user_id}@example.com` },
    });
    expect(created.data.shareable_url).not.toBeNull();
    expect(created.data.status).toBe('active');

    const retried = await plaid.identityVerificationRetry({ template_id, client_user_id, strategy: Strategy.Reset });
    expect(retried.data.shareable_url).not.toBeNull();
    expect(retried.data).toMatchObject({ status: 'active', previous_attempt_id: created.data.id });

    const listed = await plaid.identityVerificationList({ template_id, client_user_id });
    expect(listed.data.identity_verifications.map((each) => each.client_user_id)).toEqual([
      client_user_id,
      client_user_id,
    ]);
    const identity_verification_id = listed.data.identity_verifications[0]?.id ?? '';
    const { data } = await plaid.identityVerificationGet({ identity_verification_id });
    expect(data.id).toBe(retried.data.id);
    expect(data.user.email_address).toBe(`${client_user_id}@example.com`);
  });

  it('creates, updates, lists and gets a screening', async () => {
    const client_user_id = 'monitor-user-1';
    const search_terms = {
      watchlist_program_id,
      legal_name: 'Domingo Huang',
      country: CountryCode.Us,
      date_of_birth: '1990-01-01',
      document_number: '123456789',
    };
    const { data } = await plaid.watchlistScreeningIndividualCreate({ client_user_id, search_terms });
    expect(data).toMatchObject({ search_terms, status: WatchlistScreeningStatus.Cleared });

    const updated = await plaid.watchlistScreeningIndividualUpdate({
      watchlist_screening_id: data.id,
      status: WatchlistScreeningStatus.PendingReview,
    });
    expect(updated.data.status).toBe(WatchlistScreeningStatus.PendingReview);

    const listed = await plaid.watchlistScreeningIndividualList({ watchlist_program_id, client_user_id });
    expect(listed.data.watchlist_screenings).toHaveLength(1);
    const watchlist_screening_id = listed.data.watchlist_screenings[0]?.id ?? '';
    const found = await plaid.watchlistScreeningIndividualGet({ watchlist_screening_id });
    expect(found.data.search_terms.legal_name).toBe('Domingo Huang');
  });
});

// The flows of the integration tests of plaid-node (test/incomeVerification.spec.ts, 1df2c8a), plaid-python
// (tests/integration/test_income_verification.py, 2fc71b8), plaid-ruby (test/test_income_verifications.rb, 433a72d) and
// plaid-go (tests/income_verification_test.go, 0071ab9), and of the calls that replace the ones they make.
const employer = {
  name: 'Plaid Inc.',
  tax_id: '123-45-6709',
  address: { street: '234 Work St.', city: 'Anytown', region: 'CA', postal_code: '12345', country: 'US' },
  url: 'http://www.employer.com',
};
const user = {
  first_name: 'Jane',
  last_name: 'Doe',
  email_address: 'janedoe@example.com',
  home_address: { street: '234 First St.', city: 'Anytown', region: 'CA', postal_code: '12345', country: 'US' },
};

describe('the official client for income', () => {
  it('reads pay stubs, tax forms and documents of an Item', async () => {
    const created = await plaid.sandboxPublicTokenCreate({
      institution_id: 'ins_129618',
      initial_products: [Products.IncomeVerification],
    });
    const { public_token } = created.data;
    const { access_token } = (await plaid.itemPublicTokenExchange({ public_token })).data;

    const stubs = (await plaid.incomeVerificationPaystubsGet({ access_token })).data;
    expect(stubs.error).toBeUndefined();
    expect(stubs.paystubs).toHaveLength(2);
    expect(stubs.document_metadata).toHaveLength(2);
    const forms = (await plaid.incomeVerificationTaxformsGet({ access_token })).data;
    expect(forms.error).toBeUndefined();
    expect([forms.taxforms.length, forms.document_metadata.length]).toEqual([1, 1]);
    const zip = await plaid.incomeVerificationDocumentsDownload({ access_token }, { responseType: 'arraybuffer' });
    expect(Buffer.from(zip.data as never).toString('latin1')).toMatch(/^PK/);
  });

  it('checks an employer, creates a verification and reads its data', async () => {
    const checked = (await plaid.incomeVerificationPrecheck({ employer, user })).data;
    expect(checked).toMatchObject({ precheck_id: expect.any(String), confidence: 'HIGH' });
    const made = await plaid.incomeVerificationCreate({ webhook: 'https://app.example/hook' });
    const { income_verification_id } = made.data;
    expect(income_verification_id).not.toBe('');
    const { data } = await plaid.incomeVerificationPaystubsGet({ income_verification_id });
    expect(data.paystubs[0]?.employee.name).toMatch(/ /);
    await plaid.incomeVerificationTaxformsGet({ income_verification_id });
    await plaid.incomeVerificationDocumentsDownload({ income_verification_id });
  });

  it('reads the income of a user at banks and payroll providers', async () => {
    const { user_id = '' } = (await plaid.userCreate({ client_user_id: 'income-user-1' })).data;
    for (const [institution_id, options] of [
      ['ins_109508', { income_verification: { income_source_types: ['bank'], bank_income: { days_requested: 365 } } }],
      ['ins_129618', {}],
    ] as const)
      await plaid.sandboxPublicTokenCreate({
        institution_id,
        initial_products: [Products.IncomeVerification],
        user_id,
        options: { ...options, override_username: 'user_good' } as never,
      });
    const { bank_income } = (await plaid.creditBankIncomeGet({ user_id })).data;
    expect(bank_income?.[0]?.items?.[0]?.institution_name).toBe('First Platypus Bank');
    const { items } = (await plaid.creditPayrollIncomeGet({ user_id })).data;
    expect(items[0]?.payroll_income[0]?.pay_stubs).toHaveLength(2);
    const refreshed = await plaid.creditPayrollIncomeRefresh({ user_id } as never);
    expect(refreshed.data.verification_refresh_status).toBe('NOT_FOUND');
  });
});

// The flows of the integration tests of plaid-node (test/paymentInitiation.spec.ts, 73958a7), plaid-python
// (tests/integration/test_payment_initiation.py, 089fa8d) and plaid-go (tests/payment_test.go, 0140d5f), without
// payment tokens, which Plaid has deprecated. There are no public tests for Transfer, so its flow follows Plaid's
// quickstart.
const address = { street: ['street name 999'], city: 'city', postal_code: '99999', country: 'GB' };
const iban = 'GB33BUKB20201555555555';
const bacs = { account: '26207729', sort_code: '560029' };

describe('the official client for payments and transfers', () => {
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
