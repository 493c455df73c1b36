import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { type Track, trackSchema } from '../records/music.ts';
import { catalogId, catalogIds, market } from '../schema.ts';

/** Tracks. */
export const tracks = {
  /**
   * Gives a track; `not_found` when there is none.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-track
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/tracks/{id}',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market }),
    response: named<Track>(trackSchema),
    docs: docs('get-track'),
  }),

  /**
   * Finds tracks by id; any number, 50 per request. Those that do not exist are in `missing`. With a `market`
   * another recording may stand in for one; its `linked_from` tells the asked id. Refused with `not_supported` to
   * apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-several-tracks
   */
  list: list({
    method: 'GET',
    path: '/v1/tracks',
    auth: 'app-or-user',
    query: v.object({ ids: catalogIds, market }),
    item: named<Track>(trackSchema),
    paging: singlePage('tracks'),
    ids: { params: ['ids'], max: 50, match: { ids: 'id' } },
    docs: docs('get-several-tracks'),
    deprecated: closed2026('tracks.get'),
  }),
};
