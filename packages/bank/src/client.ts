import { type Bound, type CallOptions, type Client, createClient } from '@x/core';
import type { GenericSchema } from 'valibot';
import * as resources from './endpoints.ts';
import { type FollowOptions, follow } from './follow.ts';
import { type BankOptions, bankProvider } from './provider.ts';
import type { transactions } from './resources/transactions.ts';
import {
  type AppliedChanges,
  type ApplyPagesOptions,
  type SyncAllOptions,
  type SyncAllParams,
  syncAll,
  type TransactionsDelta,
} from './sync-all.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

/** Transactions of checking, savings, credit and student loan accounts. */
export interface BankTransactions extends Bound<typeof transactions> {
  /**
   * Hands everything that changed since `cursor` to `apply` page by page, for histories of any length: only one page is in
   * memory. Apply all pages in one transaction of your database, commit it when the call resolves and roll it back when it
   * rejects. When data changes between two pages, `restart` is awaited, which rolls back what was applied, and pages are
   * applied from `cursor` on again, at most `maxRestarts` times (default 5). `count` is 500 by default.
   *
   * @throws ApiError as without `apply`; whatever `apply` or `restart` throws.
   * @see https://plaid.com/docs/api/products/transactions/#transactionssync
   * @example
   * const { cursor, counts } = await bank.transactions.syncAll(
   *   { access_token, cursor: stored },
   *   { apply: (page) => store(transaction, page), restart: () => transaction.rollback() },
   * );
   */
  syncAll(params: SyncAllParams, options: ApplyPagesOptions): Promise<AppliedChanges>;
  /**
   * Gives everything that changed since `cursor` as one delta, or fails and gives nothing. When data changes between two
   * pages, it throws away what it has and starts again from `cursor`, at most `maxRestarts` times (default 5). `count` is
   * 500 by default. A new Item has no data for some seconds: the delta is then empty, with status `NOT_READY`.
   *
   * @throws ApiError `conflict` when data still changed after the last restart; `reauthorization_required` when the login must be renewed.
   * @see https://plaid.com/docs/api/products/transactions/#transactionssync
   */
  syncAll(params: SyncAllParams, options?: SyncAllOptions): Promise<TransactionsDelta>;
  /**
   * Goes on giving deltas: one at once, then one whenever `wake` gives something or `intervalMs` (default an hour) has
   * passed, each from where the last one ended; it may be empty. It ends when the loop does, or with an error: `syncAll`'s,
   * or the reason of `signal`. To go on, also in another process, start it from the cursor of the last delta.
   *
   * @see https://plaid.com/docs/transactions/webhooks/
   * @example
   * for await (const { added, cursor } of bank.transactions.follow({ access_token, cursor: stored }, { wake }))
   *   await store(added, cursor);
   */
  follow(params: SyncAllParams, options?: FollowOptions): AsyncGenerator<TransactionsDelta, void, undefined>;
}

/** Options of {@link BankClient.request}. */
export interface BankRequestOptions<Result> extends CallOptions {
  /** Checks the answer and names its type. Default: anything passes. */
  response?: GenericSchema<unknown, Result>;
  /** Whether a repeated request does no harm, as with reads, so that it may be retried. Default false. */
  idempotent?: boolean;
  /** How the answer is read. Default `json`; `bytes` for files, whose `Result` is a `Uint8Array`. */
  as?: 'json' | 'bytes';
}

/** A client with all endpoints. */
export interface BankClient extends Bound<typeof endpoints>, Pick<Client<object>, 'rateLimit'> {
  readonly transactions: BankTransactions;
  /**
   * Posts `body` to a route that has no method here, with the same credentials, limits, retries and errors. Of the
   * answer only what `response` declares is checked.
   *
   * @example
   * const report = await bank.request('/cra/check_report/pdf/get', { user_id }, { as: 'bytes', idempotent: true });
   */
  request<Result = unknown>(
    path: string,
    body?: Readonly<Record<string, unknown>>,
    options?: BankRequestOptions<Result>,
  ): Promise<Result>;
}

/**
 * Makes a client for the bank-data API. For servers only: in a browser it refuses to start.
 *
 * @throws ApiError `unauthenticated` when an option is missing.
 * @example
 * const bank = createBankClient({ clientId, secret });
 * const { added, modified, removed, cursor } = await bank.transactions.syncAll({ access_token });
 */
export function createBankClient(options: BankOptions): BankClient {
  const client = createClient(bankProvider(options), { ...endpoints, transactions: withNamesOfCallers() });
  const { request, transactions } = client;
  // The lists as they were bound: `transactions` gets methods of the same names.
  const pagesOf = Object.defineProperties({} as typeof transactions, Object.getOwnPropertyDescriptors(transactions));
  const more: Pick<BankTransactions, 'syncAll' | 'follow'> = {
    syncAll: (params: SyncAllParams, options?: SyncAllOptions | ApplyPagesOptions) =>
      syncAll(pagesOf.syncAll, params, options as SyncAllOptions) as never,
    follow: (params, options) => follow(pagesOf.follow, params, options),
  };
  Object.defineProperties(transactions, Object.getOwnPropertyDescriptors(more));
  const own: Pick<BankClient, 'request'> = {
    // Every route wants a JSON object, if only an empty one. Without its slash, a path would name another host.
    request: (path, body = {}, options = {}) =>
      request({ ...options, method: 'POST', path: path.replace(/^\/*/, '/'), auth: 'key', values: { body } }, options),
  };
  return Object.assign(client as object, own) as BankClient;
}

/**
 * The endpoints of transactions, with `sync` also under the names of the methods that request its pages: errors and events
 * name the method that was called. Nothing is read yet, since a packed package evaluates each endpoint when it is first used.
 */
function withNamesOfCallers() {
  const pages = { enumerable: true, get: () => resources.transactions.sync };
  const own = Object.getOwnPropertyDescriptors(resources.transactions);
  const { sync } = own;
  type Tree = typeof resources.transactions & Record<'syncAll' | 'follow', NonNullable<typeof sync.value>>;
  return Object.defineProperties({} as Tree, { ...own, syncAll: pages, follow: pages });
}
