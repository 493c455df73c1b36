import { createHash } from 'node:crypto';
import type { Acquisition, EntryStorage } from '@x/stores';
import { type RunScript, script } from './client.ts';

/**
 * Lua: `nextFence(last)` returns a number larger than `last`, the fence of the entry KEYS[1], and stores it. It is
 * derived from the clock, so that an entry that was lost does not start lower.
 */
const nextFence = `
local function nextFence(last)
  local time = redis.call('TIME')
  local fence = string.format('%.0f', math.max((tonumber(last) or 0) + 1, time[1] * 1000000 + time[2]))
  redis.call('HSET', KEYS[1], 'fence', fence)
  return fence
end`;

const read = script(`return redis.call('HMGET', KEYS[1], 'grant', 'by')`);

// KEYS: the entry, its lock. ARGV: the writer's fence, empty without a lock; the grant, empty to delete it; the
// milliseconds for which it is stored, or empty; the owner of the lock, if this write releases it, or empty. Returns
// whether it was written, and the version of the entry.
const write = script(`${nextFence}
local by, last = unpack(redis.call('HMGET', KEYS[1], 'by', 'fence'))
local isWritten = ARGV[1] == '' or tonumber(ARGV[1]) >= (tonumber(by) or 0)
if isWritten then
  by = ARGV[1] ~= '' and ARGV[1] or nextFence(last)
  if ARGV[2] == '' then
    redis.call('HSET', KEYS[1], 'by', by)
    redis.call('HDEL', KEYS[1], 'grant')
    redis.call('PEXPIRE', KEYS[1], 86400000)
  else
    redis.call('HSET', KEYS[1], 'by', by, 'grant', ARGV[2])
    if ARGV[3] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[3]) else redis.call('PERSIST', KEYS[1]) end
  end
end
if ARGV[4] ~= '' and redis.call('GET', KEYS[2]) == ARGV[4] then redis.call('DEL', KEYS[2]) end
return { isWritten and 1 or 0, by }`);

// KEYS: the entry, its lock. ARGV: the owner; the duration of the lock in milliseconds; the version of the entry that
// the owner has seen, `none`, or `*` if it makes no difference. Returns the index of the outcome, the fence, the
// version, and the grant.
const acquire = script(`${nextFence}
local fence, version, grant = unpack(redis.call('HMGET', KEYS[1], 'fence', 'by', 'grant'))
version = version or ''
local holder = redis.call('GET', KEYS[2])
-- The same owner may ask again, because clients repeat commands whose response was lost with the connection.
if holder ~= ARGV[1] then
  if grant and ARGV[3] ~= '*' and ARGV[3] ~= version then return { 2, '', version, grant } end
  if holder then return { 0, '', version, grant } end
  redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2])
end
fence = nextFence(fence)
if not grant then redis.call('PEXPIRE', KEYS[1], 86400000) end
return { 1, fence, version, grant }`);

/** Outcomes of the script that acquires a lock, by index. */
const outcomes = ['held', 'acquired', 'changed'] as const;

const extend = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`);

const release = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`);

/** Returns the entries in Redis whose keys begin with a prefix. */
export function redisEntries(run: RunScript, prefix: string): EntryStorage {
  // The braces put an entry and its lock into one cluster slot.
  const entryOf = (key: string) => `${prefix}{${createHash('sha256').update(key).digest('hex')}}`;
  const lockOf = (key: string) => `${entryOf(key)}:lock`;

  return {
    async read(key) {
      const [text, version] = (await run(read, [entryOf(key)], [])) as [string | null, string | null];
      return { text, version: version ?? '' };
    },
    async write(key, { fence = '', text, storedMs = '', release: owner = '' }) {
      const values = [fence, text ?? '', String(storedMs), owner];
      const [isWritten, version] = (await run(write, [entryOf(key), lockOf(key)], values)) as [number, string];
      return { isWritten: isWritten === 1, version };
    },
    async acquire(key, owner, ttlMs, seen = '*') {
      const response = await run(acquire, [entryOf(key), lockOf(key)], [owner, String(ttlMs), seen]);
      const [index, fence, version, text] = response as [number, string, string, string | null];
      return { outcome: outcomes[index] ?? 'held', fence, version, text } as Acquisition;
    },
    extend: (key, owner, ttlMs) => run(extend, [lockOf(key)], [owner, String(ttlMs)]),
    release: (key, owner) => run(release, [lockOf(key)], [owner]),
  };
}
