import type { Grant, StoreLock, StoreWriteOptions, TokenStore } from '../declare/token-store.ts';
import { checkOptions } from '../options/check-options.ts';
import * as optionKind from '../options/option-kind.ts';
import type { RulesOf } from '../options/option-rule.ts';
import { type Clock, wholeMs } from '../shared/clock.ts';
import { pause } from '../shared/pause.ts';
import { createSealer, type EncryptionOptions, encryptionRules } from './encryption.ts';
import type { EntryPlace, StoredEntry } from './entry-place.ts';
import { parseGrant, serializeGrant } from './grant.ts';
import { type Lock, takeLock } from './lease.ts';

/** Settings that all stores with a lock in a database share. */
export interface LeasedStoreOptions {
  /**
   * Milliseconds after its last write in which a grant is forgotten; above 0. Default: never; its user would have to consent
   * again. Grants without refresh token, such as those of applications, go when they end in any case.
   */
  ttlMs?: number | undefined;
  /** Encrypts grants at rest. Default: they are stored in plain text. */
  encryption?: EncryptionOptions | undefined;
  /** Milliseconds after which a lock is free when its holder died; a living one keeps it alive. Above 0; default 15,000. */
  lockTtlMs?: number | undefined;
  /** Longest wait for a lock, in milliseconds from 0; then the call fails. Should be more than `lockTtlMs`. Default 60,000. */
  lockWaitMs?: number | undefined;
  /**
   * The time, and how to wait for a lock; for tests. It is not used for how long a lock lasts. Default: the real time, and real
   * timers.
   */
  clock?: Clock | undefined;
}

/** What each of {@link LeasedStoreOptions} must be. */
export const leasedStoreRules = {
  ttlMs: optionKind.milliseconds,
  encryption: /* @__PURE__ */ optionKind.object(encryptionRules),
  lockTtlMs: optionKind.milliseconds,
  lockWaitMs: optionKind.millisecondsFrom0,
  clock: optionKind.clock,
} satisfies RulesOf<LeasedStoreOptions>;

/** What `peek` and `run` of `withLock` are called with, and pass to the operations that belong to them. */
interface Inside {
  /** The store that created it. */
  readonly store: symbol;
  readonly key: string;
  /** The lock, where it is held: not in `peek`. */
  readonly lock: Lock | undefined;
  /** The entry that the database has just reported, for the first `get`. */
  entry: StoredEntry | undefined;
  /** Whether another holder has written since the lock was taken. */
  isLate: boolean;
  /** Whether the last write has released the lock. */
  isReleased: boolean;
}

/** Of more entries than this, those seen first are forgotten: they are read once more before their lock is taken. */
const maxSeen = 10_000;

/**
 * Makes a token store of the entries of a database. Its lock is a lease with a fence: a number that is larger for every holder,
 * and checked with every write, so that a holder whose lease ended cannot overwrite what was stored since.
 *
 * @param place How the database is reached.
 */
export function leasedStore(place: EntryPlace, options: LeasedStoreOptions): TokenStore {
  checkOptions({ provider: 'core', operation: 'leasedStore', below: leasedStore }, options, leasedStoreRules);
  const { ttlMs, lockTtlMs = 15_000, lockWaitMs = 60_000, clock } = options;
  const sealer = createSealer(options.encryption);
  const own = Symbol();
  /** The version of each entry that a caller has seen here. */
  const seen = new Map<string, string>();
  const times = {
    ttlMs: wholeMs(lockTtlMs), // databases take no fractions
    waitMs: lockWaitMs,
    now: () => (clock ?? performance).now(),
    random: Math.random,
    sleep: (ms: number, signal: AbortSignal | undefined) => pause(ms, signal, undefined, clock),
  };

  /** What the operation belongs to, if it is one of `withLock` of this store, for this key. */
  function insideOf(key: string, lock: StoreLock | undefined): Inside | undefined {
    const found = lock as Inside | undefined;
    return found?.store === own && found.key === key ? found : undefined;
  }

  function remember(key: string, version: string): void {
    seen.delete(key);
    seen.set(key, version);
    const [oldest] = seen.size > maxSeen ? seen.keys() : [];
    if (oldest !== undefined) seen.delete(oldest);
  }

  async function put(
    key: string,
    text: string | null,
    storedMs: number | undefined,
    { isLast, lock: given }: StoreWriteOptions = {},
  ) {
    const found = insideOf(key, given);
    if (found) found.entry = undefined;
    const lock = found?.lock;
    const release = isLast ? lock?.owner : undefined;
    const { isWritten, version } = await place.write(key, { fence: lock?.fence, text, storedMs, release });
    if (!found) return;
    if (isWritten) remember(key, version);
    else found.isLate = true;
    if (release) found.isReleased = true;
  }

  async function readEntry(key: string): Promise<StoredEntry> {
    const entry = await place.read(key);
    remember(key, entry.version);
    return entry;
  }

  /** Runs `work` with what was found, which counts no longer once it has ended. */
  async function runInside<T>(found: Inside, work: (lock: StoreLock) => Promise<T>): Promise<T> {
    try {
      return await work(found);
    } finally {
      found.entry = undefined;
    }
  }

  return {
    lockWaitMs,
    peeks: true,
    async get(key, options) {
      const found = insideOf(key, options?.lock);
      const entry = found?.entry;
      if (found) found.entry = undefined; // a later `get` reads again
      const { text } = entry ?? (await readEntry(key));
      return text === null ? undefined : parseGrant(await sealer.open(text, key));
    },
    async set(key, grant, options) {
      await put(key, await sealer.seal(serializeGrant(grant), key), storedMsOf(grant, ttlMs), options);
    },
    delete: (key, options) => put(key, null, undefined, options),
    async withLock<T>(
      key: string,
      work: (lock?: StoreLock) => Promise<T>,
      peek?: (lock?: StoreLock) => Promise<{ readonly value: T } | undefined>,
      signal?: AbortSignal,
    ) {
      for (;;) {
        const look = peek && {
          seen: seen.get(key),
          onChange(entry: StoredEntry) {
            remember(key, entry.version);
            return runInside({ store: own, key, lock: undefined, entry, isLate: false, isReleased: false }, peek);
          },
        };
        const lock = await takeLock(place, key, times, look, signal);
        if ('value' in lock) return lock.value;
        remember(key, lock.version);
        const held: Inside = { store: own, key, lock, entry: lock, isLate: false, isReleased: false };
        try {
          const value = await runInside(held, work);
          if (!held.isLate) return value;
        } finally {
          if (held.isReleased) lock.end();
          else await lock.release();
        }
      }
    },
  };
}

/** A grant that is stored for longer, 3,000 years, is stored for ever: the dates of databases end. In milliseconds. */
const longestStoredMs = 1e14;

/** For how many milliseconds a grant is stored; undefined: for ever. */
function storedMsOf(
  { refreshToken, expiresAt, obtainedAt }: Grant,
  ttlMs = Number.POSITIVE_INFINITY,
): number | undefined {
  const ends = refreshToken === undefined && expiresAt !== undefined && obtainedAt !== undefined;
  // Its length, not its end: the client's clock may not be that of the database.
  const lifeMs = ends ? Math.max(1000, expiresAt - obtainedAt) : Number.POSITIVE_INFINITY;
  const storedMs = Math.ceil(Math.min(lifeMs, ttlMs));
  return storedMs < longestStoredMs ? storedMs : undefined;
}
