import type { IdList } from '../declare/endpoint.ts';
import { at } from '../shared/paths.ts';

type Params = Readonly<Record<string, unknown>>;

const valuesOf = (params: Params, name: string): unknown[] => [params[name] ?? []].flat();

type IdLists = IdList | readonly IdList[];

const isGiven = ({ params: names }: IdList, params: Params) => names.some((name) => params[name] !== undefined);

/**
 * Splits the ids of a call into requests that the API accepts. Independent lists of ids are split each, and combined.
 *
 * @returns The params of each request; none for an empty list of ids; those of the call where it has no ids.
 * @internal
 */
export function chunksOf(lists: IdLists, params: Params): Params[] {
  return [lists].flat().reduce<Params[]>((chunks, list) => chunks.flatMap((chunk) => split(list, chunk)), [params]);
}

function split(list: IdList, params: Params): Params[] {
  if (!isGiven(list, params)) return [params];
  const { params: names, max } = list;
  const ids = names.flatMap((name) => valuesOf(params, name).map((id) => [name, id] as const));
  const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
  const chunks: Params[] = [];
  for (let start = 0; start < ids.length; start += max) {
    const chunk: Record<string, unknown[]> = {};
    for (const [name, id] of ids.slice(start, start + max)) {
      chunk[name] ??= [];
      chunk[name].push(id);
    }
    chunks.push({ ...rest, ...chunk });
  }
  return chunks;
}

/**
 * The ids of a request for which the response has no entry. Undefined where that cannot be known, as with several lists of
 * ids: an entry is then absent because of any of them.
 *
 * @param entries The entries of the response, with null for what the API does not show.
 * @internal
 */
export function missingOf(lists: IdLists, sent: Params, entries: readonly unknown[]): string[] | undefined {
  const [list, ...others] = [lists].flat().filter((each) => isGiven(each, sent));
  if (others.length > 0) return undefined;
  if (list === undefined) return [];
  const { match, params } = list;
  const asked = (name: string) => valuesOf(sent, name).map(String);
  const wanted = params.flatMap(asked);
  if (entries.length === wanted.length) return wanted.filter((_, index) => entries[index] === null);
  if (!match) return undefined;
  const normalize = (id: unknown) => String(id).toLowerCase(); // logins and names are matched without case
  return Object.entries(match).flatMap(([name, field]) => {
    const found = new Set(entries.map((entry) => normalize(at(entry, field))));
    return asked(name).filter((id) => !found.has(normalize(id)));
  });
}
