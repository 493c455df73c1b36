import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Lifecycle } from '../declare/lifecycle.ts';
import type { Grant, TokenStore } from '../declare/token-store.ts';
import { ApiError, codedError } from '../errors/api-error.ts';
import { createGrant, parseGrant, serializeGrant } from './grant.ts';
import { createGrantSource } from './grant-source.ts';
import { memoryStore } from './store.ts';

const grantOf = (name: string, expiresAt = 3_600_000, more: Partial<Grant> = {}) =>
  createGrant({
    accessToken: `access-${name}`,
    refreshToken: `refresh-${name}`,
    obtainedAt: 0,
    expiresAt,
    scopes: ['a'],
    ...more,
  });

describe('a grant source', () => {
  function setup(
    obtain: (current: Grant | undefined, count: number) => Promise<Grant>,
    store: TokenStore = memoryStore(),
  ) {
    const state = { now: 0, count: 0, events: [] as string[] };
    const cache = createGrantSource({
      key: 'k',
      store,
      clock: { now: () => state.now, sleep: async () => {} },
      obtain: (current) => obtain(current, ++state.count),
      onEvent: (outcome) => state.events.push(outcome),
    });
    return { cache, state, store };
  }
  const fresh = (state: { now: number }, count: number) =>
    grantOf(String(count), state.now + 3_600_000, { obtainedAt: state.now });

  it('shares one request among all callers', async () => {
    const { cache, state } = setup(async (_, count) => grantOf(String(count)));
    const grants = await Promise.all(Array.from({ length: 200 }, () => cache.get()));
    expect(state.count).toBe(1);
    expect(new Set(grants).size).toBe(1);
  });

  it('renews a token in the background near its expiry, and waits for a new one after its expiry', async () => {
    const { cache, state } = setup(async (_, count) => fresh(state, count));
    await cache.get();
    state.now = 3_600_000 - 299_000;
    expect((await cache.get()).accessToken).toBe('access-1');
    await expect.poll(() => state.events.length).toBe(2);
    expect((await cache.get()).accessToken).toBe('access-2');
    state.now += 3_600_000;
    expect((await cache.get()).accessToken).toBe('access-3');
  });

  it('replaces a refused token once, no matter how many callers report it, and ignores late reports', async () => {
    const { cache, state } = setup(async (_, count) => grantOf(String(count)));
    const old = await cache.get();
    for (let index = 0; index < 50; index += 1) cache.reject(old);
    const [next] = await Promise.all(Array.from({ length: 50 }, () => cache.get()));
    cache.reject(old);
    expect(await cache.get()).toBe(next);
    expect(state.count).toBe(2);
  });

  it('keeps the old refresh token if the response has none, and stores a grant before it is used', async () => {
    const order: string[] = [];
    const store = memoryStore();
    const { cache, state } = setup(
      async (current, count) => {
        order.push(`refresh with ${current?.refreshToken}`);
        return createGrant({ accessToken: `access-${count}`, expiresAt: 9e6 });
      },
      {
        ...store,
        set: async (key, grant) =>
          void order.push(`store ${grant.refreshToken}`, (await store.set(key, grant)) as never),
      },
    );
    await store.set('k', grantOf('old', 1));
    state.now = 10;
    const grant = await cache.get();
    order.push('use');
    expect(grant.refreshToken).toBe('refresh-old');
    expect(order.filter(Boolean)).toEqual(['refresh with refresh-old', 'store refresh-old', 'use']);
  });

  it('uses the grant that another process has stored instead of requesting one', async () => {
    const { cache, state, store } = setup(async (_, count) => grantOf(String(count)));
    await store.set('k', grantOf('theirs'));
    expect((await cache.get()).accessToken).toBe('access-theirs');
    cache.reject(await cache.get());
    await store.set('k', grantOf('newer'));
    expect((await cache.get()).accessToken).toBe('access-newer');
    expect(state.count).toBe(0);
  });

  it('does not wait for the lock when a good grant is stored', async () => {
    const memory = memoryStore();
    const { cache } = setup(async (_, count) => grantOf(String(count)), {
      ...memory,
      withLock: () => new Promise(() => {}),
    });
    await memory.set('k', grantOf('theirs'));
    expect((await cache.get()).accessToken).toBe('access-theirs');
  });

  it('does not let a late refresh overwrite a newer grant', async () => {
    let finish = (_: Grant) => {};
    const { cache, store } = setup(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    const asked = cache.get();
    await expect.poll(() => finish.length).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    await cache.set(grantOf('consented'));
    finish(grantOf('late'));
    expect((await asked).accessToken).toBe('access-consented');
    expect((await store.get('k'))?.accessToken).toBe('access-consented');
  });

  it('stores a rotated grant that the store failed to save before the next refresh', async () => {
    const memory = memoryStore();
    let down = false;
    const used: (string | undefined)[] = [];
    const { cache, state } = setup(
      async (current, count) => {
        used.push(current?.refreshToken);
        down = count === 1;
        return grantOf(String(count), state.now + 3_600_000, { obtainedAt: state.now });
      },
      {
        ...memory,
        set: async (key, grant) => {
          if (down) throw new Error('the store is away');
          await memory.set(key, grant);
        },
      },
    );
    await memory.set('k', grantOf('old', 1));
    state.now = 10;
    await expect(cache.get()).rejects.toThrow('the store is away');
    await expect(cache.get()).rejects.toThrow('the store is away');
    down = false;
    state.now += 3_600_000;
    expect((await cache.get()).accessToken).toBe('access-2');
    expect(used).toEqual(['refresh-old', 'refresh-1']);
  });

  it('prefers a grant that another process stored in the meantime to one that the store failed to write', async () => {
    const memory = memoryStore();
    let down = true;
    const { cache, state } = setup(async (_, count) => grantOf(String(count)), {
      ...memory,
      set: (key, grant) => (down ? Promise.reject(new Error('the store is away')) : memory.set(key, grant)),
    });
    await memory.set('k', grantOf('old', 1));
    state.now = 10;
    await expect(cache.get()).rejects.toThrow('the store is away');
    down = false;
    await memory.set('k', grantOf('theirs'));
    expect((await cache.get()).accessToken).toBe('access-theirs');
  });

  it('does not sign out a user whose refresh token was used up by a faster process, even if the store then fails', async () => {
    const memory = memoryStore();
    let down = false;
    const get: TokenStore['get'] = (key) => (down ? Promise.reject(new Error('away')) : memory.get(key));
    const { cache, state } = setup(
      async (_, count) => {
        down = count === 1;
        if (!down) await memory.set('k', grantOf('theirs'));
        throw new ApiError('x', { code: 'reauthorization_required', provider: 'p', operation: 'o', retryable: false });
      },
      { ...memory, get },
    );
    await memory.set('k', grantOf('old', 1));
    state.now = 10;
    await expect(cache.get()).rejects.toThrow('away');
    down = false;
    expect((await cache.get()).accessToken).toBe('access-theirs');
  });

  const failing = (code: 'unavailable' | 'reauthorization_required') =>
    new ApiError('x', { code, provider: 'p', operation: 'o', retryable: false });
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'worked',
      (error: ApiError) => error.code,
    );

  it('sends each explicit refresh to the server after a final failure, but no implicit ones', async () => {
    const outcomes: (ApiError | undefined)[] = [
      failing('reauthorization_required'),
      failing('reauthorization_required'),
      failing('unavailable'),
    ];
    const { cache, state, store } = setup(async (_, count) => {
      const failure = outcomes.shift();
      if (failure) throw failure;
      return fresh(state, count);
    });
    await store.set('k', grantOf('old', 1));
    state.now = 10;
    const get = () => codeOf(Promise.resolve(cache.get()));
    expect([await get(), await get(), state.count]).toEqual([
      'reauthorization_required',
      'reauthorization_required',
      1,
    ]);
    expect([await codeOf(cache.renew()), await get(), state.count]).toEqual([
      'reauthorization_required',
      'reauthorization_required',
      2,
    ]);
    expect([await codeOf(cache.renew()), await get(), state.count]).toEqual([
      'unavailable',
      'reauthorization_required',
      3,
    ]);
    expect([await codeOf(cache.renew()), await get(), state.count]).toEqual(['worked', 'worked', 4]);
    expect((await cache.get()).accessToken).toBe('access-4');
  });

  it('sends an explicit refresh to the server even if it joins a call that fails because of an earlier refusal', async () => {
    const outcomes: (ApiError | undefined)[] = [failing('reauthorization_required')];
    const { cache, state, store } = setup(async (_, count) => {
      const failure = outcomes.shift();
      if (failure) throw failure;
      return fresh(state, count);
    });
    await store.set('k', grantOf('old', 1));
    state.now = 10;
    const get = () => codeOf(Promise.resolve(cache.get()));
    await get();
    for (let turns = 0; turns < 8; turns += 1) {
      const implicit = get();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      const explicit = cache.renew();
      expect((await explicit).accessToken).toMatch(/^access-\d+$/);
      await implicit;
      outcomes.push(failing('reauthorization_required'));
      await store.set('k', grantOf('old', 1));
      cache.reject(await cache.get());
      state.now += 4_000_000;
      await get();
    }
  });

  it('requests a grant without a refresh token again after a final failure', async () => {
    const outcomes = [failing('reauthorization_required')];
    const { cache } = setup(async (_, count) => {
      const failure = outcomes.shift();
      if (failure) throw failure;
      return grantOf(String(count));
    });
    await expect(cache.get()).rejects.toMatchObject({ code: 'reauthorization_required' });
    expect((await cache.get()).accessToken).toBe('access-2');
  });

  it('renews again for callers that wait for a background renewal that fails', async () => {
    const asked: boolean[] = [];
    const waiting: ((error: Error) => void)[] = [];
    const timers = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(() => timers.mockRestore());
    const state = { now: 3_600_000 - 299_000 };
    const appGrant = createGrant({ accessToken: 'access-old', expiresAt: 3_600_000, obtainedAt: 0 });
    const store = memoryStore();
    await store.set('k', appGrant);
    const cache = createGrantSource({
      key: 'k',
      store,
      clock: { now: () => state.now },
      obtain(_, background) {
        asked.push(background);
        if (!background) return Promise.resolve(fresh(state, 2));
        return new Promise((_, reject) => waiting.push(reject));
      },
    });
    await cache.set(appGrant);
    expect((await cache.get()).accessToken).toBe('access-old');
    await expect.poll(() => asked).toEqual([true]);
    state.now += 299_000;
    const callers = [cache.get(), cache.get()];
    expect(callers[0]).toBe(callers[1]);
    expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([true]); // keeps the process alive for them
    waiting[0]?.(new Error('the background request failed'));
    for (const each of callers) expect((await each).accessToken).toBe('access-2');
    expect(asked).toEqual([true, false]);
  });

  it('keeps the newest grant in a store without a lock that is slow to write', async () => {
    const memory = memoryStore();
    const waiting: (() => void)[] = [];
    const { cache, store } = setup(async (_, count) => grantOf(String(count)), {
      ...memory,
      async set(key, grant) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        await memory.set(key, grant);
      },
    });
    const renewed = cache.get();
    await expect.poll(() => waiting.length).toBe(1);
    const consented = cache.set(grantOf('consented'));
    await new Promise((resolve) => setImmediate(resolve));
    waiting.at(-1)?.(); // completes the later of the pending writes first
    await new Promise((resolve) => setImmediate(resolve));
    for (const finish of waiting) finish();
    await expect.poll(() => waiting.length).toBe(2);
    for (const finish of waiting) finish();
    await consented;
    expect((await renewed).accessToken).toBe('access-consented');
    expect((await cache.get()).accessToken).toBe('access-consented');
    expect((await store.get('k'))?.accessToken).toBe('access-consented');
  });

  it('does not return to the previous grant if the store is slow to read', async () => {
    const memory = memoryStore();
    await memory.set('k', grantOf('old'));
    let finish = () => {};
    const { cache } = setup(async (_, count) => grantOf(String(count)), {
      ...memory,
      async get(key) {
        const found = await memory.get(key);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return found;
      },
    });
    const asked = cache.get();
    await new Promise((resolve) => setImmediate(resolve));
    await cache.set(grantOf('consented'));
    finish();
    expect((await asked).accessToken).toBe('access-consented');
    expect((await cache.get()).accessToken).toBe('access-consented');
  });

  it('tries again after a temporary failure, but after a final one only once the grant changes', async () => {
    const outcomes = [failing('unavailable'), failing('reauthorization_required')];
    const { cache, state, store } = setup(async (_, count) => {
      const failure = outcomes.shift();
      if (failure) throw failure;
      return grantOf(String(count));
    });
    await store.set('k', grantOf('old', 1));
    state.now = 10;
    await expect(cache.get()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(cache.get()).rejects.toMatchObject({ code: 'reauthorization_required' });
    await expect(cache.get()).rejects.toMatchObject({ code: 'reauthorization_required' });
    expect(state.count).toBe(2);
    await cache.set(grantOf('new', 1e9));
    expect((await cache.get()).accessToken).toBe('access-new');
  });
});

