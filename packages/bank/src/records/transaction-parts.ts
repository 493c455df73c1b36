import { known } from '@x/core';
import * as v from 'valibot';
import { nullableNumber, nullableString, optionalNullableString } from '../schema.ts';

// What several records of transactions have in common.

export const categoryFields = { primary: v.string(), detailed: v.string(), confidence_level: optionalNullableString };
export const categoryVersion = v.optional(known('v1', 'v2'));
export const personalCategory = v.object({ ...categoryFields, version: categoryVersion });

export const location = v.object({
  address: nullableString,
  city: nullableString,
  region: nullableString,
  postal_code: nullableString,
  country: nullableString,
  lat: nullableNumber,
  lon: nullableNumber,
  store_number: nullableString,
});

export const paymentMeta = v.object({
  reference_number: nullableString,
  ppd_id: nullableString,
  payee: nullableString,
  by_order_of: nullableString,
  payer: nullableString,
  payment_method: nullableString,
  payment_processor: nullableString,
  reason: nullableString,
});

export const paymentChannel = known('online', 'in store', 'other');

export const counterpartyFields = {
  name: v.string(),
  entity_id: optionalNullableString,
  type: known('merchant', 'financial_institution', 'payment_app', 'marketplace', 'payment_terminal', 'income_source'),
  website: nullableString,
  logo_url: nullableString,
  confidence_level: optionalNullableString,
  account_numbers: v.nullish(
    v.object({
      bacs: v.nullish(v.object({ account: optionalNullableString, sort_code: optionalNullableString })),
      international: v.nullish(v.object({ iban: optionalNullableString, bic: optionalNullableString })),
    }),
  ),
};

export const customization = v.nullish(v.object({ custom_entity_id: v.optional(v.string()) }));
