import * as v from 'valibot';
import { optionalNullableBoolean } from '../schema.ts';

/** Parts of a user's accounts that an application may access. Parts that are not set are allowed. */
export const scopesSchema = v.object({
  /** Access per product, over all accounts. Default: all products. */
  product_access: v.optional(
    v.object({
      /** Access to statements. Only certain partners use it. Default true. */
      statements: optionalNullableBoolean,
      /** Access to names, emails, phone numbers and addresses. Only certain partners use it. Default true. */
      identity: optionalNullableBoolean,
      /** Access to account numbers. Only certain partners use it. Default true. */
      auth: optionalNullableBoolean,
      /** Access to transactions. Only certain partners use it. Default true. */
      transactions: optionalNullableBoolean,
      /** Access to account details and transactions. Only certain partners use it. Default true. */
      accounts_details_transactions: optionalNullableBoolean,
      /** Access to routing numbers of accounts. Only certain partners use it. Default true. */
      accounts_routing_number: optionalNullableBoolean,
      /** Access to statements of accounts. Only certain partners use it. Default true. */
      accounts_statements: optionalNullableBoolean,
      /** Access to tax statements of accounts. Only certain partners use it. Default true. */
      accounts_tax_statements: optionalNullableBoolean,
      /** Access to profiles of customers. Only certain partners use it. Default true. */
      customers_profiles: optionalNullableBoolean,
    }),
  ),
  /** Access per account. Accounts that are not listed follow `new_accounts`. */
  accounts: v.optional(
    v.array(
      v.object({
        /** ID of the account, as the institution's data access API returns it. */
        unique_id: v.string(),
        /** Whether the application sees the account and its balance. Default true. */
        authorized: optionalNullableBoolean,
        /** Access per product for this account. Default: all products. */
        account_product_access: v.nullish(
          v.object({
            /** Access to account data. Only certain partners use it. Default true. */
            account_data: optionalNullableBoolean,
            /** Access to bank statements. Only certain partners use it. Default true. */
            statements: optionalNullableBoolean,
            /** Access to tax documents. Only certain partners use it. Default true. */
            tax_documents: optionalNullableBoolean,
          }),
        ),
      }),
    ),
  ),
  /** Access to accounts that are opened later. Default true. */
  new_accounts: optionalNullableBoolean,
});
