import type { ErrorCode } from '../errors/api-error.ts';
import type { EndpointSpec } from './endpoint.ts';

/**
 * Fields of every event. All fields of an event type are always present; fields that do not apply are `undefined`. No
 * field holds a credential, token, header, parameter, body or account ID.
 */
export interface EventFields {
  /**
   * ID of the call: the same in all of its events, and different for every other call, including calls of other
   * clients, processes and hosts. It starts with 8 random characters per client, followed by a count.
   */
  readonly callId: string;
  /** Name of the provider: `stream`, `music`, `bank`, `food`, `quotes`. */
  readonly provider: string;
  /**
   * The method, as it is called on the client: `streams.list`. `request` for every call of `client.request`,
   * `oauth.token` and `accounts.refresh` for token requests.
   */
  readonly operation: string;
  /** HTTP method. */
  readonly method: EndpointSpec['method'];
  /**
   * Path template of the endpoint, relative to the API's base: `/v1/albums/{id}`. Values are never filled in. For
   * `client.request` it is the passed path, with `{value}` in place of each segment that no endpoint of the client
   * declares, because the segment may be an ID or a name.
   */
  readonly path: string;
  /** Host that the request is sent to, with its port unless it is the default: `api.twitch.tv`. */
  readonly host: string;
  /**
   * Hash of the account that the call acts for: {@link accountHash} of the account ID. It is the same in all processes.
   * Undefined for calls that act for the application.
   */
  readonly account: string | undefined;
  /** ID shared by the events of all pages of a list, or of all requests of a lookup; undefined for any other call. */
  readonly listId: string | undefined;
  /**
   * Number of the page, from 1, counted from where the list started, or number of the request in a lookup. Undefined
   * for any other call.
   */
  readonly page: number | undefined;
}

/** A call starts. Nothing is checked or sent yet. */
export interface CallStartEvent extends EventFields {
  /** Kind of the event: the start of a call. */
  readonly type: 'call_start';
}

/** A request is about to be sent. */
export interface RequestEvent extends EventFields {
  /** Kind of the event: a request is about to be sent. */
  readonly type: 'request';
  /** Number of the attempt, from 1. If a page needs several requests, each of them starts at 1. */
  readonly attempt: number;
}

/** A response arrived, with any status. This includes responses that cannot be used, or whose body was cut off. */
export interface ResponseEvent extends EventFields {
  /** Kind of the event: a response arrived. */
  readonly type: 'response';
  /** Number of the attempt, from 1. If a page needs several requests, each of them starts at 1. */
  readonly attempt: number;
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds from sending the request to the last byte of the response. */
  readonly durationMs: number;
  /** The provider's ID of the request, for its support team; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** Bytes of the body, after decompression; undefined if it was cut off or is larger than `maxBodyBytes`. */
  readonly bytes: number | undefined;
}

