import type { Lifecycle } from '../declare/lifecycle.ts';
import type { AuthGrants, Provider } from '../declare/provider.ts';
import type { ClientRateLimiter } from '../rate/client-rate-limiter.ts';
import type { Address } from '../shared/address.ts';
import type { AccessTokenSource } from '../tokens/given-token.ts';
import type { BoundOptions } from './bound-options.ts';
import type { EventSource } from './call-events.ts';

/**
 * Everything the calls of a client share. An account's client, and the client that `with` returns, are copies with
 * other fields. @internal
 */
export interface ClientContext {
  readonly provider: Provider;
  /** Addresses of the API and of its authorization server. */
  readonly addresses: { readonly api: Address; readonly auth: Address };
  /** Account that calls act for. Undefined: the application. */
  readonly account: string | undefined;
  /** Whether nobody waits for its calls. */
  readonly background: boolean;
  /** Options and signals that `with` binds all calls to. */
  readonly bound: BoundOptions | undefined;
  /** Rate limiter that calls count against. */
  readonly limiter: ClientRateLimiter;
  /** Source of the grants for calls. */
  readonly grants: AuthGrants;
  /** Reports to `onEvent`. Undefined where nobody observes the client. */
  readonly events: EventSource | undefined;
  /** Counts the client's calls, and knows whether the client is closed. */
  readonly lifecycle: Lifecycle;
  /** Params and deprecated endpoints that were already reported, so that each is reported only once. */
  readonly reported: Set<string>;
  /** Users of a client whose users sign in. */
  readonly users?: UsersContext | undefined;
  /** Returns the client of a user whose access token the app has already. Undefined where the API has no users. */
  readonly withToken?: ((accessToken: AccessTokenSource, below: Below) => ClientContext) | undefined;
}

/** Users of a client. @internal */
export interface UsersContext {
  readonly accounts: unknown;
  readonly oauth: unknown;
  /** Returns the client of an account. */
  actAs(account: string, below: Below): ClientContext;
}

/** Function that the application called; the stack of an error starts below it. @internal */
export type Below = (...args: never[]) => unknown;
