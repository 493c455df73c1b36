import { invalid, notFound } from '../errors.ts';
import { readViewer, readWindow, usualWindow } from '../input.ts';
import { page } from '../paging.ts';
import type { Call, Route, UserCall } from '../route.ts';
import type { Service } from '../service.ts';
import { type TopRange, topRanges } from '../top-items.ts';

/** Users' profiles, and what they listen to most. */
export function userRoutes({ wire, users, top, baseUrl }: Service): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/v1/me',
      // No scope is needed: without them the profile only has fewer fields.
      user: true,
      answer: ({ token }) => wire.privateUser(token.user, token.scopes),
    },
    {
      method: 'GET',
      path: '/v1/users/:id',
      removed: true,
      answer: ({ param }) => {
        const user = users.find(({ id }) => id === param('id'));
        if (!user) throw notFound();
        return wire.publicUser(user);
      },
    },
    {
      method: 'GET',
      path: '/v1/me/top/artists',
      user: true,
      scopes: ['user-top-read'],
      answer: (call) => topPage(call, top(call.token.user, readRange(call)).artists, wire.artist),
    },
    {
      method: 'GET',
      path: '/v1/me/top/tracks',
      user: true,
      scopes: ['user-top-read'],
      answer: (call) => {
        const viewer = readViewer(call);
        return topPage(call, top(call.token.user, readRange(call)).tracks, (track) => wire.track(track, viewer));
      },
    },
  ];

  function topPage<Item>({ path, query }: UserCall, items: readonly Item[], write: (item: Item) => object) {
    return page({ address: baseUrl() + path, query, items }, readWindow(query, usualWindow), write);
  }
}

function readRange({ query }: Call): TopRange {
  const asked = query.get('time_range') ?? 'medium_term';
  const range = topRanges.find((known) => known === asked);
  if (!range) throw invalid('Invalid time_range');
  return range;
}
