import { endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { answered, currency, day, daysRequested, docs, itemParams, offsetPages, optionalText, text } from '../plaid.ts';
import { type Account, accountSchema } from './accounts.ts';

const category = { primary: v.string(), detailed: v.string(), confidence_level: optionalText };

const transactionSchema = v.object({
  transaction_id: v.string(),
  account_id: v.string(),
  amount: v.number(),
  ...currency,
  date: v.string(),
  datetime: text,
  authorized_date: text,
  authorized_datetime: text,
  name: v.optional(v.string()),
  merchant_name: optionalText,
  original_description: optionalText,
  pending: v.boolean(),
  running_balance: v.nullish(v.number()),
  pending_transaction_id: optionalText,
  payment_channel: known('online', 'in store', 'other'),
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
  category_id: optionalText,
  personal_finance_category: v.nullish(v.object({ ...category, version: v.optional(known('v1', 'v2')) })),
  business_finance_category: v.nullish(v.object(category)),
  personal_finance_category_icon_url: v.optional(v.string()),
  location: v.optional(
    v.object({
      address: text,
      city: text,
      region: text,
      postal_code: text,
      country: text,
      lat: v.nullable(v.number()),
      lon: v.nullable(v.number()),
      store_number: text,
    }),
  ),
  payment_meta: v.optional(
    v.object({
      reference_number: text,
      ppd_id: text,
      payee: text,
      by_order_of: text,
      payer: text,
      payment_method: text,
      payment_processor: text,
      reason: text,
    }),
  ),
  counterparties: v.optional(
    v.array(
      v.object({
        name: v.string(),
        entity_id: optionalText,
        type: known(
          'merchant',
          'financial_institution',
          'payment_app',
          'marketplace',
          'payment_terminal',
          'income_source',
        ),
        website: text,
        logo_url: text,
        confidence_level: optionalText,
        account_numbers: v.nullish(
          v.object({
            bacs: v.nullish(v.object({ account: optionalText, sort_code: optionalText })),
            international: v.nullish(v.object({ iban: optionalText, bic: optionalText })),
          }),
        ),
      }),
    ),
  ),
  merchant_entity_id: optionalText,
  logo_url: optionalText,
  website: optionalText,
  check_number: optionalText,
  account_owner: optionalText,
  client_customization: v.nullish(v.object({ custom_entity_id: v.optional(v.string()) })),
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

const transactionList = v.array(named<Transaction>(transactionSchema));

const syncPageSchema = v.object({
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
  accounts: v.array(named<Account>(accountSchema)),
  ...answered,
});

/**
 * One answer of a sync, whole. `accounts` are those the page touches. `next_cursor` is empty while there is no data yet
 * (`NOT_READY`); `INITIAL_UPDATE_COMPLETE` means about the last 30 days.
 */
export interface SyncPage extends v.InferOutput<typeof syncPageSchema> {}

const options = {
  include_original_description: v.nullish(v.boolean()),
  personal_finance_category_version: v.optional(v.picklist(['v1', 'v2'])),
  days_requested: daysRequested,
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
    method: 'POST',
    path: '/transactions/sync',
    auth: 'key',
    idempotent: true,
    body: v.object({
      ...itemParams,
      cursor: v.nullish(v.pipe(v.string(), v.maxLength(256))),
      count: v.optional(whole(1, 500)),
      options: v.optional(v.strictObject({ ...options, account_id: v.optional(v.string()) })),
    }),
    item: named<SyncPage>(syncPageSchema),
    paging: { kind: 'cursor', items: '', param: 'cursor', cursor: 'next_cursor', more: 'has_more' },
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
    method: 'POST',
    path: '/transactions/get',
    auth: 'key',
    idempotent: true,
    body: v.object({
      ...itemParams,
      start_date: day,
      end_date: day,
      count: v.optional(whole(1, 500)),
      offset: v.optional(whole(0)),
      options: v.optional(v.strictObject({ ...options, account_ids: v.optional(v.array(v.string())) })),
    }),
    item: named<Transaction>(transactionSchema),
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
    method: 'POST',
    path: '/transactions/refresh',
    auth: 'key',
    idempotent: true,
    body: v.object(itemParams),
    response: v.object(answered),
    docs: docs('products/transactions/#transactionsrefresh'),
  }),
};
