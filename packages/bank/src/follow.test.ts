import { ApiError } from '@x/core';
import { nockOnly } from '@x/testing';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { between } from '../test/between.ts';
import * as own from './follow.ts';
import { createBankClient, type FollowOptions, type SyncPage } from './index.ts';
import type { Sync, SyncAllParams } from './sync-all.ts';

const follow = (sync: Sync, params: SyncAllParams, options?: FollowOptions) =>
  own.follow(sync, params, options, between);

const access_token = 'access-sandbox-00000000-0000-4000-8000-000000000001';
const hour = 3_600_000;

const changed = new ApiError('changed', {
  code: 'conflict',
  provider: 'bank',
  operation: 'transactions.sync',
  retryable: false,
  providerCode: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
});

/**
 * Creates a `transactions.sync` that returns one empty page per call, with the next cursors `c1`, `c2` and so on. Calls
 * `answer` before each page.
 */
function fakeSync(
  answer: (call: number) => unknown = () => {},
  next?: string,
  statusOf: (call: number) => SyncPage['transactions_update_status'] = () => 'HISTORICAL_UPDATE_COMPLETE',
) {
  const cursors: unknown[] = [];
  async function* pages(cursor: string | null | undefined) {
    await answer(cursors.push(cursor));
    const next_cursor = next ?? `c${cursors.length}`;
    const transactions_update_status = statusOf(cursors.length);
    const changes = { added: [], modified: [], removed: [], accounts: [] };
    yield { ...changes, next_cursor, transactions_update_status } as Partial<SyncPage> as SyncPage;
  }
  const withResponse = () => expect.unreachable('withResponse should not be called');
  const sync: Sync = (params) => Object.assign(pages(params.cursor), { withResponse });
  return { cursors, sync };
}

/** Creates a source of pokes that the test controls. */
function bell() {
  const waiting: ((result: IteratorResult<unknown>) => void)[] = [];
  const queue: unknown[] = [];
  const source = {
    closed: 0,
    poke(): void {
      const next = waiting.shift();
      if (next) next({ done: false, value: undefined });
      else queue.push(undefined);
    },
    end: () => waiting.shift()?.({ done: true, value: undefined }),
    fail: (error: unknown) => waiting.shift()?.(Promise.reject(error) as never),
    [Symbol.asyncIterator]: () => ({
      next: () =>
        queue.length > 0
          ? Promise.resolve({ done: false, value: queue.shift() })
          : new Promise<IteratorResult<unknown>>((resolve) => waiting.push(resolve)),
      return: async () => {
        source.closed += 1;
        return { done: true, value: undefined };
      },
    }),
  };
  return source;
}