describe('a refresh that was sent', () => {
  /** Creates a source of a grant that is about to expire, whose refresh ends when the test says so. */
  function refreshing(store: TokenStore = memoryStore(), onPause = () => {}) {
    const lifecycle = new Lifecycle('test');
    const asked: (PromiseWithResolvers<Grant> & { readonly background: boolean })[] = [];
    const state = { now: 3_500_000, pauses: [] as number[], events: [] as string[] };
    const source = createGrantSource({
      key: 'k',
      store,
      lifecycle,
      clock: {
        now: () => state.now,
        async sleep(ms) {
          state.pauses.push(ms);
          onPause();
        },
      },
      obtain(_, background) {
        const request = { ...Promise.withResolvers<Grant>(), background };
        asked.push(request);
        return request.promise;
      },
      onEvent: (outcome) => state.events.push(outcome),
    });
    /** Refreshes an expired grant, and lets the server respond. */
    async function refresh(): Promise<Grant> {
      await source.set(grantOf('old', 3_500_001));
      const call = Promise.resolve(source.get());
      await expect.poll(() => asked.length).toBe(1);
      asked[0]?.resolve(grantOf('new', 9_000_000));
      return call;
    }
    return { source, store, asked, lifecycle, state, refresh };
  }

  it('keeps the process alive even if no call waits for it, and may take as long as any call', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(() => timers.mockRestore());
    const { source, store, asked } = refreshing();
    await store.set('k', grantOf('old'));
    await source.set(grantOf('old'));
    await source.get();
    await expect.poll(() => asked.length).toBe(1);
    expect(asked[0]?.background).toBe(false);
    expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([true]);
    asked[0]?.resolve(grantOf('new', 9_000_000));
    await expect.poll(async () => (await store.get('k'))?.accessToken).toBe('access-new');
  });

  it('delays close until its grant is stored, even without a grace period', async () => {
    const { source, store, asked, lifecycle } = refreshing();
    await source.set(grantOf('old'));
    await source.get();
    await expect.poll(() => asked.length).toBe(1);
    const closing = lifecycle.close(0);
    let isClosed = false;
    closing.then(() => {
      isClosed = true;
    });
    await expect.poll(() => lifecycle.isGraceOver).toBe(true);
    expect(isClosed).toBe(false);
    asked[0]?.resolve(grantOf('new', 9_000_000));
    await closing;
    expect((await store.get('k'))?.accessToken).toBe('access-new');
  });

  /** Creates a store whose next writes fail. */
  function failingStore(failures: number) {
    const store = memoryStore();
    const state = { failures };
    const set: TokenStore['set'] = async (key, grant) => {
      if (grant.accessToken === 'access-new' && state.failures-- > 0) throw new Error('away');
      await store.set(key, grant);
    };
    return { ...store, set, state };
  }

  it('is stored again, with growing pauses, until the store works, and this is reported once', async () => {
    const { store, state, refresh } = refreshing(failingStore(6));
    expect((await refresh()).accessToken).toBe('access-new');
    expect((await store.get('k'))?.refreshToken).toBe('refresh-new');
    expect(state.pauses).toEqual([100, 200, 400, 800, 1000, 1000]);
    expect(state.events).toEqual(['not_stored', 'obtained']);
  });

  it.each<[string, Partial<TokenStore>, number, (made: ReturnType<typeof refreshing>) => unknown]>([
    ['without a lock for storeTimeoutMs, and then by the next call', {}, 10_000, ({ source }) => source.get()],
    [
      'with a lock for as long as others wait for it, and then when the client is closed',
      { lockWaitMs: 60_000, withLock: (_, run) => run() },
      70_000,
      ({ lifecycle }) => lifecycle.close(0),
    ],
  ])('is stored again %s', async (_, more, limitMs, saveLater) => {
    const failing = failingStore(Number.POSITIVE_INFINITY);
    const made = refreshing({ ...failing, ...more });
    await expect(made.refresh()).rejects.toThrow('away');
    const pausedMs = made.state.pauses.reduce((sum, ms) => sum + ms);
    expect([pausedMs >= limitMs, pausedMs < limitMs + 1000]).toEqual([true, true]);
    expect((await failing.get('k'))?.refreshToken).toBe('refresh-old');
    failing.state.failures = 3;
    await saveLater(made);
    expect((await failing.get('k'))?.refreshToken).toBe('refresh-new');
    expect(made.asked).toHaveLength(1);
  });

  it('is not stored again once the user has signed out', async () => {
    const { source, store, state, refresh } = refreshing(failingStore(9), () => void source.clear());
    await expect(refresh()).rejects.toThrow('the grant was deleted while it was being refreshed');
    expect([await store.get('k'), state.pauses]).toEqual([undefined, [100]]);
  });

  it('is not sent again for callers that began to wait for it in the background, if it fails', async () => {
    const { source, asked, state } = refreshing();
    await source.set(grantOf('old'));
    await source.get();
    state.now = 3_600_000;
    const callers = [source.get(), source.get()];
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.reject(new Error('no response'));
    for (const each of callers) await expect(each).rejects.toThrow('no response');
    expect(asked).toHaveLength(1);
  });
});

