import { byCursor, endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
import { dateRangePageParams, offsetPages } from '../paging.ts';
import { type Enrichments, enrichmentsSchema } from '../records/enrichment.ts';
import { type RecurringTransactions, recurringSchema } from '../records/recurring.ts';
import {
  categoryFields,
  counterpartyFields,
  customization,
  location,
  paymentChannel,
  paymentMeta,
  personalCategory,
} from '../records/transaction-parts.ts';
import {
  currencyCodes,
  daysRequested,
  isoDate,
  itemParams,
  nonEmptyString,
  nullableString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableNumber,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { type Account, accountSchema } from './accounts.ts';

const transactionSchema = v.object({
  transaction_id: v.string(),
  account_id: v.string(),
  amount: v.number(),
  ...currencyCodes,
  date: v.string(),
  datetime: nullableString,
  authorized_date: nullableString,
  authorized_datetime: nullableString,
  name: optionalString,
  merchant_name: optionalNullableString,
  original_description: optionalNullableString,
  pending: v.boolean(),
  running_balance: optionalNullableNumber,
  pending_transaction_id: optionalNullableString,
  payment_channel: paymentChannel,
  transaction_type: v.optional(known('digital', 'place', 'special', 'unresolved')),
  transaction_code: v.nullable(
    known(
      'adjustment',
      'atm',
      'bank charge',
      'bill payment',
      'cash',
      'cashback',
      'cheque',
      'direct debit',
      'interest',
      'payment',
      'purchase',
      'refund',
      'standing order',
      'transfer',
    ),
  ),
  category: v.nullish(v.array(v.string())),
  category_id: optionalNullableString,
  personal_finance_category: v.nullish(personalCategory),
  business_finance_category: v.nullish(v.object(categoryFields)),
  personal_finance_category_icon_url: optionalString,
  location: v.optional(location),
  payment_meta: v.optional(paymentMeta),
  counterparties: v.optional(v.array(v.object(counterpartyFields))),
  merchant_entity_id: optionalNullableString,
  logo_url: optionalNullableString,
  website: optionalNullableString,
  /** ISO 18245, mostly four digits; null or absent when it is not known, and for clients without this beta field. */
  merchant_category_code: optionalNullableString,
  check_number: optionalNullableString,
  account_owner: optionalNullableString,
  client_customization: customization,
});

/**
 * A transaction. `amount` is in units of the currency and positive when money leaves the account; it may have more than
 * two decimals. When a pending one is posted it is removed, and one with a new id and its old id as
 * `pending_transaction_id` is added.
 */
export interface Transaction extends v.InferOutput<typeof transactionSchema> {}

const removedSchema = v.object({ transaction_id: v.string(), account_id: v.string() });

/** A transaction that is gone; only its ids are told. */
export interface RemovedTransaction extends v.InferOutput<typeof removedSchema> {}

export const transaction = named<Transaction>(transactionSchema);
const transactionList = v.array(transaction);

/** Members of one answer of a sync, beside the accounts. */
export const syncFields = {
  added: transactionList,
  modified: transactionList,
  removed: v.array(named<RemovedTransaction>(removedSchema)),
  next_cursor: v.string(),
  has_more: v.boolean(),
  transactions_update_status: known(
    'TRANSACTIONS_UPDATE_STATUS_UNKNOWN',
    'NOT_READY',
    'INITIAL_UPDATE_COMPLETE',
    'HISTORICAL_UPDATE_COMPLETE',
  ),
  ...requestId,
};

/**
 * What a sync cannot do without: it is all or nothing, so that a change that is lost or a page that is taken for the last
 * would leave the caller's copy incorrect for good.
 */
export const syncEssentials = ['added', 'modified', 'removed']
  .flatMap((name) => [name, `${name}[].transaction_id`])
  .concat('next_cursor', 'has_more', 'accounts');

const syncPageSchema = v.object({ ...syncFields, accounts: v.array(named<Account>(accountSchema)) });

/**
 * One answer of a sync, whole. `accounts` are those the page touches. `next_cursor` is empty while there is no data yet
 * (`NOT_READY`); `INITIAL_UPDATE_COMPLETE` means about the last 30 days.
 */
export interface SyncPage extends v.InferOutput<typeof syncPageSchema> {}

/** Which of the two sets of categories is used. */
export const versionParam = { personal_finance_category_version: v.optional(v.picklist(['v1', 'v2'])) };

const options = {
  include_original_description: optionalNullableBoolean,
  ...versionParam,
  days_requested: daysRequested,
};

/** What a sync is asked with, beside the token. */
export const syncParams = {
  cursor: v.nullish(v.pipe(v.string(), v.maxLength(256))),
  count: v.optional(whole(1, 500)),
  options: v.optional(v.strictObject({ ...options, account_id: optionalString })),
};

/** Transactions of checking, savings, credit and student loan accounts. */
export const transactions = {
  /**
   * Gives what changed since `cursor`, page by page; each item is one answer with `added`, `modified` and `removed`.
   * Without a cursor it starts from the beginning, with `now` at the present. `count` is the number of changes per
   * page, 1 to 500, default 100. Keep the last `next_cursor`, and only when all pages are applied. When data changes
   * between two pages it fails with `conflict`, and every page of the run must be thrown away: `syncAll` does that.
   *
   * @see https://plaid.com/docs/api/products/transactions/#transactionssync
   */
  sync: list({
    ...idempotentPost,
    path: '/transactions/sync',
    body: v.object({ ...itemParams, ...syncParams }),
    item: named<SyncPage>(syncPageSchema),
    essential: syncEssentials,
    paging: { ...byCursor, items: '', param: 'cursor', cursor: 'next_cursor', more: 'has_more' },
    docs: docs('products/transactions/#transactionssync'),
  }),

  /**
   * Lists the transactions between two days, newest first; accounts and Item are in each page's `raw`. `count` (1 to
   * 500, default 100) and `offset` stand beside the dates here; on the wire they are members of `options`.
   * `unavailable` with `PRODUCT_NOT_READY` until the first pull of a new Item is done, retried a few seconds later.
   *
   * @see https://plaid.com/docs/api/products/transactions/#transactionsget
   */
  get: list({
    ...idempotentPost,
    path: '/transactions/get',
    body: v.object({
      ...itemParams,
      ...dateRangePageParams,
      options: v.optional(v.strictObject({ ...options, account_ids: v.optional(v.array(v.string())) })),
    }),
    item: transaction,
    paging: { ...offsetPages, items: 'transactions', total: 'total_transactions' },
    docs: docs('products/transactions/#transactionsget'),
  }),

  /**
   * Asks the bank for new transactions now. They come later, by the next sync, and a webhook tells of them. Two calls a
   * minute per Item.
   *
   * @see https://plaid.com/docs/api/products/transactions/#transactionsrefresh
   */
  refresh: endpoint({
    ...idempotentPost,
    path: '/transactions/refresh',
    body: v.object(itemParams),
    response: v.object(requestId),
    docs: docs('products/transactions/#transactionsrefresh'),
  }),

  recurring: {
    /**
     * Gives what comes in and goes out regularly, of the accounts that are asked for (default: all). Twenty calls a
     * minute per Item.
     *
     * @see https://plaid.com/docs/api/products/transactions/#transactionsrecurringget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/transactions/recurring/get',
      body: v.object({
        ...itemParams,
        account_ids: v.optional(v.array(v.string())),
        options: v.optional(v.strictObject({ ...versionParam, include_personal_finance_category: optionalBoolean })),
      }),
      response: named<RecurringTransactions>(recurringSchema),
      docs: docs('products/transactions/#transactionsrecurringget'),
    }),
  },

  /**
   * Gives merchant, category and place of 1 to 100 transactions of your own, which need not come from the provider.
   * `amount` is never negative; `direction` says where the money goes. `account_type` is `depository` or `credit`.
   *
   * @see https://plaid.com/docs/api/products/enrich/#transactionsenrich
   */
  enrich: endpoint({
    ...idempotentPost,
    path: '/transactions/enrich',
    body: v.object({
      account_type: v.picklist(['depository', 'credit']),
      transactions: v.pipe(
        v.array(
          v.strictObject({
            id: nonEmptyString,
            user_id: optionalString,
            client_user_id: optionalString,
            client_account_id: optionalString,
            account_type: optionalString,
            account_subtype: optionalString,
            description: v.string(),
            amount: v.pipe(v.number(), v.minValue(0)),
            direction: v.picklist(['INFLOW', 'OUTFLOW']),
            iso_currency_code: v.string(),
            location: v.optional(
              v.strictObject({
                country: optionalString,
                region: optionalString,
                city: optionalString,
                address: optionalString,
                postal_code: optionalString,
              }),
            ),
            mcc: optionalString,
            date_posted: v.optional(isoDate),
          }),
        ),
        v.minLength(1),
        v.maxLength(100),
      ),
      options: v.optional(v.strictObject({ ...versionParam, include_legacy_category: optionalBoolean })),
    }),
    response: named<Enrichments>(enrichmentsSchema),
    docs: docs('products/enrich/#transactionsenrich'),
  }),
};
