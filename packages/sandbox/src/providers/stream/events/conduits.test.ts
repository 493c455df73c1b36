import { expect, test } from 'vitest';
import { owner, secret, signatureOf, testEventSub } from '../../../../test/stream-events.ts';

const channel = { broadcaster_user_id: owner };
const at = (port: number) => ({ method: 'webhook', callback: `http://127.0.0.1:${port}/`, secret });

test('shards must pass a challenge, and errors are listed next to valid shards', async () => {
  const { call, settle } = testEventSub({}, ({ url, json }) =>
    url.includes(':1/')
      ? new Response(json.challenge ?? null, { headers: { 'content-type': 'text/plain' } })
      : new Response(null, { status: 500 }),
  );
  const conduit_id = (await call('POST', '/conduits', { shard_count: 4 })).body.data[0].id;
  const shards = [
    { id: '0', transport: at(1) },
    { id: '1', transport: at(2) },
    { id: '2', transport: { ...at(3), secret: 'short' } },
    { id: '3', transport: { method: 'websocket', session_id: 'x' } },
    { id: '4', transport: at(5) },
  ];
  const { status, body } = await call('PATCH', '/conduits/shards', { conduit_id, shards });
  const pending = 'webhook_callback_verification_pending';
  expect(status).toBe(202);
  expect(body).toEqual({
    data: [
      { id: '0', status: pending, transport: { method: 'webhook', callback: 'http://127.0.0.1:1/' } },
      { id: '1', status: pending, transport: { method: 'webhook', callback: 'http://127.0.0.1:2/' } },
    ],
    errors: [
      { id: '2', message: 'secret must be between 10 and 100 characters', code: 'invalid_parameter' },
      { id: '3', message: expect.stringContaining('session does not exist'), code: 'invalid_parameter' },
      { id: '4', message: "The shard id is outside the conduit's range", code: 'invalid_parameter' },
    ],
  });
  await settle();
  const shown = (await call('GET', `/conduits/shards?conduit_id=${conduit_id}`)).body.data;
  expect(shown.map((shard) => shard.status)).toEqual(['enabled', 'webhook_callback_verification_failed']);
});

test('the enabled shards serve a subscription in turn', async () => {
  let broken = '';
  const stream = testEventSub({}, ({ url, json }) =>
    url.includes(broken || 'nothing')
      ? new Response(null, { status: 500 })
      : new Response(json.challenge ?? null, { headers: { 'content-type': 'text/plain' } }),
  );
  const { call, settle, subscribe, eventSub, list, ask, clientId } = stream;
  const conduit_id = (await call('POST', '/conduits', { shard_count: 2 })).body.data[0].id;
  const transport = { method: 'conduit', conduit_id, callback: undefined, secret: undefined };
  const subscription = await subscribe('stream.online', '1', channel, transport);
  expect(subscription).toMatchObject({ status: 'enabled', transport: { method: 'conduit', conduit_id } });
  expect((await ask('stream.online', '1', channel, transport)).status).toBe(409);
  expect(eventSub.fire('stream.online')).toBe(1); // no shard is assigned yet
  expect(await settle()).toEqual([]);
  const shards = [
    { id: '0', transport: at(1) },
    { id: '1', transport: at(2) },
  ];
  await call('PATCH', '/conduits/shards', { conduit_id, shards });
  await settle();
  for (let count = 0; count < 3; count += 1) eventSub.fire('stream.online');
  const messages = await settle();
  expect(new Set(messages.map(({ url }) => url)).size).toBe(2);
  expect(messages.every((each) => each.headers.get('twitch-eventsub-message-signature') === signatureOf(each))).toBe(
    true,
  );

  await subscribe('conduit.shard.disabled', '1', { client_id: clientId }, transport);
  broken = ':2/';
  for (let count = 0; count < 2; count += 1) eventSub.fire('stream.online');
  const later = [];
  for (const pause of [0, 10, 20, 40, 80, 160]) later.push(...(await settle(pause * 1000)));
  const told = later.find(({ json }) => json.subscription.type === 'conduit.shard.disabled');
  expect(told?.json.event).toEqual({
    conduit_id,
    shard_id: '1',
    status: 'notification_failures_exceeded',
    transport: {
      method: 'webhook',
      callback: 'http://127.0.0.1:2/',
      session_id: null,
      connected_at: null,
      disconnected_at: null,
    },
  });
  eventSub.fire('stream.online');
  eventSub.fire('stream.online');
  expect((await settle()).map(({ url }) => url)).toEqual(Array(2).fill('http://127.0.0.1:1/'));
  expect((await list('?type=stream.online')).data[0].status).toBe('enabled');
  await call('DELETE', `/conduits?id=${conduit_id}`);
  expect((await list('?type=stream.online')).data[0].status).toBe('notification_failures_exceeded');
});
