import { pause } from '@x/core/provider';
import type { Conduit } from '../resources/eventsub.ts';
import { createAppSubscriptions } from './app-subscriptions.ts';
import type { ConduitCalls } from './conduit-calls.ts';
import { failure } from './failure.ts';
import { inTurns } from './in-turns.ts';
import { createShards, type ShardSettings, type Shards } from './shards.ts';
import type { SubscriptionCalls } from './subscriber.ts';
import type { ListenerCore, Transport } from './transport.ts';

/** How the shards of a conduit are served. */
export interface ConduitSettings extends Omit<ShardSettings, 'conduitId'> {
  /** Undefined: the only conduit of the app, which is created where there is none. */
  readonly conduitId: string | undefined;
  /** Number of shards. Undefined: as many as the conduit has. */
  readonly shardCount: number | undefined;
  readonly checkMs: number;
}

/** The transport of a conduit, whose number of shards can change. */
export interface ConduitTransport extends Transport {
  scale(shards: number): Promise<void>;
}

/** Milliseconds between two looks at whether it is this process's turn. */
const turnMs = 500;

/** What exists while a conduit is served. */
interface Serving {
  readonly id: string;
  readonly shards: Shards;
  readonly subscriptions: ReturnType<typeof createAppSubscriptions>;
}

/** Receives the events of an app over WebSockets, which are divided among processes. */
export function createConduitTransport(
  core: ListenerCore,
  calls: { readonly subscriptions: SubscriptionCalls; readonly conduits: ConduitCalls },
  settings: ConduitSettings,
): ConduitTransport {
  const { clock, signal } = core;
  const { conduits } = calls;
  const { store, member, ttlMs, checkMs, shardCount } = settings;
  const beatMs = ttlMs / 3;
  const inTurn = inTurns();
  let starting: Promise<Serving> | undefined;
  let serving: Serving | undefined;

  /** Runs work that only one process of the fleet may do at a time. The others wait; a dead one is replaced. */
  async function alone<T>(group: string, work: () => Promise<T>): Promise<T> {
    const beat = () => store.beat({ group, member, ttlMs, shards: 1 });
    while ((await beat()).held.length === 0) await pause(Math.min(beatMs, turnMs), signal, undefined, clock);
    const done = new AbortController();
    const keepBeating = async () => {
      for (;;) {
        await pause(beatMs, done.signal, undefined, clock);
        await beat().catch(() => {}); // the next one may succeed before the time is over
      }
    };
    keepBeating().catch(() => {}); // the work is done
    try {
      return await work();
    } finally {
      done.abort();
      await store.leave(group, member);
    }
  }

  /** The conduit, which is created where there is none. */
  async function findConduit(): Promise<Conduit> {
    const { items } = await conduits.list();
    const { conduitId } = settings;
    const found = conduitId === undefined ? items : items.filter(({ id }) => id === conduitId);
    const [only] = found;
    if (only && found.length === 1) return only;
    if (conduitId !== undefined)
      throw failure(
        'events.setSubscriptions',
        'not_found',
        `the app has no conduit ${conduitId}. Pass the ID of one that it has, or none`,
      );
    if (only)
      throw failure(
        'events.setSubscriptions',
        'conflict',
        `the app has ${found.length} conduits. Pass the ID of one of them as conduitId`,
      );
    return conduits.create({ shard_count: shardCount ?? 1 });
  }

  async function start(): Promise<Serving> {
    const conduit = await alone('setup', async () => {
      const found = await findConduit();
      if (shardCount === undefined || found.shard_count === shardCount) return found;
      return conduits.update({ id: found.id, shard_count: shardCount });
    });
    const { id } = conduit;
    const started = {
      id,
      shards: createShards(core, { ...settings, conduitId: id }),
      subscriptions: createAppSubscriptions(core, calls.subscriptions, {
        transport: { method: 'conduit', conduit_id: id },
        owns: (transport) => transport.conduit_id === id,
        isOver: () => signal.aborted,
        ended: new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
      }),
    };
    await started.shards.beat(conduit.shard_count);
    void every(beatMs, () => started.shards.beat());
    void every(checkMs, () => check(started));
    serving = started;
    return started;
  }

  async function every(ms: number, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await pause(ms, signal, undefined, clock).catch(() => {}); // closed: the loop ends
      if (!signal.aborted) await work().catch(core.fail);
    }
  }

  /** Each process looks after its shards; the one that serves the first shard looks after the subscriptions of all. */
  async function check({ shards, subscriptions }: Serving): Promise<void> {
    await shards.repair();
    if (shards.numbers().includes(0)) await subscriptions.repair();
  }

  return {
    setSubscriptions: (wanted) =>
      inTurn(async () => {
        starting ??= start();
        const { id, shards, subscriptions } = await starting.catch((error) => {
          starting = undefined; // the next call tries again
          throw error;
        });
        // The first shards come before the subscriptions, so that no event is lost.
        await shards.ready();
        await alone(`${id}:subscriptions`, () => subscriptions.setSubscriptions(wanted));
      }),
    scale: (shards) =>
      inTurn(async () => {
        if (!serving) throw failure('events.scale', 'rejected', 'nothing is served yet. Call setSubscriptions first');
        await conduits.update({ id: serving.id, shard_count: shards });
        await serving.shards.beat(shards);
      }),
    status() {
      if (!starting) return 'idle';
      if (!serving) return 'connecting';
      if (serving.shards.areReady()) return 'connected';
      return serving.subscriptions.held().length > 0 ? 'disconnected' : 'connecting';
    },
    held: () => serving?.subscriptions.held() ?? [],
    shards: () => serving?.shards.numbers() ?? [],
    async close() {
      if (serving) await store.leave(serving.id, member);
    },
  };
}
