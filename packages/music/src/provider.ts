import type { ClientOptions, RateLimitRule } from '@x/core';
import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import { type AnySpec, clientOptionRules, type Draft, type Provider, withoutTrailingSlash } from '@x/core/provider';
import {
  appGrants,
  checkAppOptions,
  checkTokenOptions,
  type TokenOptions,
  tokenEndpoint,
  type UserProvider,
} from '@x/oauth/provider';
import { errorRules, readError } from './errors.ts';
import { forDevelopment, showsDevelopment } from './modes.ts';
import { sendInParts, smallerPages } from './parts.ts';

/** Options of {@link musicProvider} and `createMusicClient`. */
export interface MusicOptions extends ClientOptions {
  /** Client ID of the registered application. */
  clientId: string;
  /** Client secret of the registered application. It must not leave the server. */
  clientSecret: string;
  /**
   * Kind of application. Default `confidential`, an application with a secret; for `public` see
   * {@link MusicPublicOptions}.
   */
  clientType?: 'confidential' | undefined;
  /** Address of the API. Default `https://api.spotify.com`. */
  baseUrl?: string | undefined;
  /** Address of the authorization server. Default `https://accounts.spotify.com`. */
  authUrl?: string | undefined;
  /**
   * Quota mode of the application, as its dashboard shows it. With `development`, the client makes calls that are
   * closed or limited in that mode in another way if the result is the same: it looks up IDs one at a time, fetches
   * large pages in several requests, and uses the replacements of calls that moved. With `extended`, it makes every
   * call as is. Default: as `extended`, until the API refuses a page size as it does in development mode; then as
   * `development`, and `onEvent` reports it.
   */
  mode?: 'development' | 'extended' | undefined;
}

/** Options of a public client. It has no secret and no app token, so all its calls act for users. */
export interface MusicPublicOptions extends Omit<MusicOptions, 'clientSecret' | 'clientType'> {
  /** Kind of application: one that cannot keep a secret, such as an app in a browser or on a phone. */
  clientType: 'public';
  /** A public client has no secret. */
  clientSecret?: undefined;
}

/**
 * Options of a client for one user whose access token you already have. It needs no client ID, stores nothing and
 * refreshes nothing.
 */
export interface MusicTokenOptions
  extends TokenOptions,
    Omit<
      MusicOptions,
      'clientId' | 'clientSecret' | 'clientType' | 'authUrl' | 'tokens' | 'storeTimeoutMs' | 'storeCheckMs'
    > {
  /** Client ID of the app that the token was issued to. It identifies the app in a shared rate limit. Default: none. */
  clientId?: string | undefined;
}

const musicOptionRules = {
  ...clientOptionRules,
  clientId: optionKind.string,
  clientSecret: optionKind.string,
  clientType: optionKind.choice(['confidential', 'public']),
  baseUrl: optionKind.string,
  authUrl: optionKind.string,
  mode: optionKind.choice(['development', 'extended']),
} satisfies RulesOf<MusicOptions>;

/**
 * Describes the API to core: credentials, limits and errors.
 *
 * @see https://developer.spotify.com/documentation/web-api
 */
export function musicProvider(options: MusicOptions | MusicPublicOptions): UserProvider {
  const owner = {
    provider: 'music',
    factory: 'createMusicClient',
    needs: 'clientId and clientSecret',
    below: musicProvider,
  };
  checkAppOptions(owner, options, musicOptionRules);
  return createProvider(options);
}

/**
 * Describes the API to core for the access token of one user.
 *
 * @throws ApiError `invalid_params` when the token is missing, or an option is unknown, invalid or contradicts it.
 */
export function musicTokenProvider(options: MusicTokenOptions): Provider {
  const owner = { provider: 'music', factory: 'createMusicClient', needs: 'accessToken', below: musicTokenProvider };
  const { authUrl, ...rules } = musicOptionRules; // there are no requests for tokens
  checkTokenOptions(owner, options, rules);
  const { clientId } = options;
  return { ...describeApi(options), credentials: clientId === undefined ? {} : { clientId } };
}

function createProvider(options: MusicOptions | MusicPublicOptions): UserProvider {
  const { clientId } = options;
  const authUrl = withoutTrailingSlash(options.authUrl ?? 'https://accounts.spotify.com');
  const isPublic = options.clientType === 'public';
  const clientSecret = isPublic ? undefined : options.clientSecret;
  const docs = 'https://developer.spotify.com/documentation/web-api/concepts/authorization';
  const endpoint = tokenEndpoint('/api/token', docs);
  const app = { provider: 'music', authUrl, clientId, clientSecret, options, endpoint };
  return {
    ...describeApi(options),
    authUrl,
    credentials: { clientId, ...(!isPublic && { clientSecret }) },
    serverOnly: !isPublic,
    app,
    grants: appGrants(app),
    secretParams: ['client_secret', 'refresh_token'],
  };
}

/** Describes the part of the API that does not depend on credentials. */
function describeApi(options: ClientOptions & Pick<MusicOptions, 'baseUrl' | 'mode'>) {
  let isDevelopment = options.mode === 'development';
  return {
    name: 'music',
    options,
    baseUrl: withoutTrailingSlash(options.baseUrl ?? 'https://api.spotify.com'),
    lists: 'comma',
    signUp: 'https://developer.spotify.com/dashboard',
    readError,
    errorRules,
    adapt: (endpoint, params) => (isDevelopment ? forDevelopment(endpoint, params) : endpoint),
    async around(sending) {
      const { endpoint, params } = sending;
      const parts = smallerPages(isDevelopment ? forDevelopment(endpoint as AnySpec, params) : endpoint, params);
      if (parts) return sendInParts(sending, parts);
      try {
        return await sending.send();
      } catch (error) {
        const learned = options.mode ? undefined : smallerPages(forDevelopment(endpoint as AnySpec, params), params);
        if (!learned || !showsDevelopment(error, sending)) throw error;
        isDevelopment = true;
        sending.report({
          option: 'mode',
          message:
            "the app is in development mode, so the client now makes calls as mode: 'development' does. Set this option to save the refused request",
        });
        return sendInParts(sending, learned);
      }
    },
    rate,
  } satisfies Partial<Provider>;
}

/**
 * The provider counts per app, for all of its users together, over 30 seconds. It does not publish the limit, so only
 * refusals reveal that it is reached. Some endpoints have a limit of their own, so a refusal holds back the app only
 * once a second endpoint is refused.
 *
 * @see https://developer.spotify.com/documentation/web-api/concepts/rate-limits
 */
function rate({ endpoint }: Draft): RateLimitRule | undefined {
  if (endpoint.host === 'auth') return undefined;
  const { method, deprecated } = endpoint;
  // Requests that no declaration covers have IDs in their path.
  const path = endpoint.path.replace(/[0-9A-Za-z]{22}/g, '{id}');
  // The upload of images has a limit of its own, and endpoints that are closed to an app were seen to refuse each call.
  const isClosed = deprecated && !deprecated.isRerouted && !('development' in endpoint);
  const sharesLimit = !isClosed && !(method === 'PUT' && path.endsWith('/images'));
  return {
    key: `${method} ${path}`,
    per: 'app',
    limit: Number.POSITIVE_INFINITY,
    intervalMs: 30_000,
    refill: 'window',
    sharesLimit,
  };
}
