import type { Catalog, JsonSchema } from './catalog.ts';

const prefix = '#/$defs/';

/**
 * Replaces references in a schema with the schemas that they name, so that programs and models can read it on its own.
 * Recursive references stay.
 *
 * @internal
 */
export function inlined($defs: Catalog['$defs'], schema: JsonSchema): JsonSchema {
  return inside($defs, schema, []) as JsonSchema;
}

/** @param open Names of the definitions that contain the value. */
function inside($defs: Catalog['$defs'], value: unknown, open: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => inside($defs, each, open));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as JsonSchema;
  const name = typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;
  const definition = name === undefined || open.includes(name) ? undefined : $defs[name];
  const rest = Object.fromEntries(
    Object.entries(own).map(([key, member]) => [
      key,
      // The keys of this object are field names, which may look like keywords.
      key === 'properties' ? fieldsOf($defs, member as JsonSchema, open) : inside($defs, member, open),
    ]),
  );
  if (definition && name !== undefined)
    return { ...(inside($defs, definition, [...open, name]) as JsonSchema), ...rest };
  return $ref === undefined ? joined(rest) : { $ref, ...rest };
}

const fieldsOf = ($defs: Catalog['$defs'], properties: JsonSchema, open: readonly string[]): JsonSchema =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inside($defs, schema, open)]));

/** Merges the fields of an object schema's `allOf`, which holds groups of fields in a catalog. */
function joined({ allOf, ...schema }: JsonSchema): JsonSchema {
  if (allOf === undefined) return schema;
  const groups = allOf as readonly JsonSchema[];
  if (!groups.every(({ properties, $ref }) => properties !== undefined && $ref === undefined))
    return { allOf, ...schema };
  const all = [...groups, schema];
  const required = all.flatMap((part) => (part.required as string[] | undefined) ?? []);
  return {
    ...schema,
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    ...(required.length > 0 && { required }),
  };
}
