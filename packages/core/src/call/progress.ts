import type { ApiCall, ResponseInfo, WithResponse } from '../declare/api-call.ts';
import type { ReadHeaders } from '../transport/fetch.ts';

/**
 * Progress of a call, and its last response, for events and for `withResponse`. It never holds a body, because holding
 * on to a call's promise keeps it in memory.
 */
export class Progress {
  /** Time at which the call started, in milliseconds of the client's clock. */
  readonly startedAt: number;
  /** Requests sent so far. */
  attempts = 0;
  /** Number of requests sent for other parts of the same page, before the current one. */
  sentBefore = 0;
  /** HTTP status of the response to the last request. */
  status: number | undefined = undefined;
  /** Headers of the last response. */
  headers: ReadHeaders | undefined = undefined;
  /** The provider's ID of the last request, as the provider's own reader found it in the response. */
  ownRequestId: string | undefined = undefined;
  /** ID of the last request without secrets, set once an event has shown it. */
  shownRequestId: string | undefined = undefined;
  /** Bytes in the body of the last response; counted only where somebody observes the call. */
  bytes: number | undefined = undefined;
  /** Milliseconds from the start of the call to its last response. */
  durationMs = 0;

  constructor(startedAt: number) {
    this.startedAt = startedAt;
  }

  /** Number of attempts at the current request, including the first. */
  get tries(): number {
    return this.attempts - this.sentBefore;
  }

  /** Begins another request of the same call, whose attempts count from 1 again. */
  beginRequest(): void {
    this.sentBefore = this.attempts;
    this.clearResponse();
  }

  /** Clears the last response before another request is sent. */
  clearResponse(): void {
    this.status = this.headers = this.ownRequestId = this.shownRequestId = this.bytes = undefined;
  }

  /** The provider's ID of the last request, if its response reports one. */
  get requestId(): string | undefined {
    if (typeof this.ownRequestId === 'string') return this.ownRequestId; // comes from a body, which may hold anything
    for (const name of requestIdHeaders) {
      const value = this.headers?.get(name);
      if (value) return value;
    }
    return undefined;
  }

  /** Returns the response to a call that has ended, as the application sees it. */
  toResponseInfo(): ResponseInfo {
    const { status = 0, headers, requestId, durationMs, attempts } = this;
    let shown: Headers | undefined;
    return {
      status,
      get headers() {
        shown ??= shownHeaders(headers);
        return shown;
      },
      requestId,
      durationMs,
      attempts,
    };
  }

  /**
   * Adds `withResponse` to a call's promise. A subclass of Promise would slow down every await. One property that is
   * not enumerable does not, and the promise is logged like any other.
   */
  addTo<T>(promise: Promise<T>): ApiCall<T> {
    const withResponse = async (): Promise<WithResponse<T>> => {
      const data = await promise;
      return { data, response: this.toResponseInfo() };
    };
    return Object.defineProperty(promise, 'withResponse', { value: withResponse }) as ApiCall<T>;
  }
}

/** Headers in which APIs and the gateways in front of them report the request ID. */
const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id'];

/** Whether a header grants access to something and must not be shown. */
const isSecretHeader = (name: string): boolean => /cookie|authorization|^authentication-info$/.test(name);

/** Returns standard headers with only the ones that may be shown. */
function shownHeaders(read: ReadHeaders | undefined): Headers {
  const headers = new Headers();
  // A custom `fetch` may return headers that can only be looked up by name.
  const lines = (read ?? []) as Partial<Iterable<readonly [name: string, value: string]>>;
  if (!lines[Symbol.iterator]) return headers;
  for (const [name, value] of lines as Iterable<readonly [string, string]>) {
    if (isSecretHeader(name.toLowerCase())) continue;
    try {
      headers.append(name, value);
    } catch {} // the runtime's HTTP agent accepts names and values that `Headers` does not
  }
  return headers;
}
