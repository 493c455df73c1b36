import { byCursor, endpoint, list, lookup, named, oneOf, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs, noResult } from '../declarations.ts';
import { askedByUri, uriIds, urisOf, writtenByUri } from '../modes.ts';
import { type Artist, artistSchema } from '../records/music.ts';
import { oneToMax, userId } from '../schema.ts';

const scopes = ['user-follow-modify'];
const typeParam = {
  /** Kind of IDs: artists or users. */
  type: oneOf(['artist', 'user']),
};
const change = v.object({
  ...typeParam,
  /** IDs of the artists or users, 1 to 50. */
  ids: oneToMax(50, userId),
});

const byUri = {
  uris: ({ type, ids }: { type: string; ids: string | readonly string[] }) => urisOf(type, ids),
  takes: ['type', 'ids'],
};

/** The artists and users that a user follows. Scopes: `user-follow-read`, and `user-follow-modify` for changes. */
export const following = {
  /** Lists the artists that the user follows. */
  artists: list({
    method: 'GET',
    path: '/v1/me/following',
    personal: true,
    auth: 'user',
    scopes: ['user-follow-read'],
    query: v.object({
      // Closed: the type decides where the list is in the response.
      /** Kind of items to list. Only `artist` is possible. */
      type: v.picklist(['artist']),
      /** ID of the artist after which the list starts. Default: the beginning. */
      after: v.optional(v.string()),
      /** Page size, 1 to 50. Default 20, or 50 when you iterate. */
      limit: v.optional(whole(1, 50)),
    }),
    item: named<Artist>(artistSchema),
    paging: {
      ...byCursor,
      items: 'artists.items',
      param: 'after',
      size: 'limit',
      cursor: 'artists.cursors.after',
      total: 'artists.total',
    },
    docs: docs('get-followed'),
  }),

  /**
   * Follows artists or users, at most 50.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which calls `library.save` instead.
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
    development: writtenByUri(byUri),
  }),

  /**
   * Stops following artists or users, at most 50.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which calls `library.remove` instead.
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
    development: writtenByUri(byUri),
  }),

  /**
   * Returns for each ID, in order, whether the user follows the artist or user. `missing` is always empty.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which calls `library.contains` instead.
   */
  contains: lookup({
    method: 'GET',
    path: '/v1/me/following/contains',
    personal: true,
    auth: 'user',
    scopes: ['user-follow-read'],
    query: v.object({
      ...typeParam,
      /** IDs of the artists or users: one or any number. A request has up to 50 of them. */
      ids: v.pipe(oneOrMany(userId), v.nonEmpty()),
    }),
    item: v.boolean(),
    items: '',
    ids: { params: ['ids'], max: 50, match: 'place' },
    docs: docs('check-current-user-follows'),
    deprecated: closed2026('library.contains'),
    development: askedByUri(byUri, { ids: uriIds }),
  }),
};
