import { spotifyId, timestamp } from '../data/catalog.ts';
import { isInsider, newPlaylist, type Playlist, type PlaylistEntry } from '../data/playlists.ts';
import { type Call, type Endpoints, requireScope } from '../endpoint.ts';
import { forbidden, invalid, notFound, Refusal } from '../errors.ts';
import type { Settings } from '../options.ts';
import { csv, parseJson, parseUri, readJson, readViewer } from '../request.ts';
import type { Service } from '../service.ts';
import { itemUri, type PlaylistForm, writePlaylist } from '../wire/playlists.ts';
import { changeScope, isOwner, playlistToChange } from './playlist-access.ts';

/** Maximum number of entries in one call. */
const batch = 100;

/** Maximum size of an uploaded cover, in bytes of base64. */
const coverLimit = 256 * 1024;

const notYours = (doing: string) => `You cannot ${doing} a playlist you don't own.`;

export function playlistItemEndpoints(service: Service): Endpoints {
  const { settings, wire, world, clock } = service;
  const random = service.random('playlist changes');
  const nextSnapshotId = () => random.text(32);

  const create = (call: Call) => {
    const details = readDetails(settings, call, { name: '', description: null, public: true, collaborative: false });
    requireScope(call.token, changeScope(details.public));
    const id = spotifyId(random);
    const playlist = newPlaylist({ ...details, id, owner: call.user, snapshotId: nextSnapshotId() });
    world().addPlaylist(playlist);
    const style = { viewer: readViewer(call), episodes: false };
    return writePlaylist(wire, settings, playlist, style);
  };

  const entryEndpoints = (form: PlaylistForm): Endpoints => ({
    [`POST /playlists/{playlist_id}/${form}`]: (call) => {
      const playlist = playlistToChange(world(), call, isInsider, notYours('add tracks to'));
      const body = readAddition(call);
      const position = readPosition(call) ?? body.position;
      const uris = sentUris(call, body) ?? [];
      if (uris.length === 0) throw invalid('No uris provided');
      return change(playlist, insert(playlist.entries, newEntries(call, uris), position));
    },
    [`PUT /playlists/{playlist_id}/${form}`]: (call) => {
      const playlist = playlistToChange(world(), call, isInsider, notYours('add tracks to'));
      const body = readJson<EntriesBody>(call);
      const uris = sentUris(call, body);
      const range = readRange(body);
      if (uris && range) throw invalid('Replacing and reordering exclude each other');
      if (uris) return change(playlist, newEntries(call, uris));
      if (!range) throw invalid('No uris provided');
      return change(playlist, move(playlist.entries, versionOf(playlist, body.snapshot_id), range));
    },
    [`DELETE /playlists/{playlist_id}/${form}`]: (call) => {
      const playlist = playlistToChange(world(), call, isInsider, notYours('remove tracks from'));
      const { [form]: named = [], snapshot_id: snapshotId } = readJson<RemovalBody>(call);
      const uris = new Set(named.map(({ uri = '' }) => uri));
      if (uris.size === 0) throw invalid('No uris provided');
      if (named.length > batch) throw invalid('too many uris requested');
      const version = versionOf(playlist, snapshotId);
      const known = new Set(version.map(({ item }) => itemUri(item)));
      const missing = [...uris].filter((uri) => !known.has(uri));
      missing.forEach(checkUri);
      // A caller who names a version must know what it contains.
      if (snapshotId !== undefined && missing.length > 0)
        throw invalid('Could not remove tracks, please check parameters.');
      return change(playlist, remove(playlist.entries, version, uris));
    },
  });

  return {
    'POST /me/playlists': create,
    'POST /users/{user_id}/playlists': (call) => {
      if (call.param('user_id') !== call.user.id) throw forbidden('You cannot create a playlist for another user.');
      return create(call);
    },
    'PUT /playlists/{playlist_id}': (call) => {
      const playlist = playlistToChange(world(), call, isOwner);
      const details = readDetails(settings, call, playlist);
      requireScope(call.token, changeScope(details.public));
      Object.assign(playlist, details);
      commit(playlist, nextSnapshotId());
      return undefined;
    },
    ...entryEndpoints('items'),
    ...entryEndpoints('tracks'),
    'PUT /playlists/{playlist_id}/images': (call) => {
      const playlist = playlistToChange(world(), call, isOwner);
      playlist.cover = { id: random.text(40), jpeg: readJpeg(call) };
      commit(playlist, nextSnapshotId());
      return undefined;
    },
  };

  function change(playlist: Playlist, entries: readonly PlaylistEntry[]) {
    commit(playlist, nextSnapshotId(), entries);
    return { snapshot_id: playlist.snapshotId };
  }

  function newEntries({ user }: Call, uris: readonly string[]): readonly PlaylistEntry[] {
    if (uris.length > batch) throw invalid('too many uris requested');
    const addedAt = timestamp(clock.now());
    return uris.map((uri) => {
      const { kind, id } = checkUri(uri);
      const item = world()[kind].get(id);
      if (!item) throw notFound();
      return { addedAt, addedBy: user, item };
    });
  }
}

