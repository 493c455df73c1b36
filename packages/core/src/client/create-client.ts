import { type BoundOptions, mergeOptions, noOptions } from '../call/bound-options.ts';
import { Call } from '../call/call.ts';
import type { ClientContext } from '../call/context.ts';
import { Operation, type Trace, traceBelow } from '../call/operation.ts';
import type { AnySpec, EndpointTree } from '../declare/endpoint.ts';
import type { CloseOptions } from '../declare/health.ts';
import { type CallOptions, callOptionRules, type ListOptions } from '../declare/options.ts';
import type { Provider } from '../declare/provider.ts';
import type { RequestOptions } from '../declare/request-options.ts';
import { problemOfOptions } from '../options/check-options.ts';
import * as optionKind from '../options/option-kind.ts';
import { problemOfSharedHeaders } from '../pipeline/check-headers.ts';
import type { Params } from '../pipeline/check-input.ts';
import { callEndpoint } from '../pipeline/pipeline.ts';
import { rateLimiterError } from '../pipeline/reserve.ts';
import { heldOnce, oncePer } from '../shared/once.ts';
import { betweenCalls } from './between-calls.ts';
import type * as declared from './client.ts';
import { Client, type Members } from './client-class.ts';
import { openClient } from './open-client.ts';
import { sendRequest } from './request.ts';

type Method = (...args: never[]) => unknown;

/**
 * Creates a client from declared endpoints. The provider packages' own factories call it with all of their endpoints;
 * pass fewer to load fewer.
 *
 * @example
 * const client = createClient(streamProvider({ clientId, clientSecret }), { streams });
 */
export const createClient = <const Tree extends object>(provider: Provider, tree: Tree): declared.RootClient<Tree> =>
  createRootClient(openClient(provider, createClient).client, tree) as declared.RootClient<Tree>;

/**
 * Creates a client that reports on itself and can be closed.
 *
 * @param own Creates its members besides the ones that all clients have, for itself and for every client that its
 * `with` returns. Default: none.
 */
export function createRootClient(client: ClientContext, tree: object, own?: ClientContext['ownMembers']): object {
  const ownMembers = (context: ClientContext) => ({ ...lifecycleMembers(context), ...own?.(context) });
  const Class = findClass(tree);
  return Class.list(new Class({ ...client, ownMembers }));
}

/**
 * Returns the client of a context that `actFor` returned, bound to the same options as its root, with which it ends: it
 * has no `health` and no `close`. Returns the same object for the same contexts, as long as anything holds it.
 */
export function createChildClient(root: ClientContext, child: ClientContext, tree: object): object {
  return childrenOf(root)(child, tree);
}

const childrenOf = oncePer(({ bound }: ClientContext) =>
  heldOnce((child: ClientContext, tree: object) => {
    return new (findClass(tree))(bound === child.bound ? child : { ...child, bound });
  }),
);

/** Finds the class of the clients of a tree. */
const findClass = oncePer((tree: object) => {
  const Class = Client.withMembers({
    request: (client) =>
      function request(...given: [path: string, params?: Params, options?: RequestOptions]) {
        return sendRequest({ client, tree, trace: traceBelow(request) }, given);
      },
    with: (client) =>
      function bind(options: CallOptions): object {
        return new Class({ ...client, bound: bindOptions(client, options, bind) });
      },
    resetRateLimiter: (client) =>
      async function reset(): Promise<void> {
        return resetRateLimiter(client, traceBelow(reset));
      },
    ...endpointMembers(tree),
  });
  return Class;
});

/**
 * Returns the members that call a tree's endpoints: a method for each endpoint, and an object for each branch. A branch
 * is read when its member is, which is when a packed provider evaluates the resource.
 *
 * @param prefix Start of the names of operations in this branch: `streams.`. Default: empty, at the top.
 */
function endpointMembers(tree: object, prefix = ''): Members {
  return Object.fromEntries(
    Object.keys(tree).map((name) => {
      const operation = prefix + name;
      let node: AnySpec | EndpointTree | undefined;
      let methods: [string, Members[string]][] | undefined;
      const create: Members[string] = (client, siblings) => {
        node ??= (tree as EndpointTree)[name] as AnySpec | EndpointTree;
        // Only an endpoint has a path.
        if (typeof node.path === 'string') return createMethod(client, operation, node as AnySpec, siblings);
        methods ??= Object.entries(endpointMembers(node, `${operation}.`));
        const group: Record<string, unknown> = {};
        for (const [key, create] of methods) group[key] = create(client, group);
        return group;
      };
      return [name, create];
    }),
  );
}

/** The members of a client that can be closed. */
function lifecycleMembers({ lifecycle, provider }: ClientContext): object {
  async function close(options: CloseOptions = {}): Promise<void> {
    const problem = problemOfOptions(options, closeRules);
    if (problem !== undefined)
      throw new Operation(provider, 'close', traceBelow(close)).fail(problem, { code: 'invalid_params' });
    return lifecycle.close(options.graceMs);
  }
  // Lets `await using` close it. Some supported runtimes lack the symbol, and some applications add it.
  const key: symbol | undefined = Symbol.asyncDispose;
  return { health: () => lifecycle.health(), close, ...(key && { [key]: () => close() }) };
}

const closeRules = { graceMs: optionKind.millisecondsFrom0 } satisfies optionKind.RulesOf<CloseOptions>;

/** Creates the method of a client that calls an endpoint. */
function createMethod(client: ClientContext, operation: string, declared: AnySpec, group?: object): unknown {
  function method(params: Params = {}, options: ListOptions = noOptions) {
    const endpoint = client.provider.adapt?.(declared, params) ?? declared;
    const call = new Call(client, { operation, endpoint, params, options, trace: traceBelow(method) });
    return endpoint.call ? endpoint.call(call as never, params as never) : call.progress.addTo(callEndpoint(call));
  }
  return declared.wrap ? declared.wrap(method as never, betweenCalls(client, operation), group as never) : method;
}

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
