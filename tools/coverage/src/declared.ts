import { type AnySpec, type ListSpec, operationsOf, type Schema } from '@x/core/provider';
import { type DeclaredOperation, type Field, keyOf, memberPath, type Operations } from './operation.ts';

/** Parts of a valibot schema that are read here. A lazy schema may list what it chooses from as `options`. */
export interface SchemaNode extends Schema {
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  /** Schema of the values of a record. */
  readonly value?: SchemaNode;
  readonly wrapped?: SchemaNode;
  /** Schemas of a union or variant; strings of a picklist. */
  readonly options?: readonly SchemaNode[] | readonly string[];
  readonly literal?: unknown;
  /** Strings that are known today, of a field that may also hold others. */
  readonly known?: readonly string[];
  readonly getter?: (input: unknown) => SchemaNode;
}

/** Walks a schema and notes its members; members of any variant count. */
function collect(
  schema: SchemaNode | undefined,
  path: string,
  into: Map<string, Field>,
  seen: readonly SchemaNode[] = [],
): void {
  if (!schema || seen.includes(schema)) return;
  const inner = [...seen, schema];
  if (schema.type === 'lazy' && !schema.options) collect(schema.getter?.(undefined), path, into, inner);
  if (schema.wrapped) collect(schema.wrapped, path, into, inner);
  if (schema.item) collect(schema.item, `${path}[]`, into, inner);
  if (schema.value) collect(schema.value, memberPath(path, '*'), into, inner);
  if (/union|variant|intersect|lazy/.test(schema.type))
    for (const option of (schema.options ?? []) as readonly SchemaNode[]) collect(option, path, into, inner);
  for (const [name, member] of Object.entries(schema.entries ?? {})) {
    const at = memberPath(path, name);
    const [required, nullable] = [!wraps(member, /optional|nullish/), wraps(member, /nullable|nullish/)];
    into.set(at, { required, nullable, values: valuesOf(member) });
    collect(member, at, into, inner);
  }
}

/** Whether the type of a schema, or of one that it wraps, matches `types`. */
const wraps = ({ type, wrapped }: SchemaNode, types: RegExp): boolean =>
  types.test(type) || (wrapped !== undefined && wraps(wrapped, types));

/** Returns the strings that are listed for a value, or for the items of a list, whether or not others are accepted. */
function valuesOf({ type, options = [], literal, known, wrapped, item }: SchemaNode): readonly string[] | undefined {
  if (known) return known;
  if (type === 'picklist') return options as readonly string[];
  if (type === 'literal') return [String(literal)];
  const inner = wrapped ?? item;
  if (inner) return valuesOf(inner);
  if (type !== 'union') return undefined;
  const parts = (options as readonly SchemaNode[]).map(valuesOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** Returns the names of the fields that the records of a response may have, at any depth. */
export function fieldNamesOf(spec: AnySpec): ReadonlySet<string> {
  const fields = new Map<string, Field>();
  collect(('response' in spec ? spec.response : spec.item) as SchemaNode, '', fields);
  return new Set([...fields.keys()].map((path) => path.replace(/^.*\./, '')));
}

/**
 * Returns the operations that a package declares. `prefix` is the start of its paths that the specification's paths
 * lack. Several methods may declare one operation together.
 */
export function readDeclared(endpoints: object, prefix = ''): Operations<DeclaredOperation> {
  const operations = new Map<string, DeclaredOperation>();
  for (const [, spec] of operationsOf(endpoints)) {
    const key = keyOf(spec.method, spec.path.replace(prefix, ''));
    const earlier = operations.get(key);
    const fields = new Map(earlier?.fields);
    const lists = 'response' in spec ? undefined : [('paging' in spec ? spec.paging : spec).items].flat();
    const params = new Map(earlier?.params);
    for (const schema of [spec.query, spec.body]) collect(schema as SchemaNode | undefined, '', params);
    if ('response' in spec) collect(spec.response as SchemaNode, '', fields);
    for (const place of lists ?? []) {
      if (place) fields.set(place, { required: true, nullable: false });
      const { item, unwrapItems } = spec as ListSpec;
      if (unwrapItems) fields.set(`${place}[].${unwrapItems}`, { required: true, nullable: false });
      // If the whole body is the only item, its path is empty.
      const path = place ? `${place}[]` : '';
      collect(item as SchemaNode, unwrapItems ? `${path}.${unwrapItems}` : path, fields);
    }
    operations.set(key, { params, fields, ...(lists && { lists }) });
  }
  return operations;
}
