import { endpoint, list, named, whole } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs, playlistWriteAuth } from '../declarations.ts';
import { movedTo } from '../modes.ts';
import { offsetPages, pageParams } from '../paging.ts';
import { type PlaylistEntry, playlistEntrySchema } from '../records/playlists.ts';
import { catalogUri, listOf, playableParams, playlistParams } from '../schema.ts';

const snapshot = v.object({
  /** Version of the playlist that the change made. */
  snapshot_id: v.string(),
});
const snapshotParam = {
  /** Version of the playlist to which the change refers, from an earlier response. Default: the current one. */
  snapshot_id: v.optional(v.string()),
};

const addition = v.object({
  /** URIs of the tracks and episodes to add, 1 to 100. */
  uris: listOf(catalogUri, 100, 1),
  /** Position at which to insert them, from 0. Default: the end. */
  position: v.optional(whole(0)),
});
const replacement = v.pipe(
  v.object({
    /** URIs of the new contents, up to 100; an empty list empties the playlist. Not together with `range_start`. */
    uris: v.optional(listOf(catalogUri, 100)),
    /** Position of the first entry to move, from 0. Requires `insert_before`. */
    range_start: v.optional(whole(0)),
    /** Position before which the entries are inserted, from 0. Requires `range_start`. */
    insert_before: v.optional(whole(0)),
    /** Number of entries to move, from 1. Default 1. */
    range_length: v.optional(whole(1)),
    ...snapshotParam,
  }),
  v.check(({ uris, range_start, insert_before, range_length }) => {
    const range = [range_start, insert_before, range_length].map((given) => given !== undefined);
    return uris ? !range.includes(true) : (range[0] && range[1]) === true;
  }, 'pass either uris, or range_start and insert_before'),
);
const removedItems = listOf(
  v.object({
    /** URI of the track or episode to remove. */
    uri: catalogUri,
  }),
  100,
  1,
);

const itemsPath = '/v1/playlists/{playlist_id}/items';

/** The contents of playlists. */
export const playlistItems = {
  /**
   * Lists the contents of a playlist; `getItem` reads the track or episode of each entry. In development mode, fails
   * with `permission_denied` for playlists that the user neither owns nor collaborates on.
   *
   * With a `market` or a user token, the API may replace a track by another recording. `linked_from` then has the one
   * in the playlist, so a copy of the playlist needs `linked_from?.uri ?? uri`, or it loses or doubles entries.
   */
  items: list({
    method: 'GET',
    path: itemsPath,
    personal: true,
    auth: 'app-or-user',
    params: playlistParams,
    query: v.object({ ...playableParams, ...pageParams }),
    item: named<PlaylistEntry>(playlistEntrySchema),
    paging: offsetPages(''),
    docs: docs('get-playlists-items'),
  }),

  /**
   * Adds tracks and episodes to a playlist, and returns the new `snapshot_id`. Never retried automatically: a retry
   * could add them twice.
   *
   * @keywords put
   */
  addItems: endpoint({
    method: 'POST',
    path: itemsPath,
    ...playlistWriteAuth,
    params: playlistParams,
    body: addition,
    response: snapshot,
    docs: docs('add-items-to-playlist'),
  }),

  /**
   * Replaces the contents of a playlist (`uris`), or moves some of its entries (`range_start` and `insert_before`), and
   * returns the new `snapshot_id`. Never retried automatically: a retry could move other entries.
   *
   * @keywords reorder, sort
   */
  updateItems: endpoint({
    method: 'PUT',
    path: itemsPath,
    ...playlistWriteAuth,
    params: playlistParams,
    body: replacement,
    idempotent: false,
    response: snapshot,
    docs: docs('reorder-or-replace-playlists-items'),
  }),

  /** Removes every occurrence of tracks and episodes from a playlist, and returns the new `snapshot_id`. */
  removeItems: endpoint({
    method: 'DELETE',
    path: itemsPath,
    ...playlistWriteAuth,
    params: playlistParams,
    body: v.object({
      /** Tracks and episodes to remove, 1 to 100. */
      items: removedItems,
      ...snapshotParam,
    }),
    response: snapshot,
    docs: docs('remove-items-playlist'),
  }),

  /**
   * Lists the contents of a playlist at the path from before 2026, with up to 100 entries per page: half the requests
   * for long playlists.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which calls `playlists.items` instead.
   */
  tracks: list({
    method: 'GET',
    path: '/v1/playlists/{playlist_id}/tracks',
    personal: true,
    auth: 'app-or-user',
    params: playlistParams,
    query: v.object({
      ...playableParams,
      ...pageParams,
      /** Page size, 1 to 100. Default 20, or 100 when you iterate. */
      limit: v.optional(whole(1, 100)),
    }),
    item: named<PlaylistEntry>(playlistEntrySchema),
    paging: offsetPages(''),
    docs: docs('get-playlists-tracks'),
    deprecated: closed2026('playlists.items'),
    development: movedTo(itemsPath, { paging: { ...offsetPages(''), largest: 50 } }),
  }),

  /**
   * Adds tracks and episodes like `addItems`, at the path from before 2026.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which calls `playlists.addItems` instead.
   */
  addTracks: endpoint({
    method: 'POST',
    path: '/v1/playlists/{playlist_id}/tracks',
    ...playlistWriteAuth,
    params: playlistParams,
    body: addition,
    response: snapshot,
    docs: docs('add-tracks-to-playlist'),
    deprecated: closed2026('playlists.addItems'),
    development: movedTo(itemsPath),
  }),

  /**
   * Replaces or moves entries like `updateItems`, at the path from before 2026.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which calls `playlists.updateItems` instead.
   */
  updateTracks: endpoint({
    method: 'PUT',
    path: '/v1/playlists/{playlist_id}/tracks',
    ...playlistWriteAuth,
    params: playlistParams,
    body: replacement,
    idempotent: false,
    response: snapshot,
    docs: docs('reorder-or-replace-playlists-tracks'),
    deprecated: closed2026('playlists.updateItems'),
    development: movedTo(itemsPath),
  }),

  /**
   * Removes tracks and episodes like `removeItems`, at the path from before 2026, where `items` was named `tracks`.
   *
   * @remarks Apps in development mode need `mode: 'development'`, which calls `playlists.removeItems` instead.
   */
  removeTracks: endpoint({
    method: 'DELETE',
    path: '/v1/playlists/{playlist_id}/tracks',
    ...playlistWriteAuth,
    params: playlistParams,
    body: v.object({
      /** Items to remove, 1 to 100: tracks and episodes. */
      tracks: removedItems,
      ...snapshotParam,
    }),
    response: snapshot,
    docs: docs('remove-tracks-playlist'),
    deprecated: closed2026('playlists.removeItems'),
    development: movedTo(itemsPath, {
      arrange: ({ playlist_id, tracks: items, ...rest }: { playlist_id: string; tracks: unknown }) => ({
        path: { playlist_id },
        body: { items, ...rest },
      }),
    }),
  }),
};
