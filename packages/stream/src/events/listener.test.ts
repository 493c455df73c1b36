import { isApiError } from '@x/core';
import { createClock, createSandbox } from '@x/sandbox/stream';
import { expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { createStreamClient } from '../client.ts';
import {
  createEventListener,
  type ListenedEvent,
  subscriptions,
  type WantedSubscription,
  type WebSocketListenerOptions,
} from '../events.ts';

const scopes = ['user:read:chat', 'channel:read:subscriptions'];

/** Creates a sandbox, a client for the owner of its first channel, and listeners that end with the test. */
async function start({ users = 20, listen: isListening = true } = {}) {
  const sandbox = await createSandbox({ listen: isListening, stream: { users } });
  const stream = createStreamClient(sandbox.options.stream);
  const { accessToken, userId } = sandbox.controls.stream.issueUserToken({ scopes });
  await stream.accounts.set('ann', { accessToken, refreshToken: undefined, scopes, expiresAt: undefined });
  const { eventSub } = sandbox.controls.stream;
  onTestFinished(() => sandbox.close());

  function listen(options: WebSocketListenerOptions = {}) {
    const events = createEventListener(stream.withAccount('ann'), { ...sandbox.listenerOptions.stream, ...options });
    onTestFinished(() => events.close());
    const reports: [string, object][] = [];
    for (const name of ['connected', 'reconnecting', 'disconnected', 'missed', 'revoked', 'refused'] as const)
      events.on(name, (report) => reports.push([name, report]));
    return { events, reports, names: () => reports.map(([name]) => name) };
  }
  const online: WantedSubscription = {
    type: 'stream.online',
    version: '1',
    condition: { broadcaster_user_id: userId },
  };
  const offline: WantedSubscription = { ...online, type: 'stream.offline' };
  return { sandbox, stream, eventSub, sockets: eventSub.sockets, userId, listen, online, offline };
}

const sandboxes = [
  { title: 'over a socket', listen: true },
  { title: 'within the process', listen: false },
];

/** Reads `count` events from a listener. */
async function read(events: AsyncIterable<ListenedEvent>, count: number): Promise<ListenedEvent[]> {
  const iterator = events[Symbol.asyncIterator]();
  const found: ListenedEvent[] = [];
  while (found.length < count) {
    const { value } = await iterator.next();
    found.push(value);
  }
  return found;
}

it('a listener connects with the first setSubscriptions, and its loop receives typed events', async () => {
  const { listen, eventSub, online, sandbox, userId } = await start();
  const { events, names } = listen();
  expect(events.state).toMatchObject({ status: 'idle', wanted: 0 });
  expect(sandbox.requests).toEqual([]);
  await events.setSubscriptions([online]);
  expect(events.state).toMatchObject({ status: 'connected', wanted: 1, subscribed: 1, cost: { max: 10 } });
  eventSub.fire('stream.online');
  for await (const { type, event, subscription } of events) {
    expect(subscription.type).toBe('stream.online');
    if (type !== 'stream.online') throw new Error('another event arrived');
    expectTypeOf(event.broadcaster_user_name).toBeString();
    expect(event.broadcaster_user_id).toBe(userId);
    break;
  }
  expect(events.state.status).toBe('closed');
  expect(names()).toEqual(['connected']);
  await expect.poll(() => eventSub.sockets.sessions()).toEqual([]);
});

it('handlers of a type receive its events instead of the loop, and their errors go to onError', async () => {
  const { listen, eventSub, online, offline } = await start();
  const errors: unknown[] = [];
  const { events } = listen({ onError: (error) => errors.push(error) });
  const handled = Promise.withResolvers<string>();
  const off = events.on('stream.online', ({ event }) => {
    handled.resolve(event.type);
    throw new Error('of the handler');
  });
  await events.setSubscriptions([online, offline]);
  eventSub.fire('stream.online');
  eventSub.fire('stream.offline');
  expect(await handled.promise).toBe('live');
  expect((await read(events, 1)).map(({ type }) => type)).toEqual(['stream.offline']);
  expect(errors).toMatchObject([{ message: 'of the handler' }]);
  off();
  eventSub.fire('stream.online');
  expect((await read(events, 1)).map(({ type }) => type)).toEqual(['stream.online']);
});

it('setSubscriptions deletes subscriptions that are not in the new list, and keeps the others', async () => {
  const { listen, stream, online, offline } = await start();
  const { events, names } = listen();
  await events.setSubscriptions([online]);
  const list = async () =>
    (await stream.withAccount('ann').eventSub.subscriptions.list({ status: 'enabled' }).toArray({ limit: 10 })).map(
      ({ id, type }) => ({ id, type }),
    );
  const [first] = await list();
  await events.setSubscriptions([online, offline]);
  expect(await list()).toMatchObject([{ id: first?.id }, { type: 'stream.offline' }]);
  await events.setSubscriptions([offline]);
  expect(await list()).toMatchObject([{ type: 'stream.offline' }]);
  await events.setSubscriptions([online]);
  expect(await list()).toMatchObject([{ type: 'stream.online' }]);
  expect(names()).toEqual(['connected']);
});

it('a subscription that exists already because a response was lost is adopted', async () => {
  const { listen, sandbox, eventSub, online, offline } = await start();
  const { events } = listen();
  const path = '/helix/eventsub/subscriptions';
  sandbox.faults.add({ provider: 'stream', path, method: 'POST', truncateBytes: 10, times: 1 });
  await events.setSubscriptions([online]);
  const created = sandbox.requests.filter((each) => each.path === path && each.method === 'POST');
  expect(created.map(({ status }) => status)).toEqual([202]);
  sandbox.faults.add({ provider: 'stream', path, method: 'POST', drop: 'after', times: 1 });
  await events.setSubscriptions([online, offline]);
  expect(events.state).toMatchObject({ subscribed: 2, refused: [] });
  expect(eventSub.fire('stream.online')).toBe(1);
});

it.each(sandboxes)(
  'after a lost connection all subscriptions are created again, and the gap is reported ($title)',
  async (options) => {
    const { listen, sockets, eventSub, online, offline } = await start(options);
    const { events, reports, names } = listen();
    await events.setSubscriptions([online, offline]);
    for (const lose of [() => sockets.drop(), () => sockets.close(4000), () => sockets.close(4006)]) {
      reports.length = 0;
      const missed = new Promise((resolve) => events.on('missed', resolve));
      expect(lose()).toBe(1);
      expect(await missed).toMatchObject({ reason: 'disconnected', from: expect.any(Number), to: expect.any(Number) });
      expect(names()).toEqual(['disconnected', 'connected', 'missed']);
    }
    expect(reports[0]?.[1]).toMatchObject({ code: 4006, reason: /network error/ });
    expect(eventSub.fire('stream.online')).toBe(1);
    expect(await read(events, 1)).toMatchObject([{ type: 'stream.online' }]);
  },
);

it.each(sandboxes)(
  'a listener that starts while the server is unavailable connects when it is back ($title)',
  async (options) => {
    const { listen, sandbox, online } = await start(options);
    sandbox.faults.add({ provider: 'stream', path: '/ws', status: 503, times: 3 });
    const { events, reports } = listen();
    await events.setSubscriptions([online]);
    const reason = 'the connection was lost, or could not be opened. Check the network';
    expect(reports.slice(0, -1)).toEqual(
      Array.from({ length: 3 }, () => ['disconnected', expect.objectContaining({ code: 1006, reason })]),
    );
    expect(events.state).toMatchObject({ status: 'connected', subscribed: 1 });
  },
);

it.each(sandboxes)(
  'a session_reconnect moves to the new connection without losing or repeating an event ($title)',
  async (options) => {
    const { listen, sockets, eventSub, online } = await start(options);
    const { events, names } = listen();
    await events.setSubscriptions([online]);
    for (let round = 0; round < 3; round += 1) {
      const [before] = sockets.sessions();
      eventSub.fire('stream.online', '1', { event: { id: `${round} before` } });
      sockets.reconnect();
      eventSub.fire('stream.online', '1', { event: { id: `${round} during` } });
      await expect.poll(() => sockets.sessions().map(({ id }) => id)).not.toContain(before?.id);
      eventSub.fire('stream.online', '1', { event: { id: `${round} after` } });
    }
    const found = await read(events, 9);
    expect(found.map(({ event }) => (event as { id: string }).id)).toEqual(
      [0, 1, 2].flatMap((round) => ['before', 'during', 'after'].map((when) => `${round} ${when}`)),
    );
    expect(names()).toEqual(['connected', 'reconnecting', 'reconnecting', 'reconnecting']);
  },
);

it('a message delivered twice is passed on once', async () => {
  const { listen, sockets, eventSub, online, offline } = await start();
  const { events } = listen();
  await events.setSubscriptions([online, offline]);
  sockets.repeat(3);
  eventSub.fire('stream.online');
  eventSub.fire('stream.offline');
  expect((await read(events, 2)).map(({ type }) => type)).toEqual(['stream.online', 'stream.offline']);
});

it('a silent connection is given up when the keepalive message is late', async () => {
  const { listen, sockets, sandbox, online } = await start();
  const { events, reports } = listen({ keepaliveMs: 30_000 });
  await events.setSubscriptions([online]);
  sockets.silence();
  const missed = new Promise((resolve) => events.on('missed', resolve));
  await sandbox.clock.advance(32_000);
  await missed;
  expect(reports[1]).toMatchObject(['disconnected', { code: undefined, reason: 'no message arrived for 32 seconds' }]);
});

it('subscriptions that the API refuses because the session is gone are created for the next session', async () => {
  const { listen, sockets, sandbox, online, offline } = await start();
  const { events, reports } = listen();
  await events.setSubscriptions([online]);
  sockets.silence();
  const disconnected = new Promise((resolve) => events.on('disconnected', resolve));
  const wanted = events.setSubscriptions([online, offline]);
  await disconnected;
  await sandbox.clock.advance(1000);
  expect(await wanted).toMatchObject({ refused: [] });
  expect(events.state).toMatchObject({ status: 'connected', subscribed: 2 });
  expect(reports[1]).toMatchObject(['disconnected', { reason: 'the API no longer knows the session' }]);
});

it('a revoked subscription is reported, and is not created again until it is set again', async () => {
  const { listen, eventSub, stream, sockets, online, offline } = await start();
  const { events } = listen();
  await events.setSubscriptions([online, offline]);
  const [first] = (await stream.withAccount('ann').eventSub.subscriptions.list({ type: 'stream.online' })).items;
  const revoked = new Promise((resolve) => events.on('revoked', resolve));
  eventSub.revoke(first?.id ?? '', 'version_removed');
  expect(await revoked).toMatchObject({ reason: 'version_removed', subscription: { type: 'stream.online' } });
  expect(events.state).toMatchObject({ subscribed: 1, refused: [{ subscription: online }] });
  const missed = new Promise((resolve) => events.on('missed', resolve));
  sockets.drop();
  await missed;
  expect(events.state).toMatchObject({ subscribed: 1 });
  await events.setSubscriptions([online, offline]);
  expect(events.state).toMatchObject({ subscribed: 2, refused: [] });
});

it('setSubscriptions resolves to active and refused subscriptions, and the error names type, condition and scope', async () => {
  const { listen, sandbox, online, userId } = await start();
  const { events } = listen();
  const [, other] = sandbox.controls.stream.users();
  const foreign = subscriptions.channelSubscribe(other?.id ?? '');
  const unscoped = subscriptions.channelFollow(userId, { moderatorId: userId });
  const retired: WantedSubscription = { ...online, type: 'channel.hype_train.end' } as never;
  const { subscribed, refused } = await events.setSubscriptions([foreign, unscoped, retired, online]);
  expect(subscribed).toEqual([online]);
  expect(refused.map(({ subscription }) => subscription)).toEqual([foreign, unscoped, retired]);
  const codes = ['permission_denied', 'permission_denied', 'not_supported'];
  expect(refused.map(({ error }) => isApiError(error) && error.code)).toEqual(codes);
  expect(String(refused[2]?.error)).toMatch(/type and version. Subscribe to the newest version of the type$/);
  expect(String(refused[1]?.error)).toBe(
    `ApiError: events.setSubscriptions: channel.follow version 2 (broadcaster_user_id "${userId}", moderator_user_id "${userId}") was refused: subscription missing proper authorization. Ask the user to grant moderator:read:followers`,
  );
  expect(events.state).toMatchObject({ status: 'degraded', subscribed: 1, refused });
  expect(events.state.reason).toMatch(/^3 of 4 subscriptions do not work, such as: .*channel.subscribe version 1/);
});

it('a loop that is too slow loses the oldest events, and the loss is reported', async () => {
  const { listen, eventSub, online } = await start();
  const { events, reports } = listen({ maxQueued: 2 });
  await events.setSubscriptions([online]);
  for (const id of ['1', '2', '3', '4']) eventSub.fire('stream.online', '1', { event: { id } });
  await expect.poll(() => events.state.dropped).toBe(2);
  expect((await read(events, 2)).map(({ event }) => (event as { id: string }).id)).toEqual(['3', '4']);
  expect(reports.at(-1)).toEqual(['missed', { reason: 'queue_full', dropped: 2 }]);
});

it('more subscriptions than fit into one session are divided among several, and more than 900 are an error before any request', async () => {
  const { listen, sockets, sandbox } = await start({ users: 400 });
  const { events } = listen();
  const all = sandbox.controls.stream.users().flatMap(({ id }): WantedSubscription[] => [
    { type: 'stream.online', version: '1', condition: { broadcaster_user_id: id } },
    { type: 'stream.offline', version: '1', condition: { broadcaster_user_id: id } },
    { type: 'channel.update', version: '2', condition: { broadcaster_user_id: id } },
  ]);
  await expect(events.setSubscriptions(all)).rejects.toMatchObject({
    code: 'invalid_params',
    message: /900 .* got 1200/,
  });
  expect(sandbox.requests).toEqual([]);
  const reader = all.slice(0, 301).map((each, index): WantedSubscription => {
    const { condition } = each as { condition: { broadcaster_user_id: string } };
    const own = sandbox.controls.stream.users()[0]?.id ?? '';
    return index < 301
      ? { type: 'channel.chat.message', version: '1', condition: { ...condition, user_id: own } }
      : each;
  });
  const different = [...new Map(reader.map((each) => [JSON.stringify(each), each])).values()];
  const wanted = [
    ...different,
    ...different.map((each) => ({ ...each, type: 'channel.chat.clear' as const })),
    ...different.map((each) => ({ ...each, type: 'channel.chat.notification' as const })),
    ...different.map((each) => ({ ...each, type: 'channel.chat.message_delete' as const })),
  ].slice(0, 301) as WantedSubscription[];
  await events.setSubscriptions(wanted);
  expect(events.state).toMatchObject({ status: 'connected', wanted: 301, subscribed: 301 });
  expect(sockets.sessions()).toHaveLength(2);
});

it('an aborted signal closes the listener, and the loop rejects with its reason', async () => {
  const { listen, online, sockets } = await start();
  const controller = new AbortController();
  const { events } = listen({ signal: controller.signal });
  await events.setSubscriptions([online]);
  const next = events[Symbol.asyncIterator]().next();
  const reason = new Error('enough');
  controller.abort(reason);
  await expect(next).rejects.toBe(reason);
  await expect.poll(() => sockets.sessions()).toEqual([]);
  await expect(events.setSubscriptions([online])).rejects.toMatchObject({ code: 'rejected', message: /closed/ });
});

it('invalid options and subscriptions cause an error that names them, before any request', async () => {
  const { stream, sandbox, listen } = await start();
  const client = stream.withAccount('ann');
  const create = (options: object) => () => createEventListener(client, options);
  expect(create({ keepAliveMs: 10_000 })).toThrow(/keepAliveMs.*keepaliveMs/);
  expect(create({ keepaliveMs: 5000 })).toThrow(
    /keepaliveMs must be whole seconds, from 10,000 to 600,000 milliseconds; got 5000/,
  );
  expect(create({ url: 'https://example.com' })).toThrow(/wss:\/\//);
  expect(create({ maxQueued: 0 })).toThrow(/maxQueued/);
  const { events } = listen();
  const set = (subscriptions: unknown) => events.setSubscriptions(subscriptions as WantedSubscription[]);
  await expect(set('stream.online')).rejects.toThrow(/must be an array/);
  await expect(set([{ type: 'stream.online', version: 1 }])).rejects.toThrow(/subscriptions\[0\]\.version/);
  await expect(set([{ type: 'stream.online', version: '1' }])).rejects.toThrow(/subscriptions\[0\]\.condition/);
  expect(sandbox.requests).toEqual([]);
});

it('add and remove change only the subscriptions that they name, and try no other refused ones again', async () => {
  const { listen, online, offline, userId, sandbox } = await start();
  const { events } = listen();
  const unscoped = subscriptions.channelFollow(userId, { moderatorId: userId });
  const posts = () => sandbox.requests.filter(({ method }) => method === 'POST').length;
  await events.setSubscriptions([online, unscoped]);
  expect(await events.add([offline])).toEqual({ subscribed: [offline], refused: [] });
  expect([posts(), events.state.wanted, events.state.subscribed]).toEqual([3, 3, 2]);
  expect((await events.add([unscoped])).refused).toMatchObject([{ subscription: unscoped }]);
  expect(posts()).toBe(4);
  await events.remove([online, unscoped]);
  expect(events.state).toMatchObject({ status: 'connected', wanted: 1, subscribed: 1 });
});

it('of two calls at the same time, the later one decides', async () => {
  const { listen, online, offline, userId } = await start();
  const { events } = listen();
  const update = subscriptions.channelUpdate(userId);
  await Promise.all([events.setSubscriptions([online]), events.setSubscriptions([offline]), events.add([update])]);
  expect(events.state).toMatchObject({ wanted: 2, subscribed: 2 });
  expect((await events.setSubscriptions([offline, update])).subscribed).toEqual([offline, update]);
});

it('with `wanted`, a listener follows the list, and tries a refused subscription again only with refresh', async () => {
  const clock = createClock({ now: Date.UTC(2026, 0, 1), frozen: true });
  const { listen, online, offline, userId, sandbox } = await start();
  const unscoped = subscriptions.channelFollow(userId, { moderatorId: userId });
  let list: readonly WantedSubscription[] = [online, unscoped];
  let hangs = false;
  const { events, reports } = listen({
    clock,
    keepaliveMs: 600_000, // the connection must not look silent when the time moves
    timeoutMs: 5000,
    wanted: () => (hangs ? new Promise(() => {}) : list),
  });
  const posts = () => sandbox.requests.filter(({ method }) => method === 'POST').length;
  for (const change of [events.setSubscriptions([]), events.add([]), events.remove([])])
    await expect(change).rejects.toMatchObject({ code: 'rejected', message: /what wanted returns/ });
  expect(await events.refresh()).toMatchObject({ subscribed: [online], refused: [{ subscription: unscoped }] });
  list = [online, unscoped, offline];
  await clock.advance(60_000);
  await expect.poll(() => events.state.subscribed).toBe(2);
  expect([posts(), reports.filter(([name]) => name === 'refused')]).toEqual([3, []]);
  await events.refresh();
  expect(posts()).toBe(4);
  hangs = true;
  const late = expect(events.refresh()).rejects.toMatchObject({
    code: 'timeout',
    message: /wanted\(\) returned no list/,
  });
  await clock.advance(5000);
  await late;
});

it('refresh needs `wanted`', async () => {
  const { listen } = await start();
  await expect(listen().events.refresh()).rejects.toMatchObject({ code: 'rejected', message: /no option wanted/ });
});
