import type { EndpointSpec } from '../declare/endpoint.ts';
import type { CallEvent, ClientEvent, EventFields } from '../declare/events.ts';
import type { CallOptions } from '../declare/options.ts';
import type { Authorizer, ClientOptions, Draft, SendOptions } from '../declare/provider.ts';
import type { RateLimitRule, RateLimitState } from '../declare/rate-limiter.ts';
import type { Grant } from '../declare/token-store.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Address } from '../shared/address.ts';
import type { WireResponse } from '../transport/fetch.ts';
import { type BoundOptions, mergeOptions, noOptions } from './bound-options.ts';
import type { ClientContext } from './context.ts';
import { Operation, type Trace } from './operation.ts';
import { Progress } from './progress.ts';

/** Values of a request, grouped by where they are sent. */
export interface RequestValues {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

/** Values of a request that no declaration covers. */
export interface CustomCallValues extends RequestValues {
  /** Path without the caller's values, for events. */
  readonly template: string;
  /** Problem with the values; undefined if there is none. */
  readonly problem: string | undefined;
}

/** A difference between the documentation and params that are sent regardless. */
export interface ParamDifference {
  /** Path of the place, with `[]` for every index of a list. Empty for all params. */
  readonly place: string;
  /** Difference in words, without any value of the params. */
  readonly message: string;
  /**
   * Identifies the difference by its place and, for an undocumented value, by the value. It may be secret, and is never
   * shown.
   */
  readonly key: string;
}

/** Values that are sent although the provider does not document them. */
export interface Undocumented {
  /** Names of the params that no schema declares. */
  readonly extras: readonly string[];
  /** Differences between the params and the documentation. */
  readonly differences: readonly ParamDifference[];
}

/** A built request, and everything it needs before it can be sent. */
export interface PreparedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is none. */
  readonly body: string | undefined;
  /** Buckets of the rate limiter that it draws from. */
  readonly rules: readonly RateLimitRule[];
  /** Source of its token. Undefined: it needs none. */
  readonly grants: Authorizer | undefined;
  readonly draft: Draft;
  /** Set by `replay`: whether it was sent again because the provider refused its token. */
  isReplayed: boolean;
}

/** Waits longer than this many milliseconds are reported before they begin. */
export const longWaitMs = 1000;

/** Settings of one call: its own options, else the client's, else the defaults. */
export interface Settings
  extends Required<Pick<ClientOptions, 'waitUntil' | 'deadlineMs'>>,
    Defined<
      Pick<ClientOptions, 'retries' | 'maxWaitMs' | 'timeoutMs' | 'maxBodyBytes' | 'maxRetryAfterMs' | 'random'>
    > {
  /** Whether it is safe to repeat a request that the server may have processed. */
  readonly repeatable: boolean;
}

type Defined<T> = { readonly [Name in keyof T]-?: NonNullable<T[Name]> };

/** Ends a call from outside: the caller's signals, leaving a list, `deadlineMs`, or closing the client. */
export interface Deadline {
  /** Aborts when the call has to end. */
  readonly signal: AbortSignal;
  /** Whether the call has to end. */
  readonly isOver: boolean;
  /**
   * Calls `run` when the call has to end, unless it already has to.
   *
   * @returns A function that removes `run` again.
   */
  onEnd(run: () => void): () => void;
  /** Returns the milliseconds until `deadlineMs` has passed; undefined without a deadline. */
  leftMs(): number | undefined;
}

/** Input of a new call. */
export interface CallInit<Spec extends EndpointSpec> {
  readonly operation: string;
  readonly endpoint: Spec;
  readonly params: unknown;
  /** Options, unchecked. Default: none. */
  readonly options?: CallOptions | undefined;
  /** The caller's stack. Default: none. */
  readonly trace?: Trace;
  /**
   * Options of a call that the client makes on behalf of another one, such as a token request, and its ID in events. It
   * is sent even while the client is closing. Default: the application's call.
   */
  readonly own?: (SendOptions & { readonly callId: string | undefined }) | undefined;
  /** Values of a custom request. Default: a declared call. */
  readonly custom?: CustomCallValues | undefined;
  /** Ends the call as `options.signal` does, once its list is left. */
  readonly stop?: AbortSignal | undefined;
  /** Page that it fetches; undefined if the call is not a list. */
  readonly list?: ListPage | undefined;
}

/** The page and the list that a call fetches. */
export interface ListPage {
  /** ID of the list, the same for all of its pages. Undefined where nobody observes the client. */
  readonly id: string | undefined;
  /** Number of the page, from 1. */
  readonly page: number;
  /** Position of the page. Default: the start of the list. */
  readonly position: readonly [chunk: number, at?: string | number, size?: number] | undefined;
  /** Number of items that the caller reads from several pages. Undefined: the caller reads this page only. */
  readonly wanted?: number | undefined;
}

/** One request of a call, and its response. Each attempt creates a new one. */
export class Attempt {
  /** Set by `authorize`. */
  grant: Grant | undefined = undefined;
  /** Set by `exchange`: when the request was sent, in milliseconds of the client's clock. */
  sentAt: number | undefined = undefined;
  /** Set by `exchange`. */
  response: WireResponse | undefined = undefined;
  /** Set by `exchange`: the rate limit that the response reports. */
  limits: RateLimitState | undefined = undefined;
  /** Set by `interpret`: whether the provider refused the token. */
  isTokenRefused = false;
  /** Set by `exchange`: why the attempt failed after its request was sent. Any other error ends the call. */
  error: ApiError | undefined = undefined;
}

