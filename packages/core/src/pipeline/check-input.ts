import type { Call, ParamDifference, Stage, Undocumented } from '../call/call.ts';
import { reportOnce } from '../call/report-drift.ts';
import type { Deprecation, EndpointSpec, ListSpec } from '../declare/endpoint.ts';
import { addressableListOptionRules } from '../declare/options.ts';
import { ApiError } from '../errors/api-error.ts';
import { isSecretParam } from '../redact/secret-params.ts';
import { isObject } from '../shared/describe-value.ts';
import { oncePer } from '../shared/once.ts';
import { race } from '../shared/race.ts';
import { nearestName } from '../shared/suggest.ts';
import { accepts } from '../validation/accepts.ts';
import type { Node } from '../validation/node.ts';
import { type Problem, problemsOf, undeclared } from '../validation/problems.ts';
import { describeInput, documentedValues, firstLines, placeAt, placeOf, requirementOf } from '../validation/words.ts';
import { findMode, type Mode } from './check-output.ts';

/** Params of a call. */
export type Params = Readonly<Record<string, unknown>>;

/**
 * Completes the params of a call, and checks them. Values that no declaration covers are only checked for whether they
 * can be sent, when the request is built.
 */
export const checkInput: Stage = async (call, next) => {
  const { custom, endpoint } = call;
  if (!custom) await takeParams(call, call.params as Params);
  else {
    if (custom.problem !== undefined) throw call.invalid(custom.problem);
    if (endpoint.body) call.custom = { ...custom, body: await completeParams(call, custom.body) };
    call.params = call.custom;
  }
  return next(call);
};

/**
 * Completes and checks the params of a call. The first request of a list or a lookup does it for all of them.
 *
 * @returns The completed params.
 * @throws ApiError `invalid_params` naming the first problem, or as `completeParams`.
 */
export async function takeParams(call: Call, given: Params): Promise<Params> {
  const params = await completeParams(call, given);
  call.params = params;
  const { endpoint, provider, client } = call;
  if (endpoint.deprecated) reportDeprecation(call, endpoint.deprecated);
  const mode = findMode(endpoint, client.provider.options);
  const verdict = judgeParams(endpoint, params, { mode, secretParams: provider.secretParams ?? [] });
  if (!verdict) return params;
  const { problem, extras = [], differences = [] } = verdict;
  if (problem !== undefined) throw call.invalid(problem);
  call.undocumented = { extras, differences };
  return params;
}

/**
 * Completes a call's params with the provider's additions, before they are checked; see `Provider.completeParams`.
 *
 * @throws ApiError when the provider cannot complete them.
 */
async function completeParams<P extends Params>(call: Call, params: P): Promise<P> {
  const { provider } = call.client;
  if (!provider.completeParams || typeof params !== 'object' || params === null) return params;
  try {
    return (await race(provider.completeParams(params, call.endpoint), call.deadline.signal)) as P;
  } catch (error) {
    if (call.deadline.isOver || error instanceof ApiError) throw error;
    throw call.failWith(error);
  }
}

function reportDeprecation(call: Call, { since, openTo, replacement, isRerouted }: Deprecation): void {
  const message = `it has been deprecated since ${since}${openTo ? `, except for ${openTo}` : ''}`;
  const instead = isRerouted ? `, so the client calls ${replacement} instead. Call ${replacement} yourself` : '';
  const advice = instead || (replacement ? `. Call ${replacement} instead` : '');
  reportOnce(call, { about: 'deprecation', place: '', message: message + advice }, '');
}

/**
 * Judges the params of a call. `strict` accepts only documented ones. `report` accepts all that can be sent, even an
 * undocumented value, field or size, except for a name that resembles a documented one, because it is most likely
 * misspelled.
 *
 * @param rules The validation mode, and the provider's `secretParams`.
 * @returns The reason why the call is refused, or else what is sent although it is undocumented. Undefined if the
 * params are as documented.
 */
