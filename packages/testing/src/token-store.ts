import { inspect } from 'node:util';
import type { FencedStore, Grant, StoreLock } from '@x/core';
import { createGrantSource, type GrantSource } from '@x/core/provider';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A place where a store keeps its grants, empty at first. */
export interface TokenStorePlace {
  /** Opens a store on this place, as another process would if processes can share it. */
  open(): FencedStore;
  /**
   * Takes the lock of `key` away from its holder, as happens to a process that is suspended for too long. Only for
   * stores with a lock.
   */
  breakLock?(key: string): Promise<void>;
  /** Whether a write without the lock counts as newer than a write by a later holder. Default: it does not. */
  readonly isFenced?: boolean;
  /** Writes `text` where the grant of `key` is stored. Only for stores that persist. */
  plant?(key: string, text: string): Promise<void>;
  /** Whether two concurrent writes of one grant may leave a mix of both. Default: one of them stays whole. */
  readonly tearsWrites?: boolean;
}

/** Keys that could confuse file names, patterns and cluster slots. */
const keys = ['stream https://id.test/ client app ../../etc', '{a}', '{a}b', '*', 'ä\n\0🎧', 'k'.repeat(5000)];

const grantOf = (name: string, more: Partial<Grant> = {}) => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  ...more,
});

/** Client operations that use a method of the store. */
const uses: readonly (readonly [keyof FencedStore, (cache: GrantSource) => unknown])[] = [
  ['get', (cache) => cache.get()],
  ['get', (cache) => cache.renew()],
  ['set', (cache) => cache.set(grantOf('late'))],
  ['set', (cache) => cache.get()],
  ['delete', (cache) => cache.clear()],
  ['withLock', (cache) => cache.set(grantOf('late'))],
  ['withLock', (cache) => cache.clear()],
];

/**
 * Wraps a store so that calls of `method` stall until `recover` is called. Calls before that do their work late, when
 * `goOn` is called.
 */
function stall(store: FencedStore, method: keyof FencedStore) {
  const stalled = Promise.withResolvers<void>();
  const waiting = Promise.withResolvers<void>();
  const late: Promise<unknown>[] = [];
  let isWell = false;
  const work = store[method] as (...args: unknown[]) => Promise<unknown>;
  const stalling = (...args: unknown[]) => {
    if (isWell) return work(...args);
    stalled.resolve();
    const done = waiting.promise.then(() => work(...args));
    late.push(done);
    return done;
  };
  return {
    store: { ...store, [method]: stalling } as FencedStore,
    stalled: stalled.promise,
    recover() {
      isWell = true;
    },
    async goOn() {
      waiting.resolve();
      await Promise.allSettled(late);
    },
  };
}

