import type { Grant } from '@x/core';
import { codedError, createGrant, type GrantSource, readGrant, timeOf } from '@x/core/provider';
import { type AccessToken, describeGrant, type StoredGrant, toAccessToken } from './grant-info.ts';
import type { UserTools } from './user-tools.ts';

/**
 * The accounts of a client: the grants of its users, each stored under your own ID for the user. `withAccount` returns
 * the client that acts for one of them.
 *
 * Every method fails with `invalid_params` when `account` is not a non-empty string, and with `unavailable` when the
 * token store fails.
 */
export interface ClientAccounts {
  /**
   * Stores a grant that you already have, in place of any earlier one. `oauth.exchange` does it for users who sign in.
   * A grant without `obtainedAt` counts as obtained now.
   *
   * @throws ApiError `invalid_params` when a field is not valid, such as an empty token or one with a line break,
   * before anything is stored.
   * @example
   * await client.accounts.set('ann', { accessToken, refreshToken, expiresAt });
   */
  set(account: string, grant: Grant): Promise<void>;
  /**
   * Returns the grant of an account as it is stored, without a request to the provider. It may have expired, or the
   * provider may refuse it, which only a call finds out. Use `token` for a token that is valid now.
   *
   * @returns The grant with its tokens, and when it ends; `undefined` when none is stored. Never send it to a browser.
   * @example
   * const isConnected = (await client.accounts.get('ann')) !== undefined;
   */
  get(account: string): Promise<StoredGrant | undefined>;
  /** Deletes an account's grant from the store. */
  delete(account: string): Promise<void>;
  /**
   * Refreshes an account's grant now; calls do it automatically when it is due. It sends a request each time, even
   * after the provider refused the refresh token. After a refusal, calls fail without a request until the grant
   * changes, as it does when this method succeeds.
   *
   * @throws ApiError `reauthorization_required` when there is no grant or the provider refuses its refresh token;
   * `invalid_response` when the response has no valid token.
   */
  refresh(account: string): Promise<Grant>;
  /**
   * Returns an access token of an account that is valid now, for a player in the browser or another library. It is
   * refreshed only when it is due, as for a call: in the background in the last five minutes before it expires, and
   * before it is returned in the last ten seconds. There is one refresh, no matter how many callers wait for it.
   *
   * Ask for the token each time you need it, and do not store it: it may be replaced at any time.
   *
   * @returns The token, when it expires, and its scopes. Never the refresh token.
   * @throws ApiError `reauthorization_required` when there is no grant, or it has expired and the provider refuses to
   * refresh it.
   * @example
   * const { accessToken, expiresAt } = await client.accounts.token('ann');
   */
  token(account: string): Promise<AccessToken>;
}

/** Creates the accounts of a client. */
export function createClientAccounts({ app, accounts, guard, consentLastsMs }: UserTools): ClientAccounts {
  const withGrant = <T>(operation: string, account: string, work: (source: GrantSource) => Promise<T>): Promise<T> =>
    guard(operation, () => work(accounts.grant(account)));
  return {
    set: (account, grant) =>
      withGrant('accounts.set', account, async (source) => source.set(readGivenGrant(grant, timeOf(app.options)))),
    async get(account) {
      const grant = await withGrant('accounts.get', account, (source) => source.peek());
      return grant && describeGrant(grant, consentLastsMs);
    },
    delete: (account) => withGrant('accounts.delete', account, (source) => source.clear()),
    refresh: (account) => withGrant('accounts.refresh', account, (source) => source.renew()),
    token: (account) =>
      withGrant('accounts.token', account, async (source) => {
        const grant = await source.get();
        accounts.onUse?.(account, app.options.waitUntil);
        return toAccessToken(grant);
      }),
  };
}

/**
 * Reads a grant that the caller passed. It counts as obtained now unless it has `obtainedAt`. An error names the
 * invalid field.
 */
function readGivenGrant(given: Grant, now: number): Grant {
  try {
    const { accessToken, refreshToken, expiresAt, obtainedAt = now, scopes, authorizedAt } = readGrant(given);
    return createGrant({ accessToken, refreshToken, expiresAt, obtainedAt, scopes, authorizedAt });
  } catch (error) {
    throw codedError('invalid_params', (error as Error).message);
  }
}
