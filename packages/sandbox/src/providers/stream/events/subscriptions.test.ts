import { describe, expect, test } from 'vitest';
import { hook, owner, secret, testEventSub } from '../../../../test/stream-events.ts';
import { userId } from '../data/values.ts';
import { eventTypes } from './types.ts';

const channel = { broadcaster_user_id: owner };
const conditionOf = (rank: number) => ({ broadcaster_user_id: userId(rank) });

describe('subscribing', () => {
  test('returns the requested transport, without the secret', async () => {
    const { ask, list, settle } = testEventSub();
    const { status, body } = await ask('stream.online', '1', channel);
    expect(status).toBe(202);
    const subscription = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 'webhook_callback_verification_pending',
      type: 'stream.online',
      version: '1',
      condition: channel,
      created_at: '2026-01-01T00:00:00.000000000Z',
      transport: { method: 'webhook', callback: hook },
      cost: 1,
    };
    expect(body).toEqual({ data: [subscription], total: 1, total_cost: 1, max_total_cost: 10_000 });
    await settle();
    expect(await list()).toEqual({ ...body, data: [{ ...subscription, status: 'enabled' }], pagination: {} });
  });

  const webhook = { method: 'webhook', callback: hook, secret };
  const online = { type: 'stream.online', version: '1', condition: channel, transport: webhook };
  test.each<[string, object, number, string?]>([
    ['no type', { ...online, type: undefined }, 400],
    ['unknown type', { ...online, type: 'stream.pause' }, 400],
    ['unknown version', { ...online, version: '2' }, 400],
    ['retired version', { ...online, type: 'channel.update' }, 410],
    [
      'version retired in 2026',
      { ...online, type: 'channel.hype_train.end' },
      400,
      'cannot use deprecated subscription type and version',
    ],
    ['no condition', { ...online, condition: undefined }, 400],
    ['empty condition', { ...online, condition: {} }, 400, 'Missing required parameter "broadcaster_user_id"'],
    ['unknown user', { ...online, condition: { broadcaster_user_id: '1' } }, 400],
    ['raid with neither from nor to', { ...online, type: 'channel.raid', condition: {} }, 400],
    ['no transport', { ...online, transport: undefined }, 400],
    ['unknown method', { ...online, transport: { method: 'pigeon' } }, 400],
    ['no callback', { ...online, transport: { ...webhook, callback: undefined } }, 400],
    [
      'plain http',
      { ...online, transport: { ...webhook, callback: 'http://x.example/' } },
      400,
      'call back must be https protocol',
    ],
    ['another port', { ...online, transport: { ...webhook, callback: 'https://x.example:8443/' } }, 400],
    [
      'short secret',
      { ...online, transport: { ...webhook, secret: 'short' } },
      400,
      'secret must be between 10 and 100 characters',
    ],
    ['long secret', { ...online, transport: { ...webhook, secret: 'x'.repeat(101) } }, 400],
    ['secret not in ASCII', { ...online, transport: { ...webhook, secret: 'ein Schlüssel' } }, 400],
    ['unknown conduit', { ...online, transport: { method: 'conduit', conduit_id: 'x' } }, 400],
    [
      'WebSocket with an app token',
      { ...online, transport: { method: 'websocket', session_id: 'x' } },
      400,
      'invalid transport and auth combination',
    ],
  ])('%s is refused', async (_, body, status, message) => {
    const answer = await testEventSub().call('POST', '/subscriptions', body);
    expect(answer.status).toBe(status);
    if (message) expect(answer.body.message).toBe(message);
  });

  test('only accepts known WebSocket sessions with a user token', async () => {
    const { send, grant, list, ask } = testEventSub();
    const token = grant(owner);
    await ask('stream.online', '1', channel);
    const post = (transport: object) => send('POST', '/eventsub/subscriptions', token, { ...online, transport });
    expect(await post(webhook)).toMatchObject({
      status: 400,
      body: { message: 'auth must use app access token to create webhook subscription' },
    });
    expect(await post({ method: 'conduit', conduit_id: 'x' })).toMatchObject({
      status: 400,
      body: { message: 'invalid transport and auth combination' },
    });
    expect((await post({ method: 'websocket', session_id: 'x' })).body.message).toContain('session does not exist');
    const own = await send('GET', '/eventsub/subscriptions', token);
    expect(own.body).toEqual({ data: [], total: 0, total_cost: 0, max_total_cost: 10, pagination: {} });
    expect((await list()).total).toBe(1);
  });

  test('checks loopback receivers as strictly as the API if the option says so', async () => {
    const { ask } = testEventSub({ eventSub: { loopbackCallbacks: false } });
    expect((await ask('stream.online', '1', channel)).status).toBe(400);
    expect((await ask('stream.online', '1', channel, { callback: 'https://localhost/hook' })).status).toBe(202);
  });

  test('works once per receiver, and three times per condition', async () => {
    const { ask, subscribe, call } = testEventSub();
    const at = (port: number) => ({ callback: `http://127.0.0.1:${port}/` });
    const first = await subscribe('stream.online', '1', channel, at(1));
    const again = await ask('stream.online', '1', channel, at(1));
    const message = 'subscription already exists';
    expect(again.body).toEqual({ error: 'Conflict', status: 409, message, id: first.id });
    await subscribe('stream.offline', '1', channel, at(1));
    await subscribe('stream.online', '1', conditionOf(1), at(1));
    await subscribe('stream.online', '1', channel, at(2));
    await subscribe('stream.online', '1', channel, at(3));
    expect((await ask('stream.online', '1', channel, at(4))).status).toBe(429);
    expect((await call('DELETE', `/subscriptions?id=${first.id}`)).status).toBe(204);
    expect((await ask('stream.online', '1', channel, at(4))).status).toBe(202);
    expect((await call('DELETE', `/subscriptions?id=${first.id}`)).status).toBe(404);
    for (const wrong of [`?user_id=${owner}&type=stream.offline`, '?type=x', '?status=x', '?after=x'])
      expect((await call('GET', `/subscriptions${wrong}`)).status).toBe(400);
  });

  test('costs nothing for users who have authorized the app, and is limited for others', async () => {
    const { ask, list, grant } = testEventSub({ eventSub: { maxTotalCost: 2 } });
    grant(owner);
    expect((await ask('stream.online', '1', channel)).body.data[0].cost).toBe(0);
    expect((await ask('stream.online', '1', conditionOf(1))).body).toMatchObject({ total_cost: 1, max_total_cost: 2 });
    expect((await ask('stream.online', '1', conditionOf(2))).status).toBe(202);
    expect((await ask('stream.online', '1', conditionOf(3))).status).toBe(429);
    expect(await list()).toMatchObject({ total: 3, total_cost: 2, max_total_cost: 2 });
  });
});

