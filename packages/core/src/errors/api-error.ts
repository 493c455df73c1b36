import { kindOf } from '../shared/describe-value.ts';

/**
 * Error codes, one set for all providers.
 *
 * - `invalid_params`: a parameter or an option is missing, unknown or out of range, mostly found before any request.
 *   Fix the call; the message names the value. Stores, receivers and other factories throw it for their options as
 *   well.
 * - `invalid_cursor`: the cursor is corrupted, or belongs to another list, account, params or a later version. Start
 *   the list again without it.
 * - `unauthenticated`: the app's credentials are missing or refused. Check the configuration of the client.
 * - `reauthorization_required`: the user, or the bank login, must consent again; retrying does not help. Send the user
 *   through sign-in, or through Link's update mode.
 * - `permission_denied`: the credentials are valid, but a scope, plan or ownership is missing. Request the one that the
 *   message names.
 * - `not_found`: the record or path does not exist. Treat it as absent, or check the ID.
 * - `conflict`: the state changed in the meantime, or is already the requested one. Read it again, then decide.
 * - `rejected`: the provider refused the request with any other 4xx status. Read `message` and `details`.
 * - `rate_limited`: too many requests for now. Call again after `retryAfterMs`, or raise `maxWaitMs` to wait longer.
 * - `quota_exceeded`: an allowance is used up, and waiting a little does not restore it. Stop until it is renewed or
 *   raised.
 * - `unavailable`: the provider (5xx), the token store or the shared rate limiter failed. Try again later. Also thrown
 *   by a closed client, with `retryable` set to `false`.
 * - `network`: the connection failed, or broke before the response was complete. Try again later if `retryable` is
 *   true.
 * - `timeout`: `timeoutMs` or `deadlineMs` ran out. Increase it, or try again if `retryable` is true.
 * - `invalid_response`: the response cannot be used, or is not as documented under `validation: 'strict'`. Report it,
 *   or use a less strict validation.
 * - `not_supported`: the provider has closed the endpoint, or this runtime lacks a feature. Use the alternative that
 *   the message names.
 * - `aborted`: a signal ended the call, and its reason is not an Error; see {@link isAbort}. Stop, because nobody waits
 *   for the result.
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

/**
 * Whether a failed call changed anything at the provider.
 *
 * - `not_done`: it changed nothing. It was not sent, the provider rejected it, or it only reads.
 * - `unknown`: it may have changed something, because it was sent, and no response shows what became of it.
 * - `done`: the provider carried it out, but its response cannot be used.
 */
export type ErrorOutcome = 'not_done' | 'unknown' | 'done';

/** Fields of an {@link ApiError}, besides its message. */
export interface ApiErrorFields {
  /** Kind of the error, the same for all providers; see {@link ErrorCode}. */
  readonly code: ErrorCode;
  /**
   * Name of the provider: `stream`, `music`, `bank`, `food`, `quotes`. For a function that belongs to no client, the name
   * of its package: `core`, `oauth`, `stores`, `redis`.
   */
  readonly provider: string;
  /** Name of the failed method on the client: `streams.list`. */
  readonly operation: string;
  /** HTTP status of the response; unset if there was none. */
  readonly status?: number;
  /** The provider's own code, such as `ITEM_LOGIN_REQUIRED` or `API_KEY_INVALID`; unset if it sent none. */
  readonly providerCode?: string;
  /** The provider's ID of the request, for its support team; unset if it sent none. */
  readonly requestId?: string;
  /** Milliseconds until the provider accepts requests again; unset if unknown. */
  readonly retryAfterMs?: number;
  /** Whether the same call may succeed later without a change, and repeating it does no harm. */
  readonly retryable: boolean;
  /** Whether the call changed anything at the provider; see {@link ErrorOutcome}. */
  readonly outcome: ErrorOutcome;
  /** The provider's error body, parsed, without secrets. */
  readonly details?: unknown;
  /** The error that caused this one, reduced to name, code and message. */
  readonly cause?: unknown;
  /**
   * Items of a page that are as documented, if others are not (`invalid_response` of a list). They hold response data,
   * so logs and `JSON.stringify` do not show them.
   */
  readonly partial?: readonly unknown[];
}

/** The same fields, each of which may be absent or undefined. */
export type Unset<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** Fields that every {@link ApiError} has. */
type RequiredField = 'code' | 'provider' | 'operation' | 'retryable';

/**
 * Fields to create an {@link ApiError} with: four are required, and the others may be absent or undefined. `outcome` is
 * `not_done` by default.
 */
export type ApiErrorInit = Pick<ApiErrorFields, RequiredField> & Unset<Omit<ApiErrorFields, RequiredField>>;

/** An {@link ApiError} as written by {@link ApiError.toJSON}. */
export type ApiErrorJSON = Omit<ApiErrorFields, 'cause' | 'partial'> & {
  /** Always `ApiError`. */
  readonly name: string;
  /** Message of the error. */
  readonly message: string;
};

