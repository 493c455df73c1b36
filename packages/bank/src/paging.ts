import { byCursor, byOffset, type CursorPaging, type OffsetPaging, whole } from '@x/core/provider';
import * as v from 'valibot';
import { isoDate } from './schema.ts';

/**
 * Lists by offset. Responses contain neither the page size nor a link to the next page: a list ends when its total is
 * reached.
 */
export const offsetPages = { ...byOffset, param: 'offset', size: 'count', defaultSize: 100 } as const;

/** Lists by cursor, whose pages are in the field `items`. */
export const cursorPages = (items: string): CursorPaging => ({
  ...byCursor,
  items,
  param: 'cursor',
  size: 'count',
  cursor: 'next_cursor',
});

/** Parameters of lists that are paged by cursor. */
export const cursorParams = {
  /** Plaid's cursor of the page to return: `next_cursor` of the previous page. Default: the first page. */
  cursor: v.nullish(v.string()),
};

/** Parameters of lists that are paged by offset. */
export const pageParams = {
  /** Page size, 1 to 500. Default 100, or 500 when you iterate. */
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

const transferPageSize = 25;

/** Pages of the lists of Transfer: their size, at most 25, and the number of items before them. */
export const transferPageParams = {
  /** Page size, 1 to 25. Default 25. */
  count: v.optional(whole(1, transferPageSize)),
  /** Number of items to skip before the first page, 0 or more. Default 0. */
  offset: v.optional(whole(0)),
};

/** Lists of Transfer. Where a response does not report `has_more`, a page that is not full is the last one. */
export const transferPages = {
  kind: 'offset',
  param: 'offset',
  size: 'count',
  defaultSize: transferPageSize,
  follow({ params, here, body, count }) {
    const size = Number(params.count ?? transferPageSize);
    const { has_more: more = count >= size } = body as { has_more?: boolean };
    return more ? { next: Number(here ?? params.offset ?? 0) + (count || size) } : {};
  },
} as const satisfies Omit<OffsetPaging, 'items'>;

/**
 * Events in the order of their IDs. The list continues after the last event, unless the response reports that there are
 * no more.
 */
export const eventPages = {
  kind: 'cursor',
  param: 'after_id',
  size: 'count',
  cursor: 'transfer_events',
  follow({ body, items }) {
    const { has_more: more } = body as { has_more?: boolean };
    const last = items.at(-1) as { event_id: number } | undefined;
    if (last) return more === false ? {} : { next: last.event_id };
    return more === true ? { endsShort: true } : {};
  },
} as const satisfies Omit<CursorPaging, 'items'>;
