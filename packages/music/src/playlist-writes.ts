import type { CallOptions } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import type { BetweenCalls, EndpointMethods, WithMethods } from '@x/core/provider';
import * as v from 'valibot';
import { contentsOf, getItem, type PlaylistEntry, type PlaylistItem } from './records/playlists.ts';
import type { SavedTrack } from './records/saved.ts';
import { library } from './resources/library.ts';
import { playlists } from './resources/playlists.ts';
import { failure, type LongWrite, type Place, type WriteAllOptions, writeAll } from './write-all.ts';

/** Params of a long write to a playlist. */
export interface PlaylistWriteParams {
  /** Catalog ID of the playlist: 22 letters and digits. */
  playlist_id: string;
  /** URIs of tracks and episodes, any number. The API cannot add a user's own files (`spotify:local:…`). */
  uris: readonly string[];
}

/** Params of {@link MusicPlaylists.addAll}. */
export interface AddAllParams extends PlaylistWriteParams {
  /** Position at which to insert them, from 0. Default: the end. */
  position?: number | undefined;
}

/** Params of {@link MusicPlaylists.sync}. */
export interface SyncPlaylistParams {
  /** Catalog ID of the playlist to copy, or the URIs that the other playlist should have. */
  from: string | readonly string[];
  /** Catalog ID of the playlist to change. */
  to: string;
}

/** Result of a write to a playlist. */
export interface PlaylistWritten {
  /** Version of the playlist after the write. */
  readonly snapshot_id: string;
}

/** Differences between two lists of playlist entries. */
export interface PlaylistDiff {
  /** URIs that only the second list has, in its order; repeated for each further occurrence. */
  readonly added: string[];
  /** URIs that only the first list has, in its order; repeated for each further occurrence. */
  readonly removed: string[];
  /** Whether both lists have the same URIs in the same order. */
  readonly isEqual: boolean;
}

/** Playlists: details, contents, covers and followers. */
export interface MusicPlaylists extends EndpointMethods<typeof playlists> {
  /**
   * Adds any number of tracks and episodes, 100 per request, in order and each exactly once. If it is unknown whether a
   * request was handled, reads the playlist and continues from what it contains. After a crash, the `cursor` from
   * `onProgress` continues in the same way.
   *
   * @throws ApiError `conflict` when somebody else changed the playlist so that its contents do not show what was added;
   * `invalid_cursor` when `cursor` belongs to other params.
   * @example
   * await ann.playlists.addAll({ playlist_id, uris }, { cursor, onProgress: ({ cursor }) => store(cursor) });
   */
  addAll(params: AddAllParams, options?: WriteAllOptions): Promise<PlaylistWritten>;
  /**
   * Adds the tracks and episodes that the playlist does not contain yet, each once, at its end. To continue after a
   * failure, call it again.
   */
  addMissing(params: PlaylistWriteParams, options?: CallOptions): Promise<PlaylistWritten>;
  /** Replaces the contents of a playlist by any number of tracks and episodes; otherwise the same as `addAll`. */
  replaceAll(params: PlaylistWriteParams, options?: WriteAllOptions): Promise<PlaylistWritten>;
  /** Removes every occurrence of any number of tracks and episodes, 100 per request; `cursor` continues it. */
  removeAll(params: PlaylistWriteParams, options?: WriteAllOptions): Promise<PlaylistWritten>;
  /**
   * Makes the contents of a playlist equal to another's, apart from entries that the API cannot add. Where only removals
   * and a few insertions are needed, such entries stay, and those that both have keep their `added_at`; otherwise all
   * are replaced. To continue after a failure, call it again.
   *
   * @example
   * await ann.playlists.sync({ from: source.id, to: copy.id });
   */
  sync(params: SyncPlaylistParams, options?: CallOptions): Promise<PlaylistWritten>;
}

/** The user's saved albums, audiobooks, episodes, podcasts and tracks. */
export interface MusicLibrary extends EndpointMethods<typeof library> {
  /**
   * Saves any number of records by URI, like `save`, 40 per request, in order. The library lists the last one first.
   * `cursor` continues an interrupted call.
   */
  saveAll(params: SaveAllParams, options?: WriteAllOptions): Promise<void>;
}

