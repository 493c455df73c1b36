import { endpoint, limit, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs, noResult, playlistWriteAuth } from '../declarations.ts';
import { offsetPages, pageParams } from '../paging.ts';
import {
  type Playlist,
  playlistSchema,
  type SimplifiedPlaylist,
  simplifiedPlaylistSchema,
} from '../records/playlists.ts';
import { playableParams, playlistParams, userId } from '../schema.ts';
import { playlistFollowers } from './playlist-followers.ts';
import { playlistImage } from './playlist-image.ts';
import { playlistItems } from './playlist-items.ts';

const ownerParams = v.object({
  /** ID of the user whose playlists to use; may contain any characters. */
  user_id: userId,
});

const title = v.pipe(v.string(), v.maxLength(200, 'must have at most 200 characters'));
const detailParams = {
  /** Title of the playlist, up to 200 characters, of which the API keeps 100. */
  name: v.optional(title),
  /** Description of the playlist: plain text without line breaks, up to 300 characters. */
  description: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(300, 'must have at most 300 characters'),
      limit((text) => !/[\r\n]/.test(text), 'must not contain line breaks'),
    ),
  ),
  /** Whether the owner's profile shows the playlist. Default for new playlists: true. */
  public: v.optional(v.boolean()),
  /** Whether other users may change the playlist; requires `public: false`. Default for new playlists: false. */
  collaborative: v.optional(v.boolean()),
};
const notPublicAndCollaborative = <
  Details extends { public?: boolean | undefined; collaborative?: boolean | undefined },
>() =>
  v.check<Details, string>(
    (given) => !(given.collaborative && given.public),
    'a collaborative playlist cannot be public',
  );
const creation = v.pipe(
  v.object({
    ...detailParams,
    /** Title of the playlist, 1 to 200 characters, of which the API keeps 100. */
    name: v.pipe(title, v.nonEmpty()),
  }),
  notPublicAndCollaborative(),
);

const playlistMethods = {
  /**
   * Returns a playlist with the first page of its contents. Fails with `not_found` when no playlist has the ID, or when
   * this app or user may not see it; most apps may not see playlists of the provider itself.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/playlists/{playlist_id}',
    personal: true, // it may be private
    auth: 'app-or-user',
    params: playlistParams,
    // `fields` is left out: it removes fields that the types guarantee and that paging needs.
    query: v.object(playableParams),
    response: named<Playlist>(playlistSchema),
    docs: docs('get-playlist'),
  }),

  /**
   * Lists the playlists that the user owns or follows. Scope: `playlist-read-private`; collaborative playlists are
   * included if the grant also has `playlist-read-collaborative`.
   */
  list: list({
    method: 'GET',
    path: '/v1/me/playlists',
    personal: true,
    auth: 'user',
    scopes: ['playlist-read-private'],
    query: v.object(pageParams),
    item: named<SimplifiedPlaylist>(simplifiedPlaylistSchema),
    paging: offsetPages(''),
    docs: docs('get-a-list-of-current-users-playlists'),
  }),

  /**
   * Lists the playlists of a user. Includes private ones only for the user whose token is sent, with
   * `playlist-read-private`.
   *
   * @remarks Refused with `not_supported` to apps in development mode.
   */
  listOfUser: list({
    method: 'GET',
    path: '/v1/users/{user_id}/playlists',
    personal: true, // as `list`, for the user's own ID
    auth: 'app-or-user',
    params: ownerParams,
    query: v.object(pageParams),
    item: named<SimplifiedPlaylist>(simplifiedPlaylistSchema),
    paging: offsetPages(''),
    docs: docs('get-list-users-playlists'),
    deprecated: closed2026('playlists.list'),
  }),

  /**
   * Creates an empty playlist for the user. A public one needs `playlist-modify-public`, a private one
   * `playlist-modify-private`.
   */
  create: endpoint({
    method: 'POST',
    path: '/v1/me/playlists',
    ...playlistWriteAuth,
    body: creation,
    response: named<Playlist>(playlistSchema),
    docs: docs('create-playlist'),
  }),

  /**
   * Creates a playlist like `create`, at the path from before 2026; `user_id` must be the user whose token is sent.
   *
   * @remarks Refused with `not_supported` to apps in development mode.
   */
  createForUser: endpoint({
    method: 'POST',
    path: '/v1/users/{user_id}/playlists',
    ...playlistWriteAuth,
    params: ownerParams,
    body: creation,
    response: named<Playlist>(playlistSchema),
    docs: docs('create-playlist-for-user'),
    deprecated: closed2026('playlists.create'),
  }),

  /** Changes the title, the description, and the visibility of a playlist that the user owns. */
  update: endpoint({
    method: 'PUT',
    path: '/v1/playlists/{playlist_id}',
    ...playlistWriteAuth,
    params: playlistParams,
    body: v.pipe(v.object(detailParams), notPublicAndCollaborative()),
    ...noResult,
    docs: docs('change-playlist-details'),
  }),
};

// Declared, because an inferred type loses the JSDoc of other files in the built package.
interface OtherGroups {
  /** The cover of a playlist. */
  readonly image: typeof playlistImage;
  /**
   * Whether the user follows a playlist.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which calls `library` instead.
   */
  readonly followers: typeof playlistFollowers;
}

/** Playlists: details, contents, covers and followers. */
export const playlists: typeof playlistMethods & typeof playlistItems & OtherGroups = {
  ...playlistMethods,
  ...playlistItems,
  image: playlistImage,
  followers: playlistFollowers,
};
