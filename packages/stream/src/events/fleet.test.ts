import { createSandbox } from '@x/sandbox/stream';
import { expect, it, onTestFinished } from 'vitest';
import { createStreamClient } from '../client.ts';
import {
  type ConduitListener,
  type ConduitListenerOptions,
  createEventListener,
  memoryShardStore,
  type ShardStore,
  subscriptions,
  type WantedSubscription,
} from '../events.ts';

/** A store that can lose its data or be unavailable, like Redis. */
class FragileStore implements ShardStore {
  isAway = false;
  readonly #options: Parameters<typeof memoryShardStore>[0];
  #store: ShardStore;

  constructor(options: Parameters<typeof memoryShardStore>[0]) {
    this.#options = options;
    this.#store = memoryShardStore(options);
  }

  loseData(): void {
    this.#store = memoryShardStore(this.#options);
  }

  #reach(): ShardStore {
    if (this.isAway) throw new Error('no store');
    return this.#store;
  }

  beat: ShardStore['beat'] = async (beat) => this.#reach().beat(beat);
  leave: ShardStore['leave'] = async (group, member) => this.#reach().leave(group, member);
  shared: ShardStore['shared'] = async (group) => this.#reach().shared(group);
  share: ShardStore['share'] = async (...shared) => this.#reach().share(...shared);
}

/** Creates a sandbox, and listeners to its conduit that share a store like the processes of a fleet. */
async function start() {
  const sandbox = await createSandbox({ stream: { users: 20 } });
  const stream = createStreamClient(sandbox.options.stream);
  const store = new FragileStore(sandbox.shared);
  onTestFinished(() => sandbox.close());
  const handled: string[] = [];
  const errors: unknown[] = [];

  function listen(options: Partial<ConduitListenerOptions> = {}) {
    // Keep connections from looking silent when the clock advances in steps.
    const settings = { ...sandbox.listenerOptions.stream, keepaliveMs: 600_000, store, ...options };
    const events = createEventListener(stream, {
      onError: (error) => errors.push(error),
      ...settings,
      transport: 'conduit',
    });
    onTestFinished(() => events.close());
    events.on('stream.online', ({ event }) => handled.push(event.id));
    return events;
  }
  const [first = '', second = ''] = sandbox.controls.stream.users().map(({ id }) => id);
  const [online, offline] = [subscriptions.streamOnline(first), subscriptions.streamOffline(second)];
  const update = subscriptions.channelUpdate(first);
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
  /** Advances the clock by 5 seconds at a time, until the check passes. */
  const soon = <T>(read: () => T) =>
    expect.poll(async () => {
      await sandbox.clock.advance(5000);
      return read();
    });
  const existing = async () =>
    (await stream.eventSub.subscriptions.list().toArray({ limit: 100 })).map(({ type }) => type).sort();
  const shardsOf = (...listeners: ConduitListener[]) => listeners.map(({ state }) => state.shards.length);
  return { sandbox, stream, store, eventSub, listen, online, offline, update, fire, soon, existing, shardsOf, errors };
}

it('a listener keeps its shards when the store loses its data, reports the loss, and receives every event', async () => {
  const { store, listen, online, fire, soon, eventSub, stream } = await start();
  const events = listen({ shards: 3 });
  await events.setSubscriptions([online]);
  const reports: object[] = [];
  events.on('shards_lost', (report) => reports.push(report));
  const before = eventSub.sockets.sessions().map(({ id }) => id);
  store.loseData();
  await soon(() => reports).toEqual([{ reason: 'the shard store has lost its data' }]);
  await soon(() => events.state).toMatchObject({ status: 'connected', shards: [0, 1, 2], subscribed: 1 });
  expect(eventSub.sockets.sessions().map(({ id }) => id)).toEqual(before);
  await fire(6);
  // Another process finds what the first one has restored.
  const joined = listen();
  await joined.start();
  await soon(() => joined.state).toMatchObject({ wanted: 1, subscribed: 1 });
  expect((await stream.eventSub.conduits.list()).items).toHaveLength(1);
  expect(reports).toHaveLength(1);
});

it('several processes recover together when the store loses its data', async () => {
  const { store, listen, online, fire, soon, shardsOf } = await start();
  const [one, other] = [listen({ shards: 4 }), listen()];
  await one.setSubscriptions([online]);
  await other.start();
  await soon(() => shardsOf(one, other)).toEqual([2, 2]);
  store.loseData();
  await soon(() => shardsOf(one, other)).toEqual([2, 2]);
  await soon(() => [...one.state.shards, ...other.state.shards].sort()).toEqual([0, 1, 2, 3]);
  await expect.poll(() => [one.state.status, other.state.status]).toEqual(['connected', 'connected']);
  await fire(8);
});

