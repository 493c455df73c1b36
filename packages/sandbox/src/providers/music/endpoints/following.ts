import type { Shelf } from '../data/library.ts';
import { type Call, type Endpoints, requireScope } from '../endpoint.ts';
import { forbidden, invalid, notFound } from '../errors.ts';
import { csv, readId, readJson, readLimit, readSentIds } from '../request.ts';
import type { Service } from '../service.ts';
import { changeScope, findPlaylist } from './playlist-access.ts';

/** Creates the endpoints for following artists, users and playlists. */
export function followingEndpoints(service: Service): Endpoints {
  const { wire, library } = service;
  return {
    'GET /me/following': (call) => {
      if (readType(call) !== 'artist') throw invalid('Invalid type');
      return { artists: artistsAfter(call) };
    },
    'PUT /me/following': (call) => {
      const { shelf, ids } = readFollowed(call);
      if (!ids.every(shelf.exists)) throw notFound();
      for (const id of ids) shelf.add(id);
      return undefined;
    },
    'DELETE /me/following': (call) => {
      const { shelf, ids } = readFollowed(call);
      for (const id of ids) shelf.remove(id);
      return undefined;
    },
    'GET /me/following/contains': (call) => {
      const { shelf, ids } = readFollowed(call);
      return ids.map(shelf.has);
    },
    ...playlistEndpoints(service),
  };

  /** Returns a page of the artists the user follows, sorted by ID so that cursors survive changes. */
  function artistsAfter(call: Call) {
    const { query, address, user } = call;
    const limit = readLimit(call);
    const after = query.get('after');
    if (after !== null) readId(after);
    const followed = library(user)
      .artist.list()
      .map(({ item }) => item)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const rest = followed.filter(({ id }) => after === null || id > after);
    const items = rest.slice(0, limit);
    const cursor = rest.length > limit ? (items.at(-1)?.id ?? null) : null;
    const link = (from: string | null) =>
      `${address}?${new URLSearchParams({ type: 'artist', ...(from && { after: from }), limit: String(limit) })}`;
    return {
      href: link(after),
      limit,
      next: cursor && link(cursor),
      cursors: { after: cursor },
      total: followed.length,
      items: items.map(wire.artist),
    };
  }

  function readFollowed(call: Call): { shelf: Shelf; ids: readonly string[] } {
    const type = readType(call);
    const ids = readSentIds(call);
    return { shelf: library(call.user)[type], ids: type === 'artist' ? ids.map(readId) : ids };
  }
}

function playlistEndpoints({ world }: Service): Endpoints {
  return {
    'PUT /playlists/{playlist_id}/followers': (call) => {
      const { public: inPublic = true } = readJson<{ public: boolean }>(call);
      const playlist = findPlaylist(world(), call);
      requireScope(call.token, changeScope(inPublic));
      playlist.followedBy.set(call.user, inPublic);
      return undefined;
    },
    'DELETE /playlists/{playlist_id}/followers': (call) => {
      const playlist = findPlaylist(world(), call);
      requireScope(call.token, changeScope(playlist.followedBy.get(call.user) ?? playlist.public));
      playlist.followedBy.delete(call.user);
      return undefined;
    },
    'GET /playlists/{playlist_id}/followers/contains': (call) => {
      const ids = csv(call.query.get('ids'));
      if (ids.length > 1) throw invalid('too many ids requested');
      // `ids` could once name other users; now only the caller's own ID is allowed.
      if (ids.some((id) => id !== call.user.id)) throw forbidden();
      return [findPlaylist(world(), call).followedBy.has(call.user)];
    },
  };
}

function readType({ query }: Call): 'artist' | 'user' {
  const type = query.get('type');
  if (type === null) throw invalid('Missing parameter type');
  if (type !== 'artist' && type !== 'user') throw invalid('Invalid type');
  return type;
}
