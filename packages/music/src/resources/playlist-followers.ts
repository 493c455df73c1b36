import { endpoint, list } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs, noResult, playlistWriteAuth } from '../declarations.ts';
import { askedByUri, urisOf, writtenByUri } from '../modes.ts';
import { singlePage } from '../paging.ts';
import { playlistParams, userId } from '../schema.ts';

const byUri = {
  uris: ({ playlist_id }: { playlist_id: string }) => urisOf('playlist', playlist_id),
  takes: ['playlist_id'],
};

/**
 * Whether the user follows a playlist.
 *
 * @remarks Apps in development mode need `mode: 'development'`, which calls `library` instead.
 */
export const playlistFollowers = {
  /** Makes the user follow a playlist. */
  add: endpoint({
    method: 'PUT',
    path: '/v1/playlists/{playlist_id}/followers',
    ...playlistWriteAuth,
    params: playlistParams,
    body: v.object({
      /** Whether the user's profile shows the playlist. Default true. */
      public: v.optional(v.boolean()),
    }),
    ...noResult,
    docs: docs('follow-playlist'),
    deprecated: closed2026('library.save'),
    // The user's profile shows saved playlists; no call saves them unseen.
    development: writtenByUri(
      { ...byUri, takes: ['playlist_id', 'public'] },
      ({ public: isShown }) => isShown !== false,
    ),
  }),

  /** Makes the user stop following a playlist. */
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/playlists/{playlist_id}/followers',
    ...playlistWriteAuth,
    params: playlistParams,
    ...noResult,
    docs: docs('unfollow-playlist'),
    deprecated: closed2026('library.remove'),
    development: writtenByUri(byUri),
  }),

  /** Returns, as a list of one boolean, whether the user follows a playlist. */
  contains: list({
    method: 'GET',
    path: '/v1/playlists/{playlist_id}/followers/contains',
    personal: true,
    auth: 'user',
    params: playlistParams,
    query: v.object({
      /** ID of the user; only the user whose token is sent is possible. Default: that user. */
      ids: v.optional(userId),
    }),
    item: v.boolean(),
    paging: singlePage(''),
    docs: docs('check-if-user-follows-playlist'),
    deprecated: closed2026('library.contains'),
    development: askedByUri(byUri),
  }),
};
