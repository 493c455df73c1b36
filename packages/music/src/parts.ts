import type { EndpointSpec, ListSpec, OffsetPaging, Sending } from '@x/core/provider';

/** A list whose API serves pages of at most `largest` items. */
type SmallPages = OffsetPaging & { readonly largest: number };

/** Returns the paging of a list, if a request asks for more items than the API serves at once. */
export function smallerPages(endpoint: EndpointSpec, { limit }: Sending['params']): SmallPages | undefined {
  const { paging } = endpoint as Partial<ListSpec>;
  return paging?.kind === 'offset' && Number(limit) > Number(paging.largest) ? (paging as SmallPages) : undefined;
}

/**
 * Requests a page in parts, one after the other.
 *
 * @returns The body, as the API would send it for the whole page.
 */
export async function sendInParts({ params, send }: Sending, paging: SmallPages): Promise<unknown> {
  const { largest } = paging;
  const limit = Number(params.limit);
  const offset = Number(params.offset ?? 0);
  const bodies: unknown[] = [];
  for (let done = 0; done < limit; done += largest) {
    const part = { ...params, ...(done > 0 && { offset: offset + done }), limit: Math.min(largest, limit - done) };
    const body = await send(part);
    // A part without a list must not look like the end of the list, so the call fails with it.
    if (!listPaths(paging).some((path) => Array.isArray(at(body, path)))) return body;
    bodies.push(body);
    const page = { params: part, here: undefined, body, items: [], count: 0, totals: [] };
    if (paging.follow(page).next === undefined) break;
  }
  return joinBodies(bodies, paging, limit);
}

const listPaths = ({ items }: OffsetPaging): string[] => [items].flat();

/** Merges the bodies of the parts into one, with the items of all parts and the last part's link to the next page. */
function joinBodies(bodies: readonly unknown[], paging: SmallPages, limit: number): unknown {
  const last = bodies.at(-1);
  let whole = bodies[0];
  for (const path of listPaths(paging)) {
    const lists = bodies.map((body) => at(body, path)).filter(Array.isArray);
    const beside = path.slice(0, path.lastIndexOf('.') + 1);
    if (lists.length > 0) whole = withValue(whole, path, lists.flat());
    if (typeof at(whole, `${beside}limit`) === 'number') whole = withValue(whole, `${beside}limit`, limit);
    if (at(whole, `${beside}next`) != null) whole = withValue(whole, `${beside}next`, at(last, `${beside}next`));
  }
  return whole;
}

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => Object(value)[name], body);

/** Copies `body` with another value at `path`. */
function withValue(body: unknown, path: string, value: unknown): unknown {
  const [name = '', ...rest] = path.split('.');
  const inner = rest.length > 0 ? withValue(at(body, name), rest.join('.'), value) : value;
  return { ...Object(body), [name]: inner };
}
