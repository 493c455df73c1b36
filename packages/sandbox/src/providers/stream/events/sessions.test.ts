import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket as WebSocketWithOrigin } from 'ws';
import { createClock } from '../../../clock/clock.ts';
import { createSandbox } from '../../../create-sandbox.ts';

interface Message {
  metadata: { message_id: string; message_type: string; subscription_type?: string };
  payload: {
    session: { id: string; reconnect_url: string | null; keepalive_timeout_seconds: number | null };
    event: Record<string, unknown>;
    subscription: { id: string; status: string; transport: Record<string, string> };
  };
}

/** Starts a sandbox with a stopped clock, on a port unless `listen` is `false`. */
async function start(listen = true) {
  const clock = createClock(Date.UTC(2026, 0, 1), false);
  const sandbox = await createSandbox({ clock, listen, stream: { users: 10 } });
  onTestFinished(() => sandbox.close());
  const { eventSub, issueUserToken } = sandbox.controls.stream;
  const { accessToken, userId } = issueUserToken({ scopes: ['user:read:chat', 'channel:read:subscriptions'] });
  const { baseUrl, clientId } = sandbox.options.stream;

  /** Connects and collects the messages. */
  function connect(url = sandbox.listenerOptions.stream.url) {
    const InProcess = sandbox.listenerOptions.stream.WebSocket as typeof WebSocket | undefined;
    const socket = new (InProcess ?? WebSocket)(url);
    const received: Message[] = [];
    const waiting: ((message: Message) => void)[] = [];
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      const next = waiting.shift();
      if (next) next(message);
      else received.push(message);
    });
    const closed = once(socket, 'close').then(([event]) => event as CloseEvent);
    const next = () => {
      const message = received.shift();
      return message ? Promise.resolve(message) : new Promise<Message>((resolve) => waiting.push(resolve));
    };
    return { socket, next, closed };
  }

  async function call(method: string, path: string, body?: object, token = accessToken) {
    const response = await (listen ? fetch : sandbox.fetch)(`${baseUrl}/eventsub/subscriptions${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'client-id': clientId, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : undefined };
  }
  const subscribe = (sessionId: string, type = 'stream.online', condition: object = { broadcaster_user_id: userId }) =>
    call('POST', '', { type, version: '1', condition, transport: { method: 'websocket', session_id: sessionId } });
  return { sandbox, clock, eventSub, sockets: eventSub.sockets, userId, connect, call, subscribe };
}

const each = [true, false];

it.each(each)('a session can ask for a keepalive interval of 10 to 600 seconds (listens: %s)', async (listen) => {
  const { connect, sandbox } = await start(listen);
  const seconds = [25, 5, 900].map(async (asked) => {
    const { next } = connect(`${sandbox.listenerOptions.stream.url}?keepalive_timeout_seconds=${asked}`);
    return (await next()).payload.session.keepalive_timeout_seconds;
  });
  expect(await Promise.all(seconds)).toEqual([25, 10, 600]);
});

it.each(each)('a session without subscriptions is closed with 4003 after 10 seconds (listens: %s)', async (listen) => {
  const { connect, clock } = await start(listen);
  const { next, closed } = connect();
  await next();
  await clock.advance(10_000);
  expect(await closed).toMatchObject({ code: 4003, reason: 'connection unused' });
});

it.each(each)('a session whose client sends something is closed with 4001 (listens: %s)', async (listen) => {
  const { connect } = await start(listen);
  const { next, closed, socket } = connect();
  await next();
  socket.send('hello');
  expect(await closed).toMatchObject({ code: 4001 });
});

it.each(each)(
  'subscriptions move to the new connection of a reconnect, and end with the old one if there is none (listens: %s)',
  async (listen) => {
    const { connect, subscribe, sockets, eventSub, clock, call } = await start(listen);
    const old = connect();
    const { session } = (await old.next()).payload;
    await subscribe(session.id);
    sockets.reconnect();
    const { reconnect_url } = (await old.next()).payload.session;
    const fresh = connect(reconnect_url ?? '');
    const welcome = await fresh.next();
    expect(welcome.payload.session.id).not.toBe(session.id);
    expect(eventSub.fire('stream.online')).toBe(1);
    expect((await fresh.next()).payload.subscription.transport.session_id).toBe(welcome.payload.session.id);
    await clock.advance(30_000);
    expect(await old.closed).toMatchObject({ code: 4004 });

    sockets.reconnect();
    await clock.advance(30_000);
    expect(await fresh.closed).toMatchObject({ code: 4004 });
    const { body } = await call('GET', '');
    expect(body.data).toMatchObject([{ status: 'websocket_failed_to_reconnect' }]);
    await clock.advance(3_600_000);
    expect((await call('GET', '')).body.data).toEqual([]);
    const used = connect(reconnect_url ?? '');
    expect(await used.closed).toMatchObject({ code: 4007 });
  },
);

it('the limits of WebSockets are enforced: duplicates, users per session, sessions per user', async () => {
  const { connect, subscribe, sandbox, call } = await start();
  const sessions = [];
  for (let count = 0; count < 4; count += 1) sessions.push((await connect().next()).payload.session.id);
  const [first = '', second = '', third = '', fourth = ''] = sessions;
  expect((await subscribe(first)).status).toBe(202);
  expect((await subscribe(first)).status).toBe(409);
  const [, other] = sandbox.controls.stream.users();
  const { accessToken } = sandbox.controls.stream.issueUserToken({ userId: other?.id ?? '' });
  const byOther = await call(
    'POST',
    '',
    {
      type: 'stream.offline',
      version: '1',
      condition: { broadcaster_user_id: other?.id },
      transport: { method: 'websocket', session_id: first },
    },
    accessToken,
  );
  expect(byOther).toMatchObject({ status: 400, body: { message: /different users/ } });
  expect((await subscribe(second)).status).toBe(202);
  expect((await subscribe(third)).status).toBe(202);
  expect(await subscribe(fourth)).toMatchObject({ status: 429, body: { message: /number of websocket transports/ } });
});

it('a user can only subscribe to what concerns them', async () => {
  const { connect, subscribe, sandbox, userId } = await start();
  const { session } = (await connect().next()).payload;
  const [, other] = sandbox.controls.stream.users();
  const chat = (reader: string) =>
    subscribe(session.id, 'channel.chat.message', { broadcaster_user_id: other?.id, user_id: reader });
  expect((await chat(userId)).status).toBe(202);
  expect((await chat(other?.id ?? '')).status).toBe(403);
});

it.each(each)(
  'a fault for the path refuses a WebSocket, and every attempt is in the log (listens: %s)',
  async (listen) => {
    const { connect, sandbox } = await start(listen);
    sandbox.faults.add({ provider: 'stream', path: '/ws', status: 503, times: 1 });
    const { closed } = connect();
    expect((await closed).code).toBe(1006);
    const { next } = connect();
    await next();
    expect(sandbox.requests.map(({ path, status }) => [path, status])).toEqual([
      ['/ws', 503],
      ['/ws', 101],
    ]);
    const elsewhere = connect(sandbox.listenerOptions.stream.url.replace('/stream/ws', '/music/ws'));
    expect((await elsewhere.closed).code).toBe(1006);
  },
);

it.each(each)('a WebSocket that its client closes, or that is dropped, has ended (listens: %s)', async (listen) => {
  const { connect, sockets, sandbox } = await start(listen);
  const left = connect();
  await left.next();
  left.socket.close();
  await expect.poll(() => sockets.sessions()).toEqual([]);
  const lost = connect();
  await lost.next();
  sockets.drop();
  expect((await lost.closed).code).toBe(1006);
  const open = connect();
  await open.next();
  await sandbox.close();
  expect((await open.closed).code).toBe(1006);
});

it('a WebSocket that is closed before it is open receives nothing', async () => {
  const { connect, sockets } = await start(false);
  const { socket, closed } = connect();
  socket.addEventListener('message', () => expect.unreachable());
  socket.close();
  expect((await closed).code).toBe(1005);
  expect(sockets.sessions()).toEqual([]);
});

it.each([
  [undefined, 101],
  ['http://localhost:3000', 101],
  ['http://[::1]', 101],
  ['https://app.example', 101],
  ['https://other.example', 403],
  ['https://localhost.other.example', 403],
  ['null', 403],
  ['', 403],
])('a WebSocket from a page of %j has the status %i', async (origin, status) => {
  const sandbox = await createSandbox({ allowedHosts: ['app.example'] });
  onTestFinished(() => sandbox.close());
  const headers = origin === undefined ? {} : { origin };
  const socket = new WebSocketWithOrigin(sandbox.listenerOptions.stream.url, { headers });
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode);
  expect(await Promise.race([once(socket, 'open').then(() => 101), refused])).toBe(status);
  socket.terminate();
});

it.each(each)('tests can delay notifications, while keepalive messages still arrive (listens: %s)', async (listen) => {
  const { connect, subscribe, sockets, eventSub, clock } = await start(listen);
  const { next } = connect();
  await subscribe((await next()).payload.session.id);
  sockets.delay(15_000);
  eventSub.fire('stream.online');
  await clock.advance(10_000);
  expect((await next()).metadata.message_type).toBe('session_keepalive');
  await clock.advance(5000);
  expect((await next()).metadata.message_type).toBe('notification');
  expect(() => sockets.delay(-1)).toThrow(/at least 0; got -1/);
  expect(() => sockets.close(1234 as 4000)).toThrow(/from 4000 to 4007; got 1234/);
  expect(() => sockets.repeat(-1)).toThrow(/whole number/);
});

it('viewers chat, follow, cheer and subscribe at the given rate until they are stopped', async () => {
  const { connect, call, sandbox, eventSub, clock, userId } = await start();
  const scopes = ['user:read:chat', 'bits:read', 'channel:read:subscriptions', 'moderator:read:followers'];
  const { accessToken } = sandbox.controls.stream.issueUserToken({ scopes });
  const { next, socket } = connect();
  const session_id = (await next()).payload.session.id;
  for (const [type, version, more] of [
    ['channel.chat.message', '1', { user_id: userId }],
    ['channel.follow', '2', { moderator_user_id: userId }],
    ['channel.cheer', '1', {}],
    ['channel.subscribe', '1', {}],
  ] as const) {
    const condition = { broadcaster_user_id: userId, ...more };
    const body = { type, version, condition, transport: { method: 'websocket', session_id } };
    expect((await call('POST', '', body, accessToken)).status).toBe(202);
  }
  const seen = new Map<string, Set<string>>();
  let count = 0;
  socket.addEventListener('message', ({ data }) => {
    const { metadata, payload } = JSON.parse(String(data)) as Message;
    if (metadata.message_type !== 'notification') return;
    count += 1;
    const { chatter_user_login, user_login } = payload.event;
    const type = metadata.subscription_type ?? '';
    seen.set(type, (seen.get(type) ?? new Set()).add(String(chatter_user_login ?? user_login)));
  });
  const stop = eventSub.viewers({ perMinute: 100 });
  await clock.advance(120_000);
  await expect.poll(() => count).toBeGreaterThan(150);
  expect(count).toBeLessThan(250);
  expect([...seen.keys()].sort()).toEqual([
    'channel.chat.message',
    'channel.cheer',
    'channel.follow',
    'channel.subscribe',
  ]);
  expect(seen.get('channel.chat.message')?.size).toBeGreaterThan(5);
  stop();
  const before = count;
  await clock.advance(60_000);
  eventSub.fire('channel.cheer');
  await expect.poll(() => count).toBe(before + 1);
  expect(() => eventSub.viewers({ perMinute: 0 })).toThrow(/above 0/);
  expect(() => eventSub.viewers({ broadcasterId: 'x' })).toThrow(/no user x/);
});
