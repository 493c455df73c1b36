/** The response to a call, without its body. */
export interface ResponseInfo {
  /** HTTP status of the response; 0 where no request was needed, as for an empty list of ids. */
  readonly status: number;
  /** Headers of the response, without cookies and credentials. Created when it is first read. */
  readonly headers: Headers;
  /** The provider's id of the request, for its support; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** Milliseconds of the whole call: all attempts, and all waits for the rate limit, tokens and retries. */
  readonly durationMs: number;
  /** Number of requests that were sent, from 1; 0 where no request was needed. */
  readonly attempts: number;
}

/** What a call resolves to, together with the response that it was read from. */
export interface WithResponse<T> {
  /** What the call itself resolves to: the parsed body, or the first page of a list. */
  readonly data: T;
  /** The response, of the last attempt. */
  readonly response: ResponseInfo;
}

/** A call of one result: an ordinary promise, with one more method. */
export interface ApiCall<T> extends Promise<T> {
  /**
   * Resolves to the result together with status, headers and request ID of its response. Nothing is requested again. It rejects
   * like the call.
   *
   * @example
   * const { data, response } = await client.foods.get({ fdcId }).withResponse();
   * console.log(response.headers.get('x-ratelimit-remaining'));
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** One page of a list. */
export interface Page<Item> {
  /** Items of the page, in the order of the API. May be empty on any page. */
  readonly items: readonly Item[];
  /** Opaque, URL-safe and without secrets; as option `cursor` it resumes the list. Undefined on the last page. */
  readonly next?: string | undefined;
  /** Number of all items; undefined if the API does not report it. */
  readonly total?: number | undefined;
  /** For lists by ID, the requested IDs that the API silently left out. */
  readonly missing?: readonly string[] | undefined;
  /** Parsed body of the response. */
  readonly raw?: unknown;
}

/** A list that has not been fetched yet: await it for its first page, or iterate over all of its items. */
export interface PagedCall<Item> extends PromiseLike<Page<Item>>, AsyncIterable<Item> {
  /** Page by page, in order. */
  pages(): AsyncIterable<Page<Item>>;
  /** The first `limit` items; the limit is required so that no list is unbounded by accident. */
  toArray(options: { limit: number }): Promise<Item[]>;
  /** The first page, together with status, headers and request ID of its response. Nothing is requested again. */
  withResponse(): Promise<WithResponse<Page<Item>>>;
  /** Like a promise's, for the first page. */
  catch<T>(onrejected: (reason: unknown) => T | PromiseLike<T>): Promise<Page<Item> | T>;
  /** Like a promise's, for the first page. */
  finally(onfinally: () => void): Promise<Page<Item>>;
}
