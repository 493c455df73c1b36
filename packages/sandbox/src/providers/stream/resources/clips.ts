import type { Endpoint } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import { day, indexBy } from '../world/values.ts';
import type { World } from '../world/world.ts';

const reachableClips = 1000;

/** Clips. */
export function clipEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/clips',
      answer({ query, page }) {
        const broadcasterId = query.id('broadcaster_id');
        const gameId = query.id('game_id');
        const ids = query.texts('id');
        if ([broadcasterId, gameId, ids[0]].filter(Boolean).length !== 1) {
          refuse(
            400,
            'Must provide only one of the following query params: broadcaster ID, game ID,or one or more clip IDs.',
          );
        }
        const from = query.time('started_at');
        // Without a start the end has no effect; a start alone opens a window of a week.
        const to = from === undefined ? undefined : (query.time('ended_at') ?? from + 7 * day);
        const featured = query.flag('is_featured');
        if (ids.length > 0) {
          const byId = indexBy(world.clips(), (clip) => clip.id);
          return { data: ids.map((id) => byId.get(id)).filter((clip) => clip !== undefined), pagination: {} };
        }
        if (gameId && !world.games().byId.has(gameId)) refuse(404);
        const clips = world.clips().filter((clip) => {
          const createdAt = Date.parse(clip.created_at);
          return (
            (broadcasterId === undefined || clip.broadcaster_id === broadcasterId) &&
            (gameId === undefined || clip.game_id === gameId) &&
            (from === undefined || createdAt >= from) &&
            (to === undefined || createdAt <= to) &&
            (featured === undefined || clip.is_featured === featured)
          );
        });
        return page(clips.slice(0, reachableClips), { back: true });
      },
    },
  ];
}
