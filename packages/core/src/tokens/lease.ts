import { startInterval } from '../shared/clock.ts';
import type { EntryStorage, StoredEntry } from './entry-storage.ts';

/** How long a lock lasts, how it is waited for, and the time; in milliseconds. */
export interface LockTimes {
  readonly ttlMs: number;
  readonly waitMs: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** A lock that is held. */
export interface Lock extends StoredEntry {
  /** Names the holder in the database. */
  readonly owner: string;
  /** Larger than that of every earlier holder. */
  readonly fence: string;
  /** Stops extending the lock. For a holder whose last write has released it. */
  end(): void;
  release(): Promise<void>;
}

/** How a caller looks at an entry before it waits for its lock. */
export interface Look<T> {
  /** The version that the caller has seen; undefined: none. */
  readonly seen: string | undefined;
  /** Shows the caller an entry that it has not seen. Resolves with a result when the caller needs no lock for it. */
  onChange(entry: StoredEntry): Promise<{ readonly value: T } | undefined>;
}

const [firstPauseMs, longestPauseMs] = [20, 250];

/** Whose lock is taken, and how. */
export interface LockRequest<T> {
  readonly entries: EntryStorage;
  readonly key: string;
  readonly times: LockTimes;
  /** How the caller looks at the entry first. Default: it does not. */
  readonly look?: Look<T> | undefined;
  /** Ends the wait. Default: nothing does before `waitMs`. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits for the lock of an entry and extends it until it is released. A caller that waits asks again, at growing distances.
 *
 * @returns The lock; or the result of `look`, without the lock.
 * @throws Error when it is not free within `waitMs`, or the database fails; the reason of `signal`.
 */
export async function takeLock<T = never>(request: LockRequest<T>): Promise<Lock | { readonly value: T }> {
  const { entries, key, times, look, signal } = request;
  const { ttlMs, waitMs, now, random, sleep } = times;
  const owner = crypto.randomUUID();
  const letGo = async () => void (await entries.release(key, owner).catch(() => {})); // its time runs out anyway
  const startedAt = now();
  let seen = look ? (look.seen ?? 'none') : undefined;

  for (let pauseMs = firstPauseMs; ; ) {
    signal?.throwIfAborted();
    const found = await entries.acquire(key, owner, ttlMs, seen).catch((error: unknown) => {
      void letGo(); // it may have been taken all the same
      throw error;
    });
    if (found.outcome === 'acquired') {
      // Real time: the database ends a lock by its own clock.
      const end = startInterval(ttlMs / 3, () => void entries.extend(key, owner, ttlMs).catch(() => {}));
      const release = () => {
        end();
        return letGo();
      };
      return { ...found, owner, end, release };
    }
    if (found.outcome === 'changed') {
      seen = found.version;
      const result = await look?.onChange(found);
      if (result) return result;
    }
    if (now() - startedAt >= waitMs)
      throw new Error(
        `the lock was not free within lockWaitMs (${waitMs} ms): another process is still renewing the grant. ` +
          'Increase lockWaitMs, or try again',
      );
    if (found.outcome === 'changed') continue;
    await sleep(pauseMs * (0.5 + random()), signal);
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
  }
}
