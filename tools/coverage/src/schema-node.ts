import type { AnySpec, Schema } from '@x/core/provider';

/** A valibot schema, as far as its structure is read here. A lazy schema may list what it chooses from as `options`. */
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
  readonly pipe?: readonly [SchemaNode, ...unknown[]];
}

/** The schemas inside `schema`, one level down: of its fields, items, values and variants. */
export function partsOf(schema: SchemaNode): readonly SchemaNode[] {
  const { entries = {}, item, value, wrapped, options = [], pipe, type, getter } = schema;
  const choices = /union|variant|intersect|lazy/.test(type) ? (options as readonly SchemaNode[]) : [];
  const chosen = type === 'lazy' && choices.length === 0 ? [getter?.(undefined)] : [];
  return [...Object.values(entries), item, value, wrapped, pipe?.[0], ...choices, ...chosen].filter(
    (part) => part !== undefined,
  );
}

/** `schemas` and every schema inside them, each once. */
export function allSchemas(...schemas: readonly (Schema | undefined)[]): ReadonlySet<SchemaNode> {
  const found = new Set<SchemaNode>();
  const open = schemas.filter((schema): schema is SchemaNode => schema !== undefined);
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (found.has(schema)) continue;
    found.add(schema);
    open.push(...partsOf(schema));
  }
  return found;
}

/** Schema of what an endpoint responds with: of the body, or of one item of a list. */
export const responseSchemaOf = (spec: AnySpec): SchemaNode =>
  ('response' in spec ? spec.response : spec.item) as SchemaNode;

/** Where the items are in the body of a response; none for a call that has one result. */
export function itemPathsOf(spec: AnySpec): readonly string[] {
  if ('response' in spec) return [];
  return [('paging' in spec ? spec.paging : spec).items].flat();
}

/** Names of all fields that the records of a response may have at any depth. */
export const fieldNamesOf = (spec: AnySpec): ReadonlySet<string> =>
  new Set([...allSchemas(responseSchemaOf(spec))].flatMap(({ entries = {} }) => Object.keys(entries)));

/** The value at a path of names such as `data.items`; the value itself for the empty path. */
export const at = (value: unknown, path: string): unknown =>
  path === '' ? value : path.split('.').reduce<unknown>((part, name) => Object(part)[name], value);
