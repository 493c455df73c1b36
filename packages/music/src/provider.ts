import {
  appGrants,
  type ClientOptions,
  checkClientOptions,
  clientOptionRules,
  type Deprecation,
  type Failure,
  optionKind,
  type RulesOf,
  retryAfterMs,
  tokenEndpoint,
  type UserProvider,
  type Verdict,
  withoutTrailingSlash,
} from '@x/core';

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
    verdict,
    // Counted per app, for all of its users together, over 30 seconds. The number is not published: only refusals show it.
    rate: ({ endpoint }) =>
      endpoint.host === 'auth'
        ? undefined
        : { key: 'app', per: 'app', limit: Number.POSITIVE_INFINITY, intervalMs: 30_000, refill: 'window' },
  };
}

/** What the token endpoint's `error` means, where the status does not say it. */
const grantErrors: Readonly<Record<string, Verdict>> = {
  invalid_client: { code: 'unauthenticated', remedy: 'Check clientId and clientSecret' },
  invalid_grant: { code: 'reauthorization_required', remedy: 'Send the user through consent again' },
};

const needsUser: Verdict = {
  code: 'unauthenticated',
  remedy: 'This call needs a user token: call it on client.withAccount(account)',
};
const needsOwner: Verdict = {
  code: 'permission_denied',
  remedy: 'Only the owner may do this: call it on client.withAccount(account) with the account of the owner',
};

/** What the resource API's messages mean, where the status does not say it; the first that fits. */
const meanings: readonly (readonly [status: number, said: RegExp, verdict: Verdict])[] = [
  // The API sends either status for these.
  [401, /user authentication/i, needsUser],
  [403, /user authentication/i, needsUser],
  [401, /another user|don.t own/i, needsOwner],
  [403, /another user|don.t own/i, needsOwner],
  [401, /permissions/i, { code: 'permission_denied' }],
  [401, /no token|bearer/i, { remedy: 'The authorization header did not arrive: look at what stands between' }],
  [401, /^/, { tokenRefused: true }],
  [404, /service not found/i, { remedy: 'There is no such path: check baseUrl' }],
];

/** Whether a refusal means that the endpoint is closed. Those of 2024 may also act as if they were not there. */
const closes = ({ since }: Deprecation, status: number, message = '') =>
  status === 403 ? message === 'Forbidden' : status === 404 && since < '2025' && /^(not found\.?)?$/i.test(message);

function verdict({ status, headers, body, endpoint, now }: Failure): Verdict {
  const { error, error_description } = members(body);
  if (endpoint.host === 'auth') {
    const providerCode = text(error);
    const message = text(error_description) ?? providerCode;
    return { message, providerCode, ...grantErrors[providerCode ?? ''] };
  }
  const message = text(members(error).message);
  const providerCode = text(members(error).reason);
  const said = { message, providerCode };
  // The texts of quota refusals differ; the reason does not. Only a Retry-After makes them worth repeating.
  if (providerCode === 'QUOTA_EXCEEDED')
    return {
      ...said,
      code: 'quota_exceeded',
      retryable: retryAfterMs(headers, now) !== undefined,
      remedy: "The quota of the app's developer account is used up: wait, or ask for extended quota",
    };
  const { deprecated } = endpoint;
  if (deprecated && closes(deprecated, status, message ?? text(body))) {
    const { since, openTo, replacement } = deprecated;
    const whom = openTo ? `all but ${openTo}` : 'everybody';
    const instead = replacement ? `Call ${replacement} instead` : 'Nothing replaces it';
    return { ...said, code: 'not_supported', remedy: `Closed since ${since} to ${whom}. ${instead}` };
  }
  const [, , meaning] = meanings.find(([of, words]) => of === status && words.test(message ?? '')) ?? [];
  return { ...said, ...meaning };
}

const members = (value: unknown): Readonly<Record<string, unknown>> => Object(value);
const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
