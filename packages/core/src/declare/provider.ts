import type { ErrorCode } from '../errors/api-error.ts';
import * as optionKind from '../options/option-kind.ts';
import type { RulesOf } from '../options/option-rule.ts';
import type { Clock } from '../shared/clock.ts';
import type { WaitUntil } from '../shared/requests.ts';
import type { ReadHeaders } from '../transport/fetch.ts';
import type { RateLimiter, RateLimiterFactory, RateLimitRule, RateLimitState } from './rate-limiter.ts';
import type { ResponseCache } from './cache.ts';
import type { AnySpec, AuthKind, CallSpec, EndpointSpec } from './endpoint.ts';
import type { ErrorRule, Failure, ReportedError } from './error-rules.ts';
import type { ClientEvent, TokenReport } from './events.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { Grant, TokenStore } from './token-store.ts';

/** Called with each event of a client. It may return an `EventScope`. */
export type EventObserver = (event: ClientEvent) => void;

/** Options that every client takes. */
export interface ClientOptions {
  /**
   * Used for every request. Default: the runtime's. On Node that is the HTTP agent below the global `fetch`, with its
   * connections and its proxy; the global `fetch` itself is used as soon as something replaces it, as mocks do.
   */
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for one attempt, to the last byte of its response: above 0. Default 30,000. */
  timeoutMs?: number | undefined;
  /** Milliseconds for a whole call with waits and retries: at least 0. Default: none. */
  deadlineMs?: number | undefined;
  /** How often a failed attempt is repeated, where repeating is safe: a whole number of at least 0. Default 2. */
  retries?: number | undefined;
  /** Longest wait for a rate limit, in milliseconds from 0: a call that would wait longer fails with `rate_limited` at once. Default 60,000. */
  maxWaitMs?: number | undefined;
  /**
   * Longest time that a response may stop the client's calls, in milliseconds from 0. What a `Retry-After` or another rate
   * limit header reports beyond it is cut off here, and still reported as `retryAfterMs` of the error. Default 900,000
   * (15 minutes). `redisRateLimiter` has the same option for the whole fleet; the smaller value counts.
   */
  maxRetryAfterMs?: number | undefined;
  /**
   * Headers that are added to each request of the client, token requests included, such as `user-agent`. Those of `with` and of a call
   * are added to them, and win over those of the same name. The rules are those of `CallOptions.headers`. Default: none.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Where calls are counted against the provider's limits: `redisRateLimiter(…)` of `@x/redis` for a fleet. `off`: nowhere; every
   * call is sent at once, and only what the provider refuses is repeated later. For tests, and where something else limits
   * the calls. Default: the memory of this client.
   */
  rateLimiter?: RateLimiterFactory | 'off' | undefined;
  /**
   * What happens to params and responses that are not as documented. `report`: params are sent and responses returned, and each
   * difference is reported to `onEvent`, or, where it is not set, by one warning. `strict`: such calls fail with
   * `invalid_params` or `invalid_response`; for tests, and where money is moved. `off`: nothing is reported. Params that are missing, of
   * another type or cannot be sent fail in every mode, and under `report` so do misspelled names. What cannot be a response at all
   * (HTML, incomplete JSON, no list where the items should be) is an error under `report`. Unknown fields and unknown enum values of
   * responses always pass. Default `report`.
   */
  validation?: 'strict' | 'report' | 'off' | undefined;
  /**
   * Where responses of GETs are stored: `responseCache(…)` of `@x/core/cache`. Default: nowhere; every call sends a request.
   */
  cache?: ResponseCache | undefined;
  /** Largest body that is read, in bytes after decompression: above 0. Default 32 MiB. */
  maxBodyBytes?: number | undefined;
  /** Where tokens are stored. Default: the memory of this client. */
  tokens?: TokenStore | undefined;
  /**
   * Keeps the runtime going for work after a response, such as `waitUntil` of `cloudflare:workers`; see `CallOptions.waitUntil`.
   * Default: nothing does. On Cloudflare Workers, a token is then refreshed when a call finds it expired, and not before.
   */
  waitUntil?: WaitUntil | undefined;
  /**
   * Longest wait for one operation of the token store, in milliseconds, above 0. Default 10,000. Waiting for the store's lock
   * may take the `lockWaitMs` of the store longer. The call then fails with `unavailable`, and the next call asks the store again.
   */
  storeTimeoutMs?: number | undefined;
  /**
   * How long a user's grant is used before the token store is asked whether it still holds the same one, in milliseconds from 0. Another
   * process may have signed the user out, or another user in. Default 60,000; `Infinity`: it is not asked. A client without the option
   * `tokens` has a store of its own, which is not asked.
   */
  storeCheckMs?: number | undefined;
  /**
   * Called with everything that happens: start and end of each call, requests, responses, retries, waits, tokens and drift.
   * Events hold no secret and no value of the caller's. What it throws or rejects with is ignored. What it returns is ignored
   * too, unless it is an `EventScope` for a `call_start` or a `request`. Of several, each is called in order, and the scope of an
   * earlier one is outside of those of later ones: `[otel(), logEvents(console)]`. Default: nothing is reported.
   */
  onEvent?: EventObserver | readonly EventObserver[] | undefined;
  /**
   * Allows `http:` for addresses other than this machine, where credentials and data travel unencrypted: for a network
   * that you trust, such as the one between containers. Default `false`.
   */
  allowInsecureHttp?: boolean | undefined;
  /** Lets a client whose credentials are secret run in a browser all the same. Default `false`. */
  allowBrowser?: boolean | undefined;
  /** The time. Default: the runtime's. */
  clock?: Clock | undefined;
  /** Numbers from 0 to 1 for the jitter of retry waits. Default `Math.random`. */
  random?: (() => number) | undefined;
}

