import { isFlag, readMember } from '../body.ts';
import { forbidden, invalid, notFound } from '../errors.ts';
import { csv, readId, readJson, readLimit, readSentIds, usualWindow } from '../input.ts';
import type { Shelf } from '../library.ts';
import { type Call, type Route, requireScope, type UserCall } from '../route.ts';
import type { Service } from '../service.ts';
import { changeScope, findPlaylist } from './playlist-access.ts';

const mostIds = 50;

/** Following artists, users and playlists. */
export function followingRoutes({ wire, world, library, baseUrl }: Service): readonly Route[] {
  const follow = { path: '/v1/me/following', removed: true } as const;
  const followers = { path: '/v1/playlists/:id/followers', removed: true } as const;

  return [
    {
      method: 'GET',
      path: follow.path,
      user: true,
      scopes: ['user-follow-read'],
      answer: (call) => {
        if (readType(call) !== 'artist') throw invalid('Invalid type');
        return { artists: artistsAfter(call) };
      },
    },
    {
      ...follow,
      method: 'PUT',
      user: true,
      scopes: ['user-follow-modify'],
      answer: (call) => {
        const { shelf, ids } = readFollowed(call);
        if (!ids.every(shelf.exists)) throw notFound();
        for (const id of ids) shelf.add(id);
        return undefined;
      },
    },
    {
      ...follow,
      method: 'DELETE',
      user: true,
      scopes: ['user-follow-modify'],
      answer: (call) => {
        const { shelf, ids } = readFollowed(call);
        for (const id of ids) shelf.remove(id);
        return undefined;
      },
    },
    {
      ...follow,
      method: 'GET',
      user: true,
      path: `${follow.path}/contains`,
      scopes: ['user-follow-read'],
      answer: (call) => {
        const { shelf, ids } = readFollowed(call);
        return ids.map(shelf.has);
      },
    },
    {
      ...followers,
      method: 'PUT',
      user: true,
      status: 200,
      answer: (call) => {
        const inPublic = readMember(readJson(call), 'public', isFlag) ?? true;
        const playlist = findPlaylist(world(), call);
        requireScope(call.token, changeScope(inPublic));
        playlist.followedBy.set(call.token.user, inPublic);
        return undefined;
      },
    },
    {
      ...followers,
      method: 'DELETE',
      user: true,
      status: 200,
      answer: (call) => {
        const playlist = findPlaylist(world(), call);
        requireScope(call.token, changeScope(playlist.followedBy.get(call.token.user) ?? playlist.public));
        playlist.followedBy.delete(call.token.user);
        return undefined;
      },
    },
    {
      ...followers,
      method: 'GET',
      user: true,
      path: `${followers.path}/contains`,
      answer: (call) => {
        const { user } = call.token;
        const ids = csv(call.query.get('ids'));
        if (ids.length > 1) throw invalid('too many ids requested');
        // The id was for asking about others once; by now it can only be the caller's own.
        if (ids.some((id) => id !== user.id)) throw forbidden();
        return [findPlaylist(world(), call).followedBy.has(user)];
      },
    },
  ];

  /** A page of the artists the user follows. They go by id, so that a cursor outlives changes. */
  function artistsAfter({ query, path, token }: UserCall) {
    const limit = readLimit(query, usualWindow);
    const after = query.get('after');
    if (after !== null) readId(after);
    const followed = library(token.user)
      .artist.list()
      .map(({ item }) => item)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const rest = followed.filter(({ id }) => after === null || id > after);
    const items = rest.slice(0, limit);
    const cursor = rest.length > limit ? (items.at(-1)?.id ?? null) : null;
    const link = (from: string | null) =>
      `${baseUrl()}${path}?${new URLSearchParams({ type: 'artist', ...(from && { after: from }), limit: String(limit) })}`;
    return {
      href: link(after),
      limit,
      next: cursor && link(cursor),
      cursors: { after: cursor },
      total: followed.length,
      items: items.map(wire.artist),
    };
  }

  function readFollowed(call: UserCall): { shelf: Shelf; ids: readonly string[] } {
    const type = readType(call);
    const ids = readSentIds(call, mostIds);
    return { shelf: library(call.token.user)[type], ids: type === 'artist' ? ids.map(readId) : ids };
  }
}

function readType({ query }: Call): 'artist' | 'user' {
  const type = query.get('type');
  if (type === null) throw invalid('Missing parameter type');
  if (type !== 'artist' && type !== 'user') throw invalid('Invalid type');
  return type;
}
