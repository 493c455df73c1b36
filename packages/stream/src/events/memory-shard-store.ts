import type { Clock } from '@x/core';
import type { HeldShard, ShardStore } from './shard-store.ts';

interface Group {
  shards: number;
  fence: number;
  /** When each process counts as dead. */
  readonly members: Map<string, number>;
  readonly owners: Map<number, { readonly member: string; readonly fence: number }>;
}

/**
 * Divides shards among the listeners of one process: the default of a conduit's listener.
 *
 * @param clock The time; for tests. Default: the real time.
 */
export function memoryShardStore({ clock = Date }: { clock?: Clock | undefined } = {}): ShardStore {
  const groups = new Map<string, Group>();

  function groupOf(name: string): Group {
    const group = groups.get(name) ?? { shards: 0, fence: 0, members: new Map(), owners: new Map() };
    groups.set(name, group);
    for (const [member, until] of group.members) if (until <= clock.now()) group.members.delete(member);
    return group;
  }

  function freeShards({ owners, members, shards }: Group): void {
    for (const [shard, { member }] of owners) if (shard >= shards || !members.has(member)) owners.delete(shard);
  }

  return {
    async beat({ group: name, member, ttlMs, shards }) {
      const group = groupOf(name);
      const { owners, members } = group;
      members.set(member, clock.now() + ttlMs);
      group.shards = shards ?? group.shards;
      freeShards(group);

      const counts = new Map<string, number>();
      for (const { member: owner } of owners.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1);
      const least = Math.floor(group.shards / members.size);
      const withMore = [...counts].filter(([owner, count]) => owner !== member && count > least).length;
      const share = least + (withMore < group.shards % members.size ? 1 : 0);

      const held: HeldShard[] = [];
      for (let shard = 0; shard < group.shards; shard += 1) {
        const owner = owners.get(shard);
        if (owner && owner.member !== member) continue;
        if (owner && held.length >= share) owners.delete(shard);
        if (owner && held.length < share) held.push({ shard, fence: owner.fence });
      }
      for (let shard = 0; shard < group.shards && held.length < share; shard += 1) {
        if (owners.has(shard)) continue;
        group.fence += 1;
        owners.set(shard, { member, fence: group.fence });
        held.push({ shard, fence: group.fence });
      }
      return { held, members: members.size, shards: group.shards };
    },
    async leave(name, member) {
      const group = groupOf(name);
      group.members.delete(member);
      freeShards(group);
    },
  };
}
