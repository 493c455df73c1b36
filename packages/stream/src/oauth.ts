import { endpoint, isolatesRequests } from '@x/core/provider';
import type { ClientAccounts, OAuth } from '@x/oauth';
import { asForm, codeFlow, type NewGrantTools, type UserProvider, type UserTools } from '@x/oauth/provider';
import * as v from 'valibot';
import { noResult } from './declarations.ts';
import { type DeviceFlow, deviceFlow } from './device.ts';
import type { StreamScope } from './scopes.ts';
import { docs, type ValidatedToken, validate, validatedSchema } from './validate.ts';
import { ValidationSchedule } from './validation-schedule.ts';

export const streamUserSchema = v.object({
  ...validatedSchema.entries,
  /** Login of the user, in lower case. The user can change it. */
  login: v.string(),
  /** ID of the user. It never changes. */
  user_id: v.string(),
});

/** The user who signed in. `user_id` never changes, `login` may. */
export interface StreamUser extends v.InferOutput<typeof streamUserSchema> {
  /**
   * ID token of OpenID Connect, if the scope `openid` was granted. Pass the user to the function that
   * `createIdTokenVerifier` from `@x/stream/openid` returns, before you use it.
   */
  readonly id_token?: string | undefined;
  /** Random value that the ID token must have. */
  readonly nonce?: string | undefined;
}

const identify = endpoint({ ...validate, response: streamUserSchema, essential: ['login', 'user_id'] });

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
export interface StreamOAuth extends OAuth<StreamUser, StreamScope>, DeviceFlow<StreamUser> {}

/** The grants of a client's users, with methods that only this provider has. */
export interface StreamAccounts extends ClientAccounts {
  /**
   * Asks the provider what an account's token is valid for; an expired token is refreshed first. The provider requires
   * this at the start of a session and hourly. The client does it in the background, unless `validateTokens` is
   * `false`: for each account at its first use and then hourly while it is in use, at most 8 accounts at the same time.
   * These validations do not keep the process alive on Node, and end after 10 seconds without a response.
   *
   * @see https://dev.twitch.tv/docs/authentication/validate-tokens/
   */
  validate(account: string): Promise<ValidatedToken>;
  /**
   * Revokes an account's token at the provider, and deletes the grant.
   *
   * @see https://dev.twitch.tv/docs/authentication/revoke-tokens/
   */
  revoke(account: string): Promise<void>;
}

const revokeToken = ({ app, send }: UserTools, operation: string, token: string, account?: string) =>
  send(operation, revoke, { client_id: app.clientId, token }, { account });

/** Returns the claims that an ID token can have with these scopes, in the form that the provider asks for. */
const claimsFor = (scopes: readonly string[]) => ({
  preferred_username: null,
  picture: null,
  ...(scopes.includes('user:read:email') && { email: null, email_verified: null }),
});

/** Creates the sign-in of a client. */
export function streamOAuth(tools: UserTools): StreamOAuth {
  const newGrants: NewGrantTools<StreamUser> = {
    async identify(grant, operation, { idToken: id_token, nonce } = { idToken: undefined, nonce: undefined }) {
      const user = (await tools.sendAs(grant, operation, identify)) as StreamUser;
      return id_token === undefined ? user : { ...user, id_token, nonce };
    },
    revoke: ({ accessToken }, operation) => revokeToken(tools, operation, accessToken),
  };
  const flow = codeFlow(tools, {
    ...newGrants,
    path: '/oauth2/authorize',
    pkce: false,
    askAgain: 'force_verify',
    plainHosts: ['localhost', '127.0.0.1', '[::1]'],
    openIdParams: (scopes) => ({ claims: JSON.stringify({ id_token: claimsFor(scopes) }) }),
  });
  return { ...flow, ...deviceFlow(tools, newGrants) };
}

/**
 * Creates the methods of `accounts` that only this provider has, and validates the tokens that are in use unless
 * `validateTokens` is false.
 */
export function streamAccounts(tools: UserTools, validateTokens = true): Pick<StreamAccounts, 'validate' | 'revoke'> {
  const { app, accounts, guard, lifecycle } = tools;
  const validation = { accounts: { validate } };
  const validateToken = (account: string, background?: boolean, signal?: AbortSignal) =>
    guard('accounts.validate', () =>
      accounts.client(account, validation, background).accounts.validate({}, { signal }),
    );
  if (validateTokens) {
    // Closing the client aborts running validations, because nothing waits for them. Where requests are isolated, they
    // cannot share a signal.
    const closing = isolatesRequests() ? undefined : new AbortController();
    const schedule = new ValidationSchedule(
      (account) => validateToken(account, true, closing?.signal),
      app.options.clock ?? Date,
    );
    accounts.onUse = (account, waitUntil) => schedule.use(account, waitUntil);
    lifecycle.onClose(() => {
      schedule.stop();
      closing?.abort();
    });
  }
  return {
    validate: (account) => validateToken(account),
    revoke: (account) =>
      guard('accounts.revoke', async () => {
        const source = accounts.grant(account);
        const { accessToken } = await source.get();
        await revokeToken(tools, 'accounts.revoke', accessToken, account);
        await source.clear();
      }),
  };
}

/** Lets a provider act for users. `createStreamClient` does it automatically. */
export const withSignIn = (provider: UserProvider): UserProvider => ({
  ...provider,
  secretParams: [...(provider.secretParams ?? []), 'code', 'device_code', 'token'],
});
