import type { AnySpec, Endpoint, ListEndpoint, LookupEndpoint } from '../declare/endpoint.ts';
import { alternativesOf, isOptional, type Node } from '../validation/node.ts';

/** A record of a declared endpoint: an item of its list or lookup, or else its result. */
export type RecordOf<Spec> =
  Spec extends ListEndpoint<infer _P, infer Item>
    ? Item
    : Spec extends LookupEndpoint<infer _P, infer Item, infer _Id>
      ? Item
      : Spec extends Endpoint<infer _P, infer Result>
        ? Result
        : never;

/**
 * Creates a record as a declared endpoint returns it, for tests: an item of a list or lookup, or else the result. It
 * is as documented, and the same each time. Fields that may be absent are absent, fields that may be null are null, and
 * lists are empty.
 *
 * @param fields Fields that replace generated ones. Default: none.
 * @example
 * const track = fakeRecord(endpoints.tracks.get, { name: 'Yesterday' });
 */
export function fakeRecord<Spec extends object>(endpoint: Spec, fields: Partial<RecordOf<Spec>> = {}): RecordOf<Spec> {
  const value = simplest(schemaOfRecord(endpoint as AnySpec), 'id');
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...fields } : value
  ) as RecordOf<Spec>;
}

/** Returns the schema of a list's item, or of the part of a response that a call returns. */
export function schemaOfRecord(spec: AnySpec): Node {
  if ('item' in spec) return spec.item as Node;
  const steps = spec.unwrap?.split('.') ?? [];
  return steps.reduce((schema, step) => {
    let bare = schema;
    while (bare.wrapped) bare = bare.wrapped;
    return (bare.entries?.[step] ?? bare.item) as Node;
  }, spec.response as Node);
}

/** Texts for fields whose format shows in their name. */
const texts: readonly [name: RegExp, text: string][] = [
  [/(_at|At|datetime|timestamp|Time)$/, '2026-01-01T00:00:00Z'],
  [/date/i, '2026-01-01'],
  [/url|href/i, 'https://example.com/'],
  [/currency/, 'USD'],
];

/** Returns the simplest value that a schema accepts. `name` is the field's. */
function simplest(schema: Node, name: string): unknown {
  const { type, entries, wrapped, literal, options, getter, pipe } = schema;
  if (pipe && pipe[0] !== schema) return simplest(pipe[0], name);
  const alternatives = alternativesOf(schema);
  if (alternatives?.[0]) return simplest(alternatives[0], name);
  if (type === 'nullable' || type === 'nullish' || type === 'null') return null;
  if (wrapped) return simplest(wrapped, name);
  if (getter) return simplest(getter(undefined), name);
  if (type === 'literal') return literal;
  if (type === 'picklist') return options?.[0];
  if (entries)
    return Object.fromEntries(
      Object.entries(entries)
        .filter(([, field]) => !isOptional(field))
        .map(([key, field]) => [key, simplest(field, key)]),
    );
  if (type === 'array') return [];
  if (type === 'record') return {};
  if (type === 'number') return 1;
  if (type === 'boolean') return false;
  if (type !== 'string') return undefined;
  const { known } = schema as { readonly known?: readonly string[] };
  return known?.[0] ?? texts.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}
