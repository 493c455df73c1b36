import { expect } from 'vitest';
import {
  access_token,
  account,
  accounts,
  dates,
  done,
  evaluation,
  investmentAccount,
  investmentsAuth,
  item,
  liabilities,
  matchScores,
  ownedAccount,
  page,
  positions,
  processor_token,
  recurring,
  request_id,
  type Sent,
  synced,
  trade,
  transaction,
} from './sent.ts';

const asset_report_token = 'assets-sandbox-00000000-0000-4000-8000-000000000003';
const audit_copy_token = 'a-sandbox-copytokenofatest';
const file = Buffer.from([0x25, 0x50, 0x44, 0x46, 0x00, 0xff]);
const bytes = new Uint8Array(file);
const made = { asset_report_token, asset_report_id: 'r1', request_id };
const report = {
  report: {
    asset_report_id: 'r1',
    client_report_id: null,
    date_generated: '2026-01-01T00:00:00Z',
    days_requested: 30,
    user: { first_name: 'Ann' },
    items: [],
  },
  warnings: [],
  request_id,
};

const debit = { client_transaction_id: 'd1', amount: 12.5 };
const match = { user: { legal_name: 'Ann Bee', address: { street: 'Main Street 1', country: null } } };
const matched = { ...account, ...matchScores };
const span = { ...dates, count: 3, offset: 6 };
const nested = { ...dates, options: { account_ids: ['a'], count: 3, offset: 6 } };
const paged = { ...span, options: { account_ids: ['a'] } };
const trades = { investment_transactions: [trade], total_investment_transactions: 7, securities: [], request_id };
const listed = { transactions: [transaction], total_transactions: 7, request_id };
const own = { id: '1', description: 'TEA', amount: 1, direction: 'OUTFLOW', iso_currency_code: 'USD' };
const transfer = {
  type: 'debit',
  network: 'ach',
  amount: '12.30',
  iso_currency_code: 'USD',
  description: 'Rent',
  ach_class: 'web',
  user: { legal_name: 'Ann Bee' },
};
const transferred = {
  ...transfer,
  id: 'bt1',
  account_id: 'a',
  created: '2026-01-01T00:00:00Z',
  status: 'pending',
  cancellable: true,
  failure_reason: null,
  custom_tag: null,
  metadata: null,
  origination_account_id: 'o1',
  direction: null,
};

