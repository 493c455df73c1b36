import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FencedStore } from '../declare/token-store.ts';
import { checkedStore } from './checked-store.ts';
import { createGrant } from './grant.ts';
import { memoryStore } from './store.ts';

const grant = createGrant({ accessToken: 'access-secret', refreshToken: 'refresh-secret' });
const never = () => new Promise<never>(() => {});
const messageOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: unknown) => (error as Error).message,
  );

/** Functions that call each method of a store, by name. */
const operations: Readonly<Record<string, (store: FencedStore) => Promise<unknown>>> = {
  get: (store) => store.get('k'),
  set: (store) => store.set('k', grant),
  delete: (store) => store.delete('k'),
  withLock: (store) => store.withLock?.('k', async () => 'ran') ?? Promise.resolve(),
};

describe.each(Object.entries(operations))('a bounded store whose %s', (method, call) => {
  const storeWith = (faulty: () => unknown) =>
    checkedStore({ ...memoryStore(), withLock: (_, run) => run(), [method]: faulty }, 50);

  it.each([
    ['an error', new Error('the disk is full'), /^the disk is full$/],
    ['an error without a message', Object.assign(new Error(''), { code: 'ECONNREFUSED' }), /^ECONNREFUSED$/],
    ['a string', 'the disk is full', /^the disk is full$/],
    ['undefined', undefined, /something that is not an error/],
    ['null', null, /something that is not an error/],
  ])('rejects with or throws %s fails with an error that has a message', async (_, thrown, message) => {
    const throws = () => {
      throw thrown;
    };
    expect(await messageOf(call(storeWith(() => Promise.reject(thrown))))).toMatch(message);
    expect(await messageOf(call(storeWith(throws)))).toMatch(message);
  });
});

describe('a bounded store', () => {
  it.each<[string, unknown, RegExp]>([
    ['an empty object', {}, /accessToken must be a string, got undefined/],
    ['a string', 'access-secret', /expected a grant object, got a string/],
    ['an empty token', { accessToken: '' }, /accessToken must not be empty/],
    ['a line break in a token', { accessToken: 'access-secret\r\nx: y' }, /accessToken must not contain/],
    [
      'a refresh token that is a number',
      { accessToken: 'a', refreshToken: 7 },
      /refreshToken must be a string, got a number/,
    ],
    [
      'an expiresAt that is not a number',
      { accessToken: 'a', expiresAt: 'tomorrow' },
      /expiresAt must be a finite number/,
    ],
    ['scopes in one string', { accessToken: 'a', scopes: 'a b' }, /scopes must be an array of strings/],
  ])('refuses %s instead of a grant, and does not show it', async (_, returned, message) => {
    const store = checkedStore({ ...memoryStore(), get: async () => returned as never }, 50);
    const shown = await messageOf(store.get('k'));
    expect(shown).toMatch(/^get returned something that is not a grant: /);
    expect(shown).toMatch(message);
    expect(shown).not.toContain('secret');
  });

  it('treats null as no grant, and hides the tokens of a grant that was stored as a plain object from logs', async () => {
    const plain = { accessToken: 'access-secret', refreshToken: null, expiresAt: null, scopes: null, obtainedAt: 5 };
    const found: unknown[] = [null, plain];
    const store = checkedStore({ ...memoryStore(), get: async () => found.shift() as never }, 50);
    expect(await store.get('k')).toBeUndefined();
    const grant = await store.get('k');
    expect(inspect(grant)).toContain('obtainedAt: 5');
    expect(inspect(grant)).not.toContain('secret');
    expect([grant?.accessToken, grant?.refreshToken]).toEqual(['access-secret', undefined]);
  });

  it.each<[string, FencedStore['withLock'], string]>([
    ['returns nothing', async (_, run) => void (await run()) as never, 'the result'],
    ['never runs the function', async () => 'other' as never, 'withLock resolved without running'],
  ])('copes with a withLock that %s', async (_, withLock, outcome) => {
    const store = checkedStore({ ...memoryStore(), ...(withLock && { withLock }) }, 50);
    const result = store.withLock?.('k', async () => 'the result') as Promise<string>;
    expect(await result.catch((error) => error.message)).toContain(outcome);
  });

  it('passes isLast and peek on to its store, and uses the result of peek', async () => {
    const written: unknown[] = [];
    const store = checkedStore(
      {
        ...memoryStore(),
        peeks: true,
        set: async (...values) => void written.push(values),
        delete: async (...values) => void written.push(values),
        withLock: async (_, run, peek) => (await peek?.())?.value ?? run(),
      } satisfies FencedStore,
      50,
    );
    await store.set('k', grant, { isLast: true });
    await store.delete('k', { isLast: true });
    expect(written).toEqual([
      ['k', grant, { isLast: true }],
      ['k', { isLast: true }],
    ]);
    expect(store.peeks).toBe(true);
    const run = async () => 'ran';
    expect(await store.withLock?.('k', run, async () => ({ value: 'found' }))).toBe('found');
    expect(await store.withLock?.('k', run, async () => undefined)).toBe('ran');
    const failed = store.withLock?.('k', run, () => Promise.reject(new Error('cannot read')));
    expect(await messageOf(failed as Promise<string>)).toBe('cannot read');
  });

  it('reports an error under the lock, even if withLock swallows it or fails after it', async () => {
    const fail = () => Promise.reject(new Error('the work failed'));
    const swallow = async (_: string, run: () => Promise<unknown>) => run().catch(() => undefined);
    const replace = (_: string, run: () => Promise<unknown>) => run().catch(() => Promise.reject(new Error('other')));
    for (const withLock of [swallow, replace] as NonNullable<FencedStore['withLock']>[])
      expect(await messageOf(checkedStore({ ...memoryStore(), withLock }, 50).withLock?.('k', fail) as never)).toBe(
        'the work failed',
      );
  });
});