/** One call of an endpoint, which may need several requests. Each stage stores on it what later stages need. */
export class Call<Spec extends EndpointSpec = EndpointSpec> extends Operation {
  readonly client: ClientContext;
  readonly endpoint: Spec;
  /** The caller's options, merged over the ones that the client is bound to. */
  readonly options: CallOptions;
  /** Signals, each of which ends the call. */
  readonly signals: readonly AbortSignal[];
  readonly own: CallInit<Spec>['own'];
  readonly background: boolean;
  readonly account: string | undefined;
  custom: CustomCallValues | undefined;
  readonly list: ListPage | undefined;
  readonly progress: Progress;

  /**
   * Set by `observeCall`: the fields that all of its events share. Undefined where nobody observes the client, so no
   * event is created.
   */
  eventFields: EventFields | undefined = undefined;
  /** Set by `checkInput`: undefined if the params are as documented. */
  undocumented: Undocumented | undefined = undefined;
  /** Set by `chooseSettings`. */
  settings!: Settings;
  /** Set by `limitTime`. */
  deadline!: Deadline;
  /** Set by `around`: where to send the request, if not to the client's address of the API. */
  base: Address | undefined = undefined;
  /** Set by `prepare`. */
  request!: PreparedRequest;
  /** Set by `replay`: the latest attempt. */
  attempt!: Attempt;

  constructor(client: ClientContext, init: CallInit<Spec>) {
    super(client.provider, init.operation, init.trace, init.params);
    const { bound } = client;
    const { options = noOptions, stop, own } = init;
    this.client = client;
    this.endpoint = init.endpoint;
    this.options = bound ? mergeOptions(bound.options, options) : options;
    this.signals = options === noOptions && !stop && !bound ? noSignals : joinSignals(options, stop, bound);
    this.own = own;
    this.background = own?.background ?? client.background;
    this.account = own?.account ?? client.account;
    this.custom = init.custom;
    this.list = init.list;
    this.progress = new Progress(this.now());
  }

  /** Whether another request does no harm: it would be the first to change anything, or changes nothing further. */
  override get isRepeatable(): boolean {
    return this.outcome === 'not_done' || this.settings.repeatable;
  }

  /** Remedy for a write that must not simply be repeated. Undefined for other calls. */
  get caution(): string | undefined {
    if (this.isRepeatable) return undefined;
    return this.outcome === 'done'
      ? 'The request was carried out: do not repeat it'
      : 'The request may have been carried out: check before you repeat it';
  }

  /** Returns a call for one page of this call's list. */
  pageCall(list: ListPage, stop: AbortSignal | undefined): Call<Spec> {
    const { client, operation, endpoint, params, options, trace } = this;
    return new Call(client, { operation, endpoint, params, options, trace, list, stop });
  }

  /** Returns the time by the client's clock, in Unix milliseconds. */
  now(): number {
    const { clock = Date } = this.client.provider.options;
    return clock.now();
  }

  /**
   * Throws when one of the call's signals has aborted.
   *
   * @throws the error that {@link Operation.aborted} creates from the abort reason.
   */
  throwIfAborted(): void {
    for (const signal of this.signals) if (signal.aborted) throw this.aborted(signal.reason);
  }

  /** Creates the error of a call with invalid input. */
  invalid(reason: string): ApiError {
    const { docs } = this.endpoint;
    const message = reason.endsWith('?') ? `${reason} See ${docs}` : `${reason}. See ${docs}`;
    return this.fail(docs ? message : reason, { code: 'invalid_params' });
  }

  /**
   * The operation as events and `health` show it. A custom request is only `request`, because its path comes from the
   * caller.
   */
  get shownOperation(): string {
    return this.custom ? 'request' : this.operation;
  }

  /**
   * The provider's ID of the last request, redacted for events, because a server may write anything there, including
   * secrets.
   */
  get shownRequestId(): string | undefined {
    const { progress } = this;
    const { requestId } = progress;
    if (requestId === undefined) return undefined;
    // Redact once per response, because finding secrets costs more than everything else about an event.
    progress.shownRequestId ??= this.redactor().text(requestId, 200);
    return progress.shownRequestId;
  }

  /** Reports an event to `onEvent`, if it is set. Returns the observer's result, which may be an `EventScope`. */
  report(event: CallEvent): unknown {
    if (!this.eventFields) return undefined;
    const { type, ...own } = event; // the type comes first, because readers of a log look for it
    return this.client.events?.emit({ type, ...this.eventFields, ...own } as ClientEvent);
  }
}

const noSignals: readonly AbortSignal[] = [];

/** Collects the signals of a call. The options are unchecked and may be anything. */
function joinSignals(options: CallOptions | null, stop: AbortSignal | undefined, bound: BoundOptions | undefined) {
  const signals = [options?.signal ?? undefined, stop, ...(bound?.signals ?? [])];
  return signals.filter((signal) => signal !== undefined);
}

/** Runs the rest of the pipeline after a stage. */
export type Next = (call: Call) => Promise<unknown>;

/**
 * One step of a call. It may act before or after `next`, and call `next` several times or not at all. It may throw
 * instead of rejecting, because the first stage turns that into a rejection.
 */
export type Stage = (call: Call, next: Next) => Promise<unknown>;
