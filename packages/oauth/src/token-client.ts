import type { Client, ClientLifecycle, RateLimiter } from '@x/core';
import {
  type AuthGrants,
  type Below,
  type CallGrants,
  type CallSpec,
  type ClientContext,
  codedError,
  createRateLimiter,
  defineRootClient,
  findClass,
  keepRecent,
  Operation,
  openClient,
  type Properties,
  type Provider,
  perTree,
  sendOwnCall,
  sha256,
  traceBelow,
} from '@x/core/provider';
import { type AccessTokenSource, givenToken, problemOfAccessToken, unnamedAccount } from './given-token.ts';

/** Acts for users whose access tokens the app has already. `AccountClient` is the client of one user. */
export interface TokenMethods<AccountClient> {
  /**
   * Returns this client, acting for the user whom an access token belongs to. Use it for tokens that something else
   * stores and refreshes, such as Auth.js. Nothing is stored. It is cheap, so create one for each incoming request. It
   * is closed with this client, and has no `close` of its own.
   *
   * When the API refuses the token, a function is called once more, and the call is repeated if it returns another
   * token. Otherwise, calls fail with `reauthorization_required` and the `providerCode` `refused`.
   *
   * Calls count against the user's rate limit if the provider counts per user. With a function, whose token is not
   * known in advance, each client counts separately.
   *
   * @param accessToken Access token, or a function that returns the current one and is called for each request.
   * @throws ApiError `invalid_params` when it is missing, empty, or no header can hold it.
   * @example
   * const user = client.withToken(session.accessToken);
   */
  withToken(accessToken: AccessTokenSource): AccountClient;
}

/** A client of one user whose access token the app has already. */
export type TokenClient<Tree> = Client<Tree> & ClientLifecycle & TokenMethods<Client<Tree>>;

/**
 * Creates a client of declared endpoints, as `createClient` does, that acts for the user of an access token.
 *
 * @param accessToken The token, or a function that returns the current one.
 */
export function createTokenClient<const Tree extends object>(
  provider: Provider,
  tree: Tree,
  accessToken: AccessTokenSource,
): TokenClient<Tree> {
  // The grants are added below. The client must know from the start that it has some, so that it refuses plain http.
  const { client } = openClient({ ...provider, account: unnamedAccount, grants: () => ({}) }, createTokenClient);
  const grants = { app: none, jwt: none, ...userGrants(client, accessToken) };
  const root = { ...client, grants };
  return new (findTokenClass(tree))({ ...root, own: { withToken: openTokens(root) } }, true) as TokenClient<Tree>;
}

const findTokenClass = perTree((tree) => defineRootClient(tree, tokenProperties(tree)));

/** State of clients that act for given tokens. */
export interface TokenContext {
  /** Returns the context of calls that act for the user of an access token. */
  withToken(accessToken: AccessTokenSource, below: Below): ClientContext;
}

/** The properties by which a client acts for users whose tokens the app has. */
export function tokenProperties(tree: object): Properties {
  const AccountClient = findClass(tree);
  return {
    withToken: ({ own, bound }) =>
      function withToken(accessToken: AccessTokenSource): object {
        return new AccountClient({ ...(own as TokenContext).withToken(accessToken, withToken), bound });
      },
  };
}

/** Refuses calls for the app, which a user's client cannot make. */
const none: CallGrants = {
  get: () =>
    Promise.reject(
      codedError(
        'unauthenticated',
        'this call cannot be made as a user: create a client with clientId and clientSecret',
      ),
    ),
  reject() {},
};

/** Number of tokens whose rate limits are remembered. */
const heldLimiters = 1000;

/** Returns a function that creates clients of given tokens, which share everything with `root`. */
export function openTokens(root: ClientContext): TokenContext['withToken'] {
  const { provider } = root;
  /** By token hash, so that requests of the same user count together, even though each has its own client. */
  const limiters = new Map<string, RateLimiter>();

  function findLimiter(accessToken: AccessTokenSource): RateLimiter {
    if (typeof accessToken === 'function') return createRateLimiter(provider, unnamedAccount);
    const owner = `token ${sha256(accessToken).slice(0, 16)}`;
    const found = limiters.get(owner) ?? createRateLimiter(provider, owner);
    keepRecent(limiters, owner, found, heldLimiters);
    return found;
  }

  return (accessToken, below) => {
    const problem = problemOfAccessToken(accessToken);
    if (problem !== undefined)
      throw new Operation(provider, 'withToken', traceBelow(below)).fail(problem, { code: 'invalid_params' });
    return {
      ...root,
      account: unnamedAccount,
      grants: { ...root.grants, ...userGrants(root, accessToken) },
      limiter: root.limiter.withUser(findLimiter(accessToken)),
    };
  };
}

/** Returns the grants of calls that are made with a given token. */
function userGrants(client: ClientContext, accessToken: AccessTokenSource): AuthGrants {
  const given = givenToken(accessToken, client.provider.options.timeoutMs ?? 30_000);
  const send = (operation: string, endpoint: CallSpec, params?: Record<string, unknown>) =>
    sendOwnCall(client, { user: given }, operation, endpoint, params);
  const own = client.provider.completeTokens?.(given, send) ?? given;
  return { user: own, 'app-or-user': own };
}
