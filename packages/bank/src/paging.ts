import { byCursor, byOffset, type CursorPaging, whole } from '@x/core';
import * as v from 'valibot';
import { isoDate } from './schema.ts';

/**
 * Lists by offset. Responses contain neither the page size nor a link to the next page: a list ends when its total is
 * reached.
 */
export const offsetPages = { ...byOffset, param: 'offset', size: 'count' } as const;

/** Lists by cursor, whose pages are in the field `items`. */
export const cursorPages = (items: string): CursorPaging => ({
  ...byCursor,
  items,
  param: 'cursor',
  cursor: 'next_cursor',
});

/** Parameters of lists that are paged by cursor. */
export const cursorParams = {
  /** Plaid's cursor of the page to return: `next_cursor` of the previous page. Default: the first page. */
  cursor: v.nullish(v.string()),
};

/** Parameters of lists that are paged by offset. */
export const pageParams = {
  /** Page size, 1 to 500. Default 100. */
  count: v.optional(whole(1, 500)),
  /** Number of items to skip before the first page, 0 or more. Default 0. */
  offset: v.optional(whole(0)),
};

/** Parameters of lists over a range of days. */
export const dateRangePageParams = {
  /** First day of the range, `YYYY-MM-DD`, included. */
  start_date: isoDate,
  /** Last day of the range, `YYYY-MM-DD`, included. */
  end_date: isoDate,
  ...pageParams,
};
