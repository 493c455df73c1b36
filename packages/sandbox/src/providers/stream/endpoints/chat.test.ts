import { describe, expect, test } from 'vitest';
import { testStream } from '../../../../test/stream.ts';
import { userId } from '../data/values.ts';

const owner = userId(0);
const viewer = userId(500);
const other = userId(501);

/** Creates a sandbox, and calls on behalf of its users. */
function setUp() {
  const stream = testStream();
  const { call } = stream;
  const as = (moderatorId: string, broadcasterId = owner) =>
    `broadcaster_id=${broadcasterId}&moderator_id=${moderatorId}`;
  const say = async (sender_id: string, message: string, rest: object = {}) =>
    call(sender_id, 'POST /chat/messages', { broadcaster_id: owner, sender_id, message, ...rest });
  const set = (changes: object) => call(owner, `PATCH /chat/settings?${as(owner)}`, changes);
  const happened = (type: string) => stream.happenings.filter((each) => each.type === type).map((each) => each.event);
  return { ...stream, as, say, set, happened };
}

describe('messages', () => {
  test('are sent, with emotes and mentions recognized, and replied to', async () => {
    const { say, happened, call } = setUp();
    const [emote] = (await call(owner, `GET /chat/emotes?broadcaster_id=${owner}`)).body.data;
    const [mentioned] = (await call(owner, `GET /users?id=${other}`)).body.data;
    const { status, body } = await say(viewer, `hi @${mentioned?.login} ${emote?.name}  OtterWave`);
    expect(status).toBe(200);
    expect(body.data).toEqual([{ message_id: expect.stringMatching(/^[0-9a-f-]{36}$/), is_sent: true }]);
    const first = body.data[0]?.message_id;
    expect(happened('channel.chat.message')).toMatchObject([
      {
        broadcaster_user_id: owner,
        chatter_user_id: viewer,
        message_id: first,
        message_type: 'text',
        reply: null,
        message: {
          fragments: [
            { type: 'text', text: 'hi ' },
            { type: 'mention', mention: { user_id: other } },
            { type: 'text', text: ' ' },
            { type: 'emote', emote: { id: emote?.id, owner_id: owner } },
            { type: 'text', text: '  ' },
            { type: 'emote', text: 'OtterWave', emote: { owner_id: '0' } },
          ],
        },
      },
    ]);
    const answer = await say(owner, 'hello', { reply_parent_message_id: first });
    await say(viewer, 'again', { reply_parent_message_id: answer.body.data[0]?.message_id });
    expect(happened('channel.chat.message').at(-1)).toMatchObject({
      reply: { parent_user_id: owner, parent_message_body: 'hello', thread_message_id: first, thread_user_id: viewer },
    });
  });

  test('are sent with the users in the query, as Twurple sends them', async () => {
    const { call, happened } = setUp();
    const path = `/chat/messages?broadcaster_id=${owner}&sender_id=${viewer}`;
    const { status, body } = await call(viewer, `POST ${path}`, { message: 'hi' });
    expect([status, body.data[0]?.is_sent]).toEqual([200, true]);
    expect(happened('channel.chat.message')).toMatchObject([
      { broadcaster_user_id: owner, chatter_user_id: viewer, message: { text: 'hi' } },
    ]);
    expect((await call(viewer, `POST ${path.replace(viewer, other)}`, { message: 'hi' })).status).toBe(401);
  });

  test.each(['/me', '.foo', '/me  '])('are dropped if they are nothing but the command %j', async (text) => {
    const { say, happened } = setUp();
    expect((await say(viewer, text)).body.data[0]).toMatchObject({
      is_sent: false,
      drop_reason: { code: 'msg_rejected' },
    });
    await say(viewer, `${text} bar`);
    expect(happened('channel.chat.message')).toMatchObject([{ message: { text: 'bar' } }]);
  });

  test('can be GIFs', () => {
    const { controls, happened } = setUp();
    controls.sendChatMessage({ broadcasterId: owner, userId: viewer, text: 'so excited', isGif: true });
    const gif = { gif_id: 'so%20excited', url: 'https://static-cdn.example/gifs/so%20excited.gif' };
    expect(happened('channel.chat.message')).toMatchObject([
      { message: { text: 'so excited', fragments: [{ type: 'gif', text: 'so excited', gif }] } },
    ]);
  });

  test('are dropped by modes, except from moderators', async () => {
    const { say, set, clock } = setUp();
    const drop = async (sender: string, text: string) => (await say(sender, text)).body.data[0]?.drop_reason?.code;
    expect(await drop(viewer, 'twice')).toBeUndefined();
    await clock.advance(30_000);
    expect(await drop(viewer, 'twice')).toBeUndefined();
    await set({ slow_mode: true, slow_mode_wait_time: 10 });
    expect(await drop(viewer, 'too soon')).toBe('msg_slowmode');
    expect([await drop(owner, 'one'), await drop(owner, 'two')]).toEqual([undefined, undefined]);
    await clock.advance(10_000);
    expect(await drop(viewer, 'in time')).toBeUndefined();
    await set({ slow_mode: false, emote_mode: true });
    expect(await drop(viewer, 'OtterWave PixelParty')).toBeUndefined();
    await set({ emote_mode: false, unique_chat_mode: true });
    expect(await drop(other, 'IN TIME')).toBe('msg_r9k');
  });

  test('from followers and subscribers pass their modes', async () => {
    const { controls, set, say } = setUp();
    const drop = async (text: string) => (await say(viewer, text)).body.data[0]?.drop_reason?.code;
    const support = { userId: viewer, broadcasterId: owner };
    await set({ follower_mode: true, follower_mode_duration: 0 });
    expect(await drop('one')).toBe('msg_followersonly');
    controls.follow(support);
    expect(await drop('two')).toBeUndefined();
    await set({ follower_mode: true, follower_mode_duration: 5 });
    expect(await drop('three')).toBe('msg_followersonly');
    await set({ follower_mode: false, subscriber_mode: true });
    controls.subscribe(support);
    expect(await drop('four')).toBeUndefined();
  });

  test('are shown after a delay, unless they are removed before', async () => {
    const { say, set, clock, happened, call, as } = setUp();
    await set({ non_moderator_chat_delay: true, non_moderator_chat_delay_duration: 4 });
    await say(viewer, 'late');
    const { body } = await say(viewer, 'never');
    await say(owner, 'at once');
    const texts = () =>
      happened('channel.chat.message').map((event) => (event as { message: { text: string } }).message.text);
    expect(texts()).toEqual(['at once']);
    await call(owner, `DELETE /moderation/chat?${as(owner)}&message_id=${body.data[0]?.message_id}`);
    await clock.advance(4_000);
    expect(texts()).toEqual(['at once', 'late']);
  });

  test('of an app need the consent of both sides', async () => {
    const { send, controls, appToken } = setUp();
    const app = await appToken();
    const say = async () =>
      (await send('POST', '/chat/messages', app, { broadcaster_id: owner, sender_id: viewer, message: 'beep' })).body;
    expect((await say()).message).toBe('Missing scope: user:write:chat');
    controls.issueUserToken({ userId: viewer, scopes: ['user:write:chat'] });
    expect((await say()).message).toBe('Missing scope: user:bot');
    controls.issueUserToken({ userId: viewer, scopes: ['user:bot'] });
    expect((await say()).message).toBe('Missing scope: channel:bot');
    controls.issueUserToken({ userId: owner, scopes: ['channel:bot'] });
    expect((await say()).data).toMatchObject([{ is_sent: true }]);
  });

  test('can be removed for six hours, and removals are reported', async () => {
    const { say, call, as, happened, clock } = setUp();
    const sent = async (sender: string) => (await say(sender, `from ${sender}`)).body.data[0]?.message_id;
    const chatters = (await call(owner, `GET /chat/chatters?${as(owner)}`)).body.data;
    const moderator = chatters.map((each) => each.user_id).find((id) => id !== owner);
    const remove = (by: string, id: string | undefined) =>
      call(by, `DELETE /moderation/chat?${as(by)}&message_id=${id}`);
    const bad = await sent(viewer);
    expect((await remove(owner, bad)).status).toBe(204);
    expect(happened('channel.chat.message_delete')).toMatchObject([{ target_user_id: viewer, message_id: bad }]);
    expect(happened('channel.moderate').at(-1)).toMatchObject({
      action: 'delete',
      delete: { user_id: viewer, message_id: bad, message_body: `from ${viewer}` },
      ban: null,
      warn: null,
    });
    expect((await remove(owner, await sent(owner))).body.message).toContain("broadcaster's");
    expect((await remove(owner, await sent(moderator))).body.message).toContain("another moderator's");
    expect((await remove(viewer, 'x')).status).toBe(403);
    const old = await sent(other);
    await clock.advance(3_600_000 * 6 + 1);
    expect((await remove(owner, old)).status).toBe(404);
    expect((await call(owner, `DELETE /moderation/chat?${as(owner)}`)).status).toBe(204);
    expect(happened('channel.chat.clear')).toMatchObject([{ broadcaster_user_id: owner }]);
  });
});

