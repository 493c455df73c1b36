import { race } from '../shared/race.ts';
import { readBytes } from '../shared/read-bytes.ts';

// A transport exchanges one request for one response. There are two: any `fetch` function, here, and on Node the HTTP
// agent below the global `fetch`, in node.ts. Both behave the same. `#transport` in package.json selects the `exchange`
// and the `tlsRemedy` of one of them.

/** A request, ready to be sent. */
export interface WireRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is none. */
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** Headers of a response, by lowercase name. */
export type ReadHeaders = Pick<Headers, 'get'>;

/** A response, read to the last byte, or the outcome of a request that got none. */
export interface WireResponse {
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly headers: ReadHeaders;
  /**
   * Returns the body, which is valid until another response's body is read. Undefined if it had more bytes than the
   * limit, or broke off.
   */
  readonly bytes?: (() => Uint8Array) | undefined;
  /** Reason why the body broke off, or why there is no response. */
  readonly broken?: unknown;
}

/**
 * Sends a request and resolves to the response, or to the network failure. It rejects only with the signal's reason, or
 * with an error of its own code. It reads up to `limit` bytes after decompression. Redirects are not followed. With
 * `background`, the process may exit before the response has arrived, if the runtime supports that.
 */
export type Exchange = (
  url: string,
  request: WireRequest,
  limit: number,
  background?: boolean,
) => Promise<WireResponse>;

/** Fields of the errors that runtimes report, all of which may be absent. */
export interface NetworkFailure {
  readonly message?: string;
  readonly code?: string;
  /** Call of the operating system that failed. */
  readonly syscall?: string;
}

/** Returns the remedy for a TLS error. Always undefined here: browsers do not report why a connection failed. */
export const tlsRemedy = (_: NetworkFailure): string | undefined => undefined;

/** Exchanges with the runtime's `fetch`, as it is at the time of the call. */
export const exchange: Exchange = (...request) => exchangeByFetch(fetch)(...request);

const none: ReadHeaders = { get: () => null };

/**
 * Exchanges with a `fetch` function. It may ignore the request's signal, because the call ends with the signal
 * regardless.
 */
export const exchangeByFetch =
  (fetch: typeof globalThis.fetch): Exchange =>
  async (url, request, limit) => {
    let begun: Pick<WireResponse, 'status' | 'headers'> | undefined;
    const receive = async () => {
      // Redirects are not followed, so that credentials stay with their host.
      const { status, headers, body } = await fetch(url, { ...(request as RequestInit), redirect: 'manual' });
      begun = { status, headers };
      return readBytes(body, limit, request.signal);
    };
    try {
      const bytes = await race(receive(), request.signal);
      return { status: 0, headers: none, ...begun, bytes: bytes && (() => bytes) };
    } catch (broken) {
      if (!begun && request.signal.aborted) throw broken;
      return { status: 0, headers: none, ...begun, broken };
    }
  };
