import { endpoint, lookup, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { oneByOne } from '../modes.ts';
import { type Episode, episodeSchema } from '../records/spoken.ts';
import { catalogId, catalogIds, marketParam } from '../schema.ts';

/** Episodes of podcasts. */
export const episodes = {
  /**
   * Returns an episode with its show. Fails with `not_found` when no episode has the ID, or when the market does not
   * offer it; with an app token, set `market`. It has a `resume_point` if the user token has the scope
   * `user-read-playback-position`.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/episodes/{id}',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the episode: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object(marketParam),
    response: named<Episode>(episodeSchema),
    docs: docs('get-an-episode'),
  }),

  /**
   * Looks up episodes by ID and returns all of them, in the order of `ids`. IDs that do not exist are in `missing`.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which reads one ID per request.
   */
  list: lookup({
    method: 'GET',
    path: '/v1/episodes',
    auth: 'app-or-user',
    query: v.object({
      /** Catalog IDs of the episodes: one or any number. A request has up to 50 of them. */
      ids: catalogIds,
      ...marketParam,
    }),
    item: named<Episode>(episodeSchema),
    items: 'episodes',
    ids: { params: ['ids'], max: 50, match: 'place' },
    docs: docs('get-multiple-episodes'),
    deprecated: closed2026('episodes.get'),
    development: oneByOne('/v1/episodes'),
  }),
};
