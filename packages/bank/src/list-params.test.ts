import { describeListParams, type ListParam } from '@x/testing';
import { endpoints } from './index.ts';

/** Lists whose length Plaid does not limit. */
const unlimited = (params: readonly string[], value?: ListParam['value']): ListParam[] =>
  params.map((param) => ({ param, limit: 'no documented maximum', value, others: { user_id: 'usr_1' } }));
const accountIds = unlimited(['options.account_ids']);
const country = () => 'US';
const product = () => 'transactions';
const reviews = unlimited(['confirmed_hits', 'dismissed_hits']);
const resets = unlimited(['reset_fields'], () => 'assignee');
const identities = [
  ...unlimited(['consumer_report_user_identity.emails', 'consumer_report_user_identity.phone_numbers']),
  ...unlimited(['identity.emails', 'identity.phone_numbers'], (index) => ({ data: `${index}`, primary: false })),
  ...unlimited(['identity.addresses'], () => ({ country: 'US', primary: false })),
  ...unlimited(['identity.id_numbers'], (index) => ({ value: `${index}`, type: 'us_ssn' })),
];
const linkSession = [
  ...unlimited(['country_codes'], country),
  ...unlimited(
    ['products', 'required_if_supported_products', 'optional_products', 'additional_consented_products'],
    product,
  ),
  ...unlimited(['access_tokens', 'update.item_ids', 'identity.account_ids']),
  ...unlimited(['identity.parsing_configs'], () => 'ocr'),
  ...unlimited(['employment.employment_source_types', 'income_verification.income_source_types'], () => 'bank'),
  ...unlimited(['income_verification.payroll_income.flow_types'], () => 'payroll_digital_income'),
  ...unlimited(['income_verification.payroll_income.parsing_config'], () => 'ocr'),
  ...unlimited(['income_verification.access_tokens']),
  ...unlimited(['income_verification.stated_income_sources'], (index) => ({ employer: `${index}` })),
  ...unlimited(['account_filters.depository.account_subtypes'], () => 'checking'),
  ...unlimited(['account_filters.depository.limited_purpose_types'], () => 'payroll'),
  ...unlimited(['account_filters.credit.account_subtypes'], () => 'credit card'),
  ...unlimited(['account_filters.loan.account_subtypes'], () => 'student'),
  ...unlimited(['account_filters.investment.account_subtypes'], () => 'ira'),
  ...unlimited(['account_filters.other.account_subtypes'], () => 'other'),
];

// Limits from https://plaid.com/docs/api/
describeListParams(endpoints, {
  'accounts.balance.get': accountIds,
  'accounts.get': accountIds,
  'assetReport.create': [
    { param: 'access_tokens', limit: { max: 99 } },
    ...unlimited(['options.add_ons'], () => 'investments'),
    ...unlimited(['options.products'], product),
  ],
  'assetReport.filter': unlimited(['account_ids_to_exclude']),
  'auth.get': accountIds,
  'credit.payrollIncome.get': unlimited(['options.item_ids']),
  'credit.payrollIncome.parsingConfig.update': unlimited(['parsing_config'], () => 'ocr'),
  'credit.payrollIncome.precheck': unlimited(['access_tokens']),
  'credit.payrollIncome.refresh': unlimited(['options.item_ids']),
  'identity.documents.uploads.get': accountIds,
  'identity.get': accountIds,
  'identity.match': accountIds,
  'income.verification.create': unlimited(['options.access_tokens']),
  'income.verification.precheck': unlimited(['transactions_access_tokens']),
  'institutions.get': [
    ...unlimited(['country_codes'], country),
    ...unlimited(['options.products'], product),
    ...unlimited(['options.routing_numbers']),
  ],
  'institutions.getById': unlimited(['country_codes'], country),
  'institutions.search': [...unlimited(['country_codes'], country), ...unlimited(['products'], product)],
  'investments.auth.get': accountIds,
  'investments.holdings.get': accountIds,
  'investments.transactions.get': accountIds,
  'item.import': unlimited(['products'], product),
  'item.updateApplicationScopes': unlimited(['scopes.accounts'], (index) => ({
    unique_id: `${index}`,
    authorized: true,
  })),
  'liabilities.get': accountIds,
  'link.createToken': linkSession,
  'link.createUpdateToken': linkSession,
  'paymentInitiation.consent.create': [
    ...unlimited(['scopes'], () => 'EXTERNAL'),
    ...unlimited(['payer_details.phone_numbers', 'payer_details.emails']),
    ...unlimited(['constraints.periodic_amounts'], () => ({
      amount: { currency: 'GBP', value: 1 },
      interval: 'DAY',
      alignment: 'CONSENT',
    })),
    { param: 'payer_details.address.street', limit: { max: 2 } },
  ],
  'paymentInitiation.payment.reverse': [{ param: 'counterparty_address.street', limit: { max: 2 } }],
  'paymentInitiation.recipient.create': [{ param: 'address.street', limit: { max: 2 } }],
  'processor.investments.transactions.get': accountIds,
  'processor.token.permissions.set': unlimited(['products'], product),
  'sandbox.createPublicToken': [
    ...unlimited(['initial_products'], product),
    ...unlimited(['options.income_verification.income_source_types'], () => 'bank'),
  ],
  'sandbox.createTransactions': [
    {
      param: 'transactions',
      limit: { max: 10 },
      value: (index) => ({
        date_transacted: '2026-01-01',
        date_posted: '2026-01-02',
        amount: index,
        description: 'Tea',
      }),
    },
  ],
  'sandbox.resetUserLogin': unlimited(['item_ids']),
  'sandbox.selectOauthAccounts': unlimited(['accounts']),
  'transactions.enrich': [
    {
      param: 'transactions',
      limit: { max: 100 },
      value: (index) => ({
        id: `${index}`,
        description: 'Tea',
        amount: 3,
        direction: 'OUTFLOW',
        iso_currency_code: 'USD',
      }),
    },
  ],
  'transactions.get': accountIds,
  'transactions.recurring.get': unlimited(['account_ids']),
  'transfer.event.list': unlimited(['event_types'], () => 'posted'),
  'user.create': identities,
  'user.items.associate': [{ param: 'item_ids', limit: { max: 100 } }],
  'user.items.remove': unlimited(['item_ids']),
  'user.update': identities,
  'watchlistScreening.entity.review.create': reviews,
  'watchlistScreening.entity.update': resets,
  'watchlistScreening.individual.review.create': reviews,
  'watchlistScreening.individual.update': resets,
});
