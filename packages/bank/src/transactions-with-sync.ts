import type { ApiCall } from '@x/core';
import type { BetweenCalls, EndpointMethods, WithMethods } from '@x/core/provider';
import { type FollowOptions, follow } from './follow.ts';
import { transactions } from './resources/transactions.ts';
import {
  type AppliedChanges,
  type ApplyPagesOptions,
  type Sync,
  type SyncAllOptions,
  type SyncAllParams,
  syncAll,
  type TransactionsDelta,
} from './sync-all.ts';

/** Transactions of checking, savings, credit and student loan accounts. */
export interface BankTransactions extends EndpointMethods<typeof transactions> {
  /**
   * Passes everything that changed since `cursor` to `apply` page by page, for histories of any length, with only one
   * page in memory. Apply all pages in one database transaction. Commit it when the call resolves, and roll it back
   * when it rejects. If data changes between two pages, the call awaits `restart`, which must roll back the applied
   * pages, and applies pages from `cursor` again, at most `maxRestarts` times (default 5). `count` is 500 by default.
   *
   * @throws ApiError as without `apply`; any error that `apply` or `restart` throws.
   * @see https://plaid.com/docs/api/products/transactions/#transactionssync
   * @example
   * const { nextCursor, counts } = await bank.transactions.syncAll(
   *   { access_token, cursor: stored },
   *   { apply: (page) => store(transaction, page), restart: () => transaction.rollback() },
   * );
   */
  syncAll(params: SyncAllParams, options: ApplyPagesOptions): ApiCall<AppliedChanges>;
  /**
   * Returns everything that changed since `cursor` as one delta, or fails and returns nothing. When data changes
   * between two pages, it discards the pages it has and starts over from `cursor`, at most `maxRestarts` times (default
   * 5). `count` is 500 by default. A new Item has no data for some seconds, so the delta is empty, with status
   * `NOT_READY`. `withResponse` returns the first page's response.
   *
   * @throws ApiError `conflict` when data still changed after the last restart; `reauthorization_required` when the
   * login must be renewed.
   * @see https://plaid.com/docs/api/products/transactions/#transactionssync
   */
  syncAll(params: SyncAllParams, options?: SyncAllOptions): ApiCall<TransactionsDelta>;
  /**
   * Yields a delta immediately, then another whenever `wake` yields a value or `intervalMs` (default 1 hour) has
   * passed; sooner while the history of a new Item is incomplete, first after 2 seconds. Each starts where the last one
   * ended, and may be empty. The iteration ends with the loop, or with an error from `syncAll` or the reason of
   * `signal`. To continue later, even in another process, start from the last delta's cursor.
   *
   * @see https://plaid.com/docs/transactions/webhooks/
   * @example
   * for await (const { added, nextCursor } of bank.transactions.follow({ access_token, cursor: stored }, { wake }))
   *   await store(added, nextCursor);
   */
  follow(params: SyncAllParams, options?: FollowOptions): AsyncGenerator<TransactionsDelta, void, undefined>;
}

/**
 * Returns the endpoints of transactions with `syncAll` and `follow`, for clients of some endpoints only.
 *
 * @example
 * const client = createClient(bankProvider(options), { transactions: transactionsWithSync() });
 */
export function transactionsWithSync(): typeof transactions & WithMethods<BankTransactions> {
  // Both request the pages of `sync` under their own names, so that errors and events name the method that was called.
  // Without `params`, they belong to an Item's client.
  const own = {
    syncAll: {
      ...transactions.sync,
      wrap: (sync: Sync, between: BetweenCalls) => (params?: SyncAllParams, options?: SyncAllOptions) =>
        syncAll(sync, params ?? ({} as SyncAllParams), options, between),
    },
    follow: {
      ...transactions.sync,
      wrap: (sync: Sync, between: BetweenCalls) => (params?: SyncAllParams, options?: FollowOptions) =>
        follow(sync, params ?? ({} as SyncAllParams), options, between),
    },
  };
  return { ...transactions, ...own };
}