describe('settings', () => {
  test('are reported when they change', async () => {
    const { set, happened } = setUp();
    await set({ slow_mode: true, follower_mode: true, follower_mode_duration: 20 });
    expect(happened('channel.chat_settings.update')).toMatchObject([
      { follower_mode_duration_minutes: 20, slow_mode_wait_time_seconds: 30 },
    ]);
    expect(happened('channel.moderate')).toMatchObject([
      { action: 'followers', followers: { follow_duration_minutes: 20 } },
      { action: 'followers' },
      { action: 'slow', slow: { wait_time_seconds: 30 } },
      { action: 'slow' },
    ]);
  });
});

describe('announcements and shoutouts', () => {
  test('an announcement is cut to 500 characters', async () => {
    const { call, as, happened } = setUp();
    const body = { message: 'x'.repeat(600) };
    expect((await call(owner, `POST /chat/announcements?${as(owner)}`, body)).status).toBe(204);
    expect(happened('channel.chat.notification')).toMatchObject([{ message: { text: 'x'.repeat(500) }, raid: null }]);
  });

  test('a live channel can give another one a shoutout once an hour', async () => {
    const { get, call, clock, happened } = setUp();
    const [live, second] = (await get('/streams')).body.data.map((each) => each.user_id);
    const shout = (from: string | undefined, to: string | undefined, by = from) =>
      call(by ?? '', `POST /chat/shoutouts?from_broadcaster_id=${from}&to_broadcaster_id=${to}&moderator_id=${by}`);
    expect((await shout(live, second)).status).toBe(204);
    expect(happened('channel.shoutout.create')).toMatchObject([
      { cooldown_ends_at: '2026-01-01T00:02:00Z', target_cooldown_ends_at: '2026-01-01T01:00:00Z' },
    ]);
    expect(happened('channel.shoutout.receive')).toMatchObject([
      { broadcaster_user_id: second, from_broadcaster_user_id: live },
    ]);
    await clock.advance(3_600_000);
    expect((await shout(live, second)).status).toBe(204);
  });
});

