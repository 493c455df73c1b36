import { createHash } from 'node:crypto';
import type { Clock } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { problemOfClient, type RedisClient, script, scriptRunner } from './client.ts';
import { checkPrefix } from './prefix.ts';

/** A heartbeat of a process that serves shards. */
export interface ShardBeat {
  /** Group whose processes divide shards among themselves, such as the ID of a conduit. */
  readonly group: string;
  /** ID of the process, unique in the group. */
  readonly member: string;
  /** Milliseconds after which the process counts as dead unless it beats again, above 0. */
  readonly ttlMs: number;
  /**
   * Number of shards that the process knows of, at least 1. Used while the store knows none, for example after it lost
   * its data.
   */
  readonly shards: number;
  /** Whether `shards` replaces the number that the store knows. Default `false`. */
  readonly resize?: boolean | undefined;
}

/** A shard that a process serves. */
export interface HeldShard {
  /** Number of the shard, from 0. */
  readonly shard: number;
  /** Number that is higher each time the shard gets another owner. */
  readonly fence: number;
}

/** Response to a process's heartbeat. */
export interface ShardPlan {
  /** Shards that the process serves until it counts as dead. */
  readonly held: readonly HeldShard[];
  /** Number of living processes, including this one. */
  readonly members: number;
  /** Number of shards in the group. */
  readonly shards: number;
  /**
   * Whether the process was alive before. `false` for its first heartbeat, after `ttlMs` without one, and when the
   * store lost its data.
   */
  readonly wasKnown: boolean;
  /** Revision of the text that the group shares; 0 if it shares none. */
  readonly revision: number;
}

/** A text that all processes of a group share. */
export interface SharedText {
  /** The text, at most a few megabytes. */
  readonly text: string;
  /** Number that is higher for each text that replaces another. */
  readonly revision: number;
}

/**
 * Divides shards among processes. Identical to the interface of `@x/stream/events`, which this package does not
 * install.
 */
export interface ShardStore {
  /**
   * Records that a process is alive, and returns the shards it serves, in one atomic step. Shards of dead processes are
   * free. A process takes free shards, lowest first, and releases shards, highest first, until it has its share: the
   * number of shards divided by the number of processes, where as many processes as necessary have one more.
   */
  beat(beat: ShardBeat): Promise<ShardPlan>;
  /** Removes a process, so that its shards are free at once. */
  leave(group: string, member: string): Promise<void>;
  /**
   * Returns the text that a group shares; undefined if it shares none. The store keeps it even if no process is alive.
   */
  shared(group: string): Promise<SharedText | undefined>;
  /**
   * Shares a text with all processes of a group, replacing the previous one, in one atomic step.
   *
   * @param revision Revision of a text to restore. Nothing changes if the store has one that is at least as high.
   * Default: a new revision, higher than all before, including revisions that the store lost with its data.
   * @returns The revision of the text that the group shares now.
   */
  share(group: string, text: string, revision?: number): Promise<number>;
}

/** Options of a {@link redisShardStore}. */
export interface RedisShardStoreOptions {
  /** Prefix of all keys, without braces, which Redis Cluster reserves. Default `x:shards:`. */
  prefix?: string | undefined;
  /** Longest wait for Redis to respond, in milliseconds, above 0. Default 5000. */
  timeoutMs?: number | undefined;
  /**
   * Clock by which heartbeats are counted; for tests, and the same for all processes. It does not affect `timeoutMs`.
   * Default: the Redis server's time, which is the same for all hosts.
   */
  clock?: Clock | undefined;
}

const rules = {
  prefix: optionKind.string,
  timeoutMs: optionKind.milliseconds,
  clock: optionKind.clock,
} satisfies RulesOf<RedisShardStoreOptions>;

/** Time for which a group is remembered after its last heartbeat, in milliseconds: a day. */
const rememberedMs = '86400000';

/**
 * KEYS: a group's processes, with the time at which each counts as dead; its shards, each with its fence and the
 * process that serves it. Removes dead processes, and frees their shards. A fence is derived from the clock, so that a
 * group that was lost does not start lower.
 */
const prepare = `
local time = redis.call('TIME')
local now = tonumber(ARGV[1]) or (time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local function nextFence()
  local last = tonumber(redis.call('HGET', KEYS[2], 'fence')) or 0
  local fence = string.format('%.0f', math.max(last + 1, time[1] * 1000000 + time[2]))
  redis.call('HSET', KEYS[2], 'fence', fence)
  return fence
end
local function freeShards(count)
  local alive, owners = {}, {}
  for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do alive[member] = true end
  local entries = redis.call('HGETALL', KEYS[2])
  for index = 1, #entries, 2 do
    local shard = tonumber(entries[index])
    if shard then
      local fence, member = string.match(entries[index + 1], '^(%d+) (.*)$')
      if shard >= count or not alive[member] then redis.call('HDEL', KEYS[2], entries[index])
      else owners[shard] = { fence, member } end
    end
  end
  return owners
end`;

