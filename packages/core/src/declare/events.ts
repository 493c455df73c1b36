import type { ErrorCode } from '../errors/api-error.ts';
import type { EndpointSpec } from './endpoint.ts';

/**
 * What every event has. All fields of a type of event are always there; those that do not apply are `undefined`. No field holds
 * a credential, token, header, parameter, body or account id.
 */
export interface EventFields {
  /**
   * Identifies the call: the same in all of its events, and different for every other call, also of other clients, processes
   * and hosts. It starts with 8 random characters per client, followed by a count.
   */
  readonly callId: string;
  /** Name of the provider: `stream`, `music`, `bank`, `food`, `quotes`. */
  readonly provider: string;
  /**
   * The method, as it is called on the client: `streams.list`. `request` for every call of `client.request`, `oauth.token` and
   * `oauth.refresh` for token requests.
   */
  readonly operation: string;
  /** HTTP method. */
  readonly method: EndpointSpec['method'];
  /**
   * Path template of the endpoint, relative to the API's base: `/v1/albums/{id}`. Values are never filled in. For
   * `client.request` it is the path as passed, with `{value}` in place of each segment that no endpoint of the client declares,
   * because it may be an id or a name.
   */
  readonly path: string;
  /** Host, with its port if it is not the default one, that the request is sent to: `api.twitch.tv`. */
  readonly host: string;
  /**
   * The account that the call acts for, as a hash: {@link accountHash} of the account id. It is the same in all processes.
   * Undefined for calls that act for the application.
   */
  readonly account: string | undefined;
  /** The same in the events of all pages of one list, and of all requests of one lookup; undefined for any other call. */
  readonly listId: string | undefined;
  /** Number of the page, from 1, counted from where the list started; of the request in a lookup. Undefined for any other call. */
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
  /** Number of the attempt, from 1. Where a page takes several requests, each of them begins at 1. */
  readonly attempt: number;
}

/** A response arrived, with any status: also one that cannot be used, or whose body was cut off. */
export interface ResponseEvent extends EventFields {
  /** Kind of the event: a response arrived. */
  readonly type: 'response';
  /** Number of the attempt, from 1. Where a page takes several requests, each of them begins at 1. */
  readonly attempt: number;
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds from sending the request to the last byte of the response. */
  readonly durationMs: number;
  /** The provider's id of the request, for its support; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** Bytes of the body, after decompression; undefined if it was cut off or is larger than `maxBodyBytes`. */
  readonly bytes: number | undefined;
}

/** The request will be sent again. */
export interface RetryEvent extends EventFields {
  /** Kind of the event: the request will be sent again. */
  readonly type: 'retry';
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next request; 0 when it is sent again at once with a new token. */
  readonly waitMs: number;
  /** What the request failed with. */
  readonly reason: ErrorCode;
  /** HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined;
}

/** The call is about to wait for more than a second. */
export interface WaitEvent extends EventFields {
  /** Kind of the event: the call is about to wait. */
  readonly type: 'wait';
  /** `rate_limit`: until the rate limit allows a request; `retry`: before the request is sent again. */
  readonly for: 'rate_limit' | 'retry';
  /** Expected wait in milliseconds, above 1000. */
  readonly waitMs: number;
}

/**
 * A grant was obtained, could not be obtained, or ends soon. `callId`, `operation`, `method`, `path` and `host` are those of the
 * token request; without a request, `callId` belongs to this event only.
 */
export interface TokenEvent extends EventFields {
  /** Kind of the event: something happened to a grant. */
  readonly type: 'token';
  /**
   * `obtained`: a grant was obtained and stored; `failed`: there is no new grant, because of `reason`; `ending`: the user's
   * consent ends at `endsAt`, whatever is refreshed until then.
   */
  readonly outcome: 'obtained' | 'failed' | 'ending';
  /** Why there is no new grant; undefined unless `failed`, and where a token store or your own code failed. */
  readonly reason: ErrorCode | undefined;
  /** Unix milliseconds; undefined unless `ending`. */
  readonly endsAt: number | undefined;
}

/**
 * A place of a response or of the params is not as documented, under `validation: 'report'`, or a deprecated endpoint is called. The
 * same difference of params, and the same deprecation, is reported once per client.
 */
export interface DriftEvent extends EventFields {
  /** Kind of the event: something is not as documented. */
  readonly type: 'drift';
  /** `response`: a response differs; `params`: the params differ, and were sent; `deprecation`: the endpoint is deprecated. */
  readonly about: 'response' | 'params' | 'deprecation';
  /**
   * Where in the params, in the response, or in an item of a list, with `[]` for every index: `artists[].name`. Empty for a
   * deprecation.
   */
  readonly place: string;
  /** What was expected there and, of a response, what kind of value was received; never the value. */
  readonly message: string;
}

/** A call has ended: exactly one per `call_start`, and the last event of its call. */
export interface CallEndEvent extends EventFields {
  /** Kind of the event: the end of a call. */
  readonly type: 'call_end';
  /** `aborted`: by the caller's own signal, or because the caller left the list. */
  readonly outcome: 'success' | 'error' | 'aborted';
  /** `code` of the error; undefined unless `outcome` is `error`. */
  readonly code: ErrorCode | undefined;
  /** HTTP status of the response to the last request; undefined if there was none. */
  readonly status: number | undefined;
  /** Number of requests that were sent; 0 for a call that failed before its first one. */
  readonly attempts: number;
  /** Milliseconds of the whole call, with all waits: for the rate limit, for a token, before retries. */
  readonly durationMs: number;
  /** The provider's id of the last request, for its support; undefined if it sent none. */
  readonly requestId: string | undefined;
  /** Bytes of the last body that was read, after decompression; undefined if there was none. */
  readonly bytes: number | undefined;
}

/**
 * What an `onEvent` may return for a `call_start` or a `request`: the call runs, or the request is sent, inside of it. With an
 * `AsyncLocalStorage`, code that the call leads to finds out which call or request it belongs to: other observers, the option
 * `fetch`, and instrumentations of the HTTP agent. For other events the result is ignored.
 */
export interface EventScope {
  /** Calls `work` at once and returns what it returns. If it throws, or does not call `work`, the call goes on without it. */
  run<T>(work: () => T): T;
}

type Own<Event> = Event extends EventFields ? Omit<Event, keyof EventFields> : never;

/** An event without what all events of its call have in common. @internal */
export type CallEvent = Own<Exclude<ClientEvent, TokenEvent>>;

/** What happened to a grant, for its {@link TokenEvent}. */
export interface TokenReport extends Pick<TokenEvent, 'outcome'> {
  /** The token endpoint. */
  readonly endpoint: EndpointSpec;
  /** What the token is requested as: `oauth.refresh`. */
  readonly operation: string;
  /** The call of the token request. Default: there was no request. */
  readonly callId?: string | undefined;
  /** The account id itself; events only show its hash. Default: the grant is the application's. */
  readonly rawAccount?: string | undefined;
  /** Why there is no grant. */
  readonly reason?: ErrorCode | undefined;
  /** When the consent ends, Unix milliseconds. */
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
