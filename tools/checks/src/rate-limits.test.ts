import { createBankClient } from '@x/bank';
import type { ClientOptions } from '@x/core';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createClock, createSandbox, type SandboxOptions } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { expect, it } from 'vitest';

// Only the timers are replaced. Between two of them, the sandbox takes real turns of the event loop.
const startAt = Date.UTC(2026, 0, 1);

/** Creates a sandbox whose time jumps from one wait to the next. */
async function start(options: SandboxOptions = {}) {
  const clock = createClock(startAt, false);
  const sandbox = await createSandbox({ listen: false, clock, limits: 'real', ...options });
  const common: ClientOptions = { clock, random: () => 0, fetch: sandbox.fetch };

  const pass = (ms: number) => clock.runUntil(clock.sleep(ms));
  /** Lets time pass until all calls have ended. Returns their outcomes, and how long they took. */
  async function settle(calls: readonly PromiseLike<unknown>[]) {
    const from = clock.now();
    const outcomes = await clock.runUntil(Promise.allSettled(calls));
    return { outcomes, tookMs: clock.now() - from };
  }
  const refused = () => sandbox.requests.filter(({ status }) => status === 429).length;
  return { sandbox, clock, common, pass, settle, refused };
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
const failed = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'rejected');

it('stream calls at full speed get no 429, are sent as fast as the bucket fills, and keep their order', async () => {
  const { sandbox, common, settle, refused } = await start();
  const stream = createStreamClient({ ...sandbox.options.stream, ...common });
  await stream.games.top({ first: 1 });
  const before = sandbox.requests.length;
  const { outcomes, tookMs } = await settle(times(900, (index) => stream.users.list({ id: [String(index)] })));
  expect([failed(outcomes), refused()]).toEqual([[], 0]);
  // 799 points are there at once, then one arrives every 75 ms. The rest is caused by rounding in the headers.
  expect(tookMs).toBeGreaterThanOrEqual(101 * 75);
  expect(tookMs).toBeLessThan(130 * 75);
  const order = sandbox.requests.slice(before).map(({ query }) => Number(query.get('id')));
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

it('bank calls at full speed get no 429 in any window, nor because of another Item', async () => {
  const { sandbox, common, settle, refused } = await start({ bank: { readyAtOnce: true } });
  const bank = createBankClient({ ...sandbox.options.bank, ...common, maxWaitMs: 200_000 });
  const [one = '', two = ''] = sandbox.controls.bank.accessTokens;
  const calls = times(220, (index) => bank.item.get({ access_token: index % 2 ? one : two }));
  const { outcomes, tookMs } = await settle(calls);
  expect([failed(outcomes), refused()]).toEqual([[], 0]);
  // Each of the two Items allows 40 calls a minute, so its 110 calls take two more windows.
  expect(tookMs).toBeGreaterThanOrEqual(120_000);
  expect(tookMs).toBeLessThan(125_000);
});

it('quotes calls at full speed get no 429 in any window', async () => {
  const { sandbox, common, settle, refused } = await start();
  const quotes = createQuotesClient({ ...sandbox.options.quotes, ...common, maxWaitMs: 200_000 });
  const { outcomes, tookMs } = await settle(times(400, () => quotes.info.count()));
  expect([failed(outcomes), refused()]).toEqual([[], 0]);
  // At 180 calls a minute, 400 calls take two more windows, plus the time that rounding to whole seconds adds.
  expect(tookMs).toBeGreaterThanOrEqual(120_000);
  expect(tookMs).toBeLessThan(180_000);
});

it('music, whose limit is unknown, sends nothing after the first refusal until the server allows it', async () => {
  const { sandbox, common, settle, refused } = await start({ limits: { music: { requests: 50 } } });
  const music = createMusicClient({ ...sandbox.options.music, ...common });
  const search = () => music.search({ q: 'love', type: 'track', limit: 1 });
  await settle(times(50, search));
  expect(refused()).toBe(0);
  // Only the calls that were in flight at the first refusal are refused.
  await settle([search()]);
  expect(refused()).toBe(1);
  const { outcomes } = await settle(times(20, search));
  expect([failed(outcomes), refused()]).toEqual([[], 1]);
});

it('food calls at full speed use up the hourly limit without a 429, and calls that would wait longer than maxWaitMs fail at once', async () => {
  const { sandbox, common, pass, settle, refused } = await start();
  const food = createFoodClient({ ...sandbox.options.food, ...common, maxWaitMs: 30_000 });
  const search = () => food.foods.search({ query: 'cheddar', pageSize: 1 });
  const { outcomes } = await settle(times(1000, search));
  expect([failed(outcomes), refused()]).toEqual([[], 0]);
  const before = sandbox.requests.length;
  await expect(search()).rejects.toMatchObject({ code: 'rate_limited', retryable: true });
  expect(sandbox.requests).toHaveLength(before);
  // The real window slides, so it is certain to be open only after two hours.
  await pass(2 * 3_600_000);
  const { outcomes: later } = await settle([search()]);
  expect([failed(later), refused()]).toEqual([[], 0]);
});

it('no call starves: even with constant new calls, waiting calls are sent in order', async () => {
  const { sandbox, common, pass, settle } = await start();
  const stream = createStreamClient({ ...sandbox.options.stream, ...common });
  await stream.games.top({ first: 1 });
  const order: number[] = [];
  const calls: PromiseLike<unknown>[] = [];
  const call = (index: number) => calls.push(stream.users.list({ id: [String(index)] }).then(() => order.push(index)));
  for (let index = 0; index < 810; index += 1) call(index);
  for (let index = 810; index < 840; index += 1) {
    call(index);
    await pass(75);
  }
  const { outcomes } = await settle(calls);
  expect(failed(outcomes)).toEqual([]);
  expect(order.slice(800)).toEqual([...order.slice(800)].sort((a, b) => a - b));
  expect(order).toHaveLength(840);
});
