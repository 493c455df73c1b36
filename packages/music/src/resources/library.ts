import { atLeastOne, endpoint, list, named, oneOrMany } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs, noResult } from '../declarations.ts';
import { offsetPages, pageParams, singlePage } from '../paging.ts';
import {
  type SavedAlbum,
  type SavedAudiobook,
  type SavedEpisode,
  type SavedShow,
  type SavedTrack,
  savedAlbumSchema,
  savedAudiobookSchema,
  savedEpisodeSchema,
  savedShowSchema,
  savedTrackSchema,
} from '../records/saved.ts';
import { catalogId, catalogIds, catalogUri, listOf, market, oneToMax } from '../schema.ts';

const readCall = { method: 'GET', auth: 'user', scopes: ['user-library-read'] } as const;
const writeCall = { auth: 'user', scopes: ['user-library-modify'], ...noResult } as const;
const writeAnyCall = {
  ...writeCall,
  scopes: [...writeCall.scopes, 'user-follow-modify', 'playlist-modify-public'],
} as const;
const uris = v.object({ uris: oneToMax(40, catalogUri) });

/** The calls of one kind that `library.save`, `remove` and `contains` replaced; at most `max` ids go into one. */
function callsPerKind(kind: string, max: number) {
  const query = v.object({ ids: oneToMax(max) });
  const path = `/v1/me/${kind}`;
  return {
    /**
     * Puts records of this kind into the library, by their ids; at most 50, albums 20. Refused with `not_supported` to
     * apps in development mode.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/save-library-items for what replaces it
     */
    save: endpoint({
      method: 'PUT',
      path,
      ...writeCall,
      query,
      docs: docs(`save-${kind}-user`),
      deprecated: closed2026('library.save'),
    }),

    /**
     * Takes records of this kind out of the library, by their ids; at most 50, albums 20. Refused with `not_supported`
     * to apps in development mode.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/remove-library-items for what replaces it
     */
    remove: endpoint({
      method: 'DELETE',
      path,
      ...writeCall,
      query,
      docs: docs(`remove-${kind}-user`),
      deprecated: closed2026('library.remove'),
    }),

    /**
     * Tells for each id, in order, whether the library has it; any number, 50 per request, albums 20. Refused with
     * `not_supported` to apps in development mode.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/check-library-contains for what replaces it
     */
    contains: list({
      path: `${path}/contains`,
      ...readCall,
      query: v.object({ ids: catalogIds }),
      item: v.boolean(),
      paging: singlePage(''),
      ids: { params: ['ids'], max },
      docs: docs(`check-users-saved-${kind}`),
      deprecated: closed2026('library.contains'),
    }),
  };
}

const oldShows = callsPerKind('shows', 50);
const oldTracks = callsPerKind('tracks', 50);

/**
 * What a user has saved. Scopes: `user-library-read`, and `user-library-modify` for changes; for artists and users
 * `user-follow-read` and `user-follow-modify`, for playlists `playlist-read-private` and `playlist-modify-public`.
 */
