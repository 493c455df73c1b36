import { type Endpoint, requireOwnId } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { requireUser } from './moderated.ts';

/** Raids: sending one's viewers to another channel. */
export function raidEndpoints(world: World): Endpoint[] {
  const rules = {
    path: '/raids',
    token: 'user',
    scopes: ['channel:manage:raids'],
    limit: { limit: 10, windowMs: 600_000 },
  } as const;
  return [
    {
      ...rules,
      method: 'POST',
      answer(call) {
        const fromId = requireOwnId(call, 'from_broadcaster_id');
        const toId = call.query.requiredId('to_broadcaster_id');
        if (fromId === toId) refuse(400, 'The IDs in from_broadcaster_id and to_broadcaster_id cannot be the same.');
        requireUser(world, toId, 'to_broadcaster_id', 404);
        if (world.blocks().of(toId).includes(fromId)) refuse(400, 'The targeted channel has blocked this broadcaster.');
        if (world.raids().isPending(fromId)) refuse(409, 'The broadcaster is already about to raid a channel.');
        world.raids().start(fromId, toId);
        return { data: [{ created_at: timestamp(world.now()), is_mature: false }] };
      },
    },
    {
      ...rules,
      method: 'DELETE',
      answer(call) {
        if (!world.raids().cancel(requireOwnId(call, 'broadcaster_id')))
          refuse(404, 'The broadcaster has no raid to cancel.');
        return undefined;
      },
    },
  ];
}
