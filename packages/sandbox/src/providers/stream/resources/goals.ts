import { type Endpoint, requireOwnId } from '../endpoint.ts';
import { named } from '../world/named.ts';
import type { World } from '../world/world.ts';

/** Goals of channels. */
export function goalEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/goals',
      token: 'user',
      scopes: ['channel:read:goals'],
      answer(call) {
        const broadcasterId = requireOwnId(call, 'broadcaster_id');
        const goals = world.goals();
        return {
          data: goals.of(broadcasterId).map(({ id, type, description, target, createdAt }) => ({
            id,
            ...named(world, 'broadcaster', broadcasterId),
            type,
            description,
            current_amount: goals.amount(broadcasterId, type),
            target_amount: target,
            created_at: createdAt,
          })),
        };
      },
    },
  ];
}
