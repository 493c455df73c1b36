import type { ReadHeaders } from '../transport/fetch.ts';

/** A request whose response may be stored. */
export interface CacheableRequest {
  /** Two requests with the same identity get the same response. It may hold secrets: a cache stores only a hash of it. */
  readonly identity: string;
  /** The account that the request is made for; undefined for the application's own. */
  readonly account: string | undefined;
  /** The time by the clock of the client, Unix milliseconds. */
  readonly now: number;
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
  /** Stores the response. Called if it was accepted: it was read whole, and is as documented. Undefined if there is nothing to store. */
  readonly store?: (() => Promise<void>) | undefined;
}

/** Where the responses of GETs are stored. Made by `responseCache` of `@x/core/cache`. */
export interface ResponseCache {
  /**
   * Returns a response: a stored one, or that of a request. It rejects only with what `send` rejects with.
   *
   * @param send Sends the request, with an ETag if one is passed.
   */
  respond(request: CacheableRequest, send: (etag?: string) => Promise<CacheableResponse>): Promise<CachedResponse>;
}
