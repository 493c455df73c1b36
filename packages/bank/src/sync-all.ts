import {
  type Bound,
  type CallOptions,
  callOptionRules,
  checkOptions,
  isApiError,
  listOptionRules,
  optionKind,
  pause,
  type RulesOf,
} from '@x/core';
import type { Account } from './resources/accounts.ts';
import type { RemovedTransaction, SyncPage, Transaction, transactions } from './resources/transactions.ts';

/** Params of {@link syncAll}: those of `transactions.sync`, but `count` is 500 by default. */
export type SyncAllParams = Parameters<Bound<typeof transactions>['sync']>[0];

/** The part of `transactions.sync` that {@link syncAll} uses. */
export type Sync = (params: SyncAllParams, options: CallOptions) => AsyncIterable<SyncPage>;

/** Progress of a {@link syncAll}. The counts start over with each restart. */
export interface SyncProgress {
  /** Pages fetched so far. */
  readonly pages: number;
  /** Added transactions so far. */
  readonly added: number;
  /** Modified transactions so far. */
  readonly modified: number;
  /** Removed transactions so far. */
  readonly removed: number;
  /** How often the sync was restarted because data changed between two pages. */
  readonly restarts: number;
}

/** Options of {@link syncAll}. Call options such as `timeoutMs` apply to each page; `signal` cancels the whole sync. */
export interface SyncAllOptions extends CallOptions {
  /** How many pages are fetched ahead of the one being handled: a whole number of at least 0. Default 1. */
  prefetch?: number | undefined;
  /** How often the sync is restarted when data changes between two pages: a whole number of at least 0. Default 5. */
  maxRestarts?: number | undefined;
  /** Milliseconds to wait before a restart, at least 0. Default 500. */
  restartPauseMs?: number | undefined;
  /** Called after each page, with the counts so far. Default: none. */
  onPage?: ((progress: SyncProgress) => void) | undefined;
  /**
   * Called with the complete delta, and awaited: apply the delta and store its cursor here, in one step. If it throws,
   * the call rejects with that error. Default: none.
   */
  checkpoint?: ((delta: TransactionsDelta) => unknown) | undefined;
}

/** What each option of {@link syncAll} must be. */
export const syncAllRules = {
  ...callOptionRules,
  prefetch: listOptionRules.prefetch,
  maxRestarts: optionKind.count,
  restartPauseMs: optionKind.millisecondsFrom0,
  onPage: optionKind.function,
  checkpoint: optionKind.function,
} satisfies RulesOf<SyncAllOptions>;

/** Everything that changed since a cursor. Apply `added`, then `modified`, then `removed`, then store `cursor`, in one step. */
export interface TransactionsDelta {
  /** Transactions that are new since the cursor, in the order in which they last changed. */
  readonly added: readonly Transaction[];
  /** Transactions that changed since the cursor, complete. Some may equal the copy that you stored. */
  readonly modified: readonly Transaction[];
  /** IDs of transactions that no longer exist, such as pending ones that have been posted under a new ID. */
  readonly removed: readonly RemovedTransaction[];
  /** Accounts that the changes concern, each once, with the balances of the last page that has them. */
  readonly accounts: readonly Account[];
  /** Cursor for the next sync. While there is no data yet (`NOT_READY`), the cursor that the call started with. */
  readonly cursor: string;
  /** How much history has been read from the bank: nothing yet, the last 30 days, or all that was requested. */
  readonly status: SyncPage['transactions_update_status'];
}

/**
 * `transactions.syncAll` for clients that bind only some endpoints: `syncAll(client.transactions.sync, params)`. See
 * `BankTransactions.syncAll` for its result and errors.
 */
export async function syncAll(
  sync: Sync,
  params: SyncAllParams,
  allOptions: SyncAllOptions = {},
): Promise<TransactionsDelta> {
  checkOptions({ provider: 'bank', operation: 'transactions.syncAll' }, allOptions, syncAllRules);
  const { maxRestarts = 5, restartPauseMs = 500, onPage, checkpoint, ...options } = allOptions;
  for (let restarts = 0; ; restarts += 1) {
    const pages: SyncPage[] = [];
    try {
      for await (const page of sync({ count: 500, ...params }, options)) {
        pages.push(page);
        onPage?.({ pages: pages.length, ...countsOf(pages), restarts });
      }
    } catch (error) {
      const changed = isApiError(error) && error.providerCode === 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION';
      if (!changed || restarts >= maxRestarts) throw error;
      await pause(restartPauseMs, options.signal);
      continue;
    }
    const delta = deltaOf(pages, params.cursor ?? '');
    await checkpoint?.(delta);
    return delta;
  }
}

function countsOf(pages: readonly SyncPage[]) {
  const sum = (name: 'added' | 'modified' | 'removed') => pages.reduce((count, page) => count + page[name].length, 0);
  return { added: sum('added'), modified: sum('modified'), removed: sum('removed') };
}

function deltaOf(pages: readonly SyncPage[], start: string): TransactionsDelta {
  const last = pages.at(-1) as SyncPage;
  const accounts = pages.flatMap((page) => page.accounts).map((account) => [account.account_id, account] as const);
  return {
    added: pages.flatMap((page) => page.added),
    modified: pages.flatMap((page) => page.modified),
    removed: pages.flatMap((page) => page.removed),
    accounts: [...new Map(accounts).values()],
    cursor: last.next_cursor || start,
    status: last.transactions_update_status,
  };
}
