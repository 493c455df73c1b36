import { groupBy, pickEarly, timestamp } from './values.ts';
import type { WorldContext } from './world.ts';

/** That a user follows a channel. */
export interface Follow {
  readonly userId: string;
  readonly broadcasterId: string;
  readonly followedAt: string;
}

/** Who follows whom, and who moderates for whom. */
export interface Follows {
  /** The channels a user follows, the latest first. */
  of(userId: string): readonly Follow[];
  /** The followers of a channel, the latest first. */
  to(broadcasterId: string): readonly Follow[];
  /** Whether the user may see the channel's followers: its owner and its moderators. */
  moderates(userId: string, broadcasterId: string): boolean;
}

/** Lets every user follow some channels, mostly popular ones. */
export function createFollows({ random, settings, world, epoch }: WorldContext): Follows {
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
  const to = (broadcasterId: string) => byBroadcaster.get(broadcasterId) ?? [];
  // A channel's oldest followers look after it.
  const moderators = (broadcasterId: string) => to(broadcasterId).slice(-3);
  return {
    of: (userId) => byUser.get(userId) ?? [],
    to,
    moderates: (userId, broadcasterId) =>
      userId === broadcasterId || moderators(broadcasterId).some((follow) => follow.userId === userId),
  };
}
