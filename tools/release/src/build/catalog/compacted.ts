import type { Catalog, StoredOperation } from '@x/catalog';
import type { FullCatalog } from './full-catalog.ts';
import { shareFields } from './share-fields.ts';
import { shareSchemas } from './share-schemas.ts';

/**
 * Shortens a catalog: stores what several operations or schemas have in common only once. `operationsIn` and
 * `definitionsFor` of `@x/catalog` read the result.
 */
export function compacted(full: FullCatalog): Catalog {
  const { operations, $defs, ...catalog } = shareFields(shareSchemas(full));
  const docs = commonStart(operations.map((operation) => operation.docs));
  const defaults = mostFrequent(operations, ['method', 'auth', 'access', 'hasBody']);
  const deprecations = operations.flatMap(({ deprecated }) => deprecated ?? []);
  const deprecation = mostFrequent(deprecations, ['since', 'openTo', 'replacement', 'isRerouted']);
  const stored = operations.map(({ idempotent = false, ...operation }): StoredOperation => {
    const { method, deprecated } = operation;
    return {
      ...(without(defaults, operation) as StoredOperation),
      docs: operation.docs.slice(docs.length),
      ...(idempotent !== /^(GET|PUT|DELETE)$/.test(method) && { idempotent }),
      ...(deprecated && { deprecated: without(deprecation, deprecated) }),
    };
  });
  return { ...catalog, docs, defaults, deprecation, operations: stored, $defs };
}

/**
 * Returns the most frequent value of each field. A field that some objects lack gets no default, because they could not
 * override it.
 */
function mostFrequent<T extends object>(all: readonly T[], names: readonly (keyof T & string)[]): Partial<T> {
  const defaults: Partial<T> = {};
  for (const name of names) {
    const values = Map.groupBy(all, (each) => each[name]);
    const [most] = [...values].sort(([, one], [, other]) => other.length - one.length);
    if (most && !values.has(undefined as T[typeof name])) defaults[name] = most[0];
  }
  return defaults;
}

/** Returns the fields whose values differ from the defaults. */
const without = <T extends object>(defaults: Partial<T>, all: T): Partial<T> =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => defaults[name as keyof T] !== value)) as Partial<T>;

const commonStart = ([first = '', ...others]: readonly string[]): string => {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
};