export const library = {
  /**
   * Saves or follows whatever has a URI: tracks, albums, episodes, shows, audiobooks, artists, users and playlists, at
   * most 40 at once.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/save-library-items
   */
  save: endpoint({
    method: 'PUT',
    path: '/v1/me/library',
    ...writeAnyCall,
    query: uris,
    docs: docs('save-library-items'),
  }),

  /**
   * Removes or stops following what `save` takes; at most 40 URIs at once.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/remove-library-items
   */
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/me/library',
    ...writeAnyCall,
    query: uris,
    docs: docs('remove-library-items'),
  }),

  /**
   * Tells for each URI, in order, whether the user has saved or follows it; any number, 40 per request.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/check-library-contains
   */
  contains: list({
    path: '/v1/me/library/contains',
    ...readCall,
    scopes: ['user-library-read', 'user-follow-read', 'playlist-read-private'],
    query: v.object({ uris: v.pipe(oneOrMany(catalogUri), v.nonEmpty()) }),
    item: v.boolean(),
    paging: singlePage(''),
    ids: { params: ['uris'], max: 40 },
    docs: docs('check-library-contains'),
  }),

  /** Saved albums. */
  albums: {
    /**
     * Lists the user's albums, the latest saved first. `limit` is 1 to 50, default 20.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/get-users-saved-albums
     */
    list: list({
      path: '/v1/me/albums',
      ...readCall,
      query: v.object({ market, ...pageParams() }),
      item: named<SavedAlbum>(savedAlbumSchema),
      paging: offsetPages(''),
      docs: docs('get-users-saved-albums'),
    }),
    ...callsPerKind('albums', 20),
  },

  /** Saved audiobooks. */
  audiobooks: {
    /**
     * Lists the user's audiobooks, the latest saved first. `limit` is 1 to 50, default 20. The items are audiobooks,
     * whether the API sends them bare or with `added_at` around them; `raw` is the response as it came.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/get-users-saved-audiobooks
     */
    list: list({
      path: '/v1/me/audiobooks',
      ...readCall,
      query: v.object(pageParams()),
      item: named<SavedAudiobook>(savedAudiobookSchema),
      unwrapItems: 'audiobook',
      paging: offsetPages(''),
      docs: docs('get-users-saved-audiobooks'),
    }),
    ...callsPerKind('audiobooks', 50),
  },

  /** Saved episodes. */
  episodes: {
    /**
     * Lists the user's episodes, the latest saved first, with how far they were heard. `limit` is 1 to 50, default 20.
     * The `id` of an episode that was removed from the catalog is null.
     * The grant must have both `user-library-read` and `user-read-playback-position`.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/get-users-saved-episodes
     */
    list: list({
      path: '/v1/me/episodes',
      ...readCall,
      scopes: [...readCall.scopes, 'user-read-playback-position'],
      query: v.object({ market, ...pageParams() }),
      item: named<SavedEpisode>(savedEpisodeSchema),
      paging: offsetPages(''),
      docs: docs('get-users-saved-episodes'),
    }),
    ...callsPerKind('episodes', 50),
  },

  /** Saved podcasts. */
  shows: {
    ...oldShows,
    /**
     * Lists the user's podcasts, the latest saved first. `limit` is 1 to 50, default 20. The API may list saved
     * audiobooks among them.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/get-users-saved-shows
     */
    list: list({
      path: '/v1/me/shows',
      ...readCall,
      query: v.object(pageParams()),
      item: named<SavedShow>(savedShowSchema),
      paging: offsetPages(''),
      docs: docs('get-users-saved-shows'),
    }),

    /**
     * Takes podcasts out of the library, by their ids, at most 50; with a `market` only those that it has. Refused with
     * `not_supported` to apps in development mode.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/remove-shows-user
     */
    remove: endpoint({ ...oldShows.remove, query: v.object({ ids: oneToMax(50), market }), ...noResult }),
  },

  /** Saved tracks. */
  tracks: {
    ...oldTracks,
    /**
     * Lists the user's tracks, the latest saved first. `limit` is 1 to 50, default 20.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/get-users-saved-tracks
     */
    list: list({
      path: '/v1/me/tracks',
      ...readCall,
      query: v.object({ market, ...pageParams() }),
      item: named<SavedTrack>(savedTrackSchema),
      paging: offsetPages(''),
      docs: docs('get-users-saved-tracks'),
    }),

    /**
     * Puts tracks into the library, by their ids, at most 50. `timestamped_ids` says besides when each was added (ISO
     * 8601, UTC, ordered by the minute); `ids` are ignored then. Refused with `not_supported` to apps in development
     * mode.
     *
     * @see https://developer.spotify.com/documentation/web-api/reference/save-tracks-user
     */
    save: endpoint({
      ...oldTracks.save,
      query: undefined,
      body: v.pipe(
        v.object({
          ids: v.optional(listOf(catalogId, 50, 1)),
          timestamped_ids: v.optional(listOf(v.object({ id: catalogId, added_at: v.string() }), 50, 1)),
        }),
        atLeastOne('ids', 'timestamped_ids'),
      ),
      ...noResult,
    }),
  },
};
