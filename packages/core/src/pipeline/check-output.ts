import type { Call, Stage } from '../call/call.ts';
import { reportDrift } from '../call/report-drift.ts';
import type { CallSpec, EndpointSpec, ListSpec, LookupSpec } from '../declare/endpoint.ts';
import type { ClientOptions } from '../declare/provider.ts';
import { at } from '../shared/paths.ts';
import { accepts } from '../validation/accepts.ts';
import { fieldsOf, type Node, type Schema } from '../validation/node.ts';
import { type Problem, problemsOf } from '../validation/problems.ts';
import { describeOutput, firstLines, placeOf } from '../validation/words.ts';

/** Checks that the response is as documented, and returns the part of it that is the result. */
export const checkOutput: Stage = async (call, next) => {
  const body = await next(call);
  const { as = 'json', response, unwrap, essential } = call.endpoint as Partial<CallSpec>;
  if (!response || (as !== 'json' && !call.custom)) return body;
  checkResponse(call, response, body, unwrap === undefined ? essential : [placeOf(unwrap.split('.'))]);
  return unwrap === undefined ? body : at(body, unwrap);
};

/** Validation mode of a client. */
export type Mode = NonNullable<ClientOptions['validation']>;

/**
 * Returns the validation mode for an endpoint's params and responses. It is always strict for authorization servers.
 */
export const findMode = ({ host }: EndpointSpec, { validation = 'report' }: ClientOptions): Mode =>
  host === 'auth' ? 'strict' : validation;

/**
 * Refuses an undocumented response or reports it, depending on the client's `validation` option. In the response of an
 * authorization server, only essential places are refused, in every mode: what is usable in a grant must not be lost.
 *
 * @param essential Places without which the response is useless, so it is always refused.
 */
function checkResponse(call: Call, schema: Schema, value: unknown, essential: readonly string[] = []): void {
  const { validation: mode = 'report' } = call.client.provider.options;
  if (accepts(schema, value)) return;
  const problems = problemsOf(schema, value);
  const isUnusable = isOtherKind(schema, value) || lacksOneOf(essential, problems);
  if (isUnusable || (mode === 'strict' && call.endpoint.host !== 'auth'))
    throw call.fail(undocumented(explain(problems), mode), { code: 'invalid_response' });
  reportAll(call, problems);
}

/**
 * Does the same for the items of a response, checking every one.
 *
 * @param isWholeBody Whether the only item is the whole response.
 */
export function checkItems(call: Call<ListSpec | LookupSpec>, items: readonly unknown[], isWholeBody: boolean): void {
  const { item: schema, essential = [] } = call.endpoint;
  const mode = findMode(call.endpoint, call.client.provider.options);
  const bad = new Map<number, string>();
  for (const [index, item] of items.entries()) {
    if (accepts(schema, item)) continue;
    const problems = problemsOf(schema, item);
    const isRefused = isOtherKind(schema, item) ? isWholeBody : lacksOneOf(essential, problems);
    if (mode === 'strict' || isRefused) bad.set(index, explain(problems));
    else reportAll(call, problems);
  }
  if (bad.size === 0) return;
  const message = undocumented([...bad].map(([index, what]) => `item ${index}: ${what}`).join('; '), mode);
  throw call.fail(`${bad.size} of ${items.length} items: ${message}`, {
    code: 'invalid_response',
    details: { items: [...bad.keys()].join(',') },
    partial: items.filter((_, index) => !bad.has(index)),
  });
}

/** Reports each place of a response once. */
function reportAll(call: Call, problems: readonly Problem[]): void {
  const byPlace = Map.groupBy(problems, ({ keys }) => placeOf(keys));
  for (const [place, [first]] of byPlace)
    if (first) reportDrift(call, { about: 'response', place, message: `${notDocumented}: ${describeOutput(first)}` });
}

const notDocumented = 'the response is not as documented';
const explain = (problems: readonly Problem[]): string => firstLines(problems.map(describeOutput));
const undocumented = (what: string, mode: Mode): string =>
  `${notDocumented}: ${what}. Update the package${mode === 'strict' ? ", or set validation: 'report'" : ''}`;

/** Whether one of the essential places, or one that contains it, is not as declared. */
const lacksOneOf = (essential: readonly string[], problems: readonly Problem[]): boolean =>
  problems.some(({ keys }) => {
    const place = placeOf(keys);
    return (
      place !== '' &&
      essential.some(
        (needed) => needed === place || (/^[.[]/.test(needed.slice(place.length)) && needed.startsWith(place)),
      )
    );
  });

/**
 * Whether a value that a schema refuses is something else altogether: not an object, a list instead of one, or an
 * object without a single declared field.
 */
function isOtherKind(schema: Node, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const names = Object.keys(fieldsOf(schema));
  if (names.length === 0) return Array.isArray(value) !== (schema.type === 'array');
  return Array.isArray(value) || !names.some((name) => name in value);
}