/** Params of {@link MusicLibrary.saveAll}. */
export interface SaveAllParams {
  /** URIs of tracks, albums, episodes, shows, audiobooks, artists, users or playlists, any number. */
  uris: readonly string[];
}

/**
 * Returns the URI with which to add an entry of a playlist or the library to another playlist: of the recording that it
 * really has, when the API shows another one (`linked_from`). Null when the API cannot add it: a user's own file, or an
 * item that was removed from the catalog.
 */
export function originalUri(
  entry: Pick<PlaylistEntry, 'item' | 'track'> | Pick<SavedTrack, 'track'> | PlaylistItem,
): string | null {
  const item = 'type' in entry ? entry : getItem(entry);
  const linkedFrom = item && 'linked_from' in item ? item.linked_from : undefined;
  const uri = linkedFrom?.uri ?? item?.uri ?? null;
  return uri === null || !addable.test(uri) ? null : uri;
}

const addable = /^spotify:(track|episode):[0-9A-Za-z]{22}$/;

/** Compares two lists of entries or URIs. Entries that the API cannot add are ignored. */
export function diff(
  before: readonly (PlaylistEntry | string)[],
  after: readonly (PlaylistEntry | string)[],
): PlaylistDiff {
  const [old, now] = [before, after].map(urisOf) as [string[], string[]];
  return { added: without(now, old), removed: without(old, now), isEqual: isSame(old, now) };
}

const urisOf = (entries: readonly (PlaylistEntry | string)[]): string[] =>
  entries.map((entry) => (typeof entry === 'string' ? entry : originalUri(entry))).filter((uri) => uri !== null);

const isSame = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((each, at) => each === b[at]);

/** Returns the items of a list without one occurrence for each item of another. */
function without(list: readonly string[], taken: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const uri of taken) counts.set(uri, (counts.get(uri) ?? 0) + 1);
  return list.filter((uri) => {
    const left = counts.get(uri) ?? 0;
    counts.set(uri, left - 1);
    return left <= 0;
  });
}

/** The methods that a method of several requests uses: the declared call, under its own name, and the ones beside it. */
interface Calls<Call, Group> {
  readonly call: Call;
  readonly group: Group;
  readonly between: BetweenCalls;
}

/** Declares a method of several requests, which calls an endpoint under its own name. */
function severalCalls<Spec extends object, Call, Group, Params, Options, Result>(
  endpoint: Spec,
  run: (calls: Calls<Call, Group>, params: Params, options?: Options) => Promise<Result>,
) {
  const wrap = (call: Call, between: BetweenCalls, group: Group) => (params: Params, options?: Options) =>
    run({ call, between, group }, params, options);
  return { ...endpoint, wrap };
}

type Calling<Name extends keyof EndpointMethods<typeof playlists>> = Calls<MusicPlaylists[Name], MusicPlaylists>;

/**
 * Returns the endpoints of playlists with the methods that need several requests, for clients of some endpoints only.
 *
 * @example
 * const tree = { playlists: playlistsWithWrites() };
 * const client = createUserClient(withSignIn(musicProvider(options)), tree, musicOAuth);
 */
export function playlistsWithWrites(): typeof playlists & WithMethods<MusicPlaylists> {
  const own = {
    addAll: severalCalls(playlists.addItems, addAll),
    addMissing: severalCalls(playlists.items, addMissing),
    replaceAll: severalCalls(playlists.updateItems, replaceAll),
    removeAll: severalCalls(playlists.removeItems, removeAll),
    sync: severalCalls(playlists.items, sync),
  };
  return { ...playlists, ...own };
}

/** Returns the endpoints of the library with `saveAll`, for clients of some endpoints only. */
export function libraryWithWrites(): typeof library & WithMethods<MusicLibrary> {
  const own = { saveAll: severalCalls(library.save, saveAll) };
  return { ...library, ...own };
}

async function saveAll(
  { call, between }: Calls<MusicLibrary['save'], MusicLibrary>,
  params: SaveAllParams,
  options?: WriteAllOptions,
): Promise<void> {
  const write = async (uris: readonly string[], _: Place, callOptions: CallOptions) => {
    await call({ uris }, callOptions);
    return '';
  };
  const operation = 'library.saveAll';
  const items = checkUris(operation, params, /^spotify:.+/, 'a Spotify URI');
  await writeAll({ operation, params, items, size: 40, open: () => atStart(), write }, between, options);
}

