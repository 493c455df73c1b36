import type { Deprecation } from '../declare/endpoint.ts';
import type { Catalog, CatalogOperation, JsonSchema, StoredOperation } from './catalog.ts';
import { inlined } from './inlined.ts';

/**
 * Returns the operations of a catalog by name, each completed with the catalog's defaults.
 *
 * @example
 * const { summary, params } = operationsIn(catalog).get('albums.tracks');
 */
export const operationsIn = (catalog: Catalog): ReadonlyMap<string, CatalogOperation> =>
  new Map(catalog.operations.map((operation) => [operation.name, completed(catalog, operation)]));

function completed({ docs, defaults, deprecation, $defs }: Catalog, operation: StoredOperation): CatalogOperation {
  const { idempotent, deprecated, params, ...own } = operation;
  const facts = { ...defaults, ...own } as Omit<CatalogOperation, 'params' | 'idempotent' | 'deprecated'>;
  return {
    ...facts,
    docs: docs + own.docs,
    ...((idempotent ?? /^(GET|PUT|DELETE)$/.test(facts.method)) && { idempotent: true }),
    ...(deprecated && { deprecated: { ...deprecation, ...deprecated } as Deprecation }),
    params: inlined($defs, params),
  };
}

const prefix = '#/$defs/';

/**
 * Returns all schemas that a schema refers to, directly or indirectly, by name: its `$defs`.
 *
 * @example
 * const schema = { ...operation.result, $defs: definitionsFor(catalog, operation.result) };
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
