import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUserClient } from '../../../oauth/src/user-client.ts';
import { endpoints, serve, testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import type { Provider } from '../declare/provider.ts';
import type { RateLimiter, RateLimiterFactory, Reservation } from '../declare/rate-limiter.ts';
import type { ApiError } from '../errors/api-error.ts';

let requests = 0;
let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await serve((_, response) => {
    requests += 1;
    response.end('{"id":"1"}');
  });
});
afterAll(() => server.close());

/** Creates a rate limiter that is reached over a network, and records what happens to each place. */
function remote(waitMs: () => Promise<number>, taken?: Promise<void>) {
  const places: { maxWaitMs: number | undefined; answerMs: number | undefined; released: number }[] = [];
  const owners: string[] = [];
  const limiter: RateLimiter = {
    take(_, maxWaitMs, answerMs): Reservation {
      const place = { maxWaitMs, answerMs, released: 0 };
      places.push(place);
      const release = () => {
        place.released += 1;
      };
      return { waitMs: waitMs(), taken, release };
    },
    block() {},
    state: () => ({ remaining: 7 }),
  };
  const rateLimiter: RateLimiterFactory = (owner) => {
    owners.push(owner);
    return limiter;
  };
  return { rateLimiter, places, owners };
}

const rate: Provider['rate'] = () => ({ key: 'k', limit: 1, intervalMs: 1000, refill: 'window' });
const path = ['/maybe', {}, { auth: 'none' }] as const;
const clientOf = (rateLimiter: RateLimiterFactory | 'off') =>
  createClient({ ...testProvider(server.url, { rateLimiter, maxWaitMs: 500 }), rate }, {});

