import { createClock, createSandbox } from '@x/sandbox/stream';
import { expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { createCommands, roleOf } from './bots.ts';
import { createEventListener, subscriptions } from './events.ts';
import { createStreamClient } from './index.ts';
import { eventOfLine } from './irc/events.ts';
import { readLine } from './irc/line.ts';
import { present } from './irc/present.ts';
import { type ChatReaderOptions, createChatReader, type IrcChatMessage, type ReceivedChatEvent } from './irc.ts';

/** Reads a line, as the reader does. */
function read(line: string, room = {}): ReceivedChatEvent | undefined {
  const parsed = readLine(line);
  return parsed && eventOfLine(parsed, room, 7);
}
const user = (role: string, id: string, login: string, name?: string) =>
  present({ [`${role}_id`]: id, [`${role}_login`]: login, [`${role}_name`]: name });
const text = (words: string) => ({ text: words, fragments: words ? [{ type: 'text', text: words }] : [] });
const own = {
  source_broadcaster_user_id: null,
  source_message_id: null,
  source_badges: null,
  is_source_only: null,
};
const plain = {
  ...own,
  message_type: 'text',
  cheer: null,
  reply: null,
  channel_points_custom_reward_id: null,
  channel_points_animation_id: null,
};
const badge = (set_id: string, id = '1', info = '') => ({ set_id, id, info });

// The first lines are examples of https://dev.twitch.tv/docs/chat/irc; the others are recorded, with other names.
it.each<[string, string, object]>([
  [
    '@badge-info=;badges=turbo/1;color=#0D4200;display-name=ronni;emotes=25:0-4,12-16/1902:6-10;id=b34ccfc7-4977-403a-8a94-33c6bac34fb8;mod=0;room-id=1337;subscriber=0;tmi-sent-ts=1507246572675;turbo=1;user-id=1337;user-type=global_mod :ronni!ronni@ronni.tmi.twitch.tv PRIVMSG #ronni :Kappa Keepo Kappa',
    'channel.chat.message',
    {
      ...user('broadcaster_user', '1337', 'ronni'),
      ...user('chatter_user', '1337', 'ronni', 'ronni'),
      ...plain,
      message_id: 'b34ccfc7-4977-403a-8a94-33c6bac34fb8',
      message: {
        text: 'Kappa Keepo Kappa',
        fragments: [
          { type: 'emote', text: 'Kappa', emote: { id: '25' } },
          { type: 'text', text: ' ' },
          { type: 'emote', text: 'Keepo', emote: { id: '1902' } },
          { type: 'text', text: ' ' },
          { type: 'emote', text: 'Kappa', emote: { id: '25' } },
        ],
      },
      badges: [badge('turbo')],
      color: '#0D4200',
    },
  ],
  [
    '@badge-info=;badges=staff/1,bits/1000;bits=100;color=;display-name=ronni;emotes=;id=b34c;mod=0;room-id=12345678;subscriber=0;tmi-sent-ts=1507246572675;turbo=1;user-id=12345678;user-type=staff :ronni!ronni@ronni.tmi.twitch.tv PRIVMSG #ronni :cheer100',
    'channel.chat.message',
    { message: text('cheer100'), cheer: { bits: 100 }, badges: [badge('staff'), badge('bits', '1000')], color: '' },
  ],
  [
    '@login=ronni;room-id=;target-msg-id=abc-123-def;tmi-sent-ts=1642720582342 :tmi.twitch.tv CLEARMSG #dallas :HeyGuys',
    'channel.chat.message_delete',
    { ...user('broadcaster_user', '99', 'dallas'), target_user_login: 'ronni', message_id: 'abc-123-def' },
  ],
  [
    '@room-id=12345678;tmi-sent-ts=1642715695392 :tmi.twitch.tv CLEARCHAT #dallas',
    'channel.chat.clear',
    user('broadcaster_user', '12345678', 'dallas'),
  ],
  [
    '@ban-duration=350;room-id=12345678;target-user-id=87654321;tmi-sent-ts=1642719320727 :tmi.twitch.tv CLEARCHAT #dallas :ronni',
    'channel.chat.clear_user_messages',
    { ...user('broadcaster_user', '12345678', 'dallas'), ...user('target_user', '87654321', 'ronni') },
  ],
  [
    '@emote-only=0;followers-only=-1;r9k=0;room-id=12345678;slow=0;subs-only=0 :tmi.twitch.tv ROOMSTATE #bar',
    'channel.chat_settings.update',
    {
      ...user('broadcaster_user', '12345678', 'bar'),
      ...{ emote_mode: false, follower_mode: false, follower_mode_duration_minutes: null, slow_mode: false },
      ...{ slow_mode_wait_time_seconds: null, subscriber_mode: false, unique_chat_mode: false },
    },
  ],
  [
    '@badge-info=;badges=staff/1,broadcaster/1,turbo/1;color=#008000;display-name=ronni;emotes=;id=db25007f;login=ronni;mod=0;msg-id=resub;msg-param-cumulative-months=6;msg-param-streak-months=2;msg-param-should-share-streak=1;msg-param-sub-plan=Prime;msg-param-sub-plan-name=Prime;room-id=12345678;subscriber=1;system-msg=ronni\\shas\\ssubscribed\\sfor\\s6\\smonths!;tmi-sent-ts=1507246572675;turbo=1;user-id=87654321;user-type=staff :tmi.twitch.tv USERNOTICE #dallas :Great stream -- keep it up!',
    'channel.chat.notification',
    {
      ...user('broadcaster_user', '12345678', 'dallas'),
      ...user('chatter_user', '87654321', 'ronni', 'ronni'),
      ...own,
      chatter_is_anonymous: false,
      message_id: 'db25007f',
      message: text('Great stream -- keep it up!'),
      badges: [badge('staff'), badge('broadcaster'), badge('turbo')],
      color: '#008000',
      system_message: 'ronni has subscribed for 6 months!',
      notice_type: 'resub',
      resub: { sub_tier: '1000', is_prime: true, cumulative_months: 6, streak_months: 2 },
    },
  ],
  [
    '@badge-info=;badges=turbo/1;color=#9ACD32;display-name=TestChannel;emotes=;id=3d83;login=testchannel;mod=0;msg-id=raid;msg-param-displayName=TestChannel;msg-param-login=testchannel;msg-param-viewerCount=15;room-id=33332222;subscriber=0;system-msg=15\\sraiders\\sfrom\\sTestChannel\\shave\\sjoined\\n!;tmi-sent-ts=1507246572675;turbo=1;user-id=123456;user-type= :tmi.twitch.tv USERNOTICE #othertestchannel',
    'channel.chat.notification',
    {
      system_message: '15 raiders from TestChannel have joined\n!',
      message: text(''),
      raid: { ...user('user', '123456', 'testchannel', 'TestChannel'), viewer_count: 15 },
    },
  ],
  [
    '@badge-info=;badges=glitchcon2020/1;color=#00FF7F;display-name=Ann;emotes=;flags=;id=e16c;mod=0;reply-parent-display-name=Ann;reply-parent-msg-body=@Bob\\soh\\sur\\sright;reply-parent-msg-id=3c23;reply-parent-user-id=53;reply-parent-user-login=ann;reply-thread-parent-display-name=Bob;reply-thread-parent-msg-id=c449;reply-thread-parent-user-id=76;reply-thread-parent-user-login=bob;room-id=1025594235;source-badge-info=subscriber/5;source-badges=subscriber/3;source-id=0b1e;source-only=0;source-room-id=1025597036;subscriber=0;tmi-sent-ts=1726007886662;turbo=0;user-id=53;user-type= :ann!ann@ann.tmi.twitch.tv PRIVMSG #shared_chat_test_01 :@Ann test3',
    'channel.chat.message',
    {
      source_broadcaster_user_id: '1025597036',
      source_message_id: '0b1e',
      source_badges: [badge('subscriber', '3', '5')],
      is_source_only: false,
      reply: {
        ...{ parent_message_id: '3c23', parent_message_body: '@Bob oh ur right', thread_message_id: 'c449' },
        ...user('parent_user', '53', 'ann', 'Ann'),
        ...user('thread_user', '76', 'bob', 'Bob'),
      },
    },
  ],
  [
    '@display-name=;id=1;room-id=1;source-id=1;source-room-id=1;emotes=25:2-6;msg-id=highlighted-message;custom-reward-id=r;user-id=2 :ann!ann@ann.tmi.twitch.tv PRIVMSG #ann :\u0001ACTION 👋 Kappa\u{E0000}\u0001',
    'channel.chat.message',
    {
      ...user('chatter_user', '2', 'ann', 'ann'),
      ...{ source_broadcaster_user_id: null, is_source_only: false, message_type: 'channel_points_highlighted' },
      channel_points_custom_reward_id: 'r',
      message: {
        text: '👋 Kappa\u{E0000}',
        fragments: [
          { type: 'text', text: '👋 ' },
          { type: 'emote', text: 'Kappa', emote: { id: '25' } },
          { type: 'text', text: '\u{E0000}' },
        ],
      },
    },
  ],
  [
    '@emotes=;gifs=0-4|joSN|https://media4.giphy.com/media/joSN/giphy.gif?cid=1&ep=2;id=1;room-id=1 :a!a@a.tmi.twitch.tv PRIVMSG #b :[Yes]',
    'channel.chat.message',
    {
      message: {
        text: '[Yes]',
        fragments: [
          {
            type: 'gif',
            text: '[Yes]',
            gif: { gif_id: 'joSN', url: 'https://media4.giphy.com/media/joSN/giphy.gif?cid=1&ep=2' },
          },
        ],
      },
    },
  ],
  [
    '@emotes=25:3-9,0-1/26:1-2/27:x-y/28:;id=1 :a!a@a.tmi.twitch.tv PRIVMSG #b :abcd',
    'channel.chat.message',
    {
      message: {
        text: 'abcd',
        fragments: [
          { type: 'emote', text: 'ab', emote: { id: '25' } },
          { type: 'text', text: 'cd' },
        ],
      },
    },
  ],
  [
    '@display-name=AnAnonymousGifter;id=1;login=ananonymousgifter;msg-id=subgift;msg-param-gift-months=1;msg-param-months=6;msg-param-recipient-display-name=Bob;msg-param-recipient-id=12;msg-param-recipient-user-name=bob;msg-param-sender-count=0;msg-param-sub-plan=1000;room-id=36;user-id=274598607 :tmi.twitch.tv USERNOTICE #streamer',
    'channel.chat.notification',
    {
      ...{ chatter_user_id: null, chatter_user_login: null, chatter_user_name: null, chatter_is_anonymous: true },
      sub_gift: {
        ...user('recipient_user', '12', 'bob', 'Bob'),
        ...{ duration_months: 1, cumulative_total: null, sub_tier: '1000', community_gift_id: null },
      },
    },
  ],
  [
    '@id=1;login=a;msg-id=sharedchatnotice;msg-param-color=PRIMARY;room-id=1;source-id=4;source-msg-id=announcement;source-room-id=9 :tmi.twitch.tv USERNOTICE #b :hi',
    'channel.chat.notification',
    { notice_type: 'shared_chat_announcement', shared_chat_announcement: { color: 'PRIMARY' }, source_message_id: '4' },
  ],
  [
    '@id=1;login=a;msg-id=ritual;msg-param-ritual-name=new_chatter;room-id=1 :tmi.twitch.tv USERNOTICE #b :hi',
    'channel.chat.notification',
    { notice_type: 'ritual' },
  ],
])('%s is %s', (line, type, event) => {
  expect(read(line, { 'room-id': '99' })).toMatchObject({ type, version: '1', event });
  const exact = ['Kappa Keepo Kappa', 'Great stream', 'CLEARCHAT', 'CLEARMSG', 'ROOMSTATE'].some((each) =>
    line.includes(each),
  );
  if (exact) expect(read(line, { 'room-id': '99' })?.event).toEqual(event);
});

it.each([
  '',
  ':',
  '@',
  '@a',
  '@a=b',
  ':a',
  ':a b',
  'privmsg',
  '@a=b :c PRIVMSG',
  'PRIVMSG',
  '@__proto__=1 PRIVMSG # :\\',
])('reads the line %j without throwing', (line) => expect(() => read(line)).not.toThrow());

/** Starts a sandbox, and a reader of its first channels. */
async function start(options: ChatReaderOptions & { listen?: boolean; users?: number } = {}) {
  const { listen = false, users = 6, ...more } = options;
  const clock = createClock(Date.UTC(2026, 0, 1), false);
  const sandbox = await createSandbox({ listen, clock, stream: { users } });
  const controls = sandbox.controls.stream;
  const chat = createChatReader({ ...sandbox.chatOptions.stream, ...more });
  onTestFinished(async () => {
    await chat.close();
    await sandbox.close();
  });
  const reports: [string, object][] = [];
  for (const name of ['connected', 'reconnecting', 'disconnected', 'missed'] as const)
    chat.on(name, (report) => reports.push([name, report]));
  const messages: string[] = [];
  chat.on('channel.chat.message', ({ event }) => void messages.push(event.message.text));
  const logins = controls.users().map(({ login }) => login);
  const [ann, bob] = controls.users();
  if (!ann || !bob) throw new Error('there are no users');
  const say = (words: string) => controls.sendChatMessage({ broadcasterId: ann.id, userId: bob.id, text: words });
  const heard = (...words: string[]) => vi.waitFor(() => expect(messages).toEqual(words));
  return { sandbox, clock, controls, irc: controls.irc, chat, reports, logins, ann, bob, say, heard };
}

it.each([true, false])('reads a channel without signing in; over a socket: %s', async (listen) => {
  const { chat, ann, bob, say, sandbox } = await start({ listen });
  expect(chat.state).toMatchObject({ status: 'idle', joined: [] });
  expect(await chat.join([`#${ann.login.toUpperCase()}`, ann.login])).toEqual({ joined: [ann.login], refused: [] });
  expect(chat.state).toMatchObject({ status: 'connected', reason: undefined, joined: [ann.login] });
  const first = new Promise<ReceivedChatEvent<'channel.chat.message'>>((resolve) => {
    chat.on('channel.chat.message', resolve);
  });
  say('hello');
  const { event, tags, sentAt, type } = await first;
  expectTypeOf(event.message.text).toBeString();
  expect(type).toBe('channel.chat.message');
  expect(event).toMatchObject({
    broadcaster_user_id: ann.id,
    chatter_user_name: bob.displayName,
    message: text('hello'),
  });
  expect([tags['first-msg'], sentAt]).toEqual(['1', sandbox.clock.now()]);
  chat.part([ann.login]);
  await vi.waitFor(() => expect(chat.state.status).toBe('idle'));
});

it('closes its connection when it is closed, and when all channels are left, while a channel is being joined', async () => {
  const { chat, irc, clock, logins } = await start();
  const joining = chat.join(['nobody']);
  await vi.waitFor(() => expect(irc.clients()).toHaveLength(1));
  chat.part(['nobody']);
  expect(await joining).toEqual({ joined: [], refused: [] });
  await vi.waitFor(() => expect(irc.clients()).toEqual([]));
  const [login = ''] = logins;
  expect(await chat.join([login])).toMatchObject({ joined: [login] });
  const other = expect(chat.join(['nobody'])).rejects.toMatchObject({ code: 'rejected' });
  irc.reconnect();
  await vi.waitFor(() => expect(irc.clients()).toHaveLength(2));
  await chat.close();
  await other;
  await vi.waitFor(() => expect(irc.clients()).toEqual([]));
  await clock.advance(60_000);
  expect(irc.clients()).toEqual([]);
});

it('its loop has the events without a handler, and ends when it is closed', async () => {
  const { chat, ann, controls } = await start();
  await chat.join([ann.login]);
  const subject = { broadcaster_user_id: ann.id };
  controls.eventSub.fire('channel.chat.clear', undefined, { subject });
  for await (const { type } of chat) {
    expect(type).toBe('channel.chat.clear');
    break;
  }
  expect(chat.state.status).toBe('closed');
  await expect(chat.join(['ann'])).rejects.toMatchObject({ code: 'rejected' });
});

it('every event of the chat has the fields of its EventSub event, without those that IRC does not have', async () => {
  const { sandbox, chat, ann, bob, controls } = await start();
  const stream = createStreamClient(sandbox.options.stream);
  const scopes = [
    'user:read:chat',
    'user:write:chat',
    'moderator:manage:chat_settings',
    'moderator:manage:announcements',
  ];
  await stream.accounts.set('ann', controls.issueUserToken({ userId: ann.id, scopes }));
  const client = stream.withAccount('ann');
  const listener = createEventListener(client, sandbox.listenerOptions.stream);
  onTestFinished(() => listener.close());
  const types = [
    'ChatMessage',
    'ChatNotification',
    'ChatClear',
    'ChatClearUserMessages',
    'ChatMessageDelete',
    'ChatSettingsUpdate',
  ] as const;
  await listener.setSubscriptions(types.map((type) => subscriptions[`channel${type}`](ann.id, { userId: ann.id })));
  const reader = createChatReader(sandbox.chatOptions.stream);
  onTestFinished(() => reader.close());
  await Promise.all([chat.join([ann.login]), reader.join([ann.login])]);
  const { messageId: id } = controls.sendChatMessage({
    broadcasterId: ann.id,
    userId: bob.id,
    text: 'LynxLurk 👋 QuietClap !',
  });
  controls.sendChatMessage({ broadcasterId: ann.id, userId: ann.id, text: 'yes; no', parentMessageId: id });
  await client.chat.announcements.send({ broadcaster_id: ann.id, moderator_id: ann.id, message: 'hi', color: 'blue' });
  await client.chat.settings.update({
    broadcaster_id: ann.id,
    moderator_id: ann.id,
    follower_mode: true,
    follower_mode_duration: 5,
  });
  const gifter = { gifter_is_anonymous: false, ...user('gifter_user', bob.id, bob.login, bob.displayName) };
  const prime = { sub_tier: '1000', is_prime: true, duration_months: 3 };
  const notices = {
    sub: prime,
    resub: { ...prime, ...gifter, is_gift: true, cumulative_months: 4, streak_months: null },
    shared_chat_resub: { ...prime, is_prime: false, is_gift: false, cumulative_months: 4, streak_months: 2 },
    sub_gift: {
      ...user('recipient_user', '5', 'eve', 'Eve'),
      duration_months: 1,
      cumulative_total: 7,
      sub_tier: '2000',
      community_gift_id: 'g',
    },
    community_sub_gift: { id: 'g', total: 5, sub_tier: '3000', cumulative_total: 9 },
    gift_paid_upgrade: gifter,
    prime_paid_upgrade: { sub_tier: '1000' },
    pay_it_forward: { ...gifter, ...user('recipient_user', '5', 'eve', 'Eve') },
    raid: {
      ...user('user', bob.id, bob.login, bob.displayName),
      viewer_count: 3,
      profile_image_url: 'https://a.b/c.png',
    },
    unraid: {},
    bits_badge_tier: { tier: 1000 },
    charity_donation: { charity_name: 'Trees; more', amount: { value: 550, decimal_places: 2, currency: 'USD' } },
    watch_streak: { streak_count: 15, channel_points_awarded: 450 },
    modiversary: { months: 18 },
  };
  const from = { ...user('chatter_user', bob.id, bob.login, bob.displayName), badges: [badge('subscriber', '3', '5')] };
  for (const [notice_type, details] of Object.entries(notices)) {
    const event = {
      ...from,
      announcement: null,
      [notice_type]: details,
      notice_type,
      message: text(''),
      message_id: notice_type,
    };
    controls.eventSub.fire('channel.chat.notification', undefined, { subject: { broadcaster_user_id: ann.id }, event });
  }
  controls.eventSub.fire('channel.chat.message', undefined, {
    subject: { broadcaster_user_id: ann.id },
    event: {
      ...from,
      cheer: { bits: 5 },
      message: text('x'),
      reply: null,
      message_type: 'user_intro',
      color: '#00FF00',
    },
  });
  controls.eventSub.fire('channel.chat.clear_user_messages', undefined, { subject: { broadcaster_user_id: ann.id } });
  const last = 'channel.chat.message_delete';
  controls.eventSub.fire(last, undefined, { subject: { broadcaster_user_id: ann.id }, event: { message_id: id } });

  const all = async (events: AsyncIterable<{ readonly type: string; readonly event: object }>) => {
    const found: [string, object][] = [];
    for await (const { type, event } of events) {
      found.push([type, event]);
      if (type === last) break;
    }
    return found;
  };
  const [theirs, ours] = await Promise.all([all(listener), all(reader)]);
  expect(ours.map(([type]) => type)).toEqual(theirs.map(([type]) => type));
  expect(ours).toHaveLength(7 + Object.keys(notices).length);
  for (const [at, [, event]] of ours.entries()) expect(theirs[at]?.[1]).toMatchObject(withoutAbsent(event));
  const missing = new Set<string>();
  for (const [at, [, event]] of ours.entries())
    for (const [name, value] of Object.entries(theirs[at]?.[1] ?? {}))
      if (value !== null && !(name in event)) missing.add(name);
  // Fields that the documentation lists as absent.
  expect([...missing].sort()).toEqual(['broadcaster_user_name', 'target_user_id', 'target_user_name']);
});

/** Returns an event without what EventSub does not send in that place. */
const withoutAbsent = (event: object) =>
  Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null));

