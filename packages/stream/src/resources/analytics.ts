import { list, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { dateRange } from '../schema.ts';

const reportFields = {
  /** Download address of the CSV file; valid for 5 minutes. */
  URL: v.string(),
  /** Kind of report, such as `overview_v2`. */
  type: v.string(),
  /** Days that the report covers. */
  date_range: dateRange,
};

export const extensionReportSchema = v.object({
  /** Client ID of the extension that the report is about. */
  extension_id: v.string(),
  ...reportFields,
});

/** A report about an extension: where to download it, and the days that it covers. */
export interface ExtensionReport extends v.InferOutput<typeof extensionReportSchema> {}

export const gameReportSchema = v.object({
  /** ID of the game that the report is about. */
  game_id: v.string(),
  ...reportFields,
});

/** A report about a game: where to download it, and the days that it covers. */
export interface GameReport extends v.InferOutput<typeof gameReportSchema> {}

const reportParams = {
  ...pageParams,
  /** Kind of report. Default: all kinds. */
  type: v.optional(oneOf(['overview_v2'])),
  /** First day of the report, RFC 3339 at midnight UTC. Required with `ended_at`. */
  started_at: v.optional(v.string()),
  /**
   * Last day of the report, inclusive; RFC 3339 at midnight UTC. Required with `started_at`. The newest data is one or
   * two days old.
   */
  ended_at: v.optional(v.string()),
};

const wholeRange = v.check<{ started_at?: string | undefined; ended_at?: string | undefined }, string>(
  ({ started_at, ended_at }) => (started_at === undefined) === (ended_at === undefined),
  'pass both started_at and ended_at, or neither',
);

/** Daily reports about the extensions and games that the token's user owns. */
export const analytics = {
  /**
   * Lists the reports about the user's extensions, in no particular order. A page has at most 20 reports, regardless of
   * `first`. The oldest data is from 2018-01-31. Fails with `not_found` for an extension that the user does not own.
   */
  extensions: list({
    method: 'GET',
    path: '/analytics/extensions',
    personal: false,
    auth: 'user',
    scopes: ['analytics:read:extensions'],
    query: v.pipe(
      v.object({
        /** Client ID of one extension. Default: all extensions of the user. */
        extension_id: v.optional(v.string()),
        ...reportParams,
      }),
      wholeRange,
    ),
    item: named<ExtensionReport>(extensionReportSchema),
    paging: cursorPages,
    docs: docs('analytics/#get-extension-analytics'),
  }),

  /**
   * Lists the reports about the user's games, in no particular order. A page has at most 20 reports, regardless of
   * `first`. The oldest data is one year old. Fails with `not_found` for a game that the user does not own.
   */
  games: list({
    method: 'GET',
    path: '/analytics/games',
    personal: false,
    auth: 'user',
    scopes: ['analytics:read:games'],
    query: v.pipe(
      v.object({
        /** ID of one game. Default: all games of the user. */
        game_id: v.optional(v.string()),
        ...reportParams,
      }),
      wholeRange,
    ),
    item: named<GameReport>(gameReportSchema),
    paging: cursorPages,
    docs: docs('analytics/#get-game-analytics'),
  }),
};
