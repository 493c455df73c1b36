import { type Client, type ClientLifecycle, isApiError, memoryStore, type RootClient } from '@x/core';
import {
  type Below,
  type ClientClass,
  type ClientContext,
  createLifecycle,
  defineRootClient,
  findClass,
  heldOnce,
  keepRunning,
  Operation,
  openClient,
  perTree,
  sendOwnCall,
  traceBelow,
  withTrace,
} from '@x/core/provider';
import { Accounts } from './accounts.ts';
import { type ClientAccounts, createClientAccounts } from './client-accounts.ts';
import { openTokens, type TokenContext, type TokenMethods, tokenProperties } from './token-client.ts';
import type { UserProvider, UserTools } from './user-tools.ts';

/** Signs users in, and acts for them. `AccountClient` is the client of one user. */
export interface UserMethods<AccountClient, OAuth, Accounts = ClientAccounts> extends TokenMethods<AccountClient> {
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
  withAccount(account: string): AccountClient;
  /** Grants of users, each under your own name for the user. */
  readonly accounts: Accounts;
  /** Sign-in of users. */
  readonly oauth: OAuth;
}

/** A client whose calls may also act for users. `AccountClient` is the client of one user. */
export type UserClient<Tree, OAuth, Accounts = ClientAccounts, AccountClient = Client<Tree>> = RootClient<Tree> &
  UserMethods<AccountClient, OAuth, Accounts>;

/**
 * A client of an app without a secret. Such an app has no token of its own, so its client only signs users in, and acts
 * for them with `withAccount` and `withToken`.
 */
export interface PublicUserClient<AccountClient, OAuth, Accounts = ClientAccounts>
  extends UserMethods<AccountClient, OAuth, Accounts>,
    ClientLifecycle {}

/**
 * Creates a client from declared endpoints, as `createClient` does, with users. If the app has no secret, the client
 * itself has no endpoints, only the clients of its users.
 *
 * @param signIn Creates the client's `oauth`.
 * @param ownAccounts Creates the methods of `accounts` that only this provider has. Default: none.
 */
export function createUserClient<const Tree extends object, OAuth extends object, Own extends object = object>(
  given: UserProvider,
  tree: Tree,
  signIn: (tools: UserTools) => OAuth,
  ownAccounts?: (tools: UserTools) => Own,
): UserClient<Tree, OAuth, ClientAccounts & Own> {
  const lifecycle = given.lifecycle ?? createLifecycle(given);
  const provider = { ...given, lifecycle };
  const { client: root, tools } = openClient(provider, createUserClient);
  const { options } = provider;
  // No other process can change this process's memory.
  const ownStore = { tokens: memoryStore(), storeCheckMs: Number.POSITIVE_INFINITY };
  const app = { ...provider.app, options: { ...options, ...(options.tokens ? {} : ownStore) } };
  const accounts = new Accounts({ provider, app, client: root, tools });

  const guard: UserTools['guard'] = async (operation, work) => {
    try {
      return await lifecycle.hold(Promise.resolve(work()));
    } catch (error) {
      throw isApiError(error) ? error : new Operation(provider, operation).failWith(error);
    }
  };
  const sendAs: UserTools['sendAs'] = (grant, operation, endpoint, params = {}) => {
    const own = { get: () => grant, reject() {} };
    return sendOwnCall(root, { app: own, user: own, 'app-or-user': own }, operation, endpoint, params);
  };
  const actAs = (account: string, below: Below) => {
    try {
      return accounts.context(account);
    } catch (error) {
      throw new Operation(provider, 'withAccount', traceBelow(below)).failWith(error);
    }
  };

  const userTools = { ...tools, app, accounts, guard, sendAs, consentLastsMs: provider.consentLastsMs };
  const users: UsersContext = {
    withToken: openTokens(root),
    oauth: refuseOnceClosed(root, 'oauth', signIn(userTools)),
    accounts: refuseOnceClosed(root, 'accounts', {
      ...createClientAccounts(userTools),
      ...ownAccounts?.(userTools),
    }),
    actAs,
  };
  const findRootClass = app.clientSecret === undefined ? findPublicClass : findUserClass;
  return new (findRootClass(tree))({ ...root, own: users }, true) as UserClient<Tree, OAuth, ClientAccounts & Own>;
}

/** State of clients with users. */
interface UsersContext extends TokenContext {
  readonly accounts: object;
  readonly oauth: object;
  /** Returns the context of calls that act for an account. */
  actAs(account: string, below: Below): ClientContext;
}

/** Returns the class of clients whose calls may also act for users. */
const findUserClass = perTree((tree) => defineUserClient(tree, tree));

/** Returns the class of clients whose calls can only act for users. */
const findPublicClass = perTree((tree) => defineUserClient(tree, {}));

/** @param callable Endpoints that the application itself can call. */
function defineUserClient(tree: object, callable: object): ClientClass {
  const AccountClient = findClass(tree);
  return defineRootClient(callable, {
    ...tokenProperties(tree),
    accounts: ({ own }) => (own as UsersContext).accounts,
    oauth: ({ own }) => (own as UsersContext).oauth,
    withAccount({ own, bound }) {
      const clients = heldOnce<ClientContext, object>((context) => new AccountClient({ ...context, bound }));
      return function withAccount(account: string) {
        return clients((own as UsersContext).actAs(account, withAccount));
      };
    },
  });
}

/**
 * Makes methods other than endpoint calls, such as `oauth`'s, reject once the client is closed, and makes `close` wait
 * for running ones.
 *
 * @param group The property of the client that they belong to: `oauth`.
 */
function refuseOnceClosed<Methods extends object>(
  { provider, lifecycle }: ClientContext,
  group: string,
  methods: Methods,
): Methods {
  const guarded = Object.entries(methods).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method];
    const run = (...args: unknown[]): unknown => {
      const called = new Operation(provider, `${group}.${name}`, traceBelow(run));
      if (lifecycle.state !== 'open') return Promise.reject(called.closed());
      const result: unknown = method(...args);
      if (!(result instanceof Promise)) return result;
      try {
        keepRunning(result, provider.options.waitUntil); // a code works once, so its grant must be stored
      } catch (error) {
        return Promise.reject(called.failWith(error));
      }
      return lifecycle.hold(result).catch((error) => {
        throw withTrace(error, called.trace);
      });
    };
    return [name, run];
  });
  return Object.fromEntries(guarded) as Methods;
}