it('moves to another connection when Twitch asks for it, and misses and repeats nothing', async () => {
  const { chat, irc, ann, say, heard, reports, logins } = await start();
  await chat.join(logins);
  say('1');
  irc.reconnect();
  say('2');
  await vi.waitFor(() => expect(reports.map(([name]) => name)).toEqual(['connected', 'reconnecting']));
  await vi.waitFor(() => expect(irc.clients()).toMatchObject([{ channels: logins }]));
  say('3');
  await heard('1', '2', '3');
  expect(chat.state).toMatchObject({ status: 'connected', joined: expect.arrayContaining([ann.login]) });
});

it('reconnects after a lost connection, joins its channels again, and reports the gap', async () => {
  const { chat, irc, clock, say, heard, reports, logins } = await start();
  await chat.join(logins.slice(0, 2));
  say('1');
  await heard('1');
  irc.drop();
  await vi.waitFor(() =>
    expect(reports.map(([name]) => name)).toEqual(['connected', 'disconnected', 'connected', 'missed']),
  );
  expect(reports[1]?.[1]).toMatchObject({ code: 1006, retryAfterMs: 0 });
  expect(reports[3]?.[1]).toMatchObject({ reason: 'disconnected', to: clock.now() });
  say('2');
  await heard('1', '2');
});