// KEYS: as above, plus the text that the group shares. ARGV: the time, empty for the server's; the process; the
// milliseconds for which it is alive; the number of shards that it knows of; 1 if this replaces the stored number; the
// time for which the group is remembered. Returns the number of processes and of shards, whether the process was alive
// before, the revision of the shared text, then each shard with its fence.
const beat = script(`${prepare}
local wasKnown = redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[2]) == 0 and 1 or 0
if ARGV[5] == '1' then redis.call('HSET', KEYS[2], 'shards', ARGV[4])
else redis.call('HSETNX', KEYS[2], 'shards', ARGV[4]) end
local count = tonumber(redis.call('HGET', KEYS[2], 'shards')) or 0
local members = redis.call('ZCARD', KEYS[1])
local owners = freeShards(count)
local counts, least, withMore = {}, math.floor(count / members), 0
for _, owner in pairs(owners) do counts[owner[2]] = (counts[owner[2]] or 0) + 1 end
for member, number in pairs(counts) do
  if member ~= ARGV[2] and number > least then withMore = withMore + 1 end
end
local share = least + (withMore < count % members and 1 or 0)
local held = {}
for shard = 0, count - 1 do
  local owner = owners[shard]
  if owner and owner[2] == ARGV[2] then
    if #held < share then held[#held + 1] = shard .. ' ' .. owner[1]
    else redis.call('HDEL', KEYS[2], shard) end
  end
end
local shard = 0
while shard < count and #held < share do
  if not owners[shard] then
    local fence = nextFence()
    redis.call('HSET', KEYS[2], shard, fence .. ' ' .. ARGV[2])
    held[#held + 1] = shard .. ' ' .. fence
  end
  shard = shard + 1
end
redis.call('PEXPIRE', KEYS[1], ARGV[6])
redis.call('PEXPIRE', KEYS[2], ARGV[6])
return { members, count, wasKnown, redis.call('HGET', KEYS[3], 'revision') or '0', held }`);

// ARGV: the time, empty for the server's; the process.
const leave = script(`${prepare}
redis.call('ZREM', KEYS[1], ARGV[2])
freeShards(tonumber(redis.call('HGET', KEYS[2], 'shards')) or 0)
return 1`);

// KEYS: as above, but only the last one is used. ARGV: the time, empty for the server's; the text; its revision, empty
// for a new one. A revision is derived from the clock, so that a group that was lost does not start lower. Returns the
// revision of the stored text.
const share = script(`
local time = redis.call('TIME')
local known = tonumber(redis.call('HGET', KEYS[3], 'revision')) or 0
local micros = ARGV[1] ~= '' and ARGV[1] * 1000 or time[1] * 1000000 + time[2]
local revision = tonumber(ARGV[3]) or math.max(known + 1, micros)
if revision <= known then return string.format('%.0f', known) end
local stored = string.format('%.0f', revision)
redis.call('HSET', KEYS[3], 'revision', stored, 'text', ARGV[2])
return stored`);

// The text stays even if no process is alive, because it also shows which conduit belongs to the processes.
const shared = script(`return redis.call('HMGET', KEYS[3], 'revision', 'text')`);

/**
 * Creates a store that divides a conduit's shards among the processes and hosts that use the same server and prefix.
 * Pass it as the `store` of a conduit listener from `@x/stream/events`. Each heartbeat of a process is one round trip
 * and one atomic step. The others take over the shards of a dead process.
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws ApiError `invalid_params` when `client` is not one of them, or an option is unknown or invalid. Error from
 * every method when Redis fails or does not respond in time: listeners then keep their WebSockets, and assign no shard
 * until Redis responds.
 * @example
 * const store = redisShardStore(await createClient({ url }).connect());
 * const events = createEventListener(stream, { transport: 'conduit', shards: 8, store });
 */
export function redisShardStore(client: RedisClient, options: RedisShardStoreOptions = {}): ShardStore {
  checkOptions(
    { provider: 'redis', operation: 'redisShardStore', below: redisShardStore },
    options,
    rules,
    problemOfClient(client),
  );
  const { prefix = 'x:shards:', timeoutMs = 5000, clock } = options;
  checkPrefix('redisShardStore', prefix);
  const run = scriptRunner(client, timeoutMs);
  const now = () => String(clock?.now() ?? '');

  // The braces put all keys of a group into one cluster slot.
  function keysOf(group: string): string[] {
    const name = `${prefix}{${createHash('sha256').update(group).digest('hex')}}`;
    return [`${name}:members`, name, `${name}:shared`];
  }

  return {
    async beat({ group, member, ttlMs, shards: known, resize }) {
      const values = [now(), member, String(ttlMs), String(known), resize ? '1' : '', rememberedMs];
      const result = await run(beat, keysOf(group), values);
      const [members, shards, wasKnown, revision, entries] = result as [number, number, number, string, string[]];
      const held = entries.map((entry) => {
        const [shard = 0, fence = 0] = entry.split(' ').map(Number);
        return { shard, fence };
      });
      return { held, members, shards, wasKnown: wasKnown === 1, revision: Number(revision) };
    },
    async leave(group, member) {
      await run(leave, keysOf(group), [now(), member]);
    },
    async shared(group) {
      const [revision, text] = (await run(shared, keysOf(group), [])) as [string | null, string | null];
      return typeof text === 'string' ? { text, revision: Number(revision) } : undefined;
    },
    async share(group, text, revision) {
      return Number(await run(share, keysOf(group), [now(), text, String(revision ?? '')]));
    },
  };
}
