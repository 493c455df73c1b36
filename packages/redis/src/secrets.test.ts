import { inspect } from 'node:util';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { formsOf } from '@x/testing/secrets';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { libraries } from '../test/clients.ts';
import { startRedis } from '../test/redis-server.ts';
import { redisRateLimiter, redisStore } from './index.ts';

const clientSecret = 'shh/client+secret"1&é';

it('with encryption, no secret is ever sent to Redis or stored there', async () => {
  const redis = await startRedis();
  const observer = await new Redis(redis.url).monitor();
  const sent: string[] = [];
  observer.on('monitor', (_, command: string[]) => sent.push(command.join(' ')));
  const own = new Redis(redis.url);
  const connections = await Promise.all(Object.values(libraries).map((connect) => connect(redis.url)));
  onTestFinished(async () => {
    for (const { close } of connections) close();
    for (const each of [observer, own]) each.disconnect();
    await redis.stop();
  });

  const sandbox = await createSandbox({ listen: false, stream: { clientSecret, users: 10 } });
  const secrets = new Set([clientSecret]);
  const shown: unknown[] = [];
  const keepTokens = (tokens: Record<string, unknown>) => {
    for (const name of ['access_token', 'refresh_token', 'accessToken', 'refreshToken'])
      if (tokens[name]) secrets.add(String(tokens[name]));
  };
  const clients = connections.map(({ client }) =>
    createStreamClient({
      ...sandbox.options.stream,
      async fetch(input, init) {
        const response = await sandbox.fetch(input, init);
        if (String(input).endsWith('/token')) keepTokens((await response.clone().json()) as Record<string, unknown>);
        return response;
      },
      clock: sandbox.clock,
      validateTokens: false,
      retries: 0,
      tokens: redisStore(client, { encryption: { keys: [Buffer.alloc(32, 7)] } }),
      rateLimiter: redisRateLimiter(client),
      onEvent: (event) => shown.push(event),
    }),
  );
  const { userId, ...grant } = sandbox.controls.stream.issueUserToken({ scopes: ['user:read:follows'] });
  keepTokens(grant);
  await clients[0]?.accounts.set('ann', { ...grant, obtainedAt: sandbox.clock.now() });
  const callAll = () =>
    Promise.all(
      clients.flatMap((client) => [
        client.games.top({ first: 1 }).catch((error) => shown.push(error)),
        client
          .withAccount('ann')
          .channels.followed({ user_id: userId })
          .catch((error) => shown.push(error)),
      ]),
    );
  await callAll();
  await sandbox.clock.advance(15_000_000);
  await callAll();
  expect(shown.filter((each) => each instanceof Error)).toEqual([]);
  const issued = secrets.size;
  sandbox.controls.stream.revokeTokens();
  await callAll();
  expect(shown.filter((each) => each instanceof Error).length).toBeGreaterThan(0);

  const kept = await Promise.all(
    (await own.keys('*')).map(async (name) => {
      const type = await own.type(name);
      if (type === 'hash') return [name, await own.hgetall(name)];
      return [name, type === 'zset' ? await own.zrange(name, '0', '-1') : await own.get(name)];
    }),
  );
  expect(kept.length).toBeGreaterThanOrEqual(4); // the app's and the user's grants, and their limits
  expect(sent.filter((command) => command.includes('aes-256-gcm:')).length).toBeGreaterThanOrEqual(3);
  expect(issued).toBeGreaterThanOrEqual(5);
  const everything = [sent, kept, shown.map((each) => inspect(each, { depth: 9, showHidden: true }))].map((each) =>
    JSON.stringify(each),
  );
  for (const secret of secrets)
    for (const form of formsOf(secret)) for (const text of everything) expect(text).not.toContain(form);
});
