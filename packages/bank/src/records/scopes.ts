import * as v from 'valibot';
import { optionalTruth } from '../plaid.ts';

/** What an application may see of a user's accounts; what is not set is allowed. */
export const scopesSchema = v.object({
  product_access: v.optional(
    v.object({
      statements: optionalTruth,
      identity: optionalTruth,
      auth: optionalTruth,
      transactions: optionalTruth,
      accounts_details_transactions: optionalTruth,
      accounts_routing_number: optionalTruth,
      accounts_statements: optionalTruth,
      accounts_tax_statements: optionalTruth,
      customers_profiles: optionalTruth,
    }),
  ),
  accounts: v.optional(
    v.array(
      v.object({
        unique_id: v.string(),
        authorized: optionalTruth,
        account_product_access: v.nullish(
          v.object({ account_data: optionalTruth, statements: optionalTruth, tax_documents: optionalTruth }),
        ),
      }),
    ),
  ),
  new_accounts: optionalTruth,
});
