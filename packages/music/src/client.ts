import type { AddressableListOptions, Client, ClientLifecycle, PagedCall, RootClient } from '@x/core';
import type { PublicUserClient, TokenMethods, UserMethods } from '@x/oauth';
import { createTokenClient, createUserClient, hasAccessToken } from '@x/oauth/provider';
import * as resources from './endpoints.ts';
import { type MusicOAuth, musicOAuth, withSignIn } from './oauth.ts';
import { type MusicPlayer, playerWithDevices } from './player-devices.ts';
import { libraryWithWrites, type MusicLibrary, type MusicPlaylists, playlistsWithWrites } from './playlist-writes.ts';
import {
  type MusicOptions,
  type MusicPublicOptions,
  type MusicTokenOptions,
  musicProvider,
  musicTokenProvider,
} from './provider.ts';
import type { SearchItems, SearchParams, search } from './resources/search.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

/** All endpoints for one user, as `withAccount` returns them. */
export interface MusicAccountClient extends Client<typeof endpoints> {
  // The types are spelled out, so that TypeScript lists them when another one is passed.
  /**
   * Finds records by a search string; the items have exactly the requested types. {@link search} documents it in full.
   */
  search<Type extends 'album' | 'artist' | 'playlist' | 'track' | 'show' | 'episode' | 'audiobook'>(
    params: SearchParams<Type>,
    options?: AddressableListOptions,
  ): PagedCall<SearchItems[Type]>;
  /** Playlists: details, contents, covers and followers. */
  readonly playlists: MusicPlaylists;
  /** The user's saved albums, audiobooks, episodes, podcasts and tracks. */
  readonly library: MusicLibrary;
  /** A user's playback and devices, and commands to control them. Commands need Spotify Premium. */
  readonly player: MusicPlayer;
}

/**
 * A client with all endpoints. Endpoints that need a user can only be called on the client that `withAccount` returns.
 */
export interface MusicClient extends RootClient<typeof endpoints>, UserMethods<MusicAccountClient, MusicOAuth> {
  /** Finds records by a search string; the items have exactly the requested types. */
  readonly search: MusicAccountClient['search'];
}

/** The client of a public app, which has no token of its own: it signs users in, and `withAccount` acts for them. */
export interface MusicPublicClient extends PublicUserClient<MusicAccountClient, MusicOAuth> {}

/** A client for one user whose access token you already have. Calls on the client itself act for that user. */
export interface MusicTokenClient extends MusicAccountClient, ClientLifecycle, TokenMethods<MusicAccountClient> {}

/**
 * Creates a client for the music catalog API. It obtains and renews its tokens automatically; `oauth` signs users in,
 * and `withAccount` acts for them. With the option `accessToken`, the client itself acts for the user of that token,
 * and stores nothing.
 *
 * @throws ApiError `unauthenticated` when an option is missing, `not_supported` in a browser without `allowBrowser`,
 * `invalid_params` when an option is unknown or invalid.
 * @example
 * const music = createMusicClient({ clientId, clientSecret });
 * for await (const { name, artists } of music.search({ q: 'artist:bach', type: 'track' })) {
 *   console.log(name, artists.map((artist) => artist.name).join(', '));
 * }
 */
export function createMusicClient(options: MusicTokenOptions): MusicTokenClient;
export function createMusicClient(options: MusicPublicOptions): MusicPublicClient;
export function createMusicClient(options: MusicOptions): MusicClient;
export function createMusicClient(options: MusicTokenOptions | MusicPublicOptions | MusicOptions): object {
  if (hasAccessToken(options))
    return createTokenClient(musicTokenProvider(options), boundEndpoints, options.accessToken);
  return createUserClient(withSignIn(musicProvider(options)), boundEndpoints, musicOAuth);
}

/** All endpoints, as a client binds them. A packed package loads each resource when it is first used. */
const boundEndpoints = {
  ...endpoints,
  get playlists() {
    return playlistsWithWrites();
  },
  get library() {
    return libraryWithWrites();
  },
  get player() {
    return playerWithDevices();
  },
};
