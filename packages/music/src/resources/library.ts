import { atLeastOne, endpoint, list, lookup, named, oneOrMany } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs, noResult } from '../declarations.ts';
import { askedByUri, uriIds, urisOf, writtenByUri } from '../modes.ts';
import { offsetPages, pageParams } from '../paging.ts';
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
import { catalogId, catalogIds, catalogUri, listOf, marketParam, oneToMax } from '../schema.ts';

const readCall = { method: 'GET', auth: 'user', scopes: ['user-library-read'], personal: true } as const;
const writeCall = { auth: 'user', scopes: ['user-library-modify'], ...noResult } as const;
const writeAnyCall = {
  ...writeCall,
  scopes: [...writeCall.scopes, 'user-follow-modify', 'playlist-modify-public'],
} as const;
const uris = v.object({
  /** URIs of tracks, albums, episodes, shows, audiobooks, artists, users or playlists, 1 to 40. */
  uris: oneToMax(40, catalogUri),
});

/**
 * The calls for one kind of record, which `library.save`, `remove` and `contains` replaced. A request has at most `max`
 * IDs.
 */
function callsPerKind(kind: string, max: number) {
  const byUri = {
    uris: ({ ids }: { ids: string | readonly string[] }) => urisOf(kind.slice(0, -1), ids),
    takes: ['ids'],
  };
  const query = v.object({
    /** Catalog IDs of the records, 1 to 50; of albums 1 to 20. */
    ids: oneToMax(max),
  });
  const path = `/v1/me/${kind}`;
  return {
    /**
     * Adds records of this kind to the user's library.
     *
     * @remarks Apps in development mode need `mode: 'development'`, which calls `library.save` instead.
     * @see https://developer.spotify.com/documentation/web-api/reference/save-library-items for its replacement
     */
    save: endpoint({
      method: 'PUT',
      path,
      ...writeCall,
      query,
      docs: docs(`save-${kind}-user`),
      deprecated: closed2026('library.save'),
      development: writtenByUri(byUri),
    }),

    /**
     * Removes records of this kind from the user's library.
     *
     * @remarks Apps in development mode need `mode: 'development'`, which calls `library.remove` instead.
     * @see https://developer.spotify.com/documentation/web-api/reference/remove-library-items for its replacement
     */
    remove: endpoint({
      method: 'DELETE',
      path,
      ...writeCall,
      query,
      docs: docs(`remove-${kind}-user`),
      deprecated: closed2026('library.remove'),
      development: writtenByUri(byUri),
    }),

    /**
     * Returns for each ID, in order, whether it is in the user's library. `missing` is always empty.
     *
     * @remarks Apps in development mode need `mode: 'development'`, which calls `library.contains` instead.
     * @see https://developer.spotify.com/documentation/web-api/reference/check-library-contains for its replacement
     */
    contains: lookup({
      path: `${path}/contains`,
      ...readCall,
      query: v.object({
        /** Catalog IDs of the records: one or any number. A request has up to 50 of them, of albums 20. */
        ids: catalogIds,
      }),
      item: v.boolean(),
      items: '',
      ids: { params: ['ids'], max, match: 'place' },
      docs: docs(`check-users-saved-${kind}`),
      deprecated: closed2026('library.contains'),
      development: askedByUri(byUri, { ids: uriIds }),
    }),
  };
}

const oldShows = callsPerKind('shows', 50);
const oldTracks = callsPerKind('tracks', 50);

/**
 * The user's saved albums, audiobooks, episodes, podcasts and tracks. Scopes: `user-library-read`, and
 * `user-library-modify` for changes; for artists and users `user-follow-read` and `user-follow-modify`, for playlists
 * `playlist-read-private` and `playlist-modify-public`.
 */
