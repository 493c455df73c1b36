import { known, named } from '@x/core';
import * as v from 'valibot';
import { nullableString, optionalNullableString, optionalString, requestId } from '../schema.ts';
import { categoryVersion, personalCategory } from './transaction-parts.ts';

const amount = v.object({
  amount: v.optional(v.number()),
  iso_currency_code: optionalNullableString,
  unofficial_currency_code: optionalNullableString,
});

const streamSchema = v.object({
  account_id: v.string(),
  stream_id: v.string(),
  category: v.nullable(v.array(v.string())),
  category_id: nullableString,
  description: v.string(),
  merchant_name: nullableString,
  first_date: v.string(),
  last_date: v.string(),
  predicted_next_date: optionalNullableString,
  frequency: known('UNKNOWN', 'WEEKLY', 'BIWEEKLY', 'SEMI_MONTHLY', 'MONTHLY', 'ANNUALLY'),
  transaction_ids: v.array(v.string()),
  average_amount: amount,
  last_amount: amount,
  is_active: v.boolean(),
  status: known('UNKNOWN', 'MATURE', 'EARLY_DETECTION', 'TOMBSTONED'),
  personal_finance_category: v.nullish(personalCategory),
  is_user_modified: v.boolean(),
  last_user_modified_datetime: optionalString,
});

/**
 * Transactions that come again and again, such as a salary or a subscription. `transaction_ids` are sorted by day,
 * earliest first. A stream is `MATURE` after about three of them; `TOMBSTONED` is one that stopped before.
 */
export interface TransactionStream extends v.InferOutput<typeof streamSchema> {}

const streams = v.array(named<TransactionStream>(streamSchema));

export const recurringSchema = v.object({
  inflow_streams: streams,
  outflow_streams: streams,
  updated_datetime: v.string(),
  personal_finance_category_version: categoryVersion,
  ...requestId,
});

/** What comes in and what goes out regularly, and when that was last worked out. */
export interface RecurringTransactions extends v.InferOutput<typeof recurringSchema> {}
