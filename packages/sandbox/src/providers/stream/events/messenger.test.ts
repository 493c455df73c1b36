import { describe, expect, test, vi } from 'vitest';
import { hook, kindOf, owner, secret, signatureOf, testEventSub } from '../../../../test/stream-events.ts';
import { userId } from '../data/values.ts';
import { eventTypes } from './types.ts';

const channel = { broadcaster_user_id: owner };
const textPlain = { headers: { 'content-type': 'text/plain; charset=utf-8' } };

describe('verification', () => {
  test('the challenge is signed and sent once, and its response enables the subscription', async () => {
    const { ask, settle, list } = testEventSub();
    const { data } = (await ask('stream.online', '1', channel)).body;
    const [message, ...rest] = await settle();
    expect(rest).toEqual([]);
    expect(message?.url).toBe(hook);
    expect(message?.json).toEqual({ subscription: data[0], challenge: expect.any(String) });
    expect(Object.fromEntries(message?.headers ?? [])).toEqual({
      'content-type': 'application/json',
      'twitch-eventsub-message-id': expect.any(String),
      'twitch-eventsub-message-retry': '0',
      'twitch-eventsub-message-type': 'webhook_callback_verification',
      'twitch-eventsub-message-signature': message && signatureOf(message),
      'twitch-eventsub-message-timestamp': '2026-01-01T00:00:00.000000000Z',
      'twitch-eventsub-subscription-type': 'stream.online',
      'twitch-eventsub-subscription-version': '1',
    });
    expect((await list()).data[0].status).toBe('enabled');
    expect(await settle(3_600_000)).toEqual([]);
  });

  test.each<[string, (challenge: string) => Response]>([
    ['another text', () => new Response('yes', textPlain)],
    ['no text', () => new Response(null)],
    ['an extra line break', (challenge) => new Response(`${challenge}\n`, textPlain)],
    ['JSON', (challenge) => Response.json(challenge)],
    ['201', (challenge) => new Response(challenge, { ...textPlain, status: 201 })],
    ['500', () => new Response(null, { status: 500 })],
    ['a redirect', () => Response.redirect('http://127.0.0.1:9/other')],
    [
      'no response',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
  ])('fails with %s', async (_, reply) => {
    const { subscribe, list, settle, ask } = testEventSub({}, ({ json }) => reply(json.challenge ?? ''));
    await subscribe('stream.online', '1', channel);
    expect((await list()).data[0].status).toBe('webhook_callback_verification_failed');
    expect((await list()).total_cost).toBe(0);
    expect(await settle(3_600_000)).toEqual([]);
    expect((await ask('stream.online', '1', channel)).status).toBe(202); // the failed one does not block it
  });

  test('sends nothing to other machines', async () => {
    const { subscribe, list, eventSub, settle } = testEventSub();
    await subscribe('stream.online', '1', channel, { callback: 'https://receiver.example/hook' });
    expect(await settle()).toEqual([]);
    expect((await list()).data[0].status).toBe('webhook_callback_verification_failed');
    expect(eventSub.deliveries()).toMatchObject([
      {
        state: 'refused',
        error: expect.stringContaining('receiver.example/hook is not on this machine'),
        attempts: [],
      },
    ]);
  });
});

describe('notifications', () => {
  test('report what happened in the channel of the condition', async () => {
    const { subscribe, settle, grant, send } = testEventSub();
    const subscription = await subscribe('channel.update', '2', channel);
    await subscribe('channel.update', '2', { broadcaster_user_id: userId(1) });
    const token = grant(owner, 'channel:manage:broadcast');
    await send('PATCH', `/channels?broadcaster_id=${owner}`, token, { title: 'new title' });
    const [message, ...rest] = await settle();
    expect(rest).toEqual([]);
    expect(message?.json).toEqual({
      subscription: { ...subscription, status: 'enabled' },
      event: expect.objectContaining({ broadcaster_user_id: owner, title: 'new title' }),
    });
    expect(message && kindOf(message)).toBe('notification');
    expect(message?.headers.get('twitch-eventsub-message-signature')).toBe(message && signatureOf(message));
  });

  test('can be narrowed to one reward', async () => {
    const { subscribe, settle, grant, send } = testEventSub();
    const token = grant(owner, 'channel:manage:redemptions');
    const path = `/channel_points/custom_rewards?broadcaster_id=${owner}`;
    const make = async (title: string) => (await send('POST', path, token, { title, cost: 1 })).body.data[0].id;
    const [one, other] = [await make('one'), await make('other')];
    const type = 'channel.channel_points_custom_reward.update';
    await subscribe(type, '1', { ...channel, reward_id: one });
    await subscribe(type, '1', channel);
    for (const id of [one, other]) await send('PATCH', `${path}&id=${id}`, token, { cost: 2 });
    const told = (await settle()).map(({ json }) => [json.subscription.condition.reward_id, json.event.title]);
    expect(told).toEqual([
      [one, 'one'],
      [undefined, 'one'],
      [undefined, 'other'],
    ]);
  });

  test('are retried with the same ID, and then the subscription is revoked', async () => {
    const stream = testEventSub({}, (message) =>
      kindOf(message) === 'notification'
        ? new Response(null, { status: 503 })
        : new Response(message.json.challenge ?? null, textPlain),
    );
    const { subscribe, settle, eventSub, list } = stream;
    await subscribe('stream.online', '1', channel);
    expect(eventSub.fire('stream.online')).toBe(1);
    const messages = await settle();
    for (const pause of [10, 20, 40, 80, 160]) {
      expect(await settle(pause * 1000 - 1)).toEqual([]);
      messages.push(...(await settle(1)));
    }
    const revocation = messages.pop();
    const header = (name: string) => messages.map(({ headers }) => headers.get(`twitch-eventsub-message-${name}`));
    expect(header('retry')).toEqual([...'012345']);
    expect(new Set(header('id')).size).toBe(1);
    expect(header('signature')).toEqual(messages.map(signatureOf));
    expect(revocation && kindOf(revocation)).toBe('revocation');
    expect(revocation?.json).toMatchObject({ subscription: { status: 'notification_failures_exceeded' } });
    expect((await list()).data[0].status).toBe('notification_failures_exceeded');
    expect(eventSub.fire('stream.online')).toBe(0);
    expect(await settle(3_600_000)).toEqual([]);
    expect(eventSub.deliveries().map((each) => [each.messageType, each.state])).toEqual([
      ['webhook_callback_verification', 'delivered'],
      ['notification', 'failed'],
      ['revocation', 'delivered'],
    ]);
    expect(JSON.stringify(eventSub.deliveries())).not.toContain(secret);
  });
});

describe('revocation', () => {
  test('happens when the user disconnects the app, and the app is notified', async () => {
    const { subscribe, settle, grant, controls, list, clientId } = testEventSub();
    await subscribe('user.authorization.grant', '1', { client_id: clientId });
    await subscribe('user.authorization.revoke', '1', { client_id: clientId });
    grant(owner, 'channel:read:subscriptions');
    const person = { user_id: owner, user_login: expect.any(String), user_name: expect.any(String) };
    expect((await settle()).map(({ json }) => json.event)).toEqual([{ client_id: clientId, ...person }]);
    const { id } = await subscribe('channel.subscribe', '1', channel);
    await subscribe('stream.online', '1', channel, { callback: 'http://127.0.0.1:9/other' });
    controls.revokeTokens({ userId: owner });
    const [told, revocation, ...rest] = await settle();
    expect(rest).toEqual([]);
    expect(told?.json).toMatchObject({
      subscription: { type: 'user.authorization.revoke' },
      event: { user_id: owner },
    });
    expect(revocation && kindOf(revocation)).toBe('revocation');
    expect(revocation?.json).toMatchObject({ subscription: { id, status: 'authorization_revoked' } });
    expect((await list('?status=authorization_revoked')).data).toMatchObject([{ id }]);
    expect((await list('?status=enabled')).data).toHaveLength(3);
  });

  test.each<[string, string, string, object, (target: string) => [string, string, object?]]>([
    [
      'moderator_removed',
      'channel.follow',
      '2',
      { moderator_user_id: userId(500) },
      (target) => ['DELETE', `/moderation/moderators?broadcaster_id=${owner}&user_id=${target}`],
    ],
    [
      'chat_user_banned',
      'channel.chat.message',
      '1',
      { user_id: userId(500) },
      (target) => [
        'POST',
        `/moderation/bans?broadcaster_id=${owner}&moderator_id=${owner}`,
        { data: { user_id: target } },
      ],
    ],
  ])('has the status %s', async (status, type, version, condition, step) => {
    const target = userId(500);
    const { subscribe, settle, grant, send, list } = testEventSub();
    grant(target, 'moderator:read:followers', 'user:read:chat', 'user:bot');
    const token = grant(owner, 'channel:manage:moderators', 'moderator:manage:banned_users', 'channel:bot');
    await send('POST', `/moderation/moderators?broadcaster_id=${owner}&user_id=${target}`, token);
    await subscribe(type, version, { ...channel, ...condition });
    const [method, path, body] = step(target);
    expect((await send(method, path, token, body)).status).toBeLessThan(300);
    expect((await settle()).map(kindOf)).toEqual(['revocation']);
    expect((await list()).data[0].status).toBe(status);
  });

  test('works by hand for live subscriptions', async () => {
    const { subscribe, settle, eventSub } = testEventSub();
    const { id } = await subscribe('stream.online', '1', channel);
    eventSub.revoke(id, 'version_removed');
    expect((await settle())[0]?.json.subscription.status).toBe('version_removed');
    expect(() => eventSub.revoke(id, 'user_removed')).toThrow(RangeError);
  });
});

describe('firing by hand', () => {
  test.each(eventTypes.map((type) => [`${type.type} ${type.version}`, type] as const))(
    '%s has a complete event about the users in the subscription',
    async (_, { type, version, required, optional, scopes, bot }) => {
      const { subscribe, settle, grant, eventSub, clientId } = testEventSub();
      grant(owner, ...scopes.flat(), ...(bot ? ['user:bot'] : []));
      const members = required.length > 0 ? required : optional.slice(0, 1);
      const condition = Object.fromEntries(
        members.map((name) => [name, name.endsWith('client_id') ? clientId : owner]),
      );
      await subscribe(type, version, condition);
      expect(eventSub.fire(type, version, { event: { extra: 1 } })).toBe(1);
      const [message] = await settle();
      const event = type === 'drop.entitlement.grant' ? message?.json.events[0] : message?.json.event;
      expect(event).toMatchObject({ extra: 1 });
      expect(JSON.stringify(event)).not.toContain('undefined');
      if (
        required.includes('broadcaster_user_id') &&
        !type.includes('charity_campaign.s') &&
        !type.endsWith('progress')
      )
        expect(event).toMatchObject({ broadcaster_user_id: owner, broadcaster_user_login: expect.stringMatching(/./) });
      if (bot === 'room' && type === 'channel.chat.message')
        expect((event as { chatter_user_id: string }).chatter_user_id).not.toBe(owner);
    },
  );

  const asOwner = `broadcaster_id=${owner}&moderator_id=${owner}`;

  test('chat messages have IDs of their own, and can be replied to and deleted', async () => {
    const { subscribe, settle, eventSub, call, send, grant } = testEventSub();
    const token = grant(owner, 'user:read:chat', 'user:bot', 'user:write:chat', 'moderator:manage:chat_messages');
    await subscribe('channel.chat.message', '1', { ...channel, user_id: owner });
    eventSub.fire('channel.chat.message');
    eventSub.fire('channel.chat.message', '1', { event: { message: { text: 'hi', fragments: [] } } });
    const [first, second] = (await settle()).map(({ json }) => json.event);
    expect([first?.message_id, second?.message_id]).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)));
    expect(first?.message_id).not.toBe(second?.message_id);
    const reply = { broadcaster_id: owner, sender_id: owner, message: 'hello' };
    await send('POST', '/chat/messages', token, { ...reply, reply_parent_message_id: second?.message_id });
    expect((await settle())[0]?.json.event.reply).toMatchObject({
      parent_message_id: second?.message_id,
      parent_message_body: 'hi',
      parent_user_id: second?.chatter_user_id,
    });
    const path = `/moderation/chat?${asOwner}&message_id=${first?.message_id}`;
    expect((await send('DELETE', path, token)).status).toBe(204);
    expect((await send('DELETE', path, token)).status).toBe(404);
    expect((await call('GET', '/subscriptions')).body.total).toBe(1);
  });

  test('viewers fill the chat room, with one job for everything that is due', async () => {
    const { clock, send, grant, controls, eventSub } = testEventSub();
    const chatters = async () =>
      (await send('GET', `/chat/chatters?${asOwner}`, grant(owner, 'moderator:read:chatters'))).body.total;
    controls.goOffline({ broadcasterId: owner });
    expect(await chatters()).toBe(0);
    const schedule = vi.spyOn(clock, 'schedule');
    eventSub.viewers({ perMinute: 600 });
    await clock.advance(86_400_000);
    expect(schedule.mock.calls.length).toBeLessThan(5);
    expect(await chatters()).toBeGreaterThan(100);
  });

  test('works for a chosen subject, and throws for unknown types', async () => {
    const { subscribe, settle, eventSub } = testEventSub();
    await subscribe('stream.online', '1', channel);
    expect(eventSub.fire('stream.online', undefined, { subject: { broadcaster_user_id: userId(1) } })).toBe(0);
    expect(await settle()).toEqual([]);
    expect(() => eventSub.fire('stream.pause')).toThrow(RangeError);
    expect(() => eventSub.fire('stream.online', '2')).toThrow(RangeError);
  });
});
