import type { UserTools } from '../client/user-tools.ts';
import { timeOf } from '../declare/provider.ts';
import type { Grant } from '../declare/token-store.ts';
import { createGrant } from '../tokens/grant.ts';

/**
 * Returns the account of a user who has just signed in, such as their id in your database. Called with what the provider
 * reports of the user, before anything is stored.
 */
export type AccountOf<User> = (user: User) => string | Promise<string>;

/** The grant of a user who has just signed in. */
export interface SignedIn extends Grant {
  /** The account under which the grant is stored, for `withAccount`. */
  readonly account: string;
}

/** What a provider can do with a grant before it is stored. */
export interface NewGrants<User> {
  /**
   * Asks the provider which user a grant belongs to.
   *
   * @param operation The name of the operation that needs it, for its errors and events: `oauth.exchange`.
   */
  identify?(grant: Grant, operation: string): Promise<User>;
  /** Revokes a grant at the provider. Default: the provider has no endpoint for it. */
  revoke?(grant: Grant, operation: string): Promise<unknown>;
}

/**
 * Checks the `account` of a sign-in, before the user's code is used, which works only once.
 *
 * @throws ApiError `invalid_params` when it cannot name a user, `not_supported` when it is a function and the provider does not
 * report who signed in.
 */
export async function checkNewAccount(
  { accounts, guard, fail }: UserTools,
  operation: string,
  account: unknown,
  { identify }: NewGrants<unknown>,
): Promise<void> {
  if (typeof account !== 'function') {
    await guard(operation, () => accounts.grant(account as string));
    return;
  }
  if (!identify)
    throw fail(
      operation,
      'not_supported',
      'account must be a string: this provider does not report which user signed in',
    );
}

/**
 * Stores the grant of a user who has just consented, before anybody uses it. Where `account` is a function, the provider is
 * asked first who the user is; if that fails, or no valid account comes of it, nothing is stored and the grant is revoked.
 *
 * @throws ApiError `invalid_params` when the function `account` throws or returns something that cannot name a user; what the
 * request for the user fails with; `unavailable` when the token store fails.
 */
export async function storeNewGrant<User>(
  tools: UserTools,
  operation: string,
  account: string | AccountOf<User>,
  grant: Grant,
  provider: NewGrants<User>,
): Promise<SignedIn> {
  const { app, accounts, guard } = tools;
  const name = typeof account === 'string' ? account : await findAccount(tools, operation, account, grant, provider);
  const { accessToken, refreshToken } = grant;
  const stored = createGrant({ ...grant, accessToken, refreshToken, authorizedAt: timeOf(app.options) });
  await guard(operation, () => accounts.grant(name).set(stored));
  return Object.defineProperty(createGrant({ ...stored, accessToken, refreshToken }), 'account', {
    value: name,
    enumerable: true,
  }) as SignedIn;
}

/** The account of the user whom a new grant belongs to. The grant is revoked if there is none. */
async function findAccount<User>(
  tools: UserTools,
  operation: string,
  accountOf: AccountOf<User>,
  grant: Grant,
  { identify, revoke }: NewGrants<User>,
): Promise<string> {
  try {
    const user = (await identify?.(grant, operation)) as User;
    return checkFound(tools, operation, await callAccountOf(tools, operation, accountOf, user));
  } catch (error) {
    // Nobody could use it any more. If revoking fails too, the reason for it is still the first error.
    await revoke?.(grant, operation).catch(() => {});
    throw error;
  }
}

async function callAccountOf<User>(
  { fail }: UserTools,
  operation: string,
  accountOf: AccountOf<User>,
  user: User,
): Promise<unknown> {
  try {
    return await accountOf(user);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'something that is not an error';
    const message = `the function account threw: ${reason}. Nothing was stored. Fix it, and sign the user in again`;
    throw fail(operation, 'invalid_params', message, undefined, error);
  }
}

function checkFound({ accounts, fail }: UserTools, operation: string, found: unknown): string {
  try {
    accounts.grant(found as string);
    return found as string;
  } catch (error) {
    const message = `the function account returned an invalid value: ${(error as Error).message}. Nothing was stored`;
    throw fail(operation, 'invalid_params', message);
  }
}