it('a listener that cannot reach its store is degraded, and connected again when the store is back', async () => {
  const { store, listen, online, soon } = await start();
  const events = listen({ shards: 2 });
  await events.setSubscriptions([online]);
  store.isAway = true;
  await soon(() => events.state).toMatchObject({
    status: 'degraded',
    reason: 'the shard store has not responded in time',
  });
  const reports: object[] = [];
  events.on('shards_lost', (report) => reports.push(report));
  store.isAway = false;
  await soon(() => events.state).toMatchObject({ status: 'connected', reason: undefined });
  expect(reports).toEqual([{ reason: 'the process has not reached the shard store for 15000 ms' }]);
});

it('processes share one list: any of them sets it, and the others only start', async () => {
  const { listen, online, offline, soon, existing, fire, shardsOf } = await start();
  const [one, other] = [listen({ shards: 2 }), listen()];
  await other.start();
  expect(other.state).toMatchObject({ status: 'connected', wanted: 0 });
  await one.setSubscriptions([online]);
  await soon(() => other.state).toMatchObject({ wanted: 1, subscribed: 1 });
  await soon(() => shardsOf(one, other)).toEqual([1, 1]);
  await fire(6);
  await other.setSubscriptions([online, offline]);
  await soon(() => one.state).toMatchObject({ status: 'connected', wanted: 2, subscribed: 2 });
  expect(await existing()).toEqual(['stream.offline', 'stream.online']);
  // The list remains after the listener that set it first is closed.
  await one.close();
  const third = listen();
  await third.start();
  await soon(() => third.state).toMatchObject({ wanted: 2, subscribed: 2 });
});

it('a process whose list is out of date adds and removes subscriptions without touching those of others', async () => {
  const { listen, online, offline, update, existing, soon } = await start();
  const [one, other] = [listen({ shards: 2 }), listen()];
  await one.setSubscriptions([online]);
  await other.start(); // it knows the list now, and nothing that follows
  await one.remove([online]);
  expect(await one.add([offline])).toMatchObject({ subscribed: [offline], refused: [] });
  expect(await other.add([update])).toMatchObject({ subscribed: [update], refused: [] });
  expect(await existing()).toEqual(['channel.update', 'stream.offline']);
  const results = await Promise.all([one.add([online]), other.add([online, update]), one.remove([offline])]);
  expect(results).toMatchObject([{ subscribed: [online] }, { subscribed: [update, online] }, undefined]);
  expect(await existing()).toEqual(['channel.update', 'stream.online']);
  await soon(() => [one.state, other.state].map(({ wanted, subscribed }) => [wanted, subscribed])).toEqual([
    [2, 2],
    [2, 2],
  ]);
});

it('add deletes nothing and remove only what it names, even if the store has lost the list', async () => {
  const { listen, online, offline, update, existing } = await start();
  const before = listen();
  await before.setSubscriptions([online, offline]);
  await before.close();
  const events = listen({ adoptConduit: true, store: memoryShardStore() });
  await events.add([update, online]); // the API has the second already
  expect(await existing()).toEqual(['channel.update', 'stream.offline', 'stream.online']);
  await events.remove([offline, update]);
  expect(await existing()).toEqual(['stream.online']);
  expect(events.state).toMatchObject({ status: 'connected', wanted: 1, subscribed: 1 });
});

it('with `wanted`, the subscriptions follow the list that it returns, whichever process reads it', async () => {
  const { listen, online, offline, existing, soon, errors } = await start();
  let list: readonly WantedSubscription[] = [online];
  const wanted = async () => list;
  const [one, other] = [listen({ shards: 2, wanted }), listen({ wanted })];
  await one.start();
  await soon(existing).toEqual(['stream.online']);
  await other.start();
  list = [online, offline];
  expect(await other.refresh()).toMatchObject({ subscribed: [online, offline], refused: [] });
  expect(await existing()).toEqual(['stream.offline', 'stream.online']);
  list = [offline];
  await soon(existing).toEqual(['stream.offline']);
  await soon(() => [one.state, other.state]).toMatchObject([
    { wanted: 1, subscribed: 1 },
    { wanted: 1, subscribed: 1 },
  ]);
  list = undefined as never;
  await soon(() => errors).toMatchObject([{ code: 'invalid_params', message: /wanted\(\) must be an array of/ }]);
  expect(await existing()).toEqual(['stream.offline']);
});

