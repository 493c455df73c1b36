import { type GrantsOf, type Provider, type Tools, timeOf } from '../declare/provider.ts';
import { isApiError, noGrant, refusal } from '../errors.ts';
import { accountBudget, budgetOf } from '../rate/memory-budget.ts';
import { grantCache, type OAuthApp, requestGrant } from '../tokens/app-grants.ts';
import type { TokenCache } from '../tokens/cache.ts';
import { type Grant, readGrant } from '../tokens/grant.ts';
import { memoryStore } from '../tokens/store.ts';
import { type Client, createClient } from './create-client.ts';

/** A client whose calls may also act for users. */
export type UserClient<Tree, OAuth> = Client<Tree> & {
  /**
   * The same client, acting for a user: calls go out with that user's grant. They count against that user's rate limit where
   * the provider counts per user, and else against the client's.
   * Grants are renewed when they end, once for all callers.
   *
   * Its calls fail with `reauthorization_required` when there is no grant for the account or it has ended, and with
   * `permission_denied` when the grant lacks the scope; both before the request.
   *
   * @param account Your own name for the user; the grant is kept under it.
   */
  withAccount(account: string): Client<Tree>;
  /**
   * Stores a user's grant, in place of any earlier one, for `withAccount`.
   *
   * @throws ApiError `invalid_params` when a field is not valid, such as an empty token or one with a line break, before
   * anything is stored; `unavailable` when the token store fails.
   */
  setGrant(account: string, grant: Grant): Promise<void>;
  /** Sign-in of users. */
  readonly oauth: OAuth;
};

/** What a provider whose users sign in has besides. */
export interface UserProvider extends Provider {
  readonly app: OAuthApp;
  readonly grants: NonNullable<Provider['grants']>;
  /** Milliseconds after consent in which refresh tokens end, whatever happens. Default: never. */
  readonly consentLastsMs?: number;
}

/** The grants of a client's users. */
export interface AccountGrants {
  /** @throws a refusal of code `invalid_params` when `account` is not a non-empty, well-formed string. */
  cache(account: string): TokenCache;
  /**
   * Calls declared endpoints for a user. Throws as `cache` does.
   *
   * @param background Whether nobody waits for these calls; see {@link Provider.background}. Default `false`.
   */
  client<Tree extends object>(account: string, tree: Tree, background?: boolean): Client<Tree>;
  /** Called whenever a call of the API uses an account's grant. */
  onUse?: (account: string) => void;
}

/** What a provider's sign-in is made with. */
export interface UserTools extends Tools {
  readonly app: OAuthApp;
  readonly accounts: AccountGrants;
  /** Resolves like `work`; whatever it throws becomes an `ApiError` of `operation`. */
  guard<T>(operation: string, work: () => T | Promise<T>): Promise<T>;
}

/**
 * Refuses what cannot name a user. Without it, `undefined` would name the application's own grant, all objects the same
 * user, and half a character nobody.
 */
function checkAccount(account: unknown): asserts account is string {
  if (typeof account === 'string' && account !== '' && account.isWellFormed()) return;
  const received =
    account === '' ? 'an empty string' : typeof account === 'string' ? 'invalid Unicode' : typeOf(account);
  throw refusal(
    'invalid_params',
    `account must be a non-empty string: your own id of the user; got ${received}. Convert other ids with String(id)`,
  );
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value);

/** A grant of the caller's; a refusal says what is wrong with it. */
function readGivenGrant(given: Grant): Grant {
  try {
    return readGrant(given);
  } catch (error) {
    throw refusal('invalid_params', (error as Error).message);
  }
}

const heldAccounts = 1000;
const warnAheadMs = 30 * 86_400_000;

/**
 * Binds declared endpoints to a provider, as `createClient` does, with users.
 *
 * @param signIn Makes `oauth` of the client.
 */
