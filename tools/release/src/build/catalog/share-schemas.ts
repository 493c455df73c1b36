import type { JsonSchema } from '@x/catalog';
import { type FullCatalog, withParts, withSchemas } from './full-catalog.ts';

/** Number of characters in `{"$ref":"#/$defs/s12"}`, and in a definition without its schema. */
const lengthOfReference = 23;
const lengthOfName = 7;

/**
 * Moves each schema that a catalog repeats into its definitions, if that makes the catalog shorter. These definitions
 * are named `s1`, `s2` and so on, in base 36.
 */
export function shareSchemas(catalog: FullCatalog): FullCatalog {
  const counts = new Map<string, number>();
  withSchemas(catalog, function count(schema): JsonSchema {
    const text = JSON.stringify(schema);
    const times = (counts.get(text) ?? 0) + 1;
    counts.set(text, times);
    // Nested schemas are counted with the first occurrence.
    return times > 1 ? schema : withParts(schema, count);
  });
  const isWorth = ([text, times]: [string, number]) =>
    (times - 1) * text.length > times * lengthOfReference + lengthOfName;
  // The most frequent schemas get the shortest names.
  const shared = [...counts].filter(isWorth).sort(([, one], [, other]) => other - one);
  const names = new Map(shared.map(([text], index) => [text, `s${(index + 1).toString(36)}`]));
  const definitions: Record<string, JsonSchema> = {};
  const { $defs, ...rest } = withSchemas(catalog, function share(schema): JsonSchema {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return withParts(schema, share);
    definitions[name] ??= withParts(schema, share);
    return { $ref: `#/$defs/${name}` };
  });
  return { ...rest, $defs: { ...$defs, ...definitions } };
}
