import { type AnySpec, accessOf, operationsOf } from '@x/core/provider';
import * as v from 'valibot';
import { fieldNamesOf, type SchemaNode } from '../declared.ts';
import { packages } from '../packages.ts';
import { from, type LiveTable, type Source, tables, type Variant } from './table.ts';

/** A call that will be made. */
export interface PlannedCall {
  /** Operation and label of the variant: `search album`. */
  readonly name: string;
  /** The method on the client: `search`. */
  readonly operation: string;
  readonly spec: AnySpec;
  /** Whether the call acts for the user. */
  readonly asUser: boolean;
  /** Sources of each parameter, in the order in which they are tried. */
  readonly params: Readonly<Record<string, readonly Source[]>>;
}

/** A call that will not be made. */
export interface SkippedCall {
  readonly name: string;
  readonly reason: string;
}

/** The calls of a run, in an order in which each finds the values that it needs. */
export interface Plan {
  readonly calls: readonly PlannedCall[];
  readonly skipped: readonly SkippedCall[];
  /** Number of declared operations that are not reads, and are never called. */
  readonly others: number;
}

/** Values of parameters and the user's token, by variable. */
export type Environment = Readonly<Record<string, string | undefined>>;

const signingKeyNeeded = 'it needs the signing key of an extension, which this tool does not take';

/** Decides which calls can be made with the values in the environment and in the responses of other calls. */
export function planCalls(provider: string, env: Environment): Plan {
  const table: LiveTable = tables[provider] ?? {};
  const operations = operationsOf(packages[provider]?.endpoints ?? {});
  const reads = operations.filter(([, spec]) => accessOf(spec) === 'read');
  const fieldNames = new Map(reads.map(([operation, spec]) => [operation, fieldNamesOf(spec)]));
  const variantsOf = (operation: string): readonly Variant[] => [table.calls?.[operation] ?? { params: {} }].flat();
  const userToken = userTokenOf(provider);
  const skipped: SkippedCall[] = [];
  const open: PlannedCall[] = [];

  for (const [operation, spec] of reads)
    for (const variant of variantsOf(operation)) {
      const name = nameOf(operation, variant);
      const asUser = spec.auth === 'user' || variant.as === 'user';
      const never = table.never?.[operation];
      if (never) skipped.push({ name, reason: never });
      else if (spec.auth === 'jwt') skipped.push({ name, reason: signingKeyNeeded });
      else if (asUser && !env[userToken]) skipped.push({ name, reason: `it needs a user token: set ${userToken}` });
      else open.push({ name, operation, spec, asUser, params: sourcesOf(operation, spec, variant, asUser) });
    }

  /** Returns the sources of each parameter that the call is made with, by name. */
  function sourcesOf(operation: string, spec: AnySpec, variant: Variant, asUser: boolean) {
    const known = (name: string): Source[] => {
      const own = [variant.params[name] ?? []].flat();
      const shared = [(asUser && table.userParams?.[name]) || [], table.params?.[name] ?? []].flat();
      const chosen = own.length > 0 ? own : shared.length > 0 ? shared : responsesWith(operation, name);
      return [{ kind: 'environment', variable: variableOf(provider, name) }, ...chosen];
    };
    const wanted = Object.entries(paramsOf(spec)).filter(
      ([name, schema]) => isRequired(schema) || name in variant.params,
    );
    return Object.fromEntries(wanted.map(([name]) => [name, known(name)]));
  }

  /** Returns calls whose responses have a field with the parameter's name, starting with calls of the same resource. */
  function responsesWith(operation: string, name: string): Source[] {
    const singular = name.replace(/s$/, '');
    const resourceOf = (of: string) => of.slice(0, of.lastIndexOf('.'));
    const isSame = (other: string) => resourceOf(other) === resourceOf(operation);
    const isId = singular === 'id';
    const sources = reads.flatMap(([other]) => {
      const names = fieldNames.get(other);
      const field = names?.has(name) && !isId ? name : names?.has(singular) ? singular : undefined;
      if (other === operation || !field || (isId && !isSame(other))) return [];
      return variantsOf(other).map((variant) => ({ other, source: from(nameOf(other, variant), field) }));
    });
    return sources.sort((a, b) => Number(isSame(b.other)) - Number(isSame(a.other))).map(({ source }) => source);
  }

  // Each round adds the calls whose values are known or come from calls of earlier rounds.
  const calls: PlannedCall[] = [];
  for (let left = open; left.length > 0; ) {
    const earlier = new Set(calls.map(({ name }) => name));
    const isAvailable = (source: Source) =>
      source.kind === 'response' ? earlier.has(source.call) : source.kind === 'value' || Boolean(env[source.variable]);
    const ready = left.filter(({ params }) => Object.values(params).every((sources) => sources.some(isAvailable)));
    if (ready.length === 0) {
      for (const { name, params } of left) {
        const missing = Object.entries(params).filter(([, sources]) => !sources.some(isAvailable));
        skipped.push({ name, reason: missing.map(([param, sources]) => reasonOf(param, sources)).join('; ') });
      }
      break;
    }
    for (const call of ready) {
      const params = Object.entries(call.params).map(([name, sources]) => [name, sources.filter(isAvailable)]);
      calls.push({ ...call, params: Object.fromEntries(params) });
    }
    left = left.filter((call) => !ready.includes(call));
  }
  return { calls, skipped, others: operations.length - reads.length };
}

