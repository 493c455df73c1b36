import type { Handlers } from '../endpoint.ts';
import { hour, perKey, timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';

/** What drives a train. */
type Contribution = 'bits' | 'subscription';

interface Given {
  readonly userId: string;
  readonly type: Contribution;
  readonly points: number;
  readonly at: number;
}

interface Train {
  readonly id: string;
  readonly startedAt: number;
  readonly given: Given[];
  level: number;
  total: number;
  expiresAt: number;
}

const contributionsToStart = 3;
const lifetime = 5 * 60_000;

// Every level takes 1000 points more than the one before.
const goalOf = (level: number) => 1000 * level;
const reachedAt = (level: number) => 500 * level * (level - 1);

/** Hype trains. No train runs at first; channels that can be cheered for have had one. None is shared by channels. */
export function createHypeTrains({ random, clock, now, epoch, named, publish, isPaid }: World) {
  const draw = random('hype-trains');
  const trains = new Map<string, Train>();
  const recent = new Map<string, Given[]>();
  const coolUntil = new Map<string, number>();
  /** The best train of a channel, or null where none ever ran. */
  const best = perKey((broadcasterId): { level: number; total: number; achieved_at: string } | null => {
    if (!isPaid(broadcasterId)) return null;
    const past = random(`hype-trains/${broadcasterId}`);
    const level = past.int(1, 6);
    const total = reachedAt(level) + past.int(0, 999);
    return { level, total, achieved_at: timestamp(epoch - past.int(86_400, 300 * 86_400) * 1000) };
  });

  /** The train as the API returns it. */
  function show(broadcasterId: string, { id, given, level, total, startedAt, expiresAt }: Train) {
    const top = (type: Contribution) => {
      const sums = new Map<string, number>();
      for (const each of given)
        if (each.type === type) sums.set(each.userId, (sums.get(each.userId) ?? 0) + each.points);
      const [first] = [...sums].sort(([, one], [, other]) => other - one);
      return first ? [{ ...named('user', first[0]), type, total: first[1] }] : [];
    };
    return {
      id,
      ...named('broadcaster_user', broadcasterId),
      level,
      total,
      progress: total - reachedAt(level),
      goal: goalOf(level),
      top_contributions: [...top('bits'), ...top('subscription')],
      shared_train_participants: null,
      started_at: timestamp(startedAt),
      expires_at: timestamp(expiresAt),
      type: 'regular',
      is_shared_train: false,
    };
  }

  const report = (step: 'begin' | 'progress' | 'end', broadcasterId: string, event: object) =>
    publish(broadcasterId, `channel.hype_train.${step}`, event, { version: '2' });

  function add(broadcasterId: string, train: Train, given: Given): void {
    train.given.push(given);
    train.total += given.points;
    // A new level restarts the train's full time.
    while (train.total >= reachedAt(train.level + 1)) {
      train.level += 1;
      train.expiresAt = Math.max(train.expiresAt, given.at + lifetime);
    }
    const { level, total } = train;
    if (total > (best(broadcasterId)?.total ?? 0))
      best.set(broadcasterId, { level, total, achieved_at: timestamp(given.at) });
  }

  function endLater(broadcasterId: string, train: Train): void {
    clock.schedule(train.expiresAt - now(), () => {
      if (train.expiresAt > now()) return endLater(broadcasterId, train);
      const { progress, goal, expires_at, ...shown } = show(broadcasterId, train);
      const cooled = train.expiresAt + hour;
      trains.delete(broadcasterId);
      coolUntil.set(broadcasterId, cooled);
      const times = { cooldown_ends_at: timestamp(cooled), ended_at: timestamp(train.expiresAt) };
      report('end', broadcasterId, { ...shown, ...times });
    });
  }

  const endpoints: Handlers = {
    'GET /hypetrain/status'({ ownId }) {
      const train = trains.get(ownId);
      return [{ current: train ? show(ownId, train) : null, all_time_high: best(ownId), shared_all_time_high: null }];
    },
  };
  return {
    endpoints,
    /** Counts `points` of a user: the third contribution within five minutes starts a train. */
    contribute(broadcasterId: string, userId: string, type: Contribution, points: number): void {
      const at = now();
      const given = { userId, type, points, at };
      const running = trains.get(broadcasterId);
      if (running) {
        add(broadcasterId, running, given);
        report('progress', broadcasterId, show(broadcasterId, running));
        return;
      }
      if ((coolUntil.get(broadcasterId) ?? 0) > at) return;
      const lately = [...(recent.get(broadcasterId) ?? []), given].filter((each) => each.at > at - lifetime);
      recent.set(broadcasterId, lately);
      if (lately.length < contributionsToStart) return;
      recent.delete(broadcasterId);
      const { level = 0, total = 0 } = best(broadcasterId) ?? {};
      const train = { id: draw.text(27), startedAt: at, given: [], level: 1, total: 0, expiresAt: at + lifetime };
      trains.set(broadcasterId, train);
      for (const each of lately) add(broadcasterId, train, each);
      const record = { all_time_high_level: level, all_time_high_total: total };
      report('begin', broadcasterId, { ...show(broadcasterId, train), ...record });
      endLater(broadcasterId, train);
    },
  };
}
