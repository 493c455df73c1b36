import { Configuration, PlaidApi, Products } from 'plaid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../create-sandbox.ts';
import type { Sandbox } from '../../sandbox.ts';

// The flows of the integration tests of plaid-node (test/incomeVerification.spec.ts, 1df2c8a), plaid-python
// (tests/integration/test_income_verification.py, 2fc71b8), plaid-ruby (test/test_income_verifications.rb, 433a72d) and plaid-go
// (tests/income_verification_test.go, 0071ab9), and of what replaces the calls that they make.

let sandbox: Sandbox;
let plaid: PlaidApi;

beforeAll(async () => {
  sandbox = await createSandbox();
  const { baseUrl, clientId, secret } = sandbox.options.bank;
  plaid = new PlaidApi(
    new Configuration({
      basePath: baseUrl,
      baseOptions: { headers: { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret } },
    }),
  );
});
afterAll(() => sandbox.close());

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

describe('the official client', () => {
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

  it('checks an employer, creates a verification and reads what it has', async () => {
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
