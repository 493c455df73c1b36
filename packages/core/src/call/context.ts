import type { EndpointSpec } from '../declare/endpoint.ts';
import type { ClientEvent, EventFields, TokenReport } from '../declare/events.ts';
import type { Lifecycle } from '../declare/lifecycle.ts';
import type { AuthGrants, Provider } from '../declare/provider.ts';
import type { ClientBudget } from '../rate/client-budget.ts';
import type { BoundOptions } from './bound-options.ts';

/** A call, as its events show it. @internal */
export interface ObservedCall {
  readonly callId: string | undefined;
  readonly shownOperation: string;
  readonly endpoint: EndpointSpec;
  readonly custom: { readonly template: string } | undefined;
  readonly account: string | undefined;
  readonly list: { readonly id: string | undefined; readonly page: number } | undefined;
}

/** Where the events of a client come from. There is none where `onEvent` is not set. @internal */
export interface EventSource {
  /** Returns an id that no other call has. */
  newId(): string;
  /** Returns the fields that all events of a call share. */
  fieldsOf(call: ObservedCall): EventFields;
  /** Reports an event. Returns what the observer returned, which may be an `EventScope`. */
  emit(event: ClientEvent): unknown;
  /** Reports what happened to a grant. */
  reportToken(report: TokenReport): void;
}

/** Everything the calls of a client share. An account's client, and the one that `with` returns, are copies with other fields. @internal */
export interface ClientContext {
  readonly provider: Provider;
  /** The account that calls act for. Undefined: the application. */
  readonly account: string | undefined;
  /** Whether nobody waits for its calls. */
  readonly background: boolean;
  /** The options and signals that `with` binds all calls to. */
  readonly bound: BoundOptions | undefined;
  /** Where calls are counted. */
  readonly budget: ClientBudget;
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
