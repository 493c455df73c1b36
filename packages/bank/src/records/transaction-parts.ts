import { known } from '@x/core/provider';
import * as v from 'valibot';
import { nullableNumber, nullableString, optionalNullableString } from '../schema.ts';

// Schema pieces that several transaction records share.

export const categoryFields = {
  /** Broad category, such as `FOOD_AND_DRINK`. */
  primary: v.string(),
  /** Narrow category, such as `FOOD_AND_DRINK_COFFEE`. Unique over all categories. */
  detailed: v.string(),
  /**
   * Confidence that the category is right: `VERY_HIGH` (over 98 %), `HIGH` (over 90 %), `MEDIUM`, `LOW` or `UNKNOWN`.
   */
  confidence_level: optionalNullableString,
};
export const categoryVersion = v.optional(known('v1', 'v2'));
export const personalCategory = v.object({
  ...categoryFields,
  /** Version of the category taxonomy, `v1` or `v2`. */
  version: categoryVersion,
});

export const location = v.object({
  /** Street address of the place. Null if unknown. */
  address: nullableString,
  /** City of the place. Null if unknown. */
  city: nullableString,
  /** Region or state of the place. Null if unknown. */
  region: nullableString,
  /** Postal code of the place. Null if unknown. */
  postal_code: nullableString,
  /** Country of the place, ISO 3166-1 alpha-2. Null if unknown. */
  country: nullableString,
  /** Latitude of the place in degrees. Null if unknown. */
  lat: nullableNumber,
  /** Longitude of the place in degrees. Null if unknown. */
  lon: nullableNumber,
  /** Number of the store, as the merchant numbers its stores. Null if unknown. */
  store_number: nullableString,
});

export const paymentMeta = v.object({
  /** Reference number from the institution. */
  reference_number: nullableString,
  /** ACH PPD ID of the payer. */
  ppd_id: nullableString,
  /** Recipient of the transfer. */
  payee: nullableString,
  /** Party that ordered a wire transfer. Null for other transactions. */
  by_order_of: nullableString,
  /** Party that pays. */
  payer: nullableString,
  /** Kind of transfer, such as `ACH`. */
  payment_method: nullableString,
  /** Name of the company that processed the payment. */
  payment_processor: nullableString,
  /** Description of the transfer by the payer. */
  reason: nullableString,
});

export const paymentChannel = known('online', 'in store', 'other');

export const counterpartyFields = {
  /** Name of the merchant, bank or other party. */
  name: v.string(),
  /** Stable ID of the counterparty. Null if it has none. */
  entity_id: optionalNullableString,
  /** Role of the counterparty. */
  type: known('merchant', 'financial_institution', 'payment_app', 'marketplace', 'payment_terminal', 'income_source'),
  /** Website of the counterparty. Null if unknown. */
  website: nullableString,
  /** URL of a 100 x 100 pixel PNG logo. Null if there is none. */
  logo_url: nullableString,
  /**
   * Confidence that the counterparty is right: `VERY_HIGH` (over 98 %), `HIGH` (over 90 %), `MEDIUM`, `LOW` or
   * `UNKNOWN`.
   */
  confidence_level: optionalNullableString,
  /** Account numbers of the counterparty, if they are known. For European accounts only. */
  account_numbers: v.nullish(
    v.object({
      /** UK account of the counterparty. */
      bacs: v.nullish(
        v.object({
          /** Account number in the UK. */
          account: optionalNullableString,
          /** Six-digit sort code of the bank. */
          sort_code: optionalNullableString,
        }),
      ),
      /** Account of the counterparty outside the UK. */
      international: v.nullish(
        v.object({
          /** International bank account number. */
          iban: optionalNullableString,
          /** BIC (SWIFT code) of the bank. */
          bic: optionalNullableString,
        }),
      ),
    }),
  ),
};

export const customization = v.nullish(
  v.object({
    /** Custom ID agreed with your app for the merchant or counterparty; not the `entity_id`. */
    custom_entity_id: v.optional(v.string()),
  }),
);
