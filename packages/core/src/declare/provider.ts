import type { ErrorCode, ErrorOutcome } from '../errors/api-error.ts';
import * as optionKind from '../options/option-kind.ts';
import type { Clock } from '../shared/clock.ts';
import type { WaitUntil } from '../shared/requests.ts';
import type { ReadHeaders } from '../transport/fetch.ts';
import type { AnySpec, AuthKind, CallSpec, EndpointSpec } from './endpoint.ts';
import type { ErrorRule, Failure, ReportedError } from './error-rules.ts';
import type { ClientEvent, TokenReport } from './events.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { RateLimiterFactory, RateLimitRule, RateLimitState } from './rate-limiter.ts';
import type { RequestOptions } from './request-options.ts';
import type { Grant, TokenStore } from './token-store.ts';

/** Called with each event of a client. It may return an `EventScope`. */
export type EventObserver = (event: ClientEvent) => void;

/** Options that every client accepts. */
export interface ClientOptions {
  /**
   * Function to send every request with. Default: the runtime's. On Node, that is the HTTP agent below the global
   * `fetch`, with its connections and its proxy. Once something replaces the global `fetch`, as mocks do, the client
   * uses the global `fetch`.
   */
  fetch?: typeof globalThis.fetch | undefined;
  /**
   * Milliseconds for one attempt, up to the last byte of its response: above 0. Default 30,000. A token refresh has at
   * least two minutes, because a refresh token may work only once.
   */
  timeoutMs?: number | undefined;
  /** Milliseconds for a whole call with waits and retries: at least 0. Default: none. */
  deadlineMs?: number | undefined;
  /**
   * Number of times that a failed attempt is repeated, if repeating is safe: a whole number of at least 0. Default 2.
   */
  retries?: number | undefined;
  /**
   * Longest wait for a rate limit, in milliseconds from 0. A call that would wait longer fails with `rate_limited` at
   * once. Default 65,000, enough for the next window of a minute.
   */
  maxWaitMs?: number | undefined;
  /**
   * Longest time for which a response can block the client's calls, in milliseconds from 0. If `Retry-After` or another
   * rate limit header asks for more, the client waits only this long, but still reports the full time as the error's
   * `retryAfterMs`. Default 900,000 (15 minutes). `redisRateLimiter` has the same option for the whole fleet; the
   * smaller value applies.
   */
  maxRetryAfterMs?: number | undefined;
  /**
   * Headers to add to each request of the client, token requests included, such as `user-agent`. Headers from `with`
   * and from a call are added to them, and override headers of the same name. The rules of
   * `CallOptions.headers` apply. Default: none.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Counter for calls against the provider's limits: `redisRateLimiter(…)` of `@x/redis` for a fleet. `off`: calls are
   * not counted but sent at once, and only calls that the provider refuses are repeated later. Use it for tests, or if
   * something else limits the calls. Default: the memory of this client.
   */
  rateLimiter?: RateLimiterFactory | 'off' | undefined;
  /**
   * Handling of params and responses that differ from the documentation. `report`: params are sent and responses
   * returned, and each difference is reported to `onEvent`, or, if it is not set, by one warning. `strict`: such calls
   * fail with `invalid_params` or `invalid_response`; use it for tests, and where you move money. In both modes, calls
   * fail if params are missing, have the wrong type or cannot be sent, or if their names are misspelled, and if a body
   * cannot be a response at all (HTML, incomplete JSON, no list where the items should be). Unknown fields and unknown
   * enum values in responses always pass. Default `report`.
   */
  validation?: 'strict' | 'report' | undefined;
  /** Largest response body to read, in bytes after decompression: above 0. Default 32 MiB. */
  maxBodyBytes?: number | undefined;
  /** Store for tokens. Default: the memory of this client. */
  tokens?: TokenStore | undefined;
  /**
   * Keeps the runtime alive for work after a response, such as `waitUntil` of `cloudflare:workers`; see
   * `CallOptions.waitUntil`. Default: nothing does. On Cloudflare Workers, a token is then refreshed only once a call
   * finds it expired.
   */
  waitUntil?: WaitUntil | undefined;
  /**
   * Longest wait for one operation of the token store, in milliseconds, above 0. Default 10,000. Waiting for the
   * store's lock may take the store's `lockWaitMs` longer. After that the call fails with `unavailable`, and the next
   * call asks the store again.
   */
  storeTimeoutMs?: number | undefined;
  /**
   * Milliseconds, from 0, for which a user's grant is used before the client asks the token store whether the grant is
   * still the same. Another process may have signed the user out, or signed in another user. Default 60,000; 0 asks
   * before every call, and `Infinity` never asks. A client without the `tokens` option has its own store, which it
   * never asks.
   */
  storeCheckMs?: number | undefined;
  /**
   * Called with every event: start and end of each call, requests, responses, retries, waits, tokens and drift. Events
   * hold no secret and no value from the caller. Errors and rejections are ignored, and so is the result, unless it is
   * an `EventScope` for a `call_start` or a `request`. Several observers are called in order, and the scope of an
   * earlier one encloses the scopes of later ones: `[otel(), logEvents(console)]`. Default: nothing is reported.
   */
  onEvent?: EventObserver | readonly EventObserver[] | undefined;
  /**
   * Whether to allow `http:` for addresses other than this machine, so that credentials and data travel unencrypted.
   * Only for a network that you trust, such as between containers. Default `false`.
   */
  allowInsecureHttp?: boolean | undefined;
  /** Whether to let a client with secret credentials run in a browser. Default `false`. */
  allowBrowser?: boolean | undefined;
  /** Clock to read the time from. Default: the runtime's. */
  clock?: Clock | undefined;
  /** Returns random numbers from 0 to 1 for the jitter of retry waits. Default `Math.random`. */
  random?: (() => number) | undefined;
}

