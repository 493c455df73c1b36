import { number, object, optional, string } from 'valibot';
import { type CallSpec, endpoint } from '../endpoint.ts';
import { isApiError, refusal } from '../errors.ts';
import { type ClientOptions, type GrantsOf, type Tools, timeOf } from '../provider.ts';
import { oneOrMany } from '../schema.ts';
import { createTokenCache } from './cache.ts';
import { createGrant, type Grant } from './grant.ts';
import { memoryStore } from './store.ts';

/** An application at an authorization server. */
export interface OAuthApp {
  readonly provider: string;
  readonly authUrl: string;
  readonly clientId: string;
  /** Undefined for a public client, which has none and gets no app token. */
  readonly clientSecret: string | undefined;
  readonly options: ClientOptions;
  /** The token endpoint, made by {@link tokenEndpoint}. */
  readonly endpoint: CallSpec;
}

/** Spread into a declaration whose body travels as form fields. */
export const asForm = {
  contentType: 'application/x-www-form-urlencoded',
  write: (body: Record<string, string>) => new URLSearchParams(body).toString(),
};

/** Declares a token endpoint (RFC 6749 §3.2) that takes client credentials as form fields. */
export const tokenEndpoint = /* @__NO_SIDE_EFFECTS__ */ (path: string, docs: string) =>
  endpoint({
    method: 'POST',
    path,
    host: 'auth',
    auth: 'none',
    ...asForm,
    idempotent: true, // another token does no harm: older ones stay valid
    body: object({
      client_id: string(),
      client_secret: optional(string()),
      grant_type: string(),
      refresh_token: optional(string()),
    }),
    response: object({
      access_token: string(),
      expires_in: optional(number()),
      refresh_token: optional(string()),
      scope: optional(oneOrMany(string())),
    }),
    docs,
  });

/** What a token endpoint answers. */
interface TokenAnswer {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in?: number;
  readonly refresh_token?: string;
  readonly scope?: string | readonly string[];
}

/** Asks the token endpoint of `app` for a grant; what the answer does not say is as in `current`. */
export async function requestGrant(
  { clientId, clientSecret, endpoint, options }: OAuthApp,
  { send }: Tools,
  operation: string,
  fields: Readonly<Record<string, string | undefined>>,
  current?: Grant,
  spec = endpoint,
): Promise<Grant> {
  const params = { client_id: clientId, ...(clientSecret && { client_secret: clientSecret }), ...fields };
  const { access_token, refresh_token, expires_in, scope } = (await send(operation, spec, params)) as TokenAnswer;
  const obtainedAt = timeOf(options);
  return createGrant({
    accessToken: access_token,
    refreshToken: refresh_token,
    obtainedAt,
    expiresAt: expires_in && obtainedAt + expires_in * 1000,
    // A list, or names with spaces between, by provider.
    scopes: scope === undefined ? current?.scopes : (String(scope).match(/[^ ,]+/g) ?? []),
    authorizedAt: current?.authorizedAt,
  });
}

/** A cache of one grant of `app`; `account` is undefined for the application's own. @internal */
export function grantCache(
  app: OAuthApp,
  tools: Tools,
  account: string | undefined,
  obtain: (current: Grant | undefined) => Promise<Grant>,
) {
  const { provider, authUrl, clientId, options } = app;
  const owner = account === undefined ? 'app' : `user ${encodeURIComponent(account)}`;
  return createTokenCache({
    key: [provider, authUrl, clientId, owner].join(' '),
    store: options.tokens ?? memoryStore(),
    now: () => timeOf(options),
    obtain,
    onEvent(outcome, error) {
      const reason = isApiError(error) && { reason: error.code };
      tools.emit({ type: 'token', provider, ...(account !== undefined && { account }), outcome, ...reason });
    },
  });
}

/** Grants by client credentials (RFC 6749 §4.4): one token for all calls of the application. */
export function appGrants(app: OAuthApp) {
  return (tools: Tools): GrantsOf => {
    const cache = grantCache(app, tools, undefined, () =>
      requestGrant(app, tools, 'oauth.token', { grant_type: 'client_credentials' }),
    );
    const error = refusal('unauthenticated', "it takes a user's grant: call it on client.withAccount('…')");
    const none = { ...cache, get: () => Promise.reject(error) };
    return ({ endpoint: { auth } }) =>
      auth === 'none' ? undefined : auth === 'user' || app.clientSecret === undefined ? none : cache;
  };
}
