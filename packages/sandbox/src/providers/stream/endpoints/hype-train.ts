import { perKey, sumOf, timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';

/** Kind of contribution to a train. */
type Contribution = 'bits' | 'subscription';

interface Given {
  readonly userId: string;
  readonly type: Contribution;
  readonly points: number;
  readonly at: number;
}

const contributionsToStart = 3;
const lifetime = 5 * 60_000;

// Every level takes 1000 points more than the one before.
const goalOf = (level: number) => 1000 * level;
const reachedAt = (level: number) => 500 * level * (level - 1);

const totalOf = (given: readonly Given[]) => sumOf(given, ({ points }) => points);

/** Returns the user who has contributed the most of `type`, if any. */
function topOf(given: readonly Given[], type: Contribution, named: World['named']) {
  const ofType = given.filter((each) => each.type === type);
  const sums = [...Map.groupBy(ofType, ({ userId }) => userId)].map(([userId, own]) => {
    return { ...named('user', userId), type, total: totalOf(own) };
  });
  return sums.sort((one, other) => other.total - one.total).slice(0, 1);
}

/**
 * Creates hype trains, as records only: the only events are those that tests fire. No train runs at first; affiliates
 * and partners have had one. A train starts with the third contribution in five minutes, and ends after five minutes
 * without one.
 */
export function createHypeTrains({ random, now, epoch, named, isPaid }: World) {
  /** Recent contributions to a channel; while a train runs, all of its contributions. */
  const givenTo = perKey((_broadcasterId): readonly Given[] => []);
  /** A channel's best train, or null if none ever ran. */
  const best = perKey((broadcasterId): { level: number; total: number; achieved_at: string } | null => {
    if (!isPaid(broadcasterId)) return null;
    const past = random(`hype-trains/${broadcasterId}`);
    const level = past.int(1, 6);
    const total = reachedAt(level) + past.int(0, 999);
    return { level, total, achieved_at: timestamp(epoch - past.int(86_400, 300 * 86_400) * 1000) };
  });

  /** Returns the running train as the API does, or null. */
  function current(broadcasterId: string) {
    const given = givenTo(broadcasterId);
    const [start, last] = [given[contributionsToStart - 1]?.at, given.at(-1)?.at];
    if (start === undefined || last === undefined || last + lifetime <= now()) return null;
    const total = totalOf(given);
    let level = 1;
    while (total >= reachedAt(level + 1)) level += 1;
    return {
      id: random(`hype-trains/${broadcasterId}/${start}`).text(27),
      ...named('broadcaster_user', broadcasterId),
      level,
      total,
      progress: total - reachedAt(level),
      goal: goalOf(level),
      top_contributions: [...topOf(given, 'bits', named), ...topOf(given, 'subscription', named)],
      shared_train_participants: null,
      started_at: timestamp(start),
      expires_at: timestamp(last + lifetime),
      type: 'regular',
      is_shared_train: false,
    };
  }

  const endpoints: Endpoints = {
    'GET /hypetrain/status': ({ ownId }) => [
      { current: current(ownId), all_time_high: best(ownId), shared_all_time_high: null },
    ],
  };
  return {
    endpoints,
    /** Adds a user's contribution of `points`. */
    contribute(broadcasterId: string, userId: string, type: Contribution, points: number): void {
      const at = now();
      const before = givenTo(broadcasterId);
      const lately = current(broadcasterId) ? before : before.filter((each) => each.at > at - lifetime);
      givenTo.set(broadcasterId, [...lately, { userId, type, points, at }]);
      const { level = 0, total = 0 } = current(broadcasterId) ?? {};
      if (total > (best(broadcasterId)?.total ?? 0))
        best.set(broadcasterId, { level, total, achieved_at: timestamp(at) });
    },
  };
}
