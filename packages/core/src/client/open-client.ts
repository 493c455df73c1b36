import type { CallSpec } from '../declare/endpoint.ts';
import { type Provider, type Tools, timeOf } from '../declare/provider.ts';
import { at } from '../paging/paths.ts';
import { abortError } from '../pipeline/abort.ts';
import type { Call } from '../pipeline/call.ts';
import { createEventSource, observeCall } from '../pipeline/call-events.ts';
import { createError } from '../pipeline/create-error.ts';
import { createLifecycle } from '../pipeline/lifecycle.ts';
import { startProgress } from '../pipeline/progress.ts';
import { budgetOf } from '../rate/client-budget.ts';
import { placeOf } from '../validation/explain.ts';
import { beginCall, noEndpoint } from './begin-call.ts';
import { pauseOf } from './bound-methods.ts';
import { checkCallOptions, noOptions } from './check-call-options.ts';
import { checkParams } from './check-params.ts';
import { problemOfProvider } from './check-provider.ts';
import { checkResponse } from './check-response.ts';
import { completeParams } from './complete-params.ts';
import { type BoundClient, sendPrepared } from './prepare-request.ts';

type Params = Readonly<Record<string, unknown>>;

/** What a client is before its methods are bound. @internal */
export interface OpenClient extends BoundClient {
  /** What the provider's own calls, such as token requests, are made with. */
  readonly tools: Tools;
}

/**
 * Opens a client for a provider.
 *
 * @param factory The function that the application called: stacks of errors start below it.
 * @throws ApiError when the options of the provider are not valid.
 * @internal
 */
export function openClient(provider: Provider, factory: (...args: never[]) => unknown): OpenClient {
  const problem = problemOfProvider(provider);
  if (problem)
    throw createError(provider, beginCall(provider, `${provider.name} client`, factory, noEndpoint), problem.message, {
      code: problem.refusal,
    });
  const events = createEventSource(provider);
  const now = () => timeOf(provider.options);
  const lifecycle = provider.lifecycle ?? createLifecycle(provider);
  const tools: Tools = {
    send(operation, endpoint, params, background = false, { account, onStart } = {}) {
      const callId = events?.newId();
      if (callId !== undefined) onStart?.(callId);
      const progress = startProgress(now());
      const own = {
        options: noOptions,
        secrets: new Set(),
        trace: {},
        background,
        progress,
        callId,
        account,
        isOwn: true,
      };
      return callEndpoint(client, { operation, endpoint, params, ...own }, params);
    },
    fail: (operation, code, message, providerCode, cause) =>
      createError(provider, beginCall(provider, operation, factory, noEndpoint), message, {
        code,
        providerCode,
        cause,
      }),
    abortError: (operation, reason) =>
      abortError(provider, beginCall(provider, operation, factory, noEndpoint), reason),
    pause: (operation, ms, signal, early) =>
      pauseOf(client, beginCall(provider, operation, factory, noEndpoint), ms, [signal], early),
    lifecycle,
    reportToken: (report) => events?.reportToken(report),
  };
  const grantsOf = provider.grants?.(tools) ?? (() => undefined);
  const client: OpenClient = {
    provider,
    budget: provider.budget ?? budgetOf(provider),
    now,
    events,
    lifecycle,
    grantsOf,
    tools,
  };
  return client;
}

/** Calls an endpoint that has one result: checks the params, sends the request, checks the response. @internal */
export const callEndpoint = (client: BoundClient, call: Call<CallSpec>, params: Params): Promise<unknown> =>
  observeCall(client, call, () => sendEndpoint(client, call, params));

async function sendEndpoint(client: BoundClient, begun: Call<CallSpec>, given: Params): Promise<unknown> {
  checkCallOptions(client.provider, begun);
  const params = client.provider.completeParams ? await completeParams(client, begun, given) : given;
  const call = params === given ? begun : { ...begun, params };
  const { as = 'json', response, unwrap, essential } = call.endpoint;
  checkParams(client.provider, call, params);
  const body = await sendPrepared(client, call, params);
  if (as !== 'json') return body;
  if (unwrap === undefined) {
    checkResponse(client, call, response, body, essential);
    return body;
  }
  checkResponse(client, call, response, body, [placeOf(unwrap.split('.'))]);
  return at(body, unwrap);
}
