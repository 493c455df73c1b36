import { known, named } from '@x/core';
import * as v from 'valibot';
import { nullableString, optionalNullableString, optionalString } from '../schema.ts';
import { counterpartyFields, customization, location, paymentChannel, personalCategory } from './transaction-parts.ts';

const enrichedSchema = v.object({
  id: v.string(),
  client_user_id: optionalString,
  client_account_id: optionalString,
  account_type: optionalString,
  account_subtype: optionalString,
  description: v.string(),
  amount: v.number(),
  direction: v.optional(known('INFLOW', 'OUTFLOW')),
  iso_currency_code: v.string(),
  enrichments: v.object({
    check_number: optionalNullableString,
    counterparties: v.array(v.object({ ...counterpartyFields, phone_number: nullableString })),
    entity_id: optionalNullableString,
    legacy_category_id: optionalNullableString,
    legacy_category: v.nullish(v.array(v.string())),
    location,
    logo_url: nullableString,
    merchant_name: nullableString,
    payment_channel: paymentChannel,
    phone_number: nullableString,
    personal_finance_category: v.nullable(personalCategory),
    personal_finance_category_icon_url: v.string(),
    website: nullableString,
  }),
  client_customization: customization,
});

/** A transaction of your own with what the provider found out about it. `amount` is without sign: see `direction`. */
export interface EnrichedTransaction extends v.InferOutput<typeof enrichedSchema> {}

export const enrichmentsSchema = v.object({
  enriched_transactions: v.array(named<EnrichedTransaction>(enrichedSchema)),
  request_id: optionalString,
});

/** Transactions of your own, told apart by the `id` that you gave them. */
export interface Enrichments extends v.InferOutput<typeof enrichmentsSchema> {}