it('all processes learn about a revocation or a refusal that one of them sees', async () => {
  const { listen, online, offline, soon, stream, eventSub, sandbox } = await start();
  const refusedByApi = subscriptions.channelSubscribe(sandbox.controls.stream.users()[3]?.id ?? '');
  const [one, other] = [listen({ shards: 1 }), listen()];
  const { refused } = await one.setSubscriptions([online, offline, refusedByApi]);
  expect(refused).toMatchObject([{ subscription: refusedByApi }]);
  await other.start();
  await soon(() => other.state).toMatchObject({ status: 'degraded', wanted: 3, subscribed: 2 });
  expect(other.state.refused).toMatchObject([
    { subscription: refusedByApi, error: { code: 'permission_denied', message: String(refused[0]?.error).slice(10) } },
  ]);
  const { items } = await stream.eventSub.subscriptions.list({ type: 'stream.offline' });
  eventSub.revoke(items[0]?.id ?? '', 'version_removed');
  await soon(() => [one.state.subscribed, other.state.subscribed]).toEqual([1, 1]);
  for (const { state } of [one, other])
    expect(state.refused.map(({ subscription }) => subscription)).toContainEqual(offline);
});

it('a subscription that the API has ended is created again once, for all processes', async () => {
  const { listen, online, soon, stream, existing } = await start();
  const [one, other] = [listen({ shards: 2 }), listen()];
  await one.setSubscriptions([online]);
  await other.start();
  const { items } = await stream.eventSub.subscriptions.list();
  await stream.eventSub.subscriptions.delete({ id: items[0]?.id ?? '' });
  expect(await existing()).toEqual([]);
  await soon(existing).toEqual(['stream.online']);
  await soon(() => [one.state.subscribed, other.state.subscribed]).toEqual([1, 1]);
});

it('a conduit of another service is left alone unless adoptConduit is set', async () => {
  const { listen, online, offline, stream, existing } = await start();
  const { id } = await stream.eventSub.conduits.create({ shard_count: 2 });
  const transport = { method: 'conduit', conduit_id: id } as const;
  await stream.eventSub.subscriptions.create({ ...offline, transport } as never);
  const refusal = { code: 'conflict', message: expect.stringContaining(`Pass its ID as conduitId`) };
  await expect(listen().setSubscriptions([online])).rejects.toMatchObject(refusal);
  await expect(listen({ store: memoryShardStore() }).start()).rejects.toThrow(id);
  expect(await existing()).toEqual(['stream.offline']);
  const adopted = listen({ adoptConduit: true, store: memoryShardStore() });
  await adopted.setSubscriptions([online]);
  expect(await existing()).toEqual(['stream.online']);
});

it('a restarted process finds the conduit of its store among other conduits', async () => {
  const { listen, online, stream, existing } = await start();
  const first = listen({ shards: 2 });
  await first.setSubscriptions([online]);
  await first.close();
  await stream.eventSub.conduits.create({ shard_count: 3 });
  const restarted = listen();
  await restarted.start();
  expect(restarted.state).toMatchObject({ status: 'connected', shards: [0, 1] });
  expect(await existing()).toEqual(['stream.online']);
});

it('a listener adopts the number of shards that another program sets', async () => {
  const { listen, online, soon, stream, fire } = await start();
  const events = listen({ shards: 2 });
  await events.setSubscriptions([online]);
  const [conduit] = (await stream.eventSub.conduits.list()).items;
  await stream.eventSub.conduits.update({ id: conduit?.id ?? '', shard_count: 4 });
  await soon(() => events.state.shards).toEqual([0, 1, 2, 3]);
  await expect.poll(() => events.state.status).toBe('connected');
  await fire(8);
});

it('a stored list that another version wrote is reported as an error, and changes nothing', async () => {
  const { listen, online, store, soon, stream, errors } = await start();
  const events = listen();
  await events.setSubscriptions([online]);
  const [conduit] = (await stream.eventSub.conduits.list()).items;
  await store.share(conduit?.id ?? '', '{"version":9}');
  await soon(() => errors).toMatchObject([
    { message: expect.stringMatching(/list of subscriptions in another format/) },
  ]);
  expect(events.state).toMatchObject({ status: 'connected', subscribed: 1 });
});

it('setSubscriptions rejects when the listener is closed while it waits for its turn, and no error is reported', async () => {
  const { listen, online, store, errors, sandbox } = await start();
  await store.beat({ group: 'setup', member: 'another process', ttlMs: 600_000, shards: 1 });
  const events = listen();
  const waiting = expect(events.setSubscriptions([online])).rejects.toMatchObject({
    code: 'rejected',
    message: expect.stringMatching(/the listener is closed/),
  });
  await sandbox.clock.advance(500);
  await events.close();
  await waiting;
  expect(errors).toEqual([]);
});
