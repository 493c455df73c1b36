import { known, oneOf } from '@x/core/provider';
import * as v from 'valibot';

/** Products that Link and the sandbox can create an Item with. */
const startProducts = [
  'assets',
  'auth',
  'balance_plus',
  'beacon',
  'identity',
  'identity_match',
  'investments',
  'investments_auth',
  'liabilities',
  'payment_initiation',
  'identity_verification',
  'transactions',
  'credit_details',
  'income',
  'income_verification',
  'standing_orders',
  'transfer',
  'employment',
  'signal',
  'statements',
  'processor_payments',
  'processor_identity',
  'profile',
  'cra_base_report',
  'cra_income_insights',
  'cra_partner_insights',
  'cra_network_insights',
  'cra_cashflow_insights',
  'cra_monitoring',
  'cra_lend_score',
  'cra_plaid_credit_score',
  'cra_qualify',
  'cra_home_lending',
  'layer',
  'pay_by_bank',
  'protect_linked_bank',
  'protect_transactions',
] as const;

// The added products come with others: an Item cannot be created with them (INVALID_PRODUCT).
const products = [...startProducts, 'balance', 'recurring_transactions', 'transactions_refresh'] as const;

/** A parameter of products that an Item is created with. */
export const initialProductsParam = v.array(oneOf(startProducts));
/** A parameter of any number of products. */
export const productsParam = v.array(oneOf(products));
/** A parameter of one or more products. */
export const nonEmptyProductsParam = v.pipe(productsParam, v.minLength(1));
export const optionalNullableProductsParam = v.nullish(nonEmptyProductsParam);

/** Products in a response. Names that are newer than this package are accepted. */
export const productList = v.array(known(...products));
