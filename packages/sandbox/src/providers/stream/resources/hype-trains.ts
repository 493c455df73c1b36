import { type Endpoint, requireOwnId } from '../endpoint.ts';
import type { World } from '../world/world.ts';

/** Hype trains. Trains that several channels share do not happen here. */
export function hypeTrainEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/hypetrain/status',
      token: 'user',
      scopes: ['channel:read:hype_train'],
      answer(call) {
        const id = requireOwnId(call, 'broadcaster_id');
        const trains = world.hypeTrains();
        return { data: [{ current: trains.current(id), all_time_high: trains.best(id), shared_all_time_high: null }] };
      },
    },
  ];
}
