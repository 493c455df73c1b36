import { byCursor, type CursorPaging, whole } from '@x/core/provider';
import * as v from 'valibot';

/** Lists in pages: the cursor of one response is `after` of the next request. */
export const cursorPages: CursorPaging = {
  ...byCursor,
  items: 'data',
  param: 'after',
  size: 'first',
  cursor: 'pagination.cursor',
  total: 'total',
};

/** Lists that the API returns in one page. */
export const singlePage = { kind: 'single', items: 'data' } as const;

/** Parameters of lists that go forward only. */
export const pageParams = {
  /** Page size, 1 to 100. Default 20, or 100 when you iterate. */
  first: v.optional(whole(1, 100)),
  /** Provider's cursor of the page to return: `pagination.cursor` of the previous page. Default: the first page. */
  after: v.optional(v.string()),
};

/** Parameters of lists that go forward and backward. */
export const twoWayPageParams = {
  ...pageParams,
  /** Provider's cursor to page backward from: `pagination.cursor` of a page. Not together with `after`. */
  before: v.optional(v.string()),
};
