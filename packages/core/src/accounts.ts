import { type Client, createClient } from './client.ts';
import type { GrantsOf, Provider } from './provider.ts';
import { createBudget } from './rate-limit.ts';
import { type OAuthApp, oauthCache, refusal } from './tokens/app-grants.ts';
import { createGrant, type Grant } from './tokens/grant.ts';
import { memoryStore } from './tokens/store.ts';

/** A client whose calls may also act for users. */
export type UserClient<Tree> = Client<Tree> & {
  /**
   * The same client, acting for a user: calls go out with that user's grant, and count against that user's rate limit.
   * Grants are renewed when they end, once for all callers.
   *
   * Its calls fail with `reauthorization_required` when there is no grant for the account or it has ended, and with
   * `permission_denied` when the grant lacks the scope; both before the request.
   *
   * @param account Your own name for the user; the grant is kept under it.
   */
  withAccount(account: string): Client<Tree>;
  /** Keeps a user's grant, in place of any earlier one, for `withAccount`. */
  setGrant(account: string, grant: Grant): Promise<void>;
};

/** What a provider whose users sign in has besides. */
export interface UserProvider extends Provider {
  readonly app: OAuthApp;
  readonly grants: NonNullable<Provider['grants']>;
}

/** Binds declared endpoints to a provider, as `createClient` does, with users. */
export function createUserClient<const Tree extends object>(provider: UserProvider, tree: Tree): UserClient<Tree> {
  const { options } = provider;
  const app = { ...provider.app, options: { ...options, tokens: options.tokens ?? memoryStore() } };
  // One provider per account for as long as anybody holds a client of it: two would renew the same grant twice.
  const accounts = new Map<string, WeakRef<ReturnType<typeof open>>>();
  const forgotten = new FinalizationRegistry((account: string) => {
    if (!accounts.get(account)?.deref()) accounts.delete(account);
  });
  let tools: Parameters<UserProvider['grants']>;
  let grantsOfApp: GrantsOf;

  function open(account: string) {
    const cache = oauthCache(app, `user ${encodeURIComponent(account)}`, ...tools, (current) => {
      if (current?.refreshToken) return { grant_type: 'refresh_token', refresh_token: current.refreshToken };
      const what = current ? 'its grant has ended and cannot be refreshed' : 'there is no grant';
      throw refusal('reauthorization_required', `account ${account}: ${what}. Send the user through consent again`);
    });
    const grantsOf: GrantsOf = (draft) => {
      const { auth, scopes } = draft.endpoint;
      if (!/user/.test(auth)) return grantsOfApp(draft);
      return {
        ...cache,
        async get() {
          const grant = await cache.get();
          if (scopes && grant.scopes && !scopes.some((scope) => grant.scopes?.includes(scope)))
            throw refusal(
              'permission_denied',
              `account ${account}: its grant lacks the scope ${scopes.join(' or ')}. Ask the user for it`,
            );
          return grant;
        },
      };
    };
    const budget = createBudget(() => (options.clock ?? Date).now());
    return { ...provider, cache, budget, grants: () => grantsOf };
  }

  function accountOf(account: string) {
    let opened = accounts.get(account)?.deref();
    if (!opened) {
      opened = open(account);
      accounts.set(account, new WeakRef(opened));
      forgotten.register(opened, account);
    }
    return opened;
  }

  const grants: UserProvider['grants'] = (...given) => {
    tools = given;
    grantsOfApp = provider.grants(...given);
    return grantsOfApp;
  };
  return Object.assign(createClient({ ...provider, grants }, tree), {
    withAccount: (account: string) => createClient(accountOf(account), tree),
    setGrant: (account: string, grant: Grant) => accountOf(account).cache.set(createGrant(grant)),
  });
}
