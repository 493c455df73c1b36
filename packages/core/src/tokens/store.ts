import type { Grant } from './grant.ts';

/** Where grants are kept. Every method may be called concurrently. */
export interface TokenStore {
  get(key: string): Promise<Grant | undefined>;
  set(key: string, grant: Grant): Promise<void>;
  delete(key: string): Promise<void>;
  /**
   * Runs `run` while no other process or host does for this key. A holder that stood still until his lock was taken from
   * him writes nothing: `run` is run again when the lock is his again, and finds what the others have written.
   */
  withLock?<T>(key: string, run: () => Promise<T>): Promise<T>;
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
