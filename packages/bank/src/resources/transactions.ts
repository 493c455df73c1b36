import { byCursor, endpoint, known, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentWrite, readPersonal } from '../declarations.ts';
import { dateRangePageParams, offsetPages } from '../paging.ts';
import { type Enrichments, enrichmentsSchema } from '../records/enrichment.ts';
import { ownTransactionsParam } from '../records/own-transactions.ts';
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
  itemParams,
  nullableString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableNumber,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { type Account, accountSchema } from './accounts.ts';

export const transactionSchema = v.object({
  /** ID of the transaction, case-sensitive. A posted transaction has another ID than the pending one before it. */
  transaction_id: v.string(),
  /** ID of the account that the transaction is in. */
  account_id: v.string(),
  /**
   * Amount in units of the currency; positive when money leaves the account, negative when it comes in. It may have
   * more than two decimals.
   */
  amount: v.number(),
  ...currencyCodes,
  /** Day on which the transaction was posted, or happened while it is pending, `YYYY-MM-DD`. */
  date: v.string(),
  /**
   * Time at which the transaction was posted, ISO 8601. The time may be a default such as 00:00:00. Null when the
   * institution does not report it.
   */
  datetime: nullableString,
  /** Day on which the transaction was authorized, `YYYY-MM-DD`; the best one to show to users. Null when not known. */
  authorized_date: nullableString,
  /** Time at which the transaction was authorized, ISO 8601. Null when the institution does not report it. */
  authorized_datetime: nullableString,
  /**
   * Name of the merchant, or the bank's description.
   *
   * @deprecated Use `merchant_name`, or `original_description` for the bank's words.
   */
  name: optionalString,
  /** Cleaned name of the merchant. Null or absent when there is none, as for transfers. */
  merchant_name: optionalNullableString,
  /** The bank's own description. Null or absent without `include_original_description`. */
  original_description: optionalNullableString,
  /** Whether the transaction is not settled yet. Its details can change until it is. */
  pending: v.boolean(),
  /** Balance of the account after the transaction, in units of the currency. Null or absent when not known. */
  running_balance: optionalNullableNumber,
  /** ID of the pending transaction that this posted one replaces. Null when there was none. */
  pending_transaction_id: nullableString,
  /** Place of the payment: online, in a store, or with the bank itself (`other`). */
  payment_channel: paymentChannel,
  /**
   * Older form of `payment_channel`.
   *
   * @deprecated Use `payment_channel`.
   */
  transaction_type: v.optional(known('digital', 'place', 'special', 'unresolved')),
  /** Kind of transaction. Reported mostly by European banks; null when not known. */
  transaction_code: v.nullable(
    known(
      'adjustment',
      'atm',
      'bank charge',
      'bill payment',
      'cash',
      'cash advance',
      'cashback',
      'cheque',
      'direct debit',
      'interest',
      'late fee',
      'membership fee',
      'payment',
      'purchase',
      'refund',
      'returned item fee',
      'standing order',
      'transfer',
    ),
  ),
  /**
   * Older categories, from general to special.
   *
   * @deprecated Use `personal_finance_category`.
   */
  category: v.nullish(v.array(v.string())),
  /**
   * ID of the older category.
   *
   * @deprecated Use `personal_finance_category`.
   */
  category_id: optionalNullableString,
  /** Category for personal finance. Null or absent when not known. */
  personal_finance_category: v.nullish(personalCategory),
  /** Category for business finance. Null or absent when not known, and for clients without this beta field. */
  business_finance_category: v.nullish(v.object(categoryFields)),
  /** URL of an icon for the primary category, a PNG of 100 by 100 pixels. */
  personal_finance_category_icon_url: optionalString,
  /** Place of the transaction. Its fields are null for online transactions. */
  location,
  /** Details of transfers between banks. Its fields are null for other transactions. */
  payment_meta: paymentMeta,
  /** Other parties to the transaction, such as the merchant or a payment app. */
  counterparties: v.optional(v.array(v.object(counterpartyFields))),
  /** Stable ID that the provider assigns to the merchant. Null or absent when not known. */
  merchant_entity_id: optionalNullableString,
  /** URL of the merchant's logo, a PNG of 100 by 100 pixels. Null or absent when there is none. */
  logo_url: optionalNullableString,
  /** Website of the merchant. Null or absent when not known. */
  website: optionalNullableString,
  /**
   * Merchant category by ISO 18245, usually four digits. Null or absent when not known, and for clients without this
   * beta field.
   */
  merchant_category_code: optionalNullableString,
  /** Number of the check. Null or absent for other transactions. */
  check_number: optionalNullableString,
  /** Name or card digits of the sub-account's owner, where several cards share an account. Null otherwise. */
  account_owner: nullableString,
  /** Values that your own customization rules set. Null or absent without rules. */
  client_customization: customization,
});

