import { endpoint, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs, noResult } from '../declarations.ts';
import { offsetPages, pageParams, singlePage } from '../paging.ts';
import {
  type Playlist,
  type PlaylistEntry,
  playlistEntrySchema,
  playlistSchema,
  type SimplifiedPlaylist,
  simplifiedPlaylistSchema,
} from '../records/playlists.ts';
import { images } from '../records/shared.ts';
import { catalogId, catalogUri, listOf, playableParams, userId } from '../schema.ts';

const playlistParams = v.object({ playlist_id: catalogId });
const ownerParams = v.object({ user_id: userId });
// Which of the two it takes depends on whether the playlist is public; the API knows.
const writeAuth = { auth: 'user', scopes: ['playlist-modify-public', 'playlist-modify-private'] } as const;

/** The version of a playlist that a change made. */
const snapshot = v.object({ snapshot_id: v.string() });
const snapshot_id = v.optional(v.string());

const detailParams = {
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  public: v.optional(v.boolean()),
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
  v.object({ ...detailParams, name: v.pipe(v.string(), v.nonEmpty()) }),
  notPublicAndCollaborative(),
);

const addition = v.object({ uris: listOf(catalogUri, 100, 1), position: v.optional(whole(0)) });
const replacement = v.pipe(
  v.object({
    uris: v.optional(listOf(catalogUri, 100)),
    range_start: v.optional(whole(0)),
    insert_before: v.optional(whole(0)),
    range_length: v.optional(whole(1)),
    snapshot_id,
  }),
  v.check(({ uris, range_start, insert_before, range_length }) => {
    const range = [range_start, insert_before, range_length].map((given) => given !== undefined);
    return uris ? !range.includes(true) : (range[0] && range[1]) === true;
  }, 'give either uris, or range_start and insert_before'),
);
const removedItems = listOf(v.object({ uri: catalogUri }), 100, 1);

const imageBytes = 192 * 1024;
const bytes: v.GenericSchema<Uint8Array> = v.instance(Uint8Array);

