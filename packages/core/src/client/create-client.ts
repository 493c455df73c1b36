import type { ApiCall } from '../declare/api-call.ts';
import type { CallSpec, EndpointSpec, ListSpec } from '../declare/endpoint.ts';
import type { CallOptions, ListOptions } from '../declare/options.ts';
import type { Provider } from '../declare/provider.ts';
import { callList } from '../paging/list-loader.ts';
import type { Call } from '../pipeline/call.ts';
import { observeCall } from '../pipeline/call-events.ts';
import { createError } from '../pipeline/create-error.ts';
import { type CallProgress, startProgress } from '../pipeline/progress.ts';
import { budgetError } from '../pipeline/reserve-place.ts';
import { withResponseOf } from '../pipeline/response-info.ts';
import { problemOfPath } from './address.ts';
import { beginCall, noEndpoint } from './begin-call.ts';
import { bindOptions } from './bind-options.ts';
import { creatorsOfTree } from './bind-tree.ts';
import { noteClient } from './bound-methods.ts';
import { checkCallOptions, noOptions } from './check-call-options.ts';
import { invalidParams } from './check-params.ts';
import { checkResponse } from './check-response.ts';
import type { Client, CustomRequest, RootClient } from './client.ts';
import { completeParams } from './complete-params.ts';
import {
  type CreatorsOf,
  declareProperties,
  extendProperties,
  inheritProperties,
  type LazyProperties,
  ownProperties,
} from './lazy-properties.ts';
import { lifecycleProperties, makeDisposable } from './lifecycle-methods.ts';
import { callEndpoint, openClient } from './open-client.ts';
import { type BoundClient, type RequestValues, sendPrepared } from './prepare-request.ts';

type Params = Readonly<Record<string, unknown>>;

/**
 * Binds declared endpoints to a provider. The provider packages' own factories call it with all of their endpoints;
 * give it fewer to load fewer.
 *
 * @example
 * const client = createClient(streamProvider({ clientId, clientSecret }), { streams });
 */
export function createClient<const Tree extends object>(provider: Provider, tree: Tree): RootClient<Tree> {
  const client = { ...openClient(provider, createClient), isRoot: true };
  const properties = extendProperties(propertiesOf(tree), lifecycleProperties);
  return createBoundClient({ client, properties, listed: true }) as RootClient<Tree>;
}

/**
 * Binds declared endpoints to a provider, as `createClient` does, for a client that ends with another one: `provider.lifecycle` is
 * that of the other. It has no `health` and no `close`.
 */
export function createChildClient<const Tree extends object>(
  provider: Provider & Required<Pick<Provider, 'lifecycle'>>,
  tree: Tree,
): Client<Tree> {
  const client = openClient(provider, createChildClient);
  return createBoundClient({ client, properties: propertiesOf(tree), listed: false }) as Client<Tree>;
}

/** What the properties of a client are created for. @internal */
export interface ClientOwner {
  readonly client: BoundClient;
  /** The properties of the client, which its `with` passes on to another client. */
  readonly properties: LazyProperties<ClientOwner>;
  /** Whether the application created it, so that its properties are its own. Others inherit them. */
  readonly listed: boolean;
}

/** Creates the object that a client is for the application. @internal */
export function createBoundClient(owner: ClientOwner): object {
  const { client, properties, listed } = owner;
  const bound = listed ? ownProperties(properties, owner) : inheritProperties(properties, owner);
  return client.isRoot ? makeDisposable(bound) : bound;
}

/** The properties of clients by the tree of their endpoints: all clients of the same tree share them. */
const propertiesByTree = new WeakMap<object, LazyProperties<ClientOwner>>();

/** Returns the properties of a client of these endpoints. @internal */
export function propertiesOf(tree: object): LazyProperties<ClientOwner> {
  const known = propertiesByTree.get(tree);
  if (known) return known;
  const properties = declareProperties({ ...commonProperties, ...creatorsOfTree(tree, '', bindEndpoint) }, [
    'rateLimit',
  ]);
  propertiesByTree.set(tree, properties);
  return properties;
}

