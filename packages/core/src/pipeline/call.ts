import type { EndpointSpec } from '../declare/endpoint.ts';
import type { CallEvent, ClientEvent, EventFields, TokenReport } from '../declare/events.ts';
import type { Lifecycle } from '../declare/lifecycle.ts';
import type { CallOptions } from '../declare/options.ts';
import type { ApiError } from '../errors.ts';
import { type CallGrants, type GrantsOf, type Provider, timeOf } from '../declare/provider.ts';
import type { Budget, RateRule, RateState } from '../rate/budget.ts';
import type { Grant } from '../tokens/grant.ts';
import type { ReadHeaders, WireResponse } from '../transport/fetch.ts';
import { type BoundOptions, mergeOptions, noOptions } from './bound-options.ts';

import { Operation, type Trace } from './operation.ts';

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

/** All that the calls of a client share. The client of an account, and what `with` returns, are copies with other fields. @internal */
export interface ClientContext {
  readonly provider: Provider;
  /** The account that calls act for. Undefined: the application. */
  readonly account: string | undefined;
  /** Whether nobody waits for its calls. */
  readonly background: boolean;
  /** The options and signals that all calls are bound to by `with`. */
  readonly bound: BoundOptions | undefined;
  /** Where calls are counted. */
  readonly budget: Budget;
  /** Where calls get their grants. */
  readonly grantsOf: GrantsOf;
  /** Reports to `onEvent`. Undefined where nobody observes the client. */
  readonly events: EventSource | undefined;
  /** What is known of its calls, and whether it is closed. */
  readonly lifecycle: Lifecycle;
  /** What a client has besides whose users sign in. */
  readonly users?: UsersContext | undefined;
}

/** The users of a client. @internal */
export interface UsersContext {
  readonly setGrant: unknown;
  readonly oauth: unknown;
  /** Returns the client of an account. */
  actAs(account: string): ClientContext;
}

/** The values of a request by the place in which they travel. @internal */
export interface RequestValues {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
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

/** What is known of a call while it runs, and of its last response: for events and for `withResponse`. @internal */
export interface CallProgress {
  /** When the call started, in milliseconds of the client's clock. */
  readonly startedAt: number;
  /** Requests that were sent so far. */
  attempts: number;
  /** HTTP status of the response to the last request. */
  status: number | undefined;
  /** Headers of that response. The body is not part of it, so that a promise that is stored does not keep it in memory. */
  headers: ReadHeaders | undefined;
  /** The provider's id of the last request, as its own reader found it in the response. */
  requestId: string | undefined;
  /** The id of the last request without secrets, once an event has shown it. */
  safeRequestId: string | undefined;
  /** Bytes of the body of that response; only counted where somebody observes the call. */
  bytes: number | undefined;
  /** Milliseconds from the start of the call to its last response. */
  durationMs: number;
}

/** Starts to record a call. @internal */
export const startProgress = (now: number): CallProgress => ({
  startedAt: now,
  attempts: 0,
  status: undefined,
  headers: undefined,
  requestId: undefined,
  safeRequestId: undefined,
  bytes: undefined,
  durationMs: 0,
});

/** Clears what is known of the last response: another request is about to be sent. @internal */
export function clearResponse(progress: CallProgress): void {
  progress.status = undefined;
  progress.headers = undefined;
  progress.requestId = undefined;
  progress.safeRequestId = undefined;
  progress.bytes = undefined;
}

/** Waits of more milliseconds are reported before they begin. @internal */
export const longWaitMs = 1000;

/** How one call is sent: its own options, else those of the client, else the defaults. @internal */
export interface Settings {
  /** Whether nobody waits for the call. */
  readonly background: boolean;
  /** How often a failed attempt may be repeated. */
  readonly retries: number;
  /** Whether repeating a request that may have been processed does no harm. */
  readonly repeatable: boolean;
  /** Longest wait for a place in the rate budget, and before a retry, in milliseconds. */
  readonly maxWaitMs: number;
  /** Longest attempt, in milliseconds. */
  readonly timeoutMs: number;
  /** Longest call with its waits and retries, in milliseconds. Undefined: unlimited. */
  readonly deadlineMs: number | undefined;
  /** Largest body, in bytes after decompression. */
  readonly maxBodyBytes: number;
  /** Longest time that a response may close the rate budget, in milliseconds. */
  readonly maxBlockMs: number;
  /** Numbers from 0 to 1. */
  readonly random: () => number;
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
  /** The values of a request that no declaration covers. Its path was written by the caller: events show a template in place of it. */
  readonly custom?: RequestValues | undefined;
  /** Ends the call as `options.signal` does, when the list that it belongs to is left. */
  readonly stop?: AbortSignal | undefined;
  /** The page that it fetches; undefined for a call that is not a list. */
  readonly list?: ListPlace | undefined;
}

/** Which page of which list a call fetches. @internal */
export interface ListPlace {
  /** The same for all pages of a list. Undefined where nobody observes the client. */
  readonly id: string | undefined;
  /** Its number, from 1. */
  readonly page: number;
  /** Where it is. Default: where the list starts. */
  readonly position: readonly [chunk: number, at?: string | number] | undefined;
}

/** One call of an endpoint, which may take several requests: what was asked for, and what the stages have found out so far. @internal */
export class Call<Spec extends EndpointSpec = EndpointSpec> extends Operation {
  readonly client: ClientContext;
  readonly endpoint: Spec;
  /** Those of the caller and those that the client is bound to. */
  readonly options: CallOptions;
  /** The signals that its client is bound to by `with`: each ends the call as `options.signal` does. */
  readonly signals: readonly AbortSignal[] | undefined;
  readonly stop: AbortSignal | undefined;
  readonly background: boolean;
  readonly account: string | undefined;
  readonly isOwn: boolean;
  custom: RequestValues | undefined;
  readonly list: ListPlace | undefined;
  /** What `withResponse` and events know of it. It holds no body: a promise that is stored keeps it in memory. */
  readonly progress: CallProgress;
  readonly callId: string | undefined;

