import { isFlag, isIndex, isObjects, isText, isTexts, readMember } from '../body.ts';
import { forbidden, invalid, notFound, Refusal } from '../errors.ts';
import { csv, parseJson, readJson, readViewer } from '../input.ts';
import { spotifyId } from '../music-data.ts';
import { commit, insert, move, remove, versionOf } from '../playlist-changes.ts';
import { isInsider, newPlaylist, type Playlist, type PlaylistEntry } from '../playlist-data.ts';
import { formOf, itemUri, type PlaylistForm, writePlaylist } from '../playlist-wire.ts';
import { type Call, type Route, requireScope, type UserCall } from '../route.ts';
import type { Service } from '../service.ts';
import { timestamp } from '../timestamp.ts';
import { parseUri } from '../uri.ts';
import { changeScope, isOwner, playlistToChange } from './playlist-access.ts';

/** Most entries in one call. */
const batch = 100;

/** Bytes of a cover as it is sent, in base64. */
const coverLimit = 256 * 1024;

const notYours = (doing: string) => `You cannot ${doing} a playlist you don't own.`;

/** What people do to playlists. */
export function playlistChangeRoutes(service: Service): readonly Route[] {
  const { settings, wire, world, clock } = service;
  const random = service.random('playlist changes');
  const nextSnapshotId = () => random.text(32);

  const create = (path: string, removed: { removed?: true }): Route => ({
    method: 'POST',
    path,
    status: 201,
    user: true,
    ...removed,
    answer: (call) => {
      const { user } = call.token;
      if (removed.removed && call.param('id') !== user.id)
        throw forbidden('You cannot create a playlist for another user.');
      const details = readDetails(call, { name: '', description: null, public: true, collaborative: false });
      requireScope(call.token, changeScope(details.public));
      const playlist = newPlaylist({ ...details, id: spotifyId(random), owner: user, snapshotId: nextSnapshotId() });
      world().addPlaylist(playlist);
      const style = { form: formOf(settings), viewer: readViewer(call), episodes: false };
      return writePlaylist(wire, settings, playlist, style);
    },
  });

  const entryRoutes = (form: PlaylistForm, removed: { removed?: true }): readonly Route[] => {
    const base = { path: `/v1/playlists/:id/${form}`, ...removed } as const;
    return [
      {
        ...base,
        method: 'POST',
        user: true,
        status: 201,
        answer: (call) => {
          const playlist = playlistToChange(world(), call, isInsider, notYours('add tracks to'));
          const body = readAddition(call);
          const position = readPosition(call) ?? readMember(body, 'position', isIndex);
          const uris = sentUris(call, body) ?? [];
          if (uris.length === 0) throw invalid('No uris provided');
          return change(playlist, insert(playlist.entries, newEntries(call, uris), position));
        },
      },
      {
        ...base,
        method: 'PUT',
        user: true,
        answer: (call) => {
          const playlist = playlistToChange(world(), call, isInsider, notYours('add tracks to'));
          const uris = sentUris(call, readJson(call));
          const range = readRange(call);
          if (uris && range) throw invalid('Replacing and reordering exclude each other');
          if (uris) return change(playlist, newEntries(call, uris));
          if (!range) throw invalid('No uris provided');
          return change(playlist, move(playlist.entries, versionOf(playlist, readSnapshotId(call)), range));
        },
      },
      {
        ...base,
        method: 'DELETE',
        user: true,
        answer: (call) => {
          const playlist = playlistToChange(world(), call, isInsider, notYours('remove tracks from'));
          const named = readMember(readJson(call), form, isObjects) ?? [];
          const uris = new Set(named.map((each) => readMember(each, 'uri', isText) ?? ''));
          if (uris.size === 0) throw invalid('No uris provided');
          if (named.length > batch) throw invalid('too many uris requested');
          const snapshotId = readSnapshotId(call);
          const version = versionOf(playlist, snapshotId);
          const known = new Set(version.map(({ item }) => itemUri(item)));
          const missing = [...uris].filter((uri) => !known.has(uri));
          missing.forEach(checkUri);
          // Whoever names a version claims to know what is in it.
          if (snapshotId !== undefined && missing.length > 0)
            throw invalid('Could not remove tracks, please check parameters.');
          return change(playlist, remove(playlist.entries, version, uris));
        },
      },
    ];
  };

  return [
    create('/v1/me/playlists', {}),
    create('/v1/users/:id/playlists', { removed: true }),
    {
      method: 'PUT',
      path: '/v1/playlists/:id',
      status: 200,
      user: true,
      answer: (call) => {
        const playlist = playlistToChange(world(), call, isOwner);
        const details = readDetails(call, playlist);
        requireScope(call.token, changeScope(details.public));
        Object.assign(playlist, details);
        commit(playlist, nextSnapshotId());
        return undefined;
      },
    },
    ...entryRoutes('items', {}),
    ...entryRoutes('tracks', { removed: true }),
    {
      method: 'PUT',
      path: '/v1/playlists/:id/images',
      status: 202,
      user: true,
      scopes: ['ugc-image-upload'],
      answer: (call) => {
        const playlist = playlistToChange(world(), call, isOwner);
        playlist.cover = { id: random.text(40), jpeg: readJpeg(call) };
        commit(playlist, nextSnapshotId());
        return undefined;
      },
    },
  ];

  function change(playlist: Playlist, entries: readonly PlaylistEntry[]) {
    commit(playlist, nextSnapshotId(), entries);
    return { snapshot_id: playlist.snapshotId };
  }

  function newEntries({ token }: UserCall, uris: readonly string[]): readonly PlaylistEntry[] {
    if (uris.length > batch) throw invalid('too many uris requested');
    const addedAt = timestamp(clock.now());
    return uris.map((uri) => {
      const { kind, id } = checkUri(uri);
      const item = world()[kind].get(id);
      if (!item) throw notFound();
      return { addedAt, addedBy: token.user, item };
    });
  }
}

