import type { Catalog, CatalogOperation, JsonSchema } from './catalog.ts';

/** Returns the operations of a catalog, by name. */
export const operationsIn = ({ operations }: Catalog): ReadonlyMap<string, CatalogOperation> =>
  new Map(operations.map((operation) => [operation.name, operation]));

/** Returns the operation with this name; undefined if the catalog has none. */
export const findOperation = ({ operations }: Catalog, name: string): CatalogOperation | undefined =>
  operations.find((operation) => operation.name === name);

const prefix = '#/$defs/';

/**
 * Returns all schemas that a schema refers to, directly or indirectly, by name: its `$defs`.
 *
 * @example
 * const schema = { ...operation.params, $defs: definitionsFor(catalog, operation.params) };
 */
export function definitionsFor({ $defs }: Pick<Catalog, '$defs'>, schema: JsonSchema): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    const { $ref } = next as JsonSchema;
    const name = typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;
    const definition = name === undefined ? undefined : $defs[name];
    if (name !== undefined && definition && !Object.hasOwn(found, name)) {
      found[name] = definition;
      open.push(definition);
    }
    open.push(...Object.values(next));
  }
  return found;
}
