import type { Client, ClientOptions } from '@x/core';
import { createMusicClient } from '@x/music';
import { createClock, createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { describe, expect, it } from 'vitest';
import { createClients } from './clients.ts';

const minuteMs = 60_000;
const startAt = Date.UTC(2026, 0, 1);

async function serve() {
  const clock = createClock(startAt, false);
  return { clock, sandbox: await createSandbox({ listen: false, clock, limits: 'real' }) };
}

/** Creates all five clients of a sandbox whose time and responses the test controls. */
async function start(options: ClientOptions = {}, clientIsOffByMs = 0, served = serve()) {
  const { clock, sandbox } = await served;
  /** Status and headers of the APIs' next responses, which replace the sandbox's. */
  const next: { status?: number; headers: Record<string, string> } = { headers: {} };
  const fetch: typeof globalThis.fetch = async (...request) => {
    const response = await sandbox.fetch(...request);
    if (/token$/.test(String(request[0]))) return response;
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(next.headers)) headers.set(name, value);
    return new Response(next.status ? '{}' : await response.text(), {
      status: next.status ?? response.status,
      headers,
    });
  };
  const clientClock = { now: () => clock.now() + clientIsOffByMs };
  const common: ClientOptions = { clock: clientClock, retries: 0, maxWaitMs: 0, ...options, fetch };
  const [access_token = ''] = sandbox.controls.bank.accessTokens;
  const clients = createClients(sandbox.options, common);
  const calls: Record<keyof typeof clients, () => PromiseLike<unknown>> = {
    stream: () => clients.stream.games.top({ first: 1 }),
    music: () => clients.music.search({ q: 'love', type: 'track', limit: 1 }),
    bank: () => clients.bank.item.get({ access_token }),
    food: () => clients.food.foods.search({ query: 'cheddar', pageSize: 1 }),
    quotes: () => clients.quotes.info.count(),
  };
  const outcome = (name: Name) =>
    calls[name]().then(
      () => 'worked',
      ({ code, status, retryAfterMs }) => ({ code, status, retryAfterMs }),
    );
  return { clock, sandbox, next, clients, outcome };
}

type Name = 'stream' | 'music' | 'bank' | 'food' | 'quotes';
const names = ['stream', 'music', 'bank', 'food', 'quotes'] as const;

describe.each(names)('the rate limit of %s', (name) => {
  it.each(['-1', '-Infinity', 'Infinity', 'NaN', '1e308', '0x10', '', '9'.repeat(30)])(
    'is not closed by headers with the value %j',
    async (value) => {
      const named = ['limit', 'remaining', 'reset'].flatMap((kind) => [`ratelimit-${kind}`, `x-ratelimit-${kind}`]);
      const sets = [...named.map((header) => [header]), ['retry-after'], [...named, 'retry-after']];
      const served = serve();
      for (const headers of sets) {
        const { next, outcome } = await start({}, 0, served);
        next.headers = Object.fromEntries(headers.map((header) => [header, value]));
        expect([headers, await outcome(name), await outcome(name)]).toEqual([headers, 'worked', 'worked']);
      }
    },
  );

  it('is closed for 15 minutes by a refusal until the year 9999, which the error still reports', async () => {
    const { clock, next, outcome } = await start();
    next.status = 429;
    next.headers = {
      'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '253402300799',
      'x-ratelimit-remaining': '0',
    };
    const reported = Date.UTC(9999, 11, 31, 23, 59, 59) - startAt;
    expect(await outcome(name)).toEqual({ code: 'rate_limited', status: 429, retryAfterMs: reported });
    Object.assign(next, { status: undefined, headers: {} });
    expect(await outcome(name)).toEqual({ code: 'rate_limited', status: undefined, retryAfterMs: 15 * minuteMs });
    await clock.advance(15 * minuteMs);
    expect(await outcome(name)).toBe('worked');
  });

  it('is closed by a refusal for no longer than maxRetryAfterMs', async () => {
    const { clock, next, outcome } = await start({ maxRetryAfterMs: 5000 });
    next.status = 429;
    next.headers = { 'retry-after': '3600', 'ratelimit-remaining': '0', 'ratelimit-reset': `${startAt / 1000 + 3600}` };
    await outcome(name);
    Object.assign(next, { status: undefined, headers: {} });
    expect(await outcome(name)).toMatchObject({ code: 'rate_limited', status: undefined, retryAfterMs: 5000 });
    await clock.advance(5000);
    expect(await outcome(name)).toBe('worked');
  });

  it.each([-60, 60])(
    'is closed for as long as a refusal asks for, even if the clock is %d minutes off',
    async (offMinutes) => {
      const { next, outcome } = await start({}, offMinutes * minuteMs);
      next.status = 429;
      next.headers = {
        'retry-after': new Date(startAt + 30_000).toUTCString(),
        'ratelimit-remaining': '0',
        'ratelimit-reset': name === 'quotes' ? '30' : String((startAt + 30_000) / 1000),
        'x-ratelimit-remaining': '0',
      };
      expect(await outcome(name)).toEqual({ code: 'rate_limited', status: 429, retryAfterMs: 30_000 });
      Object.assign(next, { status: undefined, headers: {} });
      expect(await outcome(name)).toMatchObject({ status: undefined, retryAfterMs: 30_000 });
    },
  );

  it('is forgotten by resetRateLimiter', async () => {
    const { next, clients, outcome } = await start();
    next.status = 429;
    next.headers = { 'retry-after': '600', 'ratelimit-remaining': '0', 'ratelimit-reset': `${startAt / 1000 + 600}` };
    await outcome(name);
    Object.assign(next, { status: undefined, headers: {} });
    expect(await outcome(name)).toMatchObject({ code: 'rate_limited', status: undefined });
    await (clients[name] as Client<object>).resetRateLimiter();
    expect(clients[name].rateLimit).toBeUndefined();
    expect(await outcome(name)).toBe('worked');
  });
});

