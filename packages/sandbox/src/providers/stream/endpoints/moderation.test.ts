import { describe, expect, test } from 'vitest';
import { testStream } from '../../../../test/stream.ts';
import { userId } from '../data/values.ts';

const owner = userId(0);
const viewer = userId(500);
const other = userId(501);

/** Creates a sandbox, and calls on behalf of its users. `as` addresses a channel and who acts in it. */
function setUp(options = {}) {
  const stream = testStream(options);
  const as = (moderatorId: string, broadcasterId = owner) =>
    `broadcaster_id=${broadcasterId}&moderator_id=${moderatorId}`;
  const ban = (user_id: string, rest: object = {}) =>
    stream.call(owner, `POST /moderation/bans?${as(owner)}`, { data: { user_id, ...rest } });
  return { ...stream, as, ban };
}

describe('bans', () => {
  test('are reported, and end on time', async () => {
    const { ban, call, clock, last, types } = setUp();
    await ban(viewer, { reason: 'spoilers' });
    const forGood = { user_id: viewer, reason: 'spoilers', ends_at: null, is_permanent: true };
    expect(last('channel.ban')).toMatchObject(forGood);
    const moderate = ['channel.moderate 1', 'channel.moderate 2'];
    expect(types()).toEqual(['channel.ban 1', ...moderate, 'channel.chat.clear_user_messages 1']);
    await ban(other, { duration: 60 });
    await clock.advance(60_000);
    const listed = (await call(owner, `GET /moderation/banned?broadcaster_id=${owner}`)).body.data;
    expect(listed.map((each) => each.user_id)).toEqual([viewer]);
  });

  test('timeouts can change and become bans, but bans cannot become timeouts', async () => {
    const { ban, call, as, last } = setUp();
    expect((await ban(viewer, { duration: 60 })).status).toBe(200);
    expect((await ban(viewer, { duration: 90 })).body.data[0]?.end_time).toBe('2026-01-01T00:01:30Z');
    expect((await ban(viewer)).status).toBe(200);
    expect((await ban(viewer, { duration: 60 })).body.message).toContain('already banned');
    const unban = () => call(owner, `DELETE /moderation/bans?${as(owner)}&user_id=${viewer}`);
    expect((await unban()).status).toBe(204);
    expect(last('channel.unban')).toMatchObject({ user_id: viewer, moderator_user_id: owner });
    expect((await unban()).status).toBe(400);
  });

  test('moderators cannot ban the owner or each other, and moderators banned by the owner lose their role', async () => {
    const { call, as, ban } = setUp();
    const [moderator, second] = (await call(owner, `GET /moderation/moderators?broadcaster_id=${owner}`)).body.data;
    const by = (user_id: string) =>
      call(moderator?.user_id ?? '', `POST /moderation/bans?${as(moderator?.user_id ?? '')}`, { data: { user_id } });
    expect((await by(viewer)).status).toBe(200);
    expect((await by(owner)).body.message).toContain('may not be banned');
    expect((await by(second?.user_id ?? '')).status).toBe(400);
    expect((await ban(second?.user_id ?? '')).status).toBe(200);
    const left = await call(owner, `GET /moderation/moderators?broadcaster_id=${owner}&user_id=${second?.user_id}`);
    expect(left.body.data).toEqual([]);
  });

  test('banned users can ask to be unbanned, which is reported and resolved once', async () => {
    const { ban, call, as, controls, last } = setUp();
    expect(() => controls.requestUnban({ broadcasterId: owner, userId: viewer, text: '?' })).toThrow(RangeError);
    await ban(viewer);
    const id = controls.requestUnban({ broadcasterId: owner, userId: viewer, text: 'please' });
    expect(last('channel.unban_request.create')).toMatchObject({ id, user_id: viewer, text: 'please' });
    const resolve = (status: string, requestId = id) =>
      call(owner, `PATCH /moderation/unban_requests?${as(owner)}&unban_request_id=${requestId}&status=${status}`);
    expect((await resolve('approved', 'nope')).status).toBe(404);
    expect((await resolve('pending')).status).toBe(400);
    expect((await resolve('approved')).status).toBe(200);
    expect(last('channel.unban_request.resolve')).toMatchObject({ status: 'approved', moderator_id: owner });
  });

  test('a ban that ends otherwise cancels the request', async () => {
    const { ban, call, as, controls, last } = setUp();
    await ban(viewer);
    controls.requestUnban({ broadcasterId: owner, userId: viewer, text: 'please' });
    await call(owner, `DELETE /moderation/bans?${as(owner)}&user_id=${viewer}`);
    expect(last('channel.unban_request.resolve')).toMatchObject({ status: 'canceled' });
  });
});

