import { atLeastOne, list, lookup, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, twoWayPageParams } from '../paging.ts';
import { isNumeric, optionalIds } from '../schema.ts';

export const gameSchema = v.object({
  /** ID of the game. */
  id: v.string(),
  /** Title of the game or category. */
  name: v.string(),
  /** Address of the box art; replace `{width}` and `{height}` with a size in pixels. */
  box_art_url: v.string(),
  /** ID of the game at IGDB. Empty when unknown, absent in some responses. */
  igdb_id: v.optional(v.string()),
});

/** A game or category. */
export interface Game extends v.InferOutput<typeof gameSchema> {}

/** Games and categories. */
export const games = {
  /**
   * Lists games and categories by number of viewers, most watched first.
   *
   * @keywords popular, categories
   */
  top: list({
    method: 'GET',
    path: '/games/top',
    auth: 'app-or-user',
    query: v.object(twoWayPageParams),
    item: named<Game>(gameSchema),
    paging: cursorPages,
    docs: docs('games/#get-top-games'),
  }),

  /**
   * Looks up games by ID, exact title or IGDB ID, and returns all of them, starting with `id`. Games that do not exist
   * are in `missing`, as `{ id }`, `{ name }` or `{ igdb_id }`.
   */
  list: lookup({
    method: 'GET',
    path: '/games',
    auth: 'app-or-user',
    query: v.pipe(
      v.object({
        /** IDs of games, any number. A request has up to 100 of all three kinds together. */
        id: optionalIds,
        /** Exact titles of games, any number. */
        name: optionalIds,
        /** IDs of games at IGDB, any number. */
        igdb_id: optionalIds,
      }),
      atLeastOne('id', 'name', 'igdb_id'),
    ),
    item: named<Game>(gameSchema),
    items: 'data',
    ids: {
      params: ['id', 'name', 'igdb_id'],
      max: 100,
      match: { id: 'id', name: 'name', igdb_id: 'igdb_id' },
      canExist: { id: isNumeric, igdb_id: isNumeric },
    },
    docs: docs('games/#get-games'),
  }),
};
