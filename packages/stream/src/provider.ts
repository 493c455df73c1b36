import { appGrants, type ClientOptions, tokenEndpoint, type UserProvider } from '@x/core';
import { verdict } from './errors.ts';
import type { ExtensionOptions } from './extension.ts';

/** What {@link streamProvider} and `createStreamClient` take. */
export interface StreamOptions extends ClientOptions {
  /** Client id of the registered application. */
  clientId: string;
  /** Client secret of the registered application. */
  clientSecret: string;
  /** As the application is registered; for `public` see {@link PublicStreamOptions}. */
  clientType?: 'confidential';
  /** Whether users' tokens are validated at their first use and hourly, as the provider wants it. Default `true`. */
  validateTokens?: boolean;
  /** For the endpoints that take a token signed by an extension's back end. */
  extension?: ExtensionOptions;
  /** Address of the API. Default `https://api.twitch.tv/helix`. */
  baseUrl?: string;
  /** Address of the authorization server. Default `https://id.twitch.tv`. */
  authUrl?: string;
}

/** What a public client takes: it has no secret and no token of its own, so all its calls act for users. */
export interface PublicStreamOptions extends Omit<StreamOptions, 'clientSecret' | 'clientType'> {
  clientType: 'public';
}

/**
 * The API as core sees it: credentials, limits and errors.
 *
 * @see https://dev.twitch.tv/docs/api/guide/
 */
export function streamProvider(options: StreamOptions | PublicStreamOptions): UserProvider {
  const { clientId, authUrl = 'https://id.twitch.tv' } = options;
  const isPublic = options.clientType === 'public';
  const clientSecret = isPublic ? undefined : options.clientSecret;
  const docs = 'https://dev.twitch.tv/docs/authentication/';
  const endpoint = tokenEndpoint('/oauth2/token', docs);
  const app = { provider: 'stream', authUrl, clientId, clientSecret, options, endpoint };
  return {
    name: 'stream',
    options,
    baseUrl: options.baseUrl ?? 'https://api.twitch.tv/helix',
    authUrl,
    lists: 'repeat',
    credentials: { clientId, ...(!isPublic && { clientSecret }) },
    signUp: 'https://dev.twitch.tv/console/apps',
    sign: ({ headers, endpoint }) => {
      if (endpoint.host !== 'auth') headers['client-id'] = clientId;
    },
    app,
    grants: appGrants(app),
    secretParams: ['refresh_token', 'secret'],
    verdict,
    // 800 points a minute per client id for app tokens; a call costs one.
    rate: ({ endpoint }) =>
      endpoint.host === 'auth' ? undefined : { key: 'app', limit: 800, intervalMs: 60_000, refill: 'continuous' },
    rateState(headers) {
      const read = (name: string) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN);
      const remaining = read('remaining');
      return Number.isNaN(remaining) ? undefined : { limit: read('limit'), remaining, resetAt: read('reset') * 1000 };
    },
  };
}
