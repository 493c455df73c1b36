import { checkOptions, optionKind, pauseBetweenCalls, type RulesOf } from '@x/core';
import {
  type Sync,
  type SyncAllOptions,
  type SyncAllParams,
  syncAll,
  syncAllRules,
  type TransactionsDelta,
} from './sync-all.ts';

/** Options of {@link follow}. Those of `syncAll` hold for each delta; `signal` ends the whole of it. */
export interface FollowOptions extends SyncAllOptions {
  /** Milliseconds from one delta to the next sync when nothing wakes it, above 0. Default 3,600,000, an hour. */
  intervalMs?: number | undefined;
  /**
   * Gives something whenever it is worth to sync: as a rule, on each webhook `SYNC_UPDATES_AVAILABLE` of the Item. What
   * it gives while a sync runs or a delta is handled, however often, makes one more sync. When it ends the interval
   * remains; when it throws, so does the iteration; it is closed with the iteration. Webhooks may be lost: the interval
   * counts all the same.
   */
  wake?: AsyncIterable<unknown> | undefined;
}

const followRules = {
  ...syncAllRules,
  intervalMs: optionKind.milliseconds,
  wake: optionKind.asyncIterable,
} satisfies RulesOf<FollowOptions>;

/**
 * `transactions.follow`, for clients that bind only some endpoints: `follow(client.transactions.sync, params)`. What it
 * gives and throws stands at `BankTransactions`.
 */
export async function* follow(
  sync: Sync,
  params: SyncAllParams,
  allOptions: FollowOptions = {},
): AsyncGenerator<TransactionsDelta, void, undefined> {
  checkOptions({ provider: 'bank', operation: 'transactions.follow' }, allOptions, followRules);
  const { intervalMs = 3_600_000, wake, ...options } = allOptions;
  const pokes = wake && listenTo(wake);
  try {
    for (let cursor = params?.cursor; ; ) {
      // What came until now is in the answer; what comes from here on may not be.
      pokes?.forget();
      const delta = await syncAll(sync, { ...params, cursor }, options);
      cursor = delta.cursor;
      yield delta;
      await pauseBetweenCalls(sync, intervalMs, options.signal, pokes?.next());
    }
  } finally {
    pokes?.close();
  }
}

/** Reads `wake` all the time, so that nothing is missed that comes while nobody waits for it. */
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
      // A generator that waits closes only when its wait ends: nobody is to wait for that.
      source.return?.().catch(() => {});
    },
  };
}
