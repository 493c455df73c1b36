import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { BankClient } from '../src/index.ts';
import { type Cases, newItem, newUser, pdf, row, type Stage, textOf } from './stage.ts';

const missing = { code: 'not_found', providerCode: 'INCOME_VERIFICATION_NOT_FOUND' };
const payrollBank = 'ins_129618';
const hook = 'http://127.0.0.1:9/income';

/** Creates a user with a year of income at a bank. */
async function earner(bank: BankClient, webhook?: string) {
  const { user_id } = await newUser(bank);
  const income = { income_source_types: ['bank' as const], bank_income: { days_requested: 365 } };
  const item = await newItem(bank, ['income_verification'], {
    user_id,
    options: {
      ...(webhook && { webhook }),
      override_username: 'user_transactions_dynamic',
      income_verification: income,
    },
  });
  return { user_id, ...item };
}

let olderUsers = 0;

/** Creates a user of the older kind, with a token and an Item at a payroll provider. */
async function employee(bank: BankClient) {
  const { user_token = '', user_id } = await bank.user.create({
    client_user_id: `older-${++olderUsers}`,
    consumer_report_user_identity: {
      first_name: 'Ann',
      last_name: 'Bee',
      phone_numbers: [],
      emails: [],
      date_of_birth: null,
      primary_address: { city: null, region: null, street: '1 Elm Street', postal_code: null, country: null },
    },
  });
  const item = await newItem(bank, ['income_verification', 'employment'], {
    institution_id: payrollBank,
    user_token,
    options: { override_username: 'user_good', webhook: `${hook}/${olderUsers}` },
  });
  return { user_token, user_id, webhook: `${hook}/${olderUsers}`, ...item };
}

/** Creates a user without a token, with an Item at a payroll provider. */
async function newEmployee(bank: BankClient) {
  const { user_id } = await newUser(bank);
  const item = await newItem(bank, ['income_verification', 'employment'], {
    institution_id: payrollBank,
    user_id,
    options: { override_username: 'user_good' },
  });
  return { user_id, ...item };
}

/** Creates a user who uploads documents in Link. The documents are parsed, but not checked for fraud. */
async function uploader(stage: Stage, bank: BankClient) {
  const { user_id } = await newUser(bank);
  const { link_token } = await bank.link.createToken({
    client_name: 'Tests',
    language: 'en',
    country_codes: ['US'],
    user_id,
    products: ['income_verification'],
    income_verification: {
      income_source_types: ['payroll'],
      payroll_income: { flow_types: ['payroll_document_income'], parsing_config: ['ocr'] },
    },
    webhook: hook,
  });
  stage.sandbox.controls.bank.completeLink(link_token);
  return { user_id, link_token };
}

