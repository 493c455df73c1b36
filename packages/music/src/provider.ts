import {
  appGrants,
  type ClientOptions,
  checkClientOptions,
  clientOptionRules,
  optionKind,
  type RulesOf,
  tokenEndpoint,
  type UserProvider,
  withoutTrailingSlash,
} from '@x/core';
import { errorRules, readError } from './errors.ts';

/** What {@link musicProvider} and `createMusicClient` take. */
export interface MusicOptions extends ClientOptions {
  /** Client id of the registered application. */
  clientId: string;
  /** Client secret of the registered application. It must not leave the server. */
  clientSecret: string;
  /** As the application is registered; for `public` see {@link PublicMusicOptions}. */
  clientType?: 'confidential' | undefined;
  /** Address of the API. Default `https://api.spotify.com`. */
  baseUrl?: string | undefined;
  /** Address of the authorization server. Default `https://accounts.spotify.com`. */
  authUrl?: string | undefined;
  /**
   * Quota mode of the application, as its dashboard says. `development` holds `createMusicClient` to the page sizes of
   * that mode, before any request. Default `extended`, which refuses nothing that any application may do.
   */
  mode?: 'development' | 'extended' | undefined;
}

/** What a public client takes: it has no secret and no token of its own, so all its calls act for users. */
export interface PublicMusicOptions extends Omit<MusicOptions, 'clientSecret' | 'clientType'> {
  clientType: 'public';
}

/**
 * {@link MusicOptions}, or {@link PublicMusicOptions} where `clientType` may be `public`. TypeScript then reports a missing
 * `clientSecret` as such; of a plain union it would report that `clientType` is missing.
 */
export type MusicOptionsOf<Type extends 'confidential' | 'public'> = {
  clientType?: Type | undefined;
} & (Type extends 'public' ? MusicOptions | PublicMusicOptions : MusicOptions);

const musicOptionRules = {
  ...clientOptionRules,
  clientId: optionKind.secret,
  clientSecret: optionKind.secret,
  clientType: optionKind.choice(['confidential', 'public']),
  baseUrl: optionKind.string,
  authUrl: optionKind.string,
  mode: optionKind.choice(['development', 'extended']),
} satisfies RulesOf<MusicOptions>;

/**
 * The API as core sees it: credentials, limits and errors.
 *
 * @see https://developer.spotify.com/documentation/web-api
 */
export function musicProvider<Type extends 'confidential' | 'public' = 'confidential'>(
  options: MusicOptionsOf<Type>,
): UserProvider {
  const owner = {
    provider: 'music',
    factory: 'createMusicClient',
    needs: 'clientId and clientSecret',
    below: musicProvider,
  };
  checkClientOptions(owner, options, musicOptionRules);
  return createProvider(options);
}

function createProvider(options: MusicOptions | PublicMusicOptions): UserProvider {
  const { clientId } = options;
  const authUrl = withoutTrailingSlash(options.authUrl ?? 'https://accounts.spotify.com');
  const isPublic = options.clientType === 'public';
  const clientSecret = isPublic ? undefined : options.clientSecret;
  const docs = 'https://developer.spotify.com/documentation/web-api/concepts/authorization';
  const endpoint = tokenEndpoint('/api/token', docs);
  const app = { provider: 'music', authUrl, clientId, clientSecret, options, endpoint };
  return {
    name: 'music',
    options,
    baseUrl: withoutTrailingSlash(options.baseUrl ?? 'https://api.spotify.com'),
    authUrl,
    lists: 'comma',
    credentials: { clientId, ...(!isPublic && { clientSecret }) },
    serverOnly: !isPublic,
    signUp: 'https://developer.spotify.com/dashboard',
    app,
    grants: appGrants(app),
    secretParams: ['client_secret', 'refresh_token'],
    readError,
    errorRules,
    // Counted per app, for all of its users together, over 30 seconds. The number is not published: only refusals show it.
    rate: ({ endpoint }) =>
      endpoint.host === 'auth'
        ? undefined
        : { key: 'app', per: 'app', limit: Number.POSITIVE_INFINITY, intervalMs: 30_000, refill: 'window' },
  };
}