/** What each option that every client takes must be. */
export const clientOptionRules = {
  fetch: optionKind.function,
  timeoutMs: optionKind.milliseconds,
  deadlineMs: optionKind.millisecondsFrom0,
  retries: optionKind.count,
  maxWaitMs: optionKind.millisecondsFrom0,
  maxRetryAfterMs: optionKind.millisecondsFrom0,
  headers: optionKind.checkedLater, // by `openClient`
  rateLimiter: optionKind.functionOrOff,
  validation: optionKind.choice(['strict', 'report', 'off']),
  cache: /* @__PURE__ */ optionKind.objectWith('a response cache, such as responseCache() of @x/core/cache', [
    'respond',
  ]),
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
} satisfies RulesOf<ClientOptions>;

/** The time as a client counts it, Unix milliseconds. */
export const timeOf = ({ clock = Date }: ClientOptions): number => clock.now();

/** A request before it is serialized; the provider adds what each of its requests needs, such as credentials. */
export interface Draft {
  /** Declaration of the call. */
  readonly endpoint: EndpointSpec;
  /** Params of the call, complete, as the caller passed them. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Query parameters, not serialized yet. The provider may add some. */
  readonly query: Record<string, unknown>;
  /** Fields of the body, not serialized yet. The provider may add some. */
  readonly body: Record<string, unknown>;
  /** Headers of the request, by lowercase name. The provider may add some. */
  readonly headers: Record<string, string>;
}

/** Options of a provider's own call. */
export interface SendOptions {
  /** Whether the call is background work; see {@link Provider.background}. Default `false`. */
  readonly background?: boolean | undefined;
  /**
   * Whether the call runs to its end once it was started: neither `deadlineMs` nor the end of the grace period of `close` cuts it off. For
   * requests that use something up, such as a refresh token. Default `false`.
   */
  readonly mustFinish?: boolean | undefined;
  /** The account that the call is made for, for events. Default: the client's, if it has one. */
  readonly account?: string | undefined;
  /** Called before the call starts, with the `callId` of its events. Not called where nobody observes the client. */
  readonly onStart?: ((callId: string) => void) | undefined;
}

/** Tools for a provider's own calls, such as token requests. */
export interface Tools {
  /**
   * Sends a declared call through the same pipeline.
   *
   * @param options Default: those of {@link SendOptions}.
   */
  send(operation: string, endpoint: CallSpec, params: Record<string, unknown>, options?: SendOptions): Promise<unknown>;
  /**
   * Makes an error of an operation that did not get as far as a request.
   *
   * @param more The provider's own code, and what was thrown, of which the error keeps name, code and message. Default: none.
   */
  fail(operation: string, code: ErrorCode, message: string, more?: { providerCode?: string; cause?: unknown }): Error;
  /**
   * What an operation rejects with that a signal has ended: the reason of the signal where that is an Error, else an `ApiError` of
   * code `aborted`.
   */
  abortError(operation: string, reason: unknown): unknown;
  /**
   * Waits `ms` milliseconds by the clock of the client, or less when `early` settles, whose rejection it shares.
   *
   * @param signal Ends the wait, which then rejects with the error of `abortError`. Default: none.
   * @param early Default: nothing ends the wait before its time.
   * @throws ApiError `unavailable` when the client is closed.
   */
  pause(operation: string, ms: number, signal?: AbortSignal, early?: Promise<unknown>): Promise<void>;
  /** What is known of the client's calls and of its end. */
  readonly lifecycle: Lifecycle;
  /** Reports what happened to a grant to `onEvent`. */
  reportToken(report: TokenReport): void;
}