/**
 * A transaction. When a pending transaction is posted, it is removed, and one with a new ID is added; its
 * `pending_transaction_id` is the old ID.
 */
export interface Transaction extends v.InferOutput<typeof transactionSchema> {}

export const removedSchema = v.object({
  /** ID of the transaction that was removed. */
  transaction_id: v.string(),
  /** ID of the account that the transaction was in. */
  account_id: v.string(),
});

/** A transaction that was removed. Only its IDs are reported. */
export interface RemovedTransaction extends v.InferOutput<typeof removedSchema> {}

export const transaction = named<Transaction>(transactionSchema);
const transactionList = v.array(transaction);

/** Fields of one response of a sync, besides the accounts. */
export const syncFields = {
  /** Transactions that are new since the cursor, ordered by when they last changed. */
  added: transactionList,
  /** Transactions that changed since the cursor, ordered by when they last changed. Some may equal your copy. */
  modified: transactionList,
  /** Transactions that were removed since the cursor. */
  removed: v.array(named<RemovedTransaction>(removedSchema)),
  /**
   * Cursor for the next call, valid for at least a year. Store it only when all pages are applied. Empty while there is
   * no data yet.
   */
  next_cursor: v.string(),
  /** Whether more pages follow. */
  has_more: v.boolean(),
  /** Part of the history that has been fetched. `INITIAL_UPDATE_COMPLETE` means about the last 30 days. */
  transactions_update_status: known(
    'TRANSACTIONS_UPDATE_STATUS_UNKNOWN',
    'NOT_READY',
    'INITIAL_UPDATE_COMPLETE',
    'HISTORICAL_UPDATE_COMPLETE',
  ),
  ...requestId,
};

/**
 * Fields that a sync cannot work without. A lost change, or a page that is mistaken for the last one, would leave the
 * caller's copy incorrect permanently.
 */
export const syncEssentials = ['added', 'modified', 'removed']
  .flatMap((name) => [name, `${name}[].transaction_id`])
  .concat('next_cursor', 'has_more', 'accounts');

export const syncPageSchema = v.object({
  ...syncFields,
  /** Accounts whose transactions are in this page, without investment accounts. */
  accounts: v.array(named<Account>(accountSchema)),
});

/** One complete response of a sync. */
export interface SyncPage extends v.InferOutput<typeof syncPageSchema> {}

/** The set of categories to use. */
export const versionParam = {
  /**
   * Set of categories to use. Clients that enabled transactions before December 2025 get `v1` by default; newer ones
   * always get `v2`.
   */
  personal_finance_category_version: v.optional(oneOf(['v1', 'v2'])),
};

const options = {
  /** Whether to return `original_description`, the bank's own words. Default false. */
  include_original_description: optionalNullableBoolean,
  ...versionParam,
  /**
   * Days of history to fetch, 1 to 730; production fetches at least 30. Default 90. It has an effect only before
   * transactions of the Item are first fetched.
   */
  days_requested: daysRequested,
};

/** Parameters of a sync, besides the token. */
export const syncParams = {
  /**
   * The last `next_cursor` that you stored, up to 256 characters. Default: everything from the beginning. `now` skips
   * existing transactions, for migrations from `get` only.
   */
  cursor: v.nullish(v.pipe(v.string(), v.maxLength(256))),
  /** Number of changes per page (added, modified and removed together), 1 to 500. Default 100, or 500 when you iterate. */
  count: v.optional(whole(1, 500)),
  /** Transactions and fields to return. */
  options: v.optional(
    v.strictObject({
      ...options,
      /** ID of an account to sync alone, with a cursor of its own. Default: all accounts of the Item. */
      account_id: optionalString,
    }),
  ),
};

