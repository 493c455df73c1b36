import { endpoint, list, lookup, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { oneByOne } from '../modes.ts';
import { offsetPages, pageParams } from '../paging.ts';
import { type Album, albumSchema, type SimplifiedTrack, simplifiedTrackSchema } from '../records/music.ts';
import { catalogId, catalogIds, marketParam } from '../schema.ts';

/** Albums and their tracks. */
export const albums = {
  /** Returns an album with its first 50 tracks. Fails with `not_found` when no album has the ID. */
  get: endpoint({
    method: 'GET',
    path: '/v1/albums/{id}',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the album: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object(marketParam),
    response: named<Album>(albumSchema),
    docs: docs('get-an-album'),
  }),

  /**
   * Looks up albums by ID and returns all of them, in the order of `ids`. IDs that do not exist are in `missing`.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which reads one ID per request.
   */
  list: lookup({
    method: 'GET',
    path: '/v1/albums',
    auth: 'app-or-user',
    query: v.object({
      /** Catalog IDs of the albums: one or any number. A request has up to 20 of them. */
      ids: catalogIds,
      ...marketParam,
    }),
    item: named<Album>(albumSchema),
    items: 'albums',
    ids: { params: ['ids'], max: 20, match: 'place' },
    docs: docs('get-multiple-albums'),
    deprecated: closed2026('albums.get'),
    development: oneByOne('/v1/albums'),
  }),

  /** Lists the tracks of an album in album order. */
  tracks: list({
    method: 'GET',
    path: '/v1/albums/{id}/tracks',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the album: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object({ ...marketParam, ...pageParams }),
    item: named<SimplifiedTrack>(simplifiedTrackSchema),
    paging: offsetPages(''),
    docs: docs('get-an-albums-tracks'),
  }),
};