/** What creates the properties that every client has. */
const commonProperties: CreatorsOf<ClientOwner> = {
  request({ client }) {
    return function request(custom: CustomRequest, options: CallOptions = noOptions): ApiCall<unknown> {
      const progress = startProgress(client.now());
      return withResponseOf(sendCustom(client, custom, options, progress, request), progress);
    };
  },
  with({ client, properties }) {
    return function bind(options: CallOptions): object {
      const bound = bindOptions(client.provider, client.bound, options, bind);
      return createBoundClient({ client: { ...client, bound }, properties, listed: false });
    };
  },
  resetLimits({ client }) {
    return async function reset(): Promise<void> {
      return resetLimits(client, reset);
    };
  },
  rateLimit: ({ client }) => client.budget.state(),
};

/** Creates the method of a client that calls an endpoint. */
function bindEndpoint({ client }: ClientOwner, operation: string, endpoint: CallSpec | ListSpec): unknown {
  function method(params: Params = {}, options: ListOptions = noOptions) {
    const call = beginCall(client.provider, operation, method, endpoint, params, options, client.bound);
    return isList(call)
      ? callList(client, call, params)
      : withResponseOf(callEndpoint(client, call as Call<CallSpec>, params), call.progress);
  }
  noteClient(method, client, operation);
  return endpoint.wrap ? endpoint.wrap(method as never) : method;
}

const isList = (call: Call<CallSpec | ListSpec>): call is Call<ListSpec> => 'paging' in call.endpoint;

/** Sends a request that no declaration covers; see {@link ClientMethods.request}. */
async function sendCustom(
  client: BoundClient,
  custom: CustomRequest,
  options: CallOptions,
  progress: CallProgress,
  method: (...args: never[]) => unknown,
): Promise<unknown> {
  const { values: { path = {}, query = {}, body: given } = {}, response, ...declared } = custom;
  const rest = withoutUndefined(declared) as Partial<EndpointSpec>;
  const withBody = (call: Call, body: Params | undefined): Call => {
    const spec: EndpointSpec = { ...noEndpoint, ...rest, body: body && ({ entries: body } as never) };
    const values: RequestValues = { path, query: withoutUndefined(query), body: withoutUndefined(body ?? {}) };
    return { ...call, endpoint: spec, params: values };
  };
  const named = { ...noEndpoint, ...rest };
  const operation = `request ${named.method} ${named.path}`;
  const begun = beginCall(client.provider, operation, method, named, custom.values, options, client.bound);
  const incomplete = withBody({ ...begun, progress, custom: true }, given);
  return observeCall(client, incomplete, async () => {
    checkCallOptions(client.provider, incomplete);
    const problem = problemOfPath(named.path);
    if (problem !== undefined) throw invalidParams(client.provider, incomplete, `path ${problem}`);
    const body = given && client.provider.completeParams ? await completeParams(client, incomplete, given) : given;
    const call = withBody(incomplete, body);
    const result = await sendPrepared(client, call, { ...path, ...query, ...body }, call.params as RequestValues);
    if (response) checkResponse(client, call, response, result);
    return result;
  });
}

const withoutUndefined = (values: Params): Params =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Forgets what is known of the client's rate limits; see {@link Client.resetLimits}. */
async function resetLimits({ provider, budget }: BoundClient, method: (...args: never[]) => unknown): Promise<void> {
  const call = beginCall(provider, 'resetLimits', method, noEndpoint);
  if (!budget.reset)
    throw createError(
      provider,
      call,
      'the budget of the option rateLimits has no reset method. Add one, or use memoryBudget or redisBudget',
      { code: 'not_supported' },
    );
  try {
    await budget.reset();
  } catch (error) {
    throw budgetError(provider, call, error);
  }
}
