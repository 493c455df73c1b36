import { Progress } from '../call/progress.ts';
import type { ApiCall, PagedCall, ResponseInfo } from '../declare/api-call.ts';
import {
  ApiError,
  type ApiErrorInit,
  type ErrorCode,
  isApiError,
  type ProviderError,
  type Unset,
} from '../errors/api-error.ts';
import { checkOptions, optionsError } from '../options/check-options.ts';
import * as optionKind from '../options/option-kind.ts';
import { decodeCursor, encodeCursor, type Position } from '../paging/cursor.ts';
import { pagedCall } from '../paging/paged-call.ts';
import type { LoadedPage } from '../paging/read-pages.ts';
import { kindOf } from '../shared/describe-value.ts';

/** Options of {@link fakeList}. */
export interface FakeListOptions {
  /** Number of items per page, at least 1. Default: all items are on one page. */
  pageSize?: number | undefined;
  /**
   * `nextCursor` of a page in a fake list, after which the list continues. Default: the list starts at its beginning.
   */
  cursor?: string | undefined;
}

const fakeListRules = {
  pageSize: optionKind.countFrom1OrInfinity,
  cursor: optionKind.checkedLater, // by `decodeCursor`, as `invalid_cursor`
} satisfies optionKind.RulesOf<FakeListOptions>;

/** Fields of a fake error: its message and the fields of an `ApiError`. Only `code` is required. */
export interface FakeErrorFields<Code extends ErrorCode = ErrorCode, ProviderCode extends string = string>
  extends Unset<Omit<ApiErrorInit, 'code' | 'provider' | 'providerCode'>> {
  /** Kind of the error. */
  readonly code: Code;
  /** Message of the error, without the operation. Default: the code. */
  readonly message?: string | undefined;
  /** The provider's own code: one that it documents, or any other. Default: none. */
  readonly providerCode?: ProviderCode | (string & {}) | undefined;
}

/** Creates an error of one provider, for tests. */
export type ErrorFake<ProviderCode extends string> = <const Code extends ErrorCode>(
  fields: FakeErrorFields<Code, ProviderCode>,
) => ProviderError<ProviderCode, Code>;

const fakeErrorRules = {
  code: optionKind.required(optionKind.string),
  message: optionKind.string,
  operation: optionKind.string,
  status: optionKind.checkedLater,
  providerCode: optionKind.string,
  requestId: optionKind.string,
  retryAfterMs: optionKind.millisecondsFrom0,
  retryable: optionKind.boolean,
  outcome: optionKind.choice(['not_done', 'unknown', 'done']),
  details: optionKind.checkedLater,
  cause: optionKind.checkedLater,
  partial: optionKind.checkedLater,
} satisfies optionKind.RulesOf<FakeErrorFields>;

/** Error codes after which the same call may succeed. */
const retryableCodes: readonly ErrorCode[] = ['rate_limited', 'unavailable', 'network', 'timeout'];

/**
 * Creates a function that creates errors like those of a provider's calls, for tests. Pass an error to {@link fakeCall}
 * or {@link fakeList}, which then reject with it. By default, an error's `operation` is `fake`, `retryable` is the usual
 * value for its code, and `outcome` is `not_done`. The function throws `invalid_params` when a field is unknown or
 * invalid.
 *
 * @param provider Name of the provider: `bank`.
 * @example
 * const fakeTimeError = createErrorFake('time');
 * vi.spyOn(time, 'now').mockReturnValue(fakeCall(fakeTimeError({ code: 'unavailable' })));
 */
export function createErrorFake<ProviderCode extends string = never>(provider: string): ErrorFake<ProviderCode> {
  const name = `fake${provider.charAt(0).toUpperCase()}${provider.slice(1)}Error`;
  return function fakeError(fields): never {
    checkOptions({ provider: 'core', operation: name, below: fakeError }, fields, fakeErrorRules);
    const { code, message = code, operation = 'fake', ...others } = fields;
    const { retryable = retryableCodes.includes(code) } = others;
    const error = new ApiError(`${operation}: ${message}`, { ...others, code, provider, operation, retryable });
    Error.captureStackTrace?.(error, fakeError);
    return error as never;
  };
}

/** Rejects like the real call, with `withResponse` as well. */
export function fakeCall(error: ApiError): ApiCall<never>;
/**
 * Creates a call that behaves like a client's call, for tests: a promise with `withResponse`. Nothing is requested.
 *
 * @param value Result of the call. With an `ApiError`, it rejects.
 * @example
 * vi.spyOn(quotes.quotes, 'get').mockReturnValue(fakeCall(quote));
 */
export function fakeCall<Value>(value: Value): ApiCall<Value>;
export function fakeCall(value: unknown): ApiCall<unknown> {
  const promise = isApiError(value) ? Promise.reject(value) : Promise.resolve(value);
  promise.catch(() => {}); // a test may create it long before it is awaited
  return respondedNow().addTo(promise);
}

/** Rejects like the real list. */
export function fakeList(error: ApiError): PagedCall<never>;
/**
 * Creates a list that behaves like a client's list, for tests: with `await`, in loops, and with `pages`, `items`,
 * `toArray` and `withResponse`. Nothing is requested.
 *
 * @param items Items of the whole list. With an `ApiError`, the list rejects.
 * @param options Division of the items into pages, and the start of the list.
 * @throws ApiError `invalid_params` when an option is unknown or invalid.
 * @example
 * vi.spyOn(stream.streams, 'list').mockReturnValue(fakeList(streams, { pageSize: 2 }));
 */
export function fakeList<Item>(items: readonly Item[], options?: FakeListOptions): PagedCall<Item>;
export function fakeList<Item>(given: readonly Item[] | ApiError, options: FakeListOptions = {}): PagedCall<Item> {
  const owner = { provider: 'core', operation: 'fakeList', below: fakeList };
  const isValid = Array.isArray(given) || isApiError(given);
  checkOptions(owner, options, fakeListRules, isValid ? undefined : `items must be an array; got ${kindOf(given)}`);
  const { pageSize = Number.POSITIVE_INFINITY, cursor } = options;

  async function load(position: Position = startOf(cursor)): Promise<LoadedPage<Item>> {
    if (isApiError(given)) throw given;
    const all = given as readonly Item[];
    const start = Number(position[1] ?? 0);
    const end = start + pageSize;
    const after: Position | undefined = end < all.length ? [0, end] : undefined;
    return {
      items: all.slice(start, end),
      nextCursor: after ? encodeCursor('fakeList', after, []) : null,
      total: all.length,
      after,
    };
  }

  const errors = {
    repeated: () => fakeListError({ code: 'invalid_response', message: 'the list does not end' }),
    throwIfAborted() {},
    invalid: (reason: string) => optionsError(owner, reason),
  };
  return pagedCall(load, errors, {}, (): ResponseInfo => respondedNow().toResponseInfo());
}

const fakeListError = /* @__PURE__ */ createErrorFake('core');

/** Returns the position at which a list starts. */
function startOf(cursor: string | null | undefined): Position {
  if (cursor === undefined) return [0];
  const position = cursor === null ? 'cursor is null: this list has ended' : decodeCursor('fakeList', cursor, []);
  if (typeof position === 'string') throw fakeListError({ code: 'invalid_cursor', message: position });
  return position;
}

/** Returns the progress of a call that got a response to its first request. */
function respondedNow(): Progress {
  const progress = new Progress(0);
  progress.status = 200;
  progress.attempts = 1;
  return progress;
}
