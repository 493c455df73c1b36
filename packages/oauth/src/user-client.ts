import { type Client, type ClientLifecycle, memoryStore, type RootClient } from '@x/core';
import { createChildClient, createRootClient, openClient, ownMethods } from '@x/core/provider';
import { Accounts } from './accounts.ts';
import { type ClientAccounts, createClientAccounts } from './client-accounts.ts';
import { type TokenMethods, tokenContexts, tokenMethod } from './token-client.ts';
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
  provider: UserProvider,
  tree: Tree,
  signIn: (tools: UserTools) => OAuth,
  ownAccounts?: (tools: UserTools) => Own,
): UserClient<Tree, OAuth, ClientAccounts & Own> {
  const { client: root, tools } = openClient(provider, createUserClient);
  const { options, consentLastsMs } = provider;
  // No other process can change this process's memory.
  const ownStore = { tokens: memoryStore(), storeCheckMs: Number.POSITIVE_INFINITY };
  const app = { ...provider.app, options: { ...options, ...(options.tokens ? {} : ownStore) } };
  const users = new Accounts({ provider, app, client: root, tools });
  const sendAs: UserTools['sendAs'] = (grant, operation, endpoint, params = {}) => {
    const own = { get: () => grant, reject() {} };
    return tools.send(operation, endpoint, params, { grants: { app: own, user: own, 'app-or-user': own } });
  };
  const userTools = { ...tools, app, accounts: users, sendAs, consentLastsMs };
  const oauth = ownMethods(root, 'oauth', signIn(userTools));
  const accounts = ownMethods(root, 'accounts', { ...createClientAccounts(userTools), ...ownAccounts?.(userTools) });
  const actAs = tokenContexts(root, tools);
  // Without a secret, the application itself cannot call anything.
  return createRootClient(root, app.clientSecret === undefined ? {} : tree, (bound) => ({
    withToken: tokenMethod(bound, tree, tools, actAs),
    accounts,
    oauth,
    withAccount: function withAccount(account: string) {
      try {
        return createChildClient(bound, users.context(account), tree);
      } catch (error) {
        throw tools.failBelow(withAccount, 'withAccount', error);
      }
    },
  })) as UserClient<Tree, OAuth, ClientAccounts & Own>;
}
