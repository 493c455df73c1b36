import type { EndpointSpec } from '../declare/endpoint.ts';
import type { CallOptions } from '../declare/options.ts';
import type { CallGrants, ClientEvent, Provider } from '../declare/provider.ts';
import type { Budget, RateRule } from '../rate/budget.ts';

// What the stages of the pipeline hand to each other.

/** What all calls of a client share. @internal */
export interface ClientContext {
  readonly provider: Provider;
  readonly budget: Budget;
  /** The time, Unix milliseconds. */
  readonly now: () => number;
  /** Reports to `onEvent`. */
  readonly emit: (event: ClientEvent) => void;
}

/** One call of an endpoint, which may take several requests. @internal */
export interface Call<Spec extends EndpointSpec = EndpointSpec> {
  /** The method as it is called on the client: `streams.list`. */
  readonly operation: string;
  readonly endpoint: Spec;
  readonly options: CallOptions;
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
}

/** A request that is built, and what it needs before it may be sent. @internal */
export interface PreparedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body: string | undefined;
  /** The buckets of the rate budget that it draws from. */
  readonly rules: readonly RateRule[];
  /** Where its token comes from. Undefined: it needs none. */
  readonly grants: CallGrants | undefined;
}
