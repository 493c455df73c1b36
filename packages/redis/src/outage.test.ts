import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isApiError } from '@x/core';
import { createSandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { expect, it, onTestFinished } from 'vitest';
import { type Connection, libraries } from '../test/clients.ts';
import { startRedis } from '../test/redis-server.ts';
import { redisRateLimiter, redisStore } from './index.ts';

/** Connects as the libraries do without options, so that they queue commands while there is no connection. */
const patient: Readonly<Record<string, (url: string) => Promise<Pick<Connection, 'client' | 'close'>>>> = {
  async 'node-redis, with its offline queue'(url) {
    const client = await createClient({ url })
      .on('error', () => {})
      .connect();
    return { client, close: () => client.destroy() };
  },
  async 'ioredis, with its offline queue'(url) {
    const client = new Redis(url).on('error', () => {});
    return { client, close: () => client.disconnect() };
  },
};

it.each(Object.entries({ ...libraries, ...patient }))(
  '%s: while Redis is down, calls with a good token succeed and others fail; afterwards everything works again',
  async (_, connect) => {
    const folder = mkdtempSync(join(tmpdir(), 'x-outage-'));
    const lasting = ['--dir', folder, '--appendonly', 'yes', '--appendfsync', 'always'];
    let redis = await startRedis(undefined, ...lasting);
    const { client, close } = await connect(redis.url);
    const sandbox = await createSandbox({ listen: false, stream: { clientType: 'public', users: 10 } });
    onTestFinished(async () => {
      close();
      await redis.stop();
      rmSync(folder, { recursive: true });
    });

    const { clientSecret, ...options } = sandbox.options.stream;
    const common = {
      ...options,
      clientType: 'public',
      clock: sandbox.clock,
      validateTokens: false,
      retries: 0,
    } as const;
    const tokens = redisStore(client, { timeoutMs: 500 });
    const rateLimiter = redisRateLimiter(client, { timeoutMs: 500 });
    const host = createStreamClient({ ...common, tokens });
    // There are three processes: one that has used its token, one that has not, and one that counts its calls in Redis.
    const ann = host.withAccount('ann');
    const ben = createStreamClient({ ...common, tokens }).withAccount('ben');
    const counted = createStreamClient({ ...common, tokens, rateLimiter }).withAccount('ann');
    const { userId, ...grant } = sandbox.controls.stream.issueUserToken({ scopes: ['user:read:follows'] });
    for (const account of ['ann', 'ben'])
      await host.accounts.set(account, { ...grant, obtainedAt: sandbox.clock.now() });
    const call = ({ channels }: typeof ann) =>
      channels.followed({ user_id: userId, first: 1 }).then(
        () => 'worked',
        (error) => (isApiError(error) ? `${error.code}: ${error.message}` : error),
      );
    const refreshes = () => sandbox.requests.filter(({ path }) => path.endsWith('/token')).length;
    expect([await call(ann), await call(counted)]).toEqual(['worked', 'worked']);

    await redis.stop();
    const storeAway = /^unavailable: .*the token store failed: Redis: /;
    expect(await call(ann)).toBe('worked');
    expect(await call(ben)).toMatch(storeAway);
    expect(await call(counted)).toMatch(/^unavailable: .*the shared rate limiter failed: Redis: /);
    await sandbox.clock.advance(15_000_000);
    expect(await call(ann)).toMatch(storeAway);
    expect(refreshes()).toBe(0); // none without the lock, because the refresh token works once

    redis = await startRedis(redis.port, ...lasting);
    for (const each of [ann, counted]) {
      await expect.poll(() => call(each), { timeout: 60_000 }).toBe('worked');
      expect(refreshes()).toBe(1);
    }
  },
);
