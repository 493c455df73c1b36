/**
 * What went wrong: one set of codes for all providers.
 *
 * - `invalid_params`: a parameter or an option is missing, unknown or out of range, mostly found before any request. Fix the
 *   call; the message names the value.
 * - `invalid_cursor`: the cursor is corrupted, or belongs to another list, account, params or a later version. Start the list
 *   over without it.
 * - `unauthenticated`: the app's credentials are missing or refused. Check the configuration of the client.
 * - `reauthorization_required`: the user, or the bank login, must consent again; retrying does not help. Send the user through
 *   sign-in, or through Link's update mode.
 * - `permission_denied`: the credentials are valid, but a scope, plan or ownership is missing. Request what the message names.
 * - `not_found`: there is no such thing, or no such path. Treat it as absent, or check the ID.
 * - `conflict`: the state changed in the meantime, or already is what was asked for. Read it again, then decide.
 * - `rejected`: the provider refused the request with any other 4xx status. Read `message` and `details`.
 * - `rate_limited`: too many requests for now. Call again after `retryAfterMs`, or raise `maxWaitMs` to wait longer.
 * - `quota_exceeded`: an allowance is used up, and waiting a little does not restore it. Stop until it is renewed or raised.
 * - `unavailable`: the provider failed (5xx), or the token store or the shared rate budget did. Try again later. Also of a client
 *   that was closed: then `retryable` is `false`.
 * - `network`: the connection failed, or broke before the response was complete. Try again later.
 * - `timeout`: `timeoutMs` or `deadlineMs` ran out. Increase it, or try again.
 * - `invalid_response`: the response cannot be used, or is not as documented under `validation: 'strict'`. Report it, or use a
 *   less strict validation.
 * - `not_supported`: the provider has closed the endpoint, or this runtime lacks a feature. Use what the message names instead.
 * - `aborted`: a signal ended the call, and its reason is not an Error; see {@link isAbort}. Stop, nobody waits for the result.
 */
export type ErrorCode =
  | 'invalid_params'
  | 'invalid_cursor'
  | 'unauthenticated'
  | 'reauthorization_required'
  | 'permission_denied'
  | 'not_found'
  | 'conflict'
  | 'rejected'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'unavailable'
  | 'network'
  | 'timeout'
  | 'invalid_response'
  | 'not_supported'
  | 'aborted';

/** The fields of an {@link ApiError}, besides its message. */
export interface ApiErrorFields {
  /** What went wrong, the same for all providers; see {@link ErrorCode}. */
  readonly code: ErrorCode;
  /** Name of the provider: `stream`, `music`, `bank`, `food`, `quotes`. */
  readonly provider: string;
  /** Method that failed, as it is called on the client: `streams.list`. */
  readonly operation: string;
  /** HTTP status of the response; unset if there was none. */
  readonly status?: number;
  /** The provider's own code, such as `ITEM_LOGIN_REQUIRED` or `API_KEY_INVALID`; unset if it sent none. */
  readonly providerCode?: string;
  /** The provider's ID of the request, for its support; unset if it sent none. */
  readonly requestId?: string;
  /** Milliseconds until the provider accepts requests again; unset if unknown. */
  readonly retryAfterMs?: number;
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** The provider's error body, parsed, without secrets. */
  readonly details?: unknown;
  /** The error that caused this one, reduced to name, code and message. */
  readonly cause?: unknown;
  /**
   * The items of a page that are as documented, where others are not (`invalid_response` of a list). They hold the data of
   * the response: logs and `JSON.stringify` do not show them.
   */
  readonly partial?: readonly unknown[];
}

/** The same fields, each of which may be absent or undefined. */
export type Unset<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

// No version in the key: two copies of core in one process must know each other's errors.
const brand = Symbol.for('@x/core/ApiError');

