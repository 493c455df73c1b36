import { expect, it } from 'vitest';
import { FakeSocket, listen, online, sockets, subscription } from '../../test/fake-sockets.ts';
import type { ListenedEvent } from '../events.ts';

it('a connection without a welcome message within 10 seconds is given up, and tried again after growing pauses', async () => {
  const { events, start, next, clock, reports } = listen();
  const { socket, wanted } = await start();
  expect(socket.url).toBe('wss://eventsub.wss.twitch.tv/ws?keepalive_timeout_seconds=10');
  let current = socket;
  for (const retryAfterMs of [0, 500, 1000]) {
    const following = next();
    await clock.advance(9_999);
    expect(current.isClosed).toBe(false);
    await clock.advance(1);
    await expect
      .poll(() => reports.at(-1))
      .toEqual([
        'disconnected',
        { code: undefined, reason: 'no welcome message arrived within 10 seconds', retryAfterMs },
      ]);
    expect(current.isClosed).toBe(true);
    await clock.advance(retryAfterMs);
    current = await following;
  }
  current.welcome('one');
  await wanted;
  expect(events.state).toMatchObject({ status: 'connected', subscribed: 1 });
});

it.each([
  [1000, 'the server closed the connection with code 1000', ''],
  [1006, 'the connection was lost, or could not be opened. Check the network', ''],
  [1006, 'as the server puts it'],
  [4000, /internal error/],
  [4001, /sent a message/],
  [4002, /ping/],
  [4003, /within 10 seconds/],
  [4004, /30 seconds/],
  [4005, /timeout/],
  [4006, /network error/],
  [4007, /address/],
])(
  'close code %i is explained, and the listener connects again',
  async (code, reason, given = 'as the server puts it') => {
    const { start, next, clock, reports, events } = listen();
    const { socket, wanted } = await start();
    socket.welcome('one');
    await wanted;
    const following = next();
    socket.dispatch('close', { code, reason: given });
    const explained = { code, reason: expect.stringMatching(reason) };
    await expect.poll(() => reports.at(-1)).toMatchObject(['disconnected', explained]);
    await clock.advance(500);
    (await following).welcome('two');
    await expect.poll(() => events.state.status).toBe('connected');
  },
);

it.each([
  [new TypeError('no such scheme'), 'no such scheme'],
  [new TypeError(''), 'TypeError'],
])('a WebSocket class that throws %s is reported with a reason', async (error, reason) => {
  const { events, reports } = listen(undefined, {
    WebSocket: class extends FakeSocket {
      constructor(url: string) {
        super(url);
        throw error;
      }
    },
  });
  events.setSubscriptions([online]).catch(() => {});
  await expect.poll(() => reports[0]).toMatchObject(['disconnected', { code: undefined, reason }]);
});

it('each gap is reported from the last message before it until all subscriptions exist again', async () => {
  const { start, next, clock, reports, events } = listen();
  const { socket, wanted } = await start();
  socket.welcome('one', 60);
  await wanted;
  let current = socket;
  for (const quietMs of [7000, 3000]) {
    await clock.advance(2000);
    current.send('session_keepalive');
    const from = clock.now();
    await clock.advance(quietMs);
    const following = next();
    current.dispatch('close', { code: 1006, reason: '' });
    await expect.poll(() => events.state.status).toBe('disconnected');
    await clock.advance(500);
    current = await following;
    current.welcome('next', 60);
    await expect
      .poll(() => reports.at(-1))
      .toEqual(['missed', { reason: 'disconnected', from, to: from + quietMs + 500 }]);
  }
});

it('a connection is lost after a silence that depends on the keepalive time of the server, and any message ends the silence', async () => {
  const { start, clock, reports } = listen();
  const { socket, wanted } = await start();
  socket.welcome('one', 600);
  await wanted;
  await clock.advance(600_000);
  socket.send('something_new');
  await clock.advance(601_999);
  expect(reports.map(([name]) => name)).toEqual(['connected']);
  await clock.advance(1);
  await expect
    .poll(() => reports.at(-1))
    .toMatchObject(['disconnected', { reason: /no message arrived for 602 seconds/ }]);
});

