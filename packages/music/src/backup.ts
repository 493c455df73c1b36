import type { CallOptions } from '@x/core';
import type { MusicAccountClient } from './client.ts';
import { originalUri } from './playlist-writes.ts';
import type { Track } from './records/music.ts';
import { getItem, type PlaylistEntry, type PlaylistItem } from './records/playlists.ts';
import type { SavedTrack } from './records/saved.ts';

/** A record with the URI by which it can be found again. */
export interface NamedUri {
  /** URI, such as `spotify:artist:…`. Null when unknown. */
  readonly uri: string | null;
  /** Name or title. Null when unknown. */
  readonly name: string | null;
}

/** A track or episode of a playlist or library, reduced to what a backup needs. */
export interface BackupEntry extends NamedUri {
  /** Kind of record in a backup. */
  readonly type: 'entry';
  /** URI with which it can be added again, as `originalUri` returns it. Null for files and removed tracks. */
  readonly uri: string | null;
  /** Artists of a track. */
  readonly artists: readonly NamedUri[];
  /** Album of a track. Null when unknown. */
  readonly album:
    | (NamedUri & {
        /** Artists of the album. */
        readonly artists: readonly NamedUri[];
        /** Release date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Null when unknown. */
        readonly release_date: string | null;
        /** Address of the largest cover. Null when there is none. */
        readonly image: string | null;
      })
    | null;
  /** Number of the disc, from 1. Null when unknown. */
  readonly disc_number: number | null;
  /** Number of the track on its disc, from 1. Null when unknown. */
  readonly track_number: number | null;
  /** Length in milliseconds. Null when unknown. */
  readonly duration_ms: number | null;
  /** Address of a preview. Null when there is none. */
  readonly preview_url: string | null;
  /** Whether it is explicit; false when unknown. */
  readonly explicit: boolean;
  /** Popularity, 0 to 100. Null when unknown. */
  readonly popularity: number | null;
  /** International Standard Recording Code. Null when unknown. */
  readonly isrc: string | null;
  /** URI of the user who added it. Null when unknown, and in a library. */
  readonly added_by: string | null;
  /** Time at which it was added, ISO 8601 in UTC. Null when unknown. */
  readonly added_at: string | null;
}

/** A playlist in a backup. The entries that follow it are its contents. */
export interface BackupPlaylist {
  /** Kind of record in a backup. */
  readonly type: 'playlist';
  /** Catalog ID of the playlist. */
  readonly id: string;
  /** Title of the playlist. */
  readonly name: string;
  /** Description by the owner, escaped as HTML. Null when there is none. */
  readonly description: string | null;
  /** Whether the owner's profile shows it. Null when unknown. */
  readonly public: boolean | null;
  /** Whether other users may change it. */
  readonly collaborative: boolean;
  /** Whether it belongs to the user. `restore` creates the user's own playlists, and follows the others again. */
  readonly own: boolean;
}

/** A record that the user has saved, in the order in which they saved them. */
export interface BackupSaved extends NamedUri {
  /** Kind of record in a backup. */
  readonly type: 'saved';
  /** Time at which it was saved, ISO 8601 in UTC. Null when unknown. */
  readonly added_at: string | null;
}

/** A line of a backup. */
export type BackupRecord = BackupPlaylist | BackupEntry | BackupSaved;

/**
 * Reads a user's playlists with their contents, and the tracks, albums, episodes and podcasts that they have saved.
 * Scopes: `playlist-read-private`, `playlist-read-collaborative`, `user-library-read` and `user-read-playback-position`.
 *
 * @example
 * await pipeline(toJsonLines(backup(music.withAccount('ann'))), createWriteStream('ann.jsonl'));
 */
export async function* backup(
  { users, playlists, library }: MusicAccountClient,
  options: CallOptions = {},
): AsyncGenerator<BackupRecord, void, undefined> {
  const me = await users.me({}, options);
  for await (const { id, name, description, public: isPublic, collaborative, owner } of playlists.list({}, options)) {
    const own = owner.id === me.id;
    yield { type: 'playlist', id, name, description, public: isPublic, collaborative, own };
    if (!own) continue;
    for await (const entry of playlists.items({ playlist_id: id, additional_types: ['track', 'episode'] }, options))
      yield backupEntry(entry);
  }
  const saved = [
    // A track that was replaced in the user's market would be saved besides the original one.
    ...(await readAll(library.tracks.list({}, options), (saved) => ({ ...saved.track, uri: originalUri(saved) }))),
    ...(await readAll(library.albums.list({}, options), ({ album }) => album)),
    ...(await readAll(library.episodes.list({}, options), ({ episode }) => episode)),
    ...(await readAll(library.shows.list({}, options), ({ show }) => show)),
  ];
  for (const each of saved) yield each;
}

