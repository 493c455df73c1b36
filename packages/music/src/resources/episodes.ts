import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { type Episode, episodeSchema } from '../records/spoken.ts';
import { catalogId, catalogIds, market } from '../schema.ts';

/** Episodes of podcasts. */
export const episodes = {
  /**
   * Gives an episode with its show; `not_found` when there is none, or none in the `market`, which app tokens need. It
   * has a `resume_point` when the user's grant has `user-read-playback-position`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-an-episode
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/episodes/{id}',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market }),
    response: named<Episode>(episodeSchema),
    docs: docs('get-an-episode'),
  }),

  /**
   * Finds episodes by id; any number, 50 per request. Those that do not exist are in `missing`. Refused with
   * `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-multiple-episodes
   */
  list: list({
    method: 'GET',
    path: '/v1/episodes',
    auth: 'app-or-user',
    query: v.object({ ids: catalogIds, market }),
    item: named<Episode>(episodeSchema),
    paging: singlePage('episodes'),
    ids: { params: ['ids'], max: 50, match: { ids: 'id' } },
    docs: docs('get-multiple-episodes'),
    deprecated: closed2026('episodes.get'),
  }),
};
