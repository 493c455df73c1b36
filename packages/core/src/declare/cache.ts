import type { ReadHeaders } from '../transport/fetch.ts';

/** A request whose response may be stored. */
export interface CacheableRequest {
  /**
   * Two requests with the same identity get the same response. It depends on the access token of a request for an account. It may hold
   * secrets: a cache stores only a hash of it.
   */
  readonly identity: string;
  /** The time by the clock of the client, Unix milliseconds. */
  readonly now: number;
  /** Aborts when the call has to end: the cache then waits for its store no longer. */
  readonly signal: AbortSignal;
}

/** A response as a cache gets it. */
export interface CacheableResponse {
  /** The parsed body; undefined if it is unchanged. */
  readonly body: unknown;
  /** Whether the server responded that the body with the ETag that was sent is still current (304). */
  readonly isUnchanged: boolean;
  /** Headers of the response. */
  readonly headers: ReadHeaders | undefined;
}

/** What a cache responds with. */
export interface CachedResponse {
  /** The parsed body, for this caller alone. */
  readonly body: unknown;
  /**
   * Stores the response. Called if it was accepted: it was read whole, and is as documented. Nobody waits for it, and it must not
   * throw. Undefined if there is nothing to store.
   */
  readonly store?: (() => void) | undefined;
}

/** Where the responses of GETs are stored. Made by `responseCache` of `@x/core/cache`. */
export interface ResponseCache {
  /** Whether responses to calls for accounts are stored. Calls for accounts are not passed to a cache that does not store them. */
  readonly perAccount: boolean;
  /**
   * Returns a response: a stored one, or that of a request. It rejects only with the reason of the request's signal, or what `send`
   * rejects with.
   *
   * @param send Sends the request, with an ETag if one is passed.
   */
  respond(request: CacheableRequest, send: (etag?: string) => Promise<CacheableResponse>): Promise<CachedResponse>;
}
