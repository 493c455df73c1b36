import type { JsonSchema } from '@x/core/catalog';
import { eachSchema, type Schemas, withParts } from './schema-parts.ts';

/** Characters of `{"$ref":"#/$defs/s12"}`, and of a definition besides its schema. */
const lengthOfReference = 23;
const lengthOfName = 7;

/**
 * Moves each schema that a catalog has several times into its definitions, if that makes it shorter. Definitions that
 * are made here have the names `s1`, `s2` and so on, in base 36.
 */
export function shareSchemas(given: Schemas): Schemas {
  const schemas = eachSchema(given, shortened);
  const counts = new Map<string, number>();
  const count = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema);
    const times = (counts.get(text) ?? 0) + 1;
    counts.set(text, times);
    // Nested schemas are counted with the first occurrence.
    return times > 1 ? schema : withParts(schema, count);
  };
  const timesOf = (text: string) => counts.get(text) ?? 0;
  const isWorth = (text: string) =>
    (timesOf(text) - 1) * text.length > timesOf(text) * lengthOfReference + lengthOfName;
  eachSchema({ ...schemas, $defs: {} }, count);
  eachSchema({ params: [], results: [], $defs: schemas.$defs }, (schema) => withParts(schema, count));

  // The most frequent have the shortest names.
  const shared = [...counts.keys()].filter(isWorth).sort((one, other) => timesOf(other) - timesOf(one));
  const names = new Map(shared.map((text, index) => [text, `s${(index + 1).toString(36)}`]));
  const definitions: Record<string, JsonSchema> = {};
  const share = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema);
    const name = names.get(text);
    if (name === undefined) return withParts(schema, share);
    definitions[name] ??= withParts(schema, share);
    return { $ref: `#/$defs/${name}` };
  };
  const { params, results } = eachSchema({ ...schemas, $defs: {} }, share);
  const { $defs } = eachSchema({ params: [], results: [], $defs: schemas.$defs }, (schema) => withParts(schema, share));
  return { params, results, $defs: { ...$defs, ...definitions } };
}

/** The same schema in fewer words: an object that may be null has both types, and a single sentence no full stop. */
function shortened(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = withParts(schema, shortened);
  const text = typeof description === 'string' ? { description: description.replace(/^([^.]*)\.$/, '$1') } : {};
  const [only, other, ...more] = Array.isArray(rest.anyOf) ? (rest.anyOf as JsonSchema[]) : [];
  if (only?.type !== 'object' || other?.type !== 'null' || more.length > 0) return { ...text, ...rest };
  const { anyOf: _, ...own } = rest;
  return { ...text, ...own, ...only, type: ['object', 'null'] };
}
