import { type ApiCall, ApiError, type CallOptions, isApiError, type PagedCall } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { type BetweenCalls, callOptionRules, type EndpointMethods } from '@x/core/provider';
import type { Account } from './resources/accounts.ts';
import type { RemovedTransaction, SyncPage, Transaction, transactions } from './resources/transactions.ts';

type SyncParams = Parameters<EndpointMethods<typeof transactions>['sync']>[0];

/** Params of {@link syncAll}: the same as for `transactions.sync`, with larger pages. */
export interface SyncAllParams extends Omit<SyncParams, 'count'> {
  /** Number of changes per page (added, modified and removed together), 1 to 500. Default 500. */
  count?: SyncParams['count'];
}

/** The part of `transactions.sync` that {@link syncAll} uses. */
export type Sync = (params: SyncParams, options: CallOptions) => SyncRun;

/** The pages of one call of `transactions.sync`. */
export type SyncRun = AsyncIterable<SyncPage> & Pick<PagedCall<SyncPage>, 'withResponse'>;

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
  /** Number of times that the sync was restarted because data changed between two pages. */
  readonly restarts: number;
}

/**
 * Options of {@link syncAll} for any way to receive the changes. Call options apply to each page; `signal` ends the
 * whole sync.
 */
export interface SyncAllCommonOptions extends CallOptions {
  /** Maximum number of restarts when data changes between two pages: a whole number of at least 0. Default 5. */
  maxRestarts?: number | undefined;
  /** Milliseconds before it starts over, at least 0. Default 500. */
  restartPauseMs?: number | undefined;
  /** Called after each page; with `apply`, after the page has been applied. */
  onPage?: ((progress: SyncProgress) => void) | undefined;
}

/** Options of {@link syncAll} when it returns all changes as one delta. */
export interface SyncAllOptions extends SyncAllCommonOptions {
  /** Number of pages to fetch ahead of the one being handled: a whole number of at least 0. Default 1. */
  prefetch?: number | undefined;
  /**
   * Called with the complete delta, and awaited: apply the delta and store its cursor here, in one step. If it throws,
   * the call rejects with that error. Default: none.
   */
  checkpoint?: ((delta: TransactionsDelta) => unknown) | undefined;
  /** Only in {@link ApplyPagesOptions}. */
  apply?: undefined;
}

/**
 * Options of {@link syncAll} when it passes the changes page by page, so that only one page is in memory. Apply them in
 * one transaction of your database: commit it when the call resolves, roll it back when it rejects.
 */
export interface ApplyPagesOptions extends SyncAllCommonOptions {
  /**
   * Applies one page, inside your transaction. It is awaited, and the next page is requested afterward. When it throws,
   * the call rejects with the same error.
   */
  apply: (page: PageOfChanges) => unknown;
  /**
   * Rolls back all pages that were applied so far, because data has changed between two pages: pages are then applied
   * from the first cursor on. It is awaited, and not called when the call rejects. When it throws, the call rejects
   * with the same error.
   */
  restart: () => unknown;
  /** Only in {@link SyncAllOptions}: store the cursor in `apply`, or after the call. */
  checkpoint?: undefined;
}

/** One page of changes. Apply `added`, then `modified`, then `removed`. */
export interface PageOfChanges {
  readonly added: Transaction[];
  readonly modified: Transaction[];
  readonly removed: RemovedTransaction[];
  /** Accounts affected by this page's changes. */
  readonly accounts: Account[];
  /** Cursor for the next sync. Only set on the last page, because only then have all changes been applied. */
  readonly nextCursor?: string;
}

/** Summary of changes that were applied page by page. Contains no transactions. */
export interface AppliedChanges {
  /**
   * Cursor for the next sync. While there is no data yet (`NOT_READY`), it is the cursor that the call started with.
   */
  readonly nextCursor: string;
  /** Part of the history that has been read from the bank. */
  readonly status: SyncPage['transactions_update_status'];
  /** Number of applied pages and changes, excluding abandoned runs, and number of restarts. */
  readonly counts: SyncProgress;
}

