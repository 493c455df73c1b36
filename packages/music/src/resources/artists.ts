import { endpoint, list, lookup, named, oneOf, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { closed2024, closed2026, docs } from '../declarations.ts';
import { oneByOne, smallPages } from '../modes.ts';
import { offsetPages, pageParams, singlePage } from '../paging.ts';
import {
  type Artist,
  type ArtistAlbum,
  artistAlbumSchema,
  artistSchema,
  type Track,
  trackSchema,
} from '../records/music.ts';
import { catalogId, catalogIds, marketParam } from '../schema.ts';

/** Artists, their albums, and their most popular tracks. */
export const artists = {
  /** Returns an artist. Fails with `not_found` when no artist has the ID. */
  get: endpoint({
    method: 'GET',
    path: '/v1/artists/{id}',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the artist: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    response: named<Artist>(artistSchema),
    docs: docs('get-an-artist'),
  }),

  /**
   * Looks up artists by ID and returns all of them, in the order of `ids`. IDs that do not exist are in `missing`.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which reads one ID per request.
   */
  list: lookup({
    method: 'GET',
    path: '/v1/artists',
    auth: 'app-or-user',
    query: v.object({
      /** Catalog IDs of the artists: one or any number. A request has up to 50 of them. */
      ids: catalogIds,
    }),
    item: named<Artist>(artistSchema),
    items: 'artists',
    ids: { params: ['ids'], max: 50, match: 'place' },
    docs: docs('get-multiple-artists'),
    deprecated: closed2026('artists.get'),
    development: oneByOne('/v1/artists'),
  }),

  /** Lists the albums of an artist, and those on which the artist appears. */
  albums: list({
    method: 'GET',
    path: '/v1/artists/{id}/albums',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the artist: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object({
      /** Kinds of albums to list, up to 4. `appears_on` are albums of other artists. Default: all kinds. */
      include_groups: v.optional(oneOrMany(oneOf(['album', 'single', 'appears_on', 'compilation']), 4)),
      ...marketParam,
      ...pageParams,
      /** Page size, 0 to 50. Default 20, or 50 when you iterate; in development mode 5 or 10. */
      limit: v.optional(whole(0, 50)),
    }),
    item: named<ArtistAlbum>(artistAlbumSchema),
    paging: offsetPages(''),
    docs: docs('get-an-artists-albums'),
    development: smallPages(offsetPages(''), 10),
  }),

  /**
   * Lists the most popular tracks of an artist, at most 10.
   *
   * @remarks Refused with `not_supported` to apps in development mode.
   */
  topTracks: list({
    method: 'GET',
    path: '/v1/artists/{id}/top-tracks',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the artist: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object(marketParam),
    item: named<Track>(trackSchema),
    paging: singlePage('tracks'),
    docs: docs('get-an-artists-top-tracks'),
    deprecated: closed2026(),
  }),

  /**
   * Lists similar artists, at most 20.
   *
   * @remarks Refused with `not_supported` to apps in development mode and to apps created after November 2024.
   */
  related: list({
    method: 'GET',
    path: '/v1/artists/{id}/related-artists',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the artist: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    item: named<Artist>(artistSchema),
    paging: singlePage('artists'),
    docs: docs('get-an-artists-related-artists'),
    deprecated: closed2024(),
  }),
};
