import * as v from 'valibot';
import { optionalNullableBoolean } from '../schema.ts';

/** What an application may see of a user's accounts; what is not set is allowed. */
export const scopesSchema = v.object({
  product_access: v.optional(
    v.object({
      statements: optionalNullableBoolean,
      identity: optionalNullableBoolean,
      auth: optionalNullableBoolean,
      transactions: optionalNullableBoolean,
      accounts_details_transactions: optionalNullableBoolean,
      accounts_routing_number: optionalNullableBoolean,
      accounts_statements: optionalNullableBoolean,
      accounts_tax_statements: optionalNullableBoolean,
      customers_profiles: optionalNullableBoolean,
    }),
  ),
  accounts: v.optional(
    v.array(
      v.object({
        unique_id: v.string(),
        authorized: optionalNullableBoolean,
        account_product_access: v.nullish(
          v.object({
            account_data: optionalNullableBoolean,
            statements: optionalNullableBoolean,
            tax_documents: optionalNullableBoolean,
          }),
        ),
      }),
    ),
  ),
  new_accounts: optionalNullableBoolean,
});
