/**
 * What went wrong, in one vocabulary for all providers.
 *
 * - `invalid_params`: the call's own input, found before any request
 * - `invalid_cursor`: a cursor of another endpoint, other params or a later version, or a damaged one
 * - `unauthenticated`: credentials are missing or refused
 * - `reauthorization_required`: the user (or bank login) must consent again; no retry helps
 * - `permission_denied`: known, but not allowed: scope, plan, ownership
 * - `not_found`, `conflict`, `rejected`: 404, 409, any other 4xx
 * - `rate_limited`: too many requests for now, see `retryAfterMs`; `quota_exceeded`: an allowance that waiting a little does not restore
 * - `unavailable`: the provider failed (5xx), or the token store or the shared rate budget did; `network`: no answer at all; `timeout`: `timeoutMs` or `deadlineMs` ran out
 * - `invalid_response`: the answer is not what the provider documents
 * - `aborted`: a signal ended the call, and its reason is not an Error; see {@link isAbort}
 * - `not_supported`: the provider has closed this, or this runtime cannot do it
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

/** Everything an {@link ApiError} tells beside its message. */
export interface ApiErrorFields {
  readonly code: ErrorCode;
  /** Name of the provider: `stream`, `music`, `bank`, `food`, `quotes`. */
  readonly provider: string;
  /** The method that failed, as it is called on the client: `streams.list`. */
  readonly operation: string;
  /** HTTP status, when there was an answer. */
  readonly status?: number;
  /** The provider's own code: `ITEM_LOGIN_REQUIRED`, `API_KEY_INVALID`, `NO_ACTIVE_DEVICE`. */
  readonly providerCode?: string;
  /** The provider's id of the request, for its support. */
  readonly requestId?: string;
  /** Milliseconds after which the provider takes requests again. */
  readonly retryAfterMs?: number;
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** The provider's error body, parsed, with secrets taken out. */
  readonly details?: unknown;
  /** What caused it, reduced to name, code and message. */
  readonly cause?: unknown;
  /**
   * The items of a page that are as documented, where others are not (`invalid_response` of a list). They hold the data of
   * the response: logs and `JSON.stringify` do not show them.
   */
  readonly partial?: readonly unknown[];
}

/** The same members, each of which may be left out or undefined. */
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
    Object.defineProperties(this, { name: { value: 'ApiError' }, [brand]: { value: true } });
    if (partial) Object.defineProperty(this, 'partial', { get: () => partial }); // a getter: inspection does not follow it
  }

  /** Holds for errors of every copy of core. */
  static override [Symbol.hasInstance](this: unknown, value: unknown): boolean {
    // Not by the name of the class: bundlers would give it another.
    return Object.hasOwn(this as object, Symbol.hasInstance)
      ? isApiError(value)
      : Function.prototype[Symbol.hasInstance].call(this as never, value);
  }

  /** All fields and the message; what `JSON.stringify` shows. */
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
 * - `revoked`: the provider says that the grant was revoked, as when users remove the app from their settings
 * - `refused`: the provider refused the token and does not say why
 */
export type GrantProblem = 'no_grant' | 'expired' | 'revoked' | 'refused';

/** Why there is no grant for a call; the client makes an `ApiError` with these fields of it. */
export const refusal = (code: ErrorCode, message: string, providerCode?: string) =>
  Object.assign(new Error(message), { refusal: code, ...(providerCode !== undefined && { providerCode }) });

/** The same error with another `providerCode`. @internal */
export function withProviderCode(error: ApiError, providerCode: GrantProblem): ApiError {
  const changed = new ApiError(error.message, { ...error, cause: error.cause, providerCode });
  if (error.stack !== undefined) changed.stack = error.stack;
  return changed;
}

/** What a failure to get a grant means: a {@link refusal} says it itself, all else comes from the token store. @internal */
export function noGrant(error: { message?: string; refusal?: ErrorCode; providerCode?: string }): {
  code: ErrorCode;
  message: string;
  providerCode?: string | undefined;
} {
  const { message, refusal: code, providerCode } = error;
  return code
    ? { code, message: String(message), providerCode }
    : { code: 'unavailable', message: `the token store failed: ${message}` };
}
