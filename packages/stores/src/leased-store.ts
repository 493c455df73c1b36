import type { Clock, FencedStore, Grant, StoreLock, StoreWriteOptions } from '@x/core';
import { parseGrant, serializeGrant } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { keepRecent, pause } from '@x/core/provider';
import { createSealer, type EncryptionOptions, encryptionRules, type Sealer } from './encryption.ts';
import type { EntryStorage, StoredEntry } from './entry-storage.ts';
import { type Lock, type LockTimes, takeLock, wholeMs } from './lease.ts';

/** Options of all stores with a lock in a database. */
export interface LeasedStoreOptions {
  /**
   * Milliseconds after its last write at which a grant is deleted; above 0. Default: never, because its user would have
   * to consent again. Grants without a refresh token, such as app tokens, are deleted when they expire regardless.
   */
  ttlMs?: number | undefined;
  /** Encryption of grants at rest. Default: they are stored in plain text. */
  encryption?: EncryptionOptions | undefined;
  /**
   * Milliseconds after which a lock is free if its holder died; a running holder keeps it alive. Above 0; default
   * 15,000.
   */
  lockTtlMs?: number | undefined;
  /**
   * Longest wait for a lock, in milliseconds from 0, after which the call fails. Should be more than `lockTtlMs`.
   * Default 60,000.
   */
  lockWaitMs?: number | undefined;
  /**
   * Clock for waiting for a lock, for tests. A lock's duration does not depend on it. Default: the real time, and real
   * timers.
   */
  clock?: Clock | undefined;
}

/** Rules for {@link LeasedStoreOptions}. */
export const leasedStoreRules = {
  ttlMs: optionKind.milliseconds,
  encryption: /* @__PURE__ */ optionKind.object(encryptionRules),
  lockTtlMs: optionKind.milliseconds,
  lockWaitMs: optionKind.millisecondsFrom0,
  clock: optionKind.clock,
} satisfies RulesOf<LeasedStoreOptions>;

type Work<T> = (lock?: StoreLock) => Promise<T>;
type Peek<T> = Work<{ readonly value: T } | undefined>;

/** Lock that `run` and `peek` of `withLock` receive, and pass to the operations that belong to them. */
interface Held {
  /** Store that created it. */
  readonly store: FencedStore;
  readonly key: string;
  /** The lock, if it is held: not in `peek`. */
  readonly lock?: Lock;
  /** Entry that the database has just reported, for the first `get`. */
  entry: StoredEntry | undefined;
  /** Whether another holder has written since the lock was taken. */
  isLate: boolean;
}

/** Maximum number of remembered entries. Forgotten ones are read again before their lock is taken. */
const maxSeen = 10_000;

/**
 * Creates a token store from a database's entries. Its lock is a lease with a fence: a number that is larger for every
 * new holder, and checked with every write, so that a holder whose lease ended cannot overwrite later writes.
 *
 * @param entries Entries of the database.
 */
export function leasedStore(entries: EntryStorage, options: LeasedStoreOptions): FencedStore {
  checkOptions({ provider: 'stores', operation: 'leasedStore', below: leasedStore }, options, leasedStoreRules);
  return new LeasedStore(entries, options);
}

class LeasedStore implements FencedStore {
  readonly lockWaitMs: number;
  readonly peeks = true;
  readonly #entries: EntryStorage;
  readonly #ttlMs: number | undefined;
  readonly #sealer: Sealer;
  readonly #times: LockTimes;
  /** Version of each entry that a caller has seen here. */
  readonly #seen = new Map<string, string>();

