/** The response to a call, without its body. */
export interface ResponseInfo {
  /** HTTP status of the response; 0 if no request was needed, as for an empty list of IDs. */
  readonly status: number;
  /** Headers of the response, without cookies and credentials. Created when it is first read. */
  readonly headers: Headers;
  /** The provider's ID of the request, for its support team; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** Milliseconds of the whole call, including all attempts and all waits for the rate limit, tokens and retries. */
  readonly durationMs: number;
  /** Number of requests sent, from 1; 0 if no request was needed. */
  readonly attempts: number;
}

/** The result of a call, together with the response that it was read from. */
export interface WithResponse<T> {
  /** Result of the call: the parsed body, or the first page of a list. */
  readonly data: T;
  /** Response to the last attempt. */
  readonly response: ResponseInfo;
}

/** A call with one result: an ordinary promise, with one more method. */
export interface ApiCall<T> extends Promise<T> {
  /**
   * Resolves to the result together with the status, headers and request ID of its response. Nothing is requested
   * again. It rejects like the call.
   *
   * @example
   * const { data, response } = await client.foods.get({ fdcId }).withResponse();
   * console.log(response.headers.get('x-ratelimit-remaining'));
   */
  withResponse(): Promise<WithResponse<T>>;
}

/** One page of a list. */
export interface Page<Item> {
  /** Items of the page, in the API's order. May be empty on any page. */
  readonly items: Item[];
  /**
   * Opaque, URL-safe cursor without secrets; pass it as the `cursor` option to resume the list. Null on the last page.
   */
  readonly nextCursor: string | null;
  /** Number of all items; undefined if the API does not report it. */
  readonly total?: number | undefined;
  /** Parsed body of the response. */
  readonly raw?: unknown;
}

/**
 * A list call: a promise of the first page, and an iterable of the items of all pages. It sends nothing until you await
 * it or iterate over it, and requests the first page only once. Without a page size in its params, an awaited page has
 * the API's default size, and iterating asks for the largest pages.
 */
export interface PagedCall<Item> extends Promise<Page<Item>>, AsyncIterable<Item> {
  /**
   * Returns the items of all pages, in order. Unlike the call itself, the result is not a promise, so an async function
   * can return it and RxJS's `from` accepts it. Each loop over it starts at the first item.
   */
  items(): AsyncIterable<Item>;
  /** Returns the pages, in order. Each loop over them starts at the first page. */
  pages(): AsyncIterable<Page<Item>>;
  /** Resolves to the first `limit` items; the limit is required so that no list is unbounded by accident. */
  toArray(options: { limit: number }): Promise<Item[]>;
  /**
   * Resolves to the first page together with the status, headers and request ID of its response. Nothing is requested
   * again. It rejects like the call.
   */
  withResponse(): Promise<WithResponse<Page<Item>>>;
}

/** Result of a lookup by IDs. */
export interface LookupResult<Item, Id> {
  /**
   * Items in the order of the IDs. An ID that you pass twice has its item twice, and an ID that several items share has
   * all of them.
   */
  readonly items: Item[];
  /**
   * IDs that the API found nothing for, in the order and type in which you passed them. If several parameters accept
   * IDs, each is an object with the parameter's name: `{ login: 'ann' }`.
   */
  readonly missing: Id[];
  /** Parsed bodies of the responses, one for each request, in the order of the IDs. */
  readonly raw?: unknown[] | undefined;
}