/** The request will be sent again. */
export interface RetryEvent extends EventFields {
  /** Kind of the event: the request will be sent again. */
  readonly type: 'retry';
  /** Number of the failed attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next request; 0 when it is sent again at once with a new token. */
  readonly waitMs: number;
  /** Error code of the failed request. */
  readonly reason: ErrorCode;
  /** HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined;
}

/** The call is about to wait for more than a second. */
export interface WaitEvent extends EventFields {
  /** Kind of the event: the call is about to wait. */
  readonly type: 'wait';
  /**
   * Reason of the wait. `rate_limit`: until the rate limit allows a request; `retry`: before the request is sent again.
   */
  readonly for: 'rate_limit' | 'retry';
  /** Expected wait in milliseconds, above 1000. */
  readonly waitMs: number;
}

/**
 * A grant was obtained, could not be obtained, or ends soon. `callId`, `operation`, `method`, `path` and `host`
 * describe the token request; without a request, `callId` belongs to this event only.
 */
export interface TokenEvent extends EventFields {
  /** Kind of the event: a change to a grant. */
  readonly type: 'token';
  /**
   * `obtained`: a grant was obtained and stored; `failed`: there is no new grant, because of `reason`; `not_stored`: a
   * user's grant was obtained, but the token store does not accept it, so the client keeps trying while other processes
   * wait; `ending`: the user's consent ends at `endsAt`, even if the grant is refreshed before.
   */
  readonly outcome: 'obtained' | 'failed' | 'not_stored' | 'ending';
  /** Reason why there is no new grant; undefined unless `failed`, and if a token store or your own code failed. */
  readonly reason: ErrorCode | undefined;
  /** End of the user's consent, in Unix milliseconds; undefined unless `ending`. */
  readonly endsAt: number | undefined;
}

/**
 * A response or the params differ from the documentation in one place, under `validation: 'report'`, or a deprecated
 * endpoint is called, or a response shows which value of an option fits the server. The same difference in params, the
 * same deprecation and the same option is reported once per client.
 */
export interface DriftEvent extends EventFields {
  /** Kind of the event: a difference from the documentation. */
  readonly type: 'drift';
  /**
   * `response`: a response differs; `params`: the params differ, and were sent; `deprecation`: the endpoint is
   * deprecated; `options`: a response showed which value of an option fits, and the client uses it from then on.
   */
  readonly about: 'response' | 'params' | 'deprecation' | 'options';
  /**
   * Place in the params, in the response, or in an item of a list, with `[]` for every index: `artists[].name`. Name of
   * the option, for options. Empty for a deprecation.
   */
  readonly place: string;
  /** Expected value and, for a response, the kind of value received; never the value itself. */
  readonly message: string;
}

/** A call has ended: exactly one per `call_start`, and the last event of its call. */
export interface CallEndEvent extends EventFields {
  /** Kind of the event: the end of a call. */
  readonly type: 'call_end';
  /** Result of the call. `aborted`: by the caller's own signal, or because the caller left the list. */
  readonly outcome: 'success' | 'error' | 'aborted';
  /** `code` of the error; undefined unless `outcome` is `error`. */
  readonly code: ErrorCode | undefined;
  /** HTTP status of the response to the last request; undefined if there was none. */
  readonly status: number | undefined;
  /** Number of requests sent; 0 for a call that failed before its first request. */
  readonly attempts: number;
  /** Milliseconds of the whole call, including all waits for the rate limit, for a token and before retries. */
  readonly durationMs: number;
  /** The provider's ID of the last request, for its support team; undefined if it sent none. */
  readonly requestId: string | undefined;
  /** Bytes of the last body that was read, after decompression; undefined if there was none. */
  readonly bytes: number | undefined;
}

/**
 * Scope that an `onEvent` can return for a `call_start` or a `request`, in which the client then runs the call or sends
 * the request. With an `AsyncLocalStorage`, code that runs during the call can find out which call or request it
 * belongs to: other observers, the `fetch` option, and instrumentations of the HTTP agent. For other events the result
 * is ignored.
 */
export interface EventScope {
  /**
   * Calls `work` at once and returns its result. If it throws, or does not call `work`, the call continues without the
   * scope.
   */
  run<T>(work: () => T): T;
}

type Own<Event> = Event extends EventFields ? Omit<Event, keyof EventFields> : never;

/** An event without the fields that all events of its call share. */
export type CallEvent = Own<Exclude<ClientEvent, TokenEvent>>;

/** A change to a grant, for its {@link TokenEvent}. */
export interface TokenReport extends Pick<TokenEvent, 'outcome'> {
  /** Token endpoint. */
  readonly endpoint: EndpointSpec;
  /** Operation under which the token is requested: `accounts.refresh`. */
  readonly operation: string;
  /** ID of the token request's call. Default: there was no request. */
  readonly callId?: string | undefined;
  /** Account ID itself, of which events show only a hash. Default: the grant is the application's. */
  readonly rawAccount?: string | undefined;
  /** Reason why there is no grant. */
  readonly reason?: ErrorCode | undefined;
  /** End of the consent, in Unix milliseconds. */
  readonly endsAt?: number | undefined;
}

/** Something that happened in a client, without secrets, for logs and metrics. */
export type ClientEvent =
  | CallStartEvent
  | RequestEvent
  | ResponseEvent
  | RetryEvent
  | WaitEvent
  | TokenEvent
  | DriftEvent
  | CallEndEvent;