/** Reads a list that begins with the record that was saved last. */
async function readAll<Saved extends { added_at: string }>(
  list: AsyncIterable<Saved>,
  recordOf: (saved: Saved) => { uri?: string | null | undefined; name?: string | null | undefined } | null,
): Promise<BackupSaved[]> {
  const all: BackupSaved[] = [];
  for await (const saved of list) {
    const { uri = null, name = null } = recordOf(saved) ?? {};
    all.push({ type: 'saved', uri, name, added_at: saved.added_at });
  }
  return all.reverse();
}

/**
 * Restores playlists and saved records. A playlist's contents are written to the user's playlist with the same ID, else
 * with the same name, else to a new one, so that a restore that failed can be run again. Playlists of the backup with the
 * same name stay separate. Other playlists and saved records stay. Besides the scopes of `backup`, needs `playlist-modify-private`, `playlist-modify-public`,
 * `user-library-modify` and `user-follow-modify`.
 *
 * @example
 * await restore(music.withAccount('ann'), fromJsonLines(createReadStream('ann.jsonl')));
 */
export async function restore(
  { users, playlists, library }: MusicAccountClient,
  records: AsyncIterable<BackupRecord>,
  options: CallOptions = {},
): Promise<void> {
  const me = await users.me({}, options);
  const present = (await playlists.list({}, options).toArray({ limit: Number.POSITIVE_INFINITY })).filter(
    ({ owner }) => owner.id === me.id,
  );
  const saved: string[] = [];
  const lists: { readonly playlist: BackupPlaylist; readonly uris: string[] }[] = [];
  let uris: string[] = [];
  for await (const record of records) {
    if (record.type === 'playlist') {
      uris = [];
      if (record.own) lists.push({ playlist: record, uris });
      else saved.push(`spotify:playlist:${record.id}`);
    } else if (record.uri !== null) (record.type === 'entry' ? uris : saved).push(record.uri);
  }
  // Several playlists may have the same name. Each is written to another one.
  const ids = new Set(lists.map(({ playlist }) => playlist.id));
  const others = new Set(present.filter(({ id }) => !ids.has(id)));
  for (const { playlist, uris } of lists) {
    const { id, name, description, public: isPublic, collaborative } = playlist;
    const found = present.find((each) => each.id === id) ?? [...others].findLast((each) => each.name === name);
    if (found) others.delete(found);
    const details = {
      name,
      ...(description && { description: plainText(description) }),
      ...(isPublic !== null && { public: isPublic }),
      ...(collaborative && { collaborative }),
    };
    const to = found?.id ?? (await playlists.create(details, options)).id;
    await playlists.sync({ from: uris, to }, options);
  }
  await library.saveAll({ uris: saved }, options);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns a description as its owner wrote it. The API escapes it as HTML, but expects plain text. */
const plainText = (html: string): string =>
  html.replaceAll(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name) =>
    name ? (entities[name.toLowerCase()] as string) : String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
  );

/** Returns what a backup keeps of an entry of a playlist, or of a saved track. */
export function backupEntry(entry: PlaylistEntry | SavedTrack): BackupEntry {
  const item: Partial<Track> | null = getItem(entry as PlaylistEntry) as Extract<PlaylistItem, Track> | null;
  const { album, artists, name = null, duration_ms = null, explicit = false, preview_url, external_ids } = item ?? {};
  const { popularity = null, disc_number = null, track_number = null } = item ?? {};
  return {
    type: 'entry',
    uri: originalUri(entry as PlaylistEntry),
    name,
    artists: namedUris(artists),
    album: album
      ? {
          uri: album.uri ?? null,
          name: album.name ?? null,
          artists: namedUris(album.artists),
          release_date: album.release_date ?? null,
          image: album.images?.[0]?.url ?? null,
        }
      : null,
    disc_number,
    track_number,
    duration_ms,
    preview_url: preview_url ?? null,
    explicit,
    popularity,
    isrc: external_ids?.isrc ?? null,
    added_by: ('added_by' in entry && entry.added_by?.uri) || null,
    added_at: entry.added_at,
  };
}

