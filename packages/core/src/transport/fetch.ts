import type { ReadHeaders } from '../declare/provider.ts';
import { race } from '../shared/race.ts';
import { readBytes } from '../webhooks/received-request.ts';

/** A request, ready to go. @internal */
export interface OutgoingRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** What came back, to the last byte. @internal */
export interface Answer {
  readonly status: number;
  readonly headers: ReadHeaders;
  /** Gives the body, good until the next is asked for. Undefined when it had more than the limit, or broke off. */
  readonly bytes?: (() => Uint8Array) | undefined;
  /** Why the body ended before its end. */
  readonly broken?: unknown;
}

/**
 * Sends a request and reads the answer, up to `limit` bytes after decompression. Redirects are not followed. With
 * `background`, the process may exit before the answer has arrived, where the runtime can tell it so.
 *
 * @internal
 */
export type Exchange = (url: string, request: OutgoingRequest, limit: number, background?: boolean) => Promise<Answer>;

/** By a `fetch` function, which may ignore the signal of the request: the call ends with it all the same. @internal */
export const exchangeBy =
  (fetch: typeof globalThis.fetch): Exchange =>
  (url, request, limit) =>
    race(fetchAndRead(fetch, url, request, limit), request.signal);

async function fetchAndRead(
  fetch: typeof globalThis.fetch,
  url: string,
  request: OutgoingRequest,
  limit: number,
): Promise<Answer> {
  // A body of undefined is none. Credentials stay with their host.
  const { status, headers, body } = await fetch(url, { ...(request as RequestInit), redirect: 'manual' });
  try {
    const bytes = await readBytes(body, limit, request.signal);
    return { status, headers, bytes: bytes && (() => bytes) };
  } catch (broken) {
    return { status, headers, broken };
  }
}
