import type { ListSpec, LookupSpec } from '@x/core/provider';
import * as v from 'valibot';
import { at, fieldNamesOf, itemPathsOf, type SchemaNode, type Spec } from '../schema-node.ts';

/** A place of a response body that is not as declared. It holds no value of the response. */
export interface Drift {
  /**
   * Path of the field from the top of the body, lists written as `[]` and keys of records as `*`: `items[].track.id`.
   */
  readonly place: string;
  /** Values that the schema allows, in words. */
  readonly expected: string;
  /** Kind of the value that was received. */
  readonly received: string;
}

/** A drift in words, but for its place. */
export const describeDrift = ({ expected, received }: Drift): string => `expected ${expected}, received ${received}`;

/** The same drift of a body, with how often it occurs. */
export interface CountedDrift extends Drift {
  readonly count: number;
}

/**
 * Lists where a body is not as `spec` declares it: every place, not only the first few that an error message names. It
 * reads lists as the clients do: a null list is empty, and null items are skipped.
 */
export function driftOf(spec: Spec, body: unknown): CountedDrift[] {
  const names = fieldNamesOf(spec);
  const differences = (schema: SchemaNode, value: unknown, place: string): Drift[] =>
    v.safeParse(schema, value).issues?.map((issue) => driftAt(issue, place, names)) ?? [];
  return counted(
    'response' in spec ? differences(spec.response as SchemaNode, body, '') : driftOfItems(spec, body, differences),
  );
}

function driftOfItems(
  spec: ListSpec | LookupSpec,
  body: unknown,
  differences: (schema: SchemaNode, value: unknown, place: string) => Drift[],
): Drift[] {
  const { item, unwrapItems } = spec as ListSpec;
  const places = itemPathsOf(spec);
  const lists = places
    .map((place) => ({ place, list: at(body, place) }))
    .map(({ place, list }) => ({ place, list: list === null && body ? [] : list }))
    .filter(({ list }) => typeof list === 'object' && list !== null);
  if (lists.length === 0)
    return [{ place: places.join(' or '), expected: 'list', received: kindOf(at(body, places[0] ?? '')) }];
  return lists.flatMap(({ place, list }) =>
    [list].flat().flatMap((entry) => {
      const inner = unwrapItems ? at(entry, unwrapItems) : undefined;
      const value = inner === undefined ? entry : inner;
      const path = inner === undefined ? `${place}[]` : `${place}[].${unwrapItems}`;
      return value === null ? [] : differences(item as SchemaNode, value, path);
    }),
  );
}

function counted(drifts: readonly Drift[]): CountedDrift[] {
  const byLine = Map.groupBy(drifts, ({ place, expected, received }) => `${place}\n${expected}\n${received}`);
  return [...byLine.values()].map((same) => ({ ...(same[0] as Drift), count: same.length }));
}

/** Returns a valibot issue as drift, without the value. Leaves out record keys, which are not field names. */
function driftAt(issue: v.BaseIssue<unknown>, from: string, names: ReadonlySet<string>): Drift {
  const { path = [], expected, type, input } = issue;
  const steps = path.map(({ type, key }) => (type === 'array' ? '[]' : `.${names.has(String(key)) ? key : '*'}`));
  const isMissing = path.at(-1)?.origin === 'key';
  return {
    place: (from + steps.join('')).replace(/^\./, '') || 'body',
    expected: isMissing ? 'a value' : (expected ?? type),
    received: kindOf(input),
  };
}

/** The kind of a value, in words; never the value itself. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
