import type { Call } from './endpoint.ts';
import { type PageWindow, readWindow } from './request.ts';

/** A list that is served in pages, at an absolute address. */
export interface List<Item> {
  readonly address: string;
  /** Parameters that every page's address repeats. */
  readonly query?: Iterable<readonly [string, string]>;
  readonly items: readonly Item[];
  /** No page reaches beyond this item. */
  readonly lastItem?: number;
}

/** Returns the API's paging object for one page of the list. */
export function page<Item>(list: List<Item>, { limit, offset }: PageWindow, write: (item: Item) => unknown) {
  const { address, items, lastItem = Number.POSITIVE_INFINITY } = list;
  const link = (at: number) => {
    const query = new URLSearchParams();
    for (const [name, value] of list.query ?? []) if (name !== 'offset' && name !== 'limit') query.append(name, value);
    query.append('offset', String(at));
    query.append('limit', String(limit));
    return `${address}?${query}`;
  };
  const after = offset + limit;
  return {
    href: link(offset),
    limit,
    next: limit > 0 && after < items.length && after + limit <= lastItem ? link(after) : null,
    offset,
    previous: offset > 0 && limit > 0 ? link(Math.max(0, offset - limit)) : null,
    total: items.length,
    items: items.slice(offset, after).map(write),
  };
}

/** Returns the page of `items` that the call asks for. */
export const pageOf = <Item>(call: Call, items: readonly Item[], write: (item: Item) => unknown) =>
  page({ address: call.address, query: call.query, items }, readWindow(call), write);
