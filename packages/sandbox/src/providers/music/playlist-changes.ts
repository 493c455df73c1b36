import { invalid } from './errors.ts';
import type { Playlist, PlaylistEntry } from './playlist-data.ts';
import { itemUri } from './playlist-wire.ts';

type Entries = readonly PlaylistEntry[];

/** Changes against an older version than these are refused. */
const versionLimit = 100;

/** Creates a new version of the playlist. */
export function commit(playlist: Playlist, snapshotId: string, entries: Entries = playlist.entries): void {
  const { versions } = playlist;
  playlist.entries = entries;
  playlist.snapshotId = snapshotId;
  versions.set(snapshotId, entries);
  for (const oldest of versions.keys()) {
    if (versions.size <= versionLimit) break;
    versions.delete(oldest);
  }
}

/** The version a change is made against; default: the current one. */
export function versionOf({ versions, entries }: Playlist, snapshotId: string | undefined): Entries {
  const version = snapshotId === undefined ? entries : versions.get(snapshotId);
  if (!version) throw invalid('Invalid snapshot_id');
  return version;
}

export function insert(entries: Entries, added: Entries, position = entries.length): Entries {
  return entries.toSpliced(checkPosition(position, entries.length), 0, ...added);
}

/** The entries of `version` that `start` and `length` select, moved to before the one at `before`. */
export function move(
  entries: Entries,
  version: Entries,
  range: { readonly start: number; readonly length: number; readonly before: number },
): Entries {
  const end = range.start + range.length;
  if (range.length < 1) throw invalid('Invalid range_length');
  checkPosition(end, version.length);
  const moved = new Set(version.slice(range.start, end));
  const rest = entries.filter((entry) => !moved.has(entry));
  const remaining = new Set(rest);
  // The item at that place in that version may be gone, or be moved itself; then the next one counts.
  const anchor = version.slice(checkPosition(range.before, version.length)).find((entry) => remaining.has(entry));
  const kept = entries.filter((entry) => moved.has(entry));
  return rest.toSpliced(anchor ? rest.indexOf(anchor) : rest.length, 0, ...kept);
}

/** Takes out what `version` has of `uris`; what was added later stays. */
export function remove(entries: Entries, version: Entries, uris: ReadonlySet<string>): Entries {
  const removed = new Set(version.filter(({ item }) => uris.has(itemUri(item))));
  return entries.filter((entry) => !removed.has(entry));
}

function checkPosition(position: number, length: number): number {
  if (position > length) throw invalid('Index out of bounds');
  return position;
}
