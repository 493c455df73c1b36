import type { JsonSchema } from '@x/catalog';
import { type FullCatalog, withParts, withSchemas } from './full-catalog.ts';

/** A field of an object schema. */
interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Fields, and the objects that have all of them. */
interface Group {
  readonly fields: readonly Field[];
  readonly objects: ReadonlySet<JsonSchema>;
}

/**
 * Number of characters in a reference to a group, in an object schema without fields, and in a definition without its
 * schema.
 */
const lengthOfReference = 24;
const lengthOfObject = 31;
const lengthOfName = 7;

/**
 * Moves fields that several objects share into definitions, which the objects refer to in `allOf`. Most records of an
 * API differ in only a few fields. The group of fields that saves the most is created first. A group has no type,
 * because some of its objects may be null.
 */
export function shareFields(catalog: FullCatalog): FullCatalog {
  const groups = [...groupsIn(catalog)].map((group, index) => ({ ...group, name: `g${(index + 1).toString(36)}` }));
  const share = (schema: JsonSchema): JsonSchema => {
    const own = groups.filter(({ objects }) => objects.has(schema));
    if (own.length === 0) return withParts(schema, share);
    const { properties: _, required: __, ...rest } = schema;
    const shared = new Set(own.flatMap(({ fields }) => fields.map(({ name }) => name)));
    const others = fieldsOf(schema).filter(({ name }) => !shared.has(name));
    const references = own.map(({ name }) => ({ $ref: `#/$defs/${name}` }));
    if (others.length === 0 && references.length === 1) return { ...rest, ...references[0] };
    return { ...rest, allOf: references, ...(others.length > 0 && withParts(objectOf(others), share)) };
  };
  const { $defs, ...rest } = withSchemas(catalog, share);
  const definitions = groups.map(({ name, fields }) => [name, withParts(objectOf(fields), share)]);
  return { ...rest, $defs: { ...$defs, ...Object.fromEntries(definitions) } };
}

/** Yields the groups of fields that are worth a definition. Each field of an object is in at most one of them. */
function* groupsIn(catalog: FullCatalog): Generator<Group> {
  /** Objects that share a field, by the field's name, its schema and whether it is required. */
  const owners = new Map<string, { readonly field: Field; readonly objects: Set<JsonSchema> }>();
  withSchemas(catalog, function collect(schema): JsonSchema {
    for (const field of fieldsOf(schema)) {
      const text = JSON.stringify(field);
      const known = owners.get(text);
      if (known) known.objects.add(schema);
      else owners.set(text, { field, objects: new Set([schema]) });
    }
    return withParts(schema, collect);
  });
  for (;;) {
    const shared = [...owners.values()].filter(({ objects }) => objects.size > 1);
    let most = 0;
    let best: Group | undefined;
    for (const { objects } of shared) {
      const fields = shared
        .filter((other) => [...objects].every((each) => other.objects.has(each)))
        .map(({ field }) => field);
      const length = JSON.stringify(objectOf(fields)).length;
      const saved = objects.size * (length - lengthOfObject - lengthOfReference) - length - lengthOfName;
      if (saved > most) [most, best] = [saved, { fields, objects: new Set(objects) }];
    }
    if (!best) return;
    yield best;
    for (const { field, objects } of shared)
      if (best.fields.includes(field)) for (const each of best.objects) objects.delete(each);
  }
}

/** Returns the fields of an object schema. */
function fieldsOf({ type, properties, required = [], allOf }: JsonSchema): Field[] {
  if (![type].flat().includes('object') || !properties || allOf) return [];
  const names = required as readonly string[];
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: names.includes(name) }));
}

/** Returns the part of an object schema that declares fields. */
function objectOf(fields: readonly Field[]): JsonSchema {
  const required = fields.flatMap(({ name, isRequired }) => (isRequired ? [name] : []));
  return {
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
  };
}
