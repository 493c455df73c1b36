import { type BoundOptions, mergeOptions, noOptions } from '../call/bound-options.ts';
import { Call } from '../call/call.ts';
import type { ClientContext } from '../call/context.ts';
import { Operation, type Trace, traceBelow } from '../call/operation.ts';
import type { ApiCall } from '../declare/api-call.ts';
import { type AnySpec, type EndpointSpec, type ListSpec, type LookupSpec, operationsOf } from '../declare/endpoint.ts';
import type { CloseOptions } from '../declare/lifecycle.ts';
import { type CallOptions, callOptionRules, type ListOptions } from '../declare/options.ts';
import type { Provider } from '../declare/provider.ts';
import * as optionKind from '../options/option-kind.ts';
import { isObject, type RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { callLookup } from '../paging/call-lookup.ts';
import { callList } from '../paging/list-loader.ts';
import { problemOfSharedHeaders } from '../pipeline/check-headers.ts';
import type { Params } from '../pipeline/check-input.ts';
import { callEndpoint } from '../pipeline/pipeline.ts';
import { rateLimiterError } from '../pipeline/reserve.ts';
import { kindOf } from '../shared/describe-value.ts';
import { noteClient } from './bound-methods.ts';
import type { Client, RequestOptions, RootClient } from './client.ts';
import {
  type ClientClass,
  type ClientTraits,
  type CreateMethod,
  clientClass,
  type Properties,
  propertiesOfTree,
} from './client-class.ts';
import { openClient } from './tools.ts';

type Method = (...args: never[]) => unknown;

/**
 * Creates a client from declared endpoints. The provider packages' own factories call it with all of their endpoints;
 * pass fewer to load fewer.
 *
 * @example
 * const client = createClient(streamProvider({ clientId, clientSecret }), { streams });
 */
export function createClient<const Tree extends object>(provider: Provider, tree: Tree): RootClient<Tree> {
  const { client } = openClient(provider, createClient);
  return new (findRootClass(tree))(client, true) as RootClient<Tree>;
}

/**
 * Creates a client from declared endpoints, as `createClient` does, that ends together with another client because both
 * use the same `provider.lifecycle`. It has no `health` and no `close`.
 */
export function createChildClient<const Tree extends object>(
  provider: Provider & Required<Pick<Provider, 'lifecycle'>>,
  tree: Tree,
): Client<Tree> {
  const { client } = openClient(provider, createChildClient);
  return new (findClass(tree))(client) as Client<Tree>;
}

/** Creates something once for each tree of endpoints, shared by all clients of the same endpoints. @internal */
export function perTree<Made>(make: (tree: object) => Made): (tree: object) => Made {
  const made = new WeakMap<object, Made>();
  return (tree) => {
    const known = made.get(tree) ?? make(tree);
    made.set(tree, known);
    return known;
  };
}

/** Returns the class of clients that end together with another client. @internal */
export const findClass = perTree((tree) => defineClient(tree, {}, clientClass));

const findRootClass = perTree((tree) => defineRootClient(tree, {}));

/** Defines the clients of these endpoints. `own` holds their members besides the ones that all clients have. */
function defineClient(tree: object, own: Properties, define: typeof clientClass): ClientClass {
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
  const Class = define({ ...common, ...propertiesOfTree(tree, createMethod), ...own }, traits);
  return Class;
}

const traits: ClientTraits = {
  live: 'rateLimit',
  describe({ provider: { name }, addresses: { api }, account, lifecycle: { state } }) {
    const shown = Object.entries({ provider: name, baseUrl: api.text, account, state }).filter(
      ([, value]) => value !== undefined,
    );
    return `Client { ${shown.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')} }`;
  },
};

/** Defines the clients of these endpoints that report on themselves and can be closed. @internal */
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
  return defineClient(tree, { ...lifecycle, ...own }, (...given) => disposable(clientClass(...given)));
}

/** Lets `await using` close the clients of a class. */
const disposable = (Class: ClientClass): ClientClass =>
  class Client extends Class {
    constructor(client: ClientContext, isListed?: boolean) {
      super(client, isListed);
      // Some supported runtimes lack the symbol, and some applications add it.
      const key: symbol | undefined = Symbol.asyncDispose;
      if (key) Object.defineProperty(this, key, { value: () => (this as { close?(): Promise<void> }).close?.() });
    }
  };

const closeRules = { graceMs: optionKind.millisecondsFrom0 } satisfies RulesOf<CloseOptions>;