describe('the limit', () => {
  /**
   * Makes one call for each of 12 users, one after the other, to a provider that allows 10 calls, and returns the
   * refusals.
   */
  async function refusals(name: 'stream' | 'music') {
    const clock = createClock(startAt, false);
    const sandbox = await createSandbox({
      listen: false,
      clock,
      limits: { music: { requests: 10 }, stream: { capacity: 10, refillPerMinute: 10 } },
    });
    const common = { clock, retries: 0, maxWaitMs: 0 };
    const music = createMusicClient({ ...sandbox.options.music, ...common });
    const stream = createStreamClient({ ...sandbox.options.stream, ...common, validateTokens: false });
    const outcomes: string[] = [];
    for (let user = 0; user < 12; user += 1) {
      const account = `user ${user}`;
      const users = sandbox.controls[name].users();
      const grant = { userId: users[user]?.id ?? '', scopes: [] };
      const { accessToken } = sandbox.controls[name].issueUserToken(grant);
      await (name === 'music' ? music : stream).accounts.set(account, { accessToken });
      const call =
        name === 'music'
          ? music.withAccount(account).search({ q: 'love', type: 'track', limit: 1 })
          : stream.withAccount(account).games.top({ first: 1 });
      outcomes.push(
        await call.then(
          () => 'worked',
          ({ status }) => (status ? 'refused' : 'held back'),
        ),
      );
    }
    return outcomes;
  }

  it('of music, which counts per app, holds back all users of the app once one is refused', async () => {
    expect(await refusals('music')).toEqual([...Array(10).fill('worked'), 'refused', 'held back']);
  });

  it('of stream, which counts per user, is not used up by other users', async () => {
    expect(await refusals('stream')).toEqual(Array(12).fill('worked'));
  });

  it("of stream's app token holds back the calls of accounts that use it, and only those", async () => {
    const clock = createClock(startAt, false);
    const sandbox = await createSandbox({
      listen: false,
      clock,
      limits: { stream: { capacity: 3, refillPerMinute: 3 } },
    });
    const common = { clock, retries: 0, maxWaitMs: 0, validateTokens: false };
    const stream = createStreamClient({ ...sandbox.options.stream, ...common });
    const { accessToken } = sandbox.controls.stream.issueUserToken();
    await stream.accounts.set('ann', { accessToken });
    const ann = stream.withAccount('ann');
    for (let call = 0; call < 3; call += 1) await stream.games.top({ first: 1 });
    const sent = sandbox.requests.length;
    await expect(ann.eventSub.conduits.list().then()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(sandbox.requests).toHaveLength(sent);
    await ann.games.top({ first: 1 });
    expect(ann.rateLimit).toMatchObject({ limit: 3, remaining: 2 });

    await ann.resetRateLimiter();
    const refused = await ann.eventSub.conduits.list().then(
      () => undefined,
      ({ status }) => status,
    );
    expect(refused).toBe(429); // the client was reset, the provider was not
  });
});
