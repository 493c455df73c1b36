import type { CallSpec } from '../declare/endpoint.ts';
import type { Provider, Tools } from '../declare/provider.ts';
import type { Grant } from '../declare/token-store.ts';
import type { GrantProblem } from '../errors/api-error.ts';
import type { WaitUntil } from '../shared/requests.ts';
import type { OAuthApp } from '../tokens/app-grants.ts';
import type { GrantSource } from '../tokens/grant-source.ts';
import type { Client } from './client.ts';

/** A provider whose users sign in. */
export interface UserProvider extends Provider {
  /** Application at the authorization server that users sign in to. */
  readonly app: OAuthApp;
  readonly grants: NonNullable<Provider['grants']>;
  /** Milliseconds after consent in which refresh tokens end, whatever happens. Default: never. */
  readonly consentLastsMs?: number;
  /**
   * Why the authorization server refused a refresh token, from the body of its response. Default: `refused`, for servers that
   * do not say.
   */
  problemOfRefusal?(details: unknown): GrantProblem;
}

/** The grants of a client's users. */
export interface AccountGrants {
  /**
   * Returns the source that stores and refreshes the grant of an account.
   *
   * @throws a coded error `invalid_params` if `account` is not a non-empty, well-formed string.
   */
  grant(account: string): GrantSource;
  /**
   * Calls declared endpoints for a user. Throws as `grant` does.
   *
   * @param background Whether no caller waits for these calls; see {@link Provider.background}. Default `false`.
   */
  client<Tree extends object>(account: string, tree: Tree, background?: boolean): Client<Tree>;
  /**
   * Called whenever a call of the API uses an account's grant, and when `accounts.token` returns its token.
   *
   * @param waitUntil Keeps the runtime going for work that it leads to, if the call has such a function.
   */
  onUse?: ((account: string, waitUntil?: WaitUntil) => void) | undefined;
}

/** What the sign-in of a provider is built from. */
export interface UserTools extends Tools {
  /** Application that users sign in to. */
  readonly app: OAuthApp;
  /** Grants of the client's users. */
  readonly accounts: AccountGrants;
  /** Milliseconds after consent in which refresh tokens end; see {@link UserProvider.consentLastsMs}. */
  readonly consentLastsMs: number | undefined;
  /** Sends a declared call with a grant that is not stored, such as one that was just obtained. */
  sendAs(grant: Grant, operation: string, endpoint: CallSpec, params?: Record<string, unknown>): Promise<unknown>;
  /** Resolves like `work`; whatever it throws becomes an `ApiError` of `operation`. */
  guard<T>(operation: string, work: () => T | Promise<T>): Promise<T>;
}
