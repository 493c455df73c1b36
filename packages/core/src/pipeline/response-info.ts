import type { ApiCall, ResponseInfo, WithResponse } from '../declare/api-call.ts';
import type { ReadHeaders } from '../transport/fetch.ts';
import { type CallProgress, requestIdOf } from './call.ts';

/**
 * Adds `withResponse` to the promise of a call. A subclass of Promise would make every await of it slower; one property that
 * is not enumerable does not, and the promise is shown like any other.
 *
 * @internal
 */
export function withResponseOf<T>(promise: Promise<T>, progress: CallProgress): ApiCall<T> {
  const withResponse = async (): Promise<WithResponse<T>> => {
    const data = await promise;
    return { data, response: responseInfoOf(progress) };
  };
  return Object.defineProperty(promise, 'withResponse', { value: withResponse }) as ApiCall<T>;
}

/** The response to a call that has ended. @internal */
export function responseInfoOf(progress: CallProgress): ResponseInfo {
  const { status = 0, headers, durationMs, attempts } = progress;
  let shown: Headers | undefined;
  return {
    status,
    get headers() {
      shown ??= headersOf(headers);
      return shown;
    },
    requestId: requestIdOf(progress),
    durationMs,
    attempts,
  };
}

/** Headers that give access to something: they are not shown. */
const isSecretHeader = (name: string): boolean => /cookie|authorization|^authentication-info$/.test(name);

/** Standard headers of those that were read. */
function headersOf(read: ReadHeaders | undefined): Headers {
  const headers = new Headers();
  // A `fetch` of the application may return headers that can only be asked for by name.
  const lines = (read ?? []) as Partial<Iterable<readonly [name: string, value: string]>>;
  if (!lines[Symbol.iterator]) return headers;
  for (const [name, value] of lines as Iterable<readonly [string, string]>) {
    if (isSecretHeader(name.toLowerCase())) continue;
    try {
      headers.append(name, value);
    } catch {} // the agent of the runtime is more lenient with names and values than `Headers` is
  }
  return headers;
}
