import { list, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { dateRange } from '../schema.ts';

const reportFields = { URL: v.string(), type: v.string(), date_range: dateRange };

const extensionReportSchema = v.object({ extension_id: v.string(), ...reportFields });

/** Where the report of an extension is, as CSV; `URL` is good for 5 minutes. */
export interface ExtensionReport extends v.InferOutput<typeof extensionReportSchema> {}

const gameReportSchema = v.object({ game_id: v.string(), ...reportFields });

/** Where the report of a game is, as CSV; `URL` is good for 5 minutes. */
export interface GameReport extends v.InferOutput<typeof gameReportSchema> {}

const reportParams = {
  ...pageParams,
  type: v.optional(v.picklist(['overview_v2'])),
  started_at: v.optional(v.string()),
  ended_at: v.optional(v.string()),
};

const wholeRange = v.check<{ started_at?: string | undefined; ended_at?: string | undefined }, string>(
  ({ started_at, ended_at }) => (started_at === undefined) === (ended_at === undefined),
  'give both of started_at and ended_at, or neither',
);

/** Daily reports on what the token's user owns. */
export const analytics = {
  /**
   * Lists reports on the user's extensions, or on one; at most 20 a page. `started_at` and `ended_at` (RFC 3339, at
   * midnight, both or neither) bound the days; the newest are one or two days old, the oldest of 2018-01-31.
   * `not_found` for an extension that the user does not own.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-extension-analytics
   */
  extensions: list({
    method: 'GET',
    path: '/analytics/extensions',
    auth: 'user',
    scopes: ['analytics:read:extensions'],
    query: v.pipe(v.object({ extension_id: v.optional(v.string()), ...reportParams }), wholeRange),
    item: named<ExtensionReport>(extensionReportSchema),
    paging: cursorPages,
    docs: docs('get-extension-analytics'),
  }),

  /**
   * Lists reports on the user's games, or on one; at most 20 a page. `started_at` and `ended_at` (RFC 3339, at
   * midnight, both or neither) bound the days; the newest are one or two days old, the oldest a year. `not_found` for a
   * game that the user does not own.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-game-analytics
   */
  games: list({
    method: 'GET',
    path: '/analytics/games',
    auth: 'user',
    scopes: ['analytics:read:games'],
    query: v.pipe(v.object({ game_id: v.optional(v.string()), ...reportParams }), wholeRange),
    item: named<GameReport>(gameReportSchema),
    paging: cursorPages,
    docs: docs('get-game-analytics'),
  }),
};
