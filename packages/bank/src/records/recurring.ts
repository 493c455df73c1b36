import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { nullableString, optionalNullableString, optionalString, requestId } from '../schema.ts';
import { categoryVersion, personalCategory } from './transaction-parts.ts';

const amount = v.object({
  /** Amount in major units of the currency. Positive: money out of the account; negative: money in. */
  amount: v.optional(v.number()),
  /** ISO 4217 code of the amount. Null if the currency has an unofficial code. */
  iso_currency_code: optionalNullableString,
  /** Code of a currency outside ISO 4217, such as a cryptocurrency. Null if `iso_currency_code` is set. */
  unofficial_currency_code: optionalNullableString,
});

export const streamSchema = v.object({
  /** ID of the account that the stream is in. */
  account_id: v.string(),
  /** ID of the group of transactions. */
  stream_id: v.string(),
  /**
   * Legacy category, from general to specific. Null if there is none.
   *
   * @deprecated Use `personal_finance_category`.
   */
  category: v.nullable(v.array(v.string())),
  /**
   * ID of the legacy category. Null if there is none.
   *
   * @deprecated Use `personal_finance_category`.
   */
  category_id: nullableString,
  /** Description of the transactions in the stream. */
  description: v.string(),
  /** Name of the merchant. Null if there is none. */
  merchant_name: nullableString,
  /** Day on which the earliest transaction was posted, `YYYY-MM-DD`. */
  first_date: v.string(),
  /** Day on which the latest transaction was posted, `YYYY-MM-DD`. */
  last_date: v.string(),
  /** Day on which the next transaction is expected, `YYYY-MM-DD`. Null or absent if it cannot be predicted. */
  predicted_next_date: optionalNullableString,
  /** Approximate frequency of the transactions; `BIWEEKLY` is every two weeks, `SEMI_MONTHLY` twice a month. */
  frequency: known('UNKNOWN', 'WEEKLY', 'BIWEEKLY', 'SEMI_MONTHLY', 'MONTHLY', 'ANNUALLY'),
  /** IDs of the transactions, sorted by the day they were posted, earliest first. */
  transaction_ids: v.array(v.string()),
  /** Average of the transactions in the stream. */
  average_amount: amount,
  /** Amount of the latest transaction. */
  last_amount: amount,
  /** Whether more transactions are expected. */
  is_active: v.boolean(),
  /**
   * `EARLY_DETECTION`: few transactions so far; `MATURE`: 3 or more at regular intervals (2 if yearly); `TOMBSTONED`:
   * was detected early and then stopped.
   */
  status: known('UNKNOWN', 'MATURE', 'EARLY_DETECTION', 'TOMBSTONED'),
  /** Category of the transactions. Null or absent if there is none. */
  personal_finance_category: v.nullish(personalCategory),
  /**
   * Whether the user changed the stream.
   *
   * @deprecated Always false: streams can no longer be modified.
   */
  is_user_modified: v.boolean(),
  /**
   * Time at which the user last changed the stream, ISO 8601.
   *
   * @deprecated Never set: streams can no longer be modified.
   */
  last_user_modified_datetime: optionalString,
});

/**
 * Transactions that repeat, such as a salary or a subscription.
 */
export interface TransactionStream extends v.InferOutput<typeof streamSchema> {}

const streams = v.array(named<TransactionStream>(streamSchema));

export const recurringSchema = v.object({
  /** Money that comes in regularly, such as a salary. */
  inflow_streams: streams,
  /** Money that goes out regularly, such as rent or subscriptions. */
  outflow_streams: streams,
  /** Time at which the streams were last computed, ISO 8601. */
  updated_datetime: v.string(),
  /** Version of the category taxonomy that the streams use, `v1` or `v2`. */
  personal_finance_category_version: categoryVersion,
  ...requestId,
});

/** The regular income and expenses of an Item, and when they were last computed. */
export interface RecurringTransactions extends v.InferOutput<typeof recurringSchema> {}