/** Creates the method of a client that calls an endpoint. */
const createMethod: CreateMethod = (client, operation, declared) => {
  function method(params: Params = {}, options: ListOptions = noOptions) {
    const endpoint = client.provider.adapt?.(declared, params) ?? declared;
    const call = new Call(client, { operation, endpoint, params, options, trace: traceBelow(method) });
    if (isList(call)) return callList(call, params);
    return isLookup(call) ? callLookup(call, params) : call.progress.addTo(callEndpoint(call));
  }
  noteClient(method, client, operation);
  return declared.wrap ? declared.wrap(method as never) : method;
};

const isList = (call: Call<AnySpec>): call is Call<ListSpec> => 'paging' in call.endpoint;

const isLookup = (call: Call<AnySpec>): call is Call<LookupSpec> => 'items' in call.endpoint;

/** Stands in for the declaration of a request that no declaration covers. */
const noEndpoint: EndpointSpec = { method: 'GET', path: '', auth: 'app-or-user', docs: '' };

/** Client, stack and declarations for a request that no method covers. */
interface Requester {
  readonly client: ClientContext;
  /** Declarations of the client. */
  readonly tree: object;
  readonly trace: Trace;
}

/** Sends a request that no method covers; see {@link ClientMethods.request}. */
function sendRequest(
  { client, tree, trace }: Requester,
  target: string,
  params: Params = {},
  given: RequestOptions = noOptions,
): ApiCall<unknown> {
  // Callers without TypeScript may pass anything, so the promise rejects instead of this function throwing.
  const { declared, query, body, options } = readRequestOptions(given);
  const [, method = 'GET', path = target] = methodAndPath.exec(String(target)) ?? [];
  const problem = problemOfValues({ params, query, body });
  const values = placeValues(method, path, { params, query, body });
  const spec = { ...noEndpoint, ...declared, method, path, body: values.body && { entries: values.body } };
  const template = client.events ? toTemplate(path, listSegments(tree)) : '';
  const custom = { ...values, body: values.body ?? {}, template, problem };
  const operation = `request ${method} ${path}`;
  const init = { operation, endpoint: spec as never as EndpointSpec, params, options, trace, custom };
  const call = new Call(client, init);
  return call.progress.addTo(callEndpoint(call));
}

/** Method and path, as in `PUT /v1/me`. */
const methodAndPath = /^(GET|POST|PUT|PATCH|DELETE) (.*)$/s;

/** The options of a request, split into its endpoint's declaration, its values, and the options that all calls have. */
function readRequestOptions(given: RequestOptions) {
  if (!isObject(given)) return { options: given };
  const all: Record<string, unknown> = {};
  for (const name in given) all[name] = given[name as keyof RequestOptions]; // includes inherited options
  const { query, body, auth, scopes, contentType, write, encode, as, host, idempotent, docs, response, ...options } =
    all as RequestOptions;
  const declared = { auth, scopes, contentType, write, encode, as, host, idempotent, docs, response };
  return { declared: withoutUndefined(declared), query, body, options };
}

/** Groups the values of a request by where they are sent. Undefined values are left out. */
function placeValues(
  method: string,
  path: string,
  groups: { params: Params; query: Params | undefined; body: Params | undefined },
) {
  const inPath = new Set([...String(path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const given = Object.entries(withoutUndefined(groups.params));
  const rest = Object.fromEntries(given.filter(([name]) => !inPath.has(name)));
  const inQuery = method === 'GET' || method === 'DELETE';
  const body = { ...(!inQuery && rest), ...withoutUndefined(groups.body) };
  return {
    path: Object.fromEntries(given.filter(([name]) => inPath.has(name))),
    query: { ...(inQuery && rest), ...withoutUndefined(groups.query) },
    body: groups.body || Object.keys(body).length > 0 ? body : undefined,
  };
}

/** Describes the problem with a group of a request's values; undefined if there is none. */
function problemOfValues(groups: Readonly<Record<string, unknown>>): string | undefined {
  const wrong = Object.entries(groups).find(([, group]) => group !== undefined && !isObject(group));
  return wrong && `${wrong[0]} must be an object, which has a value for each name; got ${kindOf(wrong[1])}`;
}

/** Returns the segments of all paths that a tree declares. */
const listSegments = perTree((tree) => new Set(operationsOf(tree).flatMap(([, { path }]) => path.split('/'))));

/** Replaces each segment that no declared path has with `{value}`, because it may be a user's name. */
const toTemplate = (path: unknown, declared: ReadonlySet<string>): string =>
  String(path)
    .split('/')
    .map((segment) => (declared.has(segment) || /^(v\d{1,2}|\{\w+\})$/.test(segment) ? segment : '{value}'))
    .join('/');

const withoutUndefined = (values: object | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(values)).filter(([, value]) => value !== undefined));

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
