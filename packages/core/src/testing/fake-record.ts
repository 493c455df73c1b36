import { alternativesOf, isOptional, isValid, type Node, type Schema } from '../validation/node.ts';

/** Any fields of a record, at any depth. A field that is undefined counts as not set. */
export type FakeFields<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer Item)[]
    ? readonly FakeFields<Item>[]
    : T extends object
      ? { readonly [Name in keyof T]?: FakeFields<T[Name]> | undefined }
      : T;

/** Creates a record for tests, and completes the fields that are passed. */
export type RecordFake<T> = (fields?: FakeFields<T>) => T;

/**
 * Creates a function that creates records for tests. They are as documented, and the same each time: fields that may be
 * absent are absent, fields that may be null are null, and lists are empty, unless you pass them.
 *
 * @param schema The valibot schema of the records.
 * @example
 * const fakeTeam = createRecordFake<Team>(teamSchema);
 * const team = fakeTeam({ team_name: 'Mods' });
 */
export function createRecordFake<T>(schema: Schema): RecordFake<T> {
  return (fields) => complete(schema as Node, fields, 'id') as T;
}

/** Texts for fields whose format shows in their name. */
const texts: readonly [name: RegExp, text: string][] = [
  [/(_at|At|datetime|timestamp|Time)$/, '2026-01-01T00:00:00Z'],
  [/date/i, '2026-01-01'],
  [/url|href/i, 'https://example.com/'],
  [/currency/, 'USD'],
];

/** Completes a value so that a schema accepts it, with as little as possible. `name` is the field's. */
function complete(schema: Node, given: unknown, name: string): unknown {
  const { type, entries, item, wrapped, value, options, getter, pipe } = schema;
  if (pipe && pipe[0] !== schema) return complete(pipe[0], given, name);
  // A lazy schema may list what it chooses from, as the one for foods does.
  const [first, ...others] = (getter ? (options as Node[] | undefined) : alternativesOf(schema)) ?? [];
  if (first) {
    const suitable = [first, ...others].find((each) => isValid(each, complete(each, given, name)));
    return complete(suitable ?? first, given, name);
  }
  if (getter) return complete(getter(given), given, name);
  if (wrapped) {
    if (given !== undefined) return complete(wrapped, given, name);
    const preset = presetOf(schema) ?? (type.startsWith('null') ? null : undefined);
    return preset === undefined ? complete(wrapped, given, name) : structuredClone(preset);
  }
  if ((entries || value) && isObjectOrUnset(given))
    return Object.fromEntries(
      Object.keys({ ...entries, ...given }).flatMap((key) => {
        const [field, part] = [entries?.[key] ?? value, given?.[key]];
        const isUnset = part === undefined && !(field && isRequired(field));
        return isUnset ? [] : [[key, field ? complete(field, part, key) : part]];
      }),
    );
  if (item && Array.isArray(given)) return given.map((each) => complete(item, each, name));
  return given === undefined ? simplest(schema, name) : given;
}

const isObjectOrUnset = (value: unknown): value is Readonly<Record<string, unknown>> | undefined =>
  value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));

/** Returns the value that an output has where the input has none. */
const presetOf = (schema: Node) => (schema as { readonly default?: unknown }).default;

/** Whether the records of a schema have a field. */
const isRequired = (field: Node) => !isOptional(field) || presetOf(field) !== undefined;

/** Returns the simplest value that a schema without parts accepts. `name` is the field's. */
function simplest({ type, literal, options, ...schema }: Node, name: string): unknown {
  if (type === 'literal') return literal;
  if (type === 'picklist') return options?.[0];
  if (type === 'array') return [];
  if (type === 'number') return 1;
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type !== 'string') return undefined;
  const { known } = schema as { readonly known?: readonly string[] };
  return known?.[0] ?? texts.find(([pattern]) => pattern.test(name))?.[1] ?? name;
}
