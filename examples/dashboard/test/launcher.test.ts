import { expect, it, onTestFinished } from 'vitest';
import { startRedis, withoutRedis } from '../../../packages/redis/test/redis-server.ts';
import { start } from './processes.ts';

it('explains what to do when REDIS_URL is not set', async () => {
  const { ended, errors } = start('start', { REDIS_URL: '' });
  expect(await ended).toEqual([1, null]);
  expect(errors()).toBe('dashboard: REDIS_URL is not set. Start redis-server, and set it to redis://127.0.0.1:6379\n');
});

it.skipIf(withoutRedis())('runs two processes of the app on a sandbox until SIGTERM', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const { child, log, logged, ended } = start('start', { REDIS_URL: redis.url, PORTS: '0,0' });
  await logged((line) => 'port' in line && line !== log[0]);
  const ports = log.flatMap(({ port }) => port ?? []);
  expect(ports).toHaveLength(2);
  for (const port of ports) {
    const page = await fetch(`http://127.0.0.1:${port}`);
    expect(await page.text()).toContain('Sign in with Twitch');
  }
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});
