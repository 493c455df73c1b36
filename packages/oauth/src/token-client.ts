import type { Client, ClientLifecycle, RateLimiter } from '@x/core';
import {
  type Authorizer,
  type Authorizers,
  actFor,
  type ClientContext,
  codedError,
  createChildClient,
  createRateLimiter,
  createRootClient,
  keepRecent,
  openClient,
  sha256,
  type Tools,
} from '@x/core/provider';
import { type AccessTokenSource, givenToken, problemOfAccessToken, unnamedAccount } from './given-token.ts';
import type { TokenProvider } from './user-tools.ts';

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
  provider: TokenProvider,
  tree: Tree,
  accessToken: AccessTokenSource,
): TokenClient<Tree> {
  // The grants are added below. The client must know from the start that it has some, so that it refuses plain http.
  const { client, tools } = openClient({ ...provider, grants: () => ({}) }, createTokenClient);
  const grants = { app: none, jwt: none, ...userGrants(provider, tools, accessToken) };
  const root = { ...client, account: unnamedAccount, grants };
  const actAs = tokenContexts(root, tools);
  return createRootClient(root, tree, (bound) => ({
    withToken: tokenMethod(bound, tree, tools, actAs),
  })) as TokenClient<Tree>;
}

/** Refuses calls for the app, which a user's client cannot make. */
const none: Authorizer = {
  get: () =>
    Promise.reject(
      codedError(
        'unauthenticated',
        'this call cannot be made as a user: create a client with clientId and clientSecret',
      ),
    ),
  reject() {},
};

/** Returns the context of calls that act for the user of an access token. */
export type TokenContexts = (accessToken: AccessTokenSource) => ClientContext;

/** Creates the method `withToken` of a client. */
export function tokenMethod(client: ClientContext, tree: object, tools: Tools, actAs: TokenContexts) {
  return function withToken(accessToken: AccessTokenSource): object {
    try {
      return createChildClient(client, actAs(accessToken), tree);
    } catch (error) {
      throw tools.failBelow(withToken, 'withToken', error);
    }
  };
}

/** Number of tokens whose rate limits are remembered. */
const heldLimiters = 1000;

/** Returns a function that creates the contexts of given tokens, which share everything with `root`. */
export function tokenContexts(root: ClientContext, tools: Tools): TokenContexts {
  const { provider } = root;
  /** By token hash, so that requests of the same user count together, even though each has its own client. */
  const limiters = new Map<string, RateLimiter>();

  function findLimiter(accessToken: AccessTokenSource): RateLimiter | undefined {
    if (typeof accessToken === 'function') return undefined;
    const owner = `token ${sha256(accessToken).slice(0, 16)}`;
    const found = limiters.get(owner) ?? createRateLimiter(provider, owner);
    keepRecent(limiters, owner, found, heldLimiters);
    return found;
  }

  return (accessToken) => {
    const problem = problemOfAccessToken(accessToken);
    if (problem !== undefined) throw codedError('invalid_params', problem);
    const grants = userGrants(provider, tools, accessToken);
    return actFor(root, unnamedAccount, grants, findLimiter(accessToken));
  };
}

/** Returns the grants of calls that are made with a given token. */
function userGrants(provider: TokenProvider, { send }: Tools, accessToken: AccessTokenSource): Authorizers {
  const given = givenToken(accessToken, provider.options.timeoutMs ?? 30_000);
  const own =
    provider.completeToken?.(given, (operation, endpoint) =>
      send(operation, endpoint, {}, { grants: { user: given } }),
    ) ?? given;
  return { user: own, 'app-or-user': own };
}
