import { randomUUID } from 'node:crypto';
import { type RunScript, script } from './client.ts';

/** Lua: `nextFence()` counts up the fence of the entry KEYS[1]. From the clock: an entry that was lost starts no lower. */
export const nextFence = `
local function nextFence()
  local time = redis.call('TIME')
  local last = tonumber(redis.call('HGET', KEYS[1], 'fence') or 0)
  local fence = string.format('%.0f', math.max(last + 1, time[1] * 1000000 + time[2]))
  redis.call('HSET', KEYS[1], 'fence', fence)
  return fence
end`;

// Asked again by the same owner, it is his already: clients repeat commands whose answer was lost with the connection.
const acquire = script(`${nextFence}
local free = redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2])
if not free and redis.call('GET', KEYS[2]) ~= ARGV[1] then return false end
local fence = nextFence()
if redis.call('HEXISTS', KEYS[1], 'grant') == 0 then redis.call('PEXPIRE', KEYS[1], 86400000) end
return fence`);

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

/** A lock that is held. */
export interface Lock {
  /** Larger than that of every earlier holder. */
  readonly fence: string;
  release(): Promise<void>;
}

const [firstPauseMs, longestPauseMs] = [20, 250];

/**
 * Waits for the lock of an entry and keeps it alive until it is released. Who waits asks again, at growing distances.
 *
 * @throws Error when it is not free within `waitMs`, or Redis fails.
 */
export async function takeLock(run: RunScript, entry: string, times: LockTimes): Promise<Lock> {
  const { ttlMs, waitMs, now, random, sleep } = times;
  const key = `${entry}:lock`;
  const owner = randomUUID();
  const letGo = async () => void (await run(release, [key], [owner]).catch(() => {})); // its time runs out anyway
  const startedAt = now();

  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const fence = await run(acquire, [entry, key], [owner, String(ttlMs)]).catch((error) => {
      void letGo(); // it may have been taken all the same
      throw error;
    });
    if (fence) {
      const timer = setInterval(() => void run(extend, [key], [owner, String(ttlMs)]).catch(() => {}), ttlMs / 3);
      (timer as { unref?(): void }).unref?.();
      return {
        fence: String(fence),
        release() {
          clearInterval(timer);
          return letGo();
        },
      };
    }
    if (now() - startedAt >= waitMs)
      throw new Error(
        `the lock was not free within lockWaitMs (${waitMs}): another process is still renewing the grant`,
      );
    await sleep(pauseMs * (0.5 + random()));
  }
}
