import type { WorldContext } from './context.ts';
import type { Follows } from './follows.ts';
import type { Goals } from './goals.ts';
import type { HypeTrains } from './hype-trains.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { groupBy } from './values.ts';

/** What a subscription costs, as the API writes it. */
export type Tier = '1000' | '2000' | '3000';

/** That a user pays, or somebody pays for the user, for a channel. */
export interface Subscription {
  readonly broadcasterId: string;
  readonly userId: string;
  readonly tier: Tier;
  /** Who gave it, if it is a gift. */
  readonly gifterId?: string;
}

/** Who subscribes to whom. */
export interface Subscriptions {
  /** A channel's subscriptions, the latest first. */
  to(broadcasterId: string): readonly Subscription[];
  find(broadcasterId: string, userId: string): Subscription | undefined;
  /** Points of a channel: 1, 2 or 6 per subscription, by tier. */
  points(broadcasterId: string): number;
  add(subscription: Subscription): void;
  /** Tells the channel that a subscriber goes on, with a message. */
  renew(subscription: Subscription, message: string): void;
  remove(subscription: Subscription): void;
}

const pointsOf: Record<Tier, number> = { '1000': 1, '2000': 2, '3000': 6 };

/** The parts of the world that subscriptions use. */
interface SubscriptionParts {
  follows(): Follows;
  goals(): Goals;
  hypeTrains(): HypeTrains;
}

/** Lets about a fifth of the followers of each affiliate and partner subscribe. */
export function createSubscriptions({ random, world }: WorldContext<SubscriptionParts>): Subscriptions {
  const draw = random('subscriptions');
  const seeded = world
    .users()
    .all.filter((user) => user.broadcaster_type)
    .flatMap(({ id: broadcasterId }) => {
      const followers = world.follows().to(broadcasterId);
      return followers.flatMap(({ userId }): Subscription[] => {
        if (draw.int(1, 5) > 1) return [];
        const tier = draw.pick(['1000', '1000', '1000', '1000', '2000', '3000'] as const);
        const gifterId = draw.int(1, 4) === 1 ? draw.pick(followers).userId : userId;
        return [{ broadcasterId, userId, tier, ...(gifterId !== userId && { gifterId }) }];
      });
    });
  const channels = groupBy(seeded, (each) => each.broadcasterId);
  const months = new Map<Subscription, number>();
  const to = (broadcasterId: string) => channels.get(broadcasterId) ?? [];

  function publish(type: string, { broadcasterId }: Subscription, userId: string, event: object): void {
    publishInChannel(world, broadcasterId, type, { ...named(world, 'user', userId), ...event });
  }

  function changed(broadcasterId: string): void {
    world.goals().moved(broadcasterId, ['subscription', 'subscription_count']);
  }

  return {
    to,
    find: (broadcasterId, userId) => to(broadcasterId).find((each) => each.userId === userId),
    points: (broadcasterId) => to(broadcasterId).reduce((sum, { tier }) => sum + pointsOf[tier], 0),
    add(subscription) {
      const { broadcasterId, userId, tier, gifterId } = subscription;
      channels.set(broadcasterId, [subscription, ...to(broadcasterId)]);
      publish('channel.subscribe', subscription, userId, { tier, is_gift: gifterId !== undefined });
      if (gifterId !== undefined) {
        const cumulative_total = to(broadcasterId).filter((each) => each.gifterId === gifterId).length;
        const gift = { total: 1, tier, cumulative_total, is_anonymous: false };
        publish('channel.subscription.gift', subscription, gifterId, gift);
      }
      changed(broadcasterId);
      world.hypeTrains().contribute(broadcasterId, gifterId ?? userId, 'subscription', 500 * pointsOf[tier]);
    },
    renew(subscription, text) {
      const cumulative_months = (months.get(subscription) ?? 1) + 1;
      months.set(subscription, cumulative_months);
      publish('channel.subscription.message', subscription, subscription.userId, {
        tier: subscription.tier,
        message: { text, emotes: [] },
        cumulative_months,
        streak_months: cumulative_months,
        duration_months: 1,
      });
    },
    remove(subscription) {
      const { broadcasterId, userId, tier, gifterId } = subscription;
      channels.set(
        broadcasterId,
        to(broadcasterId).filter((each) => each !== subscription),
      );
      publish('channel.subscription.end', subscription, userId, { tier, is_gift: gifterId !== undefined });
      changed(broadcasterId);
    },
  };
}
