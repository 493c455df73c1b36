import type { ListSpec } from '@x/core';
import * as v from 'valibot';
import { at, type SchemaNode, type Spec } from '../schema-node.ts';

/** A place of a response body that is not as declared. It holds no value of the response. */
export interface Drift {
  /** Path of the field from the top of the body, lists written as `[]` and keys of records as `*`: `items[].track.id`. */
  readonly place: string;
  /** What the schema allows, in words. */
  readonly expected: string;
  /** Kind of the value that was received. */
  readonly received: string;
}

/** The same drift of a body, with how often it occurs. */
export interface CountedDrift extends Drift {
  readonly count: number;
}

/**
 * Lists where a body is not as `spec` declares it: every place, not only the first few that an error message names. It
 * reads lists as the clients do: a null list is empty, and null items are skipped.
 */
export function driftOf(spec: Spec, body: unknown): CountedDrift[] {
  return counted('response' in spec ? differences(spec.response as SchemaNode, body, '') : driftOfList(spec, body));
}

function driftOfList({ item, paging, unwrapItems }: ListSpec, body: unknown): Drift[] {
  const places = [paging.items].flat();
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

/** Every place where `value` differs from `schema`. */
function differences(schema: SchemaNode, value: unknown, place: string): Drift[] {
  if (v.is(schema, value)) return [];
  const found = explained(schema, value, place);
  return found.length > 0 ? found : [differenceAt(schema, value, place)];
}

const differenceAt = (schema: SchemaNode, value: unknown, place: string): Drift => {
  const expected = expectedBy(schema);
  const received = kindOf(value);
  return { place: place || 'body', expected, received: received === expected ? `another ${received}` : received };
};

/** What is wrong inside `value`; nothing where it is the value itself that is wrong. */
function explained(schema: SchemaNode, value: unknown, place: string): Drift[] {
  const { type, pipe, wrapped, getter, item, value: ofValues, entries, options = [] } = schema;
  if (pipe) return differences(pipe[0], value, place);
  if (wrapped) return value === undefined || value === null ? [] : differences(wrapped, value, place);
  if (type === 'lazy' && getter) return differences(getter(value), value, place);
  if (type === 'union' || type === 'variant') {
    // The variant that the value resembles most explains what is wrong with it.
    const explanations = (options as readonly SchemaNode[]).map((option) => differences(option, value, place));
    const best = explanations.sort((a, b) => a.length - b.length)[0] ?? [];
    return best.every((drift) => drift.place === (place || 'body')) ? [] : best;
  }
  if (item && Array.isArray(value)) return value.flatMap((each) => differences(item, each, `${place}[]`));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const inside = place && `${place}.`;
  if (type === 'record' && ofValues)
    return Object.values(value).flatMap((each) => differences(ofValues, each, `${inside}*`));
  return Object.entries(entries ?? {}).flatMap(([name, field]) => {
    const member = (value as Record<string, unknown>)[name];
    if (Object.hasOwn(value, name) || !/^(exact_)?optional|^nullish/.test(field.type))
      return differences(field, member, inside + name);
    return [];
  });
}

/** What a schema allows, in words: `null or string`. */
function expectedBy(schema: SchemaNode): string {
  const { type, wrapped, pipe, options, literal, getter } = schema;
  if (pipe) return expectedBy(pipe[0]);
  if (wrapped) {
    const besides = { nullable: 'null or ', optional: 'absent or ', nullish: 'absent, null or ' }[type] ?? '';
    return besides + expectedBy(wrapped);
  }
  if (type === 'lazy' && getter) return 'object';
  if (type === 'union' || type === 'variant')
    return [...new Set((options as readonly SchemaNode[]).map(expectedBy))].join(' or ');
  if (type === 'literal') return JSON.stringify(literal);
  if (type === 'picklist') return 'one of the listed values';
  return (
    { loose_object: 'object', strict_object: 'object', record: 'object', array: 'list', tuple: 'list' }[type] ?? type
  );
}

/** The kind of a value, in words; never the value itself. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
