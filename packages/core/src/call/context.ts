import type { Lifecycle } from '../declare/lifecycle.ts';
import type { AuthGrants, Provider } from '../declare/provider.ts';
import type { ClientRateLimiter } from '../rate/client-rate-limiter.ts';
import type { Address } from '../shared/address.ts';
import type { BoundOptions } from './bound-options.ts';
import type { EventSource } from './call-events.ts';

/** Everything the calls of a client share. An account's client, and the one that `with` returns, are copies with other fields. @internal */
export interface ClientContext {
  readonly provider: Provider;
  /** Where requests to the API and to its authorization server go. */
  readonly addresses: { readonly api: Address; readonly auth: Address };
  /** The account that calls act for. Undefined: the application. */
  readonly account: string | undefined;
  /** Whether nobody waits for its calls. */
  readonly background: boolean;
  /** The options and signals that `with` binds all calls to. */
  readonly bound: BoundOptions | undefined;
  /** Where calls are counted. */
  readonly limiter: ClientRateLimiter;
  /** Where calls get their grants. */
  readonly grants: AuthGrants;
  /** Reports to `onEvent`. Undefined where nobody observes the client. */
  readonly events: EventSource | undefined;
  /** Counts its calls, and knows whether it is closed. */
  readonly lifecycle: Lifecycle;
  /** What was reported of params and deprecated endpoints: each is reported once. */
  readonly reported: Set<string>;
  /** The users of a client whose users sign in. */
  readonly users?: UsersContext | undefined;
}

/** The users of a client. @internal */
export interface UsersContext {
  readonly setGrant: unknown;
  readonly oauth: unknown;
  /** Returns the client of an account. */
  actAs(account: string): ClientContext;
}
