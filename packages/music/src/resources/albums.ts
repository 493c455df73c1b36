import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { offsetPages, pageParams, singlePage } from '../paging.ts';
import { type Album, albumSchema, type SimplifiedTrack, simplifiedTrackSchema } from '../records/music.ts';
import { catalogId, catalogIds, market } from '../schema.ts';

/** Albums. */
export const albums = {
  /**
   * Gives an album with its first 50 tracks; `not_found` when there is none.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-an-album
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/albums/{id}',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market }),
    response: named<Album>(albumSchema),
    docs: docs('get-an-album'),
  }),

  /**
   * Finds albums by id; any number, 20 per request. Those that do not exist are in `missing`. Refused with
   * `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-multiple-albums
   */
  list: list({
    method: 'GET',
    path: '/v1/albums',
    auth: 'app-or-user',
    query: v.object({ ids: catalogIds, market }),
    item: named<Album>(albumSchema),
    paging: singlePage('albums'),
    ids: { params: ['ids'], max: 20, match: { ids: 'id' } },
    docs: docs('get-multiple-albums'),
    deprecated: closed2026('albums.get'),
  }),

  /**
   * Lists the tracks of an album in its own order. `limit` is 1 to 50, default 20.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-an-albums-tracks
   */
  tracks: list({
    method: 'GET',
    path: '/v1/albums/{id}/tracks',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market, ...pageParams() }),
    item: named<SimplifiedTrack>(simplifiedTrackSchema),
    paging: offsetPages(''),
    docs: docs('get-an-albums-tracks'),
  }),
};
