import { type ApiError, type DriftEvent, isApiError } from '@x/core';
import { memberPath } from '../operation.ts';
import { type CallerInput, createCaller } from './clients.ts';
import { fitting, type PlannedCall, paramsOf } from './plan.ts';
import type { Source } from './table.ts';

/** Result of a planned call. */
export interface CallResult {
  /** Operation and label of the variant. */
  readonly name: string;
  /**
   * `documented`: the response is as declared. `drift`: it is not. `failed`: the API refused the call, or the response
   * could not be read. `skipped`: no earlier response had a value for a parameter.
   */
  readonly outcome: 'documented' | 'drift' | 'failed' | 'skipped';
  /** Differences from the declaration, as the client reports them. */
  readonly drift: readonly DriftEvent[];
  /** Why the call failed, was refused or was skipped. */
  readonly note?: string;
}

/** Options of a run. */
export interface RunOptions {
  /** Number of calls of each endpoint that takes one ID at a time, each with another ID. Default 1. */
  readonly samples?: number;
  /** Called with each result as it arrives, and with the parameters that were sent. */
  readonly onResult?: (result: CallResult, params: object) => void;
}

/** Errors after which every further call would fail as well. */
const limits: ReadonlySet<ApiError['code']> = new Set(['rate_limited', 'quota_exceeded', 'network']);

/** Makes the planned calls one after the other. Stops when the API's limits are reached, or the API is unreachable. */
export async function runPlan(
  calls: readonly PlannedCall[],
  input: CallerInput,
  { samples = 1, onResult }: RunOptions = {},
): Promise<CallResult[]> {
  let drift: DriftEvent[] = [];
  const send = await createCaller(input, (event) => drift.push(event));
  /** The records that each call returned. */
  const returned = new Map<string, readonly unknown[]>();
  const results: CallResult[] = [];
  let stopped = '';

  for (const call of calls) {
    await make(call);
    for (let sample = 1; sample < samples && !stopped; sample += 1) {
      const another = { ...call, name: `${call.name} #${sample + 1}` };
      if (typeof fill(another, sample) !== 'string') await make(another, sample);
    }
  }
  return results;

  function report(result: CallResult, params: object): void {
    results.push(result);
    onResult?.(result, params);
  }

  async function make(call: PlannedCall, sample = 0): Promise<void> {
    const { name } = call;
    const params = stopped || fill(call, sample);
    if (typeof params === 'string') return report({ name, outcome: 'skipped', drift: [], note: params }, {});
    drift = [];
    let error: unknown;
    try {
      returned.set(name, await send(call, params));
    } catch (reason) {
      error = reason;
    }
    if (isApiError(error) && isFatal(error, call)) stopped = `the run stopped: ${error.code}`;
    const note = error ? { note: reasonOf(error) } : {};
    // The client refuses responses that nobody could use.
    const isDrift = drift.length > 0 || (isApiError(error) && error.code === 'invalid_response');
    const outcome = isDrift ? 'drift' : error ? 'failed' : 'documented';
    report({ name, outcome, drift, ...note }, params);
  }

  /** Whether every further call would fail as well: credentials are refused before any other call has worked. */
  function isFatal({ code }: ApiError, { asUser }: PlannedCall): boolean {
    const worked = results.some(({ outcome }) => outcome === 'documented' || outcome === 'drift');
    return limits.has(code) || (code === 'unauthenticated' && !asUser && !worked);
  }

  /** Returns a call's parameters, or the reason why it has none. Samples after the first must differ in a value. */
  function fill({ spec, params }: PlannedCall, sample: number): Record<string, unknown> | string {
    const filled: Record<string, unknown> = {};
    let differs = sample === 0;
    const schemas = paramsOf(spec);
    for (const [name, sources] of Object.entries(params)) {
      const schema = schemas[name];
      if (!schema) continue;
      const found = sources.map(valuesOf).find((values) => fitting(schema, values) !== undefined) ?? [];
      const another = fitting(schema, found, sample);
      differs ||= another !== undefined;
      filled[name] = another ?? fitting(schema, found);
      if (filled[name] === undefined) return `no earlier response had a value for ${name}`;
    }
    return differs ? filled : 'there is no other value';
  }

  function valuesOf(source: Source): readonly unknown[] {
    if (source.kind === 'value') return [source.value].flat();
    if (source.kind === 'environment') return [input.env[source.variable]].filter(Boolean);
    return [...new Set(valuesIn(returned.get(source.call), source.field))].slice(0, maxValues);
  }
}

/** Maximum number of values of one field to try. */
const maxValues = 20;

/**
 * Returns the values of a field in records, at any depth. `owner.id` is a path, which leaves out lists. A name alone
 * matches everywhere, except for `id`, which could identify anything and so matches only the ID of the record itself.
 */
function valuesIn(value: unknown, field: string, path = ''): readonly (string | number)[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, field, path));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => valuesIn(member, field, memberPath(path, name)));
  const isField = path === field || (field !== 'id' && path.endsWith(`.${field}`));
  return isField && (typeof value === 'number' || (typeof value === 'string' && value !== '')) ? [value] : [];
}

const reasonOf = (error: unknown): string =>
  isApiError(error) ? `${error.code}: ${error.message}` : error instanceof Error ? error.message : 'an unknown error';

/** Returns an event's message without the name of the operation. */
const differenceIn = ({ message }: DriftEvent) => message.replace(/^.*? documented: /, '');

/** Describes the results: drift by field, failed calls and skipped calls. */
export function describeResults(provider: string, results: readonly CallResult[]): string {
  const of = (outcome: CallResult['outcome']) => results.filter((result) => result.outcome === outcome);
  const [documented, drifted, failed, skipped] = [of('documented'), of('drift'), of('failed'), of('skipped')];
  const rows = drifted.flatMap(({ name, drift, note }) => [
    ...[...Map.groupBy(drift, differenceIn)].map(([difference, same]) => `  ${name}: ${difference}, ${same.length}×`),
    ...(note ? [`  ${name}: ${note}`] : []),
  ]);
  const notes = (title: string, list: readonly CallResult[]) =>
    list.length > 0 ? [`\n${title}:`, ...list.map(({ name, note }) => `  ${name}: ${note}`)] : [];
  return [
    `${provider}: ${documented.length} responses as declared, ${drifted.length} with drift, ${failed.length} failed, ${skipped.length} skipped.`,
    ...(rows.length > 0 ? ['\nDrift:'] : []),
    ...rows,
    ...notes('Failed', failed),
    ...notes('Skipped', skipped),
  ].join('\n');
}
