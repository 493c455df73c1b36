import type { EndpointSpec, ListSpec, ParamsSchema } from '../declare/endpoint.ts';
import { addressableListOptionRules } from '../declare/options.ts';
import { isSecretParam } from '../redact/secret-params.ts';
import { nearestName } from '../shared/suggest.ts';
import { accepts } from '../validation/accepts.ts';
import { unknownName } from '../validation/explain-input.ts';
import { explainParams } from '../validation/explain-params.ts';
import { differencesOfParams, type ParamDifference, unknownParam } from '../validation/find-differences.ts';
import type { Schema } from '../validation/node.ts';
import { type Form, formOf } from '../validation/param-forms.ts';
import type { Mode } from './check-output.ts';

type Params = Readonly<Record<string, unknown>>;

/** Result of a params check. @internal */
export interface Verdict {
  /** Reason why the call is refused; undefined if it is sent. */
  readonly problem?: string | undefined;
  /** Differences between the sent params and the documentation. Default: none, or nobody asked. */
  readonly differences?: readonly ParamDifference[];
  /** Names of the params that no schema declares. Default: none. */
  readonly extras?: readonly string[];
}

/** Rules for judging params. @internal */
export interface Rules {
  readonly mode: Mode;
  /** See `Provider.secretParams`. */
  readonly secretParams: readonly string[];
}

/** Declared params of an endpoint, as they are checked. */
interface Declared {
  readonly schemas: readonly ParamsSchema[];
  readonly names: ReadonlySet<string>;
}

const declared = new WeakMap<EndpointSpec, Declared>();

function declaredBy(endpoint: EndpointSpec): Declared {
  let found = declared.get(endpoint);
  if (!found) {
    const schemas = [endpoint.params, endpoint.query, endpoint.body].filter((schema) => schema !== undefined);
    found = { schemas, names: new Set(schemas.flatMap((schema) => Object.keys(schema.entries))) };
    declared.set(endpoint, found);
  }
  return found;
}

/**
 * Judges the params of a call. One pass determines whether they are as documented, and the differences are examined
 * only if they are not.
 *
 * @returns Undefined if they are as documented.
 * @internal
 */
export function judgeParams(endpoint: EndpointSpec, params: Params, rules: Rules): Verdict | undefined {
  if (!isObject(params)) return { problem: 'params must be an object' };
  const { schemas, names } = declaredBy(endpoint);
  const isExtra = (name: string) => params[name] !== undefined && !names.has(name);
  const given = Object.keys(params);
  const extra = given.find(isExtra);
  // Check only what will be sent, but all of it, including properties that objects inherit from their class.
  const isWrong = (schema: ParamsSchema) => !accepts(formOf(schema, 'strict'), pick(schema, params));
  const wrong = schemas.find(isWrong);
  if (extra === undefined && wrong === undefined) return undefined;
  const known = [...names];
  if (rules.mode === 'strict') return { problem: problemOf({ extra, known, wrong, params }, rules) };
  const extras = extra === undefined ? [] : given.filter(isExtra);
  return tolerate(endpoint, params, { known, extras, wrong: wrong ? schemas.filter(isWrong) : [], ...rules });
}

interface Found {
  readonly extra: string | undefined;
  readonly known: readonly string[];
  readonly wrong: ParamsSchema | undefined;
  readonly params: Params;
}

function problemOf({ extra, known, wrong, params }: Found, { secretParams }: Rules): string | undefined {
  if (extra !== undefined)
    return problemOfOption(extra) ?? unknownName({ noun: 'parameter', place: '' }, [extra], known);
  return wrong && explain(wrong, params, { form: 'strict', secretParams });
}

/**
 * Describes the mistake of passing a call option as a param, where it would have no effect; undefined for any other
 * param.
 */
const problemOfOption = (name: string): string | undefined =>
  name in addressableListOptionRules
    ? `${name} is an option, not a parameter. Pass it as the second argument`
    : undefined;

interface Suspects extends Rules {
  /** Names of the declared params. */
  readonly known: readonly string[];
  /** Names of the undeclared params. */
  readonly extras: readonly string[];
  /** Schemas that refuse the params. */
  readonly wrong: readonly ParamsSchema[];
}

/** Decides about undocumented params in a client that tolerates some. */
function tolerate(endpoint: EndpointSpec, params: Params, suspects: Suspects): Verdict {
  const { known, extras, wrong, mode, secretParams } = suspects;
  const tolerance = mode === 'off' ? 'off' : 'report';
  const option = tolerance === 'report' ? extras.map(problemOfOption).find(Boolean) : undefined;
  if (option !== undefined) return { problem: option };
  const misspelled = extras.find((name) => tolerance === 'report' && nearestName(name, known) !== undefined);
  if (misspelled !== undefined) return { problem: unknownName({ noun: 'parameter', place: '' }, [misspelled], known) };
  for (const schema of wrong) {
    if (!accepts(formOf(schema, tolerance), pick(schema, params)))
      return { problem: explain(schema, params, { form: tolerance, secretParams }) };
    const refuses = (name: string) => name in schema.entries && !accepts(schema.entries[name] as Schema, params[name]);
    if (closedParams(endpoint).some(refuses))
      return { problem: explain(schema, params, { form: 'strict', secretParams }) };
  }
  const unsendable = extras.find((name) => !isSendable(name, params[name], travelsIn(endpoint)));
  if (unsendable !== undefined) return { problem: problemOfExtra(unsendable, travelsIn(endpoint)) };
  if (tolerance === 'off') return { extras };
  const isSecret = (place: readonly string[]) => isSecretParam(secretParams, place);
  const differences = wrong.flatMap((schema) =>
    differencesOfParams(formOf(schema, 'strict'), pick(schema, params), isSecret),
  );
  return { extras, differences: [...extras.map(unknownParam), ...differences] };
}

interface Wording {
  readonly form: Form;
  readonly secretParams: readonly string[];
}

const explain = (schema: ParamsSchema, params: Params, { form, secretParams }: Wording): string =>
  explainParams(formOf(schema, form), pick(schema, params), (place) => !isSecretParam(secretParams, place));

/**
 * Returns parameters that are closed although their schemas are open, because the client counts pages by them. If an
 * API silently served smaller pages than requested, the client would skip items.
 */
function closedParams(endpoint: EndpointSpec): readonly string[] {
  const { paging } = endpoint as Partial<ListSpec>;
  return paging?.kind === 'offset' || paging?.kind === 'page' ? [paging.param, paging.size] : [];
}

/**
 * Returns where an endpoint's undocumented params are sent: in the query of a GET, else with its other params. Never in
 * the path.
 *
 * @internal
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
function isSendable(name: string, value: unknown, place: 'query' | 'body'): boolean {
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

/** Callers without TypeScript may pass anything. */
const isObject = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Returns the params that a schema declares, without undefined ones. @internal */
export function pick(schema: EndpointSpec['query'], params: Params): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(schema?.entries ?? {})) if (params[name] !== undefined) picked[name] = params[name];
  return picked;
}