it('notices a silent connection by its own pings, and answers those of the server', async () => {
  const { chat, irc, clock, ann, reports, sandbox } = await start();
  await chat.join([ann.login]);
  await clock.advance(200_000); // the server answers
  expect(irc.ping()).toBe(1);
  await clock.advance(0);
  expect(reports.map(([name]) => name)).toEqual(['connected']);
  irc.silence();
  await clock.advance(70_000);
  await vi.waitFor(() => expect(reports.at(-1)?.[0]).toBe('missed'));
  expect(reports[1]).toMatchObject(['disconnected', { reason: 'no message arrived for 62 seconds' }]);
  expect(sandbox.requests.filter(({ path }) => path === '/irc')).toHaveLength(2);
});

it('joins at most 20 channels in 10 seconds, and reports those that do not exist', async () => {
  const { chat, irc, clock, logins } = await start({ users: 30 });
  const joining = chat.join([...logins.slice(0, 24), 'nobody']);
  const counts: number[] = [];
  for (let ms = 0; ms < 25_000; ms += 5000) {
    await vi.waitFor(() => expect(irc.clients()).toHaveLength(1));
    await clock.advance(5000);
    counts.push(irc.clients()[0]?.channels.length ?? 0);
  }
  expect(counts.slice(0, 3)).toEqual([20, 24, 24]);
  expect(await joining).toEqual({
    joined: logins.slice(0, 24),
    refused: [{ channel: 'nobody', reason: 'Twitch did not confirm it. Check the login' }],
  });
  expect(chat.state.refused).toHaveLength(1);
});