/** Requests sent by calls to products. */
export const sentByProducts: Readonly<Record<string, Sent>> = {
  'assetReport.create': {
    path: '/asset_report/create',
    params: { access_tokens: [access_token], days_requested: 30, options: { add_ons: ['fast_assets'] } },
    answer: made,
  },
  'assetReport.get': {
    path: '/asset_report/get',
    params: { asset_report_token, include_insights: true, options: { days_to_include: 0 } },
    answer: report,
  },
  'assetReport.pdf.get': {
    path: '/asset_report/pdf/get',
    params: { asset_report_token, options: { days_to_include: 7 } },
    answer: file,
    result: bytes,
  },
  'assetReport.refresh': {
    path: '/asset_report/refresh',
    params: { asset_report_token, days_requested: null, options: { client_report_id: 'loan-7' } },
    answer: made,
  },
  'assetReport.filter': {
    path: '/asset_report/filter',
    params: { asset_report_token, account_ids_to_exclude: ['a'] },
    answer: made,
  },
  'assetReport.remove': {
    path: '/asset_report/remove',
    params: { asset_report_token },
    answer: { removed: true, request_id },
  },
  'assetReport.auditCopy.create': {
    path: '/asset_report/audit_copy/create',
    params: { asset_report_token, auditor_id: 'buyer' },
    answer: { audit_copy_token, request_id },
  },
  'assetReport.auditCopy.get': {
    path: '/asset_report/audit_copy/get',
    params: { audit_copy_token },
    answer: report,
  },
  'assetReport.auditCopy.pdf.get': {
    path: '/asset_report/audit_copy/pdf/get',
    params: { audit_copy_token },
    answer: file,
    result: bytes,
  },
  'assetReport.auditCopy.remove': {
    path: '/asset_report/audit_copy/remove',
    params: { audit_copy_token },
    answer: { removed: true, request_id },
  },
  'investments.holdings.get': {
    path: '/investments/holdings/get',
    params: { access_token, options: { account_ids: ['a'] } },
    answer: { ...positions, accounts: [investmentAccount], item, request_id },
  },
  'investments.transactions.get': {
    path: '/investments/transactions/get',
    params: { access_token, ...paged },
    body: { access_token, ...nested },
    answer: { ...trades, accounts: [investmentAccount], item },
    result: expect.objectContaining({ items: [trade], total: 7 }),
  },
  'investments.auth.get': {
    path: '/investments/auth/get',
    params: { access_token },
    answer: { ...investmentsAuth, accounts: [investmentAccount], item, request_id },
  },
  'investments.refresh': { path: '/investments/refresh', params: { access_token }, answer: done },
  'liabilities.get': {
    path: '/liabilities/get',
    params: { access_token, options: { account_ids: ['a'] } },
    answer: { ...accounts, liabilities },
  },
  'processor.token.create': {
    path: '/processor/token/create',
    params: { access_token, account_id: 'a', processor: 'dwolla' },
    answer: { processor_token, request_id },
  },
  'processor.token.permissions.set': {
    path: '/processor/token/permissions/set',
    params: { processor_token, products: ['auth', 'balance'] },
    answer: done,
  },
  'processor.token.permissions.get': {
    path: '/processor/token/permissions/get',
    params: { processor_token },
    answer: { products: ['auth', 'a_new_product'], request_id },
  },
  'processor.token.webhook.update': {
    path: '/processor/token/webhook/update',
    params: { processor_token, webhook: null },
    answer: done,
  },
  'processor.stripe.bankAccountToken.create': {
    path: '/processor/stripe/bank_account_token/create',
    params: { access_token, account_id: 'a' },
    answer: { stripe_bank_account_token: 'btok_1', request_id },
  },
  'processor.apex.processorToken.create': {
    path: '/processor/apex/processor_token/create',
    params: { access_token, account_id: 'a' },
    answer: { processor_token, request_id },
  },
  'processor.account.get': {
    path: '/processor/account/get',
    params: { processor_token },
    answer: { account, institution_id: 'ins_109508', request_id },
  },
  'processor.auth.get': {
    path: '/processor/auth/get',
    params: { processor_token },
    answer: { account, numbers: { bacs: { account_id: 'a', account: '1', sort_code: '2' }, ach: null }, request_id },
  },
  'processor.balance.get': {
    path: '/processor/balance/get',
    params: { processor_token, options: { min_last_updated_datetime: '2026-01-01T00:00:00Z' } },
    answer: { account, request_id },
  },
  'processor.identity.get': {
    path: '/processor/identity/get',
    params: { processor_token },
    answer: { account: ownedAccount, request_id },
  },
  'processor.identity.match': {
    path: '/processor/identity/match',
    params: { processor_token, ...match },
    answer: { account: matched, request_id },
  },
  'processor.investments.auth.get': {
    path: '/processor/investments/auth/get',
    params: { processor_token },
    answer: { ...investmentsAuth, account: investmentAccount, request_id },
  },
  'processor.investments.holdings.get': {
    path: '/processor/investments/holdings/get',
    params: { processor_token },
    answer: { ...positions, account: investmentAccount },
  },
  'processor.investments.transactions.get': {
    path: '/processor/investments/transactions/get',
    params: { processor_token, ...paged },
    body: { processor_token, ...nested },
    answer: { ...trades, account: investmentAccount },
    result: expect.objectContaining({ items: [trade], total: 7 }),
  },
  'processor.liabilities.get': {
    path: '/processor/liabilities/get',
    params: { processor_token },
    answer: { account, liabilities, request_id },
  },
  'processor.transactions.sync': {
    path: '/processor/transactions/sync',
    params: { processor_token, cursor: 'c0', count: 500 },
    answer: { ...synced, account },
    result: expect.objectContaining(page([{ ...synced, account }])),
  },
  'processor.transactions.get': {
    path: '/processor/transactions/get',
    params: { processor_token, ...span, options: { include_original_description: null } },
    body: { processor_token, ...dates, options: { include_original_description: null, count: 3, offset: 6 } },
    answer: { ...listed, account },
    result: expect.objectContaining({ items: [transaction], total: 7 }),
  },
  'processor.transactions.recurring.get': {
    path: '/processor/transactions/recurring/get',
    params: { processor_token, options: { personal_finance_category_version: 'v2' } },
    answer: recurring,
  },
  'processor.transactions.refresh': {
    path: '/processor/transactions/refresh',
    params: { processor_token },
    answer: done,
  },
  'processor.signal.evaluate': {
    path: '/processor/signal/evaluate',
    params: { processor_token, ...debit, device: { ip_address: '192.0.2.1', user_agent: null } },
    answer: evaluation,
  },
  'processor.signal.decision.report': {
    path: '/processor/signal/decision/report',
    params: { processor_token, client_transaction_id: 'd1', initiated: true },
    answer: done,
  },
  'processor.signal.return.report': {
    path: '/processor/signal/return/report',
    params: { processor_token, client_transaction_id: 'd1', return_code: 'R01' },
    answer: done,
  },
  'processor.signal.prepare': { path: '/processor/signal/prepare', params: { processor_token }, answer: done },
  'processor.bankTransfer.create': {
    path: '/processor/bank_transfer/create',
    params: { processor_token, idempotency_key: 'k', ...transfer },
    answer: { bank_transfer: transferred, request_id },
    result: transferred,
  },
  'signal.evaluate': {
    path: '/signal/evaluate',
    params: { access_token, account_id: 'a', ...debit, ruleset_key: 'mine', user: { name: { given_name: 'Ann' } } },
    answer: evaluation,
  },
  'signal.schedule': {
    path: '/signal/schedule',
    params: { access_token, account_id: 'a', ...debit, default_payment_method: 'SAME_DAY_ACH' },
    answer: { optimal_date: null, recommendations: [{ date: '2026-01-05', rank: null }], warnings: [], request_id },
  },
  'signal.decision.report': {
    path: '/signal/decision/report',
    params: { client_transaction_id: 'd1', initiated: false, submitted_at: '2026-01-01T00:00:00Z' },
    answer: done,
  },
  'signal.return.report': {
    path: '/signal/return/report',
    params: { client_transaction_id: 'd1', return_code: 'R01', returned_at: null },
    answer: done,
  },
  'signal.prepare': { path: '/signal/prepare', params: { access_token }, answer: done },
  'statements.list': {
    path: '/statements/list',
    params: { access_token },
    answer: {
      accounts: [
        {
          account_id: 'a',
          account_mask: null,
          account_name: 'Checking',
          account_official_name: null,
          account_subtype: 'checking',
          account_type: 'depository',
          statements: [{ statement_id: 's1', month: 1, year: 2026 }],
        },
      ],
      institution_id: 'ins_109508',
      institution_name: 'First Platypus Bank',
      item_id: 'item-1',
      request_id,
    },
  },
  'statements.download': {
    path: '/statements/download',
    params: { access_token, statement_id: 's1' },
    answer: file,
    result: bytes,
  },
  'statements.refresh': { path: '/statements/refresh', params: { access_token, ...dates }, answer: done },
  'transactions.sync': {
    path: '/transactions/sync',
    params: { access_token, cursor: 'c0', count: 500, options: { account_id: 'a' } },
    answer: { ...synced, accounts: [account] },
    result: expect.objectContaining(page([{ ...synced, accounts: [account] }])),
  },
  'transactions.get': {
    path: '/transactions/get',
    params: { access_token, ...paged },
    body: { access_token, ...nested },
    answer: { ...listed, accounts: [account], item },
    result: expect.objectContaining({
      items: [transaction],
      total: 7,
      raw: { ...listed, accounts: [account], item },
    }),
  },
  'transactions.refresh': { path: '/transactions/refresh', params: { access_token }, answer: done },
  'transactions.recurring.get': {
    path: '/transactions/recurring/get',
    params: { access_token, account_ids: ['a'], options: { include_personal_finance_category: true } },
    answer: recurring,
  },
  'transactions.enrich': {
    path: '/transactions/enrich',
    params: { account_type: 'credit', transactions: [own], options: { include_legacy_category: true } },
    answer: { enriched_transactions: [] },
  },
};
