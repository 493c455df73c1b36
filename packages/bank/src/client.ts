import { type Bound, type Client, createClient } from '@x/core';
import * as resources from './endpoints.ts';
import { type BankOptions, bankProvider } from './provider.ts';
import type { transactions } from './resources/transactions.ts';
import { type SyncAllOptions, type SyncAllParams, syncAll, type TransactionsDelta } from './sync-all.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

/** Transactions of checking, savings, credit and student loan accounts. */
export interface BankTransactions extends Bound<typeof transactions> {
  /**
   * Gives everything that changed since `cursor` as one delta, or fails and gives nothing. When data changes between two
   * pages, it throws away what it has and starts again from `cursor`, at most `maxRestarts` times (default 5). `count` is
   * 500 by default. A new Item has no data for some seconds: the delta is then empty, with status `NOT_READY`.
   *
   * @throws ApiError `conflict` when data still changed after the last restart; `reauthorization_required` when the login must be renewed.
   * @see https://plaid.com/docs/api/products/transactions/#transactionssync
   */
  syncAll(params: SyncAllParams, options?: SyncAllOptions): Promise<TransactionsDelta>;
}

/** A client with all endpoints. */
export interface BankClient extends Client<typeof endpoints> {
  readonly transactions: BankTransactions;
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
  const client = createClient(bankProvider(options), endpoints);
  const { sync } = client.transactions;
  const all: BankTransactions['syncAll'] = (params, options) => syncAll(sync, params, options);
  Object.assign(client.transactions, { syncAll: all });
  return client as BankClient;
}
