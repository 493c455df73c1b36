import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fc } from '../../test/properties.ts';
import { endpoints, serve, testClient, testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import type { RateLimiter } from '../declare/rate-limiter.ts';
import type { Position } from './cursor.ts';
import { pagedCall } from './paged-call.ts';
import type { LoadedPage } from './read-pages.ts';

const errors = {
  repeated: () => new Error('the list does not end'),
  throwIfAborted() {},
  invalid: (reason: string) => new Error(reason),
};
const responseOfFirst = () => ({
  status: 200,
  headers: new Headers(),
  requestId: undefined,
  durationMs: 0,
  attempts: 1,
});

describe('pages that arrive in any order', () => {
  const failure = new Error('this page fails');

  /**
   * Creates a list of pages with `sizes` items each, numbered consecutively; `started` records the requested pages.
   * Pages can be addressed from page `told` on, except the last `later` ones, which were added afterwards.
   */
  function listOf(
    sizes: number[],
    { told, later }: { told: number; later: number },
    failing: number | undefined,
    scheduler: fc.Scheduler,
  ) {
    const started: number[] = [];
    const ends = sizes.map((_, index) => sizes.slice(0, index + 1).reduce((sum, size) => sum + size));
    const at = (index: number): Position => [0, index];
    async function load(position?: Position, _page?: number, stop?: AbortSignal): Promise<LoadedPage<number>> {
      const index = Number(position?.[1] ?? 0);
      started.push(index);
      await scheduler.schedule(Promise.resolve(), `page ${index}`);
      stop?.throwIfAborted();
      if (index === failing) throw failure;
      const size = sizes[index] as number;
      return {
        items: Array.from({ length: size }, (_, item) => (ends[index] as number) - size + item),
        nextCursor: index + 1 < sizes.length ? `${index + 1}` : null,
        after: index + 1 < sizes.length ? at(index + 1) : undefined,
        ...(index >= told && { rest: () => [...sizes.keys()].slice(index + 1, sizes.length - later).map(at) }),
      };
    }
    return { load, started, items: [...Array(ends.at(-1)).keys()] };
  }

  const list = {
    sizes: fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }),
    addressable: fc.record({ told: fc.nat(3), later: fc.nat(3) }),
    ahead: fc.nat(5),
    failing: fc.option(fc.nat(11), { nil: undefined }),
  };

  it('are delivered in order, each requested once, and none after an error or the end of the loop', async () => {
    const leaving = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.record({ ...list, leaving }),
        async (scheduler, { sizes, addressable, ahead, failing, leaving }) => {
          const { load, started, items } = listOf(sizes, addressable, failing, scheduler);
          const got: number[] = [];
          let pages = 0;
          async function walk(): Promise<unknown> {
            try {
              for await (const page of pagedCall(load, errors, { prefetch: ahead }, responseOfFirst).pages()) {
                pages += 1;
                got.push(...page.items);
                await scheduler.schedule(Promise.resolve(), 'the caller');
                expect(started.length).toBeLessThanOrEqual(pages + ahead);
                if (pages === leaving) break;
              }
              return undefined;
            } catch (error) {
              return error;
            } finally {
              asked = started.length;
            }
          }
          let asked = 0;
          const error = await scheduler.waitFor(walk());
          await scheduler.waitIdle();

          const whole = Math.min(sizes.length, failing ?? 12, leaving ?? 12);
          const fails = whole === failing && whole < sizes.length && whole !== leaving;
          expect([pages, error]).toEqual([whole, fails ? failure : undefined]);
          expect(got).toEqual(items.slice(0, got.length));
          expect(got).toHaveLength(sizes.slice(0, whole).reduce((sum, size) => sum + size, 0));
          expect(started).toEqual([...started.keys()]);
          expect(started).toHaveLength(asked);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('give toArray its first items without requesting pages that it does not need', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.record({ ...list, size: fc.integer({ min: 1, max: 4 }), limit: fc.nat(50) }),
        async (scheduler, { sizes, addressable, ahead, size, limit }) => {
          const even = sizes.map(() => size);
          const { load, started, items } = listOf(even, addressable, undefined, scheduler);
          const result = pagedCall(load, errors, { concurrency: ahead }, responseOfFirst).toArray({ limit });
          expect(await scheduler.waitFor(result)).toEqual(items.slice(0, limit));
          expect(started).toHaveLength(Math.min(sizes.length, Math.ceil(limit / size)));
        },
      ),
      { numRuns: 500 },
    );
  });
});

