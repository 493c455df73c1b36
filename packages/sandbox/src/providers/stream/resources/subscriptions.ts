import { type Endpoint, requireActor } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import { named } from '../world/named.ts';
import type { Subscription } from '../world/subscriptions.ts';
import type { World } from '../world/world.ts';

/** Who subscribes to whom. */
export function subscriptionEndpoints(world: World): Endpoint[] {
  const show = ({ broadcasterId, userId, tier, gifterId }: Subscription) => ({
    ...named(world, 'broadcaster', broadcasterId),
    ...named(world, 'gifter', gifterId ?? ''),
    is_gift: gifterId !== undefined,
    plan_name: `Subscription, tier ${tier[0]} (${world.users().byId.get(broadcasterId)?.login})`,
    tier,
    ...named(world, 'user', userId),
  });

  return [
    {
      method: 'GET',
      path: '/subscriptions',
      answer(call) {
        const id = requireActor(call, 'broadcaster_id', ['channel:read:subscriptions']);
        const ids = call.query.ids('user_id');
        const all = world.subscriptions().to(id);
        const asked = ids.length > 0 ? all.filter(({ userId }) => ids.includes(userId)) : all;
        const { data, pagination } = call.page(asked, { back: true });
        return { data: data.map(show), pagination, points: world.subscriptions().points(id), total: all.length };
      },
    },
    {
      method: 'GET',
      path: '/subscriptions/user',
      answer(call) {
        const broadcasterId = call.query.requiredId('broadcaster_id');
        const userId = requireActor(call, 'user_id', ['user:read:subscriptions']);
        const found = world.subscriptions().find(broadcasterId, userId);
        if (!found) return refuse(404, `${userId} has no subscription to ${broadcasterId}`);
        const { tier, gifterId } = found;
        return {
          data: [
            {
              ...named(world, 'broadcaster', broadcasterId),
              ...(gifterId !== undefined && named(world, 'gifter', gifterId)),
              is_gift: gifterId !== undefined,
              tier,
            },
          ],
        };
      },
    },
  ];
}
