import { endpoint, lookup, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { oneByOne } from '../modes.ts';
import { type Track, trackSchema } from '../records/music.ts';
import { catalogId, catalogIds, marketParam } from '../schema.ts';

/** Tracks of the catalog. */
export const tracks = {
  /** Returns a track. Fails with `not_found` when no track has the ID. */
  get: endpoint({
    method: 'GET',
    path: '/v1/tracks/{id}',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the track: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    query: v.object(marketParam),
    response: named<Track>(trackSchema),
    docs: docs('get-track'),
  }),

  /**
   * Looks up tracks by ID and returns all of them, in the order of `ids`. IDs that do not exist are in `missing`. With
   * a `market`, another recording may replace a track: its `linked_from` has the requested ID.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which reads one ID per request.
   */
  list: lookup({
    method: 'GET',
    path: '/v1/tracks',
    auth: 'app-or-user',
    query: v.object({
      /** Catalog IDs of the tracks: one or any number. A request has up to 50 of them. */
      ids: catalogIds,
      ...marketParam,
    }),
    item: named<Track>(trackSchema),
    items: 'tracks',
    ids: { params: ['ids'], max: 50, match: 'place' },
    docs: docs('get-several-tracks'),
    deprecated: closed2026('tracks.get'),
    development: oneByOne('/v1/tracks'),
  }),
};
