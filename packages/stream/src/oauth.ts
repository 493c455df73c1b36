import { asForm, codeFlow, endpoint, type OAuth, timeOf, type UserProvider, type UserTools } from '@x/core';
import * as v from 'valibot';
import { type DeviceAuthorization, type DeviceOptions, deviceFlow } from './device.ts';
import { done } from './fragments.ts';

const docs = (page: string) => `https://dev.twitch.tv/docs/authentication/${page}/`;

const validatedSchema = v.object({
  client_id: v.string(),
  login: v.optional(v.string()),
  user_id: v.optional(v.string()),
  scopes: v.nullish(v.array(v.string())),
  expires_in: v.number(),
});

/** What a token is good for. `expires_in` is in seconds, 0 for tokens that never end. */
export interface ValidatedToken extends v.InferOutput<typeof validatedSchema> {}

const validate = endpoint({
  method: 'GET',
  host: 'auth',
  path: '/oauth2/validate',
  auth: 'user',
  response: validatedSchema,
  docs: docs('validate-tokens'),
});

const revoke = endpoint({
  method: 'POST',
  host: 'auth',
  path: '/oauth2/revoke',
  auth: 'none',
  idempotent: true,
  ...asForm,
  body: v.object({ client_id: v.string(), token: v.string() }),
  ...done,
  docs: docs('revoke-tokens'),
});

/** Sign-in of users, by redirect or on a device without a browser. */
export interface StreamOAuth extends OAuth {
  /**
   * Gives a code for the user to type elsewhere, for devices and public clients.
   *
   * @see https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow
   */
  device(options?: DeviceOptions): Promise<DeviceAuthorization>;
  /**
   * Asks what an account's token is good for; it is renewed first when it has ended. The provider wants it done at the
   * start of a session and hourly: the client does so in the background for accounts in use, unless `validateTokens` is
   * `false`. That does not keep the process alive on Node, and ends after 10 seconds without a response.
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

/** Makes the sign-in of a client. */
export function streamOAuth(tools: UserTools, validateTokens = true): StreamOAuth {
  const { app, accounts, guard, send } = tools;
  const flow = codeFlow(tools, {
    path: '/oauth2/authorize',
    pkce: false,
    askAgain: 'force_verify',
    plainHosts: ['localhost', '127.0.0.1', '[::1]'],
  });
  const validateToken = (account: string, background?: boolean) =>
    guard('oauth.validate', () => accounts.client(account, { oauth: { validate } }, background).oauth.validate());
  if (validateTokens)
    accounts.onUse = hourly(
      (account) => validateToken(account, true),
      () => timeOf(app.options),
    );

  return {
    ...flow,
    device: deviceFlow(tools),
    validate: (account) => validateToken(account),
    async revoke(account) {
      const { accessToken } = await guard('oauth.revoke', () => accounts.cache(account).get());
      await send('oauth.revoke', revoke, { client_id: app.clientId, token: accessToken });
      await flow.forget(account);
    },
  };
}

/** Lets a provider act for users. `createStreamClient` does it by itself. */
export const withSignIn = (provider: UserProvider): UserProvider => ({
  ...provider,
  secretParams: [...(provider.secretParams ?? []), 'code', 'device_code', 'token'],
});

const hourMs = 3_600_000;

/** Validates each account at its first use and then hourly, as long as it is used. Neither its timer nor its requests keep the process alive. */
function hourly(validateToken: (account: string) => Promise<unknown>, now: () => number) {
  const usedAt = new Map<string, number>();
  let running = false;
  // A token that is refused is renewed; a renewal that fails is reported by `onEvent` and by the next call. Requests are
  // background work: they neither keep the process alive nor wait longer than 10 seconds for a response.
  const check = (account: string) => validateToken(account).catch(() => {});

  const rounds = {
    /** Whether there are to be more. */
    next(): boolean {
      for (const [account, at] of usedAt)
        if (at <= now() - hourMs) usedAt.delete(account);
        else check(account);
      running = usedAt.size > 0;
      return running;
    },
  };

  return (account: string) => {
    const isNew = !usedAt.has(account);
    usedAt.set(account, now());
    if (isNew) check(account);
    if (!running) startTimer(new WeakRef(rounds));
    running = true;
  };
}

/** Keeps nothing alive: not the process, and not a client that nobody has any more. */
function startTimer(rounds: WeakRef<{ next(): boolean }>): void {
  const timer = setInterval(() => {
    if (!rounds.deref()?.next()) clearInterval(timer);
  }, hourMs);
  (timer as { unref?: () => void }).unref?.();
}
