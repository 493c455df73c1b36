import type { ClientOptions, RateLimitRule } from '@x/core';
import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import {
  clientOptionRules,
  type Draft,
  type Provider,
  readCount,
  readResetMs,
  withoutTrailingSlash,
} from '@x/core/provider';
import {
  appGrants,
  checkAppOptions,
  checkTokenOptions,
  type TokenOptions,
  type TokenProvider,
  tokenEndpoint,
  type UserProvider,
} from '@x/oauth/provider';
import { errorRules, readError } from './errors.ts';
import { type ExtensionOptions, extensionRules } from './extension.ts';
import { type ValidatedToken, validate } from './validate.ts';

/** Options of `createStreamClient` and {@link streamProvider}. */
export interface StreamOptions extends ClientOptions {
  /** Client ID of the registered application. */
  clientId: string;
  /** Client secret of the registered application. */
  clientSecret: string;
  /**
   * Type that the application is registered as. Default `confidential`; for `public` see {@link StreamPublicOptions}.
   */
  clientType?: 'confidential' | undefined;
  /**
   * Whether the tokens of users are validated in the background, as the provider requires: at their first use, and then
   * hourly while they are in use, at most 8 at the same time. Default `true`.
   */
  validateTokens?: boolean | undefined;
  /** Back end of an extension, for calls that use a signed token. Default: such calls fail. */
  extension?: ExtensionOptions | undefined;
  /** Address of the API. Default `https://api.twitch.tv/helix`. */
  baseUrl?: string | undefined;
  /** Address of the authorization server. Default `https://id.twitch.tv`. */
  authUrl?: string | undefined;
}

/** Options of a public client. It has no secret and no app token, so all its calls act for users. */
export interface StreamPublicOptions extends Omit<StreamOptions, 'clientSecret' | 'clientType'> {
  /** Type that the application is registered as. */
  clientType: 'public';
  /** A public client has no secret. */
  clientSecret?: undefined;
}

/**
 * Options of a client for one user whose access token you already have. It needs no client ID, stores nothing and
 * refreshes nothing.
 */
export interface StreamTokenOptions
  extends TokenOptions,
    Omit<
      StreamOptions,
      | 'clientId'
      | 'clientSecret'
      | 'clientType'
      | 'validateTokens'
      | 'extension'
      | 'tokens'
      | 'storeTimeoutMs'
      | 'storeCheckMs'
    > {
  /**
   * Client ID of the app that the token was issued to, which the API requires with each request. Default: the client
   * asks the provider for it, once, before the first call.
   */
  clientId?: string | undefined;
}

const streamOptionRules = {
  ...clientOptionRules,
  clientId: optionKind.string,
  clientSecret: optionKind.string,
  clientType: optionKind.choice(['confidential', 'public']),
  validateTokens: optionKind.boolean,
  extension: optionKind.object(extensionRules),
  baseUrl: optionKind.string,
  authUrl: optionKind.string,
} satisfies RulesOf<StreamOptions>;

/**
 * The API as core sees it: credentials, limits and errors.
 *
 * @see https://dev.twitch.tv/docs/api/guide/
 */
export function streamProvider(options: StreamOptions | StreamPublicOptions): UserProvider {
  const owner = {
    provider: 'stream',
    factory: 'createStreamClient',
    needs: 'clientId and clientSecret',
    below: streamProvider,
  };
  checkAppOptions(owner, options, streamOptionRules);
  return createProvider(options);
}

/**
 * The API as core sees it, for the access token of one user.
 *
 * @throws ApiError `invalid_params` when the token is missing, or an option is unknown, invalid or contradicts it.
 */
export function streamTokenProvider(options: StreamTokenOptions): TokenProvider {
  const owner = { provider: 'stream', factory: 'createStreamClient', needs: 'accessToken', below: streamTokenProvider };
  checkTokenOptions(owner, options, streamOptionRules, ['validateTokens', 'extension']);
  const { clientId } = options;
  if (clientId !== undefined) return { ...describeApi(options, clientId), credentials: { clientId } };
  return {
    ...describeApi(options),
    credentials: {},
    completeToken(grants, send) {
      let known: string | undefined;
      return {
        ...grants,
        async get(background, waitUntil, draft) {
          // The validation itself is authorized with the same grants. It may be refused, and is then repeated with
          // another token.
          known ??= ((await send('accounts.validate', validate)) as ValidatedToken).client_id;
          draft.headers['client-id'] = known;
          return grants.get(background, waitUntil, draft);
        },
      };
    },
  };
}

function createProvider(options: StreamOptions | StreamPublicOptions): UserProvider {
  const { clientId } = options;
  const authUrl = withoutTrailingSlash(options.authUrl ?? 'https://id.twitch.tv');
  const isPublic = options.clientType === 'public';
  const clientSecret = isPublic ? undefined : options.clientSecret;
  const docs = 'https://dev.twitch.tv/docs/authentication/';
  // A refresh token of a confidential app works again and again: it has up to 50 valid access tokens. One of a public
  // app works once. https://dev.twitch.tv/docs/authentication/refresh-tokens/
  const endpoint = tokenEndpoint('/oauth2/token', docs, !isPublic);
  const app = { provider: 'stream', authUrl, clientId, clientSecret, options, endpoint };
  return {
    ...describeApi(options, clientId),
    credentials: { clientId, ...(!isPublic && { clientSecret }) },
    serverOnly: !isPublic,
    app,
    grants: appGrants(app),
    secretParams: ['client_secret', 'refresh_token', 'secret'],
  };
}

/** The part that depends on no credentials except the client ID, which each request to the API carries. */
function describeApi(options: ClientOptions & Pick<StreamOptions, 'baseUrl' | 'authUrl'>, clientId?: string) {
  return {
    name: 'stream',
    options,
    baseUrl: withoutTrailingSlash(options.baseUrl ?? 'https://api.twitch.tv/helix'),
    authUrl: withoutTrailingSlash(options.authUrl ?? 'https://id.twitch.tv'),
    lists: 'repeat',
    signUp: 'https://dev.twitch.tv/console/apps',
    sign({ headers, endpoint }) {
      if (endpoint.host !== 'auth' && clientId !== undefined) headers['client-id'] = clientId;
    },
    readError,
    errorRules,
    rate,
    rateState(headers, now) {
      const remaining = readCount(headers, 'ratelimit-remaining');
      if (remaining === undefined) return undefined;
      const resetMs = readResetMs(headers, 'ratelimit-reset', now);
      const resetAt = resetMs === undefined ? undefined : now + resetMs;
      return { limit: readCount(headers, 'ratelimit-limit'), remaining, resetAt };
    },
  } satisfies Partial<Provider>;
}

/**
 * 800 points per minute and client ID for app tokens, and per client ID and user for user tokens. A call costs one
 * point.
 *
 * @see https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits
 */
function rate({ endpoint: { auth, host }, params }: Draft): RateLimitRule | undefined {
  if (host === 'auth') return undefined;
  const points = { limit: 800, intervalMs: 60_000, refill: 'continuous' } as const;
  switch (auth) {
    // Requests without a token name no application, and requests from an extension's back end are counted per channel.
    case 'none':
      return { ...points, key: 'no token', per: 'address' };
    case 'jwt':
      return { ...points, key: `extension ${params.broadcaster_id ?? 'all'}`, per: 'app' };
    case 'app':
      return { ...points, key: 'points', per: 'app' };
    default:
      // Clients of `withAccount` send the user's token, others the app's.
      return { ...points, key: 'points', per: 'user' };
  }
}
