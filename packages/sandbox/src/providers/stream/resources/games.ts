import type { Endpoint } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import type { Game } from '../world/games.ts';
import type { World } from '../world/world.ts';
import { moveOnBetweenPages } from './streams.ts';

/** Games and other categories. */
export function gameEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/games/top',
      answer({ query, page }) {
        moveOnBetweenPages(query, world);
        const { byId } = world.games();
        const { data, pagination } = page(world.topGames(), { back: true });
        return { data: data.map((id) => byId.get(id)), pagination };
      },
    },
    {
      method: 'GET',
      path: '/games',
      answer({ query }) {
        query.limitTogether('id', 'name', 'igdb_id');
        const { byId, byName, byIgdbId } = world.games();
        const ids = query.ids('id');
        const names = query.texts('name');
        const igdbIds = query.ids('igdb_id');
        if (ids.length + names.length + igdbIds.length === 0) refuse(400, 'Missing required parameter "id"');
        const found = [
          ...ids.map((id) => byId.get(id)),
          ...names.map((name) => byName.get(name)),
          ...igdbIds.map((id) => byIgdbId.get(id)),
        ];
        return { data: [...new Set(found)].filter((game): game is Game => game !== undefined) };
      },
    },
  ];
}
