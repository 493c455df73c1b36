import { list, named, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { offsetPages } from '../paging.ts';
import {
  type Artist,
  artistSchema,
  type SimplifiedAlbum,
  simplifiedAlbumSchema,
  type Track,
  trackSchema,
} from '../records/music.ts';
import { type SimplifiedPlaylist, simplifiedPlaylistSchema } from '../records/playlists.ts';
import {
  type SimplifiedAudiobook,
  type SimplifiedEpisode,
  type SimplifiedShow,
  simplifiedAudiobookSchema,
  simplifiedEpisodeSchema,
  simplifiedShowSchema,
} from '../records/spoken.ts';
import { market } from '../schema.ts';

/** What search gives for each type. */
export interface SearchItems {
  album: SimplifiedAlbum;
  artist: Artist;
  playlist: SimplifiedPlaylist;
  track: Track;
  show: SimplifiedShow;
  episode: SimplifiedEpisode;
  audiobook: SimplifiedAudiobook;
}

/** What can be searched for. */
export type SearchType = keyof SearchItems;

const types = ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'] as const satisfies SearchType[];

const searchQuery = v.object({
  q: v.pipe(v.string(), v.nonEmpty()),
  type: v.pipe(oneOrMany(v.picklist(types), types.length), v.nonEmpty()),
  limit: v.optional(whole(1, 50)),
  offset: v.optional(whole(0, 1000)),
  market,
  include_external: v.optional(v.picklist(['audio'])),
});

/** Parameters of `search`. */
export interface SearchParams<Type extends SearchType = SearchType>
  extends Omit<v.InferInput<typeof searchQuery>, 'type'> {
  type: Type | readonly Type[];
}

const itemSchema = v.variant('type', [
  simplifiedAlbumSchema,
  artistSchema,
  simplifiedPlaylistSchema,
  trackSchema,
  simplifiedShowSchema,
  simplifiedEpisodeSchema,
  simplifiedAudiobookSchema,
]);

/**
 * Finds records of one or several types. `q` is text, with filters such as `artist:`, `album:`, `year:1990-1999`,
 * `genre:`, `isrc:` and `upc:` in it. The items are the records of all asked types, one type behind the other; each
 * tells its own in `type`, and the members of `raw` hold each type's page by itself.
 *
 * `limit` counts per type: 1 to 50, default 20; in development mode 1 to 10, default 5. Nothing is served behind the
 * first 1000 records of a type, whatever the total.
 *
 * @see https://developer.spotify.com/documentation/web-api/reference/search
 */
export const search = list({
  method: 'GET',
  path: '/v1/search',
  auth: 'app-or-user',
  query: searchQuery,
  item: named<SearchItems[SearchType]>(itemSchema),
  paging: { ...offsetPages(...types.map((type) => `${type}s`)), end: 1000 },
  docs: docs('search'),
});