export const library = {
  /**
   * Saves tracks, albums, episodes, shows and audiobooks, and follows artists, users and playlists, by their URIs.
   *
   * @keywords like, liked, favorite
   */
  save: endpoint({
    method: 'PUT',
    path: '/v1/me/library',
    ...writeAnyCall,
    query: uris,
    docs: docs('save-library-items'),
  }),

  /**
   * Removes tracks, albums, episodes, shows and audiobooks, and unfollows artists, users and playlists, by their URIs.
   */
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/me/library',
    ...writeAnyCall,
    query: uris,
    docs: docs('remove-library-items'),
  }),

  /** Returns for each URI, in order, whether the user has saved or follows it. `missing` is always empty. */
  contains: lookup({
    path: '/v1/me/library/contains',
    ...readCall,
    scopes: ['user-library-read', 'user-follow-read', 'playlist-read-private'],
    query: v.object({
      /** URIs of any records that `save` accepts: one or any number. A request has up to 40 of them. */
      uris: v.pipe(oneOrMany(catalogUri), v.nonEmpty()),
    }),
    item: v.boolean(),
    items: '',
    ids: { params: ['uris'], max: 40, match: 'place' },
    docs: docs('check-library-contains'),
  }),

  /** Albums in the user's library. */
  albums: {
    /** Lists the user's albums, the most recently saved first. */
    list: list({
      path: '/v1/me/albums',
      ...readCall,
      query: v.object({ ...marketParam, ...pageParams }),
      item: named<SavedAlbum>(savedAlbumSchema),
      paging: offsetPages(''),
      docs: docs('get-users-saved-albums'),
    }),
    ...callsPerKind('albums', 20),
  },

  /** Audiobooks in the user's library. */
  audiobooks: {
    /**
     * Lists the user's audiobooks, the most recently saved first. The API sends them bare, or wrapped with `added_at`;
     * the items are bare audiobooks in both cases, and `raw` is the unchanged response.
     */
    list: list({
      path: '/v1/me/audiobooks',
      ...readCall,
      query: v.object(pageParams),
      item: named<SavedAudiobook>(savedAudiobookSchema),
      unwrapItems: 'audiobook',
      paging: offsetPages(''),
      docs: docs('get-users-saved-audiobooks'),
    }),
    ...callsPerKind('audiobooks', 50),
  },

  /** Episodes in the user's library. */
  episodes: {
    /**
     * Lists the user's episodes, the most recently saved first, with the position up to which the user has listened.
     * The `id` of an episode that was removed from the catalog is null. The grant must have both `user-library-read`
     * and `user-read-playback-position`.
     */
    list: list({
      path: '/v1/me/episodes',
      ...readCall,
      scopes: [...readCall.scopes, 'user-read-playback-position'],
      query: v.object({ ...marketParam, ...pageParams }),
      item: named<SavedEpisode>(savedEpisodeSchema),
      paging: offsetPages(''),
      docs: docs('get-users-saved-episodes'),
    }),
    ...callsPerKind('episodes', 50),
  },

  /** Podcasts in the user's library. */
  shows: {
    ...oldShows,
    /** Lists the user's podcasts, the most recently saved first. The API may list saved audiobooks among them. */
    list: list({
      path: '/v1/me/shows',
      ...readCall,
      query: v.object(pageParams),
      item: named<SavedShow>(savedShowSchema),
      paging: offsetPages(''),
      docs: docs('get-users-saved-shows'),
    }),

    /**
     * Removes podcasts from the user's library. With a `market`, removes only podcasts that the market offers.
     *
     * @remarks Apps in development mode need `mode: 'development'`, which calls `library.remove` instead, and cannot
     * pass a `market`.
     * @see https://developer.spotify.com/documentation/web-api/reference/remove-shows-user
     */
    remove: endpoint({
      ...oldShows.remove,
      query: v.object({
        /** Catalog IDs of the podcasts, 1 to 50. */
        ids: oneToMax(50),
        ...marketParam,
      }),
      ...noResult,
    }),
  },

  /** Tracks in the user's library. */
  tracks: {
    ...oldTracks,
    /** Lists the user's tracks, the most recently saved first. */
    list: list({
      path: '/v1/me/tracks',
      ...readCall,
      query: v.object({ ...marketParam, ...pageParams }),
      item: named<SavedTrack>(savedTrackSchema),
      paging: offsetPages(''),
      docs: docs('get-users-saved-tracks'),
    }),

    /**
     * Adds tracks to the user's library, now or with chosen times.
     *
     * @remarks Apps in development mode need `mode: 'development'`, which calls `library.save` instead, and cannot
     * choose the times.
     * @see https://developer.spotify.com/documentation/web-api/reference/save-tracks-user
     */
    save: endpoint({
      ...oldTracks.save,
      query: undefined,
      body: v.pipe(
        v.object({
          /** Catalog IDs of the tracks, 1 to 50. Ignored if `timestamped_ids` is set. */
          ids: v.optional(listOf(catalogId, 50, 1)),
          /** Tracks with the times at which they were saved, 1 to 50. They order the library by the minute. */
          timestamped_ids: v.optional(
            listOf(
              v.object({
                /** Catalog ID of the track. */
                id: catalogId,
                /** Time at which the track was saved, ISO 8601 in UTC, such as `2026-01-31T09:30:00Z`. */
                added_at: v.string(),
              }),
              50,
              1,
            ),
          ),
        }),
        atLeastOne('ids', 'timestamped_ids'),
      ),
      ...noResult,
    }),
  },
};
