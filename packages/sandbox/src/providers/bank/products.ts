import { refuse } from './refusal.ts';

/** Every product of the API. */
export const products = [
  'assets',
  'auth',
  'balance',
  'balance_plus',
  'beacon',
  'credit_details',
  'cra_base_report',
  'cra_cashflow_insights',
  'cra_income_insights',
  'cra_lend_score',
  'cra_monitoring',
  'cra_network_insights',
  'cra_partner_insights',
  'cra_plaid_credit_score',
  'employment',
  'identity',
  'identity_match',
  'identity_verification',
  'income',
  'income_verification',
  'investments',
  'investments_auth',
  'investments_refresh',
  'layer',
  'liabilities',
  'pay_by_bank',
  'payment_initiation',
  'processor_identity',
  'processor_payments',
  'profile',
  'protect_linked_bank',
  'protect_transactions',
  'recurring_transactions',
  'signal',
  'standing_orders',
  'statements',
  'transactions',
  'transactions_refresh',
  'transfer',
] as const;

export const countries = 'US GB ES NL FR IE CA DE IT PL DK NO SE EE LT LV PT BE AT FI'.split(' ');

export const languages = 'da nl en et fr de hi it lv lt no pl pt ro es sv vi'.split(' ');

/** Refuses products the client may not ask for, and those that are never asked for by name. */
export function authorizeProducts(asked: readonly string[], allowed: readonly string[]): void {
  const refused = asked.filter((product) => !allowed.includes(product));
  if (refused.length > 0)
    refuse('INVALID_PRODUCT', `client is not authorized to access the following products: ${JSON.stringify(refused)}`);
}
