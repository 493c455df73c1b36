import { day, perKey, timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';

/** Unit that a goal counts: followers, subscription points, or subscriptions. */
type GoalType = 'follower' | 'subscription' | 'subscription_count';

/** Endpoints of goals. Every channel has a follower goal; affiliates and partners also have a subscription goal. */
export function goalEndpoints({ random, epoch, named, isPaid, follows, subscriptions }: World): Endpoints {
  const amounts: Record<GoalType, (broadcasterId: string) => number> = {
    follower: (id) => follows().to(id).length,
    subscription: (id) => subscriptions().points(id),
    subscription_count: (id) => subscriptions().to(id).length,
  };

  const of = perKey((broadcasterId) => {
    const draw = random(`goals/${broadcasterId}`);
    const paid = (['subscription', 'subscription_count'] as const).slice(0, isPaid(broadcasterId) ? 2 : 0);
    const types: GoalType[] = ['follower', ...(paid.length > 0 ? [draw.pick(paid)] : [])];
    return types.map((type) => ({
      id: draw.text(27),
      type,
      description: draw.int(0, 2) === 0 ? '' : `${type === 'follower' ? 'Followers' : 'Subs'} for the summer`,
      // The next round number, at least one away.
      target_amount: Math.floor(amounts[type](broadcasterId) / 10 + 1) * 10,
      created_at: timestamp(epoch - draw.int(1, 60) * day),
    }));
  });

  return {
    'GET /goals': ({ ownId }) =>
      of(ownId).map((goal) => ({
        ...goal,
        ...named('broadcaster', ownId),
        current_amount: amounts[goal.type](ownId),
      })),
  };
}
