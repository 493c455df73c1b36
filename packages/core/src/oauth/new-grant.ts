import type { UserTools } from '../client/user-tools.ts';
import { timeOf } from '../declare/provider.ts';
import type { Grant } from '../declare/token-store.ts';
import { createGrant, redactInLogs } from '../tokens/grant.ts';

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

/** A sign-in whose grant is to be stored. */
export interface NewSignIn<User> {
  /** Tools of the client. */
  readonly tools: UserTools;
  /** Name of the operation, for its errors and events: `oauth.exchange`. */
  readonly operation: string;
  /** Account that the grant is stored under, or a function that finds it. */
  readonly account: string | AccountOf<User>;
  /** What the provider can do with the grant. */
  readonly provider: NewGrants<User>;
}

/**
 * Checks the `account` of a sign-in, before the user's code is used, which works only once.
 *
 * @throws ApiError `invalid_params` when it cannot name a user, `not_supported` when it is a function and the provider does not
 * report who signed in.
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
 * Stores the grant of a user who has just consented, before anybody uses it. Where `account` is a function, the provider is
 * asked first who the user is; if that fails, or no valid account comes of it, nothing is stored and the grant is revoked.
 *
 * @throws ApiError `invalid_params` when the function `account` throws or returns something that cannot name a user; what the
 * request for the user fails with; `unavailable` when the token store fails.
 */
export async function storeNewGrant<User>(signIn: NewSignIn<User>, grant: Grant): Promise<SignedIn> {
  const { tools, operation } = signIn;
  const account =
    typeof signIn.account === 'string' ? signIn.account : await findAccount(signIn, signIn.account, grant);
  const stored = createGrant({ ...grant, authorizedAt: timeOf(tools.app.options) });
  await tools.guard(operation, () => tools.accounts.grant(account).set(stored));
  return redactInLogs({ ...stored, account });
}

/** Finds the account of the user whom a new grant belongs to. The grant is revoked if there is none. */
async function findAccount<User>(signIn: NewSignIn<User>, find: AccountOf<User>, grant: Grant): Promise<string> {
  const { operation, provider } = signIn;
  try {
    const user = (await provider.identify?.(grant, operation)) as User;
    return await checkFound(signIn, async () => find(user));
  } catch (error) {
    // Nobody could use it any more. If revoking fails too, the reason for it is still the first error.
    await provider.revoke?.(grant, operation).catch(() => {});
    throw error;
  }
}

/** Returns what the function `account` found, if it names a user. */
async function checkFound<User>({ tools, operation }: NewSignIn<User>, find: () => Promise<string>): Promise<string> {
  const invalid = (problem: string, cause?: unknown) =>
    tools.fail(operation, 'invalid_params', `the function account ${problem}`, { cause });
  const found = await find().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'something that is not an error';
    throw invalid(`threw: ${reason}. Nothing was stored. Fix it, and sign the user in again`, error);
  });
  try {
    tools.accounts.grant(found);
    return found;
  } catch (error) {
    throw invalid(`returned an invalid value: ${(error as Error).message}. Nothing was stored`);
  }
}
