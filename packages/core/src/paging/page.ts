import type { WithResponse } from '../declare/api-call.ts';

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

/** The position of a page: which chunk of the ids, and where in it. Undefined: its beginning. @internal */
export type Position = readonly [chunk: number, at?: string | number];

/** A page with the positions of what follows. @internal */
export interface LoadedPage<Item> extends Page<Item> {
  readonly after?: Position | undefined;
  /** Returns the positions of all pages after this one, when they can be addressed already. */
  readonly rest?: (() => Position[]) | undefined;
}