test('badges come in sorted sets', async () => {
  const global = (await setUp().get('/chat/badges/global')).body.data;
  const sets = global.map((each) => each.set_id);
  expect(sets).toEqual([...sets].sort());
  expect(global.find((each) => each.set_id === 'vip')?.versions).toMatchObject([{ id: '1', title: 'VIP' }]);
});

describe('whispers', () => {
  const path = (from: string, to: string) => `/whispers?from_user_id=${from}&to_user_id=${to}`;

  test('can be longer after a reply', async () => {
    const { call, happenings } = setUp();
    const long = 'x'.repeat(600);
    await call(owner, `POST ${path(owner, viewer)}`, { message: 'yes?' });
    await call(viewer, `POST ${path(viewer, owner)}`, { message: long });
    expect(happenings.at(-1)).toMatchObject({ event: { whisper: { text: long } } });
  });

  test('are limited to three per second and forty recipients per day', async () => {
    const { call, clock } = setUp();
    const send = async (rank: number) =>
      (await call(owner, `POST ${path(owner, userId(rank))}`, { message: 'hi' })).status;
    expect([await send(1), await send(1), await send(1), await send(1)]).toEqual([204, 204, 204, 429]);
    for (let rank = 2; rank <= 40; rank += 1) {
      await clock.advance(1_000);
      expect(await send(rank)).toBe(204);
    }
    await clock.advance(1_000);
    expect([await send(41), await send(1)]).toEqual([429, 204]);
  });
});

