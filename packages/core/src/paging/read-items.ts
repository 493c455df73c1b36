import type { Call } from '../call/call.ts';
import type { ListSpec, LookupSpec } from '../declare/endpoint.ts';
import { checkItems } from '../pipeline/check-output.ts';
import { at, atAll } from '../shared/paths.ts';

/**
 * Finds the items in a response body, and checks them.
 *
 * @param paths Paths to the items; several lists are concatenated.
 * @param unwrap Field that holds the item in responses that wrap each item in an object. Default: items are not
 * wrapped.
 * @returns `entries` are the items, with null for entries that the API does not show; `count` is the number of items in
 * the longest list.
 * @throws ApiError `invalid_response` when there is no list, or an item is not as documented.
 */
export function readItems(
  call: Call<ListSpec | LookupSpec>,
  body: unknown,
  paths: string | readonly string[],
  unwrap?: string,
) {
  const lists = atAll(body, paths)
    .map((list) => (list === null && body ? [] : list)) // some APIs write null for an empty list
    .filter((list) => typeof list === 'object' && list !== null);
  if (lists.length === 0)
    throw call.fail(`the response is not as documented: no list at ${paths || 'the top'}`, {
      code: 'invalid_response',
    });
  const [first] = lists;
  // An object in place of a list counts as a list with that one item. A single list is not copied.
  const all: readonly unknown[] = lists.length === 1 && Array.isArray(first) ? first : lists.flat();
  const entries = unwrap === undefined ? all : all.map((item) => unwrapped(item, unwrap));
  const items = entries.filter((item) => item !== null);
  // One odd item does not fail a page, but an item that is the whole body must be a valid response.
  checkItems(call, items, paths === '' && items.length === 1);
  return { items, entries, count: Math.max(...lists.map((list) => (Array.isArray(list) ? list.length : 1))) };
}

/** Returns the item that an object holds under `name`, or the object itself if it has no such field. */
function unwrapped(item: unknown, name: string): unknown {
  const inner = at(item, name);
  return inner === undefined ? item : inner;
}
