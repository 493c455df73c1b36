import { list, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { offsetPages, pageParams } from '../paging.ts';
import { type Artist, artistSchema, type Track, trackSchema } from '../records/music.ts';

const scopes = ['user-top-read'];
const query = v.object({
  /**
   * Period that counts: `short_term` is about 4 weeks, `medium_term` about 6 months, `long_term` about a year. Default
   * `medium_term`.
   */
  time_range: v.optional(oneOf(['long_term', 'medium_term', 'short_term'])),
  ...pageParams,
});

/** The artists and tracks that a user listens to most. Scope: `user-top-read`. */
export const top = {
  /**
   * Lists the artists that the user listens to most, the most played first.
   *
   * @keywords favorite, most played, listened
   */
  artists: list({
    method: 'GET',
    path: '/v1/me/top/artists',
    personal: true,
    auth: 'user',
    scopes,
    query,
    item: named<Artist>(artistSchema),
    paging: offsetPages(''),
    docs: docs('get-users-top-artists'),
  }),

  /**
   * Lists the tracks that the user listens to most, the most played first.
   *
   * @keywords favorite, most played, listened
   */
  tracks: list({
    method: 'GET',
    path: '/v1/me/top/tracks',
    personal: true,
    auth: 'user',
    scopes,
    query,
    item: named<Track>(trackSchema),
    paging: offsetPages(''),
    docs: docs('get-users-top-tracks'),
  }),
};
