import type { EndpointSpec } from '../declare/endpoint.ts';
import type { ClientEvent, EventFields, TokenReport } from '../declare/events.ts';
import type { Lifecycle } from '../declare/lifecycle.ts';
import type { CallOptions } from '../declare/options.ts';
import type { CallGrants, Provider } from '../declare/provider.ts';
import type { Budget, RateRule } from '../rate/budget.ts';
import type { CallProgress } from './progress.ts';

// What the stages of the pipeline hand to each other.

/** Where the events of a client come from. There is none where `onEvent` is not set. @internal */
export interface EventSource {
  /** Returns an id that no other call has. */
  newId(): string;
  /** What all events of a call have in common. */
  fieldsOf(call: Call): EventFields;
  /** Reports an event. Returns what the observer returned, which may be an `EventScope`. */
  emit(event: ClientEvent): unknown;
  /** Reports what happened to a grant. */
  reportToken(report: TokenReport): void;
}

/** What all calls of a client share. @internal */
export interface ClientContext {
  readonly provider: Provider;
  readonly budget: Budget;
  /** The time, Unix milliseconds. */
  readonly now: () => number;
  /** Reports to `onEvent`. Undefined where nobody observes the client. */
  readonly events: EventSource | undefined;
  /** What is known of its calls, and whether it is closed. */
  readonly lifecycle: Lifecycle;
}

/** One call of an endpoint, which may take several requests. @internal */
export interface Call<Spec extends EndpointSpec = EndpointSpec> {
  /** The method as it is called on the client: `streams.list`. */
  readonly operation: string;
  readonly endpoint: Spec;
  readonly options: CallOptions;
  /** The signals that its client is bound to by `with`: each ends the call as `options.signal` does. */
  readonly signals?: readonly AbortSignal[] | undefined;
  /** Ends the call as `options.signal` does, when the list that it belongs to is left. */
  readonly stop?: AbortSignal | undefined;
  /** As the caller passed them; some may be secret. */
  readonly params: unknown;
  /** Other secret values of this call: the tokens that it was sent with. */
  readonly secrets: Set<unknown>;
  /** Holds the caller's stack. */
  readonly trace: { readonly stack?: string };
  /** Whether nobody waits for it: it must not keep the process alive. */
  readonly background?: boolean | undefined;
  /** What is known of it while it runs. */
  readonly progress: CallProgress;
  /** Its id in events. Default: the next one of the client. */
  readonly callId?: string | undefined;
  /** The account that it is made for, where that is not the account of its client. */
  readonly account?: string | undefined;
  /** Whether the client makes it for another call, such as a token request: it is sent while the client is closing, too. */
  readonly isOwn?: boolean | undefined;
  /** Whether its path was written by the caller: then events show a template in place of it. */
  readonly custom?: boolean | undefined;
  /** The page that it fetches; undefined for a call that is not a list. */
  readonly list?: { readonly id: string | undefined; readonly page: number } | undefined;
}

/** A request that is built, and what it needs before it may be sent. @internal */
export interface PreparedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body: string | undefined;
  /** Whether it has the ETag of a stored response: then the server may respond that nothing has changed. */
  readonly isConditional?: boolean | undefined;
  /** The buckets of the rate budget that it draws from. */
  readonly rules: readonly RateRule[];
  /** Where its token comes from. Undefined: it needs none. */
  readonly grants: CallGrants | undefined;
}