describe('a rate limiter that is reached over a network', () => {
  it('is asked before each call, which then waits until its point is taken', async () => {
    let take = () => {};
    const taken = new Promise<void>((resolve) => {
      take = resolve;
    });
    const { rateLimiter, places } = remote(async () => 500, taken);
    const client = clientOf(rateLimiter);
    const before = requests;
    const call = client.request(...path);
    await new Promise((resolve) => setImmediate(resolve));
    expect([requests - before, places[0]?.maxWaitMs]).toEqual([0, 500]);
    take();
    expect(await call).toEqual({ id: '1' });
    expect([requests - before, client.rateLimit]).toEqual([1, { remaining: 7 }]);
  });

  it.each([
    ['a wait that is too long', async () => 501, { code: 'rate_limited', retryAfterMs: 501 }],
    [
      'a failure',
      () => Promise.reject(new Error('connection refused')),
      {
        code: 'unavailable',
        message:
          'request GET /maybe: the shared rate limiter failed: connection refused. Check its server, or try again',
      },
    ],
  ])('ends a call before its request on %s', async (_, waitMs, error) => {
    const { rateLimiter, places } = remote(waitMs);
    const before = requests;
    await expect(clientOf(rateLimiter).request(...path)).rejects.toMatchObject(error);
    expect([requests - before, places[0]?.released]).toEqual([0, 1]);
  });

  it('gets back the place of a caller that aborts before the response', async () => {
    const { rateLimiter, places } = remote(() => new Promise(() => {}));
    const controller = new AbortController();
    const call = clientOf(rateLimiter).request('/maybe', {}, { auth: 'none', signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('gone'));
    await expect(call).rejects.toThrow('gone');
    expect(places[0]?.released).toBe(1);
  });

  it('fails a call with unavailable if it does not respond, and is named in the error', async () => {
    const { rateLimiter, places } = remote(() => new Promise(() => {}));
    const before = requests;
    const error = await clientOf(rateLimiter)
      .request('/maybe', {}, { auth: 'none', deadlineMs: 40 })
      .catch((reason: Error) => reason);
    expect(error).toMatchObject({ code: 'unavailable', retryable: true });
    expect((error as Error).message).toMatch(
      /the shared rate limiter failed: no response within \d+ ms\. Check its server/,
    );
    expect([requests - before, places[0]?.released]).toEqual([0, 1]);
  });

  it('gets a quarter of the deadline to respond, and its own time limit without a deadline', async () => {
    const { rateLimiter, places } = remote(async () => 0);
    await clientOf(rateLimiter).request('/maybe', {}, { auth: 'none', deadlineMs: 60_000 });
    await clientOf(rateLimiter).request(...path);
    const [withDeadline, without] = places;
    expect(withDeadline?.answerMs).toBeLessThanOrEqual(15_000);
    expect(withDeadline?.answerMs).toBeGreaterThan(10_000);
    expect(without?.answerMs).toBeUndefined();
  });

  it('is reset by resetRateLimiter, which fails if the reset fails or is not supported', async () => {
    const { rateLimiter } = remote(async () => 0);
    const resets: string[] = [];
    const withReset: RateLimiterFactory = (owner) => ({
      ...rateLimiter(owner),
      reset: async () => void resets.push(owner),
    });
    await clientOf(withReset).resetRateLimiter();
    expect(resets).toHaveLength(1);
    const failing: RateLimiterFactory = (owner) => ({
      ...rateLimiter(owner),
      reset: () => Promise.reject(new Error('connection refused')),
    });
    await expect(clientOf(failing).resetRateLimiter()).rejects.toMatchObject({
      code: 'unavailable',
      operation: 'resetRateLimiter',
      message: 'resetRateLimiter: the shared rate limiter failed: connection refused. Check its server, or try again',
    });
    await expect(clientOf(rateLimiter).resetRateLimiter()).rejects.toMatchObject({
      code: 'not_supported',
      message:
        'resetRateLimiter: rateLimiter has no reset method. Add one, or use memoryRateLimiter or redisRateLimiter',
    });
  });

  it("counts calls limited per app with the app's limiter, even for users, and calls limited per user with the user's", async () => {
    const taken: string[] = [];
    const rateLimiter: RateLimiterFactory = (owner) => ({
      take(rule) {
        taken.push(`${owner.split(' ').at(-1) || 'app'}: ${rule.key}`);
        return { waitMs: 0, taken: undefined, release() {} };
      },
      block() {},
      state: () => undefined,
    });
    const per = { app: 'app', user: 'user', maybe: undefined } as const;
    const provider = testProvider(server.url, { rateLimiter });
    const client = createUserClient(
      {
        ...provider,
        rate: ({ query }) => ({
          key: String(query.per),
          per: per[query.per as keyof typeof per],
          limit: 1,
          intervalMs: 1000,
          refill: 'window',
        }),
      },
      endpoints,
      () => ({}),
    );
    for (const each of [client, client.withAccount('ann'), client.withAccount('ben')])
      for (const name of Object.keys(per)) await each.request('/maybe', { per: name }, { auth: 'none' });
    expect(taken).toEqual([
      'app: app',
      'app: user',
      'app: maybe',
      'app: app',
      'ann: user',
      'app: maybe',
      'app: app',
      'ben: user',
      'app: maybe',
    ]);
  });

  it('is created once for the app, and once for each account', () => {
    const { rateLimiter, owners } = remote(async () => 0);
    const provider = testProvider('https://a.test', { rateLimiter });
    const credentials = { clientId: 'my|app', clientSecret: 'shh/client+secret"1' };
    const { withAccount } = createUserClient({ ...provider, credentials }, endpoints, () => ({}));
    withAccount('ann b');
    withAccount('ben');
    expect(owners).toEqual([
      'test https%3A%2F%2Fa.test my%7Capp ',
      'test https%3A%2F%2Fa.test my%7Capp ann%20b',
      'test https%3A%2F%2Fa.test my%7Capp ben',
    ]);
  });
});

describe('a wait that a provider reads from an error response', () => {
  it.each([
    [Number.NaN, undefined, undefined],
    [Number.POSITIVE_INFINITY, undefined, undefined],
    [-5, 0, undefined],
    [86_400_000, 86_400_000, 700],
  ])('of %s ms is reported as %s ms, and blocks the limit for %s ms', async (told, reported, closed) => {
    const options = {
      fetch: async () => new Response('{}', { status: 429 }),
      clock: { now: () => 1_000_000_000 },
      maxRetryAfterMs: 700,
      maxWaitMs: 0,
    };
    const many = { key: 'k', limit: 100, intervalMs: 1000, refill: 'window' } as const;
    const provider: Provider = { ...testProvider('https://a.test', options), rate: () => many };
    const client = createClient({ ...provider, readError: () => ({ retryAfterMs: told }) }, {});
    const outcome = () => client.request(...path).catch((reason) => reason) as Promise<Partial<ApiError>>;
    expect(await outcome()).toMatchObject({ code: 'rate_limited', status: 429 });
    const { status, retryAfterMs } = await outcome();
    expect([status, retryAfterMs]).toEqual(closed ? [undefined, closed] : [429, reported]);
  });
});

describe("rateLimiter: 'off'", () => {
  it("counts nothing, so calls beyond the provider's limit are sent at once", async () => {
    const client = clientOf('off');
    const before = requests;
    await Promise.all(Array.from({ length: 5 }, () => client.request('/maybe', {}, { auth: 'none', maxWaitMs: 0 })));
    await client.resetRateLimiter();
    expect([requests - before, client.rateLimit]).toEqual([5, undefined]);
  });

  it('does not let a refusal hold back other calls', async () => {
    let refused = 0;
    const refusing = await serve((_, response) => {
      refused += 1;
      response.writeHead(429, { 'retry-after': '60' }).end('{}');
    });
    const provider = testProvider(refusing.url, { rateLimiter: 'off', retries: 0 });
    const client = createClient({ ...provider, rate }, {});
    const outcomes = await Promise.allSettled([client.request(...path), client.request(...path)]);
    await client.request(...path).catch(() => {});
    await refusing.close();
    expect([outcomes.map(({ status }) => status), refused]).toEqual([['rejected', 'rejected'], 3]);
  });
});
