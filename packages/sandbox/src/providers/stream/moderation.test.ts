import { describe, expect, test } from 'vitest';
import { testStream } from './testing.ts';
import { userId } from './world/values.ts';

const owner = userId(0);
const viewer = userId(500);
const other = userId(501);

/** A sandbox, and calls in the name of its users; `as` addresses a channel and who acts in it. */
function setUp(options = {}) {
  const stream = testStream(options);
  const as = (moderatorId: string, broadcasterId = owner) =>
    `broadcaster_id=${broadcasterId}&moderator_id=${moderatorId}`;
  const ban = (user_id: string, rest: object = {}) =>
    stream.call(owner, `POST /moderation/bans?${as(owner)}`, { data: { user_id, ...rest } });
  return { ...stream, as, ban };
}

describe('bans', () => {
  test('are listed with who, why and until when, and end on the clock', async () => {
    const { ban, call, clock, last, types } = setUp();
    const forGood = await ban(viewer, { reason: 'spoilers' });
    expect(forGood.body.data).toMatchObject([{ user_id: viewer, created_at: '2026-01-01T00:00:00Z', end_time: null }]);
    expect(last('channel.ban')).toMatchObject({
      user_id: viewer,
      reason: 'spoilers',
      ends_at: null,
      is_permanent: true,
    });
    expect(types()).toEqual([
      'channel.ban 1',
      'channel.moderate 1',
      'channel.moderate 2',
      'channel.chat.clear_user_messages 1',
    ]);
    const timeout = await ban(other, { duration: 60 });
    expect(timeout.body.data[0]?.end_time).toBe('2026-01-01T00:01:00Z');
    const listed = async (query = '') =>
      (await call(owner, `GET /moderation/banned?broadcaster_id=${owner}${query}`)).body.data;
    expect(await listed()).toMatchObject([
      { user_id: other, expires_at: '2026-01-01T00:01:00Z', reason: '', moderator_id: owner },
      { user_id: viewer, expires_at: '', reason: 'spoilers', created_at: '2026-01-01T00:00:00Z' },
    ]);
    expect(await listed(`&user_id=${viewer}&user_id=${owner}`)).toHaveLength(1);
    await clock.advance(60_000);
    expect((await listed()).map((each) => each.user_id)).toEqual([viewer]);
  });

  test('a timeout may be changed and become a ban, a ban may not become a timeout', async () => {
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

  test('by moderators, not of owners, and of moderators by owners only, who lose their office', async () => {
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

  test('unban requests are asked for, listed and resolved once; approval ends the ban', async () => {
    const { ban, call, as, controls, last } = setUp();
    expect(() => controls.requestUnban({ broadcasterId: owner, userId: viewer, text: '?' })).toThrow(RangeError);
    await ban(viewer);
    const id = controls.requestUnban({ broadcasterId: owner, userId: viewer, text: 'please' });
    expect(last('channel.unban_request.create')).toMatchObject({ id, user_id: viewer, text: 'please' });
    const list = async (status: string) =>
      (await call(owner, `GET /moderation/unban_requests?${as(owner)}&status=${status}`)).body.data;
    expect(await list('pending')).toMatchObject([
      { id, user_id: viewer, text: 'please', moderator_id: '', resolved_at: null, resolution_text: null },
    ]);
    const resolve = (status: string, requestId = id) =>
      call(
        owner,
        `PATCH /moderation/unban_requests?${as(owner)}&unban_request_id=${requestId}&status=${status}&resolution_text=ok`,
      );
    expect((await resolve('approved', 'nope')).status).toBe(404);
    expect((await resolve('pending')).status).toBe(400);
    const { body } = await resolve('approved');
    expect(body.data).toMatchObject([
      { id, status: 'approved', moderator_id: owner, resolution_text: 'ok', resolved_at: '2026-01-01T00:00:00Z' },
    ]);
    expect(last('channel.unban_request.resolve')).toMatchObject({ status: 'approved', moderator_id: owner });
    expect((await resolve('denied')).status).toBe(400);
    expect(await list('pending')).toEqual([]);
    expect((await call(owner, `GET /moderation/banned?broadcaster_id=${owner}`)).body.data).toEqual([]);
  });

  test('a ban that ends otherwise makes the request moot', async () => {
    const { ban, call, as, controls, last } = setUp();
    await ban(viewer);
    controls.requestUnban({ broadcasterId: owner, userId: viewer, text: 'please' });
    await call(owner, `DELETE /moderation/bans?${as(owner)}&user_id=${viewer}`);
    expect(last('channel.unban_request.resolve')).toMatchObject({ status: 'canceled' });
  });
});

describe('moderators and VIPs', () => {
  test('moderators are added and removed, and see where they moderate', async () => {
    const { call, last } = setUp();
    const path = `/moderation/moderators?broadcaster_id=${owner}&user_id=${viewer}`;
    expect((await call(owner, `POST ${path}`)).status).toBe(204);
    expect(last('channel.moderator.add')).toMatchObject({ user_id: viewer, broadcaster_user_id: owner });
    expect((await call(owner, `POST ${path}`)).status).toBe(400);
    expect((await call(owner, `GET ${path}`)).body.data.map((each) => each.user_id)).toEqual([viewer]);
    const own = await call(viewer, `GET /moderation/channels?user_id=${viewer}`);
    expect(own.body.data.map((each) => each.broadcaster_id)).toContain(owner);
    expect((await call(owner, `DELETE ${path}`)).status).toBe(204);
    expect(last('channel.moderator.remove')).toMatchObject({ user_id: viewer });
    expect((await call(owner, `DELETE ${path}`)).status).toBe(400);
  });

  test('one is either a moderator or a VIP, and not banned', async () => {
    const { call, ban } = setUp();
    const vip = `/channels/vips?broadcaster_id=${owner}&user_id=${viewer}`;
    const moderator = `/moderation/moderators?broadcaster_id=${owner}&user_id=${viewer}`;
    expect((await call(owner, `POST ${vip}`)).status).toBe(204);
    expect((await call(owner, `POST ${vip}`)).status).toBe(422);
    expect((await call(owner, `POST ${moderator}`)).status).toBe(422);
    expect((await call(owner, `GET ${vip}`)).body.data).toMatchObject([{ user_id: viewer }]);
    expect((await call(other, `DELETE ${vip}`)).status).toBe(401);
    expect((await call(viewer, `DELETE ${vip}`)).status).toBe(204);
    expect((await call(owner, `DELETE ${vip}`)).status).toBe(422);
    await call(owner, `POST ${moderator}`);
    expect((await call(owner, `POST ${vip}`)).status).toBe(422);
    await ban(other);
    expect((await call(owner, `POST /channels/vips?broadcaster_id=${owner}&user_id=${other}`)).status).toBe(400);
    const banned = await call(owner, `POST /moderation/moderators?broadcaster_id=${owner}&user_id=${other}`);
    expect(banned.status).toBe(400);
  });

  test('VIP slots run out, and small channels have none', async () => {
    const affiliate = userId(100);
    const { call, clock } = setUp();
    const add = (broadcasterId: string, rank: number) =>
      call(broadcasterId, `POST /channels/vips?broadcaster_id=${broadcasterId}&user_id=${userId(rank)}`);
    expect((await add(userId(700), 1)).status).toBe(425);
    expect((await add(affiliate, 9_999)).status).toBe(404);
    const before = (await call(affiliate, `GET /channels/vips?broadcaster_id=${affiliate}`)).body.data.length;
    for (let rank = 700; rank < 720 - before; rank += 1) {
      expect((await add(affiliate, rank)).status).toBe(204);
      await clock.advance(2_000);
    }
    expect((await add(affiliate, 790)).status).toBe(409);
  });

  test.each(['/moderation/moderators', '/channels/vips'])('%s takes ten changes in ten seconds', async (path) => {
    const { call, clock } = setUp();
    const add = (rank: number) => call(owner, `POST ${path}?broadcaster_id=${owner}&user_id=${userId(rank)}`);
    for (let rank = 600; rank < 610; rank += 1) expect((await add(rank)).status).toBe(204);
    expect((await add(610)).status).toBe(429);
    await clock.advance(10_000);
    expect((await add(610)).status).toBe(204);
  });
});

describe('AutoMod', () => {
  const check = (data: object[]) => ({ data });

  test('an overall level sets the others; single ones switch the rest off', async () => {
    const { call, as, last } = setUp();
    const path = `/moderation/automod/settings?${as(owner)}`;
    const off = (await call(owner, `GET ${path}`)).body.data[0];
    expect(off).toMatchObject({ broadcaster_id: owner, moderator_id: owner, overall_level: null, swearing: 0 });
    const { body } = await call(owner, `PUT ${path}`, { overall_level: 3 });
    expect(body.data).toMatchObject([{ overall_level: 3, disability: 3, misogyny: 3, bullying: 2, swearing: 0 }]);
    expect(last('automod.settings.update')).toMatchObject({ overall_level: 3, moderator_user_id: owner });
    await call(owner, `PUT ${path}`, { swearing: 2 });
    expect((await call(owner, `GET ${path}`)).body.data).toMatchObject([
      { overall_level: null, swearing: 2, misogyny: 0 },
    ]);
    for (const wrong of [{}, { overall_level: 1, swearing: 1 }, { swearing: 5 }])
      expect((await call(owner, `PUT ${path}`, wrong)).status).toBe(400);
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

  test('checks are limited by the type of the channel, and for its owner', async () => {
    const small = userId(700);
    const { call, clock } = setUp();
    const path = `/moderation/enforcements/status?broadcaster_id=${small}`;
    const ask = () => call(small, `POST ${path}`, check([{ msg_id: '1', msg_text: 'hi' }]));
    for (let count = 0; count < 5; count += 1) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    await clock.advance(60_000);
    expect((await ask()).status).toBe(200);
    expect((await call(owner, `POST ${path}`, check([{ msg_id: '1', msg_text: 'hi' }]))).status).toBe(403);
    expect((await call(small, `POST ${path}`, check([]))).status).toBe(400);
    expect((await call(small, `POST ${path}`, check([{ msg_id: '1' }]))).status).toBe(400);
  });

  test('holds messages until a moderator decides', async () => {
    const { call, as, controls, last, types, happenings } = setUp();
    await call(owner, `PUT /moderation/automod/settings?${as(owner)}`, { bullying: 2 });
    const say = () => controls.sendChatMessage({ broadcasterId: owner, userId: viewer, text: 'what a noob' });
    expect(say()).toMatchObject({ messageId: '', drop: { code: 'msg_rejected' } });
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
    const decide = (action: string, msg_id = message_id, user = owner) =>
      call(user, 'POST /moderation/automod/message', { user_id: user, msg_id, action });
    expect((await decide('ALLOW', message_id, viewer)).status).toBe(403);
    expect((await decide('MAYBE')).status).toBe(400);
    expect((await decide('ALLOW')).status).toBe(204);
    expect(last('automod.message.update')).toMatchObject({ status: 'approved', moderator_user_id: owner });
    expect(last('channel.chat.message')).toMatchObject({ message: { text: 'what a noob' }, message_id });
    expect((await decide('ALLOW')).status).toBe(404);
    const foreign = await call(viewer, 'POST /moderation/automod/message', {
      user_id: owner,
      msg_id: 'x',
      action: 'DENY',
    });
    expect(foreign.status).toBe(401);
  });

  test('blocked terms are stored, latest first, and messages with them are held', async () => {
    const { call, as, controls, clock, last } = setUp();
    const path = `/moderation/blocked_terms?${as(owner)}`;
    const { body } = await call(owner, `POST ${path}`, { text: 'ending' });
    expect(body.data).toMatchObject([{ text: 'ending', moderator_id: owner, broadcaster_id: owner, expires_at: null }]);
    expect(last('automod.terms.update')).toMatchObject({
      action: 'add_blocked',
      terms: ['ending'],
      from_automod: false,
    });
    await clock.advance(1_000);
    await call(owner, `POST ${path}`, { text: 'the butler' });
    expect((await call(owner, `GET ${path}`)).body.data.map((each) => each.text)).toEqual(['the butler', 'ending']);
    controls.sendChatMessage({ broadcasterId: owner, userId: viewer, text: 'It was The Butler.' });
    expect(last('automod.message.hold')).toMatchObject({
      reason: 'blocked_term',
      automod: null,
      blocked_term: { terms_found: [{ boundary: { start_pos: 7, end_pos: 16 }, owner_broadcaster_user_id: owner }] },
    });
    const remove = () => call(owner, `DELETE ${path}&id=${body.data[0]?.id}`);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(204); // an unknown one is not an error
    expect((await call(owner, `GET ${path}`)).body.data).toHaveLength(1);
    for (const text of ['x', 'x'.repeat(501), ''])
      expect((await call(owner, `POST ${path}`, { text })).status).toBe(400);
  });
});

describe('safety', () => {
  test('Shield Mode remembers who switched it on', async () => {
    const { call, as, last, types } = setUp();
    const path = `/moderation/shield_mode?${as(owner)}`;
    expect((await call(owner, `GET ${path}`)).body.data).toEqual([
      { is_active: false, moderator_id: '', moderator_login: '', moderator_name: '', last_activated_at: '' },
    ]);
    await call(owner, `PUT ${path}`, { is_active: true });
    expect(last('channel.shield_mode.begin')).toMatchObject({
      moderator_user_id: owner,
      started_at: '2026-01-01T00:00:00Z',
    });
    await call(owner, `PUT ${path}`, { is_active: false });
    expect(last('channel.shield_mode.end')).toMatchObject({ ended_at: '2026-01-01T00:00:00Z' });
    await call(owner, `PUT ${path}`, { is_active: false });
    expect(types()).toEqual(['channel.shield_mode.begin 1', 'channel.shield_mode.end 1']);
    expect((await call(owner, `GET ${path}`)).body.data).toMatchObject([
      { is_active: false, moderator_id: owner, last_activated_at: '2026-01-01T00:00:00Z' },
    ]);
    expect((await call(owner, `PUT ${path}`, {})).status).toBe(400);
  });

  test('who is warned cannot chat until the warning is acknowledged', async () => {
    const { call, as, controls, last } = setUp();
    const path = `/moderation/warnings?${as(owner)}`;
    const { body } = await call(owner, `POST ${path}`, { data: { user_id: viewer, reason: 'no spoilers' } });
    expect(body.data).toEqual([{ broadcaster_id: owner, user_id: viewer, moderator_id: owner, reason: 'no spoilers' }]);
    expect(last('channel.warning.send')).toMatchObject({
      user_id: viewer,
      reason: 'no spoilers',
      chat_rules_cited: [],
    });
    const say = () => controls.sendChatMessage({ broadcasterId: owner, userId: viewer, text: 'hi' });
    expect(say).toThrow(RangeError);
    controls.acknowledgeWarning({ broadcasterId: owner, userId: viewer });
    expect(last('channel.warning.acknowledge')).toMatchObject({ user_id: viewer });
    expect(say().messageId).not.toBe('');
    for (const data of [
      { user_id: owner, reason: 'x' },
      { user_id: viewer },
      { user_id: viewer, reason: 'x'.repeat(501) },
    ])
      expect((await call(owner, `POST ${path}`, { data })).status).toBe(400);
  });

  test('suspicious users are watched or kept out of the room; an app acts for a moderator who agreed', async () => {
    const { call, as, controls, last, send, types, appToken } = setUp();
    const path = `/moderation/suspicious_users?${as(owner)}`;
    const app = await appToken();
    const body = { user_id: viewer, status: 'RESTRICTED' };
    expect((await send('POST', path, app, body)).status).toBe(401);
    await call(owner, 'GET /users');
    const treated = await send('POST', path, app, body);
    expect(treated.body.data).toEqual([
      {
        ...body,
        broadcaster_id: owner,
        moderator_id: owner,
        updated_at: '2026-01-01T00:00:00Z',
        types: ['MANUALLY_ADDED'],
      },
    ]);
    expect(last('channel.suspicious_user.update')).toMatchObject({ user_id: viewer, low_trust_status: 'restricted' });
    controls.sendChatMessage({ broadcasterId: owner, userId: viewer, text: 'hi' });
    expect(last('channel.suspicious_user.message')).toMatchObject({ low_trust_status: 'restricted' });
    expect(types()).not.toContain('channel.chat.message 1');
    const ended = await call(owner, `DELETE ${path}&user_id=${viewer}`);
    expect(ended.body.data).toMatchObject([{ status: 'NO_TREATMENT', types: [] }]);
    expect((await call(owner, `POST ${path}`, { user_id: owner, status: 'RESTRICTED' })).status).toBe(400);
    expect((await call(owner, `POST ${path}`, { user_id: viewer })).status).toBe(400);
  });
});