describe('moderators and VIPs', () => {
  test('changes to moderators are reported', async () => {
    const { call, last } = setUp();
    const path = `/moderation/moderators?broadcaster_id=${owner}&user_id=${viewer}`;
    await call(owner, `POST ${path}`);
    expect(last('channel.moderator.add')).toMatchObject({ user_id: viewer, broadcaster_user_id: owner });
    await call(owner, `DELETE ${path}`);
    expect(last('channel.moderator.remove')).toMatchObject({ user_id: viewer });
  });

  test('VIPs can resign, and banned users cannot get a role', async () => {
    const { call, ban } = setUp();
    const vip = `/channels/vips?broadcaster_id=${owner}&user_id=`;
    expect((await call(owner, `POST ${vip}${viewer}`)).status).toBe(204);
    expect((await call(other, `DELETE ${vip}${viewer}`)).status).toBe(401);
    expect((await call(viewer, `DELETE ${vip}${viewer}`)).status).toBe(204);
    await ban(other);
    for (const path of [vip, `/moderation/moderators?broadcaster_id=${owner}&user_id=`])
      expect((await call(owner, `POST ${path}${other}`)).status).toBe(400);
  });

  test('VIP slots run out', async () => {
    const affiliate = userId(100);
    const { call, clock } = setUp();
    const add = (broadcasterId: string, rank: number) =>
      call(broadcasterId, `POST /channels/vips?broadcaster_id=${broadcasterId}&user_id=${userId(rank)}`);
    const before = (await call(affiliate, `GET /channels/vips?broadcaster_id=${affiliate}`)).body.data.length;
    for (let rank = 700; rank < 720 - before; rank += 1) {
      expect((await add(affiliate, rank)).status).toBe(204);
      await clock.advance(2_000);
    }
    expect((await add(affiliate, 790)).status).toBe(409);
  });
});

describe('AutoMod', () => {
  const check = (data: object[]) => ({ data });

  test('has an overall level or single ones, and reports changes', async () => {
    const { call, as, last } = setUp();
    const path = `/moderation/automod/settings?${as(owner)}`;
    const { body } = await call(owner, `PUT ${path}`, { overall_level: 3 });
    expect(body.data).toMatchObject([{ overall_level: 3, disability: 3, misogyny: 3, bullying: 2, swearing: 0 }]);
    expect(last('automod.settings.update')).toMatchObject({ overall_level: 3, moderator_user_id: owner });
  });

  test('checks messages against the levels and the blocked terms', async () => {
    const { call, as } = setUp();
    await call(owner, `PUT /moderation/automod/settings?${as(owner)}`, { bullying: 2 });
    await call(owner, `POST /moderation/blocked_terms?${as(owner)}`, { text: 'spoil*' });
    const data = ['hello', 'you NOOB!', 'noobish', 'you clown', 'a SPOILER', 'unspoilt'].map((msg_text, index) => ({
      msg_id: String(index),
      msg_text,
    }));
    const path = `/moderation/enforcements/status?broadcaster_id=${owner}`;
    const { body } = await call(owner, `POST ${path}`, check(data));
    expect(body.data.map((each) => each.is_permitted)).toEqual([true, false, true, true, false, true]);
  });

  test('limits checks by broadcaster type', async () => {
    const small = userId(700);
    const { call, clock } = setUp();
    const path = `/moderation/enforcements/status?broadcaster_id=${small}`;
    const ask = () => call(small, `POST ${path}`, check([{ msg_id: '1', msg_text: 'hi' }]));
    for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    await clock.advance(60_000);
    expect((await ask()).status).toBe(200);
  });

  test('holds messages until a moderator decides', async () => {
    const { call, as, controls, last, types, happenings } = setUp();
    await call(owner, `PUT /moderation/automod/settings?${as(owner)}`, { bullying: 2 });
    controls.sendChatMessage({ broadcasterId: owner, userId: viewer, text: 'what a noob' });
    expect(types()).toContain('channel.chat.user_message_hold 1');
    expect(types()).not.toContain('channel.chat.message 1');
    const { message_id } = last('automod.message.hold') as { message_id: string };
    expect(last('automod.message.hold')).toMatchObject({
      reason: 'automod',
      automod: { category: 'bullying', level: 2, boundaries: [{ start_pos: 7, end_pos: 10 }] },
      blocked_term: null,
    });
    expect(happenings.find((each) => each.type === 'automod.message.hold')).toMatchObject({
      version: '1',
      event: { category: 'bullying', level: 2, user_id: viewer },
    });
    const decide = (action: string, user_id: string, by = user_id) =>
      call(by, 'POST /moderation/automod/message', { user_id, msg_id: message_id, action });
    expect((await decide('ALLOW', viewer)).status).toBe(403);
    expect((await decide('DENY', owner, viewer)).status).toBe(401);
    expect((await decide('MAYBE', owner)).status).toBe(400);
    await decide('ALLOW', owner);
    expect(last('automod.message.update')).toMatchObject({ status: 'approved', moderator_user_id: owner });
  });

  test('reports blocked terms, and where they are in a message', async () => {
    const { call, as, controls, last } = setUp();
    const path = `/moderation/blocked_terms?${as(owner)}`;
    await call(owner, `POST ${path}`, { text: 'the butler' });
    const told = { action: 'add_blocked', terms: ['the butler'], from_automod: false };
    expect(last('automod.terms.update')).toMatchObject(told);
    controls.sendChatMessage({ broadcasterId: owner, userId: viewer, text: 'It was The Butler.' });
    expect(last('automod.message.hold')).toMatchObject({
      reason: 'blocked_term',
      automod: null,
      blocked_term: { terms_found: [{ boundary: { start_pos: 7, end_pos: 16 }, owner_broadcaster_user_id: owner }] },
    });
    expect((await call(owner, `DELETE ${path}&id=nope`)).status).toBe(204); // an unknown ID is not an error
  });
});

