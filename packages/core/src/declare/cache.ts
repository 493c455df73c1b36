import type { ReadHeaders } from '../transport/fetch.ts';

/** A request whose response may be stored. */
export interface CacheableRequest {
  /**
   * Identifies the request: two requests with the same identity get the same response. For account calls it depends on
   * the access token. It may hold secrets, so a cache stores only a hash of it.
   */
  readonly identity: string;
  /** Current time by the client's clock, in Unix milliseconds. */
  readonly now: number;
  /** Aborts when the call has to end. The cache then stops waiting for its store. */
  readonly signal: AbortSignal;
}

/** A response, as a cache receives it. */
export interface CacheableResponse {
  /** Parsed body; undefined if it is unchanged. */
  readonly body: unknown;
  /** Whether the server responded that the body with the sent ETag is still current (304). */
  readonly isUnchanged: boolean;
  /** Headers of the response. */
  readonly headers: ReadHeaders | undefined;
}

/** Response from a cache. */
export interface CachedResponse {
  /** Parsed body, for this caller alone. */
  readonly body: unknown;
  /**
   * Stores the response. Called once the response is accepted: read completely, and as documented. Nobody waits for it,
   * and it must not throw. Undefined if there is nothing to store.
   */
  readonly store?: (() => void) | undefined;
}

/** Cache for GET responses. Created by `responseCache` of `@x/core/cache`. */
export interface ResponseCache {
  /** Whether responses to account calls are stored. If they are not, account calls bypass the cache. */
  readonly perAccount: boolean;
  /**
   * Returns a stored response, or requests one. It rejects only with the reason of the request's signal, or with the
   * error that `send` rejects with.
   *
   * @param send Sends the request, with an ETag if one is passed.
   */
  respond(request: CacheableRequest, send: (etag?: string) => Promise<CacheableResponse>): Promise<CachedResponse>;
}
