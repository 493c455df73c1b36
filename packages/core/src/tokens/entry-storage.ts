/** An entry as it is stored. */
export interface StoredEntry {
  /** The fence of the last write; empty before the first. */
  readonly version: string;
  /** The grant, as it is stored. Null when there is none. */
  readonly text: string | null;
}

/** What is written to an entry. */
export interface EntryWrite {
  /** The fence of the writer; undefined without a lock. */
  readonly fence: string | undefined;
  /** The grant, as it is stored; null to delete it. */
  readonly text: string | null;
  /** For how many milliseconds it is stored; undefined: for ever. */
  readonly storedMs: number | undefined;
  /** The owner of the lock, if it is released with this write. */
  readonly release: string | undefined;
}

/** What an attempt to take a lock found. */
export type Acquisition =
  | (StoredEntry & {
      /** The lock is taken. */
      readonly outcome: 'acquired';
      /** Larger than the fence of every earlier holder, and of every write without a lock. */
      readonly fence: string;
    })
  | (StoredEntry & {
      /** `held`: by another owner. `changed`: there is a grant of another version than the caller has seen; the lock was not taken. */
      readonly outcome: 'held' | 'changed';
    });

/**
 * The entries of a database, each with its lock: a lease that its holder extends. Every method is one step there, which no other
 * interrupts, and rejects with an Error that shows no stored text when the database fails.
 */
export interface EntryStorage {
  /** Reads an entry. */
  read(key: string): Promise<StoredEntry>;
  /**
   * Writes an entry, unless another owner with a larger fence has written since. A deletion is remembered for a day: an earlier
   * holder of the lock must not bring the grant back.
   */
  write(key: string, write: EntryWrite): Promise<{ readonly isWritten: boolean; readonly version: string }>;
  /**
   * Takes the lock for `ttlMs` milliseconds, and reads the entry in the same step. Asked again by the same owner, it has the lock
   * already: clients repeat commands whose response was lost with the connection.
   *
   * @param seen The version that the owner has seen, or `none`. When there is a grant of another version, the lock is not taken:
   * the owner may not need it. Undefined where it makes no difference.
   */
  acquire(key: string, owner: string, ttlMs: number, seen: string | undefined): Promise<Acquisition>;
  /** Makes the lock last `ttlMs` milliseconds from now, if the owner still has it. */
  extend(key: string, owner: string, ttlMs: number): Promise<unknown>;
  /** Releases the lock, if the owner still has it. */
  release(key: string, owner: string): Promise<unknown>;
}
