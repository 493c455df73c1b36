import { expect, it } from 'vitest';
import { type FakeSocket, listen, sockets } from '../../test/fake-sockets.ts';
import { problemOfMove } from './move-address.ts';

const twitch = 'wss://eventsub.wss.twitch.tv/ws';

/** Creates a listener that is connected to the first WebSocket. */
async function connect(options: Parameters<typeof listen>[1] = {}, keepaliveSeconds = 600) {
  const errors: unknown[] = [];
  const listened = listen(undefined, { onError: (error) => errors.push(error), ...options });
  const { socket, wanted } = await listened.start();
  socket.welcome('first', keepaliveSeconds);
  await wanted;
  const askToMove = (from: FakeSocket, reconnect_url = `${twitch}?id=${sockets.length}`) =>
    from.send('session_reconnect', { session: { id: 'any', reconnect_url } });
  /** Lets work continue that waits only for promises. */
  const settle = () => listened.clock.advance(0);
  return { ...listened, socket, errors, askToMove, settle };
}

it('a listener follows repeated requests to move at once at first, and then more and more slowly', async () => {
  const { socket, clock, askToMove, next, events } = await connect();
  let current = socket;
  for (const pauseMs of [0, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
    const opened = sockets.length;
    const following = next();
    askToMove(current);
    if (pauseMs > 0) {
      await clock.advance(pauseMs - 1);
      expect(sockets).toHaveLength(opened);
      await clock.advance(1);
    }
    const moved = await following;
    moved.welcome(`after ${pauseMs}`, 600);
    await expect.poll(() => current.isClosed).toBe(true);
    current = moved;
  }
  expect(events.state).toMatchObject({ status: 'connected', subscribed: 1 });
  await clock.advance(60_000);
  const following = next();
  askToMove(current);
  expect((await following).url).toContain(twitch);
});

it('a request to move that comes together with the welcome message is followed', async () => {
  const { socket, askToMove, next, events, clock } = await connect();
  const second = next();
  askToMove(socket);
  const between = await second;
  const third = next();
  between.welcome('second', 600);
  askToMove(between);
  await expect.poll(() => socket.isClosed).toBe(true);
  await clock.advance(500);
  (await third).welcome('third', 600);
  await expect.poll(() => between.isClosed).toBe(true);
  expect(events.state.status).toBe('connected');
});

it.each([
  ['ws://eventsub.wss.twitch.tv/ws?id=1', /must begin with wss:/],
  ['https://eventsub.wss.twitch.tv/ws?id=1', /must begin with wss:/],
  ['wss://eventsub.wss.twitch.tv.example.com/ws', /its host is eventsub.wss.twitch.tv.example.com/],
  ['wss://example.com/?eventsub.wss.twitch.tv', /its host is example.com/],
  ['wss://eventsub.wss.twitch.tv@example.com/ws', /its host is example.com/],
  ['wss://eventsub.wss.twitch.tv:8443/ws', /its host is eventsub.wss.twitch.tv:8443/],
  ['no address', /not a URL/],
])('a request to move to %s is reported and not followed', async (address, problem) => {
  const { socket, askToMove, errors, settle, reports, events } = await connect();
  askToMove(socket, address);
  await settle();
  expect(errors).toMatchObject([{ code: 'invalid_response', message: problem }]);
  expect(sockets).toHaveLength(1);
  expect(socket.isClosed).toBe(false);
  expect(reports.map(([name]) => name)).toEqual(['connected']);
  expect(events.state.status).toBe('connected');
});

it.each([
  ['wss://cell-a.eventsub.wss.twitch.tv/ws?id=1', twitch],
  ['wss://eventsub.wss.twitch.tv?id=1', twitch],
  ['ws://127.0.0.1:4010/stream/ws?reconnect=1', 'ws://127.0.0.1:4010/stream/ws'],
  ['wss://127.0.0.1:4010/stream/ws?reconnect=1', 'ws://127.0.0.1:4010/stream/ws'],
])('a request to move to %s is valid for a listener of %s', (address, configured) => {
  expect(problemOfMove(address, configured)).toBeUndefined();
});

it.each([1e300, Number.MAX_VALUE, 601, 600])(
  'a keepalive time of %d seconds counts as at most 600',
  async (seconds) => {
    const { clock, events, socket } = await connect({}, seconds);
    await clock.advance(601_999);
    expect(events.state.status).toBe('connected');
    await clock.advance(1);
    await expect.poll(() => events.state.status).toBe('disconnected');
    expect(socket.isClosed).toBe(true);
  },
);

it.each([10, 1, 0, -5])(
  'with a keepalive time of %d seconds, a silent connection is noticed after 12 seconds',
  async (seconds) => {
    const { clock, events } = await connect({}, seconds);
    await clock.advance(11_999);
    expect(events.state.status).toBe('connected');
    await clock.advance(1);
    await expect
      .poll(() => events.state)
      .toMatchObject({ status: 'disconnected', reason: expect.stringMatching(/12 seconds/) });
  },
);

it('a connection that lasted is reopened at once, and others after growing pauses', async () => {
  const { socket, clock, next, reports } = await connect({ random: () => 1 - Number.EPSILON }, 10);
  let current = socket;
  const lose = async (): Promise<number> => {
    const count = reports.length;
    const following = next();
    current.dispatch('close', { code: 1006, reason: '' });
    await expect.poll(() => reports.length).toBeGreaterThan(count);
    const [name, { retryAfterMs }] = reports[count] as [string, { retryAfterMs: number }];
    expect(name).toBe('disconnected');
    await clock.advance(retryAfterMs);
    current = await following;
    current.welcome('next', 10);
    await expect.poll(() => reports.at(-1)?.[0]).toBe('missed');
    return Math.round(retryAfterMs);
  };
  for (const pauseMs of [0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) expect(await lose()).toBe(pauseMs);
  await clock.advance(10_000);
  expect(await lose()).toBe(0);
});
