import type { EndpointSpec } from '../declare/endpoint.ts';
import type { Provider } from '../declare/provider.ts';
import type { ApiError } from '../errors.ts';
import { suggestion } from '../options/suggest.ts';
import type { Call } from '../pipeline/call.ts';
import { createError } from '../pipeline/create-error.ts';
import { isSecretParam } from '../redact/secret-params.ts';
import { accepts } from '../validation/accepts.ts';
import { explainParams } from '../validation/explain-params.ts';

type Params = Readonly<Record<string, unknown>>;

/**
 * Checks the params of a call against its declaration.
 *
 * @throws ApiError `invalid_params` that names the first problem.
 * @internal
 */
export function checkParams(provider: Provider, call: Call, params: Params): void {
  const problem = problemOfParams(call.endpoint, params, provider.secretParams ?? []);
  if (problem !== undefined) throw invalidParams(provider, call, problem);
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
  if (unknown !== undefined) return `unknown parameter ${unknown}${suggestion(unknown, known, 'parameters')}`;
  // Only what will be sent is checked, and all of it: objects may have it from their class.
  const wrong = schemas.find((schema) => !accepts(schema, pick(schema, params)));
  return wrong && explainParams(wrong, params, (place) => !isSecretParam(secretParams, place));
}

/** Callers without TypeScript may pass anything. */
const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** What a call fails with whose input is not valid. @internal */
export function invalidParams(provider: Provider, call: Call, reason: string): ApiError {
  const { docs } = call.endpoint;
  const message = reason.endsWith('?') ? `${reason} See ${docs}` : `${reason}. See ${docs}`;
  return createError(provider, call, docs ? message : reason, { code: 'invalid_params' });
}

/** The params that a schema declares, without those that are undefined. @internal */
export function pick(schema: EndpointSpec['query'], params: Params): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(schema?.entries ?? {})) if (params[name] !== undefined) picked[name] = params[name];
  return picked;
}
