import type { IdList, LookupIds } from '../declare/endpoint.ts';
import type { Params } from '../pipeline/check-input.ts';
import { at } from '../shared/paths.ts';

/** An ID, and the parameter it was passed in. */
export interface AskedId {
  readonly name: string;
  readonly id: unknown;
}

/** Returns the IDs of a call, in the order of their parameters. Undefined if it has none of the parameters. */
export function idsIn({ params: names }: IdList, params: Params): AskedId[] | undefined {
  if (names.every((name) => params[name] === undefined)) return undefined;
  return names.flatMap((name) => [params[name] ?? []].flat().map((id: unknown) => ({ name, id })));
}

/**
 * Splits the IDs of a list into requests that the API accepts. Independent lists of IDs are split separately, and
 * combined.
 *
 * @returns The params of each request; none for an empty list of IDs; the call's own params if it has no IDs.
 */
export function chunksOf(lists: IdList | readonly IdList[], params: Params): Params[] {
  const split = (list: IdList, chunk: Params): Params[] => {
    const ids = idsIn(list, chunk);
    return ids ? splitIds(list, chunk, ids).map(([part]) => part) : [chunk];
  };
  return [lists].flat().reduce<Params[]>((chunks, list) => chunks.flatMap((chunk) => split(list, chunk)), [params]);
}

/** Splits the IDs that can exist into requests of at most `max` IDs each. */
export function splitIds({ params: names, max, canExist = {} }: IdList, params: Params, asked: readonly AskedId[]) {
  const ids = asked.filter(({ name, id }) => canExist[name]?.(id) ?? true);
  const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
  const chunks: [params: Params, ids: readonly AskedId[]][] = [];
  for (let start = 0; start < ids.length; start += max) {
    const own = ids.slice(start, start + max);
    const byName = Map.groupBy(own, ({ name }) => name);
    const idParams = [...byName].map(([name, those]) => [name, those.map(({ id }) => id)]);
    chunks.push([{ ...rest, ...Object.fromEntries(idParams) }, own]);
  }
  return chunks;
}

/** Items in a lookup response: the items of each ID, and the items that belong to no ID. */
export interface MatchedItems {
  /** Items by {@link keyOf} of their ID. */
  readonly found: ReadonlyMap<string, readonly unknown[]>;
  readonly others: readonly unknown[];
}

/** Identifies an ID within a lookup. */
export const keyOf = ({ name, id }: AskedId): string => `${name} ${id}`;

/** Logins and names are matched case-insensitively. */
const looseKeyOf = (asked: AskedId): string => keyOf(asked).toLowerCase();

/**
 * Matches the entries of a response to the IDs of its request.
 *
 * @param entries Entries of the response, with null for IDs that the API does not have.
 * @returns Undefined if a response that should have one entry per ID has a different number.
 */
export function matchIds(
  { match }: LookupIds,
  sent: readonly AskedId[],
  entries: readonly unknown[],
): MatchedItems | undefined {
  if (match === 'place') {
    if (entries.length !== sent.length) return undefined;
    const found = sent.map((asked, index) => [keyOf(asked), entries[index] === null ? [] : [entries[index]]] as const);
    return { found: new Map(found), others: [] };
  }
  const fields = Object.entries(match);
  const keysOf = (item: unknown) => fields.map(([name, field]) => looseKeyOf({ name, id: at(item, field) }));
  let items = entries.filter((entry) => entry !== null);
  // With several kinds of IDs, a response may repeat an item that two of them matched.
  if (fields.length > 1) items = [...new Map(items.map((item) => [keysOf(item).join('\n'), item])).values()];
  const byKey = Map.groupBy(
    items.flatMap((item) => keysOf(item).map((key) => ({ key, item }))),
    ({ key }) => key,
  );
  const itemsOf = (asked: AskedId) => byKey.get(looseKeyOf(asked))?.map(({ item }) => item) ?? [];
  const found = new Map(sent.map((asked) => [keyOf(asked), itemsOf(asked)]));
  const known = new Set([...found.values()].flat());
  return { found, others: items.filter((item) => !known.has(item)) };
}
