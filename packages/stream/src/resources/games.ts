import { atLeastOne, list, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, singlePage, twoWayPageParams } from '../paging.ts';
import { optionalIds } from '../schema.ts';

const gameSchema = v.object({
  id: v.string(),
  name: v.string(),
  box_art_url: v.string(),
  igdb_id: v.optional(v.string()),
});

/** A game or category. `box_art_url` holds `{width}` and `{height}` to fill in; `igdb_id` is empty when unknown. */
export interface Game extends v.InferOutput<typeof gameSchema> {}

/** Games and categories. */
export const games = {
  /**
   * Lists games by the number of viewers, most first.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-top-games
   */
  top: list({
    method: 'GET',
    path: '/games/top',
    auth: 'app-or-user',
    query: v.object(twoWayPageParams),
    item: named<Game>(gameSchema),
    paging: cursorPages,
    docs: docs('get-top-games'),
  }),

  /**
   * Finds games by id, exact name or IGDB id; any number, 100 per request. What does not exist is in `missing`.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-games
   */
  list: list({
    method: 'GET',
    path: '/games',
    auth: 'app-or-user',
    query: v.pipe(
      v.object({ id: optionalIds, name: optionalIds, igdb_id: optionalIds }),
      atLeastOne('id', 'name', 'igdb_id'),
    ),
    item: named<Game>(gameSchema),
    paging: singlePage,
    ids: { params: ['id', 'name', 'igdb_id'], max: 100, match: { id: 'id', name: 'name', igdb_id: 'igdb_id' } },
    docs: docs('get-games'),
  }),
};
