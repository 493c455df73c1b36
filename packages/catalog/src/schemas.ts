import type { AnySpec, CallSpec, ListSpec, LookupSpec } from '@x/core/provider';
import { type GenericSchema, intersect, object } from 'valibot';

/**
 * Returns the schema of an endpoint's params: a single object with the path, query and body params. It accepts
 * documented values and drops undeclared fields. It implements Standard Schema, so that validators of web frameworks
 * accept it.
 *
 * @example
 * app.post('/search', sValidator('json', paramsSchema(endpoints.search)), (context) => …);
 */
export function paramsSchema<Params>(
  endpoint: AnySpec & { readonly '~types'?: { params: Params } },
): GenericSchema<Params, Params> {
  const { params, query, body } = endpoint;
  const parts = [params, query, body].filter((part) => part !== undefined);
  const [first = object({}), ...others] = parts;
  return (others.length === 0 ? first : intersect([first, ...others])) as never;
}

/**
 * Returns the schema of an endpoint's result, or of one item for a list or a lookup. It implements Standard Schema.
 *
 * @example
 * const parsed = resultSchema(endpoints.albums.get)['~standard'].validate(JSON.parse(text));
 */
export function resultSchema<Item>(
  endpoint: (ListSpec | LookupSpec) & { readonly '~types'?: { item: Item } },
): GenericSchema<unknown, Item>;
export function resultSchema<Result>(
  endpoint: CallSpec & { readonly '~types'?: { result: Result } },
): GenericSchema<unknown, Result>;
export function resultSchema(endpoint: AnySpec): unknown {
  if ('item' in endpoint) return endpoint.item;
  const { response, unwrap } = endpoint;
  return unwrap === undefined ? response : schemaAt(response as Node, unwrap);
}

/** The parts of a schema in which others are found. */
interface Node {
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly entries?: Readonly<Record<string, Node>>;
}

/** Returns the schema at a path such as `data.0`, without wrappers that allow null or absent values. */
const schemaAt = (schema: Node, path: string): Node =>
  path.split('.').reduce<Node>((node, name) => {
    let bare = node;
    while (bare.wrapped) bare = bare.wrapped;
    const inner = bare.entries?.[name] ?? bare.item;
    if (!inner) throw new Error(`a schema has nothing at ${path}`);
    return inner;
  }, schema);
