import type { Endpoints } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { readId, readIds, readViewer, type Viewer } from '../request.ts';

/**
 * Creates the two lookups of a kind of record: one record by its ID, and several by their IDs.
 *
 * @param writeSeveral Writes each of several records, where the API shortens them. Default: `write`.
 * @param isHidden Returns whether the record does not exist for the viewer. Default: never.
 */
export function lookups<T>(
  kinds: string,
  records: () => ReadonlyMap<string, T>,
  write: (record: T, viewer: Viewer) => object,
  {
    writeSeveral = write,
    isHidden = () => false,
  }: { writeSeveral?: typeof write; isHidden?: (record: T, viewer: Viewer) => boolean } = {},
): Endpoints {
  return {
    [`GET /${kinds}/{id}`]: (call) => {
      const record = find(records(), call.param('id'));
      const viewer = readViewer(call);
      if (isHidden(record, viewer)) throw notFound();
      return write(record, viewer);
    },
    [`GET /${kinds}`]: (call) => {
      const viewer = readViewer(call);
      const found = findAll(records(), readIds(call), (record) =>
        isHidden(record, viewer) ? null : writeSeveral(record, viewer),
      );
      return { [kinds]: found };
    },
  };
}

/** Returns the record with an ID from a path. */
export function find<T>(records: ReadonlyMap<string, T>, id: string): T {
  const record = records.get(readId(id));
  if (!record) throw notFound();
  return record;
}

/** Writes the records with the given IDs. Unknown IDs give null at their position. */
export function findAll<T>(
  records: ReadonlyMap<string, T>,
  ids: readonly string[],
  write: (record: T) => object | null,
) {
  return ids.map((id) => {
    const record = records.get(id);
    return record ? write(record) : null;
  });
}
