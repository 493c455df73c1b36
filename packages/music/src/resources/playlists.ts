import { endpoint, list, named, oneOrMany } from '@x/core';
import * as v from 'valibot';
import { type Playlist, type PlaylistEntry, playlistEntrySchema, playlistSchema } from '../records/playlists.ts';
import { closed2026, docs, id, market, pageParams, pagesAt } from '../web-api.ts';

// `fields` is left out: it takes members away that the types promise and that paging needs.
const shared = { market, additional_types: v.optional(oneOrMany(v.picklist(['track', 'episode']))) };

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
    params: v.object({ playlist_id: id }),
    query: v.object(shared),
    response: named<Playlist>(playlistSchema),
    docs: docs('get-playlist'),
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
    params: v.object({ playlist_id: id }),
    query: v.object({ ...shared, ...pageParams() }),
    item: named<PlaylistEntry>(playlistEntrySchema),
    paging: pagesAt(''),
    docs: docs('get-playlists-items'),
  }),

  /**
   * The same by the path of before 2026, with up to 100 entries a page: half the requests for long playlists. `limit`
   * is 1 to 100, default 20. Refused with `not_supported` to apps in development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-playlists-tracks
   */
  tracks: list({
    method: 'GET',
    path: '/v1/playlists/{playlist_id}/tracks',
    auth: 'app-or-user',
    params: v.object({ playlist_id: id }),
    query: v.object({ ...shared, ...pageParams(100) }),
    item: named<PlaylistEntry>(playlistEntrySchema),
    paging: pagesAt(''),
    docs: docs('get-playlists-tracks'),
    deprecated: closed2026('playlists.items'),
  }),
};
