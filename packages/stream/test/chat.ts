import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, idsOf, row, type Stage, unknown, userIdsOf } from './stage.ts';

const nameOf = ({ name }: { name: string }) => name;
/** Posts a message in the channel as its owner, and returns the ID of the message. */
const sayInOwn = (stage: Stage, text = stage.word()) => stage.say(stage.own, text).messageId;
/** Chats: their users, messages, appearance and settings. */
export const chat: Cases = {
  'chat.chatters.list': row({
    given: async (_, { stranger, sandbox, own }) => {
      const userId = stranger();
      sandbox.controls.stream.sendChatMessage({ broadcasterId: own, userId, text: 'hi all' });
      return userId;
    },
    async works(stream, { given: userId, asModerator, own, stranger, ownChannel, signIn }) {
      const page = await stream.chat.chatters.list({ ...asModerator, first: 40 });
      const all = await stream.chat.chatters.list({ ...asModerator, first: 40 }).toArray({ limit: 1000 });
      expect([page.items.length, all.length]).toEqual([40, page.total]);
      expect(userIdsOf(all)).toEqual(expect.arrayContaining([own, userId]));
      const whole = await stream.chat.chatters.list({ ...asModerator, first: 1000 });
      expect(whole.items).toEqual(all);
      const outsider = stranger();
      const asked = { ...ownChannel, moderator_id: outsider };
      const error = await failure((await signIn(outsider)).chat.chatters.list(asked));
      expect(error).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream, { asModerator }) => stream.chat.chatters.list({ ...asModerator, first: 1001 }),
  }),

  'chat.emotes.list': {
    async works(stream, { ownChannel, stranger }) {
      const { data, template } = await stream.chat.emotes.list(ownChannel);
      expect(data.map(({ emote_type, tier }) => [emote_type, tier])).toEqual(
        expect.arrayContaining([
          ['subscriptions', '1000'],
          ['bitstier', ''],
          ['follower', ''],
        ]),
      );
      const [emote] = data;
      const address = template
        .replace('{{id}}', emote?.id ?? '')
        .replace('{{format}}', emote?.format[0] ?? '')
        .replace('{{theme_mode}}', emote?.theme_mode[0] ?? '')
        .replace('{{scale}}', emote?.scale[0] ?? '');
      expect(address).toBe(emote?.images.url_1x);
      expect((await stream.chat.emotes.list({ broadcaster_id: stranger('') })).data).toEqual([]);
    },
    refused: (stream) => stream.chat.emotes.list({} as never),
  },
  'chat.emotes.global': {
    async works(stream, { user, own }) {
      const { data, template } = await stream.chat.emotes.global();
      expect(template).toContain('{{theme_mode}}');
      const writable = await user.chat.emotes.user({ user_id: own }).toArray({ limit: 1000 });
      const globals = writable.filter(({ emote_type }) => emote_type === 'globals');
      expect(data.map(nameOf)).toEqual(globals.map(nameOf));
    },
    refused: (stream) => stream.chat.emotes.global({ first: 1 } as never),
  },
  'chat.emotes.sets': row({
    given: (stream, { ownChannel }) => stream.chat.emotes.list(ownChannel),
    async works(stream, { given: { data }, own }) {
      const [first, ...others] = data.map(({ emote_set_id }) => emote_set_id);
      const asked = [first ?? '', ...unknown(24), ...others];
      const { items: emotes, missing } = await stream.chat.emotes.sets({ emote_set_id: asked });
      expect(missing).toEqual(unknown(24));
      expect(emotes.map(nameOf)).toEqual(data.map(nameOf));
      for (const { owner_id } of emotes) expect(owner_id).toBe(own);
    },
    refused: (stream) => stream.chat.emotes.sets({} as never),
  }),
  'chat.emotes.user': row({
    given: async (stream, { stranger }) => {
      const broadcasterId = stranger();
      const { data } = await stream.chat.emotes.list({ broadcaster_id: broadcasterId });
      return { broadcasterId, emotes: data };
    },
    async works(stream, { given: { broadcasterId, emotes }, own, sandbox }) {
      const writable = async (params = {}) =>
        idsOf(await stream.chat.emotes.user({ user_id: own, ...params }).toArray({ limit: 1000 }));
      const before = await writable();
      expect(before.filter((id) => idsOf(emotes).includes(id))).toEqual([]);
      sandbox.controls.stream.follow({ userId: own, broadcasterId });
      const ofFollowers = emotes.filter(({ emote_type }) => emote_type === 'follower');
      expect(await writable()).toEqual(before);
      expect((await writable({ broadcaster_id: broadcasterId })).sort()).toEqual(
        [...before, ...idsOf(ofFollowers)].sort(),
      );
      sandbox.controls.stream.subscribe({ userId: own, broadcasterId });
      const unlocked = idsOf(emotes.filter(({ tier }) => tier === '1000'));
      expect(await writable()).toEqual(expect.arrayContaining(unlocked));
    },
    refused: (stream, { own }) => stream.chat.emotes.user({ broadcaster_id: own } as never),
  }),

  'chat.badges.list': {
    async works(stream, { ownChannel, stranger }) {
      const { items } = await stream.chat.badges.list(ownChannel);
      const months = items.find(({ set_id }) => set_id === 'subscriber')?.versions.map(({ id }) => id);
      expect(months).toEqual(expect.arrayContaining(['0', '3', '12']));
      const titles = items.flatMap(({ versions }) => versions.map(({ title }) => title));
      expect(titles).toEqual(expect.arrayContaining(['Subscriber', '6-Month Subscriber']));
      expect((await stream.chat.badges.list({ broadcaster_id: stranger('') })).items).toEqual([]);
    },
    refused: (stream) => stream.chat.badges.list({} as never),
  },
  'chat.badges.global': {
    async works(stream) {
      const { items } = await stream.chat.badges.global();
      const sets = items.map(({ set_id }) => set_id);
      expect(sets).toEqual(expect.arrayContaining(['broadcaster', 'moderator', 'vip']));
      expect(new Set(sets).size).toBe(sets.length);
    },
    refused: (stream, { own }) => stream.chat.badges.global({ broadcaster_id: own } as never),
  },

  'chat.settings.get': row({
    given: (stream, { asModerator }) =>
      stream.chat.settings.update({
        ...asModerator,
        follower_mode: true,
        follower_mode_duration: 10,
        non_moderator_chat_delay: true,
        non_moderator_chat_delay_duration: 4,
      }),
    async works(
      stream,
      {
        given: { moderator_id, non_moderator_chat_delay, non_moderator_chat_delay_duration, ...others },
        ownChannel,
        own,
        user,
        asModerator,
      },
    ) {
      expect(await stream.chat.settings.get(ownChannel)).toEqual(others);
      expect(others).toMatchObject({ follower_mode: true, follower_mode_duration: 10, slow_mode_wait_time: null });
      const delay = { non_moderator_chat_delay: true, non_moderator_chat_delay_duration: 4, moderator_id: own };
      expect(await user.chat.settings.get(asModerator)).toEqual({ ...others, ...delay });
      await user.chat.settings.update({ ...asModerator, follower_mode: false, non_moderator_chat_delay: false });
    },
    refused: (stream, { own }) => stream.chat.settings.get({ moderator_id: own } as never),
  }),
  'chat.settings.update': row({
    given: async (_, { stranger, signIn, ownChannel }) => {
      const sender_id = stranger();
      return { calls: await signIn(sender_id), message: { ...ownChannel, sender_id } };
    },
    async works(stream, { given: { calls, message }, asModerator, user }) {
      const change = (modes: object) => stream.chat.settings.update({ ...asModerator, ...modes });
      expect(await change({ slow_mode: true })).toMatchObject({ slow_mode: true, slow_mode_wait_time: 30 });
      await calls.chat.messages.send({ ...message, message: 'one' });
      const fate = async (text: string) =>
        (await calls.chat.messages.send({ ...message, message: text })).drop_reason?.code;
      expect(await fate('two')).toBe('msg_slowmode');
      const none = await change({ slow_mode: false, subscriber_mode: true });
      expect(none).toMatchObject({ slow_mode: false, slow_mode_wait_time: null, subscriber_mode: true });
      expect(await fate('three')).toBe('msg_subsonly');
      await change({ subscriber_mode: false, emote_mode: true });
      expect(await fate('four')).toBe('msg_emoteonly');
      const open = await change({ emote_mode: false });
      expect(open).toEqual(await user.chat.settings.get(asModerator));
      expect(await fate('five')).toBeUndefined();
      const alone = { ...asModerator, slow_mode_wait_time: 5 };
      expect(await failure(stream.chat.settings.update(alone))).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { asModerator }) =>
      stream.chat.settings.update({ ...asModerator, slow_mode: true, slow_mode_wait_time: 2 }),
  }),

  'chat.shared.get': row({
    given: async (_, { app }) => {
      const { items } = await app.streams.list({ first: 100 });
      return userIdsOf(items);
    },
    async works(stream, { given: live, ownChannel }) {
      expect(await stream.chat.shared.get(ownChannel)).toBeUndefined();
      const sessions = await Promise.all(live.map((broadcaster_id) => stream.chat.shared.get({ broadcaster_id })));
      const shared = live.flatMap((id, at) => (sessions[at] ? [{ id, ...sessions[at] }] : []));
      expect(shared.length).toBeGreaterThan(10);
      for (const { id, host_broadcaster_id, participants, session_id } of shared) {
        const ids = participants.map(({ broadcaster_id }) => broadcaster_id);
        expect(ids).toEqual(expect.arrayContaining([id, host_broadcaster_id]));
        expect((await stream.chat.shared.get({ broadcaster_id: host_broadcaster_id }))?.session_id).toBe(session_id);
      }
    },
    refused: (stream) => stream.chat.shared.get({} as never),
  }),

  'chat.announcements.send': row({
    given: async (_, { sandbox, inbox, own }) => {
      await sandbox.clock.advance(2000); // the limit is one in that time
      return inbox.listen('channel.chat.notification', '1', { broadcaster_user_id: own, user_id: own });
    },
    async works(stream, { given: heard, asModerator, own }) {
      await stream.chat.announcements.send({ ...asModerator, message: 'Big news', color: 'purple' });
      const announced = await heard({ notice_type: 'announcement', announcement: { color: 'PURPLE' } });
      expect(announced).toMatchObject({ chatter_user_id: own, message: { text: 'Big news' } });
      const again = await failure(stream.chat.announcements.send({ ...asModerator, message: 'More news' }));
      expect(again).toMatchObject({ code: 'rate_limited', retryable: false });
    },
    refused: (stream, { asModerator }) =>
      stream.chat.announcements.send({ ...asModerator, message: 'x', color: 'red' as 'blue' }),
  }),
  'chat.shoutouts.send': row({
    given: async (_, { sandbox, own, stranger, inbox }) => {
      await sandbox.clock.advance(120_000); // the limit is one in that time
      const condition = { broadcaster_user_id: own, moderator_user_id: own };
      return { to: stranger(), heard: await inbox.listen('channel.shoutout.create', '1', condition) };
    },
    async works(stream, { given: { to, heard }, own, app, stranger, sandbox }) {
      const shoutout = { from_broadcaster_id: own, moderator_id: own, to_broadcaster_id: to };
      await stream.chat.shoutouts.send(shoutout);
      const [live] = (await app.streams.list({ user_id: own })).items;
      const told = await heard({ to_broadcaster_user_id: to });
      expect(told).toMatchObject({ moderator_user_id: own, viewer_count: live?.viewer_count });
      const other = { ...shoutout, to_broadcaster_id: stranger() };
      expect(await failure(stream.chat.shoutouts.send(other))).toMatchObject({
        code: 'rate_limited',
        retryable: false,
      });
      await sandbox.clock.advance(120_000);
      expect(await failure(stream.chat.shoutouts.send(shoutout))).toMatchObject({ code: 'rate_limited' });
      await stream.chat.shoutouts.send(other);
    },
    refused: (stream, { own }) => stream.chat.shoutouts.send({ from_broadcaster_id: own, moderator_id: own } as never),
  }),

  'chat.messages.send': row({
    given: (_, { hearRoom }) => hearRoom(),
    async works(stream, { given: heard, ownChannel, own, asModerator, timeIn, stranger, signIn }) {
      const by = { ...ownChannel, sender_id: own };
      const sent = await stream.chat.messages.send({ ...by, message: 'Hello, room' });
      expect(sent).toMatchObject({ is_sent: true });
      expect(await heard({ message_id: sent.message_id })).toMatchObject({
        chatter_user_id: own,
        message: { text: 'Hello, room' },
      });
      const reply = { ...by, message: 'and hello again', reply_parent_message_id: sent.message_id };
      const { message_id } = await stream.chat.messages.send(reply);
      expect(await heard({ message_id })).toMatchObject({ reply: { parent_message_id: sent.message_id } });
      const pinned = await stream.chat.messages.send({ ...by, message: 'Pin me', pin: true });
      expect(await stream.chat.pins.get(asModerator)).toMatchObject({
        message_id: pinned.message_id,
        ends_at: timeIn(1_200_000),
      });
      const pinnedReply = await failure(stream.chat.messages.send({ ...reply, pin: true }));
      expect(pinnedReply).toMatchObject({ code: 'invalid_params' });
      const nowhere = { ...reply, reply_parent_message_id: 'none' };
      expect(await failure(stream.chat.messages.send(nowhere))).toMatchObject({ code: 'rejected' });
      const sender_id = stranger();
      const other = await signIn(sender_id);
      const echo = { ...ownChannel, sender_id, message: 'echo' };
      expect(await other.chat.messages.send(echo)).toMatchObject({ is_sent: true });
      expect(await other.chat.messages.send(echo)).toMatchObject({
        is_sent: false,
        message_id: '',
        drop_reason: { code: 'msg_duplicate' },
      });
    },
    refused: (stream, { ownChannel, own }) =>
      stream.chat.messages.send({ ...ownChannel, sender_id: own, message: 'x'.repeat(501) }),
  }),

  'chat.pins.create': row({
    given: async (_, stage) => sayInOwn(stage),
    async works(stream, { given: message_id, ...stage }) {
      await stream.chat.pins.create({ ...stage.asModerator, message_id, duration_seconds: 30 });
      expect(await stream.chat.pins.get(stage.asModerator)).toMatchObject({
        message_id,
        ends_at: stage.timeIn(30_000),
      });
      const again = stream.chat.pins.create({ ...stage.asModerator, message_id });
      expect(await failure(again)).toMatchObject({ code: 'conflict', status: 409 });
      const nothing = stream.chat.pins.create({ ...stage.asModerator, message_id: 'none' });
      expect(await failure(nothing)).toMatchObject({ code: 'not_found' });
      const other = sayInOwn(stage);
      await stream.chat.pins.create({ ...stage.asModerator, message_id: other });
      expect(await stream.chat.pins.get(stage.asModerator)).toMatchObject({ message_id: other, ends_at: null });
      const moderator_id = stage.stranger();
      const visitor = (await stage.signIn(moderator_id)).chat.pins.create({
        ...stage.ownChannel,
        moderator_id,
        message_id,
      });
      expect(await failure(visitor)).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream, { asModerator }) =>
      stream.chat.pins.create({ ...asModerator, message_id: 'x', duration_seconds: 29 }),
  }),
  'chat.pins.get': row({
    given: async (stream, stage) => {
      const { messageId: message_id } = stage.say(stage.own, 'Read the rules', true);
      await stream.chat.pins.create({ ...stage.asModerator, message_id, duration_seconds: 60 });
      return message_id;
    },
    async works(stream, { given: message_id, asModerator, ownChannel, own, timeIn, sandbox }) {
      expect(await stream.chat.pins.get(asModerator)).toMatchObject({
        message_id,
        ...ownChannel,
        sender_user_id: own,
        pinned_by_user_id: own,
        message: {
          text: 'Read the rules',
          fragments: [{ type: 'gif', text: 'Read the rules', gif: { gif_id: 'Read%20the%20rules' } }],
        },
        starts_at: timeIn(0),
      });
      await sandbox.clock.advance(60_000);
      expect(await stream.chat.pins.get(asModerator)).toBeUndefined();
    },
    refused: (stream, { ownChannel }) => stream.chat.pins.get(ownChannel as never),
  }),
  'chat.pins.update': row({
    given: async (stream, stage) => {
      const message_id = sayInOwn(stage);
      await stream.chat.pins.create({ ...stage.asModerator, message_id });
      return message_id;
    },
    async works(stream, { given: message_id, ...stage }) {
      await stream.chat.pins.update({ ...stage.asModerator, message_id, duration_seconds: 1800 });
      expect(await stream.chat.pins.get(stage.asModerator)).toMatchObject({ ends_at: stage.timeIn(1_800_000) });
      await stream.chat.pins.update({ ...stage.asModerator, message_id });
      expect(await stream.chat.pins.get(stage.asModerator)).toMatchObject({ ends_at: null });
      const other = stream.chat.pins.update({ ...stage.asModerator, message_id: sayInOwn(stage) });
      expect(await failure(other)).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { asModerator }) =>
      stream.chat.pins.update({ ...asModerator, message_id: 'x', duration_seconds: 1801 }),
  }),
  'chat.pins.delete': row({
    given: async (stream, stage) => {
      const message_id = sayInOwn(stage);
      await stream.chat.pins.create({ ...stage.asModerator, message_id });
      return message_id;
    },
    async works(stream, { given: message_id, asModerator }) {
      await stream.chat.pins.delete({ ...asModerator, message_id });
      expect(await stream.chat.pins.get(asModerator)).toBeUndefined();
      const again = stream.chat.pins.delete({ ...asModerator, message_id });
      expect(await failure(again)).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { asModerator }) => stream.chat.pins.delete(asModerator as never),
  }),

  'chat.colors.list': row({
    given: async (stream, { own }) => {
      await stream.chat.colors.update({ user_id: own, color: 'sea_green' });
    },
    async works(stream, { stranger, own }) {
      const others = Array.from({ length: 5 }, () => stranger());
      const { items, missing } = await stream.chat.colors.list({ user_id: [own, ...unknown(99), ...others] });
      expect(missing).toEqual(unknown(99));
      expect(userIdsOf(items)).toEqual([own, ...others]);
      expect(items[0]?.color).toBe('#2E8B57');
      for (const { color } of items) expect(color).toMatch(/^(#[\dA-F]{6})?$/);
    },
    refused: (stream) => stream.chat.colors.list({} as never),
  }),
  'chat.colors.update': {
    async works(stream, { own }) {
      const color = async () => (await stream.chat.colors.list({ user_id: own })).items[0]?.color;
      await stream.chat.colors.update({ user_id: own, color: 'hot_pink' });
      expect(await color()).toBe('#FF69B4');
      await stream.chat.colors.update({ user_id: own, color: '#0a0b0c' });
      expect(await color()).toBe('#0A0B0C');
      expect(await failure(stream.chat.colors.update({ user_id: own, color: 'mauve' }))).toMatchObject({
        code: 'rejected',
      });
    },
    refused: (stream, { own }) => stream.chat.colors.update({ user_id: own } as never),
  },
};
