import { getEventListeners } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { CallOptions, RateLimiter, TokenStore } from '@x/core';
import { createQuotesClient } from '@x/quotes';
import { createStreamClient, type StreamOptions } from '@x/stream';
import { listen } from '@x/testing/programs';
import { afterAll, describe, expect, it } from 'vitest';
import { heapInUse } from '../../bench/src/heap.ts';
import { noteUnhandled } from './unhandled.ts';

noteUnhandled();

const never = <T>() => new Promise<T>(() => {});

/** Never responds; rejects when the call ends, as `fetch` does. */
const silent = ((_: string, { signal }: RequestInit) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  })) as typeof fetch;

/** Begins a response, then sends nothing more. */
const stalled = (async (_: string, { signal }: RequestInit) =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data":'));
        signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
      },
    }),
  )) as typeof fetch;

const grant = { access_token: 'a-token', expires_in: 3600 };
const withToken = (then: typeof fetch) =>
  ((input: string, init: RequestInit) =>
    /token$/.test(input) ? Response.json(grant) : then(input, init)) as typeof fetch;

const store = (methods: Partial<TokenStore>): TokenStore => ({
  get: async () => undefined,
  set: async () => {},
  delete: async () => {},
  ...methods,
});
const limiter = (place: () => Partial<ReturnType<RateLimiter['take']>>) => (): RateLimiter => ({
  take: () => ({ waitMs: 0, taken: undefined, release() {}, ...place() }),
  block() {},
  state: () => undefined,
});
const full = (async () => Response.json({}, { headers: { 'retry-after': '30' }, status: 429 })) as typeof fetch;
const down = (async () => Response.json({}, { headers: { 'retry-after': '30' }, status: 503 })) as typeof fetch;

/** Servers that respond only to token requests and hold all others, to test the client's own sockets. */
const servers: Server[] = [];
async function holding(answer: (response: ServerResponse) => void) {
  const server = createServer(({ url }, response) =>
    url?.endsWith('/token') ? response.end(JSON.stringify(grant)) : answer(response),
  );
  servers.push(server);
  return { server, baseUrl: await listen(server) };
}
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});
const hold = () => {};
const begin = (response: ServerResponse) => response.write('{"data":');
const bySocket = async (answer: typeof begin | typeof hold) => {
  const { baseUrl } = await holding(answer);
  return { baseUrl, authUrl: baseUrl };
};

/** States of a call in which its time may run out. */
const states: Readonly<Record<string, Partial<StreamOptions>>> = {
  'in the queue of the rate limit': { fetch: withToken(full), retries: 0 },
  'asking a shared rate limiter': {
    fetch: withToken(silent),
    rateLimiter: limiter(() => ({ waitMs: never<number>() })),
  },
  'in the queue of a shared rate limiter': {
    fetch: withToken(silent),
    rateLimiter: limiter(() => ({ waitMs: 9, taken: never<void>() })),
  },
  'waiting for the token store': { fetch: silent, tokens: store({ get: never }) },
  'waiting for the lock of the token': { fetch: silent, tokens: store({ withLock: never }) },
  'waiting for the token request': { fetch: silent },
  'storing the token': { fetch: withToken(silent), tokens: store({ set: never }) },
  'in the pause before a retry': { fetch: withToken(down) },
  'waiting for the headers': { fetch: withToken(silent) },
  'reading the body': { fetch: withToken(stalled) },
  'waiting for the headers, on a socket': await bySocket(hold),
  'reading the body, on a socket': await bySocket(begin),
};
/** Longer than any test takes, so that only a deadline or an abort ends a call. */
const ages = { timeoutMs: 2 ** 31 - 1, maxWaitMs: 2 ** 31 - 1 };

/** Returns a call that gets stuck in that state. */
async function standing(state: string): Promise<(options: CallOptions) => Promise<unknown>> {
  const stream = createStreamClient({ clientId: 'client', clientSecret: 'secret-secret', ...ages, ...states[state] });
  // The refusal of this call blocks the rate limit.
  if (/^in the queue of the rate/.test(state)) await stream.games.list({ id: ['1'] }).catch(() => {});
  return async (options) => stream.games.list({ id: ['1'] }, options).then(() => 'answered');
}

describe.each(Object.keys(states))('%s', (state) => {
  it('deadlineMs ends the call', async () => {
    const call = await standing(state);
    await expect(call({ deadlineMs: 20 })).rejects.toMatchObject({
      name: 'ApiError',
      // A rate limiter that does not respond is not a timeout of the provider.
      code: state === 'asking a shared rate limiter' ? 'unavailable' : 'timeout',
      operation: 'games.list',
      retryable: true,
    });
  });

  it('an abort ends the call with its reason, and leaves no listener', async () => {
    const call = await standing(state);
    const stop = new AbortController();
    const reason = new Error('enough');
    const calls = Array.from({ length: 5 }, () => call({ signal: stop.signal }));
    const outcome = Promise.allSettled(calls);
    await new Promise(setImmediate);
    stop.abort(reason);
    expect(await outcome).toEqual(Array.from(calls, () => ({ status: 'rejected', reason })));
    await new Promise(setImmediate);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    await expect(call({ signal: stop.signal })).rejects.toBe(reason);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });
});

describe('an aborted call frees', () => {
  const connections = (server: Server) =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

  it.each<[string, (response: ServerResponse) => void]>([
    ['waiting for the headers', hold],
    ['reading the body', begin],
  ])('its socket and its timer while %s', async (_, answer) => {
    const { server, baseUrl } = await holding(answer);
    const quotes = createQuotesClient({ baseUrl });
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    const stop = new AbortController();
    const outcome = Promise.allSettled(Array.from({ length: 5 }, () => quotes.info.count({}, { signal: stop.signal })));
    await expect.poll(() => connections(server), { interval: 1 }).toBe(5);
    expect(timers()).toBeGreaterThan(before);
    stop.abort();
    await outcome;
    await expect.poll(() => connections(server), { interval: 1 }).toBe(0);
    await expect.poll(timers, { interval: 1 }).toBeLessThanOrEqual(before);
  });
});

describe('many aborted calls', () => {
  const count = Number(process.env.ABORTED_CALLS ?? 20_000);

  const all = Object.keys(states);

  describe.each(all)('leave no listeners, and do not grow the heap', (state) => {
    it(state, async () => {
      const call = await standing(state);
      const life = new AbortController();
      const batch = 200;
      const one = async () => {
        const stop = new AbortController();
        const outcome = Promise.allSettled([
          ...Array.from({ length: batch / 2 }, () => call({ signal: stop.signal })),
          // These calls end without their signal, which lives as long as the process.
          ...Array.from({ length: batch / 2 }, () => call({ signal: life.signal, deadlineMs: 1 })),
        ]);
        await new Promise(setImmediate);
        stop.abort();
        const outcomes = await outcome;
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
        expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
      };
      for (let done = 0; done < 2000; done += batch) await one();
      const before = await heapInUse();
      for (let done = 0; done < count / all.length; done += batch) await one();
      expect(getEventListeners(life.signal, 'abort')).toEqual([]);
      expect((await heapInUse()) - before).toBeLessThan(4_000_000);
    });
  });
});
