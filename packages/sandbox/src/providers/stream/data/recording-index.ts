import { groupBy, indexBy } from './values.ts';

/**
 * Indexes `records` by what requests ask for, each list in the order of `records`, which are sorted by `compare`.
 * `channelOf` returns the ID of a record's broadcaster.
 */
export function createIndex<T extends { readonly id: string; readonly game_id: string }>(
  records: readonly T[],
  channelOf: (record: T) => string,
  compare: (one: T, other: T) => number,
) {
  const ids = indexBy(records, ({ id }) => id);
  const channels = groupBy(records, channelOf);
  const games = groupBy(records, ({ game_id }) => game_id);

  /** Changes the lists that have the record or will have it. */
  function change(record: T, apply: (list: T[]) => void): void {
    for (const [lists, key] of [[channels, channelOf(record)] as const, [games, record.game_id] as const]) {
      const list = lists.get(key) ?? [];
      lists.set(key, list);
      apply(list);
    }
  }

  return {
    byId: (id: string) => ids.get(id),
    /** Returns a channel's recordings. */
    ofChannel: (broadcasterId: string): readonly T[] => channels.get(broadcasterId) ?? [],
    ofGame: (gameId: string): readonly T[] => games.get(gameId) ?? [],
    /** Inserts a record in its place in the lists, after those that compare equal. */
    add(record: T): void {
      ids.set(record.id, record);
      change(record, (list) => {
        const place = list.findIndex((other) => compare(record, other) < 0);
        list.splice(place < 0 ? list.length : place, 0, record);
      });
    },
    delete(record: T): void {
      ids.delete(record.id);
      change(record, (list) => list.splice(list.indexOf(record), 1));
    },
  };
}

/** Returns the first `count` of `records` that pass. Looks at no record after them. */
export function takeFirst<T>(records: readonly T[], count: number, passes: (record: T) => boolean): T[] {
  const taken: T[] = [];
  for (const record of records) {
    if (taken.length === count) break;
    if (passes(record)) taken.push(record);
  }
  return taken;
}