it('an infinite prefetch fetches a bounded number of pages ahead', async () => {
  const load = async ([, at = 0]: Position = [0]) => ({
    items: [at],
    nextCursor: at === 2 ? null : `${at}`,
    after: at === 2 ? undefined : ([0, +at + 1] as const),
  });
  const list = pagedCall(load, errors, { prefetch: Number.POSITIVE_INFINITY }, responseOfFirst);
  expect(await list.toArray({ limit: 9 })).toEqual([0, 1, 2]);
  expect(await Array.fromAsync(list)).toEqual([0, 1, 2]);
});

describe('parallel requests', () => {
  let server: Awaited<ReturnType<typeof serve>>;
  /** Requests without a response: their paths, and functions that respond to them. */
  let open: { path: string; answer(): void }[] = [];
  let most = 0;
  let closed = 0;

  beforeEach(async () => {
    [open, most, closed] = [[], 0, 0];
    server = await serve((request, response) => {
      const path = request.url ?? '';
      if (path === '/token') return response.end('{"access_token":"t0ken","expires_in":60}');
      const { searchParams } = new URL(path, 'http://x');
      const offset = Number(searchParams.get('offset') ?? 0);
      const body = { items: [{ id: `${offset}` }], limit: 1, total: 9, next: offset < 8 ? 'u' : null };
      open.push({ path, answer: () => response.end(JSON.stringify(body)) });
      most = Math.max(most, open.length);
      response.on('close', () => {
        closed += Number(!response.writableEnded);
      });
      return undefined;
    });
  });
  afterEach(() => server.close());

  /** Responds to the latest requests first, each time `together` of them are open. */
  async function answerAll(together: number, requests: number): Promise<void> {
    for (let left = requests; left > 0; ) {
      const now = Math.min(together, left);
      await expect.poll(() => open.length).toBe(now);
      for (const { answer } of open.splice(0).reverse()) answer();
      left -= now;
    }
  }

  it('are limited by the rate limiter', async () => {
    let places = 2;
    const waiting: (() => void)[] = [];
    const limiter: RateLimiter = {
      take() {
        places -= 1;
        let held = true;
        return {
          waitMs: 0,
          taken: places < 0 ? new Promise((resolve) => waiting.push(resolve)) : undefined,
          release() {
            if (!held) return;
            held = false;
            places += 1;
            waiting.shift()?.();
          },
        };
      },
      block() {},
      state: () => undefined,
    };
    const rule = { key: 'all', limit: 2, intervalMs: 1, refill: 'window' } as const;
    const client = createClient(
      { ...testProvider(server.url, { rateLimiter: () => limiter }), rate: () => rule },
      endpoints,
    );
    const items = client.things.byOffset({ limit: 1 }, { concurrency: 4 }).toArray({ limit: 9 });
    await answerAll(1, 1);
    await answerAll(2, 8);
    expect((await items).map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
    expect(most).toBe(2);
  });

  it('end when the caller leaves the loop', async () => {
    const list = testClient(server.url).things.byOffset({ limit: 1 }, { concurrency: 4 });
    const walk = (async () => {
      for await (const _ of list.pages()) {
        await expect.poll(() => open.length).toBe(4);
        break;
      }
    })();
    await answerAll(1, 1);
    await walk;
    await expect.poll(() => closed).toBe(4);
    expect(open).toHaveLength(4);
  });

  it('end when the call is aborted, with the reason', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const walk = testClient(server.url).things.byOffset({ limit: 1 }, { concurrency: 4, signal }).toArray({ limit: 9 });
    await answerAll(1, 1);
    await expect.poll(() => open.length).toBe(4);
    const reason = new Error('changed my mind');
    controller.abort(reason);
    await expect(walk).rejects.toBe(reason);
    await expect.poll(() => closed).toBe(4);
    expect(open).toHaveLength(4);
  });
});
