import { known } from '@x/core';
import * as v from 'valibot';
import { number, optionalText, text } from '../plaid.ts';

// What several records of transactions have in common.

export const categoryFields = { primary: v.string(), detailed: v.string(), confidence_level: optionalText };
export const categoryVersion = v.optional(known('v1', 'v2'));
export const personalCategory = v.object({ ...categoryFields, version: categoryVersion });

export const location = v.object({
  address: text,
  city: text,
  region: text,
  postal_code: text,
  country: text,
  lat: number,
  lon: number,
  store_number: text,
});

export const paymentMeta = v.object({
  reference_number: text,
  ppd_id: text,
  payee: text,
  by_order_of: text,
  payer: text,
  payment_method: text,
  payment_processor: text,
  reason: text,
});

export const paymentChannel = known('online', 'in store', 'other');

export const counterpartyFields = {
  name: v.string(),
  entity_id: optionalText,
  type: known('merchant', 'financial_institution', 'payment_app', 'marketplace', 'payment_terminal', 'income_source'),
  website: text,
  logo_url: text,
  confidence_level: optionalText,
  account_numbers: v.nullish(
    v.object({
      bacs: v.nullish(v.object({ account: optionalText, sort_code: optionalText })),
      international: v.nullish(v.object({ iban: optionalText, bic: optionalText })),
    }),
  ),
};

export const customization = v.nullish(v.object({ custom_entity_id: v.optional(v.string()) }));
