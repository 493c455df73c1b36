import {
  asForm,
  endpoint,
  type Grant,
  isApiError,
  keepGrant,
  pause,
  requestGrant,
  timeOf,
  type UserTools,
  withFields,
} from '@x/core';
import * as v from 'valibot';

/** A code for a user to type on another device. */
export interface DeviceAuthorization {
  /** What the user types. */
  readonly userCode: string;
  /** Where the user types it; the code is in it already. */
  readonly verificationUri: string;
  /** Unix milliseconds at which the code ends. */
  readonly expiresAt: number;
  /**
   * Waits until the user has approved, and keeps the grant under `account`.
   *
   * @throws ApiError `timeout` when the code has ended, `permission_denied` when it was refused or used already.
   */
  poll(options: { account: string; signal?: AbortSignal }): Promise<Grant>;
}

const device = endpoint({
  method: 'POST',
  host: 'auth',
  path: '/oauth2/device',
  auth: 'none',
  ...asForm,
  body: v.object({ client_id: v.string(), scopes: v.string() }),
  response: v.object({
    device_code: v.string(),
    user_code: v.string(),
    verification_uri: v.string(),
    expires_in: v.number(),
    interval: v.number(),
  }),
  docs: 'https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/#device-code-grant-flow',
});

const slowerMs = 5000;

/** Sign-in without a browser (RFC 8628). */
export function deviceFlow(tools: UserTools) {
  const { accounts, app, fail, guard, send } = tools;
  const now = () => timeOf(app.options);
  const token = withFields(app.endpoint, ['device_code', 'scopes']);

  return async ({ scopes = [] }: { scopes?: readonly string[] } = {}): Promise<DeviceAuthorization> => {
    const asked = { client_id: app.clientId, scopes: scopes.join(' ') };
    const answer = (await send('oauth.device', device, asked)) as Answer;
    const expiresAt = now() + answer.expires_in * 1000;

    async function poll({ account, signal }: { account: string; signal?: AbortSignal }): Promise<Grant> {
      await guard('oauth.device', () => accounts.cache(account)); // before the user's approval is used up
      let intervalMs = answer.interval * 1000;
      const fields = {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: answer.device_code,
        scopes: asked.scopes,
      };
      for (;;) {
        await pause(intervalMs, signal);
        if (now() >= expiresAt) throw fail('oauth.device', 'timeout', 'the user did not approve in time. Start again');
        try {
          const asked = requestGrant(app, tools, 'oauth.device', fields, undefined, token);
          await pause(Number.POSITIVE_INFINITY, signal, asked); // whoever gives up waits for no answer either
          const grant = await asked;
          return await guard('oauth.device', () => keepGrant(tools, account, grant));
        } catch (error) {
          if (!isApiError(error)) throw error;
          if (error.providerCode === 'slow_down') intervalMs += slowerMs;
          else if (error.providerCode !== 'authorization_pending' && !error.retryable) throw error;
        }
      }
    }

    return { userCode: answer.user_code, verificationUri: answer.verification_uri, expiresAt, poll };
  };
}

interface Answer {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly interval: number;
}