  // What each stage leaves for those after it.
  /** By observeCall: what all of its events have in common. Undefined where nobody observes the client: then no event is created. */
  eventFields: EventFields | undefined;
  /** By checkOptions. */
  settings!: Settings;
  /** By limitTime. */
  deadline!: Deadline;
  /** By prepare. */
  request!: PreparedRequest;
  /** By authorize: the grant of the latest attempt. */
  grant: Grant | undefined;
  /** By exchange: when the latest attempt was sent. */
  sentAt = 0;
  /** By exchange: the response to the latest attempt. */
  response: WireResponse | undefined;
  /** By exchange: what that response reports about the rate limit. */
  limits: RateState | undefined;
  /** By interpret: whether the provider refused the grant. */
  tokenRefused = false;
  /** By exchange: what the latest attempt failed with after its request was sent. Another attempt may follow. */
  failure: ApiError | undefined;
  /** By retry: whether the request was repeated with a new token. */
  isReplayed = false;
  /** By useCache: stores the response, once the call has accepted it. */
  store: (() => Promise<void>) | undefined;

  constructor(client: ClientContext, init: CallInit<Spec>) {
    super(client.provider, init.operation, init.trace, init.params);
    const { bound } = client;
    const { options = noOptions } = init;
    this.client = client;
    this.endpoint = init.endpoint;
    this.options = bound ? mergeOptions(bound.options, options) : options;
    this.signals = bound?.signals;
    this.stop = init.stop;
    this.background = init.background ?? client.background;
    this.account = init.account ?? client.account;
    this.isOwn = init.isOwn ?? false;
    this.custom = init.custom;
    this.list = init.list;
    this.progress = startProgress(this.now());
    this.callId = init.callId;
  }

  /** The call of one page of the list that this is the call of. */
  pageCall(list: ListPlace, stop: AbortSignal | undefined): Call<Spec> {
    const { client, operation, endpoint, params, options, trace } = this;
    return new Call(client, { operation, endpoint, params, options, trace, list, stop });
  }

  /** The time by the clock of the client, Unix milliseconds. */
  now(): number {
    return timeOf(this.client.provider.options);
  }

  /** What it fails with when its input is not valid. */
  invalid(reason: string): ApiError {
    const { docs } = this.endpoint;
    const message = reason.endsWith('?') ? `${reason} See ${docs}` : `${reason}. See ${docs}`;
    return this.fail(docs ? message : reason, { code: 'invalid_params' });
  }

  /** The operation, as events and `health` show it: that of a custom request holds a path of the caller's. */
  get shownOperation(): string {
    return this.custom ? 'request' : this.operation;
  }

  /** The provider's id of the last request, for an event: a server may write anything there, secrets included. */
  get shownRequestId(): string | undefined {
    const { progress } = this;
    const requestId = requestIdOf(progress);
    if (requestId === undefined) return undefined;
    // Once per response: finding secrets costs more than everything else about an event.
    progress.safeRequestId ??= this.redactor().text(requestId, 200);
    return progress.safeRequestId;
  }

  /** Reports an event to `onEvent`, if it is set; returns what that returned, which may be an `EventScope`. */
  report(event: CallEvent): unknown {
    if (!this.eventFields) return undefined;
    const { type, ...own } = event; // the type comes first: it is what one looks for in a log
    return this.client.events?.emit({ type, ...this.eventFields, ...own } as ClientEvent);
  }
}

/** Headers in which APIs and the gateways in front of them report the id of a request. */
const requestIdHeaders = ['x-request-id', 'request-id', 'x-correlation-id'];

/** The provider's id of the last request, where its response reports one. @internal */
export function requestIdOf({ requestId, headers }: CallProgress): string | undefined {
  if (typeof requestId === 'string') return requestId; // read from a body, which may hold anything
  for (const name of requestIdHeaders) {
    const value = headers?.get(name);
    if (value) return value;
  }
  return undefined;
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
