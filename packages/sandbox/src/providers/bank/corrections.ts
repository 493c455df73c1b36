import type { TableField } from '../../shared/openapi-table.ts';

type Corrections = Readonly<Record<string, Readonly<Record<string, Partial<TableField>>>>>;

const atMost = (maxItems: number) => ({ minItems: 1, maxItems });
const currency = { minLength: 3, maxLength: 3 };
const countries = { minItems: 1 };
// Applies only when sent, because the Item may have been linked with a different number of days.
const whenSent = { default: undefined };
const legalName = { legal_name: { minLength: 1, maxLength: 100 } };
const screened = { ...legalName, document_number: { minLength: 4, maxLength: 32 } };
const upTo = (maxLength: number) => ({ minLength: 1, maxLength });
const methods = ['SAME_DAY_ACH', 'STANDARD_ACH', 'MULTIPLE_PAYMENT_METHODS'];

/** Fields that the official file makes nullable but that are left out instead, by record. */
export const leftOut: Readonly<Record<string, readonly string[]>> = { PaymentInitiationPayment: ['amount_refunded'] };

/** Differences between requests and the official file, by path or shape, then by field. */
export const corrections: Corrections = {
  // Limits and values that the file has only in its prose.
  '/institutions/get_by_id': { country_codes: countries },
  // An unknown product is refused with a separate error code.
  '/institutions/search': { country_codes: countries, products: { items: {} } },
  '/link/token/create': {
    client_name: { maxLength: 30 },
    language: { enum: 'da nl en et fr de hi it lv lt no pl pt ro es sv vi'.split(' ') },
  },
  '/processor/bank_transfer/create': { iso_currency_code: { enum: ['USD'] } },
  '/processor/signal/evaluate': { default_payment_method: { enum: methods } },
  '/processor/transactions/sync': { cursor: { nullable: true, maxLength: 256 } },
  '/sandbox/transactions/create': { transactions: atMost(10) },
  '/signal/evaluate': { default_payment_method: { enum: methods } },
  '/signal/schedule': { default_payment_method: { enum: methods } },
  '/sandbox/payment/simulate': {
    webhook: { format: 'url' },
    status: {
      enum: 'INITIATED INSUFFICIENT_FUNDS FAILED EXECUTED SETTLED CANCELLED REJECTED'
        .split(' ')
        .map((status) => `PAYMENT_STATUS_${status}`),
    },
  },
  '/sandbox/transfer/refund/simulate': {
    event_type: { enum: ['refund.posted', 'refund.settled', 'refund.failed', 'refund.returned'] },
  },
  '/sandbox/transfer/simulate': {
    event_type: { enum: ['posted', 'settled', 'failed', 'funds_available', 'returned'] },
  },
  '/transfer/migrate_account': { account_type: { enum: ['checking', 'savings'] } },
  '/transactions/enrich': { account_type: { enum: ['depository', 'credit'] }, transactions: atMost(100) },
  '/transactions/sync': { cursor: { nullable: true, maxLength: 256 } }, // null starts from the beginning
  '/user/items/associate': { item_ids: atMost(100) },
  '/user/items/remove': { item_ids: { minItems: 1 } },
  EntityWatchlistSearchTerms: screened,
  IdentityVerificationRequestUserName: { given_name: upTo(100), family_name: upTo(100) },
  UpdateEntityScreeningRequestSearchTerms: screened,
  UpdateIndividualScreeningRequestSearchTerms: screened,
  UserAddress: { street: upTo(80), street2: upTo(50), city: upTo(100), postal_code: { minLength: 2, maxLength: 10 } },
  WatchlistScreeningRequestSearchTerms: screened,
  ClientProvidedTransaction: { iso_currency_code: currency },
  CustomSandboxTransaction: { iso_currency_code: currency },
  // Reports about just a user belong to a product that the sandbox does not serve.
  '/asset_report/create': { access_tokens: { required: true } },
  // Users of the new kind have no token.
  '/credit/bank_income/webhook/update': { user_token: { required: false } },
  '/credit/payroll_income/parsing_config/update': { user_token: { required: false } },
  CreditBankIncomeGetRequestOptions: { count: { min: 1 } },
  // An empty URL means no webhook.
  AssetReportCreateRequestOptions: { webhook: { minLength: 0 } },
  AssetReportRefreshRequestOptions: { webhook: { minLength: 0 } },
  // Tests also need webhooks about identity.
  '/sandbox/item/fire_webhook': {
    webhook_type: {
      enum: 'AUTH HOLDINGS IDENTITY INVESTMENTS_TRANSACTIONS ITEM LIABILITIES TRANSACTIONS ASSETS'.split(' '),
    },
  },
  // The official clients send null here.
  '/asset_report/get': { asset_report_token: { nullable: true } },
  InstitutionsGetByIdRequestOptions: { include_auth_metadata: { nullable: true } },
  InstitutionsGetRequestOptions: { include_auth_metadata: { nullable: true } },
  TransactionsGetRequestOptions: { days_requested: whenSent },
  TransactionsSyncRequestOptions: {
    days_requested: whenSent,
    // Older clients still send it, but it no longer has any effect.
    include_personal_finance_category_beta: { type: 'boolean' },
  },
};
