import { startInterval } from '@x/core/provider';
import type { EntryStorage, StoredEntry } from './entry-storage.ts';

/** Rounds a time up to whole milliseconds, and down to the longest that timers and databases take. */
export const wholeMs = (ms: number): number => Math.min(Math.ceil(ms), 2 ** 31 - 1);

/** Duration of a lock, and of waiting for it; in milliseconds. */
export interface LockTimes {
  readonly ttlMs: number;
  readonly waitMs: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** A held lock. */
export interface Lock extends StoredEntry {
  /** Names the holder in the database. */
  readonly owner: string;
  /** Fence of this holder, larger than the fence of every earlier holder. */
  readonly fence: string;
  /** Whether the holder's last write has released it already. */
  isReleased: boolean;
  release(): Promise<void>;
}

/** A request for a lock. */
export interface LockRequest<T> {
  readonly entries: EntryStorage;
  readonly key: string;
  readonly times: LockTimes;
  /** Lets the caller look at the entry before it waits, unless it has seen that version. Default: it does not look. */
  readonly look?:
    | {
        readonly seen: string | undefined;
        /** Shows the caller an entry that it has not seen. Resolves to a result if the caller needs no lock for it. */
        onChange(entry: StoredEntry): Promise<{ readonly value: T } | undefined>;
      }
    | undefined;
  /** Ends the wait. Default: only `waitMs` ends it. */
  readonly signal?: AbortSignal | undefined;
}

const [firstPauseMs, longestPauseMs] = [20, 250];

/**
 * Waits for an entry's lock and extends it until it is released. A waiting caller tries again at growing intervals.
 *
 * @returns The lock, or the result of `look` without the lock.
 * @throws Error when the lock is not free within `waitMs`, or the database fails; the reason of `signal`.
 */
export async function takeLock<T = never>(request: LockRequest<T>): Promise<Lock | { readonly value: T }> {
  const { entries, key, times, look, signal } = request;
  const { ttlMs, waitMs, now, random, sleep } = times;
  const owner = crypto.randomUUID();
  const letGo = () => entries.release(key, owner).catch(() => {}); // the lock expires anyway
  const startedAt = now();
  let seen = look ? (look.seen ?? 'none') : undefined;

  for (let pauseMs = firstPauseMs; ; ) {
    signal?.throwIfAborted();
    const found = await entries.acquire(key, owner, ttlMs, seen).catch((error: unknown) => {
      void letGo(); // the lock may have been taken despite the error
      throw error;
    });
    if (found.outcome === 'acquired') {
      // Use real time, because the database ends a lock by its own clock.
      const stopExtending = startInterval(ttlMs / 3, () => void entries.extend(key, owner, ttlMs).catch(() => {}));
      const release = async () => {
        stopExtending();
        if (!lock.isReleased) await letGo();
      };
      const lock: Lock = { ...found, owner, isReleased: false, release };
      return lock;
    }
    if (found.outcome === 'changed') {
      seen = found.version;
      const result = await look?.onChange(found);
      if (result) return result;
    }
    if (now() - startedAt >= waitMs)
      throw new Error(
        `the lock was not free within lockWaitMs (${waitMs} ms): another process is still renewing the grant, or the ` +
          'store does not accept the grant that it renewed. Increase lockWaitMs, or try again',
      );
    if (found.outcome === 'changed') continue;
    await sleep(pauseMs * (0.5 + random()), signal);
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
  }
}