/** Where a call gets the grant that it is authorized with. */
export interface CallGrants {
  /**
   * Returns the grant for a request.
   *
   * @param background Whether the process may exit instead of waiting for it.
   * @param waitUntil Keeps the runtime going for a refresh, if the call has such a function.
   */
  get(background: boolean, waitUntil: WaitUntil | undefined, draft: Draft): Grant | Promise<Grant>;
  /** Notes that the API refused this grant's token: unless a newer one is known already, the next `get` renews it. */
  reject(grant: Grant): void;
  /**
   * Looks at the grant before the call uses it; throws a coded error when it does not allow the call.
   *
   * @param waitUntil Keeps the runtime going for work that the call leads to, if the call has such a function.
   */
  check?(grant: Grant, endpoint: EndpointSpec, waitUntil?: WaitUntil): void;
}

/** Where calls get their grants, by the credentials that their endpoints need. Calls of a kind that is left out need none. */
export type AuthGrants = Readonly<Partial<Record<AuthKind, CallGrants>>>;

/** Everything that core needs to know about an API. Adding an API means writing one of these. */
export interface Provider {
  /** Short name, first part of errors and keys. */
  readonly name: string;
  /** Options that the client was created with. */
  readonly options: ClientOptions;
  /** Base URL that paths are appended to. */
  readonly baseUrl: string;
  /** The same for endpoints with `host: 'auth'`. */
  readonly authUrl?: string;
  /** How lists travel in a query: `a=1&a=2`, or `a=1,2`. */
  readonly lists: 'repeat' | 'comma';
  /** Fixed credentials by option name; the first identifies the caller, who owns the rate limit. All must be set; their values are recognized and never shown. */
  readonly credentials: Readonly<Record<string, string | undefined>>;
  /** Refuses to run in a browser, where everyone could read the credentials, unless `allowBrowser` is set. */
  readonly serverOnly?: boolean;
  /** Where credentials are got. */
  readonly signUp: string;
  /** The account that calls act for. Cursors work for it only. Default: none, the application's own. */
  readonly account?: string;
  /**
   * Parameters whose values are secret: they show in no error or event, and cursors hold only a hash of them. `name` is a
   * parameter of that name at any depth, `parent.name` one directly inside `parent`, lists in between not counted.
   * What ends with token, secret, password, api_key or verifier is not shown either, listed or not. Default: none.
   */
  readonly secretParams?: readonly string[];
  /**
   * Completes the params of a call before they are checked, such as with a token that is stored under a name. What it adds is
   * treated as if the caller had passed it: secret parameters stay secret, and cursors depend on it. Of custom requests, it
   * completes the values of the body. It may reject with a {@link codedError}. Default: params stay as they are.
   */
  completeParams?(
    params: Readonly<Record<string, unknown>>,
    endpoint: EndpointSpec,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Chooses the declaration that a call is made by, where that depends on the client's options or on the params: another one with
   * params and a result of the same types. Default: the endpoint's own.
   *
   * @param params As the caller passed them, before they are checked: of any type.
   */
  adapt?(endpoint: AnySpec, params: unknown): AnySpec;
  /** Adds fixed credentials and headers. */
  sign?(draft: Draft): void;
  /**
   * Whether all calls are background work, which nobody waits for. On Node they do not keep the process alive. They are not
   * retried, and an attempt takes at most 10 seconds. Default `false`.
   */
  readonly background?: boolean;
  /** The grants that calls are authorized with. Called once per client. */
  grants?(tools: Tools): AuthGrants;
  /** Where calls are counted. Default: by the option `rateLimiter`. */
  readonly rateLimiter?: RateLimiter;
  /** Made by `createLifecycle`: clients that share it are closed together. Default: one of its own. */
  readonly lifecycle?: Lifecycle;
  /** What to do when the server cannot be reached. Default: a general hint. */
  readonly networkRemedy?: string;
  /**
   * The id of a request, read from its response: for the provider's support. Default: the header `x-request-id`, `request-id` or
   * `x-correlation-id`.
   *
   * @param body The parsed body; bytes or a string where it is not JSON.
   */
  requestId?(headers: ReadHeaders, body: unknown): string | undefined;
  /** Reads the content of an error response, such as the provider's message and code. The body may be of any type. */
  readError(failure: Failure): ReportedError;
  /**
   * What errors mean, where the status does not say it; the first rule that matches counts. They must not change once the
   * client is created. Default: none.
   */
  readonly errorRules?: readonly ErrorRule[];
  /**
   * The bucket a call draws from. Several where the provider counts a call more than once: the widest first, and last the
   * narrowest, which is the one that responses report on. Undefined: not limited.
   */
  rate?(draft: Draft): RateLimitRule | readonly RateLimitRule[] | undefined;
  /** What the headers of a response report about the limit. */
  rateState?(headers: ReadHeaders, now: number, status: number): RateLimitState | undefined;
}
