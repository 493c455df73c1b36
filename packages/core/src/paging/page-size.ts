import type { ListSpec } from '../declare/endpoint.ts';
import type { Params } from '../pipeline/check-input.ts';
import type { Node } from '../validation/node.ts';

/** Smallest page that the client asks for, because some APIs leave items out of their pages. */
const smallest = 20;

/** Returns the schema of a query or body parameter of a list. */
export const paramOf = ({ query, body }: ListSpec, name: string): Node | undefined =>
  ({ ...query?.entries, ...body?.entries })[name];

/**
 * Chooses the page size for a caller who reads several pages and gave none: the largest, because each request counts
 * against the rate limit, but no larger than the caller needs. Undefined: the caller's size, or the API's default.
 *
 * @param wanted Number of items that the caller reads from several pages. Undefined: the caller reads one page.
 */
export function choosePageSize(endpoint: ListSpec, params: Params, wanted: number | undefined): number | undefined {
  const { paging } = endpoint;
  if (wanted === undefined || paging.kind === 'single' || paging.size === undefined) return undefined;
  // The number of a page depends on the page size.
  if (params[paging.size] !== undefined || (paging.kind === 'page' && params[paging.param] !== undefined))
    return undefined;
  let size = maxOf(paramOf(endpoint, paging.size));
  if (size === undefined) return undefined;
  if (paging.kind === 'offset' && paging.largest !== undefined) size = Math.min(size, paging.largest);
  // The API serves no part of a page that reaches beyond its end.
  if (paging.kind === 'page' && paging.end !== undefined) while (paging.end % size > 0) size -= 1;
  // A page that contains its cursor next to `items: ''` is a single item, so its size says nothing about `wanted`.
  const isItem = paging.kind === 'cursor' && paging.items === '';
  return isItem ? size : Math.min(size, Math.max(Math.ceil(wanted), smallest));
}

/** Returns the highest value that a parameter accepts. Undefined: there is none. */
const maxOf = (schema: (Node & { readonly max?: number }) | undefined): number | undefined =>
  schema && (schema.max ?? maxOf(schema.wrapped));
