import { createSandbox } from '@x/sandbox/stream';
import { createStreamClient } from '@x/stream';
import { createEventListener, subscriptions } from '@x/stream/events';
import { expect, it, onTestFinished } from 'vitest';
import { libraries } from '../test/clients.ts';
import { startRedis } from '../test/redis-server.ts';
import type { IoRedisClient } from './client.ts';
import { redisShardStore } from './index.ts';

it('conduit listeners add to one list, still receive events after Redis has lost its data, and report the loss', async () => {
  const redis = await startRedis();
  const { client, close } = await libraries.ioredis(redis.url);
  const sandbox = await createSandbox({ stream: { users: 5 } });
  const stream = createStreamClient(sandbox.options.stream);
  const store = redisShardStore(client, sandbox.shared);
  const listen = () =>
    createEventListener(stream, {
      ...sandbox.listenerOptions.stream,
      transport: 'conduit',
      shards: 4,
      keepaliveMs: 600_000, // connections must not look silent when the time is advanced in steps
      store,
    });
  const [one, other] = [listen(), listen()];
  onTestFinished(async () => {
    await Promise.all([one.close(), other.close()]);
    close();
    await Promise.all([sandbox.close(), redis.stop()]);
  });
  const handled: string[] = [];
  const lost: object[] = [];
  for (const each of [one, other]) {
    each.on('stream.online', ({ event }) => handled.push(event.id));
    each.on('shards_lost', (report) => lost.push(report));
  }
  const soon = <T>(read: () => T) =>
    expect.poll(async () => {
      await sandbox.clock.advance(5000);
      return read();
    });
  const shards = () => [one, other].map(({ state }) => state.shards.length);

  const [id = ''] = sandbox.controls.stream.users().map((user) => user.id);
  await one.setSubscriptions([subscriptions.streamOnline(id)]);
  await other.start();
  await Promise.all([one.add([subscriptions.streamOffline(id)]), other.add([subscriptions.channelUpdate(id)])]);
  await soon(shards).toEqual([2, 2]);
  await (client as IoRedisClient).eval("return redis.call('FLUSHALL')", 0);
  await soon(() => lost.length).toBe(2);
  await soon(() => [...one.state.shards, ...other.state.shards].sort()).toEqual([0, 1, 2, 3]);
  await soon(shards).toEqual([2, 2]);
  await expect
    .poll(() => [one.state, other.state])
    .toMatchObject([
      { status: 'connected', subscribed: 3 },
      { status: 'connected', subscribed: 3 },
    ]);

  const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];
  for (const id of ids) sandbox.controls.stream.eventSub.fire('stream.online', '1', { event: { id } });
  await expect.poll(() => [...handled].sort()).toEqual(ids);
});
