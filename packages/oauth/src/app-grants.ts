import { type ClientOptions, type ErrorCode, type Grant, isApiError, memoryStore } from '@x/core';
import {
  type Authorizer,
  type Authorizers,
  type CallSpec,
  codedError,
  createGrant,
  createGrantSource,
  endpoint,
  type GrantSource,
  type Tools,
  timeOf,
  toGrantKey,
} from '@x/core/provider';
import { object, optional, string } from 'valibot';
import { readTokenResponse, tokenResponseSchema } from './token-response.ts';

/** An application at an authorization server. */
export interface OAuthApp {
  /** Name of the provider, such as `stream`. */
  readonly provider: string;
  /** Base URL of the authorization server. */
  readonly authUrl: string;
  /** Client ID of the application. */
  readonly clientId: string;
  /** Client secret of the application. Undefined for a public client, which has none and gets no app token. */
  readonly clientSecret: string | undefined;
  /** Options of the client that uses the application. */
  readonly options: ClientOptions;
  /** Token endpoint, created by {@link tokenEndpoint}. */
  readonly endpoint: CallSpec;
}

/** Sends the body as form fields. Spread it into a declaration. */
export const asForm = {
  contentType: 'application/x-www-form-urlencoded',
  write: (body: Record<string, string>) => new URLSearchParams(body).toString(),
};

/**
 * Declares a token endpoint (RFC 6749 §3.2) that accepts client credentials as form fields.
 *
 * @param idempotent Whether the provider documents that a refresh token works more than once, so that a refresh may be
 * repeated even if its request has arrived. Default `false`.
 */
export const tokenEndpoint = /* @__NO_SIDE_EFFECTS__ */ (path: string, docs: string, idempotent = false) =>
  endpoint({
    method: 'POST',
    path,
    host: 'auth',
    auth: 'none',
    ...asForm,
    idempotent,
    body: object({
      client_id: string(),
      client_secret: optional(string()),
      grant_type: string(),
      refresh_token: optional(string()),
    }),
    response: tokenResponseSchema,
    docs,
  });

/** A request for a grant. */
export interface GrantRequest {
  /** Name of the operation that needs the grant, for errors and events: `oauth.token`. */
  readonly operation: string;
  /** Form fields besides the credentials, depending on the kind of grant. */
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** Grant to refresh, which supplies everything that the response does not state. Default: none. */
  readonly current?: Grant | undefined;
  /** Endpoint for the request. Default: the application's token endpoint. */
  readonly endpoint?: CallSpec | undefined;
  /** Whether nobody waits for it; see `Provider.background`. Default `false`. */
  readonly background?: boolean | undefined;
}

/** Form fields whose values may work only once. */
const usedUp = ['refresh_token', 'code', 'device_code'];

/**
 * Requests a grant from the token endpoint of `app`. Nothing interrupts a request with a code or a refresh token,
 * because those may work only once. For the same reason, invalid fields are left out of the grant and reported as
 * drift, regardless of the `validation` option.
 *
 * @throws ApiError `invalid_response` when the response has no valid `access_token`.
 */
export async function requestGrant(app: OAuthApp, { send, fail }: Tools, request: GrantRequest): Promise<Grant> {
  const { clientId, clientSecret, options } = app;
  const { operation, fields, current, endpoint = app.endpoint, background } = request;
  const params = { client_id: clientId, ...(clientSecret && { client_secret: clientSecret }), ...fields };
  const mustFinish = usedUp.some((name) => fields[name] !== undefined);
  const body = await send(operation, endpoint, params, { background, mustFinish });
  const obtainedAt = timeOf(options);
  try {
    const { accessToken, refreshToken, lifetimeMs, scopes = current?.scopes } = readTokenResponse(body);
    const expiresAt = lifetimeMs && obtainedAt + lifetimeMs;
    const { authorizedAt } = current ?? {};
    return createGrant({ accessToken, refreshToken, obtainedAt, expiresAt, scopes, authorizedAt });
  } catch (error) {
    const reason = (error as Error).message;
    throw fail(
      operation,
      'invalid_response',
      `the token response is invalid: ${reason}. Nothing was stored. Try again, and check the address of the authorization server`,
      { outcome: 'done' },
    );
  }
}

/**
 * Returns the same tools for requests about a user's grant, so that the events of their calls name the account.
 *
 * @param account Account ID. Undefined for the application's own grant.
 * @param onStart Called before each call, with the `callId` of its events. Default: nothing is called.
 */
export const toolsFor = (tools: Tools, account: string | undefined, onStart?: (callId: string) => void): Tools => ({
  ...tools,
  send: (operation, endpoint, params, options) =>
    tools.send(operation, endpoint, params, { ...options, account, onStart }),
});

/**
 * Creates the source of one grant of `app`; `account` is undefined for the application's own grant.
 *
 * @param obtain Requests a grant, with the tools that it receives.
 */
export function grantSource(
  app: OAuthApp,
  tools: Tools,
  account: string | undefined,
  obtain: (tools: Tools, current: Grant | undefined, background: boolean) => Promise<Grant>,
): GrantSource {
  const { provider, authUrl, clientId, options } = app;
  const { clock = Date } = options;
  // Only one grant is obtained at a time, so reports about it belong to the token request that was started last.
  let callId: string | undefined;
  const ownTools = toolsFor(tools, account, (started) => {
    callId = started;
  });
  return createGrantSource({
    key: toGrantKey({ provider, authUrl, clientId, account }),
    store: options.tokens ?? memoryStore(),
    storeTimeoutMs: options.storeTimeoutMs,
    waitUntil: options.waitUntil,
    // Another process may sign a user out, but nobody removes the application's own token.
    storeCheckMs: account === undefined ? undefined : (options.storeCheckMs ?? 60_000),
    lifecycle: tools.lifecycle,
    clock,
    obtain(current, background) {
      callId = undefined;
      return obtain(ownTools, current, background);
    },
    onEvent(outcome, error) {
      const operation = account === undefined ? 'oauth.token' : 'accounts.refresh';
      const { errorCode } = Object(error) as { errorCode?: ErrorCode };
      const reason = isApiError(error) ? error.code : errorCode;
      tools.reportToken({ endpoint: app.endpoint, operation, callId, rawAccount: account, outcome, reason });
    },
  });
}

/** Creates grants by client credentials (RFC 6749 §4.4): one token for all of the application's calls. */
export function appGrants(app: OAuthApp) {
  return (tools: Tools): Authorizers => {
    const request = {
      operation: 'oauth.token',
      fields: { grant_type: 'client_credentials' },
      endpoint: { ...app.endpoint, idempotent: true }, // another token does no harm, because older ones stay valid
    };
    const source = grantSource(app, tools, undefined, (ownTools, _, background) =>
      requestGrant(app, ownTools, { ...request, background }),
    );
    const error = codedError('unauthenticated', 'this call needs a user token: call it on client.withAccount(account)');
    const none = { get: () => Promise.reject(error), reject() {} };
    const own: Authorizer = app.clientSecret === undefined ? none : source;
    return { app: own, 'app-or-user': own, user: none };
  };
}
