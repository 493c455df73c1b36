import { createGrant } from '@x/core/provider';
import { describe, expect, it, vi } from 'vitest';
import type { EntryStorage } from './entry-storage.ts';
import { type Lock, type LockRequest, type LockTimes, takeLock } from './lease.ts';
import { leasedStore } from './leased-store.ts';

/** Creates entries in memory whose locks never expire. */
function createEntries(): EntryStorage {
  const owners = new Map<string, string>();
  let fence = 0;
  return {
    read: async () => ({ version: '', text: null }),
    write: async () => ({ isWritten: true, version: '' }),
    async acquire(key, owner) {
      const holder = owners.get(key) ?? owner;
      if (holder !== owner) return { outcome: 'held', version: '', text: null };
      owners.set(key, owner);
      fence += 1;
      return { outcome: 'acquired', fence: String(fence), version: '', text: null };
    },
    extend: async () => {},
    async release(key, owner) {
      if (owners.get(key) === owner) owners.delete(key);
    },
  };
}

/** Takes the lock of `k`. */
const take = (entries: EntryStorage, times: LockTimes, more?: Pick<LockRequest<string>, 'look' | 'signal'>) =>
  takeLock({ entries, key: 'k', times, ...more }) as Promise<Lock>;

/** Creates times that pass only while a lock is waited for. */
function timesOf(more: Partial<LockTimes> = {}) {
  const pauses: number[] = [];
  let now = 0;
  const times: LockTimes = {
    ttlMs: 15_000,
    waitMs: 1000,
    now: () => now,
    random: () => 0.5,
    sleep: async (ms) => {
      pauses.push(Math.round(ms));
      now += ms;
    },
    ...more,
  };
  return { times, pauses };
}

describe('a caller waiting for a lock', () => {
  it('retries at growing, jittered intervals for waitMs, and then fails', async () => {
    const entries = createEntries();
    const held = await take(entries, timesOf().times);
    const { times, pauses } = timesOf();
    await expect(take(entries, times)).rejects.toThrow(/lockWaitMs \(1000 ms\)/);
    expect(pauses.slice(0, 8)).toEqual([20, 30, 45, 68, 101, 152, 228, 250]);
    const scattered = timesOf({ random: () => 0 });
    await expect(take(entries, scattered.times)).rejects.toThrow();
    expect(scattered.pauses.slice(0, 3)).toEqual([10, 15, 23]);
    await held.release();
    await take(entries, timesOf({ waitMs: 0 }).times);
  });

  it('stops when its signal aborts', async () => {
    const entries = createEntries();
    const held = await take(entries, timesOf().times);
    const controller = new AbortController();
    const { times } = timesOf({
      sleep: async (_, signal) => {
        controller.abort(new Error('nobody waits'));
        signal?.throwIfAborted();
      },
    });
    await expect(take(entries, times, { signal: controller.signal })).rejects.toThrow('nobody waits');
    await held.release();
    await expect(take(entries, times, { signal: controller.signal })).rejects.toThrow('nobody waits');
  });

  it('releases the lock when it was acquired but the response came too late', async () => {
    const entries = createEntries();
    const late: EntryStorage = {
      ...entries,
      async acquire(...taken) {
        await entries.acquire(...taken);
        throw new Error('no response within 5 ms');
      },
    };
    await expect(take(late, timesOf().times)).rejects.toThrow('no response');
    await take(entries, timesOf({ waitMs: 0 }).times);
  });

  it('sees each new version of the entry once, and takes no lock if one of them is enough', async () => {
    const versions = ['2', '3'];
    const seen: (string | undefined)[] = [];
    const entries: EntryStorage = {
      ...createEntries(),
      async acquire(_key, _owner, _ttlMs, version) {
        seen.push(version);
        const next = versions.shift();
        if (next) return { outcome: 'changed', version: next, text: 'stored' };
        return { outcome: 'held', version: '3', text: 'stored' };
      },
    };
    const look = {
      seen: '1',
      onChange: async ({ version }: { version: string }) => (version === '3' ? { value: 'found' } : undefined),
    };
    expect(await take(entries, timesOf().times, { look })).toEqual({ value: 'found' });
    expect(seen).toEqual(['1', '2']);
  });
});

it.each([
  [15_000.5, 15_001],
  [2 ** 31, 2 ** 31 - 1],
  [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
])(
  'a lock of %d milliseconds is taken for %d, because databases accept only finite whole numbers',
  async (lockTtlMs, ttlMs) => {
    const entries = createEntries();
    const acquire = vi.spyOn(entries, 'acquire');
    await leasedStore(entries, { lockTtlMs }).withLock?.('k', async () => {});
    expect(acquire.mock.calls[0]?.[2]).toBe(ttlMs);
  },
);

it.each([
  [0.5, 1],
  [1e13, 1e13],
  [1e21, undefined],
  [Number.POSITIVE_INFINITY, undefined],
])('a grant with a ttlMs of %d is stored for %s milliseconds; undefined means forever', async (ttlMs, storedMs) => {
  const entries = createEntries();
  const write = vi.spyOn(entries, 'write');
  await leasedStore(entries, { ttlMs }).set('k', createGrant({ accessToken: 'token', refreshToken: 'refresh' }));
  expect(write.mock.calls[0]?.[1].storedMs).toBe(storedMs);
});
