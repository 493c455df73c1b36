import { type CallOptions, callOptionRules } from '../declare/options.ts';
import type { Provider } from '../declare/provider.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { createError } from '../pipeline/create-error.ts';
import { beginCall, noEndpoint } from './begin-call.ts';
import { type BoundOptions, mergeOptions } from './bound-options.ts';
import { noOptions } from './check-call-options.ts';
import { problemOfHeaders } from './check-headers.ts';

/**
 * Adds options to those that a client is bound to already.
 *
 * @param method The method `with` that was called: the stack of an error starts below it.
 * @throws ApiError `invalid_params` when an option is unknown or not valid.
 * @internal
 */
export function bindOptions(
  provider: Provider,
  bound: BoundOptions | undefined,
  given: CallOptions,
  method: (...args: never[]) => unknown,
): BoundOptions {
  const problem = problemOfOptions(given, callOptionRules) ?? problemOfBoundHeaders(given.headers);
  if (problem !== undefined)
    throw createError(provider, beginCall(provider, 'with', method, noEndpoint), problem, { code: 'invalid_params' });
  const { signal, ...options } = given;
  const { signals = [], options: earlier = noOptions } = bound ?? {};
  return {
    // A copy also of the headers: later changes by the caller would not be checked.
    options: mergeOptions(earlier, { ...options, ...(options.headers && { headers: { ...options.headers } }) }),
    signals: signal && !signals.includes(signal) ? [...signals, signal] : signals,
  };
}

/** Headers that only some endpoints set themselves are checked with each call. */
const problemOfBoundHeaders = (headers: unknown): string | undefined =>
  headers === undefined ? undefined : problemOfHeaders(headers, { accept: '' });