/** Maximum number of URIs in a request that changes a playlist. */
const size = 100;

async function addAll(
  { call, between, group }: Calling<'addItems'>,
  params: AddAllParams,
  options?: WriteAllOptions,
): Promise<PlaylistWritten> {
  const operation = 'playlists.addAll';
  const items = checkUris(operation, params);
  const { playlist_id, position } = params;
  return writeToPlaylist(between, options, {
    operation,
    params,
    items,
    size,
    async open(callOptions) {
      const { version, total } = await readState(group, playlist_id, callOptions);
      return { done: 0, start: position ?? total, before: total, version };
    },
    // At its position, even at the end, so that `settle` knows where to look.
    write: async (uris, { start, done }, callOptions) =>
      (await call({ playlist_id, uris, position: start + done }, callOptions)).snapshot_id,
    settle: (place, callOptions) => settle({ group, operation, playlist_id, items, place }, callOptions),
  });
}

async function replaceAll(
  { call, between, group }: Calling<'updateItems'>,
  params: PlaylistWriteParams,
  options?: WriteAllOptions,
): Promise<PlaylistWritten> {
  const operation = 'playlists.replaceAll';
  const items = checkUris(operation, params);
  const { playlist_id } = params;
  if (items.length === 0) return call({ playlist_id, uris: [] }, options);
  return writeToPlaylist(between, options, {
    operation,
    params,
    items,
    size,
    open: () => atStart(),
    async write(uris, { done }, callOptions) {
      const written =
        done === 0
          ? await call({ playlist_id, uris }, callOptions)
          : await group.addItems({ playlist_id, uris, position: done }, callOptions);
      return written.snapshot_id;
    },
    // The first request can be repeated, because it replaces whatever it has written.
    settle: async (place, callOptions) =>
      place.done === 0 ? place : settle({ group, operation, playlist_id, items, place }, callOptions),
  });
}

async function removeAll(
  { call, between, group }: Calling<'removeItems'>,
  params: PlaylistWriteParams,
  options?: WriteAllOptions,
): Promise<PlaylistWritten> {
  const operation = 'playlists.removeAll';
  const items = checkUris(operation, params, /^spotify:.+/, 'a Spotify URI');
  const { playlist_id } = params;
  return writeToPlaylist(between, options, {
    operation,
    params,
    items,
    size,
    open: async (callOptions) => ({
      ...atStart(),
      version: items.length > 0 ? '' : (await readState(group, playlist_id, callOptions)).version,
    }),
    write: async (uris, _, callOptions) =>
      (await call({ playlist_id, items: uris.map((uri) => ({ uri })) }, callOptions)).snapshot_id,
  });
}

async function addMissing(
  { call, group }: Calling<'items'>,
  params: PlaylistWriteParams,
  options: CallOptions = {},
): Promise<PlaylistWritten> {
  const items = checkUris('playlists.addMissing', params);
  const { playlist_id } = params;
  const present = new Set(await readUris(call, playlist_id, options));
  const uris = [...new Set(items)].filter((uri) => !present.has(uri));
  return group.addAll({ playlist_id, uris }, options);
}

/** Largest number of places at which `sync` inserts entries. With more, it replaces the contents. */
const maxInsertions = 10;

const isStringOrArray = (value: unknown) => typeof value === 'string' || Array.isArray(value);
const syncRules = {
  from: optionKind.required(v.custom(isStringOrArray, 'must be the ID of a playlist or an array of URIs')),
  to: optionKind.required(optionKind.string),
} satisfies RulesOf<SyncPlaylistParams>;

async function sync(
  { call, group }: Calling<'items'>,
  params: SyncPlaylistParams,
  options: CallOptions = {},
): Promise<PlaylistWritten> {
  const operation = 'playlists.sync';
  const { from, to: playlist_id } = Object(params) as SyncPlaylistParams;
  checkOptions({ provider: 'music', operation }, { from, to: playlist_id }, syncRules);
  const wanted = typeof from === 'string' ? await readUris(call, from, options) : from;
  const uris = checkUris(operation, { uris: wanted.filter((uri) => uri !== null) });
  const present = await readUris(call, playlist_id, options);
  const wantedOnce = new Set<string | null>(uris);
  const kept = present.filter((uri) => uri === null || wantedOnce.has(uri));
  const insertions = insertionsOf(kept, uris);
  if (!insertions || insertions.length > maxInsertions) return group.replaceAll({ playlist_id, uris }, options);
  const gone = [...new Set(present)].filter((uri) => uri !== null && !wantedOnce.has(uri)) as string[];
  let written = gone.length > 0 ? await group.removeAll({ playlist_id, uris: gone }, options) : undefined;
  for (const insertion of insertions) written = await group.addAll({ playlist_id, ...insertion }, options);
  return written ?? group.addAll({ playlist_id, uris: [] }, options);
}

