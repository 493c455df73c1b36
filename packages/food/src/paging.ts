import { byNumber, type NumberPaging, whole } from '@x/core';
import * as v from 'valibot';

/** Parameters of lists in pages: `pageSize` is 1 to 200, default 50; `pageNumber` counts from 1. */
export const pageParams = { pageSize: v.optional(whole(1, 200)), pageNumber: v.optional(whole(1)) };

/** How foods are listed: a bare array without totals, so that a page that is not full is the last. */
export const listPages: NumberPaging = {
  ...byNumber,
  items: '',
  param: 'pageNumber',
  size: 'pageSize',
  defaultSize: 50,
};

/** How search pages. It advertises pages after the first 10,000 hits that it does not serve. */
export const searchPages: NumberPaging = {
  ...listPages,
  items: 'foods',
  pages: 'totalPages',
  total: 'totalHits',
  end: 10_000,
};
