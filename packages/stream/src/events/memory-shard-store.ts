import type { Clock } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions } from '@x/core/options';
import type { HeldShard, ShardBeat, ShardPlan, ShardStore, SharedText } from './shard-store.ts';

const shardStoreRules = { clock: optionKind.clock };

/**
 * Creates a store that divides shards among the listeners of one process, the default of conduit listeners.
 *
 * @param options `clock` is the time, for tests. Default: the real time.
 * @throws ApiError `invalid_params` when an option is unknown or invalid.
 */
export function memoryShardStore(options: { clock?: Clock | undefined } = {}): ShardStore {
  checkOptions(
    { provider: 'stream', operation: 'memoryShardStore', below: memoryShardStore },
    options,
    shardStoreRules,
  );
  return new MemoryShardStore(options.clock ?? Date);
}

class MemoryShardStore implements ShardStore {
  readonly #clock: Clock;
  readonly #groups = new Map<string, Group>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async beat(beat: ShardBeat): Promise<ShardPlan> {
    return this.#groupOf(beat.group).beat(beat, this.#clock.now());
  }

  async leave(group: string, member: string): Promise<void> {
    this.#groupOf(group).leave(member);
  }

  async shared(group: string): Promise<SharedText | undefined> {
    return this.#groupOf(group).shared;
  }

  async share(name: string, text: string, revision?: number): Promise<number> {
    const group = this.#groupOf(name);
    const known = group.shared?.revision ?? 0;
    // Revisions are taken from the clock, so that a group whose data was lost does not start lower.
    const next = revision ?? Math.max(known + 1, this.#clock.now() * 1000);
    if (next > known) group.shared = { text, revision: next };
    return Math.max(next, known);
  }

  #groupOf(name: string): Group {
    const group = this.#groups.get(name) ?? new Group();
    this.#groups.set(name, group);
    group.removeDead(this.#clock.now());
    return group;
  }
}

interface Owner {
  readonly member: string;
  readonly fence: number;
}

/** The processes of a group, and the shards that they serve. */
class Group {
  shared: SharedText | undefined;
  #shards = 0;
  #fence = 0;
  /** Time at which each process counts as dead. */
  readonly #members = new Map<string, number>();
  readonly #owners = new Map<number, Owner>();

  removeDead(now: number): void {
    for (const [member, until] of this.#members) if (until <= now) this.#members.delete(member);
  }

  beat({ member, ttlMs, shards, resize }: ShardBeat, now: number): ShardPlan {
    const wasKnown = this.#members.has(member);
    this.#members.set(member, now + ttlMs);
    if (resize || this.#shards === 0) this.#shards = shards;
    this.#freeShards();
    const share = this.#shareOf(member);
    const held = this.#takeFree(member, share, this.#keep(member, share));
    return { held, members: this.#members.size, shards: this.#shards, wasKnown, revision: this.shared?.revision ?? 0 };
  }

  leave(member: string): void {
    this.#members.delete(member);
    this.#freeShards();
  }

  #freeShards(): void {
    for (const [shard, { member }] of this.#owners)
      if (shard >= this.#shards || !this.#members.has(member)) this.#owners.delete(shard);
  }

  /** Returns how many shards a process should serve. As many processes as necessary have one more. */
  #shareOf(member: string): number {
    const counts = new Map<string, number>();
    for (const { member: owner } of this.#owners.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    const least = Math.floor(this.#shards / this.#members.size);
    const withMore = [...counts].filter(([owner, count]) => owner !== member && count > least).length;
    return least + (withMore < this.#shards % this.#members.size ? 1 : 0);
  }

  /** Keeps the lowest shards of a process, and lets go of those beyond its share. */
  #keep(member: string, share: number): HeldShard[] {
    const held: HeldShard[] = [];
    for (let shard = 0; shard < this.#shards; shard += 1) {
      const owner = this.#owners.get(shard);
      if (owner?.member !== member) continue;
      if (held.length < share) held.push({ shard, fence: owner.fence });
      else this.#owners.delete(shard);
    }
    return held;
  }

  #takeFree(member: string, share: number, held: readonly HeldShard[]): HeldShard[] {
    const all = [...held];
    for (let shard = 0; shard < this.#shards && all.length < share; shard += 1) {
      if (this.#owners.has(shard)) continue;
      this.#fence += 1;
      this.#owners.set(shard, { member, fence: this.#fence });
      all.push({ shard, fence: this.#fence });
    }
    return all;
  }
}
