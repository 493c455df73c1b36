import type { Catalog, CatalogOperation, JsonSchema, StoredOperation } from '@x/core/catalog';
import { shareFields } from './share-fields.ts';
import { shareSchemas } from './share-schemas.ts';

/** A catalog before it is compacted: its operations are complete. */
export interface FullCatalog extends Omit<Catalog, 'docs' | 'defaults' | 'operations'> {
  readonly operations: readonly CatalogOperation[];
}

/**
 * Writes a catalog in fewer bytes: what several operations or schemas have in common stands once. `operationsIn` and
 * `definitionsFor` of `@x/core/catalog` read it.
 */
export function compacted({ operations, $defs, ...catalog }: FullCatalog): Catalog {
  const schemas = shareFields(
    shareSchemas({
      params: operations.map(({ params }) => params),
      results: operations.map(({ result }) => result),
      $defs,
    }),
  );
  const docs = commonStart(operations.map((operation) => operation.docs));
  const defaults = defaultsOf(operations);
  const stored = operations.map((operation, index): StoredOperation => {
    const { method, idempotent = false } = operation;
    const { idempotent: _, ...own } = Object.fromEntries(
      Object.entries(operation).filter(([name, value]) => defaults[name as keyof typeof defaults] !== value),
    ) as unknown as CatalogOperation;
    const result = schemas.results[index];
    return {
      ...own,
      docs: operation.docs.slice(docs.length),
      ...(idempotent !== /^(GET|PUT|DELETE)$/.test(method) && { idempotent }),
      params: schemas.params[index] as JsonSchema,
      ...(result && { result }),
    };
  });
  return { ...catalog, docs, defaults, operations: stored, $defs: schemas.$defs };
}

/**
 * The most frequent method, credentials and presence of a body. What some operations lack has no default, which they
 * could not undo.
 */
function defaultsOf(operations: readonly CatalogOperation[]): Catalog['defaults'] {
  const names = ['method', 'auth', 'hasBody'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const values = Map.groupBy(operations, (operation) => operation[name]);
      const [most] = [...values].sort(([, one], [, other]) => other.length - one.length);
      return most && !values.has(undefined as never) ? [[name, most[0]]] : [];
    }),
  );
}

const commonStart = ([first = '', ...others]: readonly string[]): string => {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
};
