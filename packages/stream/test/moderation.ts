import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, row, type Stage, type StreamCalls, unknown, userIdsOf } from './stage.ts';

/** Returns a stranger, and the params of a moderator's calls about that user. */
const target = (stage: Stage) => {
  const user_id = stage.stranger();
  return { user_id, moderated: { ...stage.asModerator, user_id }, member: { ...stage.ownChannel, user_id } };
};

/** Whether a user may write in the channel. */
async function mayWrite(stage: Stage, sender_id: string) {
  const calls = await stage.signIn(sender_id);
  const sent = calls.chat.messages.send({ ...stage.ownChannel, sender_id, message: stage.word() });
  return sent.then(
    ({ is_sent }) => is_sent,
    ({ code }) => code,
  );
}

/** Bans a user, who then asks to be unbanned. */
async function banned(stage: Stage, stream: StreamCalls) {
  const { user_id, moderated } = target(stage);
  await stream.moderation.bans.create({ ...stage.asModerator, data: { user_id, reason: 'spam' } });
  const id = stage.sandbox.controls.stream.requestUnban({ broadcasterId: stage.own, userId: user_id, text: 'sorry' });
  return { id, user_id, moderated };
}

const requestsOf = async (
  stage: Stage,
  stream: StreamCalls,
  status: 'pending' | 'approved' | 'denied',
  user_id: string,
) => (await stream.moderation.unbanRequests.list({ ...stage.asModerator, status, user_id })).items;

const hear = (stage: Stage, type: 'channel.suspicious_user.update' | 'channel.suspicious_user.message') =>
  stage.inbox.listen(type, '1', { broadcaster_user_id: stage.own, moderator_user_id: stage.own });

/** Calls about users who hold a role in the channel. */
function members(role: 'moderators' | 'vips', others: 'vips' | 'moderators'): Cases {
  const has = async (stage: Stage, stream: StreamCalls, user_id: string) =>
    userIdsOf((await stream.moderation[role].list({ ...stage.ownChannel, user_id })).items).includes(user_id);
  const given = async (_: StreamCalls, stage: Stage) => {
    await stage.sandbox.clock.advance(10_000); // the limit is ten changes in that time
    return target(stage);
  };
  const appointed = async (stream: StreamCalls, stage: Stage) => {
    const { user_id, member } = await given(stream, stage);
    await stream.moderation[role].create(member);
    return { user_id, member };
  };
  return {
    [`moderation.${role}.list`]: row({
      given: appointed,
      async works(stream, { given: { user_id }, ownChannel }) {
        const all = await stream.moderation[role].list({ ...ownChannel, first: 2 }).toArray({ limit: 1000 });
        expect(all.length).toBeGreaterThan(2);
        expect(userIdsOf(all)).toContain(user_id);
        const asked = stream.moderation[role].list({ ...ownChannel, user_id: [...unknown(100), user_id] });
        expect(await asked.toArray({ limit: 10 })).toEqual(all.filter((each) => each.user_id === user_id));
      },
      refused: (stream, { ownChannel }) => stream.moderation[role].list({ ...ownChannel, first: 101 }),
    }),
    [`moderation.${role}.create`]: row({
      given,
      async works(stream, { given: { user_id, member }, ...stage }) {
        await stream.moderation[role].create(member);
        expect(await has(stage, stream, user_id)).toBe(true);
        expect(await failure(stream.moderation[role].create(member))).toMatchObject({ code: 'rejected' });
        expect(await failure(stream.moderation[others].create(member))).toMatchObject({
          code: 'rejected',
          status: 422,
        });
      },
      refused: (stream, { ownChannel }) => stream.moderation[role].create(ownChannel as never),
    }),
    [`moderation.${role}.delete`]: row({
      given: appointed,
      async works(stream, { given: { user_id, member }, ...stage }) {
        await stream.moderation[role].delete(member);
        expect(await has(stage, stream, user_id)).toBe(false);
        expect(await failure(stream.moderation[role].delete(member))).toMatchObject({ code: 'rejected' });
      },
      refused: (stream, { ownChannel }) => stream.moderation[role].delete({ ...ownChannel, user_id: 1 } as never),
    }),
  };
}

