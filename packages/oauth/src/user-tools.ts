import type { Client, Grant, GrantProblem, WaitUntil } from '@x/core';
import type { Authorizer, CallSpec, GrantSource, Provider, Tools } from '@x/core/provider';
import type { OAuthApp } from './app-grants.ts';

/** A provider whose users may act by access tokens that the app has already. */
export interface TokenProvider extends Provider {
  /**
   * Completes the grants of such a token, for example with other values that its requests need. Default: they are used
   * unchanged.
   *
   * @param send Sends a declared call that is authorized with these grants.
   */
  completeToken?(grants: Authorizer, send: (operation: string, endpoint: CallSpec) => Promise<unknown>): Authorizer;
}

/** A provider whose users sign in. */
export interface UserProvider extends Provider {
  /** Application that users sign in to at the authorization server. */
  readonly app: OAuthApp;
  readonly grants: NonNullable<Provider['grants']>;
  /** Milliseconds after consent at which refresh tokens expire, regardless of use. Default: never. */
  readonly consentLastsMs?: number;
  /**
   * Determines why the authorization server refused a refresh token, from its response body. Default: `refused`, for
   * servers that give no reason.
   */
  problemOfRefusal?(details: unknown): GrantProblem;
}

/** Grants of a client's users. */
export interface UserAccounts {
  /**
   * Returns the source that stores and refreshes an account's grant.
   *
   * @throws a coded error `invalid_params` if `account` is not a non-empty, well-formed string.
   */
  grant(account: string): GrantSource;
  /**
   * Creates a client that calls declared endpoints for a user. Throws as `grant` does.
   *
   * @param background Whether no caller waits for these calls; see `SendOptions.background`. Default `false`.
   */
  client<Tree extends object>(account: string, tree: Tree, background?: boolean): Client<Tree>;
  /**
   * Called whenever a call of the API uses an account's grant, and when `accounts.token` returns its token.
   *
   * @param waitUntil Keeps the runtime alive for work that this starts, if the call has such a function.
   */
  onUse?: ((account: string, waitUntil?: WaitUntil) => void) | undefined;
}

/** Tools that a provider's sign-in is built from. */
export interface UserTools extends Tools {
  /** Application that users sign in to. */
  readonly app: OAuthApp;
  /** Grants of the client's users. */
  readonly accounts: UserAccounts;
  /** Milliseconds after consent at which refresh tokens expire; see {@link UserProvider.consentLastsMs}. */
  readonly consentLastsMs: number | undefined;
  /** Sends a declared call with a grant that is not stored, such as one that was just obtained. */
  sendAs(grant: Grant, operation: string, endpoint: CallSpec, params?: Record<string, unknown>): Promise<unknown>;
}
