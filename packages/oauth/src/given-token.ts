import type { Grant, GrantProblem } from '@x/core';
import {
  type Authorizer,
  codedError,
  createGrant,
  keepRecent,
  kindOf,
  problemOfToken,
  reasonOf,
  runWithin,
} from '@x/core/provider';

/**
 * A user's access token that something else issued and refreshes, such as Auth.js: the token, or a function that
 * returns the current one. The function is called for each request, so return a stored token, and fetch one only when
 * it is due. Its result is not stored. A call fails with `timeout` if the function takes longer than the client's
 * `timeoutMs`.
 */
export type AccessTokenSource = string | (() => AccessTokenResult | Promise<AccessTokenResult>);

/** An access token; undefined or null when nobody is signed in, which fails the call with `unauthenticated`. */
type AccessTokenResult = string | null | undefined;

/**
 * Account of calls with a given token. No user can have it, because account IDs are not empty. So cursors and cached
 * responses of these calls belong neither to the app nor to a user of `withAccount`.
 */
export const unnamedAccount = '';

/** Explains why a value is no valid {@link AccessTokenSource}, without showing it; undefined if it is. */
export function problemOfAccessToken(source: unknown): string | undefined {
  if (typeof source === 'function') return undefined;
  if (source === undefined || source === null)
    return "accessToken is missing: pass the user's access token, or a function that returns it";
  if (typeof source !== 'string') return `accessToken must be a string or a function, got ${kindOf(source)}`;
  return problemOfToken('accessToken', source);
}

/** Number of refused tokens that are remembered. */
const heldRefused = 100;

/**
 * Authorizes calls with an access token that the app already has.
 *
 * @param limitMs Longest wait for a function that returns the token, in milliseconds: the client's `timeoutMs`.
 */
export function givenToken(source: AccessTokenSource, limitMs: number): Authorizer {
  const isFunction = typeof source === 'function';
  /** Tokens that the API refused, which are not sent again. */
  const refused = new Map<unknown, true>();
  const tooLate = `accessToken returned no token within timeoutMs (${limitMs} ms). Increase timeoutMs, or return a stored token and refresh it elsewhere`;

  function use(accessToken: unknown): Grant {
    if (accessToken === undefined || accessToken === null || accessToken === '')
      throw codedError(
        'unauthenticated',
        'accessToken returned no token, so no user is signed in. Sign the user in, or return their access token',
      );
    const problem = problemOfToken('the result of accessToken', accessToken);
    if (problem !== undefined)
      throw codedError('unauthenticated', `${problem}. Return the access token alone, as a string`);
    if (!refused.has(accessToken)) return createGrant({ accessToken: accessToken as string });
    throw codedError(
      'reauthorization_required',
      isFunction
        ? 'the provider refused the access token, and accessToken returned it again. Refresh it where it was issued, or sign the user in again'
        : 'the provider refused the access token. Create a client with a new one, or sign the user in again',
      'refused' satisfies GrantProblem,
    );
  }

  async function ask(request: () => unknown): Promise<Grant> {
    let token: unknown;
    try {
      token = await runWithin({ limitMs, tooLate }, request);
    } catch (error) {
      if ((error as Error).message === tooLate) throw codedError('timeout', tooLate);
      throw codedError(
        'unauthenticated',
        `accessToken failed: ${reasonOf(error)}. Return the user's access token, or sign the user in again`,
      );
    }
    return use(token);
  }

  return {
    get: () => (isFunction ? ask(source) : use(source)),
    reject({ accessToken }) {
      keepRecent(refused, accessToken, true, heldRefused);
    },
    remedy: 'Refresh the access token where it was issued, or sign the user in again',
  };
}
