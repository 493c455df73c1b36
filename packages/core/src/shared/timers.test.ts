import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import { startInterval, startTimer, wholeMs } from './clock.ts';
import { pause } from './pause.ts';
import { runWithin } from './run-within.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Delays that a runtime timer would treat as one millisecond. */
const tooLong = [2 ** 31, 1e300, Number.POSITIVE_INFINITY];

describe.each(tooLong)('%d milliseconds', (ms) => {
  it.each<[string, (done: () => void) => unknown]>([
    ['a timer', (done) => startTimer(ms, done)],
    ['an interval', (done) => startInterval(ms, done)],
    ['a pause', (done) => pause(ms).then(done)],
    [
      'a time limit',
      (done) => runWithin({ limitMs: ms, tooLate: 'too late' }, () => new Promise(() => {})).catch(done),
    ],
  ])('are not over after an hour for %s', async (_, start) => {
    const done = vi.fn();
    start(done);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(done).not.toHaveBeenCalled();
  });

  it('of timeoutMs and deadlineMs do not end a call', async () => {
    const { promise: response, resolve } = Promise.withResolvers<Response>();
    const provider = testProvider('https://api.example', { fetch: () => response, timeoutMs: ms, deadlineMs: ms });
    const call = createClient(provider, {}).request('/any', {}, { auth: 'none' });
    await vi.advanceTimersByTimeAsync(3_600_000);
    resolve(Response.json({ id: '1' }));
    expect(await call).toEqual({ id: '1' });
  });
});

it('a retry is not sent before a Retry-After that is longer than a timer', async () => {
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return new Response('{}', { status: 503, headers: { 'retry-after': '3000000' } });
  };
  const endless = Number.POSITIVE_INFINITY;
  const provider = testProvider('https://api.example', { fetch, retries: 1, maxWaitMs: endless, timeoutMs: endless });
  const leave = new AbortController();
  const call = createClient(provider, {}).request('/any', {}, { auth: 'none', signal: leave.signal });
  const failed = expect(call).rejects.toThrow('gone');
  await vi.dynamicImportSettled(); // waits for ky
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(requests).toBe(1);
  leave.abort(new Error('gone'));
  await failed;
});

it('a number of milliseconds is whole and fits a timer', () => {
  expect([0, 0.2, 5, 15_000.5, ...tooLong].map(wholeMs)).toEqual([0, 1, 5, 15_001, ...tooLong.map(() => 2 ** 31 - 1)]);
});
