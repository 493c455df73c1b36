import type { Catalog, JsonSchema } from '@x/core/catalog';

/** A schema that is written shorter than a reference to it is left where it is. */
const worthSharing = 64;

/**
 * Moves each schema that a catalog has several times into its definitions. Groups of fields that several records share make up most
 * of what is written twice.
 */
export function shareSchemas(catalog: Catalog): Catalog {
  const counts = new Map<string, number>();
  const count = (value: unknown): void => {
    if (!isObject(value)) return;
    if (!Array.isArray(value) && isSchema(value)) {
      const text = JSON.stringify(value);
      if (text.length > worthSharing) {
        const times = (counts.get(text) ?? 0) + 1;
        counts.set(text, times);
        if (times > 1) return; // what is inside is counted with the first
      }
    }
    for (const member of Object.values(value)) count(member);
  };
  count([catalog.operations.map(({ params, result }) => [params, result]), catalog.$defs]);

  const names = new Map<string, string>();
  const definitions: Record<string, JsonSchema> = {};
  const share = (value: unknown, isTop = false): unknown => {
    if (!isObject(value)) return value;
    if (Array.isArray(value)) return value.map((member) => share(member));
    const inside = () => Object.fromEntries(Object.entries(value).map(([key, member]) => [key, share(member)]));
    if (isTop || !isSchema(value)) return inside();
    const text = JSON.stringify(value);
    if ((counts.get(text) ?? 0) < 2) return inside();
    const known = names.get(text) ?? `s${names.size + 1}`;
    if (!names.has(text)) {
      names.set(text, known);
      definitions[known] = inside() as JsonSchema;
    }
    return { $ref: `#/$defs/${known}` };
  };
  const operations = catalog.operations.map((operation) => ({
    ...operation,
    params: share(operation.params, true) as JsonSchema,
    ...(operation.result && { result: share(operation.result, true) as JsonSchema }),
  }));
  const own = Object.entries(catalog.$defs).map(([name, schema]) => [name, share(schema, true)]);
  return { ...catalog, operations, $defs: { ...Object.fromEntries(own), ...definitions } };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether an object is a schema and not, for instance, the properties of one. */
const isSchema = (value: object): boolean => {
  const { type, anyOf, oneOf, allOf, enum: values } = value as JsonSchema;
  return typeof type === 'string' || [type, anyOf, oneOf, allOf, values].some(Array.isArray);
};