// The key has no version, because two copies of core in one process must recognize each other's errors.
const brand = Symbol.for('@x/core/ApiError');

/**
 * The only error class of all packages. It is safe to log whole, because it holds no token, key, header or URL query.
 */
export class ApiError extends Error implements ApiErrorFields {
  declare readonly code: ErrorCode;
  declare readonly provider: string;
  declare readonly operation: string;
  declare readonly status?: number;
  declare readonly providerCode?: string;
  declare readonly requestId?: string;
  declare readonly retryAfterMs?: number;
  declare readonly retryable: boolean;
  declare readonly outcome: ErrorOutcome;
  declare readonly details?: unknown;
  declare readonly partial?: readonly unknown[];

  /**
   * @param message Text of the error, which should begin with the operation.
   * @param init Fields of the error: `code`, `provider`, `operation` and `retryable` are required.
   * @throws ApiError `invalid_params` when a field is missing or has the wrong type.
   */
  constructor(message: string, init: ApiErrorInit) {
    const problem = problemOfFields(init);
    if (problem !== undefined) throw invalidUse('ApiError', problem);
    const { cause, partial, outcome = 'not_done', ...fields } = init;
    super(message, cause === undefined ? undefined : { cause });
    // Going through JSON leaves out unset fields and live objects.
    for (const [name, value] of Object.entries(JSON.parse(JSON.stringify({ ...fields, outcome }))))
      if (!(name in this || ownNames.has(name)))
        Object.defineProperty(this, name, { configurable: true, enumerable: true, writable: true, value });
    if (partial) Object.defineProperty(this, 'partial', { get: () => partial }); // use a getter, because inspection does not follow it
  }

  static {
    Object.defineProperties(this.prototype, { name: { value: 'ApiError' }, [brand]: { value: true } });
  }

  /** Makes `instanceof` true for errors of every copy of core. */
  static override [Symbol.hasInstance](this: unknown, value: unknown): boolean {
    // Do not compare the class name, because bundlers change it.
    return Object.hasOwn(this as object, Symbol.hasInstance)
      ? isApiError(value)
      : Function.prototype[Symbol.hasInstance].call(this as never, value);
  }

  /**
   * Revives an error from the JSON that {@link toJSON} wrote, for example in a worker, a queue or another process.
   * `isApiError` and `instanceof` work for the result, and fields added by a later version are kept. The JSON does not
   * include `cause` and `partial`.
   *
   * @param json Result of `JSON.parse` or `structuredClone`. An `ApiError` is returned unchanged.
   * @throws ApiError `invalid_params` when `json` does not come from `toJSON`. The message shows none of its values.
   * @example
   * worker.postMessage(error.toJSON());
   * worker.on('message', (json) => log(ApiError.from(json)));
   */
  static from(json: unknown): ApiError {
    if (isApiError(json)) return json;
    if (typeof json !== 'object' || json === null)
      throw invalidUse(
        'ApiError.from',
        `json must be the object that toJSON wrote; got ${kindOf(json)}${typeof json === 'string' ? '. Pass it through JSON.parse first' : ''}`,
      );
    const { message, cause, partial, ...fields } = json as ApiErrorJSON & Pick<ApiErrorFields, 'cause' | 'partial'>;
    const problem = typeof message === 'string' ? problemOfFields(fields) : expected('message', 'a string', message);
    if (problem !== undefined)
      throw invalidUse('ApiError.from', `${problem}. Pass what toJSON wrote: structuredClone(error.toJSON())`);
    return revived(message, fields);
  }

  /** Returns all fields and the message, for `JSON.stringify`, `structuredClone` and {@link ApiError.from}. */
  toJSON(): ApiErrorJSON {
    return { name: this.name, message: this.message, ...(this as ApiErrorFields) };
  }
}

// This is outside the class because bundlers rename a class that refers to itself, and inspection would show
// `_ApiError`.
const revived = (message: string, fields: ApiErrorInit): ApiError => new ApiError(message, fields);

/** Properties that are set in another way, so no field of an error may replace them. */
const ownNames: ReadonlySet<string> = new Set(['message', 'stack', 'cause', 'partial']);

/** Types of the fields; the first four are required. */
const fieldTypes = {
  code: 'string',
  provider: 'string',
  operation: 'string',
  retryable: 'boolean',
  status: 'number',
  providerCode: 'string',
  requestId: 'string',
  retryAfterMs: 'number',
  outcome: 'string',
} as const;
const required: readonly string[] = Object.keys(fieldTypes).slice(0, 4);

/** Describes the problem with an error's fields; undefined if there is none. A code may come from a later version. */
function problemOfFields(fields: unknown): string | undefined {
  for (const [name, type] of Object.entries(fieldTypes)) {
    const value: unknown = Object(fields)[name];
    const isRequired = required.includes(name);
    if (!isRequired && (value === undefined || value === null)) continue;
    if (typeof value !== type) return expected(name, `a ${type}`, value);
    if (isRequired && value === '') return `${name} must not be empty`;
  }
  return undefined;
}

