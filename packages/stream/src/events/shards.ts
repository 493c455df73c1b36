import { isApiError } from '@x/core';
import { pause } from '@x/core/provider';
import type { ConduitCalls } from './conduit-calls.ts';
import { type Connection, createConnection } from './connection.ts';
import { eachOf } from './in-turns.ts';
import type { Session } from './session.ts';
import type { ShardPlan, ShardStore } from './shard-store.ts';
import type { ListenerCore } from './transport.ts';
import type { WebSocketSettings } from './websocket.ts';

/** What the shards of a process need. */
export interface ShardSettings extends WebSocketSettings {
  readonly conduitId: string;
  readonly conduits: ConduitCalls;
  readonly store: ShardStore;
  readonly member: string;
  readonly ttlMs: number;
}

/** The shards that this process serves, each over a WebSocket of its own. */
export interface Shards {
  /** Reports to the store that this process is alive, and takes and lets go of shards as it plans. `shards` changes their number. */
  beat(shards?: number): Promise<void>;
  /** Assigns those shards again that the API does not have as this process does. */
  repair(): Promise<void>;
  /** The numbers of the shards that this process serves. */
  numbers(): number[];
  /** Whether all of them receive events. */
  areReady(): boolean;
  /** Resolves when those that the process serves at the moment have been assigned once. */
  ready(): Promise<void>;
}

/** A shard and its WebSocket. */
interface Lane {
  readonly connection: Connection;
  readonly assigned: PromiseWithResolvers<void>;
  fence: number;
  /** Set when another process has got the shard, or is about to. Events that still arrive are delivered. */
  leaving: object | undefined;
}

/** Creates the shards of a process. */
export function createShards(core: ListenerCore, settings: ShardSettings): Shards {
  const { conduitId, conduits, store, member, ttlMs } = settings;
  const { clock, signal } = core;
  const ended = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  const lanes = new Map<number, Lane>();
  /** Until when other processes respect the shards of this one. */
  let validUntil = Number.NEGATIVE_INFINITY;

  const served = () => [...lanes].filter(([, { leaving }]) => leaving === undefined);

  /** Assigns a shard to a session once. Returns what is wrong, or undefined. */
  async function assignOnce(shard: number, session: Session): Promise<string | undefined> {
    // A process that was suspended, or does not reach the store, may have lost the shard to another one.
    if (clock.now() >= validUntil) return 'the shard store has not responded in time';
    const transport = { method: 'websocket', session_id: session.id } as const;
    const { errors } = await conduits.shards.update({
      conduit_id: conduitId,
      shards: [{ id: String(shard), transport }],
    });
    return errors[0]?.message;
  }

  /** Assigns a shard to a session, or ends the session: the next one is tried after a pause. */
  async function assign(shard: number, session: Session): Promise<void> {
    for (let failures = 0; !session.isOver(); failures += 1) {
      try {
        const problem = await assignOnce(shard, session);
        if (problem !== undefined) session.close(`shard ${shard} could not be assigned: ${problem}`);
        return;
      } catch (error) {
        if (!isApiError(error) || !error.retryable) {
          session.close(`shard ${shard} could not be assigned: ${(error as Error).message}`);
          return;
        }
        await pause(error.retryAfterMs ?? core.backoff(failures), undefined, session.ended, clock);
      }
    }
  }

  function openLane(shard: number, fence: number): void {
    const assigned = Promise.withResolvers<void>();
    const connection = createConnection({
      url: settings.url,
      WebSocket: settings.WebSocket,
      core,
      isNeeded: () => lanes.get(shard) === lane && lane.leaving === undefined,
      async prepare(session) {
        await assign(shard, session);
        if (!session.isOver()) assigned.resolve();
      },
    });
    const lane: Lane = { connection, assigned, fence, leaving: undefined };
    lanes.set(shard, lane);
    connection.start();
  }

  /** The new owner needs a moment to take over: until then, the API sends events to this process. */
  async function letGo(shard: number, lane: Lane): Promise<void> {
    const leaving = {};
    lane.leaving = leaving;
    lane.assigned.resolve();
    await pause(ttlMs, signal, undefined, clock).catch(() => {}); // closed: the session ends anyway
    if (lane.leaving !== leaving) return; // it has come back
    lanes.delete(shard);
    lane.connection.end('another process serves the shard');
  }

  function take(shard: number, fence: number): void {
    const lane = lanes.get(shard);
    if (!lane) {
      openLane(shard, fence);
      return;
    }
    lane.leaving = undefined;
    const session = lane.connection.session();
    // With another fence it was another process's in between, to whose session the API may still send events.
    if (session && lane.fence !== fence) void assign(shard, session);
    lane.fence = fence;
    lane.connection.start();
  }

  function follow({ held }: ShardPlan): void {
    const fences = new Map(held.map(({ shard, fence }) => [shard, fence]));
    for (const [shard, lane] of served()) if (!fences.has(shard)) void letGo(shard, lane);
    for (const [shard, fence] of fences) take(shard, fence);
  }

  return {
    async beat(shards) {
      const beganAt = clock.now();
      const plan = await store.beat({ group: conduitId, member, ttlMs, shards });
      if (signal.aborted) return;
      validUntil = beganAt + ttlMs;
      follow(plan);
    },
    async repair() {
      const sessions = new Map<string, string | undefined>();
      for await (const { id, status, transport } of conduits.shards.list({ conduit_id: conduitId }))
        if (status === 'enabled') sessions.set(id, transport.session_id);
      const astray = served().filter(([shard, { connection }]) => {
        const session = connection.session();
        return session && connection.isReady() && sessions.get(String(shard)) !== session.id;
      });
      await eachOf(astray, async ([shard, { connection }]) => {
        const session = connection.session();
        if (session) await assign(shard, session);
      });
    },
    numbers: () =>
      served()
        .map(([shard]) => shard)
        .sort((one, other) => one - other),
    areReady: () => served().every(([, { connection }]) => connection.isReady()),
    async ready() {
      await Promise.race([Promise.all(served().map(([, { assigned }]) => assigned.promise)), ended]);
    },
  };
}