/** Rules for the options that every client accepts. */
export const clientOptionRules = {
  fetch: optionKind.function,
  timeoutMs: optionKind.milliseconds,
  deadlineMs: optionKind.millisecondsFrom0,
  retries: optionKind.count,
  maxWaitMs: optionKind.millisecondsFrom0,
  maxRetryAfterMs: optionKind.millisecondsFrom0,
  headers: optionKind.checkedLater, // by `openClient`
  rateLimiter: optionKind.functionOrOff,
  validation: optionKind.choice(['strict', 'report']),
  maxBodyBytes: optionKind.bytes,
  tokens: optionKind.tokenStore,
  waitUntil: optionKind.function,
  storeTimeoutMs: optionKind.milliseconds,
  storeCheckMs: optionKind.millisecondsFrom0,
  onEvent: optionKind.functionOrFunctions,
  allowInsecureHttp: optionKind.boolean,
  allowBrowser: optionKind.boolean,
  clock: optionKind.clock,
  random: optionKind.function,
} satisfies optionKind.RulesOf<ClientOptions>;

/** Returns the current time by a client's clock, in Unix milliseconds. */
export const timeOf = ({ clock = Date }: ClientOptions): number => clock.now();

/**
 * A request before it is serialized, to which the provider adds credentials and anything else that all of its requests
 * need.
 */
export interface Draft {
  /** Declaration of the call. */
  readonly endpoint: EndpointSpec;
  /** Params of the call, completed, otherwise as the caller passed them. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Query parameters before serialization. The provider may add some. */
  readonly query: Record<string, unknown>;
  /** Body fields before serialization. The provider may add some. */
  readonly body: Record<string, unknown>;
  /** Headers of the request, by lowercase name. The provider may add some. */
  readonly headers: Record<string, string>;
}

/** Options of a provider's own call. */
export interface SendOptions {
  /**
   * Whether nobody waits for the call. On Node it then does not keep the process alive. It is not retried, and takes at
   * most 10 seconds. Default `false`.
   */
  readonly background?: boolean | undefined;
  /**
   * Whether the call runs to its end once it has started, regardless of `deadlineMs` and the grace period of `close`,
   * and for at least two minutes. For requests that consume something, such as a refresh token. Default `false`.
   */
  readonly mustFinish?: boolean | undefined;
  /** Grants that authorize the call. Default: the client's. */
  readonly grants?: Authorizers | undefined;
  /** Account that the call is made for, for events. Default: the client's, if it has one. */
  readonly account?: string | undefined;
  /** Called before the call starts, with the `callId` of its events. Not called where nobody observes the client. */
  readonly onStart?: ((callId: string) => void) | undefined;
}

