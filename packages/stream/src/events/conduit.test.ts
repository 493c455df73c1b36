import { createSandbox } from '@x/sandbox/stream';
import { expect, it, onTestFinished } from 'vitest';
import { createStreamClient } from '../client.ts';
import {
  type ConduitListener,
  type ConduitListenerOptions,
  createEventListener,
  memoryShardStore,
  type ShardStore,
  type WantedSubscription,
} from '../events.ts';

/** Creates a store that passes every call on to another one, which it looks up each time. */
const proxyOf = (target: () => ShardStore): ShardStore => ({
  beat: async (beat) => target().beat(beat),
  leave: async (group, member) => target().leave(group, member),
  shared: async (group) => target().shared(group),
  share: async (group, text, revision) => target().share(group, text, revision),
});

/** Creates a sandbox, and listeners to its conduit that share a store like the processes of a fleet. */
async function start() {
  const sandbox = await createSandbox({ stream: { users: 20 } });
  const stream = createStreamClient(sandbox.options.stream);
  const store = memoryShardStore(sandbox.shared);
  onTestFinished(() => sandbox.close());
  const handled: string[] = [];

  function listen(options: Partial<ConduitListenerOptions> = {}) {
    // Keep connections from looking silent when the clock advances in steps.
    const settings = { ...sandbox.listenerOptions.stream, keepaliveMs: 600_000, store, ...options };
    const events = createEventListener(stream, { ...settings, transport: 'conduit' });
    onTestFinished(() => events.close());
    events.on('stream.online', ({ event }) => handled.push(event.id));
    return events;
  }
  const [channel] = sandbox.controls.stream.users();
  const online: WantedSubscription = {
    type: 'stream.online',
    version: '1',
    condition: { broadcaster_user_id: channel?.id ?? '' },
  };
  const { eventSub } = sandbox.controls.stream;
  let fired = 0;
  /** Fires `count` events, and waits until each has been handled exactly once. */
  async function fire(count: number): Promise<void> {
    handled.length = 0;
    const ids = Array.from({ length: count }, (_, index) => String(fired + index));
    fired += count;
    for (const id of ids) eventSub.fire('stream.online', '1', { event: { id } });
    await expect.poll(() => [...handled].sort()).toEqual(ids.sort());
  }
  const inTime = <T>(work: Promise<T>) => sandbox.clock.runUntil(work);
  const shardsOf = (...listeners: ConduitListener[]) => listeners.map(({ state }) => state.shards.length);
  return { sandbox, stream, store, eventSub, listen, online, fire, inTime, shardsOf };
}

it('a listener creates a conduit, serves all of its shards, and receives each event once', async () => {
  const { listen, online, fire, stream } = await start();
  const events = listen({ shards: 3 });
  expect(events.state).toMatchObject({ status: 'idle', shards: [] });
  await events.setSubscriptions([online]);
  expect(events.state).toMatchObject({ status: 'connected', subscribed: 1, shards: [0, 1, 2] });
  await fire(9);
  const { items } = await stream.eventSub.conduits.list();
  expect(items).toMatchObject([{ shard_count: 3 }]);
});