it('joins a channel again that the server made it leave', async () => {
  const { sandbox, ann } = await start();
  const { url, WebSocket } = sandbox.chatOptions.stream;
  if (!WebSocket) throw new Error('the sandbox listens');
  let leave = () => {};
  const chat = createChatReader({
    url,
    WebSocket: class extends WebSocket {
      constructor(url: string) {
        super(url);
        leave = () => this.send(`PART #${ann.login}\r\n`);
      }
    },
  });
  onTestFinished(() => chat.close());
  await chat.join([ann.login]);
  leave();
  await vi.waitFor(() => expect(chat.state.joined).toEqual([]));
  expect(await chat.join([ann.login])).toEqual({ joined: [ann.login], refused: [] });
});

it('join rejects when there is no connection within timeoutMs, and the reader keeps trying', async () => {
  const { chat, clock, sandbox, ann } = await start({ timeoutMs: 1000, random: () => 0.5 });
  sandbox.faults.add({ provider: 'stream', path: '/irc', status: 503, times: 4 });
  const joining = expect(chat.join([ann.login])).rejects.toThrow(
    'irc.join: no channel was joined for timeoutMs (1000 ms): 1 of 1 connections is not ready',
  );
  const untilJoined = async () => {
    await clock.advance(1000);
    expect(chat.state.joined).toEqual([ann.login]);
  };
  await vi.waitFor(untilJoined, { interval: 5 });
  await joining;
});

