import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import type { BetweenCalls } from '@x/core/provider';
import {
  type Sync,
  type SyncAllOptions,
  type SyncAllParams,
  syncAll,
  syncAllRules,
  type TransactionsDelta,
} from './sync-all.ts';

/** Options of {@link follow}. `syncAll` options apply to each delta; `signal` ends the iteration. */
export interface FollowOptions extends SyncAllOptions {
  /**
   * Milliseconds between a delta and the next sync if `wake` does not start it earlier, above 0. While the history of a
   * new Item is incomplete, syncs start sooner: after 2 seconds, then 4, 8 and so on. Default 3,600,000 (1 hour).
   */
  intervalMs?: number | undefined;
  /**
   * Yields a value whenever a sync is worthwhile, usually for each of the Item's `SYNC_UPDATES_AVAILABLE` webhooks. Any
   * number of values during a sync, or while you handle a delta, causes only one more sync. When `wake` ends, only the
   * interval starts syncs. If it throws, the iteration throws. It is closed with the iteration. The interval always
   * applies, because webhooks may be lost. Default: none.
   */
  wake?: AsyncIterable<unknown> | undefined;
}

const followRules = {
  ...syncAllRules,
  intervalMs: optionKind.milliseconds,
  wake: optionKind.asyncIterable,
} satisfies RulesOf<FollowOptions>;

/** First pause while the history of a new Item is incomplete, in milliseconds. Each further one is twice as long. */
const firstPollMs = 2000;

/** Statuses of an Item whose history is incomplete. */
const incomplete: readonly TransactionsDelta['status'][] = ['NOT_READY', 'INITIAL_UPDATE_COMPLETE'];

/** Syncs with a method `sync` again and again; see `BankTransactions.follow`. `between` pauses between two deltas. */
export async function* follow(
  sync: Sync,
  params: SyncAllParams,
  allOptions: FollowOptions = {},
  between: BetweenCalls,
): AsyncGenerator<TransactionsDelta, void, undefined> {
  checkOptions({ provider: 'bank', operation: 'transactions.follow' }, allOptions, followRules);
  const { intervalMs = 3_600_000, wake, ...options } = allOptions;
  const pokes = wake && listenTo(wake);
  try {
    let cursor = params?.cursor;
    let status: TransactionsDelta['status'] | undefined;
    for (let pollMs = firstPollMs; ; pollMs *= 2) {
      // The sync includes everything announced so far. Later values of `wake` may need another one.
      pokes?.forget();
      const delta = await syncAll(sync, { ...params, cursor }, options, between);
      if (delta.status !== status) pollMs = firstPollMs;
      ({ nextCursor: cursor, status } = delta);
      yield delta;
      const pauseMs = incomplete.includes(status) ? Math.min(pollMs, intervalMs) : intervalMs;
      await between.pause(pauseMs, options.signal, pokes?.next());
    }
  } finally {
    pokes?.close();
  }
}

/** Reads `wake` continuously, so that no value is missed while a sync runs or a delta is handled. */
function listenTo(wake: AsyncIterable<unknown>) {
  const source = wake[Symbol.asyncIterator]();
  let state: 'quiet' | 'poked' | { error: unknown } = 'quiet';
  let tell = () => {};

  async function read(): Promise<void> {
    try {
      while (!(await source.next()).done) {
        state = 'poked';
        tell();
      }
    } catch (error) {
      state = { error };
      tell();
    }
  }
  read();

  return {
    forget() {
      if (state === 'poked') state = 'quiet';
    },
    /** Resolves at the first poke since `forget`. */
    next(): Promise<void> {
      return new Promise((resolve, reject) => {
        tell = () => (typeof state === 'object' ? reject(state.error) : resolve());
        if (state !== 'quiet') tell();
      });
    },
    close() {
      // A generator that is waiting closes only when its wait ends, so the result of closing is not awaited.
      source.return?.().catch(() => {});
    },
  };
}
