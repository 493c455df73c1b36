import type { IdList } from '../declare/endpoint.ts';
import { at } from './paths.ts';

type Params = Readonly<Record<string, unknown>>;

const valuesOf = (params: Params, name: string): unknown[] => [params[name] ?? []].flat();

/**
 * Splits the ids of a call into requests that the API takes.
 *
 * @returns The params of each request; none for an empty list of ids; those of the call where it has no ids.
 * @internal
 */
export function chunksOf({ params: names, max }: IdList, params: Params): Params[] {
  if (names.every((name) => params[name] === undefined)) return [params];
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
 * The ids of a request for which the response has no entry. Undefined where that cannot be known.
 *
 * @param entries The entries of the response, with null for what the API does not show.
 * @internal
 */
export function missingOf({ match, params }: IdList, sent: Params, entries: readonly unknown[]): string[] | undefined {
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
