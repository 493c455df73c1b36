import type { LookupIds } from '../declare/endpoint.ts';
import { at } from '../shared/paths.ts';
import type { AskedId } from './id-chunks.ts';

/** Items in a lookup response: the items of each ID, and the items that belong to no ID. @internal */
export interface MatchedItems {
  /** Items by {@link keyOf} of their ID. */
  readonly found: ReadonlyMap<string, readonly unknown[]>;
  readonly others: readonly unknown[];
}

/** Identifies an ID within a lookup. @internal */
export const keyOf = ({ name, id }: AskedId): string => `${name} ${id}`;

/**
 * Matches the entries of a response to the IDs of its request.
 *
 * @param entries Entries of the response, with null for IDs that the API does not have.
 * @returns Undefined if a response that should have one entry per ID has a different number.
 * @internal
 */
export function matchIds({ match }: LookupIds, sent: readonly AskedId[], entries: readonly unknown[]) {
  return match === 'place' ? matchByPlace(sent, entries) : matchByField(match, sent, entries);
}

function matchByPlace(sent: readonly AskedId[], entries: readonly unknown[]): MatchedItems | undefined {
  if (entries.length !== sent.length) return undefined;
  const found = sent.map((asked, index) => [keyOf(asked), entries[index] === null ? [] : [entries[index]]] as const);
  return { found: new Map(found), others: [] };
}

function matchByField(
  match: Readonly<Record<string, string>>,
  sent: readonly AskedId[],
  entries: readonly unknown[],
): MatchedItems {
  const fields = Object.entries(match);
  const keysOf = (item: unknown) => fields.map(([name, field]) => normalized({ name, id: at(item, field) }));
  let items = entries.filter((entry) => entry !== null);
  // With several kinds of IDs, a response may repeat an item that two of them matched.
  if (fields.length > 1) items = [...new Map(items.map((item) => [keysOf(item).join('\n'), item])).values()];
  const byField = new Map<string, unknown[]>();
  for (const item of items)
    for (const key of keysOf(item)) {
      const known = byField.get(key);
      if (known) known.push(item);
      else byField.set(key, [item]);
    }
  const found = new Map(sent.map((asked) => [keyOf(asked), byField.get(normalized(asked)) ?? []]));
  const known = new Set([...found.values()].flat());
  return { found, others: items.filter((item) => !known.has(item)) };
}

/** Logins and names are matched case-insensitively. */
const normalized = (asked: AskedId): string => keyOf(asked).toLowerCase();