const expected = (name: string, type: string, value: unknown): string =>
  value === undefined ? `${name} is required: ${type}` : `${name} must be ${type}; got ${kindOf(value)}`;

/** Creates the error of a function in this module that was called with an invalid argument. */
const invalidUse = (operation: string, problem: string): ApiError =>
  new ApiError(`${operation}: ${problem}`, { code: 'invalid_params', provider: 'core', operation, retryable: false });

/** An {@link ApiError} whose code is one of `Code`. */
export type ApiErrorOf<Code extends ErrorCode> = ApiError & {
  /** Kind of the error: one of the requested codes. */
  readonly code: Code;
};

/** Whether `value` is an {@link ApiError} of this or any other copy of core. */
export function isApiError(value: unknown): value is ApiError;
/**
 * Whether `value` is an {@link ApiError} of this or any other copy of core, and has one of `codes`.
 *
 * @example
 * if (isApiError(error, 'not_found', 'permission_denied')) return undefined;
 */
export function isApiError<const Code extends ErrorCode>(
  value: unknown,
  ...codes: readonly Code[]
): value is ApiErrorOf<Code>;
export function isApiError(value: unknown, ...given: readonly unknown[]): boolean {
  if (!(value instanceof Error && brand in value)) return false;
  // Array methods such as `errors.filter(isApiError)` also pass an index and the array.
  const codes = given.filter((code) => typeof code === 'string');
  return codes.length === 0 || codes.includes((value as unknown as ApiError).code);
}

/** An {@link ApiError} of one provider, whose `providerCode` completes in editors. */
export type ProviderError<ProviderCode extends string, Code extends ErrorCode = ErrorCode> = ApiErrorOf<Code> & {
  /** The provider's own code: one that it documents, or any other; unset if it sent none. */
  readonly providerCode?: ProviderCode | (string & {});
};

/** Returns whether a value is an error of one provider; see {@link providerErrorGuard}. */
export interface ProviderErrorGuard<ProviderCode extends string> {
  (value: unknown): value is ProviderError<ProviderCode>;
  <const Code extends ErrorCode>(value: unknown, ...codes: readonly Code[]): value is ProviderError<ProviderCode, Code>;
}

/**
 * Creates a function that returns whether a value is an {@link ApiError} of one provider, and has one of the codes if
 * some are passed.
 *
 * @param provider Name of the provider: `bank`.
 * @example
 * export const isBankError = providerErrorGuard<BankProviderCode>('bank');
 */
export const providerErrorGuard =
  <ProviderCode extends string>(provider: string): ProviderErrorGuard<ProviderCode> =>
  (value: unknown, ...codes: readonly ErrorCode[]): value is never =>
    isApiError(value, ...codes) && value.provider === provider;

/**
 * Returns whether a call failed because a signal ended it: `error` is an {@link ApiError} of code `aborted`, or an
 * Error named `AbortError`, as `controller.abort()` and browsers create. The `TimeoutError` of `AbortSignal.timeout()`
 * is not an abort.
 *
 * A call also rejects with any other Error that was passed to `abort(…)`. Such an Error does not reveal its origin, so
 * pass the signal as well to recognize it.
 *
 * @param signal The signal that may have ended the call. Default: none, so that only the two forms above are
 * recognized.
 */
export function isAbort(error: unknown, signal?: AbortSignal): boolean {
  if (signal?.aborted && error === signal.reason) return true;
  if (isApiError(error)) return error.code === 'aborted';
  // Do not use instanceof, because the DOMException may come from another realm, as under some test runners.
  return typeof error === 'object' && error !== null && (error as { name?: unknown }).name === 'AbortError';
}

/**
 * Reason why a user has to sign in again: the `providerCode` of `reauthorization_required` errors that concern an
 * account's grant.
 *
 * - `no_grant`: no grant is stored under that account, because the user never signed in or was signed out
 * - `expired`: the access token has expired and there is no refresh token, or the user's consent has ended
 * - `revoked`: the provider reports that the grant was revoked, as when users remove the app from their settings
 * - `refused`: the provider refused the token without giving a reason
 */
export type GrantProblem = 'no_grant' | 'expired' | 'revoked' | 'refused';

/**
 * An error from code that does not know which operation it runs for. The client turns it into an `ApiError` of that
 * operation.
 */
export interface CodedError extends Error {
  /** The `code` of the `ApiError`. It has another name because system errors already have a `code`. */
  readonly errorCode: ErrorCode;
  /** The `providerCode` of the `ApiError`. */
  readonly providerCode?: string | undefined;
}

/**
 * Creates an error to throw where a provider or a store knows why a call fails, such as when it has no grant for it.
 */
export const codedError = (errorCode: ErrorCode, message: string, providerCode?: string): CodedError =>
  Object.assign(new Error(message), { errorCode, ...(providerCode !== undefined && { providerCode }) });