const commonRules = {
  ...callOptionRules,
  maxRestarts: optionKind.count,
  restartPauseMs: optionKind.millisecondsFrom0,
  onPage: optionKind.function,
} satisfies RulesOf<SyncAllCommonOptions>;

/** Rules for the options of {@link syncAll} when it returns one delta. */
export const syncAllRules = {
  ...commonRules,
  prefetch: optionKind.countOrInfinity,
  checkpoint: optionKind.function,
  apply: optionKind.function,
} satisfies RulesOf<SyncAllOptions>;

const applyRules = {
  ...commonRules,
  apply: optionKind.function,
  restart: optionKind.function,
  checkpoint: optionKind.function,
} satisfies RulesOf<ApplyPagesOptions>;

/**
 * Everything that changed since a cursor. Apply `added`, then `modified`, then `removed`, then store `nextCursor`, in
 * one step.
 */
export interface TransactionsDelta {
  /** Transactions that are new since the cursor, in the order in which they last changed. */
  readonly added: Transaction[];
  /** Transactions that changed since the cursor, complete. Some may equal the copy that you stored. */
  readonly modified: Transaction[];
  /** IDs of transactions that no longer exist, such as pending ones that have been posted under a new ID. */
  readonly removed: RemovedTransaction[];
  /** Accounts that the changes concern, each once, with the balances of the last page that has them. */
  readonly accounts: Account[];
  /** Cursor for the next sync. While there is no data yet (`NOT_READY`), the cursor that the call started with. */
  readonly nextCursor: string;
  /** Part of the history that has been read from the bank: nothing yet, the last 30 days, or all that was requested. */
  readonly status: SyncPage['transactions_update_status'];
}

/** Syncs with a method `sync`; see `BankTransactions.syncAll`. `between` pauses before a restart. */
export function syncAll(
  sync: Sync,
  params: SyncAllParams,
  options: ApplyPagesOptions,
  between: BetweenCalls,
): ApiCall<AppliedChanges>;
export function syncAll(
  sync: Sync,
  params: SyncAllParams,
  options: SyncAllOptions | undefined,
  between: BetweenCalls,
): ApiCall<TransactionsDelta>;
export function syncAll(
  sync: Sync,
  params: SyncAllParams,
  options: SyncAllOptions | ApplyPagesOptions = {},
  between: BetweenCalls,
): ApiCall<TransactionsDelta | AppliedChanges> {
  let run: SyncRun | undefined;
  const begin = (begun: SyncRun): void => {
    run = begun;
  };
  const result = syncPages({ sync, begin, between }, params, options);
  const withResponse = async () => {
    const data = await result;
    const { response } = await (run as SyncRun).withResponse();
    return { data, response };
  };
  return Object.defineProperty(result, 'withResponse', { value: withResponse }) as ApiCall<never>;
}

/** Reader of the pages, and listener for each run. */
interface Source {
  readonly sync: Sync;
  /** Called with each run when it begins. */
  readonly begin: (run: SyncRun) => void;
  readonly between: BetweenCalls;
}

async function syncPages(
  source: Source,
  params: SyncAllParams,
  options: SyncAllOptions | ApplyPagesOptions,
): Promise<TransactionsDelta | AppliedChanges> {
  const isApplied = options?.apply !== undefined;
  checkOptions({ provider: 'bank', operation: 'transactions.syncAll' }, options, isApplied ? applyRules : syncAllRules);
  return options.apply ? applyPages(source, params, options) : collectPages(source, params, options);
}

async function collectPages(
  source: Source,
  params: SyncAllParams,
  { checkpoint, ...options }: SyncAllOptions,
): Promise<TransactionsDelta> {
  let pages: SyncPage[] = [];
  const handler: PageHandler = {
    handle: (page) => void pages.push(page),
    restart() {
      pages = [];
    },
  };
  await readPages(source, params, options, handler);
  const delta = deltaOf(pages, params.cursor ?? '');
  await checkpoint?.(delta);
  return delta;
}

