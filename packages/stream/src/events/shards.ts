import { type Health, healthOfConnections } from './health.ts';
import { eachOf } from './in-turns.ts';
import { Lane, type LaneSettings } from './lane.ts';
import type { ListenerCore } from './listener-core.ts';
import type { ShardPlan, ShardStore } from './shard-store.ts';

/** Settings of a process's shards. */
export interface ShardSettings extends Omit<LaneSettings, 'isCertain'> {
  readonly store: ShardStore;
  /** ID of the process. */
  readonly member: string;
}

/** The shards that this process serves, each over a WebSocket of its own. */
export class Shards {
  readonly #core: ListenerCore;
  readonly #settings: ShardSettings;
  readonly #lanes = new Map<number, Lane>();
  /** Number of shards of the conduit, as far as the process knows. */
  #count: number;
  /** Time until which other processes respect this one's shards; undefined before its first heartbeat. */
  #validUntil: number | undefined;

  constructor(core: ListenerCore, settings: ShardSettings, count: number) {
    this.#core = core;
    this.#settings = settings;
    this.#count = count;
  }

  /** Number of shards of the conduit. */
  get count(): number {
    return this.#count;
  }

  /** The numbers of the shards that this process serves. */
  get numbers(): number[] {
    return this.#served()
      .map(([shard]) => shard)
      .sort((one, other) => one - other);
  }

  /**
   * Sends a heartbeat to the store, and takes and releases shards as it plans. Each heartbeat has the number of shards,
   * so that a store that has lost its data plans as before.
   *
   * @param resizeTo Changes the number of shards.
   */
  async beat(resizeTo?: number): Promise<ShardPlan> {
    const { store, conduitId: group, member, ttlMs } = this.#settings;
    const beganAt = this.#core.clock.now();
    const shards = resizeTo ?? this.#count;
    const plan = await store.beat({ group, member, ttlMs, shards, resize: resizeTo !== undefined });
    if (this.#core.signal.aborted) return plan;
    if (!plan.wasKnown && this.#validUntil !== undefined) this.#reportLoss();
    this.#count = plan.shards;
    this.#validUntil = beganAt + ttlMs;
    this.#follow(plan);
    this.#core.changes.notify();
    return plan;
  }

  /** Reassigns shards that the API has assigned differently. */
  async repair(): Promise<void> {
    const { conduits, conduitId } = this.#settings;
    const sessions = new Map<string, string | undefined>();
    for await (const { id, status, transport } of conduits.shards.list({ conduit_id: conduitId }))
      if (status === 'enabled') sessions.set(id, transport.session_id);
    const astray = this.#served().filter(([shard, { connection }]) => {
      const session = connection.isReady ? connection.sessions?.session : undefined;
      return session && sessions.get(String(shard)) !== session.id;
    });
    await eachOf(astray, ([, lane]) => lane.assign());
  }

  /** Whether the processes agree on the shards, and all of this one receive events. */
  health(): Health {
    if (!this.#isCertain()) return { status: 'degraded', reason: 'the shard store has not responded in time' };
    return healthOfConnections(this.#served().map(([, { connection }]) => connection));
  }

  /** Resolves when the shards that the process currently serves have been assigned once. */
  async ready(): Promise<void> {
    await Promise.all(this.#served().map(([, { assigned }]) => assigned));
  }

  #served(): [number, Lane][] {
    return [...this.#lanes].filter(([, { isServed }]) => isServed);
  }

  #isCertain(): boolean {
    return this.#validUntil !== undefined && this.#core.clock.now() < this.#validUntil;
  }

  #reportLoss(): void {
    const reason = this.#isCertain()
      ? 'the shard store has lost its data'
      : `the process has not reached the shard store for ${this.#settings.ttlMs} ms`;
    this.#core.report('shards_lost', { reason });
  }

  #follow({ held }: ShardPlan): void {
    const fences = new Map(held.map(({ shard, fence }) => [shard, fence]));
    for (const [shard, lane] of this.#served()) if (!fences.has(shard)) void this.#letGo(shard, lane);
    for (const [shard, fence] of fences) this.#take(shard, fence);
  }

  async #letGo(shard: number, lane: Lane): Promise<void> {
    if (await lane.leave()) this.#lanes.delete(shard);
  }

  #take(shard: number, fence: number): void {
    const lane = this.#lanes.get(shard);
    if (lane) lane.keep(fence);
    else
      this.#lanes.set(
        shard,
        new Lane(this.#core, { ...this.#settings, isCertain: () => this.#isCertain() }, shard, fence),
      );
  }
}
