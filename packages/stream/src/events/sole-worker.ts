import { pause } from '@x/core/provider';
import { inTurns } from './in-turns.ts';
import type { ListenerCore } from './listener-core.ts';
import type { ShardStore } from './shard-store.ts';

/** Milliseconds between two checks of whether it is this process's turn. */
const turnMs = 500;

/** Does work that only one process of the fleet may do at a time. */
export class SoleWorker {
  readonly #core: ListenerCore;
  readonly #store: ShardStore;
  readonly #member: string;
  readonly #ttlMs: number;
  // The store distinguishes processes, not two pieces of work of one of them.
  readonly #inTurn = inTurns();

  constructor(core: ListenerCore, { store, member, ttlMs }: { store: ShardStore; member: string; ttlMs: number }) {
    this.#core = core;
    this.#store = store;
    this.#member = member;
    this.#ttlMs = ttlMs;
  }

  /** Runs work when it is this process's turn. Other processes wait; a dead one is replaced. */
  run<T>(group: string, work: () => Promise<T>): Promise<T> {
    return this.#inTurn(() => this.#runNow(group, work));
  }

  async #runNow<T>(group: string, work: () => Promise<T>): Promise<T> {
    const { clock, signal } = this.#core;
    const waitMs = Math.min(this.#ttlMs / 3, turnMs);
    while (!(await this.#beat(group))) await pause(waitMs, signal, undefined, clock);
    const done = new AbortController();
    this.#keepBeating(group, done.signal).catch(() => {}); // the work is done
    try {
      return await work();
    } finally {
      done.abort();
      await this.#store.leave(group, this.#member);
    }
  }

  /** Returns whether it is this process's turn. A group with one shard is served by exactly one process. */
  async #beat(group: string): Promise<boolean> {
    const { held } = await this.#store.beat({ group, member: this.#member, ttlMs: this.#ttlMs, shards: 1 });
    return held.length > 0;
  }

  async #keepBeating(group: string, done: AbortSignal): Promise<never> {
    for (;;) {
      await pause(this.#ttlMs / 3, done, undefined, this.#core.clock);
      await this.#beat(group).catch(() => {}); // the next one may succeed before the time is over
    }
  }
}
