import type { ClientLifecycle } from '@x/core';
import { createChildClient, createRootClient, type EndpointMethods, heldByName, openClient } from '@x/core/provider';
import * as resources from './endpoints.ts';
import { type BankItemClient, withItemToken } from './item-client.ts';
import { type BankOptions, bankProvider } from './provider.ts';
import type { BankRequest } from './request.ts';
import { type BankTransactions, transactionsWithSync } from './transactions-with-sync.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

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
   * @throws ApiError `invalid_params` when `id` is not a non-empty string.
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
  const { client, tools } = openClient(bankProvider(options), createBankClient);
  const findItem = heldByName((id) => ({ ...client, provider: withItemToken(client.provider, id, options.items) }));
  return createRootClient(client, boundEndpoints, (bound) => ({
    withItem: function withItem(id: string) {
      try {
        return createChildClient(bound, findItem(id), boundEndpoints);
      } catch (error) {
        throw tools.failBelow(withItem, 'withItem', error);
      }
    },
  })) as BankClient;
}

/** All endpoints, as a client binds them. A packed package loads each resource when it is first used. */
const boundEndpoints = {
  ...endpoints,
  get transactions() {
    return transactionsWithSync();
  },
};
