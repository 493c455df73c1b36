import { Call } from '../call/call.ts';
import type { ClientContext, UsersContext } from '../call/context.ts';
import { createLifecycle } from '../call/lifecycle.ts';
import { Operation, traceBelow } from '../call/operation.ts';
import { timeOf } from '../declare/provider.ts';
import type { Grant } from '../declare/token-store.ts';
import { codedError, isApiError } from '../errors/api-error.ts';
import { callEndpoint } from '../pipeline/pipeline.ts';
import { heldOnce } from '../shared/held-once.ts';
import { createGrant, readGrant } from '../tokens/grant.ts';
import { memoryStore } from '../tokens/store.ts';
import { Accounts } from './accounts.ts';
import type { Client, RootClient } from './client.ts';
import { defineRootClient, findClass, perTree } from './create-client.ts';
import { openClient } from './tools.ts';
import type { UserProvider, UserTools } from './user-tools.ts';

/** A client whose calls may also act for users. */
export type UserClient<Tree, OAuth> = RootClient<Tree> & {
  /**
   * Returns this client, acting for a user: its calls use the user's grant. They count against the user's rate limit if
   * the provider counts per user, and otherwise against the client's. Expired grants are renewed once for all callers.
   *
   * Its calls fail with `reauthorization_required` if the account has no grant or an expired one that cannot be
   * renewed, and with `permission_denied` if the grant lacks the scope; both before the request.
   *
   * Returns the same object for the same account while anything holds it, so that a test can replace its methods. It is
   * closed with this client, and has no `close` of its own.
   *
   * @param account Your own name for the user; the grant is stored under it.
   */
  withAccount(account: string): Client<Tree>;
  /**
   * Stores a user's grant for `withAccount`, replacing any earlier one. A grant without `obtainedAt` counts as obtained
   * now.
   *
   * @throws ApiError `invalid_params` when a field is invalid, such as an empty token or one with a line break, before
   * anything is stored; `unavailable` when the token store fails.
   */
  setGrant(account: string, grant: Grant): Promise<void>;
  /** Sign-in of users. */
  readonly oauth: OAuth;
};

/** Reads a grant from the caller, which counts as obtained now unless it states when; an error names the problem. */
function readGivenGrant(given: Grant, now: number): Grant {
  try {
    const { accessToken, refreshToken, ...shown } = readGrant(given);
    return createGrant({ obtainedAt: now, ...shown, accessToken, refreshToken });
  } catch (error) {
    throw codedError('invalid_params', (error as Error).message);
  }
}

/**
 * Creates a client from declared endpoints, as `createClient` does, with users.
 *
 * @param signIn Creates the client's `oauth`.
 */
export function createUserClient<const Tree extends object, OAuth extends object>(
  given: UserProvider,
  tree: Tree,
  signIn: (tools: UserTools) => OAuth,
): UserClient<Tree, OAuth> {
  const lifecycle = given.lifecycle ?? createLifecycle(given);
  const provider = { ...given, lifecycle };
  const { client: root, tools } = openClient(provider, createUserClient);
  const { options } = provider;
  // No other process can change this process's memory.
  const ownStore = { tokens: memoryStore(), storeCheckMs: Number.POSITIVE_INFINITY };
  const app = { ...provider.app, options: { ...options, ...(options.tokens ? {} : ownStore) } };
  const accounts = new Accounts({ provider, app, client: root, tools });

  const toApiError = (operation: string, error: unknown): unknown =>
    isApiError(error) ? error : new Operation(provider, operation, traceBelow(createUserClient)).failWith(error);
  const guard: UserTools['guard'] = async (operation, work) => {
    try {
      return await lifecycle.hold(Promise.resolve(work()));
    } catch (error) {
      throw toApiError(operation, error);
    }
  };
  const sendAs: UserTools['sendAs'] = (grant, operation, endpoint, params = {}) => {
    const own = { get: () => grant, reject() {} };
    const client = { ...root, grants: { app: own, user: own, 'app-or-user': own } };
    return callEndpoint(new Call(client, { operation, endpoint, params, isOwn: true }));
  };
  const actAs = (account: string) => {
    try {
      return accounts.context(account);
    } catch (error) {
      throw toApiError('withAccount', error);
    }
  };

  const { setGrant } = refuseOnceClosed(root, '', {
    setGrant: (account: string, grant: Grant) =>
      guard('setGrant', () => {
        const source = accounts.grant(account);
        return source.set(readGivenGrant(grant, timeOf(options)));
      }),
  });
  const userTools = { ...tools, app, accounts, guard, sendAs, consentLastsMs: provider.consentLastsMs };
  const oauth = refuseOnceClosed(root, 'oauth.', signIn(userTools));

  return new (findUserClass(tree))({ ...root, users: { setGrant, oauth, actAs } }, true) as UserClient<Tree, OAuth>;
}

/** Returns the class of clients whose calls may also act for users. */
const findUserClass = perTree((tree) => {
  const AccountClient = findClass(tree);
  return defineRootClient(tree, {
    setGrant: ({ users }) => users?.setGrant,
    oauth: ({ users }) => users?.oauth,
    withAccount({ users, bound }) {
      const clients = heldOnce<ClientContext, object>((context) => new AccountClient({ ...context, bound }));
      return (account: string) => clients((users as UsersContext).actAs(account));
    },
  });
});

/**
 * Makes methods other than endpoint calls, such as `oauth`'s, reject once the client is closed, and makes `close` wait
 * for running ones.
 *
 * @param prefix Start of their operation names: `oauth.`; empty at the top.
 */
function refuseOnceClosed<Methods extends object>(
  { provider, lifecycle }: ClientContext,
  prefix: string,
  methods: Methods,
): Methods {
  const guarded = Object.entries(methods).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method];
    const run = (...args: unknown[]): unknown => {
      if (lifecycle.state !== 'open')
        return Promise.reject(new Operation(provider, prefix + name, traceBelow(run)).closed());
      const result: unknown = method(...args);
      return result instanceof Promise ? lifecycle.hold(result) : result;
    };
    return [name, run];
  });
  return Object.fromEntries(guarded) as Methods;
}
