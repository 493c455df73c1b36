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
  readonly items: Item[];
  /** Opaque, URL-safe and without secrets; as option `cursor` it resumes the list. Null on the last page. */
  readonly nextCursor: string | null;
  /** Number of all items; undefined if the API does not report it. */
  readonly total?: number | undefined;
  /** Parsed body of the response. */
  readonly raw?: unknown;
}

/**
 * A list call: a promise of the first page, and an iterable of the items of all pages. It sends nothing before it is awaited or
 * iterated over, and requests the first page once.
 */
export interface PagedCall<Item> extends Promise<Page<Item>>, AsyncIterable<Item> {
  /**
   * Returns the items of all pages, in order. Unlike the call itself, the result is not a promise, so an async function can return
   * it, and RxJS's `from` takes it. Each loop over it starts at the first item.
   */
  items(): AsyncIterable<Item>;
  /** Returns the pages, in order. Each loop over them starts at the first page. */
  pages(): AsyncIterable<Page<Item>>;
  /** Resolves to the first `limit` items; the limit is required so that no list is unbounded by accident. */
  toArray(options: { limit: number }): Promise<Item[]>;
  /**
   * Resolves to the first page, together with status, headers and request ID of its response. Nothing is requested again. It rejects
   * like the call.
   */
  withResponse(): Promise<WithResponse<Page<Item>>>;
}

/** What a lookup found of the IDs that it was called with. */
export interface LookupResult<Item, Id> {
  /**
   * Items in the order of the IDs. An ID that was passed twice has its item twice, and an ID that several items belong to has all
   * of them.
   */
  readonly items: Item[];
  /**
   * IDs that the API has nothing for, in the order and type in which they were passed. Where several parameters take IDs, each is an
   * object with the name of its parameter: `{ login: 'ann' }`.
   */
  readonly missing: Id[];
  /** Parsed bodies of the responses, one for each request, in the order of the IDs. */
  readonly raw?: unknown[] | undefined;
}