describe('a bounded store under a time limit', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(Object.entries(operations))('fails when %s does not settle in time', async (method, call) => {
    const store = checkedStore({ ...memoryStore(), withLock: never, [method]: never }, 50);
    const failed = messageOf(call(store));
    await vi.advanceTimersByTimeAsync(49);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatch(
      new RegExp(`${method} within (storeTimeoutMs \\(50 ms\\)|50 ms \\(storeTimeoutMs\\))`),
    );
    expect(await failed).toMatch(/increase storeTimeoutMs/);
  });

  it.each(Object.entries(operations))('leaves no timer behind when %s settles', async (_, call) => {
    await call(checkedStore({ ...memoryStore(), withLock: (_, run) => run() }, 50));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits up to lockWaitMs longer for a lock', async () => {
    const store = checkedStore({ ...memoryStore(), withLock: never, lockWaitMs: 1000 }, 50);
    const failed = messageOf(operations.withLock?.(store) as never);
    await vi.advanceTimersByTimeAsync(1049);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatch(/no lock from withLock within 1050 ms \(storeTimeoutMs plus lockWaitMs\)/);
  });

  it('aborts the signal of a wait for a lock that took too long', async () => {
    let waiting: AbortSignal | undefined;
    const withLock: FencedStore['withLock'] = (_, __, ___, signal) => {
      waiting = signal;
      return never();
    };
    const failed = messageOf(checkedStore({ ...memoryStore(), withLock }, 50).withLock?.('k', never) as never);
    await vi.advanceTimersByTimeAsync(49);
    expect(waiting?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await failed;
    expect(waiting?.aborted).toBe(true);
  });

  it('runs nothing under a lock that is acquired too late, and lets the store release it', async () => {
    let giveLock = () => {};
    let released = '';
    const store = checkedStore(
      {
        ...memoryStore(),
        withLock: async (_, run) => {
          await new Promise<void>((resolve) => {
            giveLock = resolve;
          });
          return run().catch((error) => {
            released = error.message;
            throw error;
          });
        },
      },
      50,
    );
    let ran = false;
    const run = async () => {
      ran = true;
    };
    const failed = messageOf(store.withLock?.('k', run) as never);
    await vi.advanceTimersByTimeAsync(50);
    await failed;
    giveLock();
    await vi.advanceTimersByTimeAsync(0);
    expect([ran, released]).toEqual([false, 'the call that waited for this lock has already failed']);
  });

  it('counts the time to release the lock, but not the work under it', async () => {
    const withLock: FencedStore['withLock'] = (_, run) => run().then(never);
    const store = checkedStore({ ...memoryStore(), withLock }, 50);
    let finish = () => {};
    const working = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const failed = messageOf(store.withLock?.('k', () => working) as never);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(vi.getTimerCount()).toBe(0);
    finish();
    await vi.advanceTimersByTimeAsync(49);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatch(/withLock/);
  });

  it.each([
    [true, false],
    [false, true],
  ])('with background %s, has timers that keep the process alive: %s', (background, alive) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    checkedStore({ ...memoryStore(), get: never }, 50, { background })
      .get('k')
      .catch(() => {});
    expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([alive]);
    timers.mockRestore();
  });
});
