import { byNumber, whole } from '@x/core/provider';
import * as v from 'valibot';

/** Numbered pages. The server serves only the first 10,000 records of any list. */
export const numberedPages = {
  ...byNumber,
  items: 'results',
  param: 'page',
  size: 'limit',
  defaultSize: 20,
  pages: 'totalPages',
  total: 'totalCount',
  end: 10_000,
} as const;

/** Parameters of every list in pages. */
export const pageParams = {
  /** Page size, 1 to 150. Default 20, or 125 when you iterate. */
  limit: v.optional(whole(1, 150)),
  /** Number of the first page to fetch, from 1. Default 1. */
  page: v.optional(whole(1)),
};
