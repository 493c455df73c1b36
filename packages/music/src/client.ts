import { type Client, createClient, type ListOptions, type ListSpec, type PagedCall } from '@x/core';
import * as v from 'valibot';
import { type MusicOptions, musicProvider } from './provider.ts';
import { albums } from './resources/albums.ts';
import { artists } from './resources/artists.ts';
import { browse } from './resources/browse.ts';
import { markets } from './resources/markets.ts';
import { playlists } from './resources/playlists.ts';
import { type SearchItems, type SearchParams, type SearchType, search } from './resources/search.ts';
import { tracks } from './resources/tracks.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints = { albums, artists, browse, markets, playlists, search, tracks };

/** A client with all endpoints. */
export interface MusicClient extends Client<typeof endpoints> {
  /** Finds records by text; the items have just the types asked for. All about it: {@link search}. */
  search<Type extends SearchType>(params: SearchParams<Type>, options?: ListOptions): PagedCall<SearchItems[Type]>;
}

/** The same endpoint with the page size that development mode allows. */
const limited = <Spec extends ListSpec>(spec: Spec, max: number): Spec => ({
  ...spec,
  query: v.pipe(
    spec.query as v.GenericSchema<{ limit?: number }>,
    v.check(({ limit }) => limit === undefined || limit <= max, `limit: at most ${max} in development mode`),
  ),
});

const developmentEndpoints = {
  ...endpoints,
  artists: { ...artists, albums: limited(artists.albums, 10) },
  search: limited(search, 10),
};

/**
 * Makes a client for the music catalog API. It gets and renews its app token by itself.
 *
 * @throws ApiError `unauthenticated` when an option is missing, `not_supported` in a browser without `allowBrowser`.
 * @example
 * const music = createMusicClient({ clientId, clientSecret });
 * for await (const { name, artists } of music.search({ q: 'artist:bach', type: 'track' })) {
 *   console.log(name, artists.map((artist) => artist.name).join(', '));
 * }
 */
export const createMusicClient = (options: MusicOptions): MusicClient =>
  createClient(
    musicProvider(options),
    options.mode === 'development' ? developmentEndpoints : endpoints,
  ) as MusicClient;