async function applyPages(
  source: Source,
  params: SyncAllParams,
  { apply, restart, checkpoint, ...options }: ApplyPagesOptions,
): Promise<AppliedChanges> {
  if (typeof restart !== 'function' || checkpoint !== undefined)
    throw new ApiError(
      checkpoint === undefined
        ? 'transactions.syncAll: restart is required with apply. Pass a function that rolls back the pages applied so far'
        : 'transactions.syncAll: checkpoint cannot be combined with apply. Store the cursor in apply, or after the call',
      { code: 'invalid_params', provider: 'bank', operation: 'transactions.syncAll', retryable: false },
    );
  const start = params?.cursor ?? '';
  let nextCursor = start;
  let status: SyncPage['transactions_update_status'] = 'TRANSACTIONS_UPDATE_STATUS_UNKNOWN';
  // Pages are not fetched ahead, so only the page being applied is in memory.
  const onePage = { ...options, prefetch: 0 } as SyncAllCommonOptions;
  const handler: PageHandler = {
    async handle({ added, modified, removed, accounts, next_cursor, has_more, transactions_update_status }) {
      nextCursor = next_cursor || start;
      status = transactions_update_status;
      const isLast = !has_more || next_cursor === '';
      await apply({ added, modified, removed, accounts, ...(isLast && { nextCursor }) });
    },
    restart,
  };
  const counts = await readPages(source, params, onePage, handler);
  source.between.throwIfEnded(options.signal); // if it ended during the last apply, the caller must not commit
  return { nextCursor, status, counts };
}

/** Handler for the pages of a sync. */
interface PageHandler {
  handle(page: SyncPage): unknown;
  /** Forgets all pages so far. */
  restart(): unknown;
}

/** Reads all pages. Starts over from the first page if data changes between two pages. */
async function readPages(
  { sync, begin, between }: Source,
  params: SyncAllParams,
  { maxRestarts = 5, restartPauseMs = 500, onPage, ...options }: SyncAllCommonOptions,
  { handle, restart }: PageHandler,
): Promise<SyncProgress> {
  for (let restarts = 0; ; restarts += 1) {
    const counts = { pages: 0, added: 0, modified: 0, removed: 0, restarts };
    const run = sync({ count: 500, ...params }, options);
    begin(run);
    const conflict = await readRun(run, async (page) => {
      await handle(page);
      counts.pages += 1;
      counts.added += page.added.length;
      counts.modified += page.modified.length;
      counts.removed += page.removed.length;
      onPage?.({ ...counts });
    });
    if (!conflict) return counts;
    if (restarts >= maxRestarts) throw conflict;
    await restart();
    await between.pause(restartPauseMs, options.signal);
  }
}

/**
 * Reads the pages of one run.
 *
 * @returns The error that reports a change of data between two pages; undefined when all pages were read.
 * @throws Every other error, and any error that `handle` throws, even if it is such an error.
 */
async function readRun(
  run: AsyncIterable<SyncPage>,
  handle: (page: SyncPage) => Promise<void>,
): Promise<ApiError | undefined> {
  const pages = run[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await pages.next().catch((error: unknown) => {
        if (isMutation(error)) return error;
        throw error;
      });
      if (isApiError(next)) return next;
      if (next.done) return undefined;
      await handle(next.value);
    }
  } finally {
    await pages.return?.();
  }
}

function isMutation(error: unknown): error is ApiError {
  return isApiError(error) && error.providerCode === 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION';
}

function deltaOf(pages: readonly SyncPage[], start: string): TransactionsDelta {
  const last = pages.at(-1) as SyncPage;
  const accounts = pages.flatMap((page) => page.accounts).map((account) => [account.account_id, account] as const);
  return {
    added: pages.flatMap((page) => page.added),
    modified: pages.flatMap((page) => page.modified),
    removed: pages.flatMap((page) => page.removed),
    accounts: [...new Map(accounts).values()],
    nextCursor: last.next_cursor || start,
    status: last.transactions_update_status,
  };
}
