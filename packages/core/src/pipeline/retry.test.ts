import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { serve, testClient } from '../../test/test-kit.ts';
import type { ClientEvent } from '../declare/events.ts';
import { waitBeforeRetry } from './retry.ts';

const loading = vi.hoisted(() => ({ times: 0, before: async () => {} }));
vi.mock('ky', async (original) => {
  loading.times += 1;
  await loading.before();
  return original();
});

let server: Awaited<ReturnType<typeof serve>>;
let requests = 0;

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') return response.end('{"access_token":"t0ken","expires_in":60}');
    if (request.url?.startsWith('/things/well')) return response.end('{"data":[{"id":"well"}]}');
    requests += 1;
    if (request.url === '/things/missing') return response.writeHead(404).end('{}');
    return response.writeHead(503).end('{}');
  });
});
beforeEach(() => {
  requests = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
afterAll(() => server.close());

const connect = (options: Parameters<typeof testClient>[1] = {}) =>
  testClient(server.url, { retries: 1, random: () => 0, ...options });
/**
 * Makes loading ky hang until the returned function is called. Loading then fails, so that the next test loads ky
 * again.
 */
const hang = () => {
  const { promise, reject } = Promise.withResolvers<void>();
  loading.before = () => promise;
  return () => reject(new Error('offline'));
};

it('a call ends with its signal while ky takes forever to load', async () => {
  const giveUp = hang();
  const controller = new AbortController();
  const reason = new Error('enough');
  const client = connect({ onEvent: ({ type }) => type === 'retry' && queueMicrotask(() => controller.abort(reason)) });
  await expect(client.things.get({ id: '1' }, { signal: controller.signal })).rejects.toBe(reason);
  expect(requests).toBe(1);
  giveUp();
});

it('a call fails with the error of its first attempt when ky does not load within timeoutMs', async () => {
  const giveUp = hang();
  const client = connect({
    timeoutMs: 20_000,
    onEvent({ type }) {
      if (type !== 'retry') return;
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      setImmediate(() => vi.advanceTimersByTime(20_000));
    },
  });
  await expect(client.things.get({ id: '1' })).rejects.toMatchObject({ code: 'unavailable', status: 503 });
  expect(requests).toBe(1);
  giveUp();
});

it.each(['document', 'importScripts'])(
  'a page or worker, recognized by %s, downloads ky with the first call',
  async (name) => {
    loading.before = () => Promise.reject(new Error('offline')); // a failure has no consequences
    const client = connect();
    const before = loading.times;
    await client.things.get({ id: 'well' });
    expect(loading.times).toBe(before);
    vi.stubGlobal(name, {});
    await client.things.get({ id: 'well' });
    expect(loading.times).toBe(before + 1);
  },
);

it('ky is loaded only for a retry', async () => {
  const before = loading.times;
  const client = connect();
  await client.things.get({ id: 'well' });
  await expect(client.things.get({ id: 'missing' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(client.things.create({ id: '1' })).rejects.toMatchObject({ code: 'unavailable' });
  expect(loading.times).toBe(before);
});

it('an abort while ky is loading ends the call', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const client = connect({ onEvent: ({ type }) => type === 'retry' && controller.abort(reason) });
  await expect(client.things.get({ id: '1' }, { signal: controller.signal })).rejects.toBe(reason);
  expect(requests).toBe(1);
});

it('a call fails with the error of its first attempt when ky cannot be loaded, and the next call loads it again', async () => {
  loading.before = () => Promise.reject(new Error('offline'));
  const client = connect();
  const failure = await client.things.get({ id: '1' }).then(null, (error: unknown) => error);
  expect(failure).toMatchObject({ code: 'unavailable', status: 503 });
  expect(String((failure as Error).cause)).not.toContain('offline');
  expect(requests).toBe(1);
  loading.before = async () => {};
  const before = loading.times;
  const events: string[] = [];
  const onEvent = (event: ClientEvent) => 'attempt' in event && events.push(`${event.attempt} ${event.type}`);
  const again = connect({ onEvent });
  await expect(again.things.get({ id: '1' })).rejects.toMatchObject({ code: 'unavailable' });
  expect(loading.times).toBe(before + 1);
  expect(events.slice(-5)).toEqual(['1 request', '1 response', '1 retry', '2 request', '2 response']);
  expect(requests).toBe(3);
});

const settings = { maxWaitMs: 60_000, random: () => 0.5 };
const unavailable = { retryable: true } as const;

type Failure = Parameters<typeof waitBeforeRetry>[0];

it.each<[string, { error?: Failure; attempts?: number }, Partial<typeof settings>, number | undefined]>([
  ['is first a random part of half a second', {}, {}, 250],
  ['doubles with each attempt', { attempts: 2 }, {}, 500],
  ['stops doubling at 8 seconds', { attempts: 9 }, {}, 4000],
  ['is as long as the response asks', { error: { ...unavailable, retryAfterMs: 7 } }, {}, 7],
  ['is undefined when a retry cannot succeed', { error: { retryable: false } }, {}, undefined],
  ['is undefined if longer than maxWaitMs', { error: { ...unavailable, retryAfterMs: 60_001 } }, {}, undefined],
  ['may take maxWaitMs', { error: { ...unavailable, retryAfterMs: 60_000 } }, {}, 60_000],
])('the wait before a retry %s', (_, { error = unavailable, attempts = 1 }, own, expected) => {
  expect(waitBeforeRetry(error, attempts, { ...settings, ...own })).toBe(expected);
});
