import { literal, number, object, string } from 'valibot';
import { type AuthKind, type CallSpec, endpoint } from '../endpoint.ts';
import { isApiError } from '../errors.ts';
import type { ClientEvent, ClientOptions, Send } from '../provider.ts';
import { createTokenCache, type TokenCache } from './cache.ts';
import { createGrant } from './grant.ts';
import { memoryStore } from './store.ts';

/** What a client-credentials grant is asked with. */
export interface AppGrantOptions {
  readonly provider: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly options: ClientOptions;
  /** The token endpoint: takes `client_id`, `client_secret` and `grant_type`, gives `access_token` and `expires_in` (seconds). */
  readonly endpoint: CallSpec;
}

/** Declares a token endpoint that takes client credentials as form fields. */
export const tokenEndpoint = (path: string, docs: string) =>
  endpoint({
    method: 'POST',
    path,
    host: 'auth',
    auth: 'none',
    bodyType: 'form',
    idempotent: true, // another token does no harm: older ones stay valid
    body: object({ client_id: string(), client_secret: string(), grant_type: literal('client_credentials') }),
    response: object({ access_token: string(), expires_in: number() }),
    docs,
  });

/** Grants by client credentials (RFC 6749 §4.4): one token for all calls of the application. */
export function appGrants({ provider, authUrl, clientId, clientSecret, options, endpoint: token }: AppGrantOptions) {
  return (send: Send, emit: (event: ClientEvent) => void): ((auth: AuthKind) => TokenCache | undefined) => {
    const now = () => (options.clock ?? Date).now();
    const cache = createTokenCache({
      key: [provider, authUrl, clientId, 'app'].join(' '),
      store: options.tokens ?? memoryStore(),
      now,
      async obtain() {
        const params = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
        const answer = (await send('oauth.token', token, params)) as { access_token: string; expires_in: number };
        const obtainedAt = now();
        return createGrant({
          accessToken: answer.access_token,
          obtainedAt,
          expiresAt: obtainedAt + answer.expires_in * 1000,
        });
      },
      onEvent: (outcome, error) => {
        emit({ type: 'token', provider, outcome, ...(isApiError(error) && { reason: error.code }) });
      },
    });
    return (auth) => (auth === 'none' ? undefined : cache);
  };
}