export function createUserClient<const Tree extends object, OAuth>(
  provider: UserProvider,
  tree: Tree,
  signIn: (tools: UserTools) => OAuth,
): UserClient<Tree, OAuth> {
  const { options, name } = provider;
  const app = { ...provider.app, options: { ...options, tokens: options.tokens ?? memoryStore() } };
  const budget = provider.budget ?? budgetOf(provider);
  // One provider per account for as long as anybody holds a client of it: two would renew the same grant twice.
  const opened = new Map<string, WeakRef<ReturnType<typeof open>>>();
  const forgotten = new FinalizationRegistry((account: string) => {
    if (!opened.get(account)?.deref()) opened.delete(account);
  });
  // Those used last are held: a grant at hand serves while the store is away, and one that the store failed to take is here only.
  const recent = new Map<string, ReturnType<typeof open>>();
  const accounts: AccountGrants = {
    cache: (account) => accountOf(account).cache,
    client: (account, own, background = false) => createClient({ ...accountOf(account), background }, own),
  };
  let tools!: Tools;
  let grantsOfApp!: GrantsOf;

  function open(account: string) {
    const cache = grantCache(app, tools, account, async (current, background) => {
      if (current?.refreshToken) {
        const fields = { grant_type: 'refresh_token', refresh_token: current.refreshToken };
        return requestGrant(app, tools, 'oauth.refresh', fields, current, app.endpoint, background);
      }
      const what = current ? 'its grant has ended and cannot be refreshed' : 'there is no grant';
      throw refusal('reauthorization_required', `account ${account}: ${what}. Send the user through consent again`);
    });
    let warnedAt = 0;

    /** Tells once a day that the user will have to consent anew. */
    function warn({ authorizedAt }: Grant): void {
      const now = timeOf(options);
      if (!authorizedAt || !provider.consentLastsMs || now < warnedAt + 86_400_000) return;
      const endsAt = authorizedAt + provider.consentLastsMs;
      if (now < endsAt - warnAheadMs) return;
      warnedAt = now;
      tools.emit({ type: 'token', provider: name, account, outcome: 'ending', endsAt });
    }

    const grantsOf: GrantsOf = (draft) => {
      const { auth, scopes, host } = draft.endpoint;
      if (!/user/.test(auth)) return grantsOfApp(draft);
      return {
        ...cache,
        check(grant) {
          if (scopes && grant.scopes && !scopes.some((scope) => grant.scopes?.includes(scope)))
            throw refusal(
              'permission_denied',
              `account ${account}: its grant lacks the scope ${scopes.join(' or ')}. Ask the user for it`,
            );
          warn(grant);
          if (host !== 'auth') accounts.onUse?.(account);
        },
      };
    };
    const own = accountBudget(budget, budgetOf(provider, account));
    return { ...provider, account, cache, budget: own, grants: () => grantsOf };
  }

  function accountOf(account: string) {
    checkAccount(account);
    let known = opened.get(account)?.deref();
    if (!known) {
      known = open(account);
      opened.set(account, new WeakRef(known));
      forgotten.register(known, account);
    }
    recent.delete(account);
    recent.set(account, known);
    const [oldest = ''] = recent.keys();
    if (recent.size > heldAccounts) recent.delete(oldest);
    return known;
  }

  const errorOf = (operation: string, error: unknown): unknown => {
    if (isApiError(error)) return error;
    const { code, message } = noGrant(error as Error);
    return tools.fail(operation, code, message);
  };

  const guard: UserTools['guard'] = async (operation, work) => {
    try {
      return await work();
    } catch (error) {
      throw errorOf(operation, error);
    }
  };

  function withAccount(account: string): Client<Tree> {
    let acting: ReturnType<typeof accountOf>;
    try {
      acting = accountOf(account);
    } catch (error) {
      throw errorOf('withAccount', error);
    }
    return createClient(acting, tree);
  }

  const grants: UserProvider['grants'] = (given) => {
    tools = given;
    grantsOfApp = provider.grants(given);
    return grantsOfApp;
  };
  const root = createClient({ ...provider, budget, grants }, tree);
  return Object.assign(root, {
    withAccount,
    setGrant: (account: string, given: Grant) =>
      guard('setGrant', () => {
        const { cache } = accountOf(account);
        return cache.set(readGivenGrant(given));
      }),
    oauth: signIn({ ...tools, app, accounts, guard }),
  });
}