export function judgeParams(
  endpoint: EndpointSpec,
  params: Params,
  { mode, secretParams }: { readonly mode: Mode; readonly secretParams: readonly string[] },
): (Partial<Undocumented> & { readonly problem?: string }) | undefined {
  const { schemas, names } = declaredBy(endpoint);
  if (!isObject(params)) {
    const required = schemas.flatMap(({ entries }) =>
      Object.keys(entries).filter((name) => !accepts(entries[name] as Node, undefined)),
    );
    return { problem: `params must be an object${required.length > 0 ? `: { ${required.join(': …, ')}: … }` : ''}` };
  }
  const unknown = undeclared(params, names);
  // Check only what will be sent, but all of it, including properties that objects inherit from their class.
  const problems = schemas.flatMap((schema) => {
    const values = pick(schema, params);
    return accepts(schema, values, true) ? [] : problemsOf(schema, values, true);
  });
  if (unknown.length === 0 && problems.length === 0) return undefined;

  const extras = unknown.map(({ keys }) => String(keys[0]));
  const { elsewhere = {} } = endpoint;
  const option = extras.find((name) => name in addressableListOptionRules);
  // As a param it would have no effect.
  if (option !== undefined)
    return { problem: `${option} is an option, not a parameter. Pass it as the second argument` };
  const counted = countedParams(endpoint);
  const isRefused = ({ isSendable, keys: [first] }: Problem) =>
    mode === 'strict' || !isSendable || counted.includes(String(first)) || Object.hasOwn(elsewhere, String(first));
  const isSecret = ({ keys }: Problem) =>
    isSecretParam(
      secretParams,
      keys.filter((key) => typeof key === 'string'),
    );
  // A string is never shown, because it may be secret.
  const isShown = (problem: Problem) => typeof problem.input === 'number' && !isSecret(problem);
  const explain = (problem: Problem) => describeInput(problem, { noun: 'parameter', isShown });
  const refusedName = unknown.find(isRefused);
  if (refusedName) {
    const name = String(refusedName.keys[0]);
    return {
      problem: Object.hasOwn(elsewhere, name)
        ? `${name} is not a parameter of this method. Call ${elsewhere[name]}`
        : explain(refusedName),
    };
  }
  const refused = problems.filter(isRefused);
  if (refused.length > 0) {
    const misspelledFirst = [...refused.filter(({ rule }) => !rule), ...refused.filter(({ rule }) => rule)];
    return { problem: firstLines(misspelledFirst.map(explain)) };
  }
  const place = travelsIn(endpoint);
  const unsendable = extras.find((name) => !canBeSent(name, params[name], place));
  if (unsendable !== undefined) return { problem: problemOfExtra(unsendable, place) };
  return { extras, differences: [...unknown, ...problems].map((each) => differenceOf(each, isSecret(each))) };
}

/** Describes a problem with params that are sent regardless. */
function differenceOf({ keys, input, rule }: Problem, isSecret: boolean): ParamDifference {
  const name = placeAt('', keys);
  const place = placeOf(keys);
  if (!rule) return { place, message: `${name} is not a documented parameter`, key: `${name} is unknown` };
  const values = documentedValues(rule).map(String);
  if (values.length === 0) {
    const requirement = requirementOf(rule, input);
    // A check of several parameters names them itself.
    return name
      ? { place, message: `${name} ${requirement}`, key: `${place} is out of range` }
      : { place, message: requirement, key: requirement };
  }
  const message = `${name} is not one of the documented values`;
  if (isSecret) return { place, message, key: place };
  const given = String(input);
  const nearest = nearestName(given, values);
  const hint = nearest === undefined ? '' : ` (did you mean ${JSON.stringify(nearest)}?)`;
  return { place, message: message + hint, key: `${place} ${given.slice(0, 100)}` };
}

/** Returns the schemas that declare an endpoint's params, and the names in them. */
const declaredBy = oncePer(({ params, query, body }: EndpointSpec) => {
  const schemas = [params, query, body].filter((schema) => schema !== undefined);
  return { schemas, names: schemas.flatMap(({ entries }) => Object.keys(entries)) };
});

/**
 * Returns parameters of which only documented values are sent, because the client counts pages by them. If an API
 * silently served smaller pages than requested, the client would skip items.
 */
function countedParams(endpoint: EndpointSpec): readonly string[] {
  const { paging } = endpoint as Partial<ListSpec>;
  return paging?.kind === 'offset' || paging?.kind === 'page' ? [paging.param, paging.size] : [];
}

/**
 * Returns where an endpoint's undocumented params are sent: in the query of a GET, else with its other params. Never in
 * the path.
 */
export function travelsIn({ method, body, query, write }: EndpointSpec): 'query' | 'body' {
  if (method === 'GET' || write) return 'query';
  if (body) return 'body';
  return query || method === 'DELETE' ? 'query' : 'body';
}

const problemOfExtra = (name: string, place: 'query' | 'body'): string =>
  name === '__proto__' || place === 'body'
    ? `unknown parameter ${name} cannot be sent`
    : `unknown parameter ${name} cannot be sent in a query: pass a string, number or boolean, or an array of them`;

/** Whether an undocumented parameter can be serialized. */
function canBeSent(name: string, value: unknown, place: 'query' | 'body'): boolean {
  if (name === '__proto__') return false;
  if (place === 'query') return [value].flat().every(isPlain);
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' ? value.isWellFormed() : typeof value === 'boolean' || Number.isFinite(value);

/** Returns the params that a schema declares, without undefined ones. */
export function pick(schema: EndpointSpec['query'], params: Params): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(schema?.entries ?? {})) if (params[name] !== undefined) picked[name] = params[name];
  return picked;
}
