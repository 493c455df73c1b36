import type { ApiCall, CallOptions, Client, ClientLifecycle, RequestOptions } from '@x/core';
import {
  type BetweenCalls,
  createChildClient,
  createClient,
  createLifecycle,
  createRateLimiter,
  type EndpointMethods,
  heldByName,
} from '@x/core/provider';
import * as resources from './endpoints.ts';
import { type FollowOptions, follow } from './follow.ts';
import { type BankItemClient, withItemToken } from './item-client.ts';
import { type BankOptions, bankProvider } from './provider.ts';
import { type BankRequest, withDefaults } from './request.ts';
import type { transactions } from './resources/transactions.ts';
import {
  type AppliedChanges,
  type ApplyPagesOptions,
  type Sync,
  type SyncAllOptions,
  type SyncAllParams,
  syncAll,
  type TransactionsDelta,
} from './sync-all.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

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

/** A client with all endpoints. */
export interface BankClient extends EndpointMethods<typeof endpoints>, BankRequest, ClientLifecycle {
  /** Transactions of checking, savings, credit and student loan accounts. */
  readonly transactions: BankTransactions;
  /**
   * Returns the same client for one Item. If a call omits `access_token`, the client reads the token from the option
   * `items` for each call, and uses it as if you had passed it. Calls without an access token are the same as on this
   * client; `request` adds the token to every body. The client costs little to create, shares its rate limits, and
   * closes with this client; it has no `close` method. The same ID returns the same object as long as something
   * references it, so that a test can replace its methods.
   *
   * Its calls fail with `reauthorization_required` and the `providerCode` `no_grant` when no token is stored under
   * `id`, with `invalid_params` without the option `items`, and with `unavailable` when the store fails.
   *
   * @param id ID under which the access token is stored, such as the Item's `item_id`.
   * @example
   * const { added } = await bank.withItem(item_id).transactions.syncAll();
   */
  withItem(id: string): BankItemClient;
}

/**
 * Creates a client for the bank-data API. For servers only; in a browser, it throws.
 *
 * @throws ApiError `unauthenticated` when an option is missing, `invalid_params` when an option is unknown or invalid.
 * @example
 * const bank = createBankClient({ clientId, clientSecret });
 * const { added, modified, removed, nextCursor } = await bank.transactions.syncAll({ access_token });
 */
export function createBankClient(options: BankOptions): BankClient {
  const provider = bankProvider(options);
  const shared = { ...provider, rateLimiter: createRateLimiter(provider), lifecycle: createLifecycle(provider) };
  return bindRoot(createClient(shared, boundEndpoints), (id) =>
    bindBank<BankItemClient>(
      createChildClient({ ...withItemToken(shared, id, options.items), lifecycle: shared.lifecycle }, boundEndpoints),
    ),
  );
}

/** Adds `withItem` to a client, and to every client that its `with` returns. */
function bindRoot(client: AllEndpoints, itemOf: (id: string) => BankItemClient): BankClient {
  const { with: bind } = client; // before `bindBank` replaces it
  const withItem = heldByName(itemOf);
  const own: { with(options: CallOptions): BankClient } & Pick<BankClient, 'withItem'> = {
    withItem,
    with: (options) => bindRoot(bind(options), (id) => withItem(id).with(options)),
  };
  return Object.assign(bindBank<BankClient>(client), own);
}

type AllEndpoints = Client<typeof boundEndpoints>;

/** Replaces the methods of a client that work differently for this API. */
function bindBank<Bank extends BankClient | BankItemClient>(client: AllEndpoints): Bank {
  const { request, with: bind } = client;
  const own = {
    request: (operation: string, params?: object, options?: RequestOptions) =>
      request(...withDefaults(operation, params, options)),
    with: (options: CallOptions) => bindBank<Bank>(bind(options)),
  };
  return Object.assign(client as object, own) as object as Bank;
}

/**
 * Endpoints of transactions, with `syncAll` and `follow`. Both request the pages of `sync` under their own names, so
 * that errors and events name the method that was called. Without `params`, they belong to an Item's client.
 */
function declareTransactions() {
  const { transactions } = resources;
  return {
    ...transactions,
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
}

/** All endpoints, as a client binds them. A packed package loads each resource when it is first used. */
const boundEndpoints = {
  ...endpoints,
  get transactions() {
    return declareTransactions();
  },
};
