import { endpoint, list, lookup, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { oneByOne } from '../modes.ts';
import { offsetPages, pageParams } from '../paging.ts';
import {
  type Show,
  type SimplifiedEpisode,
  type SimplifiedShow,
  showSchema,
  simplifiedEpisodeSchema,
  simplifiedShowSchema,
} from '../records/spoken.ts';
import { catalogId, catalogIds, marketParam } from '../schema.ts';

/** Podcasts and their episodes. */
export const shows = {
  /**
   * Returns a podcast with the first page of its episodes. Fails with `not_found` when no podcast has the ID, or when
   * the market does not offer it; with an app token, set `market`. Episodes have a `resume_point` if the user token has
   * the scope `user-read-playback-position`.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/shows/{id}',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the podcast: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object(marketParam),
    response: named<Show>(showSchema),
    docs: docs('get-a-show'),
  }),

  /**
   * Looks up podcasts by ID, without their episodes, and returns all of them, in the order of `ids`. IDs that do not
   * exist are in `missing`.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which reads one ID per request.
   */
  list: lookup({
    method: 'GET',
    path: '/v1/shows',
    auth: 'app-or-user',
    query: v.object({
      /** Catalog IDs of the podcasts: one or any number. A request has up to 50 of them. */
      ids: catalogIds,
      ...marketParam,
    }),
    item: named<SimplifiedShow>(simplifiedShowSchema),
    items: 'shows',
    ids: { params: ['ids'], max: 50, match: 'place' },
    docs: docs('get-multiple-shows'),
    deprecated: closed2026('shows.get'),
    development: oneByOne('/v1/shows'),
  }),

  /**
   * Lists the episodes of a podcast, newest first. They have a `resume_point` if the user token has the scope
   * `user-read-playback-position`.
   */
  episodes: list({
    method: 'GET',
    path: '/v1/shows/{id}/episodes',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the podcast: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object({ ...marketParam, ...pageParams }),
    item: named<SimplifiedEpisode>(simplifiedEpisodeSchema),
    paging: offsetPages(''),
    docs: docs('get-a-shows-episodes'),
  }),
};