/** Transactions of checking, savings, credit and student loan accounts. */
export const transactions = {
  /**
   * Returns the changes since `cursor`, page by page; each item is one response with `added`, `modified` and `removed`.
   * Store the last `next_cursor`, and only when all pages are applied. When data changes between two pages, it fails
   * with `conflict`, and all pages of the run must be thrown away: `syncAll` does that for you. 50 calls per minute per
   * Item.
   *
   * @keywords spending, spend, purchases, expenses, new
   */
  sync: list({
    ...readPersonal,
    path: '/transactions/sync',
    costs: costs.monthly,
    body: v.object({ ...itemParams, ...syncParams }),
    item: named<SyncPage>(syncPageSchema),
    essential: syncEssentials,
    paging: { ...byCursor, items: '', param: 'cursor', size: 'count', cursor: 'next_cursor', more: 'has_more' },
    docs: docs('products/transactions/#transactionssync'),
  }),

  /**
   * Lists the transactions over a range of days, newest first. Accounts and Item are in the `raw` of each page. `count`
   * and `offset` are passed next to the dates here; in the request they are fields of `options`. Fails with
   * `unavailable` (`PRODUCT_NOT_READY`) until the first transactions of a new Item are fetched, and is retried a few
   * seconds later. 30 calls per minute per Item in production.
   *
   * @keywords spending, spend, purchases, expenses, payments, month
   */
  get: list({
    ...readPersonal,
    path: '/transactions/get',
    costs: costs.monthly,
    body: v.object({
      ...itemParams,
      ...dateRangePageParams,
      /** Transactions and fields to return. */
      options: v.optional(
        v.strictObject({
          ...options,
          /** IDs of the accounts to list transactions of. Default: all accounts of the Item. */
          account_ids: v.optional(v.array(v.string())),
        }),
      ),
    }),
    item: transaction,
    paging: { ...offsetPages, items: 'transactions', total: 'total_transactions' },
    docs: docs('products/transactions/#transactionsget'),
  }),

  /**
   * Asks the bank for new transactions. They arrive later, with the next sync, and a webhook reports them. Two calls
   * per minute per Item.
   */
  refresh: endpoint({
    ...idempotentWrite,
    path: '/transactions/refresh',
    costs: costs.call,
    body: v.object(itemParams),
    response: v.object(requestId),
    docs: docs('products/transactions/#transactionsrefresh'),
  }),

  /** Transactions that repeat, such as salaries and subscriptions. */
  recurring: {
    /**
     * Returns recurring inflows and outflows. 20 calls per minute per Item.
     *
     * @keywords subscriptions, bills, income, salary, repeating payments
     */
    get: endpoint({
      ...readPersonal,
      path: '/transactions/recurring/get',
      costs: costs.monthly,
      body: v.object({
        ...itemParams,
        /** IDs of the accounts to look at. Default: all accounts of the Item. */
        account_ids: v.optional(v.array(v.string())),
        /** Categories to use. */
        options: v.optional(
          v.strictObject({
            ...versionParam,
            /**
             * Whether to return `personal_finance_category`.
             *
             * @deprecated It is always returned.
             */
            include_personal_finance_category: optionalBoolean,
          }),
        ),
      }),
      response: named<RecurringTransactions>(recurringSchema),
      docs: docs('products/transactions/#transactionsrecurringget'),
    }),
  },

  /** Returns merchant, category and place of your own transactions, which need not come from the provider. */
  enrich: endpoint({
    ...readPersonal,
    path: '/transactions/enrich',
    costs: costs.enrich,
    body: v.object({
      /** Kind of account that all the transactions are from. */
      account_type: oneOf(['depository', 'credit']),
      /** Transactions to enrich, 1 to 100. */
      transactions: ownTransactionsParam,
      /** Categories to return. */
      options: v.optional(
        v.strictObject({
          ...versionParam,
          /** Whether to also return the older categories. Default false. */
          include_legacy_category: optionalBoolean,
        }),
      ),
    }),
    response: named<Enrichments>(enrichmentsSchema),
    docs: docs('products/enrich/#transactionsenrich'),
  }),
};
