import type { Catalog, CatalogOperation, JsonSchema } from '@x/catalog';

/** A catalog before it is compacted: its operations are complete. */
export interface FullCatalog extends Omit<Catalog, 'docs' | 'defaults' | 'deprecation' | 'operations'> {
  readonly operations: readonly CatalogOperation[];
}

/** Returns the catalog with `change` applied to each of its schemas. */
export const withSchemas = (catalog: FullCatalog, change: (schema: JsonSchema) => JsonSchema): FullCatalog => ({
  ...catalog,
  operations: catalog.operations.map(({ params, result, ...operation }) => ({
    ...operation,
    params: change(params),
    ...(result && { result: change(result) }),
  })),
  $defs: inMembers(catalog.$defs, change),
});

/** Returns the schema with `change` applied to each of its direct parts. */
export function withParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const changed: Record<string, unknown> = { ...schema };
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[key])) changed[key] = (schema[key] as JsonSchema[]).map(change);
  for (const key of ['items', 'additionalProperties']) if (isObject(schema[key])) changed[key] = change(schema[key]);
  if (isObject(schema.properties)) changed.properties = inMembers(schema.properties, change);
  return changed;
}

const inMembers = (schemas: JsonSchema, change: (schema: JsonSchema) => JsonSchema): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema as JsonSchema)]));

const isObject = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
