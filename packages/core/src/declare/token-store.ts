/**
 * A grant from an authorization server. It is plain data that includes the tokens, but `console.log` and `util.inspect`
 * do not show the tokens of grants that a client returns.
 */
export interface Grant {
  /** The bearer token. Secret. */
  readonly accessToken: string;
  /**
   * When the access token expires, in Unix milliseconds; it may be in the past. Calls refresh it automatically.
   * Undefined if it does not expire.
   */
  readonly expiresAt?: number | undefined;
  /** When the access token was obtained, by sign-in or by a refresh, in Unix milliseconds. */
  readonly obtainedAt?: number | undefined;
  /** Token that renews the access token. Secret. Undefined for app tokens. */
  readonly refreshToken?: string | undefined;
  /** Granted scopes; undefined if the server did not report them. */
  readonly scopes?: readonly string[] | undefined;
  /** Time at which the user consented, in Unix milliseconds; refreshing does not change it. */
  readonly authorizedAt?: number | undefined;
}

/**
 * Storage for grants. Every method may be called concurrently. The client stops waiting for a method after its
 * `storeTimeoutMs` option, and the call then fails with `unavailable`.
 *
 * @example
 * const tokens: TokenStore = {
 *   get: async (key) => rows.get(key) && parseGrant(rows.get(key)),
 *   set: async (key, grant) => void rows.set(key, serializeGrant(grant)),
 *   delete: async (key) => void rows.delete(key),
 * };
 */
export interface TokenStore {
  /** Resolves to the grant stored under a key, or undefined if there is none. */
  get(key: string): Promise<Grant | undefined>;
  /** Stores a grant under a key, replacing any earlier one. */
  set(key: string, grant: Grant): Promise<void>;
  /** Deletes the grant under a key. Does nothing if there is none. */
  delete(key: string): Promise<void>;
  /**
   * Runs `run` while no other process or host does so for this key, and returns its result. Without this method, two
   * processes may refresh the same grant at the same time, and the user may have to sign in again.
   */
  withLock?<T>(key: string, run: () => Promise<T>): Promise<T>;
  /**
   * Longest time that `withLock` itself waits for the lock, in milliseconds. The client allows it on top of
   * `storeTimeoutMs`. Default 0. Set it if another holder may keep the lock for longer than `storeTimeoutMs`.
   */
  readonly lockWaitMs?: number;
}

/** A lock of a {@link FencedStore}. Only the store that created it reads its contents. */
export type StoreLock = object;

/** Options of a read from a {@link FencedStore}. */
export interface StoreReadOptions {
  /** Lock under which the caller reads, if it has one. */
  readonly lock?: StoreLock | undefined;
}

/** Options of a write to a {@link FencedStore}. */
export interface StoreWriteOptions extends StoreReadOptions {
  /**
   * Whether this is the lock holder's last operation on the store, so that the store can release the lock in the same
   * step. Default `false`.
   */
  readonly isLast?: boolean | undefined;
}

/**
 * A token store on another machine, such as `redisStore`: its lock ends if its holder is gone, a holder whose lock has
 * ended writes nothing, and it saves round trips. The client uses any {@link TokenStore} like this, and others ignore the
 * further arguments. A store that wraps this one passes them on.
 */
export interface FencedStore extends TokenStore {
  get(key: string, options?: StoreReadOptions): Promise<Grant | undefined>;
  set(key: string, grant: Grant, options?: StoreWriteOptions): Promise<void>;
  delete(key: string, options?: StoreWriteOptions): Promise<void>;
  /**
   * If the holder's lock has ended, `run` is called again once it has the lock again, and then sees the grants that
   * others have written.
   *
   * @param run Passes the lock that it is called with to every `get`, `set` and `delete`, so that the store can tell
   * the holder from one that has lost the lock. A write without it counts as coming from a caller without the lock.
   * @param peek Reads the grant with `get`, without the lock. If it resolves with a value, that is the result, and the
   * lock is not needed because another process has renewed the grant. A store that notices a changed grant, before it
   * takes the lock or while it waits for it, may call `peek`, and then sets `peeks`.
   * @param signal Aborts when nobody waits for the lock any more, because of a timeout or because the client is closed.
   * A store that has not taken the lock yet should then stop waiting and reject.
   */
  withLock?<T>(
    key: string,
    run: (lock?: StoreLock) => Promise<T>,
    peek?: (lock?: StoreLock) => Promise<{ readonly value: T } | undefined>,
    signal?: AbortSignal,
  ): Promise<T>;
  /**
   * Whether `withLock` calls `peek` whenever the grant may have changed. Default `false`, in which case the client
   * reads the grant with `get` before it calls `withLock`.
   */
  readonly peeks?: boolean;
}

/** Storage for secrets by name. Every method may be called concurrently. */
export interface SecretStore {
  /** Returns the secret, or `undefined` if none is stored under that name. */
  get(name: string): Promise<string | undefined>;
  /** Stores a secret, replacing any earlier one. */
  set(name: string, secret: string): Promise<void>;
  /** Deletes a secret; does nothing if there is none. */
  delete(name: string): Promise<void>;
}
