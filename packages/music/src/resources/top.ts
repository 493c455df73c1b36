import { list, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { offsetPages, pageParams } from '../paging.ts';
import { type Artist, artistSchema, type Track, trackSchema } from '../records/music.ts';

const scopes = ['user-top-read'];
const query = v.object({
  time_range: v.optional(v.picklist(['long_term', 'medium_term', 'short_term'])),
  ...pageParams(),
});

/**
 * What a user hears most. `time_range` is `long_term` (about a year), `medium_term` (six months, the default) or
 * `short_term` (four weeks). Scope: `user-top-read`.
 */
export const top = {
  /**
   * Lists the artists that the user hears most. `limit` is 1 to 50, default 20.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-users-top-artists
   */
  artists: list({
    method: 'GET',
    path: '/v1/me/top/artists',
    auth: 'user',
    scopes,
    query,
    item: named<Artist>(artistSchema),
    paging: offsetPages(''),
    docs: docs('get-users-top-artists'),
  }),

  /**
   * Lists the tracks that the user hears most. `limit` is 1 to 50, default 20.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-users-top-tracks
   */
  tracks: list({
    method: 'GET',
    path: '/v1/me/top/tracks',
    auth: 'user',
    scopes,
    query,
    item: named<Track>(trackSchema),
    paging: offsetPages(''),
    docs: docs('get-users-top-tracks'),
  }),
};
