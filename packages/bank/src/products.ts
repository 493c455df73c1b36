import { known } from '@x/core';
import * as v from 'valibot';

/** Products that Link and the sandbox start an Item with. */
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
  'layer',
  'pay_by_bank',
  'protect_linked_bank',
  'protect_transactions',
] as const;

// These come with others: to start an Item with one of them is refused with INVALID_PRODUCT.
const products = [...startProducts, 'balance', 'recurring_transactions', 'transactions_refresh'] as const;

/** Parameters: products that an Item starts with, any number of products, and one product or more. */
export const initialProductsParam = v.array(v.picklist(startProducts));
export const productsParam = v.array(v.picklist(products));
export const nonEmptyProductsParam = v.pipe(productsParam, v.minLength(1));
export const optionalNullableProductsParam = v.nullish(nonEmptyProductsParam);

/** Products in a response; names that are newer than this package pass. */
export const productList = v.array(known(...products));
