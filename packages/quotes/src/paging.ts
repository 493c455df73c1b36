import { byNumber, type NumberPaging, whole } from '@x/core';
import * as v from 'valibot';

/** Numbered pages. The server serves no more than the first 10,000 records of any list. */
export const numberedPages: NumberPaging = {
  ...byNumber,
  items: 'results',
  param: 'page',
  size: 'limit',
  defaultSize: 20,
  pages: 'totalPages',
  total: 'totalCount',
  end: 10_000,
};

/** `limit` is the page size, 1 to 150, default 20; `page` counts from 1. */
export const pageParams = { limit: v.optional(whole(1, 150)), page: v.optional(whole(1)) };
