import type { Lifecycle } from '../declare/lifecycle.ts';
import type { Authorizers, Provider } from '../declare/provider.ts';
import type { ClientRateLimiter } from '../rate/client-rate-limiter.ts';
import type { Address } from '../shared/address.ts';
import type { BoundOptions } from './bound-options.ts';
import type { EventSource } from './call-events.ts';

/**
 * Everything the calls of a client share. An account's client, and the client that `with` returns, are copies with
 * other fields.
 */
export interface ClientContext {
  readonly provider: Provider;
  /** Addresses of the API, which may turn out to be another one, and of its authorization server. */
  readonly addresses: { api: Address; readonly auth: Address };
  /** Account that calls act for. Undefined: the application. */
  readonly account: string | undefined;
  /** Whether nobody waits for its calls. */
  readonly background: boolean;
  /** Options and signals that `with` binds all calls to. */
  readonly bound: BoundOptions | undefined;
  /** Rate limiter that calls count against. */
  readonly limiter: ClientRateLimiter;
  /** Source of the grants for calls. */
  readonly grants: Authorizers;
  /** Reports to `onEvent`. Undefined where nobody observes the client. */
  readonly events: EventSource | undefined;
  /** Counts the client's calls, and knows whether the client is closed. */
  readonly lifecycle: Lifecycle;
  /** Params and deprecated endpoints that were already reported, so that each is reported only once. */
  readonly reported: Set<string>;
  /** Creates the members that the client has besides those of all clients, as `withAccount`. Undefined: none. */
  readonly ownMembers: ((client: ClientContext) => object) | undefined;
}