describe('authorization', () => {
  /** A full condition for a type, with the owner in every place. */
  const conditionFor = (members: readonly string[], clientId: string) =>
    Object.fromEntries(members.map((name) => [name, name.endsWith('client_id') ? clientId : owner]));

  test.each(eventTypes.map((type) => [`${type.type} ${type.version}`, type] as const))('%s', async (_, type) => {
    const { ask, grant, clientId } = testEventSub();
    const members = type.required.length > 0 ? type.required : type.optional.slice(0, 1);
    const condition = conditionFor(members, clientId);
    const status = async () => (await ask(type.type, type.version, condition)).status;
    const groups = [...type.scopes, ...(type.bot ? [['user:bot']] : [])];
    // Each group is needed, and any one of its scopes is enough.
    for (const group of groups) {
      expect(await status()).toBe(403);
      grant(owner, group.at(-1) ?? '');
    }
    expect(await status()).toBe(202);
  });

  test.each(['broadcaster_id', 'broadcaster_user_id'])('of ad breaks is required from the user in %s', async (name) => {
    const { ask, grant, subscribe, settle, send, list } = testEventSub();
    const status = async () => (await ask('channel.ad_break.begin', '1', { [name]: owner })).status;
    expect(await status()).toBe(403);
    const token = grant(owner, 'channel:read:ads', 'channel:edit:commercial');
    await subscribe('channel.ad_break.begin', '1', { [name]: owner });
    expect((await list()).data).toMatchObject([{ condition: { [name]: owner }, status: 'enabled' }]);
    await send('POST', '/channels/commercial', token, { broadcaster_id: owner, length: 30 });
    expect(await settle()).toMatchObject([{ json: { event: { broadcaster_user_id: owner, duration_seconds: 30 } } }]);
    const both = { broadcaster_id: owner, broadcaster_user_id: owner };
    expect((await ask('channel.ad_break.begin', '1', both)).status).toBe(400);
  });

  test('is required from the moderator, who must be one', async () => {
    const { ask, grant, send } = testEventSub();
    const moderator = userId(500);
    const condition = { broadcaster_user_id: owner, moderator_user_id: moderator };
    const follow = async () => (await ask('channel.follow', '2', condition)).body.message;
    grant(owner, 'moderator:read:followers');
    expect(await follow()).toBe('subscription missing proper authorization');
    grant(moderator, 'moderator:read:followers');
    expect(await follow()).toBe('subscription missing proper authorization');
    const token = grant(owner, 'channel:manage:moderators');
    await send('POST', `/moderation/moderators?broadcaster_id=${owner}&user_id=${moderator}`, token);
    expect(await follow()).toBeUndefined();
  });

  test('of a bot is required from the channel that it reads', async () => {
    const { ask, grant } = testEventSub();
    const reader = userId(500);
    const status = async () =>
      (await ask('channel.chat.message', '1', { broadcaster_user_id: owner, user_id: reader })).status;
    grant(reader, 'user:read:chat', 'user:bot');
    expect(await status()).toBe(403);
    grant(owner, 'channel:bot');
    expect(await status()).toBe(202);
  });

  test.each(['user.authorization.grant', 'extension.bits_transaction.create', 'conduit.shard.disabled'])(
    '%s of another app is refused',
    async (type) => {
      const { ask } = testEventSub();
      expect((await ask(type, '1', { client_id: 'other', extension_client_id: 'other' })).status).toBe(403);
    },
  );
});
