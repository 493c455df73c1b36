import {
  type Bound,
  type CallOptions,
  type Client,
  callOptionRules,
  checkOptions,
  createClient,
  optionKind,
  type RulesOf,
} from '@x/core';
import type { GenericSchema } from 'valibot';
import * as resources from './endpoints.ts';
import { type FollowOptions, follow } from './follow.ts';
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
  response?: GenericSchema<unknown, Result> | undefined;
  /** Whether a repeated request does no harm, as with reads, so that it may be retried. Default false. */
  idempotent?: boolean | undefined;
  /** How the answer is read. Default `json`; `bytes` for files, whose `Result` is a `Uint8Array`. */
  as?: 'json' | 'bytes' | undefined;
}

const requestRules = {
  ...callOptionRules,
  response: optionKind.schema,
  idempotent: optionKind.boolean,
  as: optionKind.choice(['json', 'bytes']),
} satisfies RulesOf<BankRequestOptions<unknown>>;

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
 * @throws ApiError `unauthenticated` when an option is missing,
 * `invalid_params` when an option is unknown or not valid.
 * @example
 * const bank = createBankClient({ clientId, secret });
 * const { added, modified, removed, cursor } = await bank.transactions.syncAll({ access_token });
 */
export function createBankClient(options: BankOptions): BankClient {
  const client = createClient(bankProvider(options), endpoints);
  const { request, transactions } = client;
  const more: Pick<BankTransactions, 'syncAll' | 'follow'> = {
    syncAll: (params, options) => syncAll(transactions.sync, params, options),
    follow: (params, options) => follow(transactions.sync, params, options),
  };
  Object.assign(transactions, more);
  const own: Pick<BankClient, 'request'> = {
    // Every route wants a JSON object, if only an empty one. Without its slash, a path would name another host.
    async request(path, body = {}, allOptions = {}) {
      checkOptions({ provider: 'bank', operation: `request POST ${path}` }, allOptions, requestRules);
      const { response, idempotent = false, as = 'json', ...options } = allOptions;
      const endpoint = { method: 'POST', path: path.replace(/^\/*/, '/'), auth: 'key', idempotent, as } as const;
      return request({ ...endpoint, ...(response && { response }), values: { body } }, options);
    },
  };
  return Object.assign(client as object, own) as BankClient;
}
