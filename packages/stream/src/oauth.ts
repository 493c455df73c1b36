import type { OAuth } from '@x/core';
import {
  asForm,
  codeFlow,
  endpoint,
  isolatesRequests,
  type NewGrants,
  type UserProvider,
  type UserTools,
} from '@x/core/provider';
import * as v from 'valibot';
import { noResult } from './declarations.ts';
import { type DeviceAuthorization, type DeviceOptions, deviceFlow } from './device.ts';
import type { StreamScope } from './scopes.ts';
import { scheduleValidations } from './validation-schedule.ts';

const docs = (page: string) => `https://dev.twitch.tv/docs/authentication/${page}/`;

const validatedSchema = v.object({
  /** Client ID of the app that the token was issued to. */
  client_id: v.string(),
  /** Login of the token's user, in lower case. Absent for app tokens. */
  login: v.optional(v.string()),
  /** ID of the token's user. Absent for app tokens. */
  user_id: v.optional(v.string()),
  /** Scopes that the user has granted. Null, absent or empty for app tokens. */
  scopes: v.nullish(v.array(v.string())),
  /** Seconds until the token expires; 0 for tokens that never expire. */
  expires_in: v.number(),
});

/** Result of validating a token: its app, user, scopes and lifetime. */
export interface ValidatedToken extends v.InferOutput<typeof validatedSchema> {}

const streamUserSchema = v.object({
  ...validatedSchema.entries,
  /** Login of the user, in lower case. The user can change it. */
  login: v.string(),
  /** ID of the user. It never changes. */
  user_id: v.string(),
});

/** The user who signed in. `user_id` never changes, `login` may. */
export interface StreamUser extends v.InferOutput<typeof streamUserSchema> {}

const validate = endpoint({
  method: 'GET',
  host: 'auth',
  path: '/oauth2/validate',
  auth: 'user',
  response: validatedSchema,
  docs: docs('validate-tokens'),
});

const identify = endpoint({ ...validate, response: streamUserSchema });

const revoke = endpoint({
  method: 'POST',
  host: 'auth',
  path: '/oauth2/revoke',
  auth: 'none',
  idempotent: true,
  ...asForm,
  body: v.object({ client_id: v.string(), token: v.string() }),
  ...noResult,
  docs: docs('revoke-tokens'),
});

/** Sign-in of users, by redirect or on a device without a browser. */
export interface StreamOAuth extends OAuth<StreamUser, StreamScope> {
  /**
   * Requests a code that the user types on another device, for devices and public clients.
   *
   * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
   */
  device(options?: DeviceOptions): Promise<DeviceAuthorization<StreamUser>>;
  /**
   * Asks the provider what an account's token is valid for; an expired token is refreshed first. The provider requires this at
   * the start of a session and hourly. The client does it in the background, unless `validateTokens` is `false`: for each account
   * at its first use and then hourly while it is in use, at most 8 accounts at the same time. That does not keep the process alive
   * on Node, and ends after 10 seconds without a response.
   *
   * @see https://dev.twitch.tv/docs/authentication/validate-tokens/
   */
  validate(account: string): Promise<ValidatedToken>;
  /**
   * Revokes an account's token at the provider, and forgets the grant.
   *
   * @see https://dev.twitch.tv/docs/authentication/revoke-tokens/
   */
  revoke(account: string): Promise<void>;
}

/** Creates the sign-in of a client. */
export function streamOAuth(tools: UserTools, validateTokens = true): StreamOAuth {
  const { app, accounts, guard, send, sendAs, lifecycle } = tools;
  const revokeToken = (operation: string, token: string, account?: string) =>
    send(operation, revoke, { client_id: app.clientId, token }, { account });
  const newGrants: NewGrants<StreamUser> = {
    identify: (grant, operation) => sendAs(grant, operation, identify) as Promise<StreamUser>,
    revoke: ({ accessToken }, operation) => revokeToken(operation, accessToken),
  };
  const flow = codeFlow(tools, {
    ...newGrants,
    path: '/oauth2/authorize',
    pkce: false,
    askAgain: 'force_verify',
    plainHosts: ['localhost', '127.0.0.1', '[::1]'],
  });
  const validation = { oauth: { validate } };
  const validateToken = (account: string, background?: boolean, signal?: AbortSignal) =>
    guard('oauth.validate', () => accounts.client(account, validation, background).oauth.validate({}, { signal }));
  if (validateTokens) {
    // Nobody waits for the validations that are under way then. Where requests are isolated, no signal can be shared by them.
    const closing = isolatesRequests() ? undefined : new AbortController();
    const schedule = scheduleValidations(
      (account) => validateToken(account, true, closing?.signal),
      app.options.clock ?? Date,
    );
    accounts.onUse = schedule.use;
    lifecycle.onClose(() => {
      schedule.stop();
      closing?.abort();
    });
  }

  return {
    ...flow,
    device: deviceFlow(tools, newGrants),
    validate: (account) => validateToken(account),
    async revoke(account) {
      const { accessToken } = await guard('oauth.revoke', () => accounts.grant(account).get());
      await revokeToken('oauth.revoke', accessToken, account);
      await flow.forget(account);
    },
  };
}

/** Lets a provider act for users. `createStreamClient` does it automatically. */
export const withSignIn = (provider: UserProvider): UserProvider => ({
  ...provider,
  secretParams: [...(provider.secretParams ?? []), 'code', 'device_code', 'token'],
});
