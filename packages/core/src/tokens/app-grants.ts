import { number, object, optional, string } from 'valibot';
import { type CallSpec, endpoint } from '../endpoint.ts';
import { type ErrorCode, isApiError } from '../errors.ts';
import type { ClientEvent, ClientOptions, GrantsOf, Send } from '../provider.ts';
import { oneOrMany } from '../schema.ts';
import { createTokenCache } from './cache.ts';
import { createGrant, type Grant } from './grant.ts';
import { memoryStore } from './store.ts';

/** An application at an authorization server. */
export interface OAuthApp {
  readonly provider: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly options: ClientOptions;
  /** The token endpoint, made by {@link tokenEndpoint}. */
  readonly endpoint: CallSpec;
}

/** Declares a token endpoint (RFC 6749 §3.2) that takes client credentials as form fields. */
export const tokenEndpoint = (path: string, docs: string) =>
  endpoint({
    method: 'POST',
    path,
    host: 'auth',
    auth: 'none',
    contentType: 'application/x-www-form-urlencoded',
    write: (body: Record<string, string>) => new URLSearchParams(body).toString(),
    idempotent: true, // another token does no harm: older ones stay valid
    body: object({
      client_id: string(),
      client_secret: string(),
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

/** A cache of grants of `app` that are asked for with what `fields` gives. */
export function oauthCache(
  app: OAuthApp,
  account: string,
  send: Send,
  emit: (event: ClientEvent) => void,
  fields: (current: Grant | undefined) => Readonly<Record<string, string>> & { readonly grant_type: string },
) {
  const { provider, authUrl, clientId, clientSecret, options, endpoint } = app;
  const now = () => (options.clock ?? Date).now();
  return createTokenCache({
    key: [provider, authUrl, clientId, account].join(' '),
    store: options.tokens ?? memoryStore(),
    now,
    async obtain(current) {
      const params = { client_id: clientId, client_secret: clientSecret, ...fields(current) };
      const { access_token, refresh_token, expires_in, scope } = (await send(
        'oauth.token',
        endpoint,
        params,
      )) as TokenAnswer;
      const obtainedAt = now();
      return createGrant({
        accessToken: access_token,
        refreshToken: refresh_token,
        obtainedAt,
        expiresAt: expires_in && obtainedAt + expires_in * 1000,
        // A list, or names with spaces between, by provider.
        scopes: scope === undefined ? current?.scopes : [scope].flat().flatMap((names) => names.split(' ')),
        authorizedAt: current?.authorizedAt,
      });
    },
    onEvent: (outcome, error) => {
      emit({ type: 'token', provider, outcome, ...(isApiError(error) && { reason: error.code }) });
    },
  });
}

/** Why there is no grant for a call; the client makes an `ApiError` of it. */
export const refusal = (code: ErrorCode, message: string) => Object.assign(new Error(message), { refusal: code });

/** Grants by client credentials (RFC 6749 §4.4): one token for all calls of the application. */
export function appGrants(app: OAuthApp) {
  return (send: Send, emit: (event: ClientEvent) => void): GrantsOf => {
    const cache = oauthCache(app, 'app', send, emit, () => ({ grant_type: 'client_credentials' }));
    return ({ endpoint: { auth } }) => {
      if (auth === 'none') return undefined;
      if (auth !== 'user') return cache;
      const error = refusal('unauthenticated', "it acts for a user: call it on client.withAccount('…')");
      return { ...cache, get: () => Promise.reject(error) };
    };
  };
}
