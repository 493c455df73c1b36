import type { SandboxContext } from '../../../shared/context.ts';
import { uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Settings } from '../options.ts';
import { preciseTime, type ShownSubscription } from './messenger.ts';
import type { Session, SessionEnd, Sessions } from './sessions.ts';
import { type Outlet, showTarget, type Target } from './transport.ts';

type ShardStatus =
  | 'enabled'
  | 'webhook_callback_verification_pending'
  | 'webhook_callback_verification_failed'
  | 'notification_failures_exceeded'
  | SessionEnd;

/** One of the receivers that share a conduit's messages. */
export interface Shard {
  readonly id: string;
  target: Target;
  status: ShardStatus;
}

/** A group of receivers. Its subscriptions outlive the receivers. */
export interface Conduit {
  readonly id: string;
  shardCount: number;
  /** Shards by number. Unassigned shards are missing. */
  readonly shards: Map<number, Shard>;
  /** Number of messages that it has passed on. */
  sent: number;
}

/** The app's conduits. */
export type Conduits = ReturnType<typeof createConduits>;

/** Creates the register of conduits. */
export function createConduits(
  { clock, random }: SandboxContext,
  settings: Settings,
  world: World,
  outlet: Outlet,
  sessions: Sessions,
) {
  const draw = random('conduits');
  const conduits = new Map<string, Conduit>();

  function next(conduit: Conduit): Shard | undefined {
    const enabled = [...conduit.shards.values()].filter((shard) => shard.status === 'enabled');
    return enabled[conduit.sent++ % enabled.length];
  }

  function disable({ id: conduit_id }: Conduit, shard: Shard, status: ShardStatus): void {
    if (shard.status !== 'enabled') return;
    shard.status = status;
    const nothing = { callback: null, session_id: null, connected_at: null, disconnected_at: null };
    const transport = { ...nothing, ...showTarget(shard.target) };
    world.events.publish({
      type: 'conduit.shard.disabled',
      version: '1',
      subject: { client_id: settings.clientId, conduit_id },
      event: { conduit_id, shard_id: shard.id, status: shard.status, transport },
    });
  }

  const shardsOf = (session: Session) =>
    [...conduits.values()].flatMap((conduit) =>
      [...conduit.shards.values()]
        .filter(({ target }) => 'session' in target && target.session === session)
        .map((shard) => ({ conduit, shard })),
    );
  sessions.listen({
    moved(from, to) {
      for (const { shard } of shardsOf(from)) shard.target = { session: to };
    },
    ended(session, why) {
      for (const { conduit, shard } of shardsOf(session)) disable(conduit, shard, why);
    },
  });

  return {
    all: () => [...conduits.values()],
    find: (id: string) => conduits.get(id),
    add(shardCount: number): Conduit {
      const conduit = { id: uuid(draw), shardCount, shards: new Map(), sent: 0 };
      conduits.set(conduit.id, conduit);
      return conduit;
    },
    /** Changes the number of shards and removes shards beyond it. */
    resize(conduit: Conduit, shardCount: number): void {
      conduit.shardCount = shardCount;
      for (const index of conduit.shards.keys()) if (index >= shardCount) conduit.shards.delete(index);
    },
    remove: ({ id }: Conduit) => void conduits.delete(id),
    /** Sets where a shard sends its events. A webhook must pass the challenge first. */
    assign(conduit: Conduit, index: number, target: Target): Shard {
      const status = 'session' in target ? 'enabled' : 'webhook_callback_verification_pending';
      const shard: Shard = { id: String(index), target, status };
      conduit.shards.set(index, shard);
      // A challenge belongs to a subscription. A shard's challenge has none, so the shard stands in for it.
      const standIn = {
        id: conduit.id,
        status,
        type: 'conduit.shard',
        version: '1',
        condition: { conduit_id: conduit.id, shard_id: shard.id },
        created_at: preciseTime(clock.now()),
        transport: showTarget(target),
        cost: 0,
      };
      outlet.open(target, standIn, (isVerified) => {
        shard.status = isVerified ? 'enabled' : 'webhook_callback_verification_failed';
      });
      return shard;
    },
    /** Passes an event to the enabled shards in turn. Without an enabled shard the event is lost. */
    notify(conduit: Conduit, subscription: ShownSubscription, event: object): void {
      const shard = next(conduit);
      if (!shard) return;
      outlet.notify(shard.target, subscription, event, () => disable(conduit, shard, 'notification_failures_exceeded'));
    },
    /** Reports to one of the shards that a subscription has ended. */
    revoke(conduit: Conduit, subscription: ShownSubscription): void {
      const shard = next(conduit);
      if (shard) outlet.revoke(shard.target, subscription);
    },
  };
}