function checkUri(uri: string): { readonly kind: 'track' | 'episode'; readonly id: string } {
  const { kind, id = '' } = parseUri(uri) ?? {};
  if (kind !== 'track' && kind !== 'episode') throw invalid(`Invalid track uri: ${uri}`);
  return { kind, id };
}

interface EntriesBody {
  readonly uris: readonly string[];
  readonly position: number;
  readonly range_start: number;
  readonly insert_before: number;
  readonly range_length: number;
  readonly snapshot_id: string;
}

type RemovalBody = { readonly snapshot_id: string } & Record<PlaylistForm, readonly { readonly uri?: string }[]>;

/** Reads the items to add: an object with `uris`, or a bare list of them. */
const readAddition = (call: Call) =>
  /^\s*\[/.test(call.text) ? readJson<EntriesBody>(call, { uris: parseJson(call.text) }) : readJson<EntriesBody>(call);

/** Returns the URIs in the query or, when it has none, in the body. */
const sentUris = ({ query }: Call, { uris }: Partial<EntriesBody>) =>
  query.has('uris') ? csv(query.get('uris')) : uris;

function readPosition({ query }: Call): number | undefined {
  const text = query.get('position');
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw invalid('Invalid position');
  return Number(text);
}

/** Reads the items to reorder; undefined if the call does not reorder. */
function readRange({ range_start: start, insert_before: before, range_length: length = 1 }: Partial<EntriesBody>) {
  if (start === undefined && before === undefined) return undefined;
  if (start === undefined) throw invalid('Missing required field: range_start');
  if (before === undefined) throw invalid('Missing required field: insert_before');
  return { start, before, length };
}

/** Maximum lengths of a playlist's name and description. Undocumented; longer ones are refused. */
const [longestName, longestDescription] = [200, 300];
/** Length to which a playlist's name is cut. */
const shownName = 100;

type Details = Pick<Playlist, 'name' | 'description' | 'public' | 'collaborative'>;

/** Reads the details that the playlist has after the call. */
function readDetails({ realQuirks }: Settings, call: Call, before: Details): Details {
  const { name, description, public: isPublic, collaborative } = { ...before, ...readJson<Details>(call) };
  const details = { name: name.slice(0, shownName), description, public: isPublic, collaborative };
  if (name === '') throw invalid('Missing required field: name');
  if (name.length > longestName) throw invalid('Invalid name');
  if (/[\r\n]/.test(description ?? '') || (description ?? '').length > longestDescription)
    throw realQuirks ? new Refusal(500, 'Internal server error') : invalid('Invalid description');
  if (details.collaborative && details.public) throw invalid('A collaborative playlist cannot be public');
  // To make a playlist collaborative, an app needs the scopes for both kinds of playlist.
  if (details.collaborative && !before.collaborative)
    for (const isPublic of [true, false]) requireScope(call.token, changeScope(isPublic));
  return details;
}

function readJpeg({ mediaType, text }: Call): Uint8Array {
  if (mediaType !== 'image/jpeg') throw new Refusal(415, 'Unsupported Media Type');
  if (text.length > coverLimit) throw new Refusal(413, 'Request Entity Too Large');
  const jpeg = Buffer.from(text, 'base64');
  const isBase64 = /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text);
  if (!isBase64 || jpeg[0] !== 0xff || jpeg[1] !== 0xd8 || jpeg[2] !== 0xff) throw invalid('Invalid image');
  return jpeg;
}

type Entries = readonly PlaylistEntry[];

/** Number of versions to keep. Changes against older ones are refused. */
const versionLimit = 100;

/** Creates a new version of the playlist. */
function commit(playlist: Playlist, snapshotId: string, entries: Entries = playlist.entries): void {
  const { versions } = playlist;
  playlist.entries = entries;
  playlist.snapshotId = snapshotId;
  versions.set(snapshotId, entries);
  for (const oldest of versions.keys()) {
    if (versions.size <= versionLimit) break;
    versions.delete(oldest);
  }
}

/** Returns the version that a change refers to. Default: the current one. */
function versionOf({ versions, entries }: Playlist, snapshotId: string | undefined): Entries {
  const version = snapshotId === undefined ? entries : versions.get(snapshotId);
  if (!version) throw invalid('Invalid snapshot_id');
  return version;
}

function insert(entries: Entries, added: Entries, position = entries.length): Entries {
  return entries.toSpliced(checkPosition(position, entries.length), 0, ...added);
}

/** Moves the entries of `version` that `start` and `length` select to before the one at `before`. */
function move(
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
  // The item at that position may be gone by now, or may itself be moved; then the next one counts.
  const anchor = version.slice(checkPosition(range.before, version.length)).find((entry) => remaining.has(entry));
  const kept = entries.filter((entry) => moved.has(entry));
  return rest.toSpliced(anchor ? rest.indexOf(anchor) : rest.length, 0, ...kept);
}

/** Removes the entries of `version` that have one of `uris`. Entries added later stay. */
function remove(entries: Entries, version: Entries, uris: ReadonlySet<string>): Entries {
  const removed = new Set(version.filter(({ item }) => uris.has(itemUri(item))));
  return entries.filter((entry) => !removed.has(entry));
}

function checkPosition(position: number, length: number): number {
  if (position > length) throw invalid('Index out of bounds');
  return position;
}