/** Calls about income in bank accounts. */
const ofBanks: Cases = {
  'credit.bankIncome.get': row({
    given: (client) => earner(client),
    async works(bank, { given: { user_id, item_id } }) {
      const [report] = (await bank.credit.bankIncome.get({ user_id })).bank_income ?? [];
      const [item] = report?.items ?? [];
      expect(item?.item_id).toBe(item_id);
      const salary = item?.bank_income_sources?.find(({ income_category }) => income_category === 'SALARY');
      expect(salary).toMatchObject({ income_description: 'Platypus Works Payroll', pay_frequency: 'BIWEEKLY' });
      const months = salary?.historical_summary?.flatMap(({ transactions = [] }) => transactions) ?? [];
      expect(months).toHaveLength(salary?.transaction_count ?? 0);
      const sum = months.reduce((total, { amount = 0 }) => total - amount, 0);
      expect(sum).toBeCloseTo(salary?.total_amount ?? 0);
      expect(report?.bank_income_summary?.income_sources_count).toBe(item?.bank_income_sources?.length);

      const nobody = await newUser(bank);
      expect(await failure(bank.credit.bankIncome.get({ user_id: nobody.user_id }))).toMatchObject(missing);
    },
    refused: (bank) => bank.credit.bankIncome.get({ user_id: 'u', options: { count: 0 } }),
  }),
  'credit.bankIncome.pdf.get': row({
    given: (client) => earner(client),
    async works(bank, { given: { user_id } }) {
      const file = textOf(await bank.credit.bankIncome.pdf.get({ user_id }));
      expect(file).toMatch(pdf);
      const [report] = (await bank.credit.bankIncome.get({ user_id })).bank_income ?? [];
      expect(file).toContain(report?.bank_income_id);
    },
    refused: (bank) => bank.credit.bankIncome.pdf.get({}),
  }),
  'credit.bankIncome.webhook.update': row({
    given: (bank) => earner(bank, `${hook}/bank`),
    async works(bank, { given: { user_id, access_token }, sandbox, webhooksTo }) {
      const today = new Date(sandbox.clock.now()).toISOString().slice(0, 10);
      const pay = { date_transacted: today, date_posted: today, amount: -512.25, description: 'EXTRA SHIFT' };
      const told = () => webhooksTo(`${hook}/bank`).filter((code) => code === 'BANK_INCOME_REFRESH_UPDATE').length;
      await bank.credit.bankIncome.webhook.update({ user_id, enable_webhooks: true });
      await bank.transactions.syncAll({ access_token });
      await bank.sandbox.createTransactions({ access_token, transactions: [pay] });
      expect(told()).toBe(1);
      const { bank_income = [] } = await bank.credit.bankIncome.get({ user_id, options: { count: 5 } });
      expect(bank_income).toHaveLength(2);
      expect(JSON.stringify(bank_income[0])).toContain('EXTRA SHIFT');

      await bank.credit.bankIncome.webhook.update({ user_id, enable_webhooks: false });
      await bank.sandbox.createTransactions({ access_token, transactions: [pay] });
      expect(told()).toBe(1);
    },
    refused: (bank) => bank.credit.bankIncome.webhook.update({ user_id: 'u' } as never),
  }),
  'sandbox.fireBankIncomeWebhook': {
    async works(bank, { webhooksTo }) {
      const webhook_override = `${hook}/fired`;
      const webhook_fields = { user_id: 'usr_1' };
      await bank.sandbox.fireBankIncomeWebhook({
        webhook_code: 'BANK_INCOME_REFRESH_COMPLETE',
        webhook_override,
        webhook_fields: { ...webhook_fields, bank_income_refresh_complete_result: 'FAILURE' },
      });
      expect(webhooksTo(webhook_override)).toEqual(['BANK_INCOME_REFRESH_COMPLETE']);
    },
    refused: (bank) =>
      bank.sandbox.fireBankIncomeWebhook({ webhook_code: 'BANK_INCOME_REFRESH_UPDATE', webhook_fields: {} as never }),
  },
};