describe('a grant that several processes share', () => {
  function shared(storeCheckMs: number | undefined, store: TokenStore = memoryStore()) {
    const state = { now: 1e9, reads: 0 };
    const get: TokenStore['get'] = (key) => {
      state.reads += 1;
      return store.get(key);
    };
    const create = () =>
      createGrantSource({
        key: 'k',
        store: { ...store, get },
        storeCheckMs,
        clock: { now: () => state.now },
        obtain: async (current) => {
          throw codedError('reauthorization_required', current ? 'refused' : 'no grant');
        },
      });
    return { here: create(), there: create(), state };
  }
  const ann = grantOf('ann', 9e12);
  const ben = grantOf('ben', 9e12);

  it('is used for storeCheckMs after another process has deleted it, but no longer', async () => {
    const { here, there, state } = shared(60_000);
    await here.set(ann);
    await there.clear();
    state.now += 59_999;
    expect((await here.get()).accessToken).toBe('access-ann');
    state.now += 1;
    await expect(here.get()).rejects.toThrow('no grant');
  });

  it('is compared before every call with storeCheckMs 0, also in the same millisecond', async () => {
    const { here, there } = shared(0);
    await here.set(ann);
    expect((await here.get()).accessToken).toBe('access-ann');
    await there.clear();
    const calls = Array.from({ length: 5 }, async () => here.get());
    for (const call of await Promise.allSettled(calls)) expect(call.status).toBe('rejected');
  });

  it('is replaced by the grant of another user who signed in under the same account', async () => {
    const { here, there, state } = shared(60_000);
    await here.set(ann);
    await there.set(ben);
    state.now += 60_001;
    expect((await here.get()).accessToken).toBe('access-ben');
  });

  it('is read once per interval, no matter how many calls need it, and once after the clock was set back', async () => {
    const { here, state } = shared(60_000);
    await here.set(ann);
    for (const step of [0, 60_001, 1, 1, -3_600_000, 1]) {
      state.now += step;
      await here.get();
    }
    expect(state.reads).toBe(2);
  });

  it('stays in use while the store cannot be reached', async () => {
    const { here, state } = shared(60_000, { ...memoryStore(), get: () => Promise.reject(new Error('away')) });
    await here.set(ann);
    state.now += 60_001;
    expect((await here.get()).accessToken).toBe('access-ann');
  });

  it('is never read again without storeCheckMs', async () => {
    const { here, there, state } = shared(undefined);
    await here.set(ann);
    await there.clear();
    state.now += 86_400_000;
    expect((await here.get()).accessToken).toBe('access-ann');
  });
});

it('a store written from the documentation of TokenStore alone lets one of two processes refresh', async () => {
  const rows = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();
  const store: TokenStore = {
    get: async (key) => (rows.has(key) ? parseGrant(rows.get(key) as string) : undefined),
    set: async (key, grant) => void rows.set(key, serializeGrant(grant)),
    delete: async (key) => void rows.delete(key),
    withLock(_key, run) {
      const done = last.then(run);
      last = done.catch(() => {});
      return done;
    },
  };
  let requests = 0;
  const obtain = async () => grantOf(`new-${++requests}`, 9e12);
  const start = () => createGrantSource({ key: 'k', store, clock: { now: () => 3_600_000 }, obtain });
  const [here, there] = [start(), start()];
  await here.set(grantOf('old'));
  const tokens = await Promise.all([here, there].map(async (each) => (await each.get()).accessToken));
  expect([tokens, requests]).toEqual([['access-new-1', 'access-new-1'], 1]);
});
