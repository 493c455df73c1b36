import { kindOf } from '../shared/describe-value.ts';

/**
 * What went wrong: one set of codes for all providers.
 *
 * - `invalid_params`: a parameter or an option is missing, unknown or out of range, mostly found before any request. Fix the
 *   call; the message names the value. Stores, receivers and other factories throw it for their options, too.
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
 * - `unavailable`: the provider failed (5xx), or the token store or the shared rate limiter did. Try again later. Also of a client
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
  /** Name of the provider: `stream`, `music`, `bank`, `food`, `quotes`; of options of stores and other helpers, the package, such as `redis`. */
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

/** Fields that every {@link ApiError} has. */
type RequiredField = 'code' | 'provider' | 'operation' | 'retryable';

/** The fields that an {@link ApiError} is created with: four are required, and the others may be absent or undefined. */
export type ApiErrorInit = Pick<ApiErrorFields, RequiredField> & Unset<Omit<ApiErrorFields, RequiredField>>;

/** An {@link ApiError} as {@link ApiError.toJSON} writes it. */
export type ApiErrorJSON = Omit<ApiErrorFields, 'cause' | 'partial'> & {
  /** Always `ApiError`. */
  readonly name: string;
  /** The message of the error. */
  readonly message: string;
};

// No version in the key: two copies of core in one process must know each other's errors.
const brand = Symbol.for('@x/core/ApiError');

/** The only error class of all packages. Safe to log whole: it holds no token, key, header or URL query. */
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

  /**
   * @param message Text of the error, which should begin with the operation.
   * @param init The fields of the error: `code`, `provider`, `operation` and `retryable` are required.
   * @throws ApiError `invalid_params` when a field is missing or of another type.
   */
  constructor(message: string, init: ApiErrorInit) {
    const problem = problemOfFields(init);
    if (problem !== undefined) throw invalidUse('ApiError', problem);
    const { cause, partial, ...fields } = init;
    super(message, cause === undefined ? undefined : { cause });
    // Through JSON: unset fields are left out, and nothing live can come along.
    for (const [name, value] of Object.entries(JSON.parse(JSON.stringify(fields))))
      if (!(name in this || ownNames.has(name)))
        Object.defineProperty(this, name, { configurable: true, enumerable: true, writable: true, value });
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

  /**
   * Revives an error from what {@link toJSON} wrote, such as one that a worker, a queue or another process has sent.
   * `isApiError` and `instanceof` hold for the result, and fields that a later version has added are kept. `cause` and `partial`
   * are not in the JSON.
   *
   * @param json What `JSON.parse` or `structuredClone` returned. An `ApiError` is returned as it is.
   * @throws ApiError `invalid_params` when `json` is not what `toJSON` writes. The message shows no value of it.
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

// Outside the class: bundlers rename a class that refers to itself, and inspection would show `_ApiError`.
const revived = (message: string, fields: ApiErrorInit): ApiError => new ApiError(message, fields);

/** Properties that are set in another way: no field of an error may replace them. */
const ownNames: ReadonlySet<string> = new Set(['message', 'stack', 'cause', 'partial']);

/** The types of the fields; the first four are required. */
const fieldTypes = {
  code: 'string',
  provider: 'string',
  operation: 'string',
  retryable: 'boolean',
  status: 'number',
  providerCode: 'string',
  requestId: 'string',
  retryAfterMs: 'number',
} as const;
const required: readonly string[] = Object.keys(fieldTypes).slice(0, 4);

/** What is wrong with the fields of an error; undefined if nothing is. A code may be one of a later version. */
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

/** Makes the error of a function of this module that was called with something else. */
const invalidUse = (operation: string, problem: string): ApiError =>
  new ApiError(`${operation}: ${problem}`, { code: 'invalid_params', provider: 'core', operation, retryable: false });

/** An {@link ApiError} whose code is one of `Code`. */
export type ApiErrorOf<Code extends ErrorCode> = ApiError & {
  /** What went wrong: one of the codes that were asked for. */
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
  // Array methods also pass an index and the array: errors.filter(isApiError).
  const codes = given.filter((code) => typeof code === 'string');
  return codes.length === 0 || codes.includes((value as unknown as ApiError).code);
}

/** An {@link ApiError} of one provider, whose `providerCode` completes in editors. */
export type ProviderError<ProviderCode extends string, Code extends ErrorCode = ErrorCode> = ApiErrorOf<Code> & {
  /** The provider's own code: one that it documents, or any other; unset if it sent none. */
  readonly providerCode?: ProviderCode | (string & {});
};

/** Tells whether a value is an error of one provider; see {@link providerErrorGuard}. */
export interface ProviderErrorGuard<ProviderCode extends string> {
  (value: unknown): value is ProviderError<ProviderCode>;
  <const Code extends ErrorCode>(value: unknown, ...codes: readonly Code[]): value is ProviderError<ProviderCode, Code>;
}

/**
 * Creates what tells whether a value is an {@link ApiError} of one provider, and has one of the codes if some are passed.
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
