/** A stored entry. */
export interface StoredEntry {
  /** Fence of the last write; empty before the first. */
  readonly version: string;
  /** Stored form of the grant. Null if there is none. */
  readonly text: string | null;
}

/** A write to an entry. */
export interface EntryWrite {
  /** Fence of the writer; undefined without a lock. */
  readonly fence: string | undefined;
  /** Stored form of the grant; null deletes it. */
  readonly text: string | null;
  /** Number of milliseconds for which it is stored; undefined: forever. */
  readonly storedMs: number | undefined;
  /** Owner of the lock, if this write releases it. */
  readonly release: string | undefined;
}

/** Result of an attempt to take a lock. */
export type Acquisition =
  | (StoredEntry & {
      /** The lock is taken. */
      readonly outcome: 'acquired';
      /** Fence of this holder, larger than the fence of every earlier holder and of every write without a lock. */
      readonly fence: string;
    })
  | (StoredEntry & {
      /**
       * `held`: by another owner. `changed`: there is a grant of another version than the caller has seen, and the lock
       * was not taken.
       */
      readonly outcome: 'held' | 'changed';
    });

/**
 * Entries in a database, each with a lock: a lease that its holder extends. Every method is a single atomic step in the
 * database, and rejects with an Error that shows no stored text when the database fails.
 */
export interface EntryStorage {
  /** Reads an entry. */
  read(key: string): Promise<StoredEntry>;
  /**
   * Writes an entry, unless another owner with a larger fence has written since. A deletion is remembered for a day,
   * because an earlier holder of the lock must not bring the grant back.
   */
  write(key: string, write: EntryWrite): Promise<{ readonly isWritten: boolean; readonly version: string }>;
  /**
   * Takes the lock for `ttlMs` milliseconds, and reads the entry in the same step. If the same owner asks again, it
   * already has the lock, because clients repeat commands whose response was lost with the connection.
   *
   * @param seen Version that the owner has seen, or `none`. If there is a grant of another version, the lock is not
   * taken, because the owner may not need it. Undefined if it makes no difference.
   */
  acquire(key: string, owner: string, ttlMs: number, seen: string | undefined): Promise<Acquisition>;
  /** Extends the lock to `ttlMs` milliseconds from now, if the owner still has it. */
  extend(key: string, owner: string, ttlMs: number): Promise<unknown>;
  /** Releases the lock, if the owner still has it. */
  release(key: string, owner: string): Promise<unknown>;
}
