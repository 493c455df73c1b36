/** What an authorization server granted. It is plain data, tokens included; `console.log` and `util.inspect` show none of a client's own. */
export interface Grant {
  /** The bearer token. Secret. */
  readonly accessToken: string;
  /**
   * When the access token expires, in Unix milliseconds; it may be in the past. Calls refresh it automatically. Undefined if it does not
   * expire.
   */
  readonly expiresAt?: number | undefined;
  /** When the access token was obtained, by sign-in or by a refresh, in Unix milliseconds. */
  readonly obtainedAt?: number | undefined;
  /** Token that renews the access token. Secret. Undefined for app tokens. */
  readonly refreshToken?: string | undefined;
  /** Scopes that were granted; undefined if the server did not report them. */
  readonly scopes?: readonly string[] | undefined;
  /** When the user consented, Unix milliseconds; refreshing does not change it. */
  readonly authorizedAt?: number | undefined;
}

/** A lock of a {@link TokenStore}, as `withLock` passes it on. Only the store that created it looks into it. */
export type StoreLock = object;

/** Conditions of a read from a {@link TokenStore}. */
export interface StoreReadOptions {
  /** The lock under which the caller reads, if it has one. */
  readonly lock?: StoreLock | undefined;
}

/** Conditions of a write to a {@link TokenStore}. */
export interface StoreWriteOptions extends StoreReadOptions {
  /**
   * Whether this is the last that the holder of the lock does with the store: the store may release the lock in the same step.
   * It may also ignore it; the lock is released when the function given to `withLock` has ended. Default `false`.
   */
  readonly isLast?: boolean | undefined;
}

/**
 * Where grants are stored. Every method may be called concurrently. The client stops waiting for a method after its option
 * `storeTimeoutMs`, and the call then fails with `unavailable`.
 */
export interface TokenStore {
  /** Resolves to the grant stored under a key, or undefined if there is none. */
  get(key: string, options?: StoreReadOptions): Promise<Grant | undefined>;
  /** Stores a grant under a key; replaces the one that was stored. */
  set(key: string, grant: Grant, options?: StoreWriteOptions): Promise<void>;
  /** Deletes the grant under a key. Does nothing if there is none. */
  delete(key: string, options?: StoreWriteOptions): Promise<void>;
  /**
   * Runs `run` while no other process or host does for this key, and returns its result. A holder whose lock expired writes
   * nothing: `run` is run again once it has the lock again, and finds what the others have written.
   *
   * @param run Passes the lock that it is called with to every `get`, `set` and `delete`: by it, the store distinguishes the holder
   * from one that has lost the lock. Without it, a write counts as one of a caller without the lock.
   * @param peek Reads the grant with `get`, without the lock. When it resolves with a value, that is the result: the lock is
   * not needed, because another process has renewed the grant. A store that sees, before it takes the lock or while it waits,
   * that the grant has changed may call it; then it sets `peeks`. Others ignore it. It passes on what it is called with, as `run`
   * does.
   * @param signal Aborts when nobody waits for the lock any more, because of a time-out or because the client is closed. A store
   * that has not taken the lock yet should then stop waiting for it and reject. It has no effect once `run` was called.
   */
  withLock?<T>(
    key: string,
    run: (lock?: StoreLock) => Promise<T>,
    peek?: (lock?: StoreLock) => Promise<{ readonly value: T } | undefined>,
    signal?: AbortSignal,
  ): Promise<T>;
  /**
   * Whether `withLock` calls `peek` whenever the grant may have changed. Default `false`: the client then reads the grant with
   * `get` before it calls `withLock`, which is a round trip more for a store on another machine.
   */
  readonly peeks?: boolean;
  /**
   * Longest time that `withLock` itself waits for the lock, in milliseconds. The client allows it on top of `storeTimeoutMs`.
   * Default 0: set it if another holder may keep the lock for longer than `storeTimeoutMs`.
   */
  readonly lockWaitMs?: number;
}
