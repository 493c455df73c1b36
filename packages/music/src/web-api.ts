import { type Deprecation, type OffsetPaging, oneOrMany, type SinglePage, whole } from '@x/core';
import * as v from 'valibot';

/** An id of the catalog: 22 letters and digits. A URI or an address is not an id. */
export const id = v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{22}$/));

/** One id or any number of them; more than the API takes at once are split. */
export const ids = v.pipe(oneOrMany(id), v.nonEmpty());

/** ISO 3166-1 alpha-2, or `from_token` for the country of the user. */
export const market = v.optional(v.pipe(v.string(), v.regex(/^([A-Za-z]{2}|from_token)$/)));

/** Parameters of every list in pages: `limit` is the page size, `offset` the number of items to skip. */
export const pageParams = (max = 50, min = 1) => ({
  limit: v.optional(whole(min, max)),
  offset: v.optional(whole(0)),
});

/** Lists that the API gives whole. */
export const wholeList = (items: string): SinglePage => ({ kind: 'single', items });

/** Lists in pages, by the members of the answer that hold one each; `''` is the answer itself. */
export function pagesAt(...members: string[]): OffsetPaging {
  const each = (name: string) => members.map((member) => (member ? `${member}.${name}` : name));
  return {
    kind: 'offset',
    param: 'offset',
    size: 'limit',
    items: each('items'),
    next: each('next'),
    total: each('total'),
  };
}

/** Closed to apps in development mode in February 2026; extended-quota apps keep it. */
export const closed2026 = (replacement?: string): Deprecation => ({
  since: '2026-02-11',
  ...(replacement && { replacement }),
});

/** Where the reference documents an operation. */
export const docs = (operation: string) => `https://developer.spotify.com/documentation/web-api/reference/${operation}`;
