import { byNumber, whole } from '@x/core/provider';
import * as v from 'valibot';

/** Parameters of lists in pages. */
export const pageParams = {
  /** Page size, 1 to 200. Default 50, or 200 when you iterate. */
  pageSize: v.optional(whole(1, 200)),
  /** Number of the first page to fetch, from 1. Default 1. `pageNumber` times `pageSize` must not exceed 10,000. */
  pageNumber: v.optional(whole(1)),
};

/** Paging of food lists: a bare array without totals, so the first page that is not full is the last one. */
export const listPages = {
  ...byNumber,
  items: '',
  param: 'pageNumber',
  size: 'pageSize',
  defaultSize: 50,
} as const;

/** Paging of search results. The API does not serve pages after the first 10,000 hits, but it counts them. */
export const searchPages = {
  ...listPages,
  items: 'foods',
  pages: 'totalPages',
  total: 'totalHits',
  end: 10_000,
} as const;