/** The only error class of all five clients. Safe to log whole: it holds no token, key, header or URL query. */
export class ApiError extends Error implements ApiErrorFields {
  declare readonly code: ErrorCode;
  declare readonly provider: string;
  declare readonly operation: string;
  declare readonly status?: number;
  declare readonly providerCode?: string;
  declare readonly requestId?: string;
  declare readonly retryAfterMs?: number;
  declare readonly retryable: boolean;
  declare readonly details?: unknown;
  declare readonly partial?: readonly unknown[];

  constructor(message: string, { cause, partial, ...fields }: Unset<ApiErrorFields>) {
    super(message, cause === undefined ? undefined : { cause });
    // Through JSON: unset fields are left out, and nothing live can come along.
    Object.assign(this, JSON.parse(JSON.stringify(fields)));
    if (partial) Object.defineProperty(this, 'partial', { get: () => partial }); // a getter: inspection does not follow it
  }

  static {
    Object.defineProperties(this.prototype, { name: { value: 'ApiError' }, [brand]: { value: true } });
  }

  /** `instanceof` is true for errors of every copy of core. */
  static override [Symbol.hasInstance](this: unknown, value: unknown): boolean {
    // Not by the name of the class: bundlers would give it another.
    return Object.hasOwn(this as object, Symbol.hasInstance)
      ? isApiError(value)
      : Function.prototype[Symbol.hasInstance].call(this as never, value);
  }

  /** Returns all fields and the message, for `JSON.stringify`. */
  toJSON(): ApiErrorFields & { name: string; message: string } {
    return { name: this.name, message: this.message, ...(this as ApiErrorFields) };
  }
}

/** Whether `value` is an {@link ApiError} of this or any other copy of core. */
export function isApiError(value: unknown): value is ApiError {
  return value instanceof Error && brand in value;
}

/**
 * Whether a call failed because a signal ended it: `error` is an {@link ApiError} of code `aborted`, or an Error named `AbortError`, as
 * `controller.abort()` and browsers create. The `TimeoutError` of `AbortSignal.timeout()` is not an abort.
 *
 * A call also rejects with any other Error that was passed to `abort(…)`. That Error does not show where it comes from: pass the
 * signal as well to recognize it.
 *
 * @param signal The signal that may have ended the call. Default: none, so that only the two forms above are recognized.
 */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  if (signal?.aborted && error === signal.reason) return true;
  if (isApiError(error)) return error.code === 'aborted';
  // Not by instanceof: the DOMException may be one of another realm, as under some test runners.
  return typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'AbortError';
}

/**
 * Why a user has to sign in again: the `providerCode` of errors with the code `reauthorization_required` that are about the
 * grant of an account.
 *
 * - `no_grant`: no grant is stored under that account: the user never signed in, or was signed out
 * - `expired`: the access token has expired and there is no refresh token, or the user's consent has ended
 * - `revoked`: the provider reports that the grant was revoked, as when users remove the app from their settings
 * - `refused`: the provider refused the token and does not say why
 */
export type GrantProblem = 'no_grant' | 'expired' | 'revoked' | 'refused';

/** An error of code that does not know which operation it runs for. The client turns it into an `ApiError` of that operation. */
export interface CodedError extends Error {
  /** The `code` of the `ApiError`. Errors of the system have a `code` of their own, so it has another name. */
  readonly errorCode: ErrorCode;
  /** The `providerCode` of the `ApiError`. */
  readonly providerCode?: string | undefined;
}

/** Creates the error to throw where a provider or a store knows why a call fails, such as when it has no grant for it. */
export const codedError = (errorCode: ErrorCode, message: string, providerCode?: string): CodedError =>
  Object.assign(new Error(message), { errorCode, ...(providerCode !== undefined && { providerCode }) });

/** The same error with another `providerCode`. @internal */
export function withProviderCode(error: ApiError, providerCode: GrantProblem): ApiError {
  const changed = new ApiError(error.message, { ...error, cause: error.cause, providerCode });
  if (error.stack !== undefined) changed.stack = error.stack;
  return changed;
}
