import type { ApiCall } from '../declare/api-call.ts';
import type { AppMethods, EndpointMethods } from '../declare/endpoint.ts';
import type { ClientLifecycle } from '../declare/health.ts';
import type { CallOptions } from '../declare/options.ts';
import type { RateLimitState } from '../declare/rate-limiter.ts';
import type { RequestOptions } from '../declare/request-options.ts';

/** Members that every client has besides its endpoint methods. */
export interface ClientMethods {
  /**
   * Sends a request that no method covers, with the same credentials, rate limits, retries and errors.
   *
   * @param path Path below the API's base, preceded by the method unless it is GET: `/v1/me`, `PUT /v1/playlists/{id}`.
   * @param params Parameters. Ones that the path names in braces become part of it. The others are sent in the query of
   * GET and DELETE, else in the JSON body. Default: none.
   * @example
   * const { artists } = await client.request('/v1/artists', { ids: ['a', 'b'] });
   */
  request<Result = unknown>(
    path: string,
    params?: Readonly<Record<string, unknown>>,
    options?: RequestOptions<Result>,
  ): ApiCall<Result>;
  /**
   * The last rate limit the client saw: on a client of `withAccount` the last one used by that account, on its root the
   * last one used by the root or any of its accounts. Undefined before the first call.
   */
  readonly rateLimit: RateLimitState | undefined;
  /**
   * Forgets everything known about the client's rate limits: counts, refusals and reports from responses. Use it when a
   * limit was raised, or was blocked by mistake. Calls waiting for a limit are then sent as far as the full limit
   * allows.
   *
   * It applies to the limits that this client's calls count against: the application's, and on a client of
   * `withAccount` the account's as well. With `redisRateLimiter` they are forgotten for the whole fleet.
   *
   * @throws `ApiError` `unavailable` when a shared rate limiter cannot be reached, `not_supported` when your own rate
   * limiter has no `reset`.
   */
  resetRateLimiter(): Promise<void>;
  /**
   * Returns this client bound to call options, for example for one incoming request: all of its calls use them. It
   * shares everything with this client (tokens, rate limits, connections, accounts and, where this client has it,
   * `close`), so it is cheap to create and does not need to be closed.
   *
   * A call's own options override the ones from `with`, and a later `with` overrides an earlier one. Two options add
   * up: each `signal` ends the calls, and `headers` of both are sent (if both have a header, in any case, the later
   * value wins). `timeoutMs`, `deadlineMs`, `retries` and `maxWaitMs` apply to each call, not to all of them together.
   * For one limit on everything, pass `signal: AbortSignal.timeout(ms)`.
   *
   * @throws `ApiError` `invalid_params` when an option is unknown or invalid.
   * @example
   * const bound = client.with({ signal: request.signal, deadlineMs: 2000 });
   */
  with(options: CallOptions): this;
}

/**
 * A client that acts for a user, or whose API has no users: the methods of a tree of endpoints, and what all clients
 * have.
 */
export type Client<Tree> = EndpointMethods<Tree> & ClientMethods;

/**
 * A client that is not part of another one: it acts for the app, so methods that need a user cannot be called on it. It
 * also reports on itself, and can be closed.
 */
export type RootClient<Tree> = AppMethods<Tree> & ClientMethods & ClientLifecycle;
