import {
  type Bound,
  type CallOptions,
  callOptionRules,
  checkOptions,
  isApiError,
  listOptionRules,
  optionKind,
  pauseBetweenCalls,
  type RulesOf,
} from '@x/core';
import type { Account } from './resources/accounts.ts';
import type { RemovedTransaction, SyncPage, Transaction, transactions } from './resources/transactions.ts';

/** What {@link syncAll} takes: what `transactions.sync` does, with 500 as the default of `count`. */
export type SyncAllParams = Parameters<Bound<typeof transactions>['sync']>[0];

/** What {@link syncAll} reads of `transactions.sync`. */
export type Sync = (params: SyncAllParams, options: CallOptions) => AsyncIterable<SyncPage>;

/** How far a {@link syncAll} is. The numbers begin again with each restart. */
export interface SyncProgress {
  /** Pages so far. */
  readonly pages: number;
  /** Changes so far. */
  readonly added: number;
  readonly modified: number;
  readonly removed: number;
  /** How often the run was thrown away because data changed under it. */
  readonly restarts: number;
}

/** Options of {@link syncAll}. Those of a call hold for each page; `signal` ends the whole of it. */
export interface SyncAllOptions extends CallOptions {
  /** How many pages are fetched ahead of the one being handled: a whole number of at least 0. Default 1. */
  prefetch?: number | undefined;
  /** How often it starts again when data changes between two pages: a whole number of at least 0. Default 5. */
  maxRestarts?: number | undefined;
  /** Milliseconds before it starts again, at least 0. Default 500. */
  restartPauseMs?: number | undefined;
  /** Called after each page. */
  onPage?: ((progress: SyncProgress) => void) | undefined;
  /**
   * Given each delta once it is whole, and awaited: the place to apply it and store its cursor, in one step. When it
   * throws, so does the call.
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
  readonly added: readonly Transaction[];
  readonly modified: readonly Transaction[];
  readonly removed: readonly RemovedTransaction[];
  /** The accounts that the changes touch, each once, as last seen. */
  readonly accounts: readonly Account[];
  /** Where the next sync goes on. While there is no data yet (`NOT_READY`) it is the cursor that the call began with. */
  readonly cursor: string;
  /** How much of the history has been read from the bank. */
  readonly status: SyncPage['transactions_update_status'];
}

/**
 * `transactions.syncAll`, for clients that bind only some endpoints: `syncAll(client.transactions.sync, params)`. What
 * it gives and throws stands at `BankTransactions`.
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
      await pauseBetweenCalls(sync, restartPauseMs, options.signal);
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