it.each([
  [{ url: 'irc://a' }, 'url must be an address that starts with wss:// or ws://'],
  [{ chanels: [] }, 'unknown option chanels'],
])('refuses the options %j', (options, problem) =>
  expect(() => createChatReader(options as ChatReaderOptions)).toThrow(problem),
);

it('refuses channels that are no logins', async () => {
  await expect(createChatReader().join(['a b'])).rejects.toThrow('channels must be logins, such as "ann"; got "a b"');
});

it('roleOf and createCommands work with its events', async () => {
  const { chat, ann, controls } = await start();
  const calls: unknown[] = [];
  const commands = createCommands<IrcChatMessage>({
    so: {
      role: 'subscriber',
      run: ({ args, role, months, event }) => void calls.push([args, role, months, event.chatter_user_login]),
    },
  });
  const outcomes: unknown[] = [];
  chat.on('channel.chat.message', async ({ event }) => {
    outcomes.push([roleOf(event).role, await commands.handle(event)]);
  });
  await chat.join([ann.login]);
  const subject = { broadcaster_user_id: ann.id };
  const fire = (event: object) => controls.eventSub.fire('channel.chat.message', undefined, { subject, event });
  const event = { ...user('chatter_user', '5', 'eve', 'Eve'), reply: null, message: text('!so "a b" \u{E0000}') };
  fire({ ...event, badges: [] });
  fire({ ...event, badges: [badge('subscriber', '2012', '14')] });
  await vi.waitFor(() =>
    expect(outcomes).toEqual([
      ['viewer', 'forbidden'],
      ['subscriber', 'done'],
    ]),
  );
  expect(calls).toEqual([[['a b'], 'subscriber', 14, 'eve']]);
});
