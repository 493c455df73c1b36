import type { GenericSchema } from 'valibot';
import type { ApiCall } from '../declare/api-call.ts';
import type { RateState } from '../declare/budget.ts';
import type { EndpointMethods, EndpointSpec } from '../declare/endpoint.ts';
import type { ClientLifecycle } from '../declare/lifecycle.ts';
import type { CallOptions } from '../declare/options.ts';
import type { Unset } from '../errors/api-error.ts';

/** Values of a {@link CustomRequest}, grouped by where they are sent. Undefined values are left out. */
export interface CustomValues {
  /** Query parameters. Default: none. */
  query?: Record<string, unknown> | undefined;
  /** Fields of the JSON body. Default: no body. */
  body?: Record<string, unknown> | undefined;
  /** Values of the `{name}` parameters in the path. Default: none. */
  path?: Record<string, unknown> | undefined;
}

/** A request that no declaration covers; see {@link ClientMethods.request}. */
export interface CustomRequest<Result = unknown> extends Unset<EndpointSpec> {
  /** Path below the API's base, without query. */
  path: string;
  /** Checks the response, and is the type of the result. Default: anything passes. */
  response?: GenericSchema<unknown, Result> | undefined;
  /** Values for the query, the JSON body, and `{name}` in the path. */
  values?: CustomValues | undefined;
}

/** Members that every client has besides its endpoint methods. */
export interface ClientMethods {
  /**
   * Sends a request that no declaration covers, with the same credentials, budget, retries and errors. Default method:
   * GET.
   */
  request<Result = unknown>(request: CustomRequest<Result>, options?: CallOptions): ApiCall<Result>;
  /**
   * The last rate limit the client saw: on a client of `withAccount` the last one used by that account, on its root the
   * last one used by the root or any of its accounts. Undefined before the first call.
   */
  readonly rateLimit: RateState | undefined;
  /**
   * Forgets everything known about the client's rate limits: counts, refusals and reports from responses. Use it when a
   * limit was raised, or was blocked by mistake. Calls waiting for a limit are then sent as far as the full limit
   * allows.
   *
   * It applies to the limits that this client's calls count against: the application's, and on a client of
   * `withAccount` the account's as well. With `redisBudget` they are forgotten for the whole fleet.
   *
   * @throws `ApiError` `unavailable` when a shared budget cannot be reached, `not_supported` when your own budget has
   * no `reset`.
   */
  resetLimits(): Promise<void>;
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

/** A client: the methods of a tree of endpoints, and the members that all clients have. */
export type Client<Tree> = EndpointMethods<Tree> & ClientMethods;

/** A client that is not part of another one, so it also reports on itself and can be closed. */
export type RootClient<Tree> = Client<Tree> & ClientLifecycle;
