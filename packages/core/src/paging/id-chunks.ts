import type { IdList } from '../declare/endpoint.ts';

type Params = Readonly<Record<string, unknown>>;

/** An ID, and the parameter it was passed in. @internal */
export interface AskedId {
  readonly name: string;
  readonly id: unknown;
}

/**
 * Returns the IDs of a call, in the order of their parameters. Undefined if it has none of the parameters. @internal
 */
export function idsIn({ params: names }: IdList, params: Params): AskedId[] | undefined {
  if (names.every((name) => params[name] === undefined)) return undefined;
  return names.flatMap((name) => [params[name] ?? []].flat().map((id: unknown) => ({ name, id })));
}

/**
 * Splits the IDs of a list into requests that the API accepts. Independent lists of IDs are split separately, and
 * combined.
 *
 * @returns The params of each request; none for an empty list of IDs; the call's own params if it has no IDs.
 * @internal
 */
export function chunksOf(lists: IdList | readonly IdList[], params: Params): Params[] {
  return [lists].flat().reduce<Params[]>((chunks, list) => chunks.flatMap((chunk) => split(list, chunk)), [params]);
}

function split(list: IdList, params: Params): Params[] {
  const ids = idsIn(list, params);
  return ids ? splitIds(list, params, ids).map(([chunk]) => chunk) : [params];
}

/** Splits IDs into requests of at most `max` IDs each. @internal */
export function splitIds({ params: names, max }: IdList, params: Params, ids: readonly AskedId[]) {
  const rest = Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));
  const chunks: [params: Params, ids: readonly AskedId[]][] = [];
  for (let start = 0; start < ids.length; start += max) {
    const own = ids.slice(start, start + max);
    const chunk: Record<string, unknown[]> = {};
    for (const { name, id } of own) {
      chunk[name] ??= [];
      chunk[name].push(id);
    }
    chunks.push([{ ...rest, ...chunk }, own]);
  }
  return chunks;
}