const tick = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Tests the rules for every token store. `create` makes an empty place for each test. */
export function describeTokenStore(name: string, create: () => TokenStorePlace): void {
  describe(`the ${name} store`, () => {
    let place: TokenStorePlace;
    let store: FencedStore;
    beforeEach(() => {
      place = create();
      store = place.open();
    });

    it('stores, replaces and deletes grants by key', async () => {
      for (const key of keys) expect(await store.get(key)).toBeUndefined();
      for (const key of keys) await store.set(key, grantOf('old'));
      for (const [index, key] of keys.entries()) await store.set(key, grantOf(String(index)));
      for (const [index, key] of keys.entries()) expect((await store.get(key))?.accessToken).toBe(`access-${index}`);
      for (const [index, key] of keys.entries()) {
        await store.delete(key);
        await store.delete(key);
        expect(await Promise.all(keys.map(async (other) => (await store.get(other)) !== undefined))).toEqual(
          keys.map((_, other) => other > index),
        );
      }
    });

    it.each<[string, Grant]>([
      ['of a user', grantOf('a', { expiresAt: 7_200_000, obtainedAt: 1, scopes: ['a', 'b:c'], authorizedAt: 2 })],
      ['of an application', { accessToken: 'äöü "quoted"\n', expiresAt: 7_200_000, obtainedAt: 1 }],
      ['that does not expire', grantOf('a', { scopes: [] })],
    ])('returns a whole grant %s, and its tokens do not appear in logs', async (_, grant) => {
      await store.set('k', grant);
      const found = (await place.open().get('k')) as Grant;
      expect(found).toEqual(grant);
      expect(inspect(found, { showHidden: true, depth: 9 })).not.toContain(grant.accessToken);
    });

    it('sees writes by other processes immediately', async () => {
      const other = place.open();
      await store.set('k', grantOf('one'));
      expect((await other.get('k'))?.accessToken).toBe('access-one');
      await other.set('k', grantOf('two'));
      expect((await store.get('k'))?.accessToken).toBe('access-two');
      await other.delete('k');
      expect(await store.get('k')).toBeUndefined();
    });

    it('holds one whole grant after many concurrent writes', async ({ skip }) => {
      if (place.tearsWrites) skip();
      const names = Array.from({ length: 30 }, (_, index) => String(index));
      await Promise.all(names.map((each) => place.open().set('k', grantOf(each))));
      const found = await store.get('k');
      expect(names).toContain(found?.accessToken.slice('access-'.length));
      expect(found?.refreshToken?.slice('refresh-'.length)).toBe(found?.accessToken.slice('access-'.length));
    });

    it('reads a grant that an earlier release stored without the times at which it was obtained and authorized', async () => {
      if (!place.plant) return;
      await store.set('k', grantOf('one'));
      await place.plant('k', '{"version":1,"scopes":["a"],"expiresAt":5,"accessToken":"old","refreshToken":"older"}');
      const found = await store.get('k');
      expect(found).toEqual({ scopes: ['a'], expiresAt: 5, accessToken: 'old', refreshToken: 'older' });
    });

    it('reports unreadable entries without showing them', async () => {
      if (!place.plant) return;
      await store.set('k', grantOf('one'));
      await place.plant('k', '{"version":7,"accessToken":"access-secret"}');
      await expect(store.get('k')).rejects.toThrow(/format 7, and this release reads format 1/);
      await place.plant('k', '{"version":1,"accessToken":"access-secret');
      const failure = await store.get('k').catch(inspect);
      expect(failure).toMatch(/corrupted/);
      expect(failure).not.toContain('secret');
      await store.delete('k');
      expect(await store.get('k')).toBeUndefined();
    });

    it("lets only one caller hold its lock, no matter which process asks, and returns each caller's result", async () => {
      let inside = 0;
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          locked(place.open(), 'k', async () => {
            inside += 1;
            const alone = inside === 1;
            await tick();
            inside -= 1;
            return alone && index;
          }),
        ),
      );
      if (store.withLock) expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });

    it('releases its lock after a failure, and locks each key separately', async () => {
      await expect(locked(store, 'a', () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
      const inner = () => locked(place.open(), 'b', async () => 'both');
      expect(await locked(store, 'a', inner)).toBe('both');
    });

    it("releases its lock after the holder's last write, or at the latest when the holder has ended", async () => {
      const other = place.open();
      await locked(store, 'k', (lock) => store.set('k', grantOf('one'), { isLast: true, lock }));
      expect(await locked(other, 'k', async (lock) => (await other.get('k', { lock }))?.accessToken)).toBe(
        'access-one',
      );
      await locked(other, 'k', (lock) => other.delete('k', { isLast: true, lock }));
      expect(await locked(store, 'k', (lock) => store.get('k', { lock }))).toBeUndefined();
    });

    it("needs no lock for a caller that finds another process's write by peeking", async () => {
      if (!store.withLock) return;
      const other = place.open();
      const fresh = async (from: FencedStore, lock?: StoreLock) => {
        const found = await from.get('k', { lock });
        return found?.accessToken === 'access-new' ? { value: 'found' } : undefined;
      };
      const renew = (by: FencedStore) =>
        by.withLock?.(
          'k',
          async (lock) => {
            if (await fresh(by, lock)) return 'found';
            await by.set('k', grantOf('new'), { isLast: true, lock });
            return 'renewed';
          },
          (lock) => fresh(by, lock),
        );
      await store.set('k', grantOf('old'));
      const outcomes = await Promise.all([store, other, place.open()].map(renew));
      expect(outcomes.sort()).toEqual(['found', 'found', 'renewed']);
      expect(await renew(place.open())).toBe('found');
      expect(await renew(store)).toBe('found');
    });

    it('passes on errors of a lock holder and of peeking, and releases its lock', async () => {
      if (!store.withLock) return;
      await store.set('k', grantOf('old'));
      const failed = () => Promise.reject(new Error('mine'));
      await expect(locked(store, 'k', failed)).rejects.toThrow('mine');
      await expect(store.withLock('k', failed, failed)).rejects.toThrow('mine');
      expect(await locked(place.open(), 'k', async () => 'free')).toBe('free');
    });

    it('keeps other processes waiting until a refreshed grant that it failed to save is saved', async () => {
      if (!store.withLock) return;
      await store.set('k', grantOf('old', { expiresAt: 1 }));
      let failures = 3;
      let refreshes = 0;
      const open = (own: FencedStore) =>
        createGrantSource({
          key: 'k',
          store: own,
          clock: { now: () => 10, sleep: async () => void (await tick()) },
          obtain: async () => grantOf(`new-${++refreshes}`),
        });
      let theirs: Grant | Promise<Grant> | undefined;
      const set: FencedStore['set'] = async (...args) => {
        theirs ??= open(place.open()).get();
        if (failures-- > 0) throw new Error('away');
        await store.set(...args);
      };
      const ours = await open({ ...store, set }).get();
      expect([ours.accessToken, (await theirs)?.accessToken]).toEqual(['access-new-1', 'access-new-1']);
    });

    it('states how long it waits for its lock, if it has one', () => {
      if (store.withLock) expect(store.lockWaitMs).toBeGreaterThan(0);
      else expect(store.lockWaitMs).toBeUndefined();
    });

    describe('with a client that stops waiting for it', () => {
      afterEach(() => {
        vi.useRealTimers();
      });

      it.each(uses)('is used again by later calls after its %s stalled in %s', async (method, use) => {
        if (!store[method]) return;
        await store.set('k', grantOf('old', { expiresAt: 1 }));
        const { store: stalling, stalled, recover, goOn } = stall(store, method);
        const cache = createGrantSource({
          key: 'k',
          store: stalling,
          clock: { now: () => 10 },
          obtain: async () => grantOf('obtained'),
        });
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
        const failed = (async () => use(cache))().then(
          () => 'no error',
          (error: Error) => error.message,
        );
        await stalled;
        await vi.advanceTimersByTimeAsync((store.lockWaitMs ?? 0) + 30_000); // a refreshed grant is written again and again
        vi.useRealTimers();
        expect(await failed).toMatch(/storeTimeoutMs/);
        recover();
        await cache.set(grantOf('new'));
        await goOn();
        expect((await cache.get()).accessToken).toBe('access-new');
        // Without a lock, a store cannot know that a write is late.
        if (store.withLock || method === 'get') {
          expect((await place.open().get('k'))?.accessToken).toBe('access-new');
          expect(await locked(place.open(), 'k', async () => 'free')).toBe('free');
        }
      });
    });

    it('does not let a holder that lost its lock overwrite a newer grant, and runs it again', async () => {
      if (!place.breakLock) return;
      const seen: (string | undefined)[] = [];
      const result = await locked(store, 'k', async (lock) => {
        const found = (await store.get('k', { lock }))?.accessToken;
        seen.push(found);
        if (found) return found;
        await place.breakLock?.('k');
        const other = place.open();
        await locked(other, 'k', async (theirs) => {
          await other.set('k', grantOf('newer'), { lock: theirs });
          await store.set('k', grantOf('late'), { lock });
          await store.delete('k', { lock });
          await store.set('k', grantOf('late'), { isLast: true, lock });
        });
        return 'late';
      });
      expect([result, seen]).toEqual(['access-newer', [undefined, 'access-newer']]);
      expect((await store.get('k'))?.refreshToken).toBe('refresh-newer');
    });

    it("lets a grant that is set without the lock replace a late holder's grant", async () => {
      if (!place.isFenced) return;
      const other = place.open();
      const found = await locked(store, 'k', async (lock) => {
        const before = await store.get('k', { lock });
        if (before) return before.accessToken;
        await other.set('k', grantOf('newer'));
        await store.set('k', grantOf('late'), { lock });
        return 'late';
      });
      expect(found).toBe('access-newer');
    });

    it('does not let a holder that lost its lock bring back a deleted grant', async () => {
      if (!place.breakLock) return;
      await store.set('k', grantOf('old'));
      const other = place.open();
      const found = await locked(store, 'k', async (lock) => {
        const before = await store.get('k', { lock });
        if (!before) return 'gone';
        await place.breakLock?.('k');
        await locked(other, 'k', (theirs) => other.delete('k', { lock: theirs }));
        await store.set('k', grantOf('late'), { lock });
        return 'late';
      });
      expect([found, await store.get('k')]).toEqual(['gone', undefined]);
    });
  });
}

const locked = <T>(store: FencedStore, key: string, run: (lock?: StoreLock) => Promise<T>): Promise<T> =>
  store.withLock ? store.withLock(key, run) : run();
