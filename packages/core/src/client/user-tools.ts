import type { Provider, Tools } from '../declare/provider.ts';
import type { OAuthApp } from '../tokens/app-grants.ts';
import type { TokenCache } from '../tokens/cache.ts';
import type { Client } from './client.ts';

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
