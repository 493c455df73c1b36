import { lazy } from '../../../shared/lazy.ts';
import type { Base } from './base.ts';
import { groupBy, perKey, pickEarly, sumOf, timestamp } from './values.ts';

/** A user's follow of a channel. */
export interface Follow {
  readonly userId: string;
  readonly broadcasterId: string;
  readonly followedAt: string;
}

/** Tier of a subscription, as the API writes it. */
export type Tier = '1000' | '2000' | '3000';

/** A user's subscription to a channel, paid by the user or as a gift. */
export interface Subscription {
  readonly broadcasterId: string;
  readonly userId: string;
  readonly tier: Tier;
  /** ID of the giver, if it is a gift. */
  readonly gifterId?: string;
}

/** Follows, roles, blocks and subscriptions. */
export type People = ReturnType<typeof createPeople>;

type Role = 'moderator' | 'vip';

const roleActions = { moderator: { add: 'mod', remove: 'unmod' }, vip: { add: 'vip', remove: 'unvip' } };

/** Points of a subscription, by tier. */
export const pointsOf: Record<Tier, number> = { '1000': 1, '2000': 2, '3000': 6 };

/** Lets every user follow some channels, mostly popular ones. */
function createFollows({ random, settings, users, epoch, now, named, publish }: Base) {
  const draw = random('follows');
  const follows: Follow[] = [];
  const { generated } = users();
  for (const user of generated) {
    const followed = new Set<string>();
    for (let count = draw.int(0, 2 * settings.followsPerUser); count > 0; count -= 1) {
      const broadcaster = pickEarly(draw, generated, 2);
      if (broadcaster === user || followed.has(broadcaster.id)) continue;
      followed.add(broadcaster.id);
      const from = Math.max(Date.parse(user.created_at), Date.parse(broadcaster.created_at));
      const followedAt = timestamp(from + Math.floor((epoch - from) * draw.float()));
      follows.push({ userId: user.id, broadcasterId: broadcaster.id, followedAt });
    }
  }
  follows.sort((one, other) => (one.followedAt < other.followedAt ? 1 : -1));
  const byUser = groupBy(follows, ({ userId }) => userId);
  const byBroadcaster = groupBy(follows, ({ broadcasterId }) => broadcasterId);
  /** Returns the channels that a user follows, the latest first. */
  const of = (userId: string): readonly Follow[] => byUser.get(userId) ?? [];
  /** Returns a channel's followers, the latest first. */
  const to = (broadcasterId: string): readonly Follow[] => byBroadcaster.get(broadcasterId) ?? [];
  return {
    of,
    to,
    add(userId: string, broadcasterId: string): void {
      const follow = { userId, broadcasterId, followedAt: timestamp(now()) };
      byUser.set(userId, [follow, ...of(userId)]);
      byBroadcaster.set(broadcasterId, [follow, ...to(broadcasterId)]);
      const event = { ...named('user', userId), followed_at: follow.followedAt };
      publish(broadcasterId, 'channel.follow', event, { version: '2' });
    },
    remove(userId: string, broadcasterId: string): void {
      const others = (follow: Follow) => follow.userId !== userId || follow.broadcasterId !== broadcasterId;
      byUser.set(userId, of(userId).filter(others));
      byBroadcaster.set(broadcasterId, to(broadcasterId).filter(others));
    },
  };
}

type Follows = ReturnType<typeof createFollows>;

/** Makes a channel's three oldest followers its moderators, and the five after them its VIPs. */
function createRoles({ users, named, publish, moderate, isPaid }: Base, follows: Follows) {
  const of = perKey((broadcasterId): Record<Role, string[]> => {
    const oldest = follows.to(broadcasterId).slice(-8).reverse();
    const ids = oldest.map(({ userId }) => userId);
    return { moderator: ids.slice(0, 3), vip: isPaid(broadcasterId) ? ids.slice(3) : [] };
  });

  /** Assigns a role to a user, or takes it away. */
  function change(role: Role, step: 'add' | 'remove', broadcasterId: string, userId: string): void {
    const others = of(broadcasterId)[role].filter((id) => id !== userId);
    of(broadcasterId)[role] = step === 'add' ? [...others, userId] : others;
    const user = named('user', userId);
    publish(broadcasterId, `channel.${role}.${step}`, user);
    const action = roleActions[role][step];
    moderate(broadcasterId, broadcasterId, action, { [action]: user });
  }

  return {
    /** Returns the IDs of the users with a role in a channel. Its owner is not among the moderators. */
    holders: (role: Role, broadcasterId: string): readonly string[] => of(broadcasterId)[role],
    has: (role: Role, broadcasterId: string, userId: string) => of(broadcasterId)[role].includes(userId),
    /** Returns the IDs of the channels that a user moderates, without the user's own. */
    moderated: (userId: string) =>
      users()
        .all.map(({ id }) => id)
        .filter((id) => of(id).moderator.includes(userId)),
    /** Whether the user may act for the channel, as its owner and moderators may. */
    moderates: (userId: string, broadcasterId: string) =>
      userId === broadcasterId || of(broadcasterId).moderator.includes(userId),
    change,
  };
}

