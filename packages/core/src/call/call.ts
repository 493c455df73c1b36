import type { RateLimitRule, RateLimitState } from '../declare/rate-limiter.ts';
import type { EndpointSpec } from '../declare/endpoint.ts';
import type { CallEvent, ClientEvent, EventFields } from '../declare/events.ts';
import type { CallOptions } from '../declare/options.ts';
import type { CallGrants, Draft } from '../declare/provider.ts';
import type { Grant } from '../declare/token-store.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { WaitUntil } from '../shared/requests.ts';
import type { WireResponse } from '../transport/fetch.ts';
import type { ParamDifference } from '../validation/find-differences.ts';
import { type BoundOptions, mergeOptions, noOptions } from './bound-options.ts';
import type { ClientContext } from './context.ts';
import { Operation, type Trace } from './operation.ts';
import { Progress } from './progress.ts';

/** The values of a request by the place in which they travel. @internal */
export interface RequestValues {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

/** The values of a request that no declaration covers. @internal */
export interface CustomCallValues extends RequestValues {
  /** Its path without values of the caller's, for events. */
  readonly template: string;
  /** What is wrong with the values; undefined if nothing is. */
  readonly problem: string | undefined;
}

/** What is sent although the provider does not document it. @internal */
export interface Undocumented {
  /** Names of the params that no schema declares. */
  readonly extras: readonly string[];
  /** How the params differ from the documentation. */
  readonly differences: readonly ParamDifference[];
}

/** A request that is built, and what it needs before it may be sent. @internal */
export interface PreparedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none. */
  readonly body: string | undefined;
  /** Whether it has the ETag of a stored response: then the server may respond that nothing has changed. */
  readonly isConditional?: boolean | undefined;
  /** The buckets of the rate limiter that it draws from. */
  readonly rules: readonly RateLimitRule[];
  /** Where its token comes from. Undefined: it needs none. */
  readonly grants: CallGrants | undefined;
  readonly draft: Draft;
}

/** Waits of more milliseconds are reported before they begin. @internal */
export const longWaitMs = 1000;

/** How one call is sent: its own options, else those of the client, else the defaults. @internal */
export interface Settings {
  /** How often a failed attempt may be repeated. */
  readonly retries: number;
  /** Whether repeating a request that may have been processed does no harm. */
  readonly repeatable: boolean;
  /** Longest wait for a point of the rate limiter, and before a retry, in milliseconds. */
  readonly maxWaitMs: number;
  /** Longest attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Longest call with its waits and retries, in milliseconds. Undefined: unlimited. */
  readonly deadlineMs: number | undefined;
  /** Largest body, in bytes after decompression. */
  readonly maxBodyBytes: number;
  /** Longest time that a response may close the rate limiter, in milliseconds. */
  readonly maxRetryAfterMs: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
  /** Keeps the runtime going for work after the response. Undefined: nothing does. */
  readonly waitUntil: WaitUntil | undefined;
}

/** What ends a call from outside: the caller's signals, the list that is left, `deadlineMs`, or the client that is closed. @internal */
export interface Deadline {
  /** Aborts when the call has to end. */
  readonly signal: AbortSignal;
  /** Whether the call has to end. */
  readonly isOver: boolean;
  /**
   * Calls `run` when the call has to end, if it does not have to yet.
   *
   * @returns A function that takes it back.
   */
  onEnd(run: () => void): () => void;
  /** Milliseconds until `deadlineMs` has passed; undefined without it. */
  leftMs(): number | undefined;
}

/** A call, as it begins. @internal */
export interface CallInit<Spec extends EndpointSpec> {
  readonly operation: string;
  readonly endpoint: Spec;
  readonly params: unknown;
  /** As the caller passed them. Default: none. */
  readonly options?: CallOptions | undefined;
  /** The stack of the caller. Default: none. */
  readonly trace?: Trace;
  /** Whether nobody waits for it. Default: as for the client. */
  readonly background?: boolean;
  /** Its id in events. Default: the next one of the client. */
  readonly callId?: string | undefined;
  /** Default: that of the client. */
  readonly account?: string | undefined;
  /** Whether the client makes it for another call, such as a token request: it is sent while the client is closing, too. */
  readonly isOwn?: boolean;
  /** Whether nothing may cut it off: it uses up something, such as a refresh token. Default `false`. */
  readonly mustFinish?: boolean | undefined;
  /** Default: a declared call. */
  readonly custom?: CustomCallValues | undefined;
  /** Ends the call as `options.signal` does, when the list that it belongs to is left. */
  readonly stop?: AbortSignal | undefined;
  /** The page that it fetches; undefined for a call that is not a list. */
  readonly list?: ListPage | undefined;
}

/** Which page of which list a call fetches. @internal */
export interface ListPage {
  /** The same for all pages of a list. Undefined where nobody observes the client. */
  readonly id: string | undefined;
  /** Its number, from 1. */
  readonly page: number;
  /** Where it is. Default: where the list starts. */
  readonly position: readonly [chunk: number, at?: string | number] | undefined;
}