  constructor(entries: EntryStorage, options: LeasedStoreOptions) {
    const { ttlMs, encryption, lockTtlMs = 15_000, lockWaitMs = 60_000, clock } = options;
    this.lockWaitMs = lockWaitMs;
    this.#entries = entries;
    this.#ttlMs = ttlMs;
    this.#sealer = createSealer(encryption);
    this.#times = {
      ttlMs: wholeMs(lockTtlMs), // databases accept no fractions
      waitMs: lockWaitMs,
      now: () => (clock ?? performance).now(),
      random: Math.random,
      sleep: (ms, signal) => pause(ms, signal, undefined, clock),
    };
  }

  // The store's methods are properties, so that an object into which the store is spread has them.

  readonly get: FencedStore['get'] = async (key, options) => {
    const held = this.#findHeld(key, options?.lock);
    const { text } = held?.entry ?? (await this.#read(key));
    if (held) held.entry = undefined; // a later `get` reads again
    return text === null ? undefined : parseGrant(await this.#sealer.open(text, key));
  };

  readonly set: FencedStore['set'] = async (key, grant, options) => {
    const text = await this.#sealer.seal(serializeGrant(grant), key);
    await this.#write(key, text, findStoredMs(grant, this.#ttlMs), options);
  };

  readonly delete: FencedStore['delete'] = (key, options) => this.#write(key, null, undefined, options);

  readonly withLock = async <T>(key: string, run: Work<T>, peek?: Peek<T>, signal?: AbortSignal): Promise<T> => {
    for (;;) {
      const look = peek && {
        seen: this.#seen.get(key),
        onChange: (entry: StoredEntry) => this.#runWith(entry, { store: this, key, entry, isLate: false }, peek),
      };
      const lock = await takeLock({ entries: this.#entries, key, times: this.#times, look, signal });
      if ('value' in lock) return lock.value;
      const held: Held = { store: this, key, lock, entry: lock, isLate: false };
      try {
        const value = await this.#runWith(lock, held, run);
        if (!held.isLate) return value;
      } finally {
        await lock.release();
      }
    }
  };

  /** Runs `work` for an entry that the database has just reported, which its lock no longer has afterwards. */
  async #runWith<T>({ version }: StoredEntry, held: Held, work: (lock: StoreLock) => Promise<T>): Promise<T> {
    this.#remember(held.key, version);
    try {
      return await work(held);
    } finally {
      held.entry = undefined;
    }
  }

  /** Returns the lock that an operation belongs to, if it comes from this store's `withLock`, for this key. */
  #findHeld(key: string, lock: StoreLock | undefined): Held | undefined {
    const held = lock as Held | undefined;
    return held?.store === this && held.key === key ? held : undefined;
  }

  #remember(key: string, version: string): void {
    keepRecent(this.#seen, key, version, maxSeen);
  }

  async #read(key: string): Promise<StoredEntry> {
    const entry = await this.#entries.read(key);
    this.#remember(key, entry.version);
    return entry;
  }

  async #write(
    key: string,
    text: string | null,
    storedMs: number | undefined,
    { isLast, lock: given }: StoreWriteOptions = {},
  ): Promise<void> {
    const held = this.#findHeld(key, given);
    if (held) held.entry = undefined;
    const lock = held?.lock;
    const release = isLast ? lock?.owner : undefined;
    const { isWritten, version } = await this.#entries.write(key, { fence: lock?.fence, text, storedMs, release });
    if (!held) return;
    if (isWritten) this.#remember(key, version);
    else held.isLate = true;
    if (release && lock) lock.isReleased = true;
  }
}

/**
 * Lifetime in milliseconds (3,000 years) at which a grant is stored forever, because databases have a last date.
 */
const longestStoredMs = 1e14;

/** Returns the milliseconds for which a grant is stored; undefined: forever. */
function findStoredMs(
  { refreshToken, expiresAt, obtainedAt }: Grant,
  ttlMs = Number.POSITIVE_INFINITY,
): number | undefined {
  const ends = refreshToken === undefined && expiresAt !== undefined && obtainedAt !== undefined;
  // Use the lifetime instead of the expiration time, because the client's clock may differ from the database's.
  const lifeMs = ends ? Math.max(1000, expiresAt - obtainedAt) : Number.POSITIVE_INFINITY;
  const storedMs = Math.ceil(Math.min(lifeMs, ttlMs));
  return storedMs < longestStoredMs ? storedMs : undefined;
}
