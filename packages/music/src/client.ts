import type { Client, ClientLifecycle, ListOptions, OAuth, PagedCall, UserClient } from '@x/core';
import { createUserClient } from '@x/core/provider';
import * as resources from './endpoints.ts';
import { forDevelopment } from './modes.ts';
import { musicOAuth, withSignIn } from './oauth.ts';
import { type MusicOptionsOf, musicProvider } from './provider.ts';
import type { PrivateUser } from './records/users.ts';
import type { SearchItems, SearchParams, search } from './resources/search.ts';
import type { MusicScope } from './scopes.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

/** All endpoints, called for one user or for the application. */
export interface MusicCalls extends Client<typeof endpoints> {
  // The types are spelled out, so that TypeScript lists them when another one is passed.
  /** Finds records by a search string; the items have exactly the requested types. {@link search} documents it in full. */
  search<Type extends 'album' | 'artist' | 'playlist' | 'track' | 'show' | 'episode' | 'audiobook'>(
    params: SearchParams<Type>,
    options?: ListOptions,
  ): PagedCall<SearchItems[Type]>;
}

/** A client with all endpoints. */
export interface MusicClient
  extends MusicCalls,
    ClientLifecycle,
    Pick<UserClient<typeof endpoints, OAuth<PrivateUser, MusicScope>>, 'accounts' | 'oauth'> {
  /** The same client, acting for a user: see {@link UserClient}. */
  withAccount(account: string): MusicCalls;
}

/**
 * Creates a client for the music catalog API. It obtains and renews its tokens automatically; `oauth` signs users in,
 * and `withAccount` acts for them.
 *
 * @throws ApiError `unauthenticated` when an option is missing, `not_supported` in a browser without `allowBrowser`,
 * `invalid_params` when an option is unknown or not valid.
 * @example
 * const music = createMusicClient({ clientId, clientSecret });
 * for await (const { name, artists } of music.search({ q: 'artist:bach', type: 'track' })) {
 *   console.log(name, artists.map((artist) => artist.name).join(', '));
 * }
 */
export const createMusicClient = <Type extends 'confidential' | 'public' = 'confidential'>(
  options: MusicOptionsOf<Type>,
): MusicClient =>
  createUserClient(
    withSignIn(musicProvider(options)),
    options.mode === 'development' ? forDevelopment(endpoints) : endpoints,
    musicOAuth,
  ) as MusicClient;