/** One request of a call, and its response. Each attempt starts with a new one. @internal */
export class Attempt {
  /** By authorize. */
  grant: Grant | undefined = undefined;
  /** By exchange: when the request was sent, in milliseconds of the client's clock. */
  sentAt: number | undefined = undefined;
  /** By exchange. */
  response: WireResponse | undefined = undefined;
  /** By exchange: the rate limit, as the response reports it. */
  limits: RateLimitState | undefined = undefined;
  /** By interpret: whether the provider refused the grant. */
  isTokenRefused = false;
  /** By exchange: why the attempt failed after its request was sent. Any other error ends the call. */
  error: ApiError | undefined = undefined;
}

/** One call of an endpoint, which may take several requests. Each stage leaves on it what the stages below need. @internal */
export class Call<Spec extends EndpointSpec = EndpointSpec> extends Operation {
  readonly client: ClientContext;
  readonly endpoint: Spec;
  /** The caller's options, over the ones that the client is bound to. */
  readonly options: CallOptions;
  /** Each of these signals ends the call. */
  readonly signals: readonly AbortSignal[];
  readonly background: boolean;
  readonly account: string | undefined;
  readonly isOwn: boolean;
  readonly mustFinish: boolean;
  custom: CustomCallValues | undefined;
  readonly list: ListPage | undefined;
  readonly progress: Progress;
  readonly callId: string | undefined;

  /** By observeCall: the fields that all of its events share. Undefined where nobody observes the client: no event is created then. */
  eventFields: EventFields | undefined = undefined;
  /** By checkInput: undefined where the params are as documented. */
  undocumented: Undocumented | undefined = undefined;
  /** By checkOptions. */
  settings!: Settings;
  /** By limitTime. */
  deadline!: Deadline;
  /** By prepare. */
  request!: PreparedRequest;
  /** By useCache: stores the response once the call has accepted it. */
  store: (() => void) | undefined = undefined;
  /** By retry: the latest attempt. */
  attempt!: Attempt;

  constructor(client: ClientContext, init: CallInit<Spec>) {
    super(client.provider, init.operation, init.trace, init.params);
    const { bound } = client;
    const { options = noOptions, stop } = init;
    this.client = client;
    this.endpoint = init.endpoint;
    this.options = bound ? mergeOptions(bound.options, options) : options;
    this.signals = options === noOptions && !stop && !bound ? noSignals : joinSignals(options, stop, bound);
    this.background = init.background ?? client.background;
    this.account = init.account ?? client.account;
    this.isOwn = init.isOwn ?? false;
    this.mustFinish = init.mustFinish ?? false;
    this.custom = init.custom;
    this.list = init.list;
    this.progress = new Progress(this.now());
    this.callId = init.callId;
  }

  /** Returns the call of one page of the list that this call is for. */
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
   * @throws the error that {@link Operation.aborted} makes of its reason.
   */
  throwIfAborted(): void {
    for (const signal of this.signals) if (signal.aborted) throw this.aborted(signal.reason);
  }

  /** Makes the error of a call whose input is not valid. */
  invalid(reason: string): ApiError {
    const { docs } = this.endpoint;
    const message = reason.endsWith('?') ? `${reason} See ${docs}` : `${reason}. See ${docs}`;
    return this.fail(docs ? message : reason, { code: 'invalid_params' });
  }

  /** The operation as events and `health` show it. A custom request is only `request`: its path comes from the caller. */
  get shownOperation(): string {
    return this.custom ? 'request' : this.operation;
  }

  /** The provider's id of the last request, for events. A server may write anything there, secrets included. */
  get shownRequestId(): string | undefined {
    const { progress } = this;
    const { requestId } = progress;
    if (requestId === undefined) return undefined;
    // Once per response: finding secrets costs more than everything else about an event.
    progress.shownRequestId ??= this.redactor().text(requestId, 200);
    return progress.shownRequestId;
  }

  /** Reports an event to `onEvent`, if it is set. Returns what that returned, which may be an `EventScope`. */
  report(event: CallEvent): unknown {
    if (!this.eventFields) return undefined;
    const { type, ...own } = event; // the type comes first, because readers of a log look for it
    return this.client.events?.emit({ type, ...this.eventFields, ...own } as ClientEvent);
  }
}

const noSignals: readonly AbortSignal[] = [];

/** The options are not checked yet: they may be anything. */
function joinSignals(options: CallOptions | null, stop: AbortSignal | undefined, bound: BoundOptions | undefined) {
  const signals = [options?.signal ?? undefined, stop, ...(bound?.signals ?? [])];
  return signals.filter((signal) => signal !== undefined);
}

/** The rest of the pipeline after a stage. @internal */
export type Next = (call: Call) => Promise<unknown>;

/**
 * One step of a call. It may do something before it calls `next`, after it, or call it several times, or not at all. It may throw
 * where it could reject: the first stage turns that into a rejection.
 *
 * @internal
 */
export type Stage = (call: Call, next: Next) => Promise<unknown>;
