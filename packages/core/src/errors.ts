import { urlSafe } from './base64.ts';

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
  | 'not_supported';

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

  constructor(message: string, { cause, ...fields }: Unset<ApiErrorFields>) {
    super(message, cause === undefined ? undefined : { cause });
    // Through JSON: unset fields are left out, and nothing live can come along.
    Object.assign(this, JSON.parse(JSON.stringify(fields)));
    Object.defineProperties(this, { name: { value: 'ApiError' }, [brand]: { value: true } });
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

/** Takes the given secrets out of whatever is about to leave in an error or event. */
export interface Redactor {
  text(value: string): string;
  /** A bounded copy of `value` without secrets: known values, telling member names, queries of addresses. */
  value(value: unknown): unknown;
}

const mask = '[redacted]';
const tellingName = /token|secret|password|authorization|api_?-?key|cookie|credential|verifier/i;
/** Addresses, with their users and queries. */
const address = /(\w:\/\/)(?:[^\s"'/?#]*@)?([^\s"'?#]*)(?:[?#][^\s"']*)?/g;

/** Makes a redactor of the given secret values; shorter ones than 4 characters are left alone. */
export function createRedactor(secrets: Iterable<unknown>): Redactor {
  const known = new Set<string>();
  for (const secret of secrets) {
    if (typeof secret !== 'string' || secret.length < 4) continue;
    const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(secret))).replace(/=+$/, '');
    known
      .add(secret)
      .add(encodeURIComponent(secret.toWellFormed()))
      .add(`${new URLSearchParams([['', secret]])}`.slice(1))
      .add(JSON.stringify(secret).slice(1, -1))
      .add(base64)
      .add(urlSafe(base64));
  }
  const longestFirst = [...known].sort((a, b) => b.length - a.length);
  const text = (value: string) =>
    longestFirst.reduce((rest, secret) => rest.replaceAll(secret, mask), value).replace(address, '$1$2');
  const copy = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return text(value).slice(0, 2000);
    if (typeof value !== 'object' || value === null) return value;
    if (depth === 0) return '[…]';
    if (Array.isArray(value)) return value.slice(0, 20).map((member) => copy(member, depth - 1));
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, 50)
        .map(([name, member]) => [text(name), tellingName.test(name) ? mask : copy(member, depth - 1)]),
    );
  };
  return { text, value: (value) => copy(value, 5) };
}

/** Why there is no grant for a call; the client makes an `ApiError` of it. */
export const refusal = (code: ErrorCode, message: string) => Object.assign(new Error(message), { refusal: code });

/** What a failure to get a grant means: a {@link refusal} says it itself, all else comes from the token store. @internal */
export function noGrant(error: { message?: string; refusal?: ErrorCode }): { code: ErrorCode; message: string } {
  const { message, refusal: code } = error;
  return code
    ? { code, message: String(message) }
    : { code: 'unavailable', message: `the token store failed: ${message}` };
}
