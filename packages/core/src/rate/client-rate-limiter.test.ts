import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUserClient } from '../../../oauth/src/user-client.ts';
import { endpoints, serve, testProvider } from '../../test/test-kit.ts';
import type { RateLimitRule } from '../declare/rate-limiter.ts';

let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await serve((request, response) =>
    response.end(request.url === '/token' ? '{"access_token":"t0ken","expires_in":60}' : '{"id":"1"}'),
  );
});
afterAll(() => server.close());

async function clientOf(per: RateLimitRule['per']) {
  const rule: RateLimitRule = { key: 'points', per, limit: 100, intervalMs: 60_000, refill: 'window' };
  const provider = testProvider(server.url, { clock: { now: () => 1_000_000 } });
  const client = createUserClient(
    { ...provider, rate: ({ endpoint: { host } }) => (host === 'auth' ? undefined : rule) },
    endpoints,
    () => ({}),
  );
  await client.accounts.set('ann', { accessToken: 'of-ann' });
  return client;
}

it.each(['user', 'app'] as const)(
  "a client's rateLimit shows a limit per %s after a call for an account has used it",
  async (per) => {
    const client = await clientOf(per);
    expect(client.rateLimit).toBeUndefined();
    await client.withAccount('ann').things.mine();
    expect(client.rateLimit?.remaining).toBe(99);
    expect(client.with({}).rateLimit).toEqual(client.rateLimit);
  },
);

it("a client's rateLimit shows the last limit used by the client or an account", async () => {
  const client = await clientOf('user');
  const ann = client.withAccount('ann');
  await ann.things.mine();
  await ann.things.mine();
  await client.things.maybe();
  expect([client.rateLimit?.remaining, ann.rateLimit?.remaining]).toEqual([99, 98]);
  await ann.things.mine();
  expect(client.rateLimit?.remaining).toBe(97);
});
