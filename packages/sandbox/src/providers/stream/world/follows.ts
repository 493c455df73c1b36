import type { WorldContext } from './context.ts';
import type { Goals } from './goals.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { groupBy, pickEarly, timestamp } from './values.ts';

/** That a user follows a channel. */
export interface Follow {
  readonly userId: string;
  readonly broadcasterId: string;
  readonly followedAt: string;
}

/** Who follows whom. */
export interface Follows {
  /** The channels a user follows, the latest first. */
  of(userId: string): readonly Follow[];
  /** The followers of a channel, the latest first. */
  to(broadcasterId: string): readonly Follow[];
  add(userId: string, broadcasterId: string): void;
  remove(userId: string, broadcasterId: string): void;
}

/** Lets every user follow some channels, mostly popular ones. */
export function createFollows({ random, settings, world, epoch }: WorldContext<{ goals(): Goals }>): Follows {
  const draw = random('follows');
  const users = world.users().all;
  const follows: Follow[] = [];
  for (const user of users) {
    const followed = new Set<string>();
    for (let count = draw.int(0, 2 * settings.followsPerUser); count > 0; count -= 1) {
      const broadcaster = pickEarly(draw, users, 2);
      if (broadcaster === user || followed.has(broadcaster.id)) continue;
      followed.add(broadcaster.id);
      const from = Math.max(Date.parse(user.created_at), Date.parse(broadcaster.created_at));
      const followedAt = timestamp(from + Math.floor((epoch - from) * draw.float()));
      follows.push({ userId: user.id, broadcasterId: broadcaster.id, followedAt });
    }
  }
  follows.sort((one, other) => (one.followedAt < other.followedAt ? 1 : -1));
  const byUser = groupBy(follows, (follow) => follow.userId);
  const byBroadcaster = groupBy(follows, (follow) => follow.broadcasterId);
  const of = (userId: string) => byUser.get(userId) ?? [];
  const to = (broadcasterId: string) => byBroadcaster.get(broadcasterId) ?? [];
  return {
    of,
    to,
    add(userId, broadcasterId) {
      const follow = { userId, broadcasterId, followedAt: timestamp(world.now()) };
      byUser.set(userId, [follow, ...of(userId)]);
      byBroadcaster.set(broadcasterId, [follow, ...to(broadcasterId)]);
      const event = { ...named(world, 'user', userId), followed_at: follow.followedAt };
      publishInChannel(world, broadcasterId, 'channel.follow', event, { version: '2' });
      world.goals().moved(broadcasterId, ['follower']);
    },
    remove(userId, broadcasterId) {
      const others = (follow: Follow) => follow.userId !== userId || follow.broadcasterId !== broadcasterId;
      byUser.set(userId, of(userId).filter(others));
      byBroadcaster.set(broadcasterId, to(broadcasterId).filter(others));
      world.goals().moved(broadcasterId, ['follower']);
    },
  };
}
