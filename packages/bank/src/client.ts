import { type Bound, budgetOf, type CallOptions, type Client, createClient } from '@x/core';
import * as resources from './endpoints.ts';
import { type FollowOptions, follow } from './follow.ts';
import { type BankItemClient, withItemToken } from './item-client.ts';
import { type BankOptions, bankProvider } from './provider.ts';
import type { BankRequest } from './request.ts';
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

/** A client with all endpoints. */
export interface BankClient extends Bound<typeof endpoints>, BankRequest {
  /** Transactions of checking, savings, credit and student loan accounts. */
  readonly transactions: BankTransactions;
  /**
   * The same client for one Item: its calls read the `access_token` that they leave out from the option `items`, for each call
   * again. What is read is treated as if you had passed it. Calls that take no access token are the same as on this client;
   * `request` adds it to every body. Creating one costs little, and all of them share their rate limits.
   *
   * Its calls fail with `reauthorization_required` and the `providerCode` `no_grant` when no token is stored under `id`, with
   * `invalid_params` without the option `items`, and with `unavailable` when the store fails.
   *
   * @param id The id under which the access token is stored, such as the `item_id` of the Item.
   * @example
   * const { added } = await bank.withItem(item_id).transactions.syncAll();
   */
  withItem(id: string): BankItemClient;
}

/**
 * Makes a client for the bank-data API. For servers only: in a browser it refuses to start.
 *
 * @throws ApiError `unauthenticated` when an option is missing,
 * `invalid_params` when an option is unknown or not valid.
 * @example
 * const bank = createBankClient({ clientId, secret });
 * const { added, modified, removed, cursor } = await bank.transactions.syncAll({ access_token });
 */
export function createBankClient(options: BankOptions): BankClient {
  const provider = bankProvider(options);
  const shared = { ...provider, budget: budgetOf(provider) };
  return bindRoot(createClient(shared, boundEndpoints()), (id) =>
    bindBank<BankItemClient>(createClient(withItemToken(shared, id, options.items), boundEndpoints())),
  );
}

/** Adds `withItem` to a client, and to every client that `with` makes of it. */
function bindRoot(client: AllEndpoints, itemOf: (id: string) => BankItemClient): BankClient {
  const bind = client.with; // before `bindBank` replaces it
  const own: { with(options: CallOptions): BankClient } & Pick<BankClient, 'withItem'> = {
    withItem: itemOf,
    with: (options) => bindRoot(bind(options), (id) => itemOf(id).with(options)),
  };
  return Object.assign(bindBank<BankClient>(client), own);
}

type AllEndpoints = Client<ReturnType<typeof boundEndpoints>>;

/** Adds to a client what it has besides its endpoints. */
function bindBank<Bank extends BankClient | BankItemClient>(client: AllEndpoints): Bank {
  const { request, transactions } = client;
  // The lists as they were bound: `transactions` gets methods of the same names.
  const pagesOf = Object.defineProperties({} as typeof transactions, Object.getOwnPropertyDescriptors(transactions));
  const more: Pick<BankTransactions, 'syncAll' | 'follow'> = {
    // The client of an Item may be called without params.
    syncAll: (params = {} as SyncAllParams, options?: SyncAllOptions | ApplyPagesOptions) =>
      syncAll(pagesOf.syncAll, params, options as SyncAllOptions) as never,
    follow: (params = {} as SyncAllParams, options) => follow(pagesOf.follow, params, options),
  };
  Object.defineProperties(transactions, Object.getOwnPropertyDescriptors(more));
  const bind = client.with;
  // Every route expects a POST with a JSON object, if only an empty one.
  const own: Pick<BankRequest, 'request'> & { with(options: CallOptions): Bank } = {
    request: ({ method = 'POST', auth = 'key', values, ...custom }, options) => {
      const body = values?.body ?? (method === 'GET' ? undefined : {});
      return request({ ...custom, method, auth, values: { ...values, ...(body && { body }) } }, options);
    },
    with: (options) => bindBank<Bank>(bind(options)),
  };
  return Object.assign(client as object, own) as Bank;
}

/** All endpoints, as a client binds them. */
const boundEndpoints = () => ({ ...endpoints, transactions: withNamesOfCallers() });

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
