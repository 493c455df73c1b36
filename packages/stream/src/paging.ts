import { byCursor, type CursorPaging, whole } from '@x/core';
import * as v from 'valibot';

/** Lists in pages: the cursor of one response is `after` of the next request. */
export const cursorPages: CursorPaging = {
  ...byCursor,
  items: 'data',
  param: 'after',
  cursor: 'pagination.cursor',
  total: 'total',
};

/** Lists that the API returns in one page. */
export const singlePage = { kind: 'single', items: 'data' } as const;

/** Parameters of every forward-paged list: `first` is the page size, 1 to 100, default 20. */
export const pageParams = { first: v.optional(whole(1, 100)), after: v.optional(v.string()) };

/** The same where the API also pages backwards. */
export const twoWayPageParams = { ...pageParams, before: v.optional(v.string()) };