const namedUris = (records: readonly { uri?: string | null; name?: string | null }[] = []): NamedUri[] =>
  records.map(({ uri = null, name = null }) => ({ uri, name }));

/** Writes values as JSON lines. */
export async function* toJsonLines(values: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Reads the records of a backup from JSON lines, in chunks of any size. */
export async function* fromJsonLines(
  chunks: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<BackupRecord, void, undefined> {
  for await (const line of linesOf(chunks)) if (line.trim() !== '') yield JSON.parse(line) as BackupRecord;
}

/** The columns of Exportify, in its order, and the value that each has. Lists are separated by `, `. */
const columns: Readonly<Record<string, (entry: BackupEntry) => string | number | boolean | null | undefined>> = {
  'Track URI': ({ uri }) => uri,
  'Track Name': ({ name }) => name,
  'Artist URI(s)': ({ artists }) => joined(artists, 'uri'),
  'Artist Name(s)': ({ artists }) => joined(artists, 'name'),
  'Album URI': ({ album }) => album?.uri,
  'Album Name': ({ album }) => album?.name,
  'Album Artist URI(s)': ({ album }) => joined(album?.artists, 'uri'),
  'Album Artist Name(s)': ({ album }) => joined(album?.artists, 'name'),
  'Album Release Date': ({ album }) => album?.release_date,
  'Album Image URL': ({ album }) => album?.image,
  'Disc Number': ({ disc_number }) => disc_number,
  'Track Number': ({ track_number }) => track_number,
  'Track Duration (ms)': ({ duration_ms }) => duration_ms,
  'Track Preview URL': ({ preview_url }) => preview_url,
  Explicit: ({ explicit }) => explicit,
  Popularity: ({ popularity }) => popularity,
  ISRC: ({ isrc }) => isrc,
  'Added By': ({ added_by }) => added_by,
  'Added At': ({ added_at }) => added_at,
};

const joined = (records: readonly NamedUri[] = [], field: 'uri' | 'name') =>
  records.map((record) => (record[field] ?? '').replaceAll(',', '\\,')).join(', ');

/** Writes entries as CSV with the columns of Exportify, one table for one playlist. */
export async function* toCsv(entries: AsyncIterable<BackupEntry>): AsyncGenerator<string, void, undefined> {
  yield csvLine(Object.keys(columns));
  for await (const entry of entries) yield csvLine(Object.values(columns).map((read) => read(entry) ?? ''));
}

const csvLine = (values: readonly unknown[]) =>
  `${values.map((value) => `"${String(value).replaceAll('"', '""')}"`).join(',')}\n`;

/**
 * Writes entries as an M3U playlist of links to open.spotify.com. Entries without a URI are comments.
 */
export async function* toM3u(entries: AsyncIterable<BackupEntry>): AsyncGenerator<string, void, undefined> {
  yield '#EXTM3U\n';
  for await (const { uri, name, artists, duration_ms } of entries) {
    const title = [artists.map((artist) => artist.name).join(', '), name].filter(Boolean).join(' - ');
    yield `#EXTINF:${Math.round((duration_ms ?? -1000) / 1000)},${title.replaceAll(/[\r\n]/g, ' ')}\n`;
    const [, kind, id] = uri?.split(':') ?? [];
    yield id === undefined ? '# not in the catalog\n' : `https://open.spotify.com/${kind}/${id}\n`;
  }
}

/**
 * Reads the URIs of tracks and episodes in a CSV or M3U file, in order: `spotify:` URIs and links to open.spotify.com,
 * the first in each line. Use them with `playlists.addAll` or `playlists.sync`.
 */
export async function* urisIn(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string, void, undefined> {
  for await (const line of linesOf(chunks)) {
    const [, kind, id] =
      /(?:spotify:|open\.spotify\.com\/(?:intl-[\w-]+\/)?)(track|episode)[:/]([0-9A-Za-z]{22})\b/.exec(line) ?? [];
    if (id !== undefined) yield `spotify:${kind}:${id}`;
  }
}

async function* linesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))).split(/\r?\n/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest + decoder.decode();
}
