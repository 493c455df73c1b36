import type { Grant } from './grant.ts';

/**
 * Where grants are stored. Every method may be called concurrently. The client stops waiting for a method after its option
 * `storeTimeoutMs`, and the call then fails with `unavailable`.
 */
export interface TokenStore {
  /** Resolves to the grant stored under a key, or undefined if there is none. */
  get(key: string): Promise<Grant | undefined>;
  /** Stores a grant under a key; replaces the one that was stored. */
  set(key: string, grant: Grant): Promise<void>;
  /** Deletes the grant under a key. Does nothing if there is none. */
  delete(key: string): Promise<void>;
  /**
   * Runs `run` while no other process or host does for this key, and returns its result. A holder whose lock expired writes
   * nothing: `run` is run again once it has the lock again, and finds what the others have written.
   */
  withLock?<T>(key: string, run: () => Promise<T>): Promise<T>;
  /**
   * Longest time that `withLock` itself waits for the lock, in milliseconds. The client allows it on top of `storeTimeoutMs`.
   * Default 0: set it if another holder may keep the lock for longer than `storeTimeoutMs`.
   */
  readonly lockWaitMs?: number;
}

/** Keeps grants in this process: the default of every client. */
export function memoryStore(): TokenStore {
  const grants = new Map<string, Grant>();
  return {
    async get(key) {
      return grants.get(key);
    },
    async set(key, grant) {
      grants.set(key, grant);
    },
    async delete(key) {
      grants.delete(key);
    },
  };
}
