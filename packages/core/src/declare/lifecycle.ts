import type { ErrorCode } from '../errors/api-error.ts';

/** The last call that ended in a certain way. */
export interface CallRecord {
  /** The method, as events name it: `streams.list`; `oauth.token` and `oauth.refresh` for token requests. */
  readonly operation: string;
  /** When the call ended, in Unix milliseconds of the client's clock. */
  readonly at: number;
}

/** The last call that failed with a certain code. */
export interface FailureRecord extends CallRecord {
  /** What the call failed with. */
  readonly code: ErrorCode;
}

/** What a call may wait for before its request is sent. */
export type WaitReason = 'rate_limit' | 'retry' | 'token';

/** The calls that wait for the same thing at the moment. */
export interface OpenWait {
  /**
   * `rate_limit`: until the rate limit allows a request; `retry`: before a request is sent again; `token`: for a token request, or
   * for the token store.
   */
  readonly for: WaitReason;
  /** Number of calls that wait, from 1. */
  readonly calls: number;
  /** When the longest of these waits started, in Unix milliseconds of the client's clock. */
  readonly since: number;
}

/** How a client and its provider are doing. It holds no secret and no value of the caller's, and can be sent as JSON. */
export interface ClientHealth {
  /** Name of the provider: `stream`, `music`, `bank`, `food`, `quotes`. */
  readonly provider: string;
  /** `open`; `closing` from the call of `close` until the calls under way have ended; then `closed`. */
  readonly state: 'open' | 'closing' | 'closed';
  /**
   * Calls that have started and not ended, those of accounts included. Each page of a list counts as a call of its own, and so does
   * each token request.
   */
  readonly callsUnderWay: number;
  /** What calls under way wait for, one entry per reason. Empty when none waits. */
  readonly waits: readonly OpenWait[];
  /** The last call that succeeded; undefined before the first. */
  readonly lastSuccess: CallRecord | undefined;
  /**
   * The last failure of each code, the most recent one first. Calls that their own signal ended, or that a closed client
   * refused, are left out.
   */
  readonly lastFailures: readonly FailureRecord[];
}

/** Options of {@link ClientLifecycle.close}. */
export interface CloseOptions {
  /**
   * Longest wait for the calls under way, in milliseconds of the client's clock, from 0. Calls that are still under way then
   * reject with `unavailable`. Default: no limit of its own; each call ends at its own `deadlineMs`, if it has one.
   */
  graceMs?: number | undefined;
}

/** The key of the method that `await using` calls; never where the types of the runtime do not have it. */
type AsyncDisposeKey = SymbolConstructor['asyncDispose' & keyof SymbolConstructor];

/**
 * What lets a client be declared with `await using`: a method under `Symbol.asyncDispose` that closes it. It has no method where
 * `Symbol.asyncDispose` does not exist.
 */
export type AsyncCloseable = { readonly [Key in AsyncDisposeKey]: () => Promise<void> };

/** How a client reports on itself, and how it ends. The clients of accounts and bank Items do not have it: they end with theirs. */
export interface ClientLifecycle extends AsyncCloseable {
  /**
   * Returns how the client and its provider are doing, for health checks and debugging. Nothing is requested. It covers the calls of
   * this client, of the clients that `with` returns, and of its accounts or bank Items.
   *
   * @example
   * const { lastSuccess, lastFailures, callsUnderWay } = client.health();
   */
  health(): ClientHealth;
  /**
   * Closes the client, with its accounts or bank Items and the clients that `with` returned: new calls reject with `unavailable`, and
   * calls under way are waited for, their token requests and retries included. Waits between calls, such as those of
   * `transactions.follow` and `oauth.device`, end with the same error, and background work such as the validation of tokens
   * stops.
   *
   * A list that is being read may request further pages until no call is under way any more. Token stores, shared rate limiters and
   * connections are not closed: they may be in use elsewhere.
   *
   * It may be called any number of times; all calls return the promise of the first one, whose options count.
   *
   * @throws `ApiError` `invalid_params` when an option is unknown or not valid.
   * @example
   * process.once('SIGTERM', () => client.close({ graceMs: 10_000 }));
   */
  close(options?: CloseOptions): Promise<void>;
}

/**
 * What is known of the calls of a client and its accounts, and whether it is closed. Created by `createLifecycle`, once for all
 * clients that are closed together.
 */
export interface Lifecycle {
  /** Whether new calls are accepted; see {@link ClientHealth.state}. */
  readonly state: ClientHealth['state'];
  /** Whether the client was closed and calls that are still under way have to end. */
  readonly isGraceOver: boolean;
  /** Notes that a call starts. */
  callStarted(): void;
  /** Notes that a call ends; every call that started ends once. */
  callEnded(): void;
  /** Notes what the call that is about to end has succeeded with. */
  callSucceeded(operation: string): void;
  /** Notes what the call that is about to end fails with. */
  callFailed(operation: string, code: ErrorCode): void;
  /**
   * Notes that a call starts to wait.
   *
   * @returns A function that ends the wait. Calling it again has no effect.
   */
  startWait(reason: WaitReason): () => void;
  /** Lets `close` wait for work that is not a call, such as storing a token. Resolves or rejects like the work. */
  hold<T>(work: Promise<T>): Promise<T>;
  /**
   * Lets `close` wait for work that must not be cut off, such as a refresh whose token works once: after its grace period, too. The work
   * has to end by itself. Resolves or rejects like the work.
   */
  finish<T>(work: Promise<T>): Promise<T>;
  /**
   * Calls `run` when `close` is called; immediately if it was called already.
   *
   * @returns A function that takes it back.
   */
  onClose(run: () => void): () => void;
  /**
   * Does `work` when `close` is called, and lets `close` wait for it as `finish` does. Unlike what `onClose` calls, it also runs where
   * requests are isolated: on behalf of the request that closes the client. What it rejects with is ignored.
   *
   * @returns A function that takes it back.
   */
  atClose(work: () => Promise<unknown>): () => void;
  /**
   * Calls `run` when the grace period of `close` is over and calls are still under way; immediately if it is over already.
   *
   * @returns A function that takes it back.
   */
  onGraceOver(run: () => void): () => void;
  /** See {@link ClientLifecycle.health}. */
  health(): ClientHealth;
  /** See {@link ClientLifecycle.close}. */
  close(graceMs: number | undefined): Promise<void>;
}
