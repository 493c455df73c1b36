import { known, named } from '@x/core';
import * as v from 'valibot';
import { optionalText, text, word } from '../plaid.ts';
import { counterpartyFields, customization, location, paymentChannel, personalCategory } from './transaction-parts.ts';

const enrichedSchema = v.object({
  id: v.string(),
  client_user_id: word,
  client_account_id: word,
  account_type: word,
  account_subtype: word,
  description: v.string(),
  amount: v.number(),
  direction: v.optional(known('INFLOW', 'OUTFLOW')),
  iso_currency_code: v.string(),
  enrichments: v.object({
    check_number: optionalText,
    counterparties: v.array(v.object({ ...counterpartyFields, phone_number: text })),
    entity_id: optionalText,
    legacy_category_id: optionalText,
    legacy_category: v.nullish(v.array(v.string())),
    location,
    logo_url: text,
    merchant_name: text,
    payment_channel: paymentChannel,
    phone_number: text,
    personal_finance_category: v.nullable(personalCategory),
    personal_finance_category_icon_url: v.string(),
    website: text,
  }),
  client_customization: customization,
});

/** A transaction of your own with what the provider found out about it. `amount` is without sign: see `direction`. */
export interface EnrichedTransaction extends v.InferOutput<typeof enrichedSchema> {}

export const enrichmentsSchema = v.object({
  enriched_transactions: v.array(named<EnrichedTransaction>(enrichedSchema)),
  request_id: word,
});

/** Transactions of your own, told apart by the `id` that you gave them. */
export interface Enrichments extends v.InferOutput<typeof enrichmentsSchema> {}