/**
 * Returns the insertions, in order, that make `list` equal to `wanted`, apart from entries without a URI; undefined if
 * that takes more than insertions.
 */
function insertionsOf(list: readonly (string | null)[], wanted: readonly string[]) {
  const insertions: { position: number; uris: string[] }[] = [];
  let at = 0;
  let position = 0;
  for (const uri of wanted) {
    for (; list[at] === null; at += 1) position += 1;
    const last = insertions.at(-1);
    if (list[at] === uri) at += 1;
    else if (last && last.position + last.uris.length === position) last.uris.push(uri);
    else insertions.push({ position, uris: [uri] });
    position += 1;
  }
  return list.slice(at).every((uri) => uri === null) ? insertions : undefined;
}

async function writeToPlaylist(
  between: BetweenCalls,
  options: WriteAllOptions | undefined,
  write: LongWrite,
): Promise<PlaylistWritten> {
  return { snapshot_id: (await writeAll(write, between, options)).version };
}

const atStart = (): Place => ({ done: 0, start: 0, before: 0, version: '' });

/** Returns the URIs of a call, after checking all of them: a mistake in the last one must not end a write half-way. */
function checkUris(operation: string, params: { uris: readonly string[] }, form = addable, name = addableName) {
  const { uris } = Object(params) as Partial<typeof params>;
  if (!Array.isArray(uris)) throw failure(operation, 'invalid_params', 'uris must be an array of strings');
  const at = uris.findIndex((uri) => typeof uri !== 'string' || !form.test(uri));
  if (at >= 0)
    throw failure(operation, 'invalid_params', `uris[${at}] must be ${name}; got ${JSON.stringify(uris[at])}`);
  return [...uris] as string[]; // the caller may change the list during the write
}

const addableName = 'the URI of a track or an episode, such as spotify:track:11dFghVXANMlKmJXsNCbNl';

interface Settling {
  readonly group: MusicPlaylists;
  readonly operation: string;
  readonly playlist_id: string;
  readonly items: readonly string[];
  readonly place: Place;
}

/** Returns the place that an addition has reached, from what the playlist contains. */
async function settle({ group, operation, playlist_id, items, place }: Settling, options: CallOptions): Promise<Place> {
  const { version, total } = await readState(group, playlist_id, options);
  if (version === place.version) return place;
  const more = total - place.before - place.done;
  const rest = items.slice(place.done, place.done + more);
  const offset = place.start + place.done;
  const found = more > 0 ? await readUris(group.items, playlist_id, options, offset, rest.length) : [];
  const same = rest.findIndex((uri, at) => uri !== found[at]);
  const added = same < 0 ? rest.length : same;
  // A request adds all of its items or none.
  const whole = place.done + added === items.length ? added : added - (added % size);
  if (more < 0 || (more > 0 && whole === 0))
    throw failure(
      operation,
      'conflict',
      `playlist ${playlist_id} was changed by somebody else after ${place.done} of ${items.length} items. Compare its contents with diff, or use playlists.sync`,
    );
  return { ...place, done: place.done + whole, version };
}

async function readState({ get }: MusicPlaylists, playlist_id: string, options: CallOptions) {
  const playlist = await get({ playlist_id }, options);
  return { version: playlist.snapshot_id, total: contentsOf(playlist)?.total ?? 0 };
}

/** Reads the original URIs of a playlist's entries; null for entries that the API cannot add. */
async function readUris(
  items: MusicPlaylists['items'],
  playlist_id: string,
  options: CallOptions,
  offset = 0,
  limit = Number.POSITIVE_INFINITY,
): Promise<(string | null)[]> {
  const list = items({ playlist_id, additional_types: ['track', 'episode'], offset }, options);
  return (await list.toArray({ limit })).map(originalUri);
}
