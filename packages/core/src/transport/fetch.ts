import { race } from '../shared/race.ts';
import { readBytes } from '../shared/read-bytes.ts';

// A transport exchanges one request for one response. There are two: any `fetch` function, here, and on Node the HTTP agent
// below the global `fetch`, in node.ts. Both behave the same. `#transport` in package.json chooses the `exchange` of one of them.

/** A request, ready to go. @internal */
export interface WireRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** The headers of a response, by names in lower case. */
export type ReadHeaders = Pick<Headers, 'get'>;

/** A response, read to the last byte, or what came of a request that got none. @internal */
export interface WireResponse {
  /** 0 without a response. */
  readonly status: number;
  readonly headers: ReadHeaders;
  /** The body, which may share its memory with other responses. Undefined when it had more bytes than the limit, or broke off. */
  readonly bytes?: Uint8Array | undefined;
  /** Why the body broke off, or why there is no response. */
  readonly broken?: unknown;
}

/**
 * Sends a request and reads the response, or what the network failed with. It rejects only with the reason of the signal, or with an error
 * of its own code. It reads up to `limit` bytes after decompression. Redirects are not followed. With
 * `background`, the process may exit before the response has arrived, where the runtime supports that.
 *
 * @internal
 */
export type Exchange = (
  url: string,
  request: WireRequest,
  limit: number,
  background?: boolean,
) => Promise<WireResponse>;

/** Exchanges by the runtime's `fetch`, as it is at the time of the call. @internal */
export const exchange: Exchange = (...request) => exchangeByFetch(fetch)(...request);

/** Exchanges by a `fetch` function. It may ignore the signal of the request: the call ends with it all the same. @internal */
export const exchangeByFetch =
  (fetch: typeof globalThis.fetch): Exchange =>
  (url, request, limit) =>
    race(fetchAndRead(fetch, url, request, limit), request.signal);

const none: ReadHeaders = { get: () => null };

async function fetchAndRead(
  fetch: typeof globalThis.fetch,
  url: string,
  request: WireRequest,
  limit: number,
): Promise<WireResponse> {
  let response: Response;
  try {
    // Redirects are not followed: credentials stay with their host.
    response = await fetch(url, { ...(request as RequestInit), redirect: 'manual' });
  } catch (broken) {
    return { status: 0, headers: none, broken };
  }
  const { status, headers, body } = response;
  try {
    return { status, headers, bytes: await readBytes(body, limit, request.signal) };
  } catch (broken) {
    return { status, headers, broken };
  }
}
