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

/**
 * Record of the calls of a client and its accounts, and of whether the client is closed. Created by `createLifecycle`,
 * once for all clients that are closed together.
 */
export interface Lifecycle {
  /** Whether new calls are accepted; see {@link ClientHealth.state}. */
  readonly state: ClientHealth['state'];
  /** Whether the client was closed and calls still in progress have to end. */
  readonly isGraceOver: boolean;
  /** Records that a call starts. */
  callStarted(): void;
  /** Records that a call ends; every started call ends once. */
  callEnded(): void;
  /** Records the success of a call that is about to end. */
  callSucceeded(operation: string): void;
  /** Records the failure of a call that is about to end. */
  callFailed(operation: string, code: ErrorCode): void;
  /**
   * Records that a call starts to wait.
   *
   * @returns A function that ends the wait. Calling it again has no effect.
   */
  startWait(reason: WaitReason): () => void;
  /** Makes `close` wait for work that is not a call, such as storing a token. Resolves or rejects like the work. */
  hold<T>(work: Promise<T>): Promise<T>;
  /**
   * Makes `close` wait, even after its grace period, for work that must not be interrupted, such as a refresh whose
   * token works once. The work has to end by itself. Resolves or rejects like the work.
   */
  finish<T>(work: Promise<T>): Promise<T>;
  /**
   * Calls `run` when `close` is called, or immediately if it was already called.
   *
   * @returns A function that removes `run` again.
   */
  onClose(run: () => void): () => void;
  /**
   * Does `work` when `close` is called, and makes `close` wait for it as `finish` does. Unlike `onClose`, it runs even
   * where requests are isolated, on behalf of the request that closes the client. Rejections are ignored.
   *
   * @returns A function that removes `work` again.
   */
  atClose(work: () => Promise<unknown>): () => void;
  /**
   * Calls `run` when the grace period of `close` is over while calls are in progress, or immediately if it is already
   * over.
   *
   * @returns A function that removes `run` again.
   */
  onGraceOver(run: () => void): () => void;
  /** See {@link ClientLifecycle.health}. */
  health(): ClientHealth;
  /** See {@link ClientLifecycle.close}. */
  close(graceMs: number | undefined): Promise<void>;
}
