import { type Grant, isApiError } from '@x/core';
import { createGrant, reasonOf, redactInLogs, timeOf } from '@x/core/provider';
import type { UserTools } from './user-tools.ts';
import { withErrorFields } from './with-error-fields.ts';

/**
 * Returns the account of a user who has just signed in, such as their ID in your database. It is called with the
 * provider's data about the user, before anything is stored.
 */
export type AccountOf<User> = (user: User) => string | Promise<string>;

/** Grant of a user who has just signed in. */
export interface SignedIn extends Grant {
  /** Account under which the grant is stored, for `withAccount`. */
  readonly account: string;
}

/** Results of a sign-in with OpenID Connect. */
export interface OpenIdResponse {
  /** ID token, not verified. Undefined without the scope `openid`. */
  readonly idToken: string | undefined;
  /** Random value that the ID token must have. */
  readonly nonce: string | undefined;
}

/** Operations that a provider offers on a grant before it is stored. */
export interface NewGrantTools<User> {
  /**
   * Asks the provider for the user who owns a grant.
   *
   * @param operation Name of the operation that needs the user, for its errors and events: `oauth.exchange`.
   * @param openId What OpenID Connect adds to the response with the grant.
   */
  identify?(grant: Grant, operation: string, openId?: OpenIdResponse): Promise<User>;
  /** Revokes a grant at the provider. Default: the provider has no endpoint for it. */
  revoke?(grant: Grant, operation: string): Promise<unknown>;
}

/** A sign-in whose grant is to be stored. */
export interface NewSignIn<User> {
  /** The client's tools. */
  readonly tools: UserTools;
  /** Name of the operation, for its errors and events: `oauth.exchange`. */
  readonly operation: string;
  /** Account to store the grant under, or a function that finds it. */
  readonly account: string | AccountOf<User>;
  /** Operations that the provider offers on the grant. */
  readonly provider: NewGrantTools<User>;
}

/**
 * Checks the `account` of a sign-in, before the user's code is used, which works only once.
 *
 * @throws ApiError `invalid_params` when it cannot name a user, `not_supported` when it is a function and the provider
 * does not report who signed in.
 */
export async function checkNewAccount<User>({ tools, operation, account, provider }: NewSignIn<User>): Promise<void> {
  if (typeof account !== 'function') await tools.guard(operation, () => void tools.accounts.grant(account));
  else if (!provider.identify)
    throw tools.fail(
      operation,
      'not_supported',
      'account must be a string: this provider does not report which user signed in',
    );
}

/**
 * Stores the grant of a user who has just consented, before anybody uses it. If `account` is a function, this first
 * asks the provider who the user is. If that fails, or does not lead to a valid account, nothing is stored and the
 * grant is revoked.
 *
 * @throws ApiError `invalid_params` when the `account` function throws or returns a value that cannot name a user; the
 * error of a failed user request; `unavailable` when the token store fails.
 */
export async function storeNewGrant<User>(signIn: NewSignIn<User>, grant: Grant): Promise<SignedIn> {
  const { tools, operation } = signIn;
  const account =
    typeof signIn.account === 'string' ? signIn.account : await findAccount(signIn, signIn.account, grant);
  const stored = createGrant({ ...grant, authorizedAt: timeOf(tools.app.options) });
  await tools.lifecycle.finish(tools.guard(operation, () => tools.accounts.grant(account).set(stored, true)));
  return redactInLogs({ ...stored, account });
}

/** Finds the account of the user who owns a new grant. The grant is revoked if there is none. */
async function findAccount<User>(signIn: NewSignIn<User>, find: AccountOf<User>, grant: Grant): Promise<string> {
  const { operation, provider } = signIn;
  try {
    const user = (await provider.identify?.(grant, operation)) as User;
    return await checkFound(signIn, async () => find(user));
  } catch (error) {
    // Nobody could use the grant any more. If revoking fails as well, the first error is still the reason.
    await provider.revoke?.(grant, operation).catch(() => {});
    // The code was used, so the same call can never succeed.
    throw isApiError(error) ? withErrorFields(error, { retryable: false, outcome: 'done' }) : error;
  }
}

/** Returns the result of the `account` function, if it names a user. */
async function checkFound<User>({ tools, operation }: NewSignIn<User>, find: () => Promise<string>): Promise<string> {
  const invalid = (problem: string, cause?: unknown) =>
    tools.fail(operation, 'invalid_params', `the function account ${problem}`, { cause });
  const found = await find().catch((error: unknown) => {
    throw invalid(`failed: ${reasonOf(error)}. Nothing was stored. Fix it, and sign the user in again`, error);
  });
  try {
    tools.accounts.grant(found);
    return found;
  } catch (error) {
    throw invalid(`returned an invalid value: ${(error as Error).message}. Nothing was stored`);
  }
}
