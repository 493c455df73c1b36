import type { WorldContext } from './context.ts';
import { publishInChannel } from './publish.ts';
import { day, timestamp } from './values.ts';

/** What a goal counts: followers, points of subscriptions, or subscriptions. */
export type GoalType = 'follower' | 'subscription' | 'subscription_count';

/** What a channel wants to reach. */
export interface Goal {
  readonly id: string;
  readonly type: GoalType;
  readonly description: string;
  readonly target: number;
  readonly createdAt: string;
}

/** The goals of all channels. */
export interface Goals {
  of(broadcasterId: string): readonly Goal[];
  /** How far a goal has come. */
  amount(broadcasterId: string, type: GoalType): number;
  /** Tells of the goals of `types` after what they count has changed. */
  moved(broadcasterId: string, types: readonly GoalType[]): void;
}

/** The parts of the world that goals count. Not the whole parts: their modules import this one. */
interface GoalParts {
  follows(): { to(broadcasterId: string): readonly unknown[] };
  subscriptions(): { to(broadcasterId: string): readonly unknown[]; points(broadcasterId: string): number };
}

/** Gives every channel a goal of followers, and those that can be subscribed to one of subscriptions too. */
export function createGoals({ random, world, epoch }: WorldContext<GoalParts>): Goals {
  const channels = new Map<string, Goal[]>();

  const amounts: Record<GoalType, (broadcasterId: string) => number> = {
    follower: (id) => world.follows().to(id).length,
    subscription: (id) => world.subscriptions().points(id),
    subscription_count: (id) => world.subscriptions().to(id).length,
  };

  function of(broadcasterId: string): Goal[] {
    const known = channels.get(broadcasterId);
    if (known) return known;
    const user = world.users().byId.get(broadcasterId);
    const draw = random(`goals/${broadcasterId}`);
    const types: GoalType[] = user?.broadcaster_type
      ? ['follower', draw.pick(['subscription', 'subscription_count'])]
      : ['follower'];
    const goals = types.map((type) => ({
      id: draw.text(27),
      type,
      description: draw.int(0, 2) === 0 ? '' : `${type === 'follower' ? 'Followers' : 'Subs'} for the summer`,
      // The next round number, at least one away.
      target: Math.floor(amounts[type](broadcasterId) / 10 + 1) * 10,
      createdAt: timestamp(epoch - draw.int(1, 60) * day),
    }));
    channels.set(broadcasterId, goals);
    return goals;
  }

  return {
    of,
    amount: (broadcasterId, type) => amounts[type](broadcasterId),
    moved(broadcasterId, types) {
      for (const { id, type, description, target, createdAt } of of(broadcasterId)) {
        if (!types.includes(type)) continue;
        const current_amount = amounts[type](broadcasterId);
        publishInChannel(world, broadcasterId, 'channel.goal.progress', {
          id,
          type,
          description,
          is_achieved: current_amount >= target,
          current_amount,
          target_amount: target,
          started_at: createdAt,
          ended_at: null,
        });
      }
    },
  };
}
