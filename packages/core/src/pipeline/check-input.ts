import type { Call, Next, Stage } from '../call/call.ts';
import { reportOnce } from '../call/report-drift.ts';
import type { Deprecation } from '../declare/endpoint.ts';
import { ApiError } from '../errors/api-error.ts';
import { race } from '../shared/race.ts';
import { findMode } from './check-output.ts';
import { judgeParams } from './judge-params.ts';

type Params = Readonly<Record<string, unknown>>;

/** Completes the params of a call, and checks them. @internal */
export const checkInput: Stage = (call, next) => {
  if (call.client.provider.completeParams) return completeAndCheck(call, next);
  check(call);
  return next(call);
};

async function completeAndCheck(call: Call, next: Next): Promise<unknown> {
  const { custom, endpoint } = call;
  if (custom?.problem !== undefined) throw call.invalid(custom.problem);
  if (!custom) call.params = await completeParams(call, call.params as Params);
  else if (endpoint.body) call.custom = { ...custom, body: await completeParams(call, custom.body) };
  check(call);
  return next(call);
}

/**
 * Checks the params, unless no declaration covers the request, which is then only checked for values that cannot be
 * sent when it is built.
 */
function check(call: Call): void {
  const { custom } = call;
  if (custom?.problem !== undefined) throw call.invalid(custom.problem);
  if (custom) call.params = custom;
  else checkParams(call);
}

/**
 * Completes a call's params with the provider's additions, before they are checked; see `Provider.completeParams`.
 *
 * @throws ApiError when the provider cannot complete them.
 * @internal
 */
export async function completeParams<P extends Params>(call: Call, params: P): Promise<P> {
  const { provider } = call.client;
  if (!provider.completeParams || typeof params !== 'object' || params === null) return params;
  try {
    return (await race(provider.completeParams(params, call.endpoint), call.deadline.signal)) as P;
  } catch (error) {
    if (call.deadline.isOver || error instanceof ApiError) throw error;
    throw call.failWith(error);
  }
}

/**
 * Checks a call's params against its declaration, and records undocumented params that are sent.
 *
 * @throws ApiError `invalid_params` naming the first problem.
 * @internal
 */
export function checkParams(call: Call): void {
  const { endpoint, provider, client } = call;
  const mode = findMode(endpoint, client.provider.options);
  if (endpoint.deprecated && mode !== 'off') reportDeprecation(call, endpoint.deprecated);
  const verdict = judgeParams(endpoint, call.params as Params, { mode, secretParams: provider.secretParams ?? [] });
  if (!verdict) return;
  const { problem, extras = [], differences = [] } = verdict;
  if (problem !== undefined) throw call.invalid(problem);
  call.undocumented = { extras, differences };
}

function reportDeprecation(call: Call, { since, openTo, replacement, isRerouted }: Deprecation): void {
  const message = `it is deprecated since ${since}${openTo ? `, except for ${openTo}` : ''}`;
  const instead = isRerouted ? `, so the client calls ${replacement} in its place. Call that yourself` : '';
  const advice = instead || (replacement ? `. Call ${replacement} instead` : '');
  reportOnce(call, { about: 'deprecation', place: '', message: message + advice }, '');
}
