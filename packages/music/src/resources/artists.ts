import { endpoint, list, named, oneOrMany } from '@x/core';
import * as v from 'valibot';
import { closed2024, closed2026, docs } from '../declarations.ts';
import { offsetPages, pageParams, singlePage } from '../paging.ts';
import {
  type Artist,
  type ArtistAlbum,
  artistAlbumSchema,
  artistSchema,
  type Track,
  trackSchema,
} from '../records/music.ts';
import { catalogId, catalogIds, market } from '../schema.ts';

/** Artists. */
export const artists = {
  /**
   * Gives an artist; `not_found` when there is none.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-an-artist
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/artists/{id}',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    response: named<Artist>(artistSchema),
    docs: docs('get-an-artist'),
  }),

  /**
   * Finds artists by id; any number, 50 per request. Those that do not exist are in `missing`. Refused with
   * `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-multiple-artists
   */
  list: list({
    method: 'GET',
    path: '/v1/artists',
    auth: 'app-or-user',
    query: v.object({ ids: catalogIds }),
    item: named<Artist>(artistSchema),
    paging: singlePage('artists'),
    ids: { params: ['ids'], max: 50, match: { ids: 'id' } },
    docs: docs('get-multiple-artists'),
    deprecated: closed2026('artists.get'),
  }),

  /**
   * Lists the albums of an artist, by default of all groups: `album`, `single`, `appears_on` and `compilation`.
   * `limit` is 0 to 50, default 20; in development mode 0 to 10, default 5.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-an-artists-albums
   */
  albums: list({
    method: 'GET',
    path: '/v1/artists/{id}/albums',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({
      include_groups: v.optional(oneOrMany(v.picklist(['album', 'single', 'appears_on', 'compilation']), 4)),
      market,
      ...pageParams(50, 0),
    }),
    item: named<ArtistAlbum>(artistAlbumSchema),
    paging: offsetPages(''),
    docs: docs('get-an-artists-albums'),
  }),

  /**
   * Lists an artist's most popular tracks, at most 10. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-an-artists-top-tracks
   */
  topTracks: list({
    method: 'GET',
    path: '/v1/artists/{id}/top-tracks',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    query: v.object({ market }),
    item: named<Track>(trackSchema),
    paging: singlePage('tracks'),
    docs: docs('get-an-artists-top-tracks'),
    deprecated: closed2026(),
  }),

  /**
   * Lists artists like this one, at most 20. Refused with `not_supported` to apps in development mode and to those made
   * after November 2024.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-an-artists-related-artists
   */
  related: list({
    method: 'GET',
    path: '/v1/artists/{id}/related-artists',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    item: named<Artist>(artistSchema),
    paging: singlePage('artists'),
    docs: docs('get-an-artists-related-artists'),
    deprecated: closed2024(),
  }),
};
