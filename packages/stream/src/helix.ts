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

/** Of calls that answer with no body. */
export const done = { as: 'none', response: v.void() } as const;

/** Parameter of nearly every call about one channel. */
export const broadcasterId = { broadcaster_id: v.string() };

/** The channel that a record is about. */
export const broadcaster = { ...broadcasterId, broadcaster_login: v.string(), broadcaster_name: v.string() };

/** The user that a record is about. */
export const user = { user_id: v.string(), user_login: v.string(), user_name: v.string() };

/** Text that must not be empty, of up to `max` characters. */
export const text = (max: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(max));

/** The time that a report covers. */
export const dateRange = v.object({ started_at: v.string(), ended_at: v.string() });

/** Where the reference documents an operation. */
export const docs = (anchor: string) => `https://dev.twitch.tv/docs/api/reference/#${anchor}`;