/** Lets about a fifth of the followers of each affiliate and partner subscribe. */
function createSubscriptions({ random, users, named, publish }: Base, follows: Follows) {
  const draw = random('subscriptions');
  const seeded = users()
    .all.filter((user) => user.broadcaster_type)
    .flatMap(({ id: broadcasterId }) => {
      const followers = follows.to(broadcasterId);
      return followers.flatMap(({ userId }): Subscription[] => {
        if (draw.int(1, 5) > 1) return [];
        const tier = draw.pick(['1000', '1000', '1000', '1000', '2000', '3000'] as const);
        const gifterId = draw.int(1, 4) === 1 ? draw.pick(followers).userId : userId;
        return [{ broadcasterId, userId, tier, ...(gifterId !== userId && { gifterId }) }];
      });
    });
  const channels = groupBy(seeded, ({ broadcasterId }) => broadcasterId);
  const months = new Map<Subscription, number>();
  /** Returns a channel's subscriptions, the latest first. */
  const to = (broadcasterId: string): readonly Subscription[] => channels.get(broadcasterId) ?? [];
  const report = (type: string, { broadcasterId, tier }: Subscription, userId: string, event: object) =>
    publish(broadcasterId, type, { ...named('user', userId), tier, ...event });

  return {
    to,
    find: (broadcasterId: string, userId: string) => to(broadcasterId).find((each) => each.userId === userId),
    /** Returns a channel's points: 1, 2 or 6 per subscription, by tier. */
    points: (broadcasterId: string) => sumOf(to(broadcasterId), ({ tier }) => pointsOf[tier]),
    add(subscription: Subscription): void {
      const { broadcasterId, userId, gifterId } = subscription;
      channels.set(broadcasterId, [subscription, ...to(broadcasterId)]);
      report('channel.subscribe', subscription, userId, { is_gift: gifterId !== undefined });
      if (gifterId === undefined) return;
      const cumulative_total = to(broadcasterId).filter((each) => each.gifterId === gifterId).length;
      const gift = { total: 1, cumulative_total, is_anonymous: false };
      report('channel.subscription.gift', subscription, gifterId, gift);
    },
    /** Renews a subscription and tells the channel, with a message. */
    renew(subscription: Subscription, text: string): void {
      const cumulative_months = (months.get(subscription) ?? 1) + 1;
      months.set(subscription, cumulative_months);
      report('channel.subscription.message', subscription, subscription.userId, {
        message: { text, emotes: [] },
        cumulative_months,
        streak_months: cumulative_months,
        duration_months: 1,
      });
    },
    remove(subscription: Subscription): void {
      const { broadcasterId, userId, gifterId } = subscription;
      const others = to(broadcasterId).filter((each) => each !== subscription);
      channels.set(broadcasterId, others);
      report('channel.subscription.end', subscription, userId, { is_gift: gifterId !== undefined });
    },
  };
}

/** Creates the follows, roles, blocks and subscriptions, each on first use. */
export function createPeople(base: Base) {
  const follows = lazy(() => createFollows(base));
  const blocked = perKey((_userId) => new Set<string>());
  /** Returns a channel's editors: the two followers who came after its VIPs. No call of the API changes them. */
  const editors = (broadcasterId: string) => follows().to(broadcasterId).slice(-10, -8);
  return {
    follows,
    roles: lazy(() => createRoles(base, follows())),
    subscriptions: lazy(() => createSubscriptions(base, follows())),
    editors,
    /** Whether the user may edit the channel, as its owner and editors may. */
    edits: (userId: string, broadcasterId: string) =>
      userId === broadcasterId || editors(broadcasterId).some((editor) => editor.userId === userId),
    blocks: {
      /** Returns the IDs that a user has blocked, the latest first. */
      of: (userId: string) => [...blocked(userId)].reverse(),
      has: (userId: string, targetId: string) => blocked(userId).has(targetId),
      add: (userId: string, targetId: string) => void blocked(userId).add(targetId),
      remove: (userId: string, targetId: string) => void blocked(userId).delete(targetId),
    },
  };
}
