import type { Call, Stage } from '../call/call.ts';
import { observe } from '../call/observe.ts';
import { warnOnce } from '../call/warn.ts';
import type { CallSpec, EndpointSpec, ListSpec, LookupSpec } from '../declare/endpoint.ts';
import type { ClientOptions } from '../declare/provider.ts';
import { at } from '../shared/paths.ts';
import { accepts } from '../validation/accepts.ts';
import { type Difference, differencesOf, explain, placeOf } from '../validation/explain.ts';
import type { Schema } from '../validation/node.ts';

/** Checks that the response is as documented, and returns the part of it that is the result. @internal */
export const checkOutput: Stage = async (call, next) => {
  const body = await next(call);
  const { as = 'json', response, unwrap, essential } = call.endpoint as Partial<CallSpec>;
  if (!response || (as !== 'json' && !call.custom)) return body;
  checkResponse(call, response, body, unwrap === undefined ? essential : [placeOf(unwrap.split('.'))]);
  return unwrap === undefined ? body : at(body, unwrap);
};

type Mode = NonNullable<ClientOptions['validation']>;

/** What happens to responses of an endpoint that are not as documented. Those of authorization servers are always refused. */
const findMode = ({ host }: EndpointSpec, { validation = 'report' }: ClientOptions): Mode =>
  host === 'auth' ? 'strict' : validation;

/**
 * Refuses a response that is not as documented, or reports it, depending on the client's option `validation`.
 *
 * @param essential Places without which the response is of no use, so that it is always refused.
 * @internal
 */
export function checkResponse(call: Call, schema: Schema, value: unknown, essential: readonly string[] = []): void {
  const mode = findMode(call.endpoint, call.client.provider.options);
  if (mode === 'off' || accepts(schema, value)) return;
  const { places, unusable } = differencesOf(schema, value, essential);
  if (mode === 'strict' || unusable)
    throw call.fail(undocumented(explain(schema, value), mode), { code: 'invalid_response' });
  reportDrift(call, places);
}

/**
 * The same for the items of a response, every one of which is checked.
 *
 * @param isWholeBody Whether the only item is the whole response.
 * @internal
 */
export function checkItems(call: Call<ListSpec | LookupSpec>, items: readonly unknown[], isWholeBody: boolean): void {
  const { item: schema, essential } = call.endpoint;
  const mode = findMode(call.endpoint, call.client.provider.options);
  if (mode === 'off') return;
  const bad = new Map<number, string>();
  for (const [index, item] of items.entries()) {
    if (accepts(schema, item)) continue;
    const { places, unusable, otherKind } = differencesOf(schema, item, essential);
    const refused = otherKind ? isWholeBody : unusable;
    if (mode === 'strict' || refused) bad.set(index, explain(schema, item));
    else reportDrift(call, places);
  }
  if (bad.size === 0) return;
  const message = undocumented([...bad].map(([index, what]) => `item ${index}: ${what}`).join('; '), mode);
  throw call.fail(`${bad.size} of ${items.length} items: ${message}`, {
    code: 'invalid_response',
    details: { items: [...bad.keys()].join(',') },
    partial: items.filter((_, index) => !bad.has(index)),
  });
}

/** Reports to the observers, each place once; without observers, warns once per operation and place. */
function reportDrift(call: Call, differences: readonly Difference[]): void {
  const { operation } = call;
  const { name, options } = call.client.provider;
  const redact = call.redactor(); // names in the response may be secrets of the call
  for (const { place, message: text } of differences) {
    const message = redact.text(`the response is not as documented: ${text}`);
    const drift = { operation, place: redact.text(place), message };
    call.report({ type: 'drift', place: drift.place, message });
    observe(options.onDrift, drift);
    if (!options.onEvent && !options.onDrift)
      warnOnce(`${name} ${operation} ${drift.place}`, `${operation}: ${message}`);
  }
}

const undocumented = (what: string, mode: Mode): string =>
  `the response is not as documented: ${what}. Update the package${mode === 'strict' ? ", or set validation: 'report'" : ''}`;
