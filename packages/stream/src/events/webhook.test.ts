import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox } from '@x/sandbox/stream';
import { expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { createStreamClient } from '../client.ts';
import {
  createEventListener,
  type ListenedEvent,
  type WantedSubscription,
  type WebhookListener,
  type WebhookListenerOptions,
} from '../events.ts';

const secret = 'a secret of the test';

/** Creates a sandbox, a server whose requests go to a listener, and subscriptions to its first channel. */
async function start(maxTotalCost = 10_000) {
  const sandbox = await createSandbox({ stream: { users: 20, eventSub: { maxTotalCost } } });
  const stream = createStreamClient(sandbox.options.stream);
  let handle: WebhookListener['handle'] | undefined;
  const server = createServer(async (request, response) => {
    const answer = await handle?.({ method: request.method, headers: request.headers, body: request });
    if (answer) response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}/eventsub`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.close();
  });

  function listen(options: Partial<WebhookListenerOptions> = {}) {
    const events = createEventListener(stream, {
      transport: 'webhook',
      callback,
      secret,
      ...sandbox.shared,
      ...options,
    });
    handle = events.handle;
    onTestFinished(() => events.close());
    return events;
  }
  const [channel] = sandbox.controls.stream.users();
  const online: WantedSubscription = {
    type: 'stream.online',
    version: '1',
    condition: { broadcaster_user_id: channel?.id ?? '' },
  };
  const offline: WantedSubscription = { ...online, type: 'stream.offline' };
  const list = async () =>
    (await stream.eventSub.subscriptions.list().toArray({ limit: 100 })).map(({ type, status }) => `${type} ${status}`);
  const posts = () =>
    sandbox.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('subscriptions'));
  return {
    sandbox,
    stream,
    eventSub: sandbox.controls.stream.eventSub,
    callback,
    listen,
    online,
    offline,
    list,
    posts,
  };
}

/** Sets the subscriptions, and waits until all are verified. */
async function connected(events: WebhookListener, wanted: readonly WantedSubscription[]): Promise<void> {
  const isConnected = new Promise((resolve) => events.on('connected', resolve));
  await events.setSubscriptions(wanted);
  await isConnected;
}

it('a webhook listener subscribes, responds to the challenges, and its loop receives typed events', async () => {
  const { listen, eventSub, online, offline } = await start();
  const events = listen();
  expect(events.state).toMatchObject({ status: 'idle', wanted: 0 });
  await connected(events, [online, offline]);
  expect(events.state).toMatchObject({ status: 'connected', subscribed: 2, cost: { max: 10_000 } });
  expect(eventSub.fire('stream.online')).toBe(1);
  for await (const { type, event, sentAt } of events) {
    if (type !== 'stream.online') throw new Error('another event arrived');
    expectTypeOf(event.started_at).toBeString();
    expect(sentAt).toBeGreaterThan(0);
    break;
  }
  expect(events.state.status).toBe('closed');
});

it('after a restart the listener adopts existing subscriptions, and creates and deletes only the difference', async () => {
  const { listen, stream, online, offline, list, posts } = await start();
  await connected(listen(), [online]);
  const other = { method: 'webhook', callback: 'http://127.0.0.1:9/other', secret } as const;
  await stream.eventSub.subscriptions.create({ ...online, transport: other } as Parameters<
    typeof stream.eventSub.subscriptions.create
  >[0]);
  expect(posts()).toHaveLength(2);
  const restarted = listen();
  await connected(restarted, [online]);
  expect(posts()).toHaveLength(2);
  await connected(restarted, [offline]);
  expect(posts()).toHaveLength(3);
  expect(await list()).toEqual([expect.stringMatching(/^stream.online webhook_callback/), 'stream.offline enabled']);
});

it('two processes that want the same subscriptions at the same time end up with one of each', async () => {
  const { listen, online, offline, list } = await start();
  const [one, other] = [listen(), listen()];
  await Promise.all([one.setSubscriptions([online, offline]), other.setSubscriptions([online, offline])]);
  await expect.poll(list).toEqual(expect.arrayContaining(['stream.online enabled', 'stream.offline enabled']));
  expect(await list()).toHaveLength(2);
});

it('an event whose handler fails is sent again, and one that was handled is not', async () => {
  const { listen, eventSub, online, sandbox } = await start();
  const errors: unknown[] = [];
  const events = listen({ onError: (error) => errors.push(error) });
  const handled: string[] = [];
  events.on('stream.online', ({ id }) => {
    handled.push(id);
    if (handled.length === 1) throw new Error('of the handler');
  });
  await connected(events, [online]);
  eventSub.fire('stream.online');
  await expect.poll(() => errors).toMatchObject([{ message: 'of the handler' }]);
  await expect.poll(() => eventSub.deliveries().at(-1)?.attempts).toHaveLength(1);
  await sandbox.clock.advance(60_000);
  await expect.poll(() => handled).toHaveLength(2);
  expect(handled[0]).toBe(handled[1]);
  await expect.poll(() => eventSub.deliveries().at(-1)?.state).toBe('delivered');
  expect(errors).toHaveLength(1);
});

it('a full queue refuses an event, which arrives later', async () => {
  const { listen, eventSub, online, sandbox } = await start();
  const errors: unknown[] = [];
  const events = listen({ maxQueued: 1, onError: (error) => errors.push(error) });
  await connected(events, [online]);
  eventSub.fire('stream.online', '1', { event: { id: 'first' } });
  await expect.poll(() => eventSub.deliveries().at(-1)?.state).toBe('delivered');
  eventSub.fire('stream.online', '1', { event: { id: 'second' } });
  await expect
    .poll(() => errors)
    .toMatchObject([{ message: expect.stringMatching(/1 events are already waiting for the loop/) }]);
  const iterator = events[Symbol.asyncIterator]();
  const next = async () => ((await iterator.next()).value as ListenedEvent<'stream.online'>).event.id;
  expect(await next()).toBe('first');
  const second = next();
  await expect.poll(() => eventSub.deliveries().at(-1)?.attempts).toHaveLength(1);
  await sandbox.clock.advance(60_000);
  expect(await second).toBe('second');
  expect(events.state.dropped).toBe(0);
});

it('subscriptions that the API ended because of failed deliveries are recreated, and subscriptions that a user ended are reported', async () => {
  const { listen, eventSub, stream, online, offline, list, sandbox } = await start();
  const events = listen({ checkMs: 600_000 });
  await connected(events, [online, offline]);
  const idOf = async (type: 'stream.online' | 'stream.offline') =>
    (await stream.eventSub.subscriptions.list({ type })).items[0]?.id ?? '';
  eventSub.revoke(await idOf('stream.online'), 'notification_failures_exceeded');
  await expect.poll(list).toEqual(expect.arrayContaining(['stream.online enabled', 'stream.offline enabled']));
  expect(await list()).toHaveLength(2);

  const revoked = new Promise((resolve) => events.on('revoked', resolve));
  eventSub.revoke(await idOf('stream.offline'), 'user_removed');
  expect(await revoked).toMatchObject({ reason: 'user_removed', subscription: { type: 'stream.offline' } });
  expect(events.state).toMatchObject({ status: 'degraded', wanted: 2, refused: [{ subscription: offline }] });
  expect(events.state.reason).toMatch(/^1 of 2 subscriptions do not work, such as: .*stream.offline .*user_removed/);
  await sandbox.clock.advance(600_000);
  expect((await list()).filter((each) => each.startsWith('stream.offline'))).toEqual(['stream.offline user_removed']);
  await connected(listen(), [online, offline]);
});

it('an address that the API cannot verify is reported with advice', async () => {
  const { listen, stream, online, sandbox, callback } = await start();
  const events = createEventListener(stream, {
    transport: 'webhook',
    callback: callback.replace(/:\d+/, ':9'),
    secret,
    ...sandbox.shared,
  });
  onTestFinished(() => events.close());
  const refused = new Promise((resolve) => events.on('refused', resolve));
  await events.setSubscriptions([online]);
  await sandbox.clock.advance(20_000);
  expect(await refused).toMatchObject({ error: { message: expect.stringMatching(/could not verify callback/) } });
  listen();
});

it('the cost of subscriptions is known, and reported before the limit is reached', async () => {
  const { listen, sandbox } = await start(5);
  const events = listen();
  const reports: object[] = [];
  events.on('near_limit', (report) => reports.push(report));
  const wanted = sandbox.controls.stream.users().map(
    ({ id }): WantedSubscription => ({
      type: 'stream.online',
      version: '1',
      condition: { broadcaster_user_id: id },
    }),
  );
  await connected(events, wanted.slice(0, 3));
  expect(reports).toEqual([]);
  await connected(events, wanted.slice(0, 4));
  expect(reports).toEqual([{ limit: 'cost', used: 4, max: 5 }]);
  expect(events.state.cost).toEqual({ total: 4, max: 5 });
  const { refused } = await events.setSubscriptions(wanted.slice(0, 6));
  expect(refused).toMatchObject([{ error: { code: 'rate_limited', retryable: false } }]);
  expect(events.state.refused).toHaveLength(1);
});

it('invalid options of a webhook listener cause an error that names them, and shows no secret', async () => {
  const { stream, callback } = await start();
  const create = (options: object) => () =>
    createEventListener(stream, { transport: 'webhook', callback, secret, ...options });
  expect(create({ callback: undefined })).toThrow(/callback/);
  expect(create({ callback: 'example.com' })).toThrow(/https:\/\//);
  expect(create({ secret: 'short' })).toThrow(/createEventListener: .*secret/);
  expect(create({ secret: 'short' })).not.toThrow(/short"/);
  expect(create({ checkMs: 0 })).toThrow(/checkMs/);
  expect(create({ transport: 'irc' })).toThrow(/websocket, webhook, conduit/);
});

it('processes that follow `wanted` delete nothing that another one has just created', async () => {
  const { listen, online, offline, stream, sandbox } = await start();
  const types = async () =>
    (await stream.eventSub.subscriptions.list().toArray({ limit: 100 })).map(({ type }) => type);
  let list: readonly WantedSubscription[] = [online];
  const other = listen({ wanted: () => list });
  let isFirst = true;
  const events = listen({
    checkMs: 60_000,
    async wanted() {
      const read = list;
      if (isFirst) {
        isFirst = false;
        list = [online, offline];
        await other.refresh();
      }
      return read;
    },
  });
  await events.refresh();
  expect(await types()).toEqual(['stream.online', 'stream.offline']);
  await sandbox.clock.advance(60_000);
  await expect.poll(() => events.state.wanted).toBe(2);
  list = [online];
  await sandbox.clock.advance(60_000);
  await expect.poll(types).toEqual(['stream.online']);
});

it('add and remove change only the subscriptions that they name, and leave those of other processes', async () => {
  const { listen, online, offline, stream } = await start();
  const types = async () =>
    (await stream.eventSub.subscriptions.list().toArray({ limit: 100 })).map(({ type }) => type);
  const [one, other] = [listen(), listen()];
  await one.setSubscriptions([online]);
  await other.add([offline]);
  expect(await types()).toEqual(['stream.online', 'stream.offline']);
  await other.remove([online]);
  expect(await types()).toEqual(['stream.offline']);
});
