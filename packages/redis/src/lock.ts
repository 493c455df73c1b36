import { randomUUID } from 'node:crypto';
import { type RunScript, script } from './client.ts';

/**
 * Lua: `nextFence(last)` returns a number larger than `last`, the fence of the entry KEYS[1], and stores it. It is taken from
 * the clock, so that an entry that was lost starts no lower.
 */
export const nextFence = `
local function nextFence(last)
  local time = redis.call('TIME')
  local fence = string.format('%.0f', math.max((tonumber(last) or 0) + 1, time[1] * 1000000 + time[2]))
  redis.call('HSET', KEYS[1], 'fence', fence)
  return fence
end`;

/** What the acquiring script reports. */
const [isHeld, isAcquired, isChanged] = [0, 1, 2];

/**
 * Takes the lock, and reads the entry in the same step. KEYS: the entry, its lock. ARGV: the owner; for how many milliseconds
 * the lock lasts; the version of the entry that the owner has seen, `none`, or `*` where it makes no difference. When the
 * entry has a grant of another version, the lock is not taken: the owner may not need it.
 *
 * Returns whether the lock was acquired, is held by another owner, or the entry has changed; the fence; the version; the grant.
 */
const acquire = script(`${nextFence}
local fence, version, grant = unpack(redis.call('HMGET', KEYS[1], 'fence', 'by', 'grant'))
version = version or ''
local holder = redis.call('GET', KEYS[2])
-- Asked again by the same owner, it has the lock already: clients repeat commands whose response was lost with the connection.
if holder ~= ARGV[1] then
  if grant and ARGV[3] ~= '*' and ARGV[3] ~= version then return { ${isChanged}, '', version, grant } end
  if holder then return { ${isHeld}, '', version, grant } end
  redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2])
end
fence = nextFence(fence)
if not grant then redis.call('PEXPIRE', KEYS[1], 86400000) end
return { ${isAcquired}, fence, version, grant }`);

const extend = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`);

const release = script(`
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`);

/** How long a lock lasts, how it is waited for, and the time; in milliseconds. */
export interface LockTimes {
  readonly ttlMs: number;
  readonly waitMs: number;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** An entry as it is stored. */
export interface Entry {
  /** The fence of the last write; empty before the first. */
  readonly version: string;
  /** The grant, as it is stored. Null when there is none. */
  readonly grant: string | null;
}

/** A lock that is held. */
export interface Lock extends Entry {
  /** Names the holder in Redis. */
  readonly owner: string;
  /** Larger than that of every earlier holder. */
  readonly fence: string;
  /** Stops keeping the lock alive. For a holder whose last write has released it. */
  end(): void;
  release(): Promise<void>;
}

/** How a caller looks at an entry before it waits for its lock. */
export interface Look<T> {
  /** The version that the caller has seen; undefined: none. */
  readonly seen: string | undefined;
  /** Shows the caller an entry that it has not seen. Resolves with a result when the caller needs no lock for it. */
  onChange(entry: Entry): Promise<{ readonly value: T } | undefined>;
}

const [firstPauseMs, longestPauseMs] = [20, 250];

/** The key of the lock of an entry. */
export const lockOf = (entry: string) => `${entry}:lock`;

/**
 * Waits for the lock of an entry and keeps it alive until it is released. A caller that waits asks again, at growing distances.
 *
 * @param look How the caller looks at the entry first.
 * @returns The lock; or the result of `look`, without the lock.
 * @throws Error when it is not free within `waitMs`, or Redis fails.
 */
export async function takeLock(run: RunScript, entry: string, times: LockTimes): Promise<Lock>;
export async function takeLock<T>(
  run: RunScript,
  entry: string,
  times: LockTimes,
  look: Look<T> | undefined,
): Promise<Lock | { readonly value: T }>;
export async function takeLock<T>(
  run: RunScript,
  entry: string,
  times: LockTimes,
  look?: Look<T>,
): Promise<Lock | { readonly value: T }> {
  const { ttlMs, waitMs, now, random, sleep } = times;
  const key = lockOf(entry);
  const owner = randomUUID();
  const letGo = async () => void (await run(release, [key], [owner]).catch(() => {})); // its time runs out anyway
  const startedAt = now();
  let seen = look ? (look.seen ?? 'none') : '*';

  for (let pauseMs = firstPauseMs; ; ) {
    const response = await run(acquire, [entry, key], [owner, String(ttlMs), seen]).catch((error) => {
      void letGo(); // it may have been taken all the same
      throw error;
    });
    const [outcome, fence, version, grant] = response as [number, string, string, string | null];
    if (outcome === isAcquired) {
      // Real time: Redis ends a lock by its own clock.
      const timer = setInterval(() => void run(extend, [key], [owner, String(ttlMs)]).catch(() => {}), ttlMs / 3);
      (timer as { unref?(): void }).unref?.();
      const end = () => clearInterval(timer);
      return {
        owner,
        fence,
        version,
        grant,
        end,
        release() {
          end();
          return letGo();
        },
      };
    }
    const isNew = outcome === isChanged;
    if (isNew) {
      seen = version;
      const result = await look?.onChange({ version, grant });
      if (result) return result;
    }
    if (now() - startedAt >= waitMs)
      throw new Error(
        `the lock was not free within lockWaitMs (${waitMs} ms): another process is still renewing the grant. ` +
          'Increase lockWaitMs, or try again',
      );
    if (isNew) continue;
    await sleep(pauseMs * (0.5 + random()));
    pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
  }
}