function checkUri(uri: string): { readonly kind: 'track' | 'episode'; readonly id: string } {
  const { kind, id = '' } = parseUri(uri) ?? {};
  if (kind !== 'track' && kind !== 'episode') throw invalid(`Invalid track uri: ${uri}`);
  return { kind, id };
}

/** What to add: an object with `uris`, or a bare list of them. */
function readAddition(call: Call): Readonly<Record<string, unknown>> {
  if (!/^\s*\[/.test(call.text)) return readJson(call);
  return { uris: parseJson(call.text) };
}

/** The URIs of the query or, when it has none, of the body. */
function sentUris({ query }: Call, body: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  return query.has('uris') ? csv(query.get('uris')) : readMember(body, 'uris', isTexts);
}

function readPosition({ query }: Call): number | undefined {
  const text = query.get('position');
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw invalid('Invalid position');
  return Number(text);
}

const readSnapshotId = (call: Call) => readMember(readJson(call), 'snapshot_id', isText);

/** What to reorder; undefined when the call is not about that. */
function readRange(call: Call) {
  const body = readJson(call);
  const start = readMember(body, 'range_start', isIndex);
  const before = readMember(body, 'insert_before', isIndex);
  if (start === undefined && before === undefined) return undefined;
  if (start === undefined) throw invalid('Missing required field: range_start');
  if (before === undefined) throw invalid('Missing required field: insert_before');
  return { start, before, length: readMember(body, 'range_length', isIndex) ?? 1 };
}

type Details = Pick<Playlist, 'name' | 'description' | 'public' | 'collaborative'>;

/** The details as they are to be after the call. */
function readDetails(call: UserCall, before: Details): Details {
  const body = readJson(call);
  const details = {
    name: readMember(body, 'name', isText) ?? before.name,
    description: readMember(body, 'description', isText) ?? before.description,
    public: readMember(body, 'public', isFlag) ?? before.public,
    collaborative: readMember(body, 'collaborative', isFlag) ?? before.collaborative,
  };
  if (details.name === '') throw invalid('Missing required field: name');
  if (details.collaborative && details.public) throw invalid('A collaborative playlist cannot be public');
  // To let others in, an app needs the say over both kinds of playlist.
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
