import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { timestamp } from './values.ts';

/** What drives a train: Bits or subscriptions. */
export type Contribution = 'bits' | 'subscription';

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

/** The best train of a channel. */
export interface HypeRecord {
  readonly level: number;
  readonly total: number;
  readonly achieved_at: string;
}

/** The hype trains of all channels. */
export interface HypeTrains {
  /** The train that runs, as the API shows it, or null. */
  current(broadcasterId: string): object | null;
  /** The channel's record, or null where no train ever ran. */
  best(broadcasterId: string): HypeRecord | null;
  /** Counts `points` of a user: the third contribution within five minutes starts a train. */
  contribute(broadcasterId: string, userId: string, type: Contribution, points: number): void;
}

const contributionsToStart = 3;
const lifetime = 5 * 60_000;
const cooldown = 60 * 60_000;

// Every level takes 1000 points more than the one before.
const goalOf = (level: number) => 1000 * level;
const reachedAt = (level: number) => 500 * level * (level - 1);

/** No train runs at first; channels that can be cheered for have had one. */
export function createHypeTrains({ random, clock, world, epoch }: WorldContext): HypeTrains {
  const draw = random('hype-trains');
  const trains = new Map<string, Train>();
  const recent = new Map<string, Given[]>();
  const coolUntil = new Map<string, number>();
  const records = new Map<string, HypeRecord>();

  function best(broadcasterId: string): HypeRecord | null {
    const known = records.get(broadcasterId);
    if (known || !world.users().byId.get(broadcasterId)?.broadcaster_type) return known ?? null;
    const past = random(`hype-trains/${broadcasterId}`);
    const level = past.int(1, 6);
    return {
      level,
      total: reachedAt(level) + past.int(0, 999),
      achieved_at: timestamp(epoch - past.int(86_400, 300 * 86_400) * 1000),
    };
  }

  function show(broadcasterId: string, train: Train) {
    const sums = new Map<string, number>();
    for (const { userId, type, points } of train.given) {
      const key = `${type}/${userId}`;
      sums.set(key, (sums.get(key) ?? 0) + points);
    }
    const top = (type: Contribution) =>
      [...sums]
        .filter(([key]) => key.startsWith(`${type}/`))
        .sort(([, one], [, other]) => other - one)
        .slice(0, 1)
        .map(([key, total]) => ({ ...named(world, 'user', key.slice(type.length + 1)), type, total }));
    return {
      id: train.id,
      ...named(world, 'broadcaster_user', broadcasterId),
      level: train.level,
      total: train.total,
      progress: train.total - reachedAt(train.level),
      goal: goalOf(train.level),
      top_contributions: [...top('bits'), ...top('subscription')],
      shared_train_participants: null,
      started_at: timestamp(train.startedAt),
      expires_at: timestamp(train.expiresAt),
      type: 'regular',
      is_shared_train: false,
    };
  }

  function publish(change: 'begin' | 'progress' | 'end', broadcasterId: string, event: object): void {
    publishInChannel(world, broadcasterId, `channel.hype_train.${change}`, event, { version: '2' });
  }

  function add(broadcasterId: string, train: Train, given: Given): void {
    train.given.push(given);
    train.total += given.points;
    // A new level gives the train its full time again.
    while (train.total >= reachedAt(train.level + 1)) {
      train.level += 1;
      train.expiresAt = Math.max(train.expiresAt, given.at + lifetime);
    }
    const record = best(broadcasterId);
    if (!record || train.total > record.total) {
      const { level, total } = train;
      records.set(broadcasterId, { level, total, achieved_at: timestamp(given.at) });
    }
  }

  function endLater(broadcasterId: string, train: Train): void {
    clock.schedule(train.expiresAt - world.now(), () => {
      if (train.expiresAt > world.now()) return endLater(broadcasterId, train);
      const endedAt = train.expiresAt;
      const { progress, goal, expires_at, ...shown } = show(broadcasterId, train);
      trains.delete(broadcasterId);
      coolUntil.set(broadcasterId, endedAt + cooldown);
      publish('end', broadcasterId, {
        ...shown,
        cooldown_ends_at: timestamp(endedAt + cooldown),
        ended_at: timestamp(endedAt),
      });
    });
  }

  return {
    current(broadcasterId) {
      const train = trains.get(broadcasterId);
      return train ? show(broadcasterId, train) : null;
    },
    best,
    contribute(broadcasterId, userId, type, points) {
      const at = world.now();
      const given = { userId, type, points, at };
      const running = trains.get(broadcasterId);
      if (running) {
        add(broadcasterId, running, given);
        return publish('progress', broadcasterId, show(broadcasterId, running));
      }
      if ((coolUntil.get(broadcasterId) ?? 0) > at) return;
      const lately = [...(recent.get(broadcasterId) ?? []), given].filter((each) => each.at > at - lifetime);
      recent.set(broadcasterId, lately);
      if (lately.length < contributionsToStart) return;
      recent.delete(broadcasterId);
      const past = best(broadcasterId);
      const train = { id: draw.text(27), startedAt: at, given: [], level: 1, total: 0, expiresAt: at + lifetime };
      trains.set(broadcasterId, train);
      for (const each of lately) add(broadcasterId, train, each);
      publish('begin', broadcasterId, {
        ...show(broadcasterId, train),
        all_time_high_level: past?.level ?? 0,
        all_time_high_total: past?.total ?? 0,
      });
      endLater(broadcasterId, train);
    },
  };
}