it('unlisted event types are passed on, and data that is not a message is ignored', async () => {
  const { start, events } = listen();
  const { socket, wanted } = await start();
  socket.dispatch('message', { data: 'hello' });
  socket.dispatch('message', { data: '{"metadata":{}}' });
  socket.welcome('one');
  await wanted;
  socket.send('something_new', { event: { id: 1 } });
  socket.send('notification', { subscription: subscription('channel.new.thing'), event: { is: 'new' } }, 'a');
  socket.send('notification', { subscription: subscription('channel.new.thing'), event: { is: 'new' } }, 'a');
  socket.send('notification', { subscription: subscription('drop.entitlement.grant'), events: [{ id: 'x' }] }, 'b');
  const iterator = events[Symbol.asyncIterator]();
  const read = async () => (await iterator.next()).value as ListenedEvent;
  const sentAt = Date.parse('2026-01-01T00:00:00.123Z');
  expect(await read()).toMatchObject({
    id: 'a',
    type: 'channel.new.thing',
    version: '1',
    event: { is: 'new' },
    sentAt,
  });
  expect(await read()).toMatchObject({ id: 'b', event: [{ id: 'x' }] });
});

it('a reconnect reads the old WebSocket until the new one is welcomed, and falls back to a new session if it is not', async () => {
  const { start, next, clock, reports, events } = listen();
  const { socket, wanted } = await start();
  socket.welcome('one', 600);
  await wanted;
  const moved = next();
  socket.send('session_reconnect', {
    session: { id: 'one', reconnect_url: 'wss://cell-a.eventsub.wss.twitch.tv/ws?id=1' },
  });
  const second = await moved;
  expect(second.url).toBe('wss://cell-a.eventsub.wss.twitch.tv/ws?id=1');
  const handled: string[] = [];
  events.on('stream.online', ({ id }) => handled.push(id));
  const notify = (to: FakeSocket, id: string) =>
    to.send('notification', { subscription: subscription(), event: { id } }, id);
  notify(socket, 'old');
  expect(socket.isClosed).toBe(false);
  second.welcome('two', 600);
  notify(second, 'new');
  await expect.poll(() => socket.isClosed).toBe(true);
  expect(handled).toEqual(['old', 'new']);

  const failed = next();
  second.send('session_reconnect', { session: { id: 'two', reconnect_url: 'wss://eventsub.wss.twitch.tv/ws?id=2' } });
  await clock.advance(500);
  (await failed).dispatch('close', { code: 4007, reason: 'invalid reconnect' });
  notify(second, 'still');
  const following = next();
  second.dispatch('close', { code: 4004, reason: '' });
  await expect.poll(() => reports.at(-1)).toMatchObject(['disconnected', { code: 4004 }]);
  await clock.advance(500);
  (await following).welcome('three');
  await expect.poll(() => reports.at(-1)?.[0]).toBe('missed');
  expect(handled).toEqual(['old', 'new', 'still']);
  expect(events.state).toMatchObject({ status: 'connected', subscribed: 1 });
});

it('a listener whose only subscription is refused does not connect again and again', async () => {
  let requests = 0;
  const { start, events, clock } = listen(() => {
    requests += 1;
    return Response.json(
      { error: 'Forbidden', status: 403, message: 'subscription missing proper authorization' },
      { status: 403 },
    );
  });
  const { socket, wanted } = await start();
  socket.welcome('one');
  expect(await wanted).toMatchObject({ subscribed: [], refused: [{ error: { code: 'permission_denied' } }] });
  socket.dispatch('close', { code: 4003, reason: 'connection unused' });
  await clock.advance(600_000);
  expect(sockets).toHaveLength(1);
  expect(requests).toBe(1);
  expect(events.state).toMatchObject({ status: 'degraded', subscribed: 0, refused: [{ subscription: online }] });
});

it('`await using` closes the listener, and the loop ends when it is closed', async () => {
  const { start, events } = listen();
  const { socket, wanted } = await start();
  socket.welcome('one');
  await wanted;
  const end = events[Symbol.asyncIterator]().next();
  {
    await using used = events;
    expect(used.state.status).toBe('connected');
  }
  expect(events.state.status).toBe('closed');
  expect(await end).toEqual({ value: undefined, done: true });
  expect(socket.isClosed).toBe(true);
});