/** Calls about income at payroll providers and in documents. */
const ofPayroll: Cases = {
  'credit.payrollIncome.get': row({
    given: employee,
    async works(bank, { given: { user_token, item_id, webhook }, webhooksTo }) {
      const { items } = await bank.credit.payrollIncome.get({ user_token, options: { item_ids: [item_id] } });
      expect(items).toMatchObject([
        { item_id, institution_id: payrollBank, status: { processing_status: 'PROCESSING_COMPLETE' } },
      ]);
      const [income] = items[0]?.payroll_income ?? [];
      const [last, former] = income?.pay_stubs ?? [];
      expect(last?.net_pay.current_amount).toBeLessThan(last?.earnings.total.current_amount ?? 0);
      expect(former?.pay_period_details.pay_date?.localeCompare(last?.pay_period_details.pay_date ?? '')).toBe(-1);
      expect(income?.w2s).toHaveLength(1);
      expect(webhooksTo(webhook)).toEqual(['INCOME_VERIFICATION']);
    },
    refused: (bank) => bank.credit.payrollIncome.get({ options: {} }),
  }),
  'credit.payrollIncome.parsingConfig.update': row({
    given: (client, stage) => uploader(stage, client),
    async works(bank, { given: { user_id }, webhooksTo }) {
      await bank.credit.payrollIncome.parsingConfig.update({ user_id, parsing_config: ['ocr', 'risk_signals'] });
      expect(webhooksTo(hook)).toContain('SESSION_FINISHED');
      const { items } = await bank.credit.payrollIncome.riskSignals.get({ user_id });
      expect(items[0]?.verification_risk_signals).toHaveLength(1);
    },
    refused: (bank) =>
      bank.credit.payrollIncome.parsingConfig.update({ user_id: 'u', parsing_config: ['guess' as never] }),
  }),
  'credit.payrollIncome.riskSignals.get': row({
    given: (client, stage) => uploader(stage, client),
    async works(bank, { given: { user_id } }) {
      const { items } = await bank.credit.payrollIncome.riskSignals.get({ user_id });
      expect(items).toMatchObject([{ verification_risk_signals: [] }]);
    },
    refused: (bank) => bank.credit.payrollIncome.riskSignals.get({}),
  }),
  'credit.payrollIncome.precheck': {
    async works(bank) {
      for (const [name, confidence] of [
        ['employer_good', 'HIGH'],
        ['employer_bad', 'LOW'],
        ['Second Kettle', 'UNKNOWN'],
      ] as const)
        expect(await bank.credit.payrollIncome.precheck({ employer: { name } })).toMatchObject({ confidence });
    },
    refused: (bank) => bank.credit.payrollIncome.precheck({ employer: { url: 'employer.example' } }),
  },
  'credit.payrollIncome.refresh': row({
    given: employee,
    async works(bank, { given: { user_token, user_id, access_token }, webhooksTo }) {
      const refresh = () => bank.credit.payrollIncome.refresh({ user_token });
      expect(await refresh()).toMatchObject({ verification_refresh_status: 'NOT_FOUND' });
      await bank.sandbox.resetLogin({ access_token });
      const webhook = `${hook}/refresh`;
      expect(await bank.credit.payrollIncome.refresh({ user_id, options: { webhook } })).toMatchObject({
        verification_refresh_status: 'USER_PRESENCE_REQUIRED',
      });
      expect(webhooksTo(webhook)).toEqual(['INCOME_VERIFICATION_REFRESH_RECONNECT_NEEDED']);
    },
    refused: (bank) => bank.credit.payrollIncome.refresh({ options: {} }),
  }),
  'credit.employment.get': row({
    given: employee,
    async works(bank, { given: { user_token, item_id } }) {
      expect(await bank.credit.employment.get({ user_token })).toMatchObject([
        {
          item_id,
          employments: [{ status: 'ACTIVE', employer: { name: 'Platypus Works' }, employee_type: 'FULL_TIME' }],
        },
      ]);
      const { user_id, ...own } = await newEmployee(bank);
      expect(await bank.credit.employment.get({ user_id })).toMatchObject([{ item_id: own.item_id }]);
      const { sessions } = await bank.credit.sessions.get({ user_id });
      expect(sessions).toEqual([]);
    },
    refused: (bank) => bank.credit.employment.get({}),
  }),
  'credit.sessions.get': row({
    given: employee,
    async works(bank, { given: { user_token, user_id }, sandbox }) {
      expect((await bank.credit.sessions.get({ user_token })).sessions).toEqual([]);
      const { link_token } = await bank.link.createToken({
        client_name: 'Tests',
        language: 'en',
        country_codes: ['US'],
        user_id,
        products: ['income_verification'],
        income_verification: { income_source_types: ['payroll'] },
      });
      const public_token = sandbox.controls.bank.completeLink(link_token);
      expect((await bank.credit.sessions.get({ user_token })).sessions).toMatchObject([
        {
          results: {
            item_add_results: [{ public_token, institution_id: payrollBank }],
            payroll_income_results: [{ num_paystubs_retrieved: 2, num_w2s_retrieved: 1 }],
          },
        },
      ]);
      const { link_sessions } = await bank.link.getToken({ link_token });
      expect(link_sessions?.[0]?.results?.payroll_income_results).toHaveLength(1);
    },
    refused: (bank) => bank.credit.sessions.get({} as never),
  }),
  'sandbox.fireIncomeWebhook': {
    async works(bank, { webhooksTo }) {
      const webhook = `${hook}/payroll`;
      const params = { item_id: 'item-1', user_id: 'usr_1', webhook };
      await bank.sandbox.fireIncomeWebhook({ ...params, webhook_code: 'INCOME_VERIFICATION' });
      await bank.sandbox.fireIncomeWebhook({ ...params, webhook_code: 'INCOME_VERIFICATION_RISK_SIGNALS' });
      expect(webhooksTo(webhook)).toEqual(['INCOME_VERIFICATION', 'INCOME_VERIFICATION_RISK_SIGNALS']);
    },
    refused: (bank) =>
      bank.sandbox.fireIncomeWebhook({ item_id: 'i', webhook: 'app.example', webhook_code: 'INCOME_VERIFICATION' }),
  },
};

