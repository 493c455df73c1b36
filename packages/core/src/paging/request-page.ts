import type { Call, Next } from '../call/call.ts';
import type { ListSpec } from '../declare/endpoint.ts';
import type { OffsetPaging, Paging } from '../declare/paging.ts';
import type { Params } from '../pipeline/check-input.ts';
import { at, atAll } from '../shared/paths.ts';
import { findLists } from './read-items.ts';

/** A list whose API serves pages of at most `largest` items. */
interface SmallPages extends OffsetPaging {
  readonly largest: number;
}

/**
 * Requests a page. If it is larger than the API serves, requests it in parts, one after the other, and assembles them.
 *
 * @returns The body, as the API would send it for the whole page.
 */
export async function requestPage(call: Call<ListSpec>, params: Params, next: Next): Promise<unknown> {
  const paging = pagingOf(call, params);
  if (isTooLarge(paging, params)) return requestParts(call, paging, params, next);
  call.params = params;
  try {
    return await next(call);
  } catch (error) {
    const learned = pagingOf(call, params);
    if (learned === paging || !isTooLarge(learned, params)) throw error;
    call.progress.beginRequest();
    return requestParts(call, learned, params, next);
  }
}

/** Returns the paging of a list. The provider may have learned since the call began that pages are smaller. */
const pagingOf = ({ client, endpoint }: Call<ListSpec>, params: Params): Paging =>
  ((client.provider.adapt?.(endpoint, params) ?? endpoint) as ListSpec).paging;

const isTooLarge = (paging: Paging, params: Params): paging is SmallPages =>
  paging.kind === 'offset' && paging.largest !== undefined && Number(params[paging.size]) > paging.largest;

async function requestParts(call: Call<ListSpec>, paging: SmallPages, params: Params, next: Next): Promise<unknown> {
  const { param, size: sizeName, largest } = paging;
  const size = Number(params[sizeName]);
  const start = Number(params[param] ?? 0);
  const bodies: unknown[] = [];
  for (let done = 0; done < size; done += largest) {
    const part = { ...params, ...(done > 0 && { [param]: start + done }), [sizeName]: Math.min(largest, size - done) };
    if (done > 0) call.progress.beginRequest();
    call.params = part;
    const body = await next(call);
    findLists(call, body, paging.items); // a part without a list must not look like the end of the list
    bodies.push(body);
    const page = { params: part, here: undefined, body, items: [], count: 0, totals: totalsIn(paging, body) };
    if (paging.follow(page).next === undefined) break;
  }
  return joinBodies(bodies, paging, size);
}

/** The totals that a page reports. */
export const totalsIn = ({ total }: Paging, body: unknown): number[] =>
  atAll(body, total).filter((each) => typeof each === 'number');

/** Merges the bodies of the parts into one, with the items of all parts and the last part's link to the next page. */
function joinBodies(bodies: readonly unknown[], { items, next = [], size: sizeName }: SmallPages, size: number) {
  const last = bodies.at(-1);
  let whole = bodies[0];
  for (const path of [items].flat()) {
    const lists = bodies.map((body) => at(body, path)).filter(Array.isArray);
    if (lists.length > 0) whole = withValue(whole, path, lists.flat());
    const sizePath = path.slice(0, path.lastIndexOf('.') + 1) + sizeName; // next to the items
    if (typeof at(whole, sizePath) === 'number') whole = withValue(whole, sizePath, size);
  }
  for (const path of [next].flat()) if (at(whole, path) != null) whole = withValue(whole, path, at(last, path));
  return whole;
}

/** Copies `body` with another value at `path`. */
function withValue(body: unknown, path: string, value: unknown): unknown {
  if (path === '') return value;
  const [name = '', ...rest] = path.split('.');
  return { ...Object(body), [name]: withValue(at(body, name), rest.join('.'), value) };
}
