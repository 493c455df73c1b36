import { byCursor, type CursorPaging, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';

/** How Helix pages: the cursor of one answer is `after` of the next request. */
export const helixPages: CursorPaging = {
  ...byCursor,
  items: 'data',
  param: 'after',
  cursor: 'pagination.cursor',
  total: 'total',
};

/** Lists that Helix gives whole. */
export const helixList = { kind: 'single', items: 'data' } as const;

/** Parameters of every forward-paged list: `first` is the page size, 1 to 100, default 20. */
export const pageParams = { first: v.optional(whole(1, 100)), after: v.optional(v.string()) };

/** The same where the API also pages backwards. */
export const bothWays = { ...pageParams, before: v.optional(v.string()) };

/** One id (or login, or name) or any number of them; more than the API takes at once are split. */
export const ids = v.optional(oneOrMany(v.string()));

/** Where the reference documents an operation. */
export const docs = (anchor: string) => `https://dev.twitch.tv/docs/api/reference/#${anchor}`;
