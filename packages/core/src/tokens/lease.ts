import { startInterval } from '../shared/clock.ts';
import type { EntryPlace, StoredEntry } from './entry-place.ts';

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

/**
 * Waits for the lock of an entry and extends it until it is released. A caller that waits asks again, at growing distances.
 *
 * @param look How the caller looks at the entry first.
 * @param signal Ends the wait. Default: nothing does before `waitMs`.
 * @returns The lock; or the result of `look`, without the lock.
 * @throws Error when it is not free within `waitMs`, or the database fails; the reason of `signal`.
 */
export async function takeLock(place: EntryPlace, key: string, times: LockTimes): Promise<Lock>;
export async function takeLock<T>(
  place: EntryPlace,
  key: string,
  times: LockTimes,
  look: Look<T> | undefined,
  signal: AbortSignal | undefined,
): Promise<Lock | { readonly value: T }>;
export async function takeLock<T>(
  place: EntryPlace,
  key: string,
  times: LockTimes,
  look?: Look<T>,
  signal?: AbortSignal,
): Promise<Lock | { readonly value: T }> {
  const { ttlMs, waitMs, now, random, sleep } = times;
  const owner = crypto.randomUUID();
  const letGo = async () => void (await place.release(key, owner).catch(() => {})); // its time runs out anyway
  const startedAt = now();
  let seen = look ? (look.seen ?? 'none') : undefined;

  for (let pauseMs = firstPauseMs; ; ) {
    signal?.throwIfAborted();
    const found = await place.acquire(key, owner, ttlMs, seen).catch((error: unknown) => {
      void letGo(); // it may have been taken all the same
      throw error;
    });
    if (found.outcome === 'acquired') {
      // Real time: the database ends a lock by its own clock.
      const end = startInterval(ttlMs / 3, () => void place.extend(key, owner, ttlMs).catch(() => {}));
      const { fence, version, text } = found;
      return {
        owner,
        fence,
        version,
        text,
        end,
        release() {
          end();
          return letGo();
        },
      };
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
