import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { offsetPages, pageParams, singlePage } from '../paging.ts';
import {
  type Show,
  type SimplifiedEpisode,
  type SimplifiedShow,
  showSchema,
  simplifiedEpisodeSchema,
  simplifiedShowSchema,
} from '../records/spoken.ts';
import { catalogId, catalogIds, market } from '../schema.ts';

/** Podcasts. */
export const shows = {
  /**
   * Gives a podcast with the first page of its episodes; `not_found` when there is none, or none in the `market`, which
   * app tokens need. Episodes have a `resume_point` when the user's grant has `user-read-playback-position`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-a-show
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/shows/{id}',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market }),
    response: named<Show>(showSchema),
    docs: docs('get-a-show'),
  }),

  /**
   * Finds podcasts by id, without their episodes; any number, 50 per request. Those that do not exist are in `missing`.
   * Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-multiple-shows
   */
  list: list({
    method: 'GET',
    path: '/v1/shows',
    auth: 'app-or-user',
    query: v.object({ ids: catalogIds, market }),
    item: named<SimplifiedShow>(simplifiedShowSchema),
    paging: singlePage('shows'),
    ids: { params: ['ids'], max: 50, match: { ids: 'id' } },
    docs: docs('get-multiple-shows'),
    deprecated: closed2026('shows.get'),
  }),

  /**
   * Lists the episodes of a podcast, newest first. `limit` is 1 to 50, default 20. They have a `resume_point` when the
   * user's grant has `user-read-playback-position`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-a-shows-episodes
   */
  episodes: list({
    method: 'GET',
    path: '/v1/shows/{id}/episodes',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market, ...pageParams() }),
    item: named<SimplifiedEpisode>(simplifiedEpisodeSchema),
    paging: offsetPages(''),
    docs: docs('get-a-shows-episodes'),
  }),
};