/** Calls that moderators make. */
export const moderation: Cases = {
  'moderation.bans.list': row({
    given: async (stream, { stranger, asModerator }) => {
      const ids = [stranger(), stranger(), stranger()];
      for (const user_id of ids) await stream.moderation.bans.create({ ...asModerator, data: { user_id } });
      return ids;
    },
    async works(stream, { given: ids, ownChannel, own }) {
      const page = await stream.moderation.bans.list({ ...ownChannel, first: 2 });
      expect(userIdsOf(page.items)).toEqual([ids[2], ids[1]]);
      const all = await stream.moderation.bans.list({ ...ownChannel, first: 2 }).toArray({ limit: 1000 });
      expect(userIdsOf(all)).toEqual(expect.arrayContaining(ids));
      const asked = [...ids, ...unknown(100)];
      const some = await stream.moderation.bans.list({ ...ownChannel, user_id: asked }).toArray({ limit: 1000 });
      expect(userIdsOf(some).sort()).toEqual(ids.toSorted());
      for (const ban of some) expect(ban).toMatchObject({ expires_at: '', reason: '', moderator_id: own });
    },
    refused: (stream, { ownChannel }) => stream.moderation.bans.list({ ...ownChannel, first: 0 }),
  }),
  'moderation.bans.create': row({
    given: async (_, stage) => target(stage),
    async works(stream, { given: { user_id, member }, ...stage }) {
      const data = { user_id, duration: 60, reason: 'too loud' };
      const ban = await stream.moderation.bans.create({ ...stage.asModerator, data });
      expect(ban).toMatchObject({ ...stage.asModerator, user_id });
      expect([ban.created_at, ban.end_time]).toEqual([stage.timeIn(0), stage.timeIn(60_000)]);
      expect((await stream.moderation.bans.list(member)).items).toMatchObject([
        { user_id, reason: 'too loud', expires_at: ban.end_time },
      ]);
      expect(await mayWrite(stage, user_id)).toBe('permission_denied');
      await stage.sandbox.clock.advance(60_000);
      expect(await mayWrite(stage, user_id)).toBe(true);
      expect((await stream.moderation.bans.list(member)).items).toEqual([]);
      expect((await stream.moderation.bans.create({ ...stage.asModerator, data: { user_id } })).end_time).toBeNull();
      const again = await failure(stream.moderation.bans.create({ ...stage.asModerator, data: { user_id } }));
      expect(again).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { asModerator }) =>
      stream.moderation.bans.create({ ...asModerator, data: { user_id: '1', duration: 1_209_601 } }),
  }),
  'moderation.bans.delete': row({
    given: (client, stage) => banned(stage, client),
    async works(stream, { given: { user_id, moderated }, ...stage }) {
      await stream.moderation.bans.delete(moderated);
      expect(await mayWrite(stage, user_id)).toBe(true);
      expect(await failure(stream.moderation.bans.delete(moderated))).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { asModerator }) => stream.moderation.bans.delete(asModerator as never),
  }),

  'moderation.unbanRequests.list': row({
    given: (client, stage) => banned(stage, client),
    async works(stream, { given: { id, user_id }, ...stage }) {
      const page = await stream.moderation.unbanRequests.list({ ...stage.asModerator, status: 'pending', first: 1 });
      expect(page.items).toMatchObject([{ id, user_id, text: 'sorry', status: 'pending', resolved_at: null }]);
      expect(await requestsOf(stage, stream, 'pending', user_id)).toEqual(page.items);
      expect(await requestsOf(stage, stream, 'denied', user_id)).toEqual([]);
    },
    refused: (stream, { asModerator }) =>
      stream.moderation.unbanRequests.list({ ...asModerator, status: 'open' as 'pending' }),
  }),
  'moderation.unbanRequests.resolve': row({
    given: async (stream, stage) => ({ mercy: await banned(stage, stream), denial: await banned(stage, stream) }),
    async works(stream, { given: { mercy, denial }, ...stage }) {
      const resolve = (unban_request_id: string, status: 'approved' | 'denied', resolution_text?: string) => {
        const text = resolution_text === undefined ? {} : { resolution_text };
        return stream.moderation.unbanRequests.resolve({ ...stage.asModerator, unban_request_id, status, ...text });
      };
      const approved = await resolve(mercy.id, 'approved', 'welcome back');
      expect(approved).toMatchObject({ status: 'approved', moderator_id: stage.own, resolution_text: 'welcome back' });
      expect(await requestsOf(stage, stream, 'approved', mercy.user_id)).toEqual([approved]);
      expect(await mayWrite(stage, mercy.user_id)).toBe(true);
      expect(await resolve(denial.id, 'denied')).toMatchObject({ status: 'denied' });
      expect(await requestsOf(stage, stream, 'pending', denial.user_id)).toEqual([]);
      expect(await mayWrite(stage, denial.user_id)).toBe('permission_denied');
      expect(await failure(resolve(denial.id, 'approved'))).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { asModerator }) =>
      stream.moderation.unbanRequests.resolve({
        ...asModerator,
        unban_request_id: 'a',
        status: 'denied',
        resolution_text: 'x'.repeat(501),
      }),
  }),

  'moderation.messages.delete': row({
    given: async (_, stage) => {
      const { user_id } = target(stage);
      return [stage.say(user_id, 'one').messageId, stage.say(user_id, 'two').messageId] as const;
    },
    async works(stream, { given: [one, two], asModerator, ownChannel, own }) {
      const remove = (message_id: string) => stream.moderation.messages.delete({ ...asModerator, message_id });
      await remove(one);
      expect(await failure(remove(one))).toMatchObject({ code: 'not_found' });
      const reply = { ...ownChannel, sender_id: own, message: 'what?' };
      await stream.chat.messages.send({ ...reply, reply_parent_message_id: two });
      await stream.moderation.messages.delete(asModerator);
      expect(await failure(remove(two))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { asModerator }) => stream.moderation.messages.delete({ ...asModerator, message_id: 1 } as never),
  }),

  'moderation.channels.list': row({
    given: async (_, { stranger, signIn, own }) => {
      const ids = [stranger(), stranger()];
      for (const broadcaster_id of ids) {
        const calls = await signIn(broadcaster_id);
        await calls.moderation.moderators.create({ broadcaster_id, user_id: own });
      }
      return ids;
    },
    async works(stream, { given: ids, own }) {
      const channels = await stream.moderation.channels.list({ user_id: own, first: 1 }).toArray({ limit: 1000 });
      const found = channels.map(({ broadcaster_id }) => broadcaster_id);
      expect(found).toEqual(expect.arrayContaining(ids));
      const [broadcaster_id = ''] = ids;
      const asked = { broadcaster_id, moderator_id: own };
      expect(await stream.moderation.shieldMode.get(asked)).toMatchObject({ is_active: false });
    },
    refused: (stream, { own }) => stream.moderation.channels.list({ user_id: own, first: 101 }),
  }),

  ...members('moderators', 'vips'),
  ...members('vips', 'moderators'),

  'moderation.shieldMode.get': row({
    given: (stream, { asModerator }) => stream.moderation.shieldMode.update({ ...asModerator, is_active: true }),
    async works(stream, { given: status, asModerator, own }) {
      expect(await stream.moderation.shieldMode.get(asModerator)).toEqual(status);
      expect(status).toMatchObject({ is_active: true, moderator_id: own });
      await stream.moderation.shieldMode.update({ ...asModerator, is_active: false });
    },
    refused: (stream, { own }) => stream.moderation.shieldMode.get({ moderator_id: own } as never),
  }),
  'moderation.shieldMode.update': {
    async works(stream, { asModerator, timeIn }) {
      const on = await stream.moderation.shieldMode.update({ ...asModerator, is_active: true });
      expect(on.last_activated_at).toBe(timeIn(0));
      const off = await stream.moderation.shieldMode.update({ ...asModerator, is_active: false });
      expect(off).toEqual({ ...on, is_active: false });
      expect(await stream.moderation.shieldMode.get(asModerator)).toEqual(off);
    },
    refused: (stream, { asModerator }) =>
      stream.moderation.shieldMode.update({ ...asModerator, is_active: 1 } as never),
  },

  'moderation.warnings.create': row({
    given: async (_, stage) => target(stage),
    async works(stream, { given: { user_id, moderated }, ...stage }) {
      const reason = 'no spoilers';
      expect(await stream.moderation.warnings.create({ ...stage.asModerator, data: { user_id, reason } })).toEqual({
        ...moderated,
        reason,
      });
      expect(await mayWrite(stage, user_id)).toBe('permission_denied');
      stage.sandbox.controls.stream.acknowledgeWarning({ broadcasterId: stage.own, userId: user_id });
      expect(await mayWrite(stage, user_id)).toBe(true);
    },
    refused: (stream, { asModerator }) =>
      stream.moderation.warnings.create({ ...asModerator, data: { user_id: '1', reason: 'x'.repeat(501) } }),
  }),

  'moderation.suspiciousUsers.create': row({
    given: async (_, stage) => ({
      ...target(stage),
      told: await hear(stage, 'channel.suspicious_user.update'),
      heard: await hear(stage, 'channel.suspicious_user.message'),
    }),
    async works(
      stream,
      { given: { user_id, moderated, told, heard }, asModerator, say, ownChannel, stranger, signIn },
    ) {
      const status = 'RESTRICTED';
      const user = await stream.moderation.suspiciousUsers.create({ ...asModerator, user_id, status });
      expect(user).toMatchObject({ ...moderated, status, types: ['MANUALLY_ADDED'] });
      expect(await told({ user_id })).toMatchObject({ low_trust_status: 'restricted' });
      say(user_id, 'let me in');
      expect(await heard({ user_id })).toMatchObject({ message: { text: 'let me in' } });
      const outsider = { ...ownChannel, moderator_id: stranger(), user_id, status } as const;
      const calls = await signIn(outsider.moderator_id);
      const error = await failure(calls.moderation.suspiciousUsers.create(outsider));
      expect(error).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream, { asModerator }) =>
      stream.moderation.suspiciousUsers.create({
        ...asModerator,
        user_id: '1',
        status: 'NO_TREATMENT' as 'RESTRICTED',
      }),
  }),
  'moderation.suspiciousUsers.delete': row({
    given: async (_, stage) => {
      const { user_id, moderated } = target(stage);
      await stage.user.moderation.suspiciousUsers.create({ ...stage.asModerator, user_id, status: 'RESTRICTED' });
      const told = await hear(stage, 'channel.suspicious_user.update');
      return { user_id, moderated, told, said: await stage.hearRoom() };
    },
    async works(stream, { given: { user_id, moderated, told, said }, timeIn, say }) {
      const { updated_at, ...freed } = await stream.moderation.suspiciousUsers.delete(moderated);
      expect(freed).toEqual({ ...moderated, status: 'NO_TREATMENT', types: [] });
      expect(updated_at).toBe(timeIn(0));
      await told({ user_id, low_trust_status: 'none' });
      await said({ message_id: say(user_id, 'free at last').messageId });
    },
    refused: (stream, { asModerator }) => stream.moderation.suspiciousUsers.delete(asModerator as never),
  }),
};
