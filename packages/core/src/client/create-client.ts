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
import { bindTree } from './bind-tree.ts';
import { noteClient } from './bound-methods.ts';
import { checkCallOptions, noOptions } from './check-call-options.ts';
import { invalidParams } from './check-params.ts';
import { checkResponse } from './check-response.ts';
import type { Client, CustomRequest } from './client.ts';
import { completeParams } from './complete-params.ts';
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
export function createClient<const Tree extends object>(provider: Provider, tree: Tree): Client<Tree> {
  return bindClient(openClient(provider, createClient), tree);
}

/** Gives an open client its methods. @internal */
export function bindClient<const Tree extends object>(client: BoundClient, tree: Tree): Client<Tree> {
  const { provider, budget, bound } = client;
  const own = {
    request(custom: CustomRequest, options: CallOptions = noOptions): ApiCall<unknown> {
      const progress = startProgress(client.now());
      return withResponseOf(sendCustom(client, custom, options, progress, own.request), progress);
    },
    with(options: CallOptions) {
      return bindClient({ ...client, bound: bindOptions(provider, bound, options, own.with) }, tree);
    },
    async resetLimits(): Promise<void> {
      return resetLimits(client, own.resetLimits);
    },
    get rateLimit() {
      return budget.state();
    },
  };
  const bindEndpoint = (operation: string, endpoint: CallSpec | ListSpec) => {
    function method(params: Params = {}, options: ListOptions = noOptions) {
      const call = beginCall(provider, operation, method, endpoint, params, options, bound);
      return isList(call)
        ? callList(client, call, params)
        : withResponseOf(callEndpoint(client, call as Call<CallSpec>, params), call.progress);
    }
    noteClient(method, client, operation);
    return method;
  };
  return bindTree(own, tree, '', bindEndpoint) as never;
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
  const { values: { path = {}, query = {}, body: given } = {}, response, ...rest } = custom;
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
