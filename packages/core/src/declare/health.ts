import type { ErrorCode } from '../errors/api-error.ts';

/** The last call that ended in a certain way. */
export interface CallRecord {
  /** The method, as events name it: `streams.list`; `oauth.token` and `accounts.refresh` for token requests. */
  readonly operation: string;
  /** Time at which the call ended, in Unix milliseconds of the client's clock. */
  readonly at: number;
}

/** The last call that failed with a certain code. */
export interface FailureRecord extends CallRecord {
  /** Error code of the call. */
  readonly code: ErrorCode;
}

/** Reasons for which a call may wait before its request is sent. */
export type WaitReason = 'rate_limit' | 'retry' | 'token';

/** Calls that are currently waiting for the same reason. */
export interface OpenWait {
  /**
   * Reason of the wait. `rate_limit`: until the rate limit allows a request; `retry`: before a request is sent again;
   * `token`: for a token request, or for the token store.
   */
  readonly for: WaitReason;
  /** Number of waiting calls, from 1. */
  readonly calls: number;
  /** Start of the longest of these waits, in Unix milliseconds of the client's clock. */
  readonly since: number;
}

/** State of a client and its provider. It holds no secret and no value from the caller, and can be sent as JSON. */
export interface ClientHealth {
  /** Name of the provider: `stream`, `music`, `bank`, `food`, `quotes`. */
  readonly provider: string;
  /**
   * State of the client: `open`; `closing` from the call of `close` until the calls in progress have ended; then
   * `closed`.
   */
  readonly state: 'open' | 'closing' | 'closed';
  /**
   * Number of calls that have started and not ended, including calls of accounts. Each page of a list and each token
   * request counts as a separate call.
   */
  readonly callsInProgress: number;
  /** Reasons for which calls in progress are waiting, one entry per reason. Empty if none is waiting. */
  readonly waits: readonly OpenWait[];
  /** The last successful call; undefined before the first. */
  readonly lastSuccess: CallRecord | undefined;
  /**
   * Last failure of each code, the most recent one first. Calls that were ended by their own signal, or refused by a
   * closed client, are left out.
   */
  readonly lastFailures: readonly FailureRecord[];
}

/** Options of {@link ClientLifecycle.close}. */
export interface CloseOptions {
  /**
   * Longest wait for calls in progress, in milliseconds of the client's clock, from 0. Calls still in progress after
   * that reject with `unavailable`. Default: no limit, except that each call ends at its own `deadlineMs`, if it has
   * one.
   */
  graceMs?: number | undefined;
}

/** Key of the method that `await using` calls; `never` if the runtime's types do not have it. */
type AsyncDisposeKey = SymbolConstructor['asyncDispose' & keyof SymbolConstructor];

/**
 * Lets you declare a client with `await using`: a method under `Symbol.asyncDispose` that closes it. The method is
 * missing if `Symbol.asyncDispose` does not exist.
 */
export type AsyncCloseable = { readonly [Key in AsyncDisposeKey]: () => Promise<void> };

/**
 * Methods with which a client reports on itself and ends. The clients of accounts and bank Items do not have them,
 * because they end with their root client.
 */
export interface ClientLifecycle extends AsyncCloseable {
  /**
   * Returns the state of the client and its provider, for health checks and debugging, without a request. It covers the
   * calls of this client, of the clients that `with` returns, and of its accounts or bank Items.
   *
   * @example
   * const { lastSuccess, lastFailures, callsInProgress } = client.health();
   */
  health(): ClientHealth;
  /**
   * Closes the client, together with its accounts or bank Items and the clients that `with` returned. New calls reject
   * with `unavailable`, and `close` waits for calls in progress, including their token requests and retries. Waits
   * between calls, such as those in `transactions.follow` and `oauth.device`, end with the same error, and background
   * work such as token validation stops.
   *
   * A list that is being read may request further pages until no call is in progress. Token stores, shared rate
   * limiters and connections are not closed, because other code may use them.
   *
   * You can call it any number of times; all calls return the promise of the first one, whose options apply.
   *
   * @throws `ApiError` `invalid_params` when an option is unknown or invalid.
   * @example
   * process.once('SIGTERM', () => client.close({ graceMs: 10_000 }));
   */
  close(options?: CloseOptions): Promise<void>;
}
