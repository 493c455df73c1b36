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
import type { RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { callLookup } from '../paging/call-lookup.ts';
import { callList } from '../paging/list-loader.ts';
import { problemOfHeaders } from '../pipeline/check-headers.ts';
import { callEndpoint } from '../pipeline/pipeline.ts';
import { budgetError } from '../pipeline/reserve.ts';
import { kindOf } from '../shared/describe-value.ts';
import { noteClient } from './bound-methods.ts';
import type { Client, CustomRequest, CustomValues, RootClient } from './client.ts';
import { type ClientClass, type CreateMethod, clientClass, type Properties, propertiesOfTree } from './client-class.ts';
import { openClient } from './tools.ts';

type Params = Readonly<Record<string, unknown>>;
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

/** Defines the clients of these endpoints. `own` holds the members that they have besides those of all clients. */
function defineClient(tree: object, own: Properties, define: typeof clientClass): ClientClass {
  const common: Properties = {
    request: (client) =>
      function request(custom: CustomRequest, options: CallOptions = noOptions) {
        return callCustom({ client, tree, options, trace: traceBelow(request) }, custom);
      },
    with: (client) =>
      function bind(options: CallOptions): object {
        return new Class({ ...client, bound: bindOptions(client, options, bind) });
      },
    resetLimits: (client) =>
      async function reset(): Promise<void> {
        return resetLimits(client, traceBelow(reset));
      },
    rateLimit: ({ budget }) => budget.state(),
  };
  const Class = define({ ...common, ...propertiesOfTree(tree, createMethod), ...own }, 'rateLimit');
  return Class;
}

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
const createMethod: CreateMethod = (client, operation, endpoint) => {
  function method(params: Params = {}, options: ListOptions = noOptions) {
    const call = new Call(client, { operation, endpoint, params, options, trace: traceBelow(method) });
    if (isList(call)) return callList(call, params);
    return isLookup(call) ? callLookup(call, params) : call.progress.addTo(callEndpoint(call));
  }
  noteClient(method, client, operation);
  return endpoint.wrap ? endpoint.wrap(method as never) : method;
};

const isList = (call: Call<AnySpec>): call is Call<ListSpec> => 'paging' in call.endpoint;

const isLookup = (call: Call<AnySpec>): call is Call<LookupSpec> => 'items' in call.endpoint;

/** Stands in for the declaration of a request that no declaration covers. */
const noEndpoint: EndpointSpec = { method: 'GET', path: '', auth: 'app-or-user', docs: '' };

/** Client, and the way it sends a custom request. */
interface CustomCaller {
  readonly client: ClientContext;
  /** Declarations of the client. */
  readonly tree: object;
  readonly options: CallOptions;
  readonly trace: Trace;
}

/** Sends a request that no declaration covers; see `ClientMethods.request`. */
function callCustom({ client, tree, options, trace }: CustomCaller, given: CustomRequest): ApiCall<unknown> {
  // Callers without TypeScript may pass anything, so the promise rejects instead of this function throwing.
  const { values, ...declared } = Object(given) as CustomRequest;
  const { path = {}, query = {}, body } = Object(values) as CustomValues;
  const problem = problemOfValues({ values, path, query, body });
  const spec = { ...noEndpoint, ...withoutUndefined(declared), body: body && ({ entries: body } as never) };
  const template = client.events ? toTemplate(spec.path, listSegments(tree)) : '';
  const custom = { path, query: withoutUndefined(query), body: withoutUndefined(body ?? {}), template, problem };
  const operation = `request ${spec.method} ${spec.path}`;
  const call = new Call(client, { operation, endpoint: spec, params: values, options, trace, custom });
  return call.progress.addTo(callEndpoint(call));
}

/**
 * Describes the problem with the values of a custom request, or with one of their groups; undefined if there is none.
 */
function problemOfValues(groups: Readonly<Record<string, unknown>>): string | undefined {
  const wrong = Object.entries(groups).find(([, group]) => group !== undefined && !isPlainGroup(group));
  return wrong && `${wrong[0]} must be an object, which has a value for each name; got ${kindOf(wrong[1])}`;
}

const isPlainGroup = (group: unknown): boolean => typeof group === 'object' && group !== null && !Array.isArray(group);

/** Returns the segments of all paths that a tree declares. */
const listSegments = perTree((tree) => new Set(operationsOf(tree).flatMap(([, { path }]) => path.split('/'))));

/** Replaces each segment that no declared path has with `{value}`, because it may be a user's name. */
const toTemplate = (path: unknown, declared: ReadonlySet<string>): string =>
  String(path)
    .split('/')
    .map((segment) => (declared.has(segment) || /^(v\d{1,2}|\{\w+\})$/.test(segment) ? segment : '{value}'))
    .join('/');

const withoutUndefined = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(Object(values)).filter(([, value]) => value !== undefined));

/** Adds options to the ones that a client is already bound to. */
function bindOptions({ provider, bound }: ClientContext, given: CallOptions, below: Method): BoundOptions {
  const problem = problemOfOptions(given, callOptionRules) ?? problemOfBoundHeaders(given.headers);
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

/** Headers that only some endpoints set themselves are checked with each call. */
const problemOfBoundHeaders = (headers: unknown): string | undefined =>
  headers === undefined ? undefined : problemOfHeaders(headers, { accept: '' });

/** Forgets everything known about the client's rate limits; see `ClientMethods.resetLimits`. */
async function resetLimits({ provider, budget }: ClientContext, trace: Trace): Promise<void> {
  const operation = new Operation(provider, 'resetLimits', trace);
  if (!budget.reset)
    throw operation.fail(
      'the budget of the option rateLimits has no reset method. Add one, or use memoryBudget or redisBudget',
      { code: 'not_supported' },
    );
  try {
    await budget.reset();
  } catch (error) {
    throw budgetError(operation, error);
  }
}
