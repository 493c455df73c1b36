import { byOffset, type OffsetPaging, whole } from '@x/core/provider';
import * as v from 'valibot';

/** Lists that the API returns in one page. */
export const singlePage = (items: string) => ({ kind: 'single', items }) as const;

/** Lists in pages, by the fields of the response that each hold a page; `''` is the response itself. */
export function offsetPages(...fields: string[]) {
  const each = (name: string) => fields.map((field) => (field ? `${field}.${name}` : name));
  return {
    ...byOffset,
    param: 'offset',
    size: 'limit',
    defaultSize: 20,
    items: each('items'),
    next: each('next'),
    total: each('total'),
  } satisfies OffsetPaging;
}

/** Parameters of every list in pages. */
export const pageParams = {
  /** Page size, 1 to 50. Default 20, or 50 when you iterate. */
  limit: v.optional(whole(1, 50)),
  /** Number of items to skip, from 0. Default 0. */
  offset: v.optional(whole(0)),
};
