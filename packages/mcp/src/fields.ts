import type { Catalog, JsonSchema } from '@x/catalog';
import { nearestName } from '@x/core/options';

type Definitions = Catalog['$defs'];

/** Lists the schemas that together describe a value, or the items of a list. */
function partsOf($defs: Definitions, schema: JsonSchema, found = new Set<JsonSchema>()): Set<JsonSchema> {
  if (found.has(schema)) return found;
  found.add(schema);
  const { $ref, allOf, anyOf, oneOf, items } = schema;
  const named = typeof $ref === 'string' ? $defs[$ref.replace('#/$defs/', '')] : undefined;
  for (const part of [named, allOf, anyOf, oneOf, items].flat() as (JsonSchema | undefined)[])
    if (part) partsOf($defs, part, found);
  return found;
}

/** Returns the schemas of the fields that a value may have, by name and in the declared order. */
export function fieldsOf($defs: Definitions, schemas: readonly JsonSchema[]): Map<string, JsonSchema[]> {
  const fields = new Map<string, JsonSchema[]>();
  for (const part of schemas.flatMap((schema) => [...partsOf($defs, schema)]))
    for (const [name, field] of Object.entries((part.properties ?? {}) as Readonly<Record<string, JsonSchema>>))
      fields.set(name, [...(fields.get(name) ?? []), field]);
  return fields;
}

/** Whether a value may have fields of any name: a map, or a value that the API does not describe. */
const isOpen = ($defs: Definitions, schemas: readonly JsonSchema[]): boolean =>
  schemas.some((schema) =>
    [...partsOf($defs, schema)].some(
      ({ description: _, ...part }) => part.additionalProperties !== undefined || Object.keys(part).length === 0,
    ),
  );

/** Returns the parts of a path such as `foodNutrients[Protein].value`: `foodNutrients`, `[Protein]` and `value`. */
export const partsOfPath = (path: string): string[] => path.match(/\[[^\]]*\]|[^.[]+/g) ?? [];

/** Explains why a path such as `artists.name` leads to no field; undefined if it leads to one. */
export function problemOfField($defs: Definitions, schema: JsonSchema, path: string): string | undefined {
  let schemas: readonly JsonSchema[] = [schema];
  const above: string[] = [];
  const parts = partsOfPath(path);
  if (parts.length === 0) return 'a field must have a name';
  for (const name of parts) {
    if (isOpen($defs, schemas)) return undefined;
    const fields = fieldsOf($defs, schemas);
    if (name.startsWith('[')) {
      if (['value', 'amount'].some((each) => fields.has(each))) continue;
      return `there is no field ${JSON.stringify(path)}: only an amount is chosen by its label, as in foodNutrients[Protein]. Leave out ${name}`;
    }
    const field = fields.get(name);
    if (!field) {
      const nearest = nearestName(name, [...fields.keys()]);
      const at = (end: string) => [...above, end].join('.');
      if (nearest !== undefined) return `there is no field ${JSON.stringify(path)}; did you mean ${at(nearest)}?`;
      const place = above.length > 0 ? `the fields of ${above.join('.')}` : 'the fields';
      return `there is no field ${JSON.stringify(path)}; ${place} are ${[...fields.keys()].join(', ') || 'none'}`;
    }
    schemas = field;
    above.push(name);
  }
  return undefined;
}
