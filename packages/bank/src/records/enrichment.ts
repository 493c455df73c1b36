import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString, optionalNullableString, optionalString } from '../schema.ts';
import { counterpartyFields, customization, location, paymentChannel, personalCategory } from './transaction-parts.ts';

export const enrichedSchema = v.object({
  /** Your own ID of the transaction, as in the request. */
  id: v.string(),
  /** Your own ID of the user, as in the request. */
  client_user_id: optionalString,
  /** Your own ID of the account, as in the request. */
  client_account_id: optionalString,
  /** Type of the account that the transaction is in, as in the request. */
  account_type: optionalString,
  /** Subtype of the account that the transaction is in, as in the request. */
  account_subtype: optionalString,
  /** Description that was sent in the request. */
  description: v.string(),
  /** Amount without a sign, 0 or more, in major units of the currency; see `direction`. */
  amount: v.number(),
  /** `INFLOW`: money into the account; `OUTFLOW`: money out of it. */
  direction: v.optional(known('INFLOW', 'OUTFLOW')),
  /** ISO 4217 code of the amount, such as `USD`. */
  iso_currency_code: v.string(),
  /** Details that the API found about the transaction. */
  enrichments: v.object({
    /** Number on the check. Set for checks only. */
    check_number: optionalNullableString,
    /** Parties that were found in the description, such as the merchant. */
    counterparties: v.array(
      v.object({
        ...counterpartyFields,
        /** Phone number of the counterparty, E.164; of the branch if the location is known. Null if unknown. */
        phone_number: nullableString,
      }),
    ),
    /** Stable ID of the main counterparty. Null or absent if it has none. */
    entity_id: optionalNullableString,
    /**
     * ID of the legacy category. Null or absent if there is none.
     *
     * @deprecated Use `personal_finance_category`.
     */
    legacy_category_id: optionalNullableString,
    /**
     * Legacy category, from general to specific. Null or absent if there is none.
     *
     * @deprecated Use `personal_finance_category`.
     */
    legacy_category: v.nullish(v.array(v.string())),
    /** Place of the transaction. Filled in only for purchases at a physical location. */
    location,
    /** URL of a 100 x 100 pixel PNG logo of the merchant. Null if there is none. */
    logo_url: nullableString,
    /** Name of the main counterparty. Null if none was found. */
    merchant_name: nullableString,
    /** `online`, `in store` at a physical location, or `other`, such as a bank fee. */
    payment_channel: paymentChannel,
    /** Phone number of the main counterparty, E.164; of the branch if the location is known. Null if unknown. */
    phone_number: nullableString,
    /** Category of the transaction. Null if none was found. */
    personal_finance_category: v.nullable(personalCategory),
    /** URL of a 100 x 100 pixel PNG icon of the primary category. */
    personal_finance_category_icon_url: v.string(),
    /** Website of the merchant. Null if unknown. */
    website: nullableString,
  }),
  /** Custom data agreed between your app and Plaid. Null or absent by default. */
  client_customization: customization,
});

/** A transaction that you sent, with the details that the API found. */
export interface EnrichedTransaction extends v.InferOutput<typeof enrichedSchema> {}

export const enrichmentsSchema = v.object({
  /** Transactions of the request with the details that were found; match them by `id`. */
  enriched_transactions: v.array(named<EnrichedTransaction>(enrichedSchema)),
  /** ID of the request, for Plaid support. */
  request_id: optionalString,
});

/** The transactions that you sent, enriched. Each has the `id` that you assigned to it. */
export interface Enrichments extends v.InferOutput<typeof enrichmentsSchema> {}
