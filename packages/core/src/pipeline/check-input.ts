import type { Call, Next, Stage } from '../call/call.ts';
import type { EndpointSpec } from '../declare/endpoint.ts';
import { ApiError } from '../errors/api-error.ts';
import { isSecretParam } from '../redact/secret-params.ts';
import { race } from '../shared/race.ts';
import { accepts } from '../validation/accepts.ts';
import { unknownName } from '../validation/explain-input.ts';
import { explainParams } from '../validation/explain-params.ts';

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

/** A request that no declaration covers is only checked for what cannot be sent, when it is built. */
function check(call: Call): void {
  const { custom } = call;
  if (custom?.problem !== undefined) throw call.invalid(custom.problem);
  if (custom) call.params = custom;
  else checkParams(call);
}

/**
 * Completes the params of a call with what the provider adds, before they are checked; see `Provider.completeParams`.
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
 * Checks the params of a call against its declaration.
 *
 * @throws ApiError `invalid_params` that names the first problem.
 * @internal
 */
export function checkParams(call: Call): void {
  const problem = problemOfParams(call.endpoint, call.params as Params, call.provider.secretParams ?? []);
  if (problem !== undefined) throw call.invalid(problem);
}

/** What is wrong with the params of a call; undefined if nothing is. @internal */
export function problemOfParams(
  endpoint: EndpointSpec,
  params: Params,
  secretParams: readonly string[],
): string | undefined {
  if (!isObject(params)) return 'params must be an object';
  const schemas = [endpoint.params, endpoint.query, endpoint.body].filter((schema) => schema !== undefined);
  const known = schemas.flatMap((schema) => Object.keys(schema.entries));
  const unknown = Object.keys(params).find((name) => params[name] !== undefined && !known.includes(name));
  if (unknown !== undefined) return unknownName({ noun: 'parameter', place: '' }, [unknown], known);
  // Only what will be sent is checked, and all of it: objects may have it from their class.
  const wrong = schemas.find((schema) => !accepts(schema, pick(schema, params)));
  return wrong && explainParams(wrong, params, (place) => !isSecretParam(secretParams, place));
}

/** Callers without TypeScript may pass anything. */
const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** The params that a schema declares, without those that are undefined. @internal */
export function pick(schema: EndpointSpec['query'], params: Params): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(schema?.entries ?? {})) if (params[name] !== undefined) picked[name] = params[name];
  return picked;
}
