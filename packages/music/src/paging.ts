import { byOffset, type OffsetPaging, type SinglePage, whole } from '@x/core';
import * as v from 'valibot';

/** Lists that the API returns in one page. */
export const singlePage = (items: string): SinglePage => ({ kind: 'single', items });

/** Lists in pages, by the fields of the response that hold a page each; `''` is the response itself. */
export function offsetPages(...members: string[]): OffsetPaging {
  const each = (name: string) => members.map((member) => (member ? `${member}.${name}` : name));
  return {
    ...byOffset,
    param: 'offset',
    size: 'limit',
    items: each('items'),
    next: each('next'),
    total: each('total'),
  };
}

/** Parameters of every list in pages: `limit` is the page size, `offset` the number of items to skip. */
export const pageParams = (max = 50, min = 1) => ({
  limit: v.optional(whole(min, max)),
  offset: v.optional(whole(0)),
});