/** Name of a call in plans and results. */
const nameOf = (operation: string, { label }: Variant): string => (label ? `${operation} ${label}` : operation);

/** Explains why a parameter has no value. */
function reasonOf(param: string, sources: readonly Source[]): string {
  const calls = sources.flatMap((source) => (source.kind === 'response' ? source.call : []));
  const variable = sources.find((source) => source.kind === 'environment')?.variable;
  const unmade = calls.length > 0 ? `, or make ${calls.slice(0, 2).join(' or ')} possible, which returns one` : '';
  return `no value for ${param}: set ${variable}${unmade}`;
}

/** Variable of the environment that sets a parameter: `BANK_ACCESS_TOKEN`, `FOOD_FDC_ID`. */
const variableOf = (provider: string, param: string): string =>
  `${provider}_${param.replace(/([a-z])([A-Z])/g, '$1_$2')}`.toUpperCase();

/** Variable of the environment with the access token of a user. */
export const userTokenOf = (provider: string): string => variableOf(provider, 'user_token');

/** All parameters of an endpoint with their schemas. */
export const paramsOf = ({ params, query, body }: AnySpec): Readonly<Record<string, SchemaNode>> => ({
  ...params?.entries,
  ...query?.entries,
  ...body?.entries,
});

const isRequired = ({ type }: SchemaNode): boolean => !/^(exact_)?optional|^nullish/.test(type);

/** Maximum number of values in a list of IDs. */
const maxIds = 5;

/**
 * Returns the value or values among those found that a parameter's schema accepts; undefined if it accepts none.
 *
 * @param sample Which of the accepted values to take where it accepts one at a time. Default 0: the first.
 */
export function fitting(schema: SchemaNode, found: readonly unknown[], sample = 0): unknown {
  const some = found.slice(0, maxIds);
  const lists = some.length > 0 ? [some, some.map(String)] : [];
  const list = lists.find((candidate) => v.is(schema, candidate));
  if (list) return sample === 0 ? list : undefined;
  // Values from the environment are always strings.
  const numbers = found.filter((each) => typeof each === 'string' && each.trim() !== '').map(Number);
  return [...found, ...found.map(String), ...numbers].filter((candidate) => v.is(schema, candidate))[sample];
}

/** Describes the plan for the person who confirms it. */
export function describePlan(provider: string, { calls, skipped, others }: Plan): string {
  const width = Math.max(0, ...[...calls, ...skipped].map(({ name }) => name.length));
  const line = (name: string, text: string) => `  ${name.padEnd(width)}  ${text}`.trimEnd();
  return [
    `${provider}: ${calls.length} read-only calls, one after the other:`,
    ...calls.map(({ name, params, asUser }) => {
      const given = Object.entries(params).map(([param, sources]) => describeParam(param, sources[0]));
      return line(name, [...(asUser ? ['as the user'] : []), ...given].join(', '));
    }),
    `\n${skipped.length} skipped:`,
    ...skipped.map(({ name, reason }) => line(name, reason)),
    `\nNever called: ${others} operations that are not reads.`,
  ].join('\n');
}

function describeParam(name: string, source: Source | undefined): string {
  if (source?.kind === 'value') return `${name} = ${JSON.stringify(source.value)}`;
  if (source?.kind === 'environment') return `${name} from the environment (${source.variable})`;
  return source ? `${name} from ${source.call} (${source.field})` : name;
}