/** Signatures at the beginning and at the end of ZIP archives. */
const zipStart = 'PK\u0003\u0004';
const zipEnd = 'PK\u0005\u0006';

/** Older calls for the same data. */
const older: Cases = {
  'income.verification.create': {
    async works(bank) {
      const { income_verification_id } = await bank.income.verification.create({ webhook: hook });
      const { paystubs } = await bank.income.verification.paystubs.get({ income_verification_id });
      expect(paystubs).toHaveLength(2);
    },
    refused: (bank) => bank.income.verification.create({ webhook: 'YOUR WEB HOOK' }),
  },
  'income.verification.precheck': {
    async works(bank) {
      const employer = { name: 'employer_good', address: { city: 'Anytown', country: 'US' } };
      const user = { first_name: 'Jane', home_address: { street: '234 First St.' } };
      const { precheck_id, confidence } = await bank.income.verification.precheck({ employer, user });
      expect([precheck_id.length, confidence]).toEqual([36, 'HIGH']);
    },
    refused: (bank) => bank.income.verification.precheck({ user: { name: 'Jane' } as never }),
  },
  'income.verification.paystubs.get': row({
    given: employee,
    async works(bank, { given: { access_token } }) {
      const { paystubs, document_metadata } = await bank.income.verification.paystubs.get({ access_token });
      expect(document_metadata?.map(({ doc_id }) => doc_id)).toEqual(paystubs.map(({ doc_id }) => doc_id));
      expect(paystubs[0]).toMatchObject({
        employer: { name: 'Platypus Works' },
        pay_period_details: { pay_frequency: 'PAY_FREQUENCY_BIWEEKLY', check_amount: expect.any(Number) },
      });
    },
    refused: (bank) => bank.income.verification.paystubs.get({}),
  }),
  'income.verification.taxforms.get': row({
    given: employee,
    async works(bank, { given: { access_token } }) {
      const { taxforms } = await bank.income.verification.taxforms.get({ access_token });
      expect(taxforms).toMatchObject([{ document_type: 'w2', w2: { employer: { name: 'Platypus Works' } } }]);
    },
    refused: (bank) => bank.income.verification.taxforms.get({ access_token: '' }),
  }),
  'income.verification.documents.download': row({
    given: employee,
    async works(bank, { given: { access_token } }) {
      const all = textOf(await bank.income.verification.documents.download({ access_token }));
      expect([all.startsWith(zipStart), all.includes(zipEnd)]).toEqual([true, true]);
      const { taxforms } = await bank.income.verification.taxforms.get({ access_token });
      const document_id = taxforms[0]?.doc_id ?? '';
      const one = textOf(await bank.income.verification.documents.download({ access_token, document_id }));
      expect(one).toContain(`${document_id}.pdf`);
      expect(one.length).toBeLessThan(all.length);
      const unknown = bank.income.verification.documents.download({ access_token, document_id: 'd' });
      expect(await failure(unknown)).toMatchObject({ code: 'not_found' });
    },
    refused: (bank) => bank.income.verification.documents.download({ document_id: 'd' }),
  }),
  'employment.verification.get': row({
    given: employee,
    async works(bank, { given: { access_token } }) {
      expect(await bank.employment.verification.get({ access_token })).toMatchObject([
        { status: 'EMPLOYMENT_STATUS_ACTIVE', employer: { name: 'Platypus Works' }, end_date: null },
      ]);
    },
    refused: (bank) => bank.employment.verification.get({ access_token: '' }),
  }),
};

/** Calls about users' income and employment. */
export const incomes: Cases = { ...ofBanks, ...ofPayroll, ...older };
