import type { CallSpec, EndpointSpec, ListSpec } from '../declare/endpoint.ts';
import type { CallOptions, ListOptions } from '../declare/options.ts';
import type { Provider } from '../declare/provider.ts';
import { callList } from '../paging/list-loader.ts';
import type { Call } from '../pipeline/call.ts';
import { createError } from '../pipeline/create-error.ts';
import { budgetError } from '../pipeline/reserve-place.ts';
import { problemOfPath } from './address.ts';
import { beginCall, noEndpoint } from './begin-call.ts';
import { bindTree } from './bind-tree.ts';
import { checkCallOptions, noOptions } from './check-call-options.ts';
import { invalidParams } from './check-params.ts';
import { checkResponse } from './check-response.ts';
import type { Client, CustomRequest } from './client.ts';
import { callEndpoint, openClient } from './open-client.ts';
import { type BoundClient, type RequestValues, sendPrepared } from './prepare-request.ts';

type Params = Record<string, unknown>;

/**
 * Binds declared endpoints to a provider. The provider packages' own factories call it with all of their endpoints;
 * give it fewer to load fewer.
 *
 * @example
 * const client = createClient(streamProvider({ clientId, clientSecret }), { streams });
 */
export function createClient<const Tree extends object>(provider: Provider, tree: Tree): Client<Tree> {
  return bindClient(openClient(provider, createClient), tree);
}

/** Gives an open client its methods. @internal */
export function bindClient<const Tree extends object>(client: BoundClient, tree: Tree): Client<Tree> {
  const { provider, budget } = client;
  const own = {
    async request(custom: CustomRequest, options: CallOptions = noOptions): Promise<unknown> {
      return sendCustom(client, custom, options, own.request);
    },
    async resetLimits(): Promise<void> {
      return resetLimits(client, own.resetLimits);
    },
    get rateLimit() {
      return budget.state();
    },
  };
  const bindEndpoint = (operation: string, endpoint: CallSpec | ListSpec) =>
    function method(params: Params = {}, options: ListOptions = noOptions) {
      const call = beginCall(provider, operation, method, endpoint, params, options);
      return isList(call)
        ? callList(client, call, params, options)
        : callEndpoint(client, call as Call<CallSpec>, params);
    };
  return bindTree(own, tree, '', bindEndpoint) as never;
}

const isList = (call: Call<CallSpec | ListSpec>): call is Call<ListSpec> => 'paging' in call.endpoint;

/** Sends a request that no declaration covers; see {@link Client.request}. */
async function sendCustom(
  client: BoundClient,
  custom: CustomRequest,
  options: CallOptions,
  method: (...args: never[]) => unknown,
): Promise<unknown> {
  const { values: { path = {}, query = {}, body } = {}, response, ...rest } = custom;
  const spec: EndpointSpec = { ...noEndpoint, ...rest, body: body && ({ entries: body } as never) };
  const values: RequestValues = { path, query: withoutUndefined(query), body: withoutUndefined(body ?? {}) };
  const call = beginCall(client.provider, `request ${spec.method} ${spec.path}`, method, spec, values, options);
  checkCallOptions(client.provider, call);
  const problem = problemOfPath(spec.path);
  if (problem !== undefined) throw invalidParams(client.provider, call, `path ${problem}`);
  const result = await sendPrepared(client, call, { ...path, ...query, ...body }, values);
  if (response) checkResponse(client, call, response, result);
  return result;
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
