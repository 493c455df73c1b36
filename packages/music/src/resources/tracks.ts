import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { id, ids, market } from '../params.ts';
import { type Track, trackSchema } from '../records/music.ts';
import { closed2026, docs, wholeList } from '../web-api.ts';

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
    params: v.object({ id }),
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
    query: v.object({ ids, market }),
    item: named<Track>(trackSchema),
    paging: wholeList('tracks'),
    ids: { params: ['ids'], max: 50, match: { ids: 'id' } },
    docs: docs('get-several-tracks'),
    deprecated: closed2026('tracks.get'),
  }),
};
