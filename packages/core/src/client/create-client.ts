import { type BoundOptions, mergeOptions, noOptions } from '../call/bound-options.ts';
import { Call } from '../call/call.ts';
import type { ClientContext } from '../call/context.ts';
import { Operation, type Trace, traceBelow } from '../call/operation.ts';
import type { AnySpec, ListSpec, LookupSpec } from '../declare/endpoint.ts';
import type { CloseOptions } from '../declare/lifecycle.ts';
import { type CallOptions, callOptionRules, type ListOptions } from '../declare/options.ts';
import type { Provider } from '../declare/provider.ts';
import * as optionKind from '../options/option-kind.ts';
import type { RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { callLookup } from '../paging/call-lookup.ts';
import { callList } from '../paging/list-loader.ts';
import { problemOfSharedHeaders } from '../pipeline/check-headers.ts';
import type { Params } from '../pipeline/check-input.ts';
import { callEndpoint } from '../pipeline/pipeline.ts';
import { rateLimiterError } from '../pipeline/reserve.ts';
import { betweenCalls } from './between-calls.ts';
import type * as declared from './client.ts';
import type { RequestOptions } from './client.ts';
import {
  Client,
  type ClientClass,
  type CreateMethod,
  clientClass,
  type Properties,
  propertiesOfTree,
  RootClient,
} from './client-class.ts';
import { perTree } from './per-tree.ts';
import { sendRequest } from './request.ts';
import { openClient } from './tools.ts';

type Method = (...args: never[]) => unknown;

/**
 * Creates a client from declared endpoints. The provider packages' own factories call it with all of their endpoints;
 * pass fewer to load fewer.
 *
 * @example
 * const client = createClient(streamProvider({ clientId, clientSecret }), { streams });
 */
export function createClient<const Tree extends object>(provider: Provider, tree: Tree): declared.RootClient<Tree> {
  const { client } = openClient(provider, createClient);
  return new (findRootClass(tree))(client, true) as declared.RootClient<Tree>;
}

/**
 * Creates a client from declared endpoints, as `createClient` does, that ends together with another client because both
 * use the same `provider.lifecycle`. It has no `health` and no `close`.
 */
export function createChildClient<const Tree extends object>(
  provider: Provider & Required<Pick<Provider, 'lifecycle'>>,
  tree: Tree,
): declared.Client<Tree> {
  const { client } = openClient(provider, createChildClient);
  return new (findClass(tree))(client) as declared.Client<Tree>;
}

/** Returns the class of clients that end together with another client. */
export const findClass = perTree((tree) => defineClient(tree, {}, Client));

const findRootClass = perTree((tree) => defineRootClient(tree, {}));

/** Defines the clients of these endpoints. `own` holds their members besides the ones that all clients have. */
function defineClient(tree: object, own: Properties, Base: typeof Client): ClientClass {
  const common: Properties = {
    request: (client) =>
      function request(path: string, params?: Params, options?: RequestOptions) {
        return sendRequest({ client, tree, trace: traceBelow(request) }, path, params, options);
      },
    with: (client) =>
      function bind(options: CallOptions): object {
        return new Class({ ...client, bound: bindOptions(client, options, bind) });
      },
    resetRateLimiter: (client) =>
      async function reset(): Promise<void> {
        return resetRateLimiter(client, traceBelow(reset));
      },
    rateLimit: ({ limiter }) => limiter.state(),
  };
  const Class = clientClass({ ...common, ...propertiesOfTree(tree, createMethod), ...own }, Base);
  return Class;
}

/** Defines the clients of these endpoints that report on themselves and can be closed. */
export function defineRootClient(tree: object, own: Properties): ClientClass {
  const lifecycle: Properties = {
    health:
      ({ lifecycle }) =>
      () =>
        lifecycle.health(),
    close: (client) =>
      async function close(options: CloseOptions = {}): Promise<void> {
        const problem = problemOfOptions(options, closeRules);
        if (problem !== undefined)
          throw new Operation(client.provider, 'close', traceBelow(close)).fail(problem, { code: 'invalid_params' });
        return client.lifecycle.close(options.graceMs);
      },
  };
  return defineClient(tree, { ...lifecycle, ...own }, RootClient);
}

const closeRules = { graceMs: optionKind.millisecondsFrom0 } satisfies RulesOf<CloseOptions>;

/** Creates the method of a client that calls an endpoint. */
const createMethod: CreateMethod = (client, operation, declared) => {
  function method(params: Params = {}, options: ListOptions = noOptions) {
    const endpoint = client.provider.adapt?.(declared, params) ?? declared;
    const call = new Call(client, { operation, endpoint, params, options, trace: traceBelow(method) });
    if (isList(call)) return callList(call, params);
    return isLookup(call) ? callLookup(call, params) : call.progress.addTo(callEndpoint(call));
  }
  return declared.wrap ? declared.wrap(method as never, betweenCalls(client, operation)) : method;
};

const isList = (call: Call<AnySpec>): call is Call<ListSpec> => 'paging' in call.endpoint;

const isLookup = (call: Call<AnySpec>): call is Call<LookupSpec> => 'items' in call.endpoint;

/** Adds options to the ones that a client is already bound to. */
function bindOptions({ provider, bound }: ClientContext, given: CallOptions, below: Method): BoundOptions {
  const problem = problemOfOptions(given, callOptionRules) ?? problemOfSharedHeaders(given.headers);
  if (problem !== undefined)
    throw new Operation(provider, 'with', traceBelow(below)).fail(problem, { code: 'invalid_params' });
  const { signal, ...options } = given;
  const { signals = [], options: earlier = noOptions } = bound ?? {};
  return {
    // Copy the headers as well, because later changes by the caller would not be checked.
    options: mergeOptions(earlier, { ...options, ...(options.headers && { headers: { ...options.headers } }) }),
    signals: signal && !signals.includes(signal) ? [...signals, signal] : signals,
  };
}

/** Forgets everything known about the client's rate limits; see {@link ClientMethods.resetRateLimiter}. */
async function resetRateLimiter({ provider, limiter }: ClientContext, trace: Trace): Promise<void> {
  const operation = new Operation(provider, 'resetRateLimiter', trace);
  if (!limiter.reset)
    throw operation.fail('rateLimiter has no reset method. Add one, or use memoryRateLimiter or redisRateLimiter', {
      code: 'not_supported',
    });
  try {
    await limiter.reset();
  } catch (error) {
    throw rateLimiterError(operation, error);
  }
}
