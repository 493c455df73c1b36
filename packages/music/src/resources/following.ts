import { byCursor, endpoint, list, named, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs, noResult } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { type Artist, artistSchema } from '../records/music.ts';
import { oneToMax, userId } from '../schema.ts';

const scopes = ['user-follow-modify'];
const type = v.picklist(['artist', 'user']);
const change = v.object({ type, ids: oneToMax(50, userId) });

/** Whom a user follows. Scopes: `user-follow-read`, and `user-follow-modify` for changes. */
export const following = {
  /**
   * Lists the artists whom the user follows; `type` must be `artist`. `limit` is 1 to 50, default 20; `after` is the
   * last artist's id of what is known already.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-followed
   */
  artists: list({
    method: 'GET',
    path: '/v1/me/following',
    auth: 'user',
    scopes: ['user-follow-read'],
    query: v.object({
      type: v.picklist(['artist']),
      after: v.optional(v.string()),
      limit: v.optional(whole(1, 50)),
    }),
    item: named<Artist>(artistSchema),
    paging: {
      ...byCursor,
      items: 'artists.items',
      param: 'after',
      cursor: 'artists.cursors.after',
      total: 'artists.total',
    },
    docs: docs('get-followed'),
  }),

  /**
   * Follows artists or users, at most 50. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/follow-artists-users
   */
  follow: endpoint({
    method: 'PUT',
    path: '/v1/me/following',
    auth: 'user',
    scopes,
    query: change,
    ...noResult,
    docs: docs('follow-artists-users'),
    deprecated: closed2026('library.save'),
  }),

  /**
   * Stops following artists or users, at most 50. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/unfollow-artists-users
   */
  unfollow: endpoint({
    method: 'DELETE',
    path: '/v1/me/following',
    auth: 'user',
    scopes,
    query: change,
    ...noResult,
    docs: docs('unfollow-artists-users'),
    deprecated: closed2026('library.remove'),
  }),

  /**
   * Tells for each id, in order, whether the user follows it; any number, 50 per request. Refused with `not_supported`
   * to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/check-current-user-follows
   */
  contains: list({
    method: 'GET',
    path: '/v1/me/following/contains',
    auth: 'user',
    scopes: ['user-follow-read'],
    query: v.object({ type, ids: v.pipe(oneOrMany(userId), v.nonEmpty()) }),
    item: v.boolean(),
    paging: singlePage(''),
    ids: { params: ['ids'], max: 50 },
    docs: docs('check-current-user-follows'),
    deprecated: closed2026('library.contains'),
  }),
};
