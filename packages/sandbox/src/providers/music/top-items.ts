import type { SandboxContext } from '../../context.ts';
import type { Artist, Track } from './music-data.ts';
import type { User } from './user-data.ts';
import type { World } from './world.ts';

/** About the last year, the last half of it, and the last four weeks. */
export const topRanges = ['long_term', 'medium_term', 'short_term'] as const;
export type TopRange = (typeof topRanges)[number];

/** What a user listened to most, the most played first. */
export interface TopItems {
  readonly tracks: readonly Track[];
  readonly artists: readonly Artist[];
}

const trackCount = 100;

/** The tastes of all users: each has some tracks of their own, and artists by how many of these are theirs. */
export function createTopItems(context: SandboxContext, world: () => World) {
  return (user: User, range: TopRange): TopItems => {
    const tracks = context.random(`top/${user.id}/${range}`).sample(world().tracks, trackCount);
    const counts = new Map<Artist, number>();
    for (const artist of tracks.flatMap(({ artists }) => artists)) counts.set(artist, (counts.get(artist) ?? 0) + 1);
    const artists = [...counts].sort(([, a], [, b]) => b - a).map(([artist]) => artist);
    return { tracks, artists };
  };
}