/** Tools for a provider's own calls, such as token requests. */
export interface Tools {
  /**
   * Sends a declared call through the same pipeline.
   *
   * @param options See {@link SendOptions} for the defaults.
   */
  send(
    operation: string,
    endpoint: CallSpec,
    params: Readonly<Record<string, unknown>>,
    options?: SendOptions,
  ): Promise<unknown>;
  /** Resolves like `work`; anything it throws becomes an `ApiError` of `operation`. `close` waits for it. */
  guard<T>(operation: string, work: () => T | Promise<T>): Promise<T>;
  /**
   * Creates an error of an operation that failed before its request.
   *
   * @param more The provider's own code, and the thrown error, of which the new error keeps name, code and message.
   * Default: none.
   */
  fail(
    operation: string,
    code: ErrorCode,
    message: string,
    more?: { providerCode?: string; outcome?: ErrorOutcome; cause?: unknown },
  ): Error;
  /** Creates the error of a method from a coded error that it threw. The stack starts below the method. */
  failBelow(method: (...args: never[]) => unknown, operation: string, error: unknown): Error;
  /**
   * Returns the error that an operation rejects with after a signal ended it: the signal's reason if it is an Error,
   * else an `ApiError` of code `aborted`.
   */
  abortError(operation: string, reason: unknown): unknown;
  /**
   * Waits `ms` milliseconds by the client's clock, or until `early` settles, sharing its rejection.
   *
   * @param signal Ends the wait, which then rejects with the error of `abortError`. Default: none.
   * @param early Ends the wait when it settles. Default: nothing ends the wait early.
   * @throws ApiError `unavailable` when the client is closed.
   */
  pause(operation: string, ms: number, signal?: AbortSignal, early?: Promise<unknown>): Promise<void>;
  /** Record of the client's calls, and of whether it is closed. */
  readonly lifecycle: Pick<Lifecycle, keyof Lifecycle>;
  /** Reports a change to a grant to `onEvent`. */
  reportToken(report: TokenReport): void;
}

/** Authorizes calls with a grant. */
export interface Authorizer {
  /**
   * Returns the grant for a request.
   *
   * @param background Whether the process may exit instead of waiting for it.
   * @param waitUntil Keeps the runtime alive for a refresh, if the call has such a function.
   */
  get(background: boolean, waitUntil: WaitUntil | undefined, draft: Draft): Grant | Promise<Grant>;
  /** Records that the API refused this grant's token. Unless a newer one is already known, the next `get` renews it. */
  reject(grant: Grant): void;
  /**
   * Checks the grant before the call uses it, and throws a coded error if the grant does not allow the call.
   *
   * @param waitUntil Keeps the runtime alive for work that the call starts, if the call has such a function.
   */
  check?(grant: Grant, endpoint: EndpointSpec, waitUntil?: WaitUntil): void;
  /**
   * Remedy if the API refuses the token, if the provider's error rules have none. Default: nothing is suggested.
   */
  readonly remedy?: string;
}

/** Authorizers, by the credentials that endpoints need. Calls of a kind that is left out need none. */
export type Authorizers = Readonly<Partial<Record<AuthKind, Authorizer>>>;

/** A finding of a provider from a response: which value of an option fits the server. */
export interface Learned {
  /** Name of the option. */
  readonly option: string;
  /** The finding, and how to set the option: a sentence without its period. */
  readonly message: string;
  /** Base URL that all later calls are sent to. Default: it does not change. */
  readonly baseUrl?: string;
}

/** A request of a call, which the provider may send in its own way. */
export interface Sending {
  /** Declaration of the call. */
  readonly endpoint: EndpointSpec;
  /** Checked params of the request. */
  readonly params: Readonly<Record<string, unknown>>;
  /**
   * Sends the request, and resolves to its unchecked body. Used again, it sends another request of the same call.
   *
   * @param params Other params. Default: the request's own.
   * @param baseUrl Another address for this request only. Default: the client's.
   */
  send(params?: Readonly<Record<string, unknown>>, baseUrl?: string): Promise<unknown>;
  /**
   * Calls another endpoint within the same deadline, and resolves to its body, or to undefined if that call fails.
   */
  call(endpoint: AnySpec, params: object): Promise<unknown>;
  /** Reports once per client what the provider found out from a response. */
  report(learned: Learned): void;
}

