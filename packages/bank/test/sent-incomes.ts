import { access_token, done, request_id, type Sent } from './sent.ts';

const user_id = 'usr_1';
const user_token = 'user-sandbox-00000000-0000-4000-8000-000000000004';
const bytes = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const file = { answer: bytes, result: new Uint8Array(bytes) };
const address = { city: null, country: null, postal_code: null, region: null, street: null };
const currency = { iso_currency_code: 'USD', unofficial_currency_code: null };
const amount = { current_amount: 1.5, ytd_amount: null, ...currency };
const metadata = { name: 'a.pdf', document_type: 'A_NEW_TYPE', download_url: null, status: null };
const employer = { address, name: null };
const employee = { ...employer, marital_status: null, taxpayer_id: { id_type: 'SSN', id_mask: '1234' } };

const payStub = {
  deductions: { breakdown: [{ description: 'taxes', ...amount }], total: amount },
  document_id: null,
  document_metadata: metadata,
  earnings: {
    breakdown: [{ canonical_description: null, description: null, hours: 80, rate: null, ...amount }],
    total: { hours: null, ...amount },
  },
  employee,
  employer,
  net_pay: { description: null, ...amount },
  pay_period_details: {
    start_date: null,
    end_date: null,
    pay_date: '2026-01-02',
    pay_frequency: null,
    gross_earnings: null,
    pay_amount: 12.25,
    distribution_breakdown: [
      { account_name: null, bank_name: null, current_amount: 12.25, mask: '0000', type: null, ...currency },
    ],
    ...currency,
  },
};
const payroll = {
  item_id: 'item-1',
  institution_id: 'ins_1',
  institution_name: 'Payroll',
  accounts: [null, { account_id: null, rate_of_pay: {}, pay_frequency: null }],
  payroll_income: [
    {
      account_id: null,
      pay_stubs: [payStub],
      w2s: [],
      form1099s: [{ document_id: null, form_1099_type: 'FORM_1099_TYPE_K', gross_amount: 12.5, january_amount: null }],
      i20s: [{ document_id: null, student: { given_name: 'Ann' }, personal_funds: 1000 }],
    },
  ],
  status: null,
  updated_at: null,
};
const employment = {
  account_id: null,
  status: 'ACTIVE',
  start_date: '2020-01-01',
  end_date: null,
  employer: { name: null },
  title: null,
  platform_ids: { employee_id: null, payroll_id: null, position_id: null },
  employee_type: null,
  last_paystub_date: null,
};
const paystub = {
  deductions: { breakdown: [], total: {} },
  doc_id: 'd1',
  earnings: {},
  employee: { address: {}, name: null },
  employer: { name: null },
  net_pay: {},
  pay_period_details: {},
};

/** Requests sent by calls about income and employment. */
export const sentByIncomes: Readonly<Record<string, Sent>> = {
  'credit.bankIncome.get': {
    path: '/credit/bank_income/get',
    params: { user_id, options: { count: 2 } },
    answer: { bank_income: [{ bank_income_id: 'b1', items: [], warnings: [] }], request_id },
  },
  'credit.bankIncome.pdf.get': { path: '/credit/bank_income/pdf/get', params: { user_token }, ...file },
  'credit.bankIncome.webhook.update': {
    path: '/credit/bank_income/webhook/update',
    params: { user_id, enable_webhooks: true },
    answer: done,
  },
  'credit.payrollIncome.get': {
    path: '/credit/payroll_income/get',
    params: { user_token, options: { item_ids: ['item-1'] } },
    answer: { items: [payroll], error: null, request_id },
  },
  'credit.payrollIncome.parsingConfig.update': {
    path: '/credit/payroll_income/parsing_config/update',
    params: { user_id, item_id: 'item-1', parsing_config: ['ocr'] },
    answer: done,
  },
  'credit.payrollIncome.riskSignals.get': {
    path: '/credit/payroll_income/risk_signals/get',
    params: { user_id },
    answer: { items: [{ item_id: 'item-1', verification_risk_signals: [] }], request_id },
  },
  'credit.payrollIncome.precheck': {
    path: '/credit/payroll_income/precheck',
    params: { user_id, employer: { name: 'Second Kettle' }, us_military_info: null },
    answer: { confidence: 'A_NEW_CONFIDENCE', request_id },
  },
  'credit.payrollIncome.refresh': {
    path: '/credit/payroll_income/refresh',
    params: { user_id, options: { webhook: 'https://app.example/hook' } },
    answer: { verification_refresh_status: 'SUCCESSFUL', request_id },
  },
  'credit.employment.get': {
    path: '/credit/employment/get',
    params: { user_id },
    answer: { items: [{ item_id: 'item-1', employments: [employment] }], request_id },
    result: [{ item_id: 'item-1', employments: [employment] }],
  },
  'credit.sessions.get': {
    path: '/credit/sessions/get',
    params: { user_id },
    answer: { sessions: [{ link_session_id: 's1', results: { document_income_results: null } }], request_id },
  },
  'income.verification.create': {
    path: '/income/verification/create',
    params: { webhook: 'https://app.example/hook', options: { access_tokens: [access_token] } },
    answer: { income_verification_id: 'v1', request_id },
  },
  'income.verification.precheck': {
    path: '/income/verification/precheck',
    params: { user: { first_name: 'Ann' }, transactions_access_token: null },
    answer: { precheck_id: 'p1', confidence: 'HIGH', request_id },
  },
  'income.verification.paystubs.get': {
    path: '/income/verification/paystubs/get',
    params: { access_token },
    answer: { paystubs: [paystub], request_id },
  },
  'income.verification.taxforms.get': {
    path: '/income/verification/taxforms/get',
    params: { income_verification_id: 'v1' },
    answer: { document_metadata: [], taxforms: [{ document_type: 'w2', w2: { box_9: null } }] },
  },
  'income.verification.documents.download': {
    path: '/income/verification/documents/download',
    params: { access_token, document_id: 'd1' },
    ...file,
  },
  'employment.verification.get': {
    path: '/employment/verification/get',
    params: { access_token },
    answer: { employments: [{ status: null, employer: {} }], request_id },
    result: [{ status: null, employer: {} }],
  },
  'sandbox.fireIncomeWebhook': {
    path: '/sandbox/income/fire_webhook',
    params: { item_id: 'item-1', webhook: 'https://app.example/hook', webhook_code: 'INCOME_VERIFICATION' },
    answer: done,
  },
  'sandbox.fireBankIncomeWebhook': {
    path: '/sandbox/bank_income/fire_webhook',
    params: { webhook_code: 'BANK_INCOME_REFRESH_UPDATE', webhook_fields: { user_id } },
    answer: done,
  },
};
