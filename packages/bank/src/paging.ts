import { byOffset, whole } from '@x/core';
import * as v from 'valibot';
import { isoDate } from './schema.ts';

/** Lists by offset. Responses have neither the page size nor a link to the next page: a list ends with its total. */
export const offsetPages = { ...byOffset, param: 'offset', size: 'count' } as const;

/** Parameters of lists in pages: `count` is the page size, 1 to 500, default 100; `offset` is the number of items to skip. */
export const pageParams = { count: v.optional(whole(1, 500)), offset: v.optional(whole(0)) };

/** Parameters of lists of what happened from `start_date` to `end_date`, both included. */
export const dateRangePageParams = { start_date: isoDate, end_date: isoDate, ...pageParams };
