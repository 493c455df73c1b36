import { byCursor, type CursorPaging, whole } from '@x/core/provider';
import * as v from 'valibot';

/** Lists in pages: `next` of one response is `cursor` of the next request. */
export const cursorPages: CursorPaging = {
  ...byCursor,
  items: 'items',
  param: 'cursor',
  size: 'limit',
  cursor: 'next',
};

/** Parameters of every list in pages. */
export const pageParams = {
  /** Page size, 1 to 100. Default 20, or 100 when you iterate. */
  limit: v.optional(whole(1, 100)),
  /** Provider's cursor of the page to return: `next` of the previous page. Default: the first page. */
  cursor: v.optional(v.string()),
};