describe('safety', () => {
  test('Shield Mode is reported when it changes', async () => {
    const { call, as, last, types } = setUp();
    const path = `/moderation/shield_mode?${as(owner)}`;
    expect((await call(owner, `GET ${path}`)).body.data).toEqual([
      { is_active: false, moderator_id: '', moderator_login: '', moderator_name: '', last_activated_at: '' },
    ]);
    for (const is_active of [true, false, false]) await call(owner, `PUT ${path}`, { is_active });
    const began = { moderator_user_id: owner, started_at: '2026-01-01T00:00:00Z' };
    expect(last('channel.shield_mode.begin')).toMatchObject(began);
    expect(last('channel.shield_mode.end')).toMatchObject({ ended_at: '2026-01-01T00:00:00Z' });
    expect(types()).toEqual(['channel.shield_mode.begin 1', 'channel.shield_mode.end 1']);
  });

  test('warnings are reported, and block chatting until they are acknowledged', async () => {
    const { call, as, controls, last } = setUp();
    const path = `/moderation/warnings?${as(owner)}`;
    await call(owner, `POST ${path}`, { data: { user_id: viewer, reason: 'no spoilers' } });
    const sent = { user_id: viewer, reason: 'no spoilers', chat_rules_cited: [] };
    expect(last('channel.warning.send')).toMatchObject(sent);
    const say = () => controls.sendChatMessage({ broadcasterId: owner, userId: viewer, text: 'hi' });
    expect(say).toThrow(RangeError);
    controls.acknowledgeWarning({ broadcasterId: owner, userId: viewer });
    expect(last('channel.warning.acknowledge')).toMatchObject({ user_id: viewer });
  });

  test('restricted users are kept out of the room, and an app can act for a moderator who agreed', async () => {
    const { call, as, controls, last, send, types, appToken } = setUp();
    const path = `/moderation/suspicious_users?${as(owner)}`;
    const app = await appToken();
    const body = { user_id: viewer, status: 'RESTRICTED' };
    expect((await send('POST', path, app, body)).status).toBe(401);
    await call(owner, 'GET /users');
    expect((await send('POST', path, app, body)).status).toBe(200);
    expect(last('channel.suspicious_user.update')).toMatchObject({ user_id: viewer, low_trust_status: 'restricted' });
    controls.sendChatMessage({ broadcasterId: owner, userId: viewer, text: 'hi' });
    expect(last('channel.suspicious_user.message')).toMatchObject({ low_trust_status: 'restricted' });
    expect(types()).not.toContain('channel.chat.message 1');
  });
});
