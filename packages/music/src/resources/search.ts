import { list, named, oneOf, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { smallPages } from '../modes.ts';
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
import { marketParam } from '../schema.ts';

/** Type of the items that search returns, by `type`. */
export interface SearchItems {
  album: SimplifiedAlbum;
  artist: Artist;
  playlist: SimplifiedPlaylist;
  track: Track;
  show: SimplifiedShow;
  episode: SimplifiedEpisode;
  audiobook: SimplifiedAudiobook;
}

/** A type of record to search for. */
export type SearchType = keyof SearchItems;

const types = ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'] as const satisfies SearchType[];

const searchQuery = v.object({
  /**
   * Search string, 1 to 250 characters. May contain the filters `artist:`, `album:`, `track:`, `year:1990-1999`,
   * `genre:`, `isrc:`, `upc:`, `tag:new` and `tag:hipster`.
   */
  q: v.pipe(v.string(), v.nonEmpty(), v.maxLength(250, 'must have at most 250 characters')),
  // Closed: the type decides where the records are in the response.
  /** Types of records to search for: one or several. */
  type: v.pipe(oneOrMany(v.picklist(types), types.length), v.nonEmpty()),
  /** Page size per type, 1 to 50. Default 20, or 50 when you iterate; in development mode 5 or 10. */
  limit: v.optional(whole(1, 50)),
  /** Number of records of each type to skip, 0 to 1000. Default 0. */
  offset: v.optional(whole(0, 1000)),
  ...marketParam,
  /** `audio`: the caller can play externally hosted audio, so it is marked as playable. Default: not set. */
  include_external: v.optional(oneOf(['audio'])),
});

/** Parameters of `search`. */
export interface SearchParams<Type extends SearchType = SearchType>
  extends Omit<v.InferInput<typeof searchQuery>, 'type'> {
  /** Types of records to search for: one or several. */
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

const paging = { ...offsetPages(...types.map((type) => `${type}s`)), end: 1000 };

/**
 * Finds records of one or several types by a search string. Each page has the records of all requested types, one type
 * after the other; the `type` of an item identifies its type, and the fields of `raw` hold the page of each type.
 *
 * The API serves only the first 1000 records of a type, even if the total is higher.
 *
 * @keywords tracks, albums, artists, playlists, podcasts
 * @see https://developer.spotify.com/documentation/web-api/reference/search
 */
export const search = list({
  method: 'GET',
  path: '/v1/search',
  auth: 'app-or-user',
  query: searchQuery,
  item: named<SearchItems[SearchType]>(itemSchema),
  paging,
  docs: docs('search'),
  development: smallPages(paging, 10),
});
