import { isApiError } from '@x/core';
import { pause } from '@x/core/provider';
import type { ConduitCalls } from './conduit-calls.ts';
import { Connection } from './connection.ts';
import type { ListenerCore } from './listener-core.ts';
import type { SessionChain } from './session-chain.ts';
import type { WebSocketSettings } from './websocket.ts';

/** Settings for serving a shard. */
export interface LaneSettings extends WebSocketSettings {
  readonly conduitId: string;
  readonly conduits: ConduitCalls;
  readonly ttlMs: number;
  /** Whether this process certainly still has the shard. A process that was suspended may have lost it. */
  isCertain(): boolean;
}

/** A shard and its WebSocket. */
export class Lane {
  readonly connection: Connection;
  /** Resolves when the shard was assigned once, or is served by another process. */
  readonly assigned: Promise<void>;
  readonly #core: ListenerCore;
  readonly #settings: LaneSettings;
  readonly #shard: number;
  readonly #assigned = Promise.withResolvers<void>();
  #fence: number;
  /** Set when another process has the shard, or is about to. Events that still arrive are delivered. */
  #leaving: object | undefined;
  #isOver = false;

  constructor(core: ListenerCore, settings: LaneSettings, shard: number, fence: number) {
    const { url, WebSocket } = settings;
    this.#core = core;
    this.#settings = settings;
    this.#shard = shard;
    this.#fence = fence;
    this.assigned = this.#assigned.promise;
    this.connection = new Connection(core, {
      url,
      WebSocket,
      isNeeded: () => this.isServed,
      prepare: (sessions) => this.#prepare(sessions),
    });
    this.connection.start();
  }

  /** Whether the shard is this process's. */
  get isServed(): boolean {
    return this.#leaving === undefined && !this.#isOver;
  }

  /** Serves the shard under a fence, or continues to. */
  keep(fence: number): void {
    this.#leaving = undefined;
    // With another fence, another process had the shard in between, and the API may still send events to its session.
    if (this.#fence !== fence) void this.assign();
    this.#fence = fence;
    this.connection.start();
  }

  /**
   * Leaves the shard to another process, which needs a moment to take over: until then, the API sends events to this
   * one. Resolves to false if the shard has come back in the meantime.
   */
  async leave(): Promise<boolean> {
    const leaving = {};
    this.#leaving = leaving;
    this.#assigned.resolve();
    const { signal, clock } = this.#core;
    await pause(this.#settings.ttlMs, signal, undefined, clock).catch(() => {}); // rejects when closed
    if (this.#leaving !== leaving) return false;
    this.#isOver = true;
    this.connection.end('another process serves the shard');
    return true;
  }

  /** Assigns the shard to its session. If that fails, ends the session, so that the next one is tried after a pause. */
  async assign(): Promise<void> {
    const { sessions } = this.connection;
    if (sessions) await this.#assignTo(sessions);
  }

  async #prepare(sessions: SessionChain): Promise<void> {
    await this.#assignTo(sessions);
    if (!sessions.isOver) this.#assigned.resolve();
  }

  async #assignTo(sessions: SessionChain): Promise<void> {
    for (let failures = 0; !sessions.signal.aborted; failures += 1) {
      const { transport } = sessions;
      try {
        const problem = await this.#assignOnce(sessions);
        if (problem === undefined) return;
        await sessions.settled();
        if (sessions.transport === transport) return this.#giveUp(sessions, problem);
      } catch (error) {
        await sessions.settled();
        if (!isApiError(error) || !error.retryable) return this.#giveUp(sessions, (error as Error).message);
        const waitMs = error.retryAfterMs ?? this.#core.backoff(failures + 1);
        await pause(waitMs, sessions.signal, undefined, this.#core.clock).catch(() => {}); // rejects when they end
      }
    }
  }

  #giveUp(sessions: SessionChain, problem: string): void {
    sessions.giveUp(`shard ${this.#shard} could not be assigned: ${problem}`);
  }

  /** Assigns the shard once. Returns the problem, or undefined. */
  async #assignOnce({ transport }: SessionChain): Promise<string | undefined> {
    const { conduitId, conduits, isCertain } = this.#settings;
    if (!isCertain()) return 'the shard store has not responded in time';
    const { errors } = await conduits.shards.update({
      conduit_id: conduitId,
      shards: [{ id: String(this.#shard), transport }],
    });
    return errors[0]?.message;
  }
}