/** Playlists. */
export const playlists = {
  /**
   * Gives a playlist with the first of its contents; `not_found` when there is none that this app or user may see,
   * which holds for all playlists of the provider itself. Episodes come whole only when `additional_types` has
   * `episode`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-playlist
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/playlists/{playlist_id}',
    auth: 'app-or-user',
    params: playlistParams,
    // `fields` is left out: it takes members away that the types promise and that paging needs.
    query: v.object(playableParams),
    response: named<Playlist>(playlistSchema),
    docs: docs('get-playlist'),
  }),

  /**
   * Lists the playlists that the user owns or follows. `limit` is 1 to 50, default 20. Scope: `playlist-read-private`;
   * collaborative ones are among them with `playlist-read-collaborative`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-a-list-of-current-users-playlists
   */
  list: list({
    method: 'GET',
    path: '/v1/me/playlists',
    auth: 'user',
    scopes: ['playlist-read-private'],
    query: v.object(pageParams()),
    item: named<SimplifiedPlaylist>(simplifiedPlaylistSchema),
    paging: offsetPages(''),
    docs: docs('get-a-list-of-current-users-playlists'),
  }),

  /**
   * Lists the playlists of any user; private ones only to themselves, with `playlist-read-private`. `limit` is 1 to 50,
   * default 20. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-list-users-playlists
   */
  listOfUser: list({
    method: 'GET',
    path: '/v1/users/{user_id}/playlists',
    auth: 'app-or-user',
    params: ownerParams,
    query: v.object(pageParams()),
    item: named<SimplifiedPlaylist>(simplifiedPlaylistSchema),
    paging: offsetPages(''),
    docs: docs('get-list-users-playlists'),
    deprecated: closed2026('playlists.list'),
  }),

  /**
   * Makes an empty playlist for the user; `public` by default, which needs `playlist-modify-public`. A `collaborative`
   * one takes `public: false`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/create-playlist
   */
  create: endpoint({
    method: 'POST',
    path: '/v1/me/playlists',
    ...writeAuth,
    body: creation,
    response: named<Playlist>(playlistSchema),
    docs: docs('create-playlist'),
  }),

  /**
   * The same by the path of before 2026; `user_id` must be the user whose grant it is. Refused with `not_supported` to
   * apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/create-playlist-for-user
   */
  createForUser: endpoint({
    method: 'POST',
    path: '/v1/users/{user_id}/playlists',
    ...writeAuth,
    params: ownerParams,
    body: creation,
    response: named<Playlist>(playlistSchema),
    docs: docs('create-playlist-for-user'),
    deprecated: closed2026('playlists.create'),
  }),

  /**
   * Changes name, description and who may see or change a playlist of the user's own.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/change-playlist-details
   */
  update: endpoint({
    method: 'PUT',
    path: '/v1/playlists/{playlist_id}',
    ...writeAuth,
    params: playlistParams,
    body: v.pipe(v.object(detailParams), notPublicAndCollaborative()),
    ...noResult,
    docs: docs('change-playlist-details'),
  }),

  /**
   * Lists the contents of a playlist; `itemOf` reads each entry. `limit` is 1 to 50, default 20. Episodes come whole
   * only when `additional_types` has `episode`. In development mode `permission_denied` for playlists that the user
   * neither owns nor works on.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-playlists-items
   */
  items: list({
    method: 'GET',
    path: '/v1/playlists/{playlist_id}/items',
    auth: 'app-or-user',
    params: playlistParams,
    query: v.object({ ...playableParams, ...pageParams() }),
    item: named<PlaylistEntry>(playlistEntrySchema),
    paging: offsetPages(''),
    docs: docs('get-playlists-items'),
  }),

  /**
   * Adds tracks and episodes, at most 100 at once, before `position` (from 0) or at the end. Never repeated by itself,
   * since that could add them twice. Gives the new `snapshot_id`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/add-items-to-playlist
   */
  addItems: endpoint({
    method: 'POST',
    path: '/v1/playlists/{playlist_id}/items',
    ...writeAuth,
    params: playlistParams,
    body: addition,
    response: snapshot,
    docs: docs('add-items-to-playlist'),
  }),

  /**
   * Replaces the contents by `uris`, at most 100, none to empty it; or moves the `range_length` entries (default 1)
   * from `range_start` to before `insert_before`, both from 0, as they stood in `snapshot_id`. Never repeated by
   * itself, since that could move others. Gives the new `snapshot_id`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/reorder-or-replace-playlists-items
   */
  updateItems: endpoint({
    method: 'PUT',
    path: '/v1/playlists/{playlist_id}/items',
    ...writeAuth,
    params: playlistParams,
    body: replacement,
    idempotent: false,
    response: snapshot,
    docs: docs('reorder-or-replace-playlists-items'),
  }),

  /**
   * Removes every occurrence of `items`, at most 100, named by URI; as they stood in `snapshot_id`. Gives the new
   * `snapshot_id`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/remove-items-playlist
   */
  removeItems: endpoint({
    method: 'DELETE',
    path: '/v1/playlists/{playlist_id}/items',
    ...writeAuth,
    params: playlistParams,
    body: v.object({ items: removedItems, snapshot_id }),
    response: snapshot,
    docs: docs('remove-items-playlist'),
  }),

  /**
   * Lists the contents by the path of before 2026, with up to 100 entries a page: half the requests for long playlists.
   * `limit` is 1 to 100, default 20. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-playlists-tracks
   */
  tracks: list({
    method: 'GET',
    path: '/v1/playlists/{playlist_id}/tracks',
    auth: 'app-or-user',
    params: playlistParams,
    query: v.object({ ...playableParams, ...pageParams(100) }),
    item: named<PlaylistEntry>(playlistEntrySchema),
    paging: offsetPages(''),
    docs: docs('get-playlists-tracks'),
    deprecated: closed2026('playlists.items'),
  }),

  /**
   * Adds as `addItems` does, by the path of before 2026. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/add-tracks-to-playlist
   */
  addTracks: endpoint({
    method: 'POST',
    path: '/v1/playlists/{playlist_id}/tracks',
    ...writeAuth,
    params: playlistParams,
    body: addition,
    response: snapshot,
    docs: docs('add-tracks-to-playlist'),
    deprecated: closed2026('playlists.addItems'),
  }),

  /**
   * Replaces or moves as `updateItems` does, by the path of before 2026. Refused with `not_supported` to apps in
   * development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/reorder-or-replace-playlists-tracks
   */
  updateTracks: endpoint({
    method: 'PUT',
    path: '/v1/playlists/{playlist_id}/tracks',
    ...writeAuth,
    params: playlistParams,
    body: replacement,
    idempotent: false,
    response: snapshot,
    docs: docs('reorder-or-replace-playlists-tracks'),
    deprecated: closed2026('playlists.updateItems'),
  }),

  /**
   * Removes as `removeItems` does, by the path of before 2026, where `items` were called `tracks`. Refused with
   * `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/remove-tracks-playlist
   */
  removeTracks: endpoint({
    method: 'DELETE',
    path: '/v1/playlists/{playlist_id}/tracks',
    ...writeAuth,
    params: playlistParams,
    body: v.object({ tracks: removedItems, snapshot_id }),
    response: snapshot,
    docs: docs('remove-tracks-playlist'),
    deprecated: closed2026('playlists.removeItems'),
  }),

  /** The cover. */
  image: {
    /**
     * Gives the cover in its sizes, widest first; none when the playlist is empty and has no picture of its own.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/get-playlist-cover
     */
    get: endpoint({
      method: 'GET',
      path: '/v1/playlists/{playlist_id}/images',
      auth: 'app-or-user',
      params: playlistParams,
      response: images,
      docs: docs('get-playlist-cover'),
    }),

    /**
     * Replaces the cover by a JPEG of at most 192 KiB, which is 256 KiB in base64, as the API counts. It may take a
     * while to show. Needs `ugc-image-upload`, and the scope that changing the playlist needs.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/upload-custom-playlist-cover
     */
    upload: endpoint({
      method: 'PUT',
      path: '/v1/playlists/{playlist_id}/images',
      auth: 'user',
      scopes: ['ugc-image-upload'],
      params: playlistParams,
      body: v.object({
        image: v.pipe(
          bytes,
          v.check(({ length }) => length > 0 && length <= imageBytes, `expected 1 to ${imageBytes} bytes`),
        ),
      }),
      contentType: 'image/jpeg',
      write: ({ image }: { image: Uint8Array }) =>
        btoa(Array.from(image, (byte) => String.fromCharCode(byte)).join('')),
      ...noResult,
      docs: docs('upload-custom-playlist-cover'),
    }),
  },

  /** Who follows a playlist, as far as it is the user. Refused with `not_supported` to apps in development mode. */
  followers: {
    /**
     * Lets the user follow a playlist, for everybody to see unless `public: false`.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/follow-playlist
     */
    add: endpoint({
      method: 'PUT',
      path: '/v1/playlists/{playlist_id}/followers',
      ...writeAuth,
      params: playlistParams,
      body: v.object({ public: v.optional(v.boolean()) }),
      ...noResult,
      docs: docs('follow-playlist'),
      deprecated: closed2026('library.save'),
    }),

    /**
     * Lets the user no longer follow a playlist.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/unfollow-playlist
     */
    remove: endpoint({
      method: 'DELETE',
      path: '/v1/playlists/{playlist_id}/followers',
      ...writeAuth,
      params: playlistParams,
      ...noResult,
      docs: docs('unfollow-playlist'),
      deprecated: closed2026('library.remove'),
    }),

    /**
     * Tells in a list of one whether the user follows a playlist; `ids` can only be the user's own id.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/check-if-user-follows-playlist
     */
    contains: list({
      method: 'GET',
      path: '/v1/playlists/{playlist_id}/followers/contains',
      auth: 'user',
      params: playlistParams,
      query: v.object({ ids: v.optional(userId) }),
      item: v.boolean(),
      paging: singlePage(''),
      docs: docs('check-if-user-follows-playlist'),
      deprecated: closed2026('library.contains'),
    }),
  },
};