/** Everything that core needs to know about an API. To add an API, write one of these. */
export interface Provider {
  /** Short name, and the first part of error messages and keys. */
  readonly name: string;
  /** Options that the client was created with. */
  readonly options: ClientOptions;
  /** Base URL that paths are appended to. */
  readonly baseUrl: string;
  /** Base URL for endpoints with `host: 'auth'`. */
  readonly authUrl?: string;
  /** Format of arrays in a query: `a=1&a=2`, or `a=1,2`. */
  readonly lists: 'repeat' | 'comma';
  /**
   * Fixed credentials by option name. The first one identifies the caller, who owns the rate limit. All must be set,
   * and their values are recognized and never shown.
   */
  readonly credentials: Readonly<Record<string, string | undefined>>;
  /** Whether to refuse to run in a browser, where everyone could read the credentials, unless `allowBrowser` is set. */
  readonly serverOnly?: boolean;
  /** Address at which to get credentials, or a sentence that says how to. */
  readonly signUp: string;
  /**
   * Parameters with secret values. No error or event shows them, and cursors hold only a hash of them. `name` is a
   * parameter of that name at any depth, `parent.name` one directly inside `parent`, not counting lists in between.
   * Names that end with token, secret, password, api_key or verifier are never shown either, even if they are not
   * listed. Default: none.
   */
  readonly secretParams?: readonly string[];
  /**
   * Completes the params of a call before they are checked, for example with a token that is stored under a name. Added
   * values are treated as if the caller had passed them: secret parameters stay secret, and cursors depend on them. For
   * custom requests, it completes the values of the body. It may reject with a {@link codedError}. Default: params stay
   * unchanged.
   */
  completeParams?(
    params: Readonly<Record<string, unknown>>,
    endpoint: EndpointSpec,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Completes a request that no declaration covers, before it is checked. Default: it stays unchanged. */
  completeRequest?(
    path: string,
    params?: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): [path: string, params: Readonly<Record<string, unknown>>, options: RequestOptions];
  /**
   * Chooses the declaration for a call, if it depends on the client's options or on the params: another one with params
   * and a result of the same types. Default: the endpoint's own.
   *
   * @param params Unchecked params from the caller, of any type.
   */
  adapt?(endpoint: AnySpec, params: unknown): AnySpec;
  /**
   * Sends a request in the provider's own way: in several parts, at another address, or followed by a further call for
   * what the response lacks. Its result is the body, before it is checked. Default: each request is sent once.
   */
  around?(sending: Sending): Promise<unknown>;
  /** Adds fixed credentials and headers. */
  sign?(draft: Draft): void;
  /** Returns the grants that authorize calls. Called once per client. */
  grants?(tools: Tools): Authorizers;
  /** Remedy if the server cannot be reached. Default: a general hint. */
  readonly networkRemedy?: string;
  /**
   * Reads the ID of a request from its response, for the provider's support team. Default: the header `x-request-id`,
   * `request-id` or `x-correlation-id`.
   *
   * @param body Parsed body, or bytes or a string if it is not JSON.
   */
  requestId?(headers: ReadHeaders, body: unknown): string | undefined;
  /** Reads the content of an error response, such as the provider's message and code. The body may be of any type. */
  readError(failure: Failure): ReportedError;
  /**
   * Meanings of errors whose status does not determine them; the first matching rule applies. They must not change once
   * the client is created. Default: none.
   */
  readonly errorRules?: readonly ErrorRule[];
  /**
   * Returns the bucket that a call draws from, or several if the provider counts a call more than once: the widest
   * first, and last the narrowest, which is the one that responses report on. Undefined: not limited.
   */
  rate?(draft: Draft): RateLimitRule | readonly RateLimitRule[] | undefined;
  /** Reads the state of the limit from the response headers. */
  rateState?(headers: ReadHeaders, now: number, status: number): RateLimitState | undefined;
}
