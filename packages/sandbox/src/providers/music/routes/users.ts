import { invalid, notFound } from '../errors.ts';
import { readViewer } from '../input.ts';
import { pageOf } from '../paging.ts';
import type { Call, Routes } from '../route.ts';
import type { Service } from '../service.ts';
import { type TopRange, topRanges } from '../top-items.ts';

/** Users' profiles, and what they listen to most. */
export function userRoutes({ wire, users, top }: Service): Routes {
  return {
    'GET /me': ({ user, token }) => wire.privateUser(user, token.scopes),
    'GET /users/{user_id}': ({ param }) => {
      const user = users.find(({ id }) => id === param('user_id'));
      if (!user) throw notFound();
      return wire.publicUser(user);
    },
    'GET /me/top/artists': (call) => pageOf(call, top(call.user, readRange(call)).artists, wire.artist),
    'GET /me/top/tracks': (call) => {
      const viewer = readViewer(call);
      return pageOf(call, top(call.user, readRange(call)).tracks, (track) => wire.track(track, viewer));
    },
  };
}

function readRange({ query, operation }: Call): TopRange {
  const asked = query.get('time_range') ?? operation.query.time_range?.default;
  const range = topRanges.find((known) => known === asked);
  if (!range) throw invalid('Invalid time_range');
  return range;
}
