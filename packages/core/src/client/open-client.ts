import { Call } from '../call/call.ts';
import { createEventSource } from '../call/call-events.ts';
import type { ClientContext } from '../call/context.ts';
import { Operation, traceBelow, withTrace } from '../call/operation.ts';
import { Lifecycle } from '../declare/lifecycle.ts';
import type { Authorizers, Provider, Tools } from '../declare/provider.ts';
import type { RateLimiter } from '../declare/rate-limiter.ts';
import { isApiError } from '../errors/api-error.ts';
import { callEndpoint } from '../pipeline/pipeline.ts';
import { ClientRateLimiter, createRateLimiter } from '../rate/client-rate-limiter.ts';
import { parseAddress, withoutTrailingSlash } from '../shared/address.ts';
import { keepRunning } from '../tokens/grant-source.ts';
import { pauseOf } from './between-calls.ts';
import { problemOfProvider } from './check-provider.ts';

type Method = (...args: never[]) => unknown;

/**
 * Opens a client for a provider: the context that its calls share, and the tools for the provider's own calls, such as
 * token requests. `createRootClient` creates its methods.
 *
 * @param factory The function that the application called; error stacks start below it.
 * @throws ApiError when the provider's options are invalid.
 */
export function openClient(given: Provider, factory: Method): { client: ClientContext; tools: Tools } {
  const { name, options, grants, authUrl } = given;
  const problem = problemOfProvider(given);
  if (problem)
    throw new Operation(given, `${name} client`, traceBelow(factory)).fail(problem.message, {
      code: problem.errorCode,
    });
  const provider: Provider = {
    ...given,
    baseUrl: withoutTrailingSlash(given.baseUrl),
    ...(authUrl !== undefined && { authUrl: withoutTrailingSlash(authUrl) }),
  };
  const events = createEventSource(provider);
  const lifecycle = new Lifecycle(name, options.clock);
  const begin = (operation: string) => new Operation(given, operation); // whoever shares the work adds its own stack
  const tools: Tools = {
    send(operation, endpoint, params, options = {}) {
      const { grants = client.grants, onStart } = options;
      const callId = events?.newId();
      if (callId !== undefined) onStart?.(callId);
      return callEndpoint(
        new Call({ ...client, grants }, { operation, endpoint, params, own: { ...options, callId } }),
      );
    },
    async guard(operation, work) {
      try {
        return await lifecycle.hold(Promise.resolve(work()));
      } catch (error) {
        throw isApiError(error) ? error : begin(operation).failWith(error);
      }
    },
    fail: (operation, code, message, more) => begin(operation).fail(message, { ...more, code }),
    failBelow: (method, operation, error) => new Operation(given, operation, traceBelow(method)).failWith(error),
    abortError: (operation, reason) => begin(operation).aborted(reason),
    pause: (operation, ms, signal, early) => pauseOf(client, begin(operation), ms, [signal], early),
    lifecycle,
    reportToken: (report) => events?.reportToken(report),
  };
  const api = parseAddress(provider.baseUrl);
  const client: ClientContext = {
    provider,
    addresses: { api, auth: provider.authUrl === undefined ? api : parseAddress(provider.authUrl) },
    account: undefined,
    background: false,
    bound: options.headers && { options: { headers: { ...options.headers } }, signals: [] },
    limiter: new ClientRateLimiter(createRateLimiter(provider)),
    grants: grants?.(tools) ?? {},
    events,
    lifecycle,
    reported: new Set(),
    ownMembers: undefined,
  };
  return { client, tools };
}

/**
 * Returns the context of calls that act for a user: the same client with the user's grants, rate limit and events.
 *
 * @param limiter The user's rate limiter. Default: a new one.
 */
export const actFor = (
  client: ClientContext,
  account: string,
  grants: Authorizers,
  limiter: RateLimiter = createRateLimiter(client.provider, account),
): ClientContext => ({
  ...client,
  account,
  grants: { ...client.grants, ...grants },
  limiter: client.limiter.withUser(limiter),
  events: createEventSource(client.provider, account),
});

/**
 * Makes a group of a client's methods that are no endpoints, such as `oauth`, act like ones: they reject once the client
 * is closed, `close` waits for them, and the stacks of their errors start at the caller.
 *
 * @param group The property of the client that they belong to: `oauth`.
 */
export function ownMethods<Methods extends object>(
  { provider, lifecycle }: ClientContext,
  group: string,
  methods: Methods,
): Methods {
  const owned = Object.entries(methods).map(([name, method]) => {
    const run = (...args: unknown[]): unknown => {
      const called = new Operation(provider, `${group}.${name}`, traceBelow(run));
      if (lifecycle.state !== 'open') return Promise.reject(called.closed());
      const result: unknown = method(...args);
      if (!(result instanceof Promise)) return result;
      try {
        keepRunning(result, provider.options.waitUntil); // a code works once, so its grant must be stored
      } catch (error) {
        return Promise.reject(called.failWith(error));
      }
      return lifecycle.hold(result).catch((error) => {
        throw withTrace(error, called.trace);
      });
    };
    return [name, typeof method === 'function' ? run : method];
  });
  return Object.fromEntries(owned) as Methods;
}
