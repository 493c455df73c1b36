import { type Bound, budgetOf, createClient, type Provider } from '@x/core';
import * as resources from './endpoints.ts';
import { type FollowOptions, follow } from './follow.ts';
import { type BankItemClient, withItemToken } from './item-client.ts';
import { type BankOptions, bankProvider } from './provider.ts';
import type { BankRequest } from './request.ts';
import type { transactions } from './resources/transactions.ts';
import { type SyncAllOptions, type SyncAllParams, syncAll, type TransactionsDelta } from './sync-all.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

/** Transactions of checking, savings, credit and student loan accounts. */
export interface BankTransactions extends Bound<typeof transactions> {
  /**
   * Returns everything that changed since `cursor` as one delta, never a part of it. If data changes between two pages, it
   * discards the pages and starts over from `cursor`, at most `maxRestarts` times (default 5). `count` is 500 by default. A
   * new Item has no data for some seconds: the delta is then empty, with status `NOT_READY`.
   *
   * @throws ApiError `conflict` if data still changed after the last restart; `reauthorization_required` if the user must
   * sign in to the bank again, in Link's update mode.
   * @see https://plaid.com/docs/api/products/transactions/#transactionssync
   */
  syncAll(params: SyncAllParams, options?: SyncAllOptions): Promise<TransactionsDelta>;
  /**
   * Yields deltas without end: one immediately, then one whenever `wake` yields a value or `intervalMs` (default 1 hour) has
   * passed. Each starts at the cursor of the one before, and may be empty. It ends when you leave the loop, or with an error:
   * one of `syncAll`, or the reason of `signal`. To resume, even in another process, pass the cursor of the last delta.
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
   * Returns a client for one Item: every call without an `access_token` reads it from the option `items`. Calls that need no
   * access token work as on this client; `request` adds the token to every body. Such a client is cheap to create, and shares
   * the rate limits of this one.
   *
   * Its calls fail with `reauthorization_required` and the `providerCode` `no_grant` if no token is stored under `id`, with
   * `invalid_params` without the option `items`, and with `unavailable` if the store fails.
   *
   * @param id ID under which the access token is stored, such as the `item_id` of the Item.
   * @example
   * const { added } = await bank.withItem(item_id).transactions.syncAll();
   */
  withItem(id: string): BankItemClient;
}

/**
 * Creates a client for the bank-data API. For servers only: in a browser it throws.
 *
 * @throws ApiError `unauthenticated` if an option is missing, `invalid_params` if an option is unknown or invalid.
 * @example
 * const bank = createBankClient({ clientId, secret });
 * const { added, modified, removed, cursor } = await bank.transactions.syncAll({ access_token });
 */
export function createBankClient(options: BankOptions): BankClient {
  const provider = bankProvider(options);
  const shared = { ...provider, budget: budgetOf(provider) };
  const own: Pick<BankClient, 'withItem'> = {
    withItem: (id) => bindBank<BankItemClient>(withItemToken(shared, id, options.items)),
  };
  return Object.assign(bindBank<BankClient>(shared), own);
}

/** Binds all endpoints, and adds `syncAll`, `follow` and `request`. */
function bindBank<Bank extends BankClient | BankItemClient>(provider: Provider): Bank {
  const client = createClient(provider, endpoints);
  const { request, transactions } = client;
  const more: Pick<BankTransactions, 'syncAll' | 'follow'> = {
    // The client of an Item may be called without params.
    syncAll: (params = {} as SyncAllParams, options) => syncAll(transactions.sync, params, options),
    follow: (params = {} as SyncAllParams, options) => follow(transactions.sync, params, options),
  };
  Object.assign(transactions, more);
  // Every route expects a POST with a JSON object, even if it is empty.
  const own: Pick<BankRequest, 'request'> = {
    request: ({ method = 'POST', auth = 'key', values, ...custom }, options) => {
      const body = values?.body ?? (method === 'GET' ? undefined : {});
      return request({ ...custom, method, auth, values: { ...values, ...(body && { body }) } }, options);
    },
  };
  return Object.assign(client as object, own) as Bank;
}
