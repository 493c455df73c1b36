import type { Artist } from '../data/catalog.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { invalid, notFound } from '../errors.ts';
import { pageOf } from '../paging.ts';
import { readViewer } from '../request.ts';
import type { Service } from '../service.ts';

/** Time ranges: about the last year, the last six months and the last four weeks. */
const topRanges = ['long_term', 'medium_term', 'short_term'];
const topTracks = 100;

/** Creates the endpoints for users' profiles and their top artists and tracks. */
export function userEndpoints({ wire, users, world, random }: Service): Endpoints {
  /** Draws the user's top tracks; each time range has different ones. */
  const tracksOf = (call: Call) => random(`top/${call.user.id}/${readRange(call)}`).sample(world().tracks, topTracks);

  /** Returns the artists with the most of these tracks. */
  function artistsOf(call: Call): readonly Artist[] {
    const counts = new Map<Artist, number>();
    for (const artist of tracksOf(call).flatMap(({ artists }) => artists))
      counts.set(artist, (counts.get(artist) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a).map(([artist]) => artist);
  }

  return {
    'GET /me': ({ user, token }) => wire.privateUser(user, token.scopes),
    'GET /users/{user_id}': ({ param }) => {
      const user = users.find(({ id }) => id === param('user_id'));
      if (!user) throw notFound();
      return wire.publicUser(user);
    },
    'GET /me/top/artists': (call) => pageOf(call, artistsOf(call), wire.artist),
    'GET /me/top/tracks': (call) => {
      const viewer = readViewer(call);
      return pageOf(call, tracksOf(call), (track) => wire.track(track, viewer));
    },
  };
}

function readRange({ query, operation }: Call): string {
  const asked = query.get('time_range') ?? operation.query.time_range?.default;
  if (typeof asked !== 'string' || !topRanges.includes(asked)) throw invalid('Invalid time_range');
  return asked;
}
