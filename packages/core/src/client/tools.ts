import { Call } from '../call/call.ts';
import { createEventSource } from '../call/call-events.ts';
import type { ClientContext } from '../call/context.ts';
import { createLifecycle } from '../call/lifecycle.ts';
import { Operation, traceBelow } from '../call/operation.ts';
import type { CallSpec } from '../declare/endpoint.ts';
import type { AuthGrants, Provider, Tools } from '../declare/provider.ts';
import { callEndpoint } from '../pipeline/pipeline.ts';
import { ClientRateLimiter, createRateLimiter } from '../rate/client-rate-limiter.ts';
import { parseAddress, withoutTrailingSlash } from '../shared/address.ts';
import { pauseOf } from './between-calls.ts';
import { problemOfProvider } from './check-provider.ts';

/** Returns a client that acts for a user: the same client with the user's grants, rate limit and events. */
export const actFor = (client: ClientContext, account: string, grants: AuthGrants): ClientContext => ({
  ...client,
  account,
  grants: { ...client.grants, ...grants },
  limiter: client.limiter.withUser(createRateLimiter(client.provider, account)),
  events: createEventSource(client.provider, account),
});

/** Sends a client's own call, which its user did not ask for, authorized with these grants. */
export const sendOwnCall = (
  client: ClientContext,
  grants: AuthGrants,
  operation: string,
  endpoint: CallSpec,
  params: Readonly<Record<string, unknown>> = {},
): Promise<unknown> => callEndpoint(new Call({ ...client, grants }, { operation, endpoint, params, isOwn: true }));

/** Removes trailing slashes from a provider's addresses, so that paths can be appended. */
const withPlainAddresses = (provider: Provider): Provider => ({
  ...provider,
  baseUrl: withoutTrailingSlash(provider.baseUrl),
  ...(provider.authUrl !== undefined && { authUrl: withoutTrailingSlash(provider.authUrl) }),
});

/**
 * Opens a client for a provider: the context that its calls share, and the tools for the provider's own calls, such as
 * token requests.
 *
 * @param factory The function that the application called; error stacks start below it.
 * @throws ApiError when the provider's options are invalid.
 */
export function openClient(
  given: Provider,
  factory: (...args: never[]) => unknown,
): { client: ClientContext; tools: Tools } {
  const problem = problemOfProvider(given);
  if (problem)
    throw new Operation(given, `${given.name} client`, traceBelow(factory)).fail(problem.message, {
      code: problem.errorCode,
    });
  const begin = (operation: string) => new Operation(given, operation); // whoever shares the work adds its own stack
  const provider = withPlainAddresses(given);
  const events = createEventSource(provider);
  const lifecycle = provider.lifecycle ?? createLifecycle(provider);
  const tools: Tools = {
    send(operation, endpoint, params, { background = false, mustFinish, account, onStart } = {}) {
      const callId = events?.newId();
      if (callId !== undefined) onStart?.(callId);
      const call = { operation, endpoint, params, background, mustFinish, callId, account, isOwn: true };
      return callEndpoint(new Call(client, call));
    },
    fail: (operation, code, message, more) => begin(operation).fail(message, { ...more, code }),
    abortError: (operation, reason) => begin(operation).aborted(reason),
    pause: (operation, ms, signal, early) => pauseOf(client, begin(operation), ms, [signal], early),
    lifecycle,
    reportToken: (report) => events?.reportToken(report),
  };
  const { baseUrl, authUrl = baseUrl } = provider;
  const { headers } = provider.options;
  const client: ClientContext = {
    provider,
    addresses: { api: parseAddress(baseUrl), auth: parseAddress(authUrl) },
    account: provider.account,
    background: provider.background ?? false,
    bound: headers && { options: { headers: { ...headers } }, signals: [] },
    limiter: new ClientRateLimiter(provider.rateLimiter ?? createRateLimiter(provider)),
    grants: provider.grants?.(tools) ?? {},
    events,
    lifecycle,
    reported: new Set(),
  };
  return { client, tools };
}