it('listeners divide the shards, and take over the shards of a listener that ends', async () => {
  const { listen, online, fire, inTime, shardsOf, sandbox, stream } = await start();
  const first = listen({ shards: 6 });
  await first.setSubscriptions([online]);
  const [second, third] = [listen(), listen()];
  await inTime(Promise.all([second.setSubscriptions([online]), third.setSubscriptions([online])]));
  await expect
    .poll(async () => {
      await sandbox.clock.advance(5000);
      return shardsOf(first, second, third);
    })
    .toEqual([2, 2, 2]);
  const owners = [first, second, third].flatMap(({ state }) => state.shards);
  expect([...owners].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  await expect.poll(() => [second.state.status, third.state.status]).toEqual(['connected', 'connected']);
  await fire(12);
  await second.close();
  await expect
    .poll(async () => {
      await sandbox.clock.advance(5000);
      return shardsOf(first, third);
    })
    .toEqual([3, 3]);
  await expect.poll(() => [first.state.status, third.state.status]).toEqual(['connected', 'connected']);
  await fire(12);
  expect((await stream.eventSub.conduits.list()).items).toHaveLength(1);
});

it('only one listener creates the subscriptions; the others adopt them', async () => {
  const { listen, online, sandbox, stream, inTime } = await start();
  const offline: WantedSubscription = { ...online, type: 'stream.offline' };
  const listeners = [listen({ shards: 4 }), listen({ shards: 4 }), listen({ shards: 4 })];
  await inTime(Promise.all(listeners.map((each) => each.setSubscriptions([online, offline]))));
  const posts = sandbox.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/subscriptions'));
  expect(posts.map(({ status }) => status)).toEqual([202, 202]);
  for (const { state } of listeners) expect(state.subscribed).toBe(2);
  expect((await stream.eventSub.conduits.list()).items).toHaveLength(1);
});

it('the number of shards can change even while events arrive', async () => {
  const { listen, online, fire, inTime, shardsOf, sandbox } = await start();
  const [first, second] = [listen({ shards: 2 }), listen()];
  await first.setSubscriptions([online]);
  await inTime(second.setSubscriptions([online]));
  for (const [shards, each] of [
    [8, 4],
    [2, 1],
  ] as const) {
    await first.scale(shards);
    await expect
      .poll(async () => {
        await sandbox.clock.advance(5000);
        return shardsOf(first, second);
      })
      .toEqual([each, each]);
    await expect.poll(() => [first.state.status, second.state.status]).toEqual(['connected', 'connected']);
    await fire(10);
  }
  await expect(first.scale(0)).rejects.toMatchObject({ code: 'invalid_params', message: /1 to 20,000; got 0/ });
});

it('a lost WebSocket gets its shard back, and the other shards receive the events in the meantime', async () => {
  const { listen, online, fire, eventSub } = await start();
  const events = listen({ shards: 3 });
  await events.setSubscriptions([online]);
  const lost = new Promise((resolve) => events.on('disconnected', resolve));
  eventSub.sockets.drop(eventSub.sockets.sessions()[0]?.id);
  await fire(6);
  await lost;
  await expect.poll(() => events.state.status).toBe('connected');
  expect(eventSub.sockets.sessions()).toHaveLength(3);
  eventSub.sockets.reconnect();
  await fire(6);
});

it('a shard that the API has assigned elsewhere is assigned again', async () => {
  const { listen, online, fire, sandbox, stream, eventSub } = await start();
  const events = listen({ shards: 2, checkMs: 60_000 });
  await events.setSubscriptions([online]);
  const [conduit] = (await stream.eventSub.conduits.list()).items;
  const shards = async () =>
    (await stream.eventSub.conduits.shards.list({ conduit_id: conduit?.id ?? '' })).items.map(
      ({ transport }) => transport.session_id,
    );
  const [first, second = ''] = await shards();
  // Simulate a process that was suspended for a while and does not know yet that it has lost its shards.
  await stream.eventSub.conduits.shards.update({
    conduit_id: conduit?.id ?? '',
    shards: [{ id: '0', transport: { method: 'websocket', session_id: second } }],
  });
  expect(await shards()).toEqual([second, second]);
  await sandbox.clock.advance(60_000);
  await expect.poll(shards).toEqual([first, second]);
  expect(eventSub.sockets.sessions()).toHaveLength(2);
  await fire(4);
});

it('a listener that has not reached its store for too long assigns no shards until it does', async () => {
  const { listen, online, sandbox, store, eventSub, fire } = await start();
  let isAway = false;
  const errors: unknown[] = [];
  const events = listen({
    shards: 1,
    onError: (error) => errors.push(error),
    store: proxyOf(() => {
      if (isAway) throw new Error('no store');
      return store;
    }),
  });
  await events.setSubscriptions([online]);
  isAway = true;
  for (let turn = 0; turn < 4; turn += 1) await sandbox.clock.advance(5000);
  expect(errors[0]).toMatchObject({ message: 'no store' });
  const reasons: string[] = [];
  events.on('disconnected', ({ reason }) => reasons.push(reason));
  eventSub.sockets.drop();
  await expect.poll(() => reasons).toContainEqual(expect.stringMatching(/store has not responded in time/));
  isAway = false;
  await sandbox.clock.advance(5000);
  await expect.poll(() => events.state.status).toBe('connected');
  await fire(3);
});

it('an app with several conduits must pass conduitId, and an unknown ID is an error', async () => {
  const { listen, online, stream } = await start();
  const ids = [];
  for (let count = 0; count < 2; count += 1) ids.push((await stream.eventSub.conduits.create({ shard_count: 2 })).id);
  await expect(listen().setSubscriptions([online])).rejects.toMatchObject({
    code: 'conflict',
    message: /2 conduits.*conduitId/,
  });
  await expect(listen({ conduitId: 'other' }).setSubscriptions([online])).rejects.toMatchObject({ code: 'not_found' });
  const named = listen({ conduitId: ids[1] });
  await named.setSubscriptions([online]);
  expect(named.state.shards).toEqual([0, 1]);
});