/** Whether a promise settles without any time passing. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  promise.then(
    () => {
      done = true;
    },
    () => {
      done = true;
    },
  );
  await vi.advanceTimersByTimeAsync(0);
  return done;
}

describe('follow', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    const timers = vi.getTimerCount();
    vi.useRealTimers();
    expect(timers).toBe(0);
  });

  it('yields one delta immediately and one after each interval, each starting where the last one ended', async () => {
    const { sync, cursors } = fakeSync();
    const deltas = follow(sync, { access_token, cursor: 'c0' });
    expect((await deltas.next()).value).toMatchObject({ nextCursor: 'c1' });
    for (const nextCursor of ['c2', 'c3']) {
      const next = deltas.next();
      await vi.advanceTimersByTimeAsync(hour - 1);
      expect(await settled(next)).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect((await next).value).toMatchObject({ nextCursor });
    }
    await deltas.return();
    expect(cursors).toEqual(['c0', 'c1', 'c2']);
  });

  it('continues from the cursor of any delta', async () => {
    const { sync, cursors } = fakeSync();
    let cursor: string | undefined;
    for (let run = 0; run < 2; run += 1)
      for await (const delta of follow(sync, { access_token, cursor })) {
        cursor = delta.nextCursor;
        break;
      }
    expect(cursors).toEqual([undefined, 'c1']);
  });

  it('keeps its first cursor while there is no data', async () => {
    const { sync, cursors } = fakeSync(() => {}, '');
    const deltas = follow(sync, { access_token, cursor: 'now' }, { intervalMs: 5 });
    await deltas.next();
    const next = deltas.next();
    await vi.advanceTimersByTimeAsync(5);
    await next;
    await deltas.return();
    expect(cursors).toEqual(['now', 'now']);
  });

  it('syncs soon, then less and less often, until the history of a new Item is complete', async () => {
    const statuses = [...Array(3).fill('NOT_READY'), ...Array(12).fill('INITIAL_UPDATE_COMPLETE')];
    const { sync } = fakeSync(undefined, undefined, (call) => statuses[call - 1] ?? 'HISTORICAL_UPDATE_COMPLETE');
    const deltas = follow(sync, { access_token });
    const pauses: number[] = [];
    const now = () => Date.now(); // the fake timers' time
    for (let at = now(); pauses.length < 17; at = now()) {
      const next = deltas.next();
      for (let done = await settled(next); !done; done = await settled(next)) await vi.advanceTimersToNextTimerAsync();
      pauses.push((now() - at) / 1000);
    }
    await deltas.return();
    const growing = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];
    expect(pauses).toEqual([0, 2, 4, 8, ...growing, 3600, 3600]);
  });

  it('never waits longer than intervalMs for the history', async () => {
    const { sync, cursors } = fakeSync(undefined, '', () => 'NOT_READY');
    const deltas = follow(sync, { access_token }, { intervalMs: 500 });
    await deltas.next();
    const next = deltas.next();
    await vi.advanceTimersByTimeAsync(500);
    await next;
    await deltas.return();
    expect(cursors).toHaveLength(2);
  });

  it('syncs immediately on a poke, and counts the interval from there', async () => {
    const { sync, cursors } = fakeSync();
    const wake = bell();
    const deltas = follow(sync, { access_token }, { wake });
    await deltas.next();
    const second = deltas.next();
    await vi.advanceTimersByTimeAsync(hour - 1);
    wake.poke();
    expect(await settled(second)).toBe(true);
    const third = deltas.next();
    await vi.advanceTimersByTimeAsync(hour - 1);
    expect(await settled(third)).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await third;
    await deltas.return();
    expect(cursors).toHaveLength(3);
    expect(wake.closed).toBe(1);
  });

  it.each([
    ['while a delta is handled', false],
    ['while a sync runs', true],
  ])('syncs once more for all pokes that arrive %s', async (_, during) => {
    const wake = bell();
    const poke = async () => {
      for (let count = 0; count < 3; count += 1) wake.poke();
      await vi.advanceTimersByTimeAsync(0);
    };
    const { sync, cursors } = fakeSync((call) => during && call === 1 && poke());
    const deltas = follow(sync, { access_token }, { wake });
    await deltas.next();
    if (!during) await poke();
    expect(await settled(deltas.next())).toBe(true);
    const next = deltas.next();
    expect(await settled(next)).toBe(false);
    await vi.advanceTimersByTimeAsync(hour);
    await next;
    await deltas.return();
    expect(cursors).toHaveLength(3);
  });

  it('syncs once more, not twice, for pokes that were queued before the first sync', async () => {
    const wake = bell();
    for (let count = 0; count < 3; count += 1) wake.poke();
    const { sync } = fakeSync();
    const deltas = follow(sync, { access_token }, { wake, intervalMs: 10 });
    await deltas.next();
    expect(await settled(deltas.next())).toBe(true);
    const third = deltas.next();
    expect(await settled(third)).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    await third;
    await deltas.return();
  });

  it('continues at the interval when the pokes end', async () => {
    const { sync } = fakeSync();
    const wake = bell();
    const deltas = follow(sync, { access_token }, { wake, intervalMs: 10 });
    await deltas.next();
    wake.end();
    const next = deltas.next();
    expect(await settled(next)).toBe(false);
    await vi.advanceTimersByTimeAsync(10);
    expect(await settled(next)).toBe(true);
    await deltas.return();
  });

  it.each([
    ['waits', true],
    ['handles a delta', false],
  ])('ends with the error of the pokes when they fail while it %s', async (_, waiting) => {
    const { sync } = fakeSync();
    const wake = bell();
    const deltas = follow(sync, { access_token }, { wake });
    await deltas.next();
    const failure = new Error('queue is gone');
    let next = waiting ? deltas.next() : undefined;
    next?.catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    wake.fail(failure);
    await vi.advanceTimersByTimeAsync(0);
    next ??= deltas.next();
    await expect(next).rejects.toBe(failure);
    expect(wake.closed).toBe(1);
  });

  it.each([
    ['waits', true],
    ['handles a delta', false],
  ])('ends with the abort reason when its signal aborts while it %s', async (_, waiting) => {
    const { sync } = fakeSync();
    const wake = bell();
    const caller = new AbortController();
    const deltas = follow(sync, { access_token }, { wake, signal: caller.signal });
    await deltas.next();
    const next = waiting ? deltas.next() : undefined;
    next?.catch(() => {});
    await vi.advanceTimersByTimeAsync(0);
    caller.abort('enough');
    await expect(next ?? deltas.next()).rejects.toBe('enough');
    expect(wake.closed).toBe(1);
    expect(await deltas.next()).toEqual({ done: true, value: undefined });
  });

  it('waits as long as a timer can when intervalMs is Infinity', async () => {
    const { sync } = fakeSync();
    const caller = new AbortController();
    const deltas = follow(sync, { access_token }, { intervalMs: Number.POSITIVE_INFINITY, signal: caller.signal });
    await deltas.next();
    const next = deltas.next();
    next.catch(() => {});
    await vi.advanceTimersByTimeAsync(24 * 24 * hour);
    expect(await settled(next)).toBe(false);
    caller.abort();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('starts over when data changes, counts restarts for each delta separately, and stops after maxRestarts', async () => {
    // Calls 1, 3 and 5 to 8 find changed data: two deltas with one restart each, then one that never gets through.
    const { sync, cursors } = fakeSync((call) => {
      if ([1, 3].includes(call) || call > 4) throw changed;
    });
    const deltas = follow(sync, { access_token }, { maxRestarts: 2, restartPauseMs: 100, intervalMs: 1000 });
    const seen: unknown[] = [];
    const failure = (async () => {
      for await (const { nextCursor } of deltas) seen.push(nextCursor);
    })().catch((error) => error);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await failure).toBe(changed);
    expect(seen).toEqual(['c2', 'c4']);
    expect(cursors).toEqual([undefined, undefined, 'c2', 'c2', 'c4', 'c4', 'c4']);
  });

  it('passes each delta to checkpoint before yielding it, and ends when checkpoint fails', async () => {
    const { sync } = fakeSync();
    const stored: string[] = [];
    const failure = new Error('no database');
    const checkpoint = async ({ nextCursor }: { nextCursor: string }) => {
      if (nextCursor === 'c2') throw failure;
      stored.push(nextCursor);
    };
    const deltas = follow(sync, { access_token }, { checkpoint, intervalMs: 1 });
    await deltas.next();
    expect(stored).toEqual(['c1']);
    const next = deltas.next();
    next.catch(() => {});
    await vi.advanceTimersByTimeAsync(1);
    await expect(next).rejects.toBe(failure);
    expect(stored).toEqual(['c1']);
  });
});

describe('transactions.follow', () => {
  nockOnly();

  it('calls the API, and refuses invalid params before any request', async () => {
    const bank = createBankClient({ clientId: 'client-id-1234', clientSecret: 'client-secret-1234', retries: 0 });
    nock('https://sandbox.plaid.com')
      .post('/transactions/sync', (body) => body.cursor === 'c0' && body.count === 500)
      .reply(200, {
        added: [],
        modified: [],
        removed: [],
        accounts: [],
        next_cursor: 'c1',
        has_more: false,
        transactions_update_status: 'HISTORICAL_UPDATE_COMPLETE',
        request_id: 'r',
      });
    for await (const delta of bank.transactions.follow({ access_token, cursor: 'c0' })) {
      expect(delta).toMatchObject({ nextCursor: 'c1', status: 'HISTORICAL_UPDATE_COMPLETE' });
      break;
    }
    for (const params of [undefined, { access_token: '' }])
      await expect(bank.transactions.follow(params as never).next()).rejects.toMatchObject({ code: 'invalid_params' });
  });
});
