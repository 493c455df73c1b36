import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, idsOf, row } from './stage.ts';

/** AutoMod, and the terms that a channel blocks. */
export const automod: Cases = {
  'moderation.automod.check': row({
    given: async (stream, { word, asModerator }) => {
      const text = word();
      await stream.moderation.blockedTerms.create({ ...asModerator, text });
      return text;
    },
    async works(stream, { given: text, ownChannel }) {
      const data = [
        { msg_id: 'a', msg_text: 'good morning' },
        { msg_id: 'b', msg_text: `so ${text.toUpperCase()} it is` },
      ];
      const { items } = await stream.moderation.automod.check({ ...ownChannel, data });
      expect(items).toEqual([
        { msg_id: 'a', is_permitted: true },
        { msg_id: 'b', is_permitted: false },
      ]);
    },
    refused: (stream, { ownChannel }) => stream.moderation.automod.check({ ...ownChannel, data: [] }),
  }),
  'moderation.automod.manage': row({
    given: async (stream, { word, stranger, asModerator, inbox, own, hearRoom, say }) => {
      const text = word();
      const user_id = stranger();
      await stream.moderation.blockedTerms.create({ ...asModerator, text });
      const heard = await inbox.listen('automod.message.hold', '2', {
        broadcaster_user_id: own,
        moderator_user_id: own,
      });
      const said = await hearRoom();
      const hold = async (message: string) => {
        expect(say(user_id, message)).toMatchObject({ messageId: '', drop: { code: 'msg_rejected' } });
        const { message_id } = await heard({ user_id, message: expect.objectContaining({ text: message }) });
        return String(message_id);
      };
      return { user_id, said, one: await hold(`oh ${text}`), other: await hold(`ah ${text}`) };
    },
    async works(stream, { given: { user_id, said, one, other }, own }) {
      await stream.moderation.automod.manage({ user_id: own, msg_id: one, action: 'ALLOW' });
      expect(await said({ message_id: one })).toMatchObject({ chatter_user_id: user_id });
      await stream.moderation.automod.manage({ user_id: own, msg_id: other, action: 'DENY' });
      const again = await failure(stream.moderation.automod.manage({ user_id: own, msg_id: other, action: 'ALLOW' }));
      expect(again).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { own }) =>
      stream.moderation.automod.manage({ user_id: own, msg_id: 'a', action: 'KEEP' as 'DENY' }),
  }),
  'moderation.automod.settings.get': row({
    given: (stream, { asModerator }) => stream.moderation.automod.settings.update({ ...asModerator, overall_level: 2 }),
    async works(stream, { given: updated, asModerator }) {
      const settings = await stream.moderation.automod.settings.get(asModerator);
      expect(settings).toEqual(updated);
      expect(settings).toMatchObject({ ...asModerator, overall_level: 2, aggression: 2 });
      await stream.moderation.automod.settings.update({ ...asModerator, overall_level: 0 });
    },
    refused: (stream, { ownChannel }) => stream.moderation.automod.settings.get(ownChannel as never),
  }),
  'moderation.automod.settings.update': {
    async works(stream, { asModerator, ownChannel }) {
      const update = (levels: object) => stream.moderation.automod.settings.update({ ...asModerator, ...levels });
      const chosen = await update({ swearing: 4, bullying: 1 });
      expect(chosen).toMatchObject({ overall_level: null, swearing: 4, bullying: 1, aggression: 0 });
      expect(await stream.moderation.automod.settings.get(asModerator)).toEqual(chosen);
      const check = () =>
        stream.moderation.automod.check({ ...ownChannel, data: [{ msg_id: '1', msg_text: 'what the heck' }] });
      expect((await check()).items).toMatchObject([{ is_permitted: false }]);
      expect(await failure(update({ overall_level: 1, swearing: 1 }))).toMatchObject({ code: 'rejected' });
      await update({ overall_level: 0 });
      expect((await check()).items).toMatchObject([{ is_permitted: true }]);
    },
    refused: (stream, { asModerator }) =>
      stream.moderation.automod.settings.update({ ...asModerator, overall_level: 5 }),
  },

  'moderation.blockedTerms.list': row({
    given: async (stream, { word, asModerator }) => {
      const terms = [word(), word(), word()];
      for (const text of terms) await stream.moderation.blockedTerms.create({ ...asModerator, text });
      return terms.reverse();
    },
    async works(stream, { given: terms, asModerator }) {
      const page = await stream.moderation.blockedTerms.list({ ...asModerator, first: 2 });
      expect(page.items.map(({ text }) => text)).toEqual(terms.slice(0, 2));
      const all = await stream.moderation.blockedTerms.list({ ...asModerator, first: 2 }).toArray({ limit: 100 });
      expect(all.slice(0, 3).map(({ text }) => text)).toEqual(terms);
    },
    refused: (stream, { asModerator }) => stream.moderation.blockedTerms.list({ ...asModerator, first: 101 }),
  }),
  'moderation.blockedTerms.create': row({
    given: async (_, { word }) => word(),
    async works(stream, { given: text, asModerator, ownChannel }) {
      const term = await stream.moderation.blockedTerms.create({ ...asModerator, text: `${text}*` });
      expect(term).toMatchObject({ ...asModerator, text: `${text}*`, expires_at: null });
      expect(await stream.moderation.blockedTerms.create({ ...asModerator, text: `${text}*` })).toEqual(term);
      const data = [{ msg_id: '1', msg_text: `${text}ing` }];
      const { items } = await stream.moderation.automod.check({ ...ownChannel, data });
      expect(items).toMatchObject([{ is_permitted: false }]);
    },
    refused: (stream, { asModerator }) => stream.moderation.blockedTerms.create({ ...asModerator, text: 'a' }),
  }),
  'moderation.blockedTerms.delete': row({
    given: (stream, { asModerator, word }) => stream.moderation.blockedTerms.create({ ...asModerator, text: word() }),
    async works(stream, { given: { id, text }, asModerator, say, stranger }) {
      await stream.moderation.blockedTerms.delete({ ...asModerator, id });
      const terms = await stream.moderation.blockedTerms.list({ ...asModerator, first: 100 }).toArray({ limit: 100 });
      expect(idsOf(terms)).not.toContain(id);
      expect(say(stranger(), text).drop).toBeUndefined();
    },
    refused: (stream, { asModerator }) => stream.moderation.blockedTerms.delete(asModerator as never),
  }),
};