describe('pinned messages', () => {
  test('disappear with the broadcast, with the message, and when their time is up', async () => {
    const { call, as, say, controls, clock } = setUp();
    const pin = async (message_id: string | undefined, rest = '') =>
      (await call(owner, `PUT /chat/pins?${as(owner)}&message_id=${message_id}${rest}`)).status;
    const pinned = async () =>
      (await call(owner, `GET /chat/pins?${as(owner)}`)).body.data.map((row) => row.message_id);
    const [first, second, third] = [await say(owner, 'one'), await say(viewer, 'two'), await say(owner, 'three')].map(
      (answer) => answer.body.data[0]?.message_id,
    );
    expect([await pin(first), await pin(second)]).toEqual([204, 204]);
    expect(await pinned()).toEqual([second]);
    await call(owner, `DELETE /moderation/chat?${as(owner)}&message_id=${second}`);
    expect(await pinned()).toEqual([]);

    expect(await pin(first)).toBe(204);
    controls.goOffline({ broadcasterId: owner });
    expect(await pinned()).toEqual([]);

    expect(await pin(third, '&duration_seconds=30')).toBe(204);
    await clock.advance(29_999);
    expect(await pinned()).toEqual([third]);
    await clock.advance(1);
    expect(await pinned()).toEqual([]);
  });

  test('an app needs the consent of the moderator and of the broadcaster to pin messages', async () => {
    const { send, as, controls } = setUp();
    const read = async () => {
      const { status, body } = await send('GET', `/chat/pins?${as(owner)}`);
      return status === 200 ? body.data : body.message;
    };
    const grant = (...granted: string[]) => controls.issueUserToken({ userId: owner, scopes: granted });
    expect(await read()).toBe('Missing scope: moderator:read:chat_messages or moderator:manage:chat_messages');
    grant('moderator:read:chat_messages');
    expect(await read()).toBe('Missing scope: user:bot');
    grant('user:bot');
    expect(await read()).toBe('Missing scope: channel:bot');
    grant('channel:bot');
    expect(await read()).toEqual([]);
  });
});

test('a chat message may be in the query, as at the real host', async () => {
  const { call } = setUp();
  const query = new URLSearchParams({ broadcaster_id: owner, sender_id: viewer, message: 'hello there' });
  const answer = await call(viewer, `POST /chat/messages?${query}`);
  expect(answer).toMatchObject({ status: 200, body: { data: [{ is_sent: true }] } });
});

test("users who may not act in a channel are refused in the real host's words", async () => {
  const { call, as } = setUp();
  const foreign = `broadcaster_id=${owner}&user_id=${other}`;
  const from = `from_broadcaster_id=${owner}&to_broadcaster_id=${other}`;
  const refusals = [
    ['POST', `/chat/announcements?${as(owner)}`, 401, 'incorrect user authorization'],
    [
      'GET',
      `/chat/chatters?${as(viewer)}`,
      403,
      "The user in moderator_id is not one of the broadcaster's moderators.",
    ],
    ['POST', `/chat/shoutouts?${from}&moderator_id=${viewer}`, 400, 'The requesting user must be a channel moderator.'],
    [
      'DELETE',
      `/channels/vips?${foreign}`,
      401,
      "The ID in broadcaster_id must match the user ID found in the request's OAuth token.",
    ],
  ] as const;
  for (const [method, path, status, message] of refusals)
    expect(await call(viewer, `${method} ${path}`), path).toMatchObject({ status, body: { status, message } });
});
