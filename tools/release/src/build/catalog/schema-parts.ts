import type { JsonSchema } from '@x/core/catalog';

/** Schemas of a catalog: those of its operations, and its definitions. */
export interface Schemas {
  readonly params: readonly JsonSchema[];
  /** Undefined for operations without a result. */
  readonly results: readonly (JsonSchema | undefined)[];
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/** The schema with each of the schemas that it directly consists of changed. */
export function withParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const changed: Record<string, unknown> = { ...schema };
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(schema[key])) changed[key] = (schema[key] as JsonSchema[]).map(change);
  for (const key of ['items', 'additionalProperties'])
    if (isObject(schema[key])) changed[key] = change(schema[key] as JsonSchema);
  if (isObject(schema.properties))
    changed.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, change(part as JsonSchema)]),
    );
  return changed;
}

/** The schemas of a catalog, each changed. */
export const eachSchema = (
  { params, results, $defs }: Schemas,
  change: (schema: JsonSchema) => JsonSchema,
): Schemas => ({
  params: params.map(change),
  results: results.map((result) => result && change(result)),
  $defs: Object.fromEntries(Object.entries($defs).map(([name, schema]) => [name, change(schema)])),
});

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
