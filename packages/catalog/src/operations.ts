import type { Deprecation } from '@x/core/provider';
import type { Catalog, CatalogOperation, JsonSchema, StoredOperation } from './catalog.ts';

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
    params: inlined($defs, params) as JsonSchema,
  };
}

/** Returns the name of the definition that a schema refers to. */
function referredName({ $ref }: { readonly $ref?: unknown }): string | undefined {
  const prefix = '#/$defs/';
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;
}

/**
 * Replaces references in a value with the schemas that they name, so that programs and models can read it on its own.
 * Recursive references stay.
 *
 * @param open Names of the definitions that contain the value.
 */
function inlined($defs: Catalog['$defs'], value: unknown, open: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => inlined($defs, each, open));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value as JsonSchema;
  const name = referredName(value);
  const definition = name === undefined || open.includes(name) ? undefined : $defs[name];
  const rest = inMembers(own, (member, key) =>
    // The keys of `properties` are field names, which may look like keywords.
    key === 'properties'
      ? inMembers(member as JsonSchema, (field) => inlined($defs, field, open))
      : inlined($defs, member, open),
  );
  if (definition && name !== undefined)
    return { ...(inlined($defs, definition, [...open, name]) as JsonSchema), ...rest };
  return $ref === undefined ? joined(rest) : { $ref, ...rest };
}

const inMembers = (schema: JsonSchema, change: (member: unknown, key: string) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(schema).map(([key, member]) => [key, change(member, key)]));

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
    const name = referredName(next);
    const definition = name === undefined ? undefined : $defs[name];
    if (name !== undefined && definition && !Object.hasOwn(found, name)) {
      found[name] = definition;
      open.push(definition);
    }
    open.push(...Object.values(next));
  }
  return found;
}
