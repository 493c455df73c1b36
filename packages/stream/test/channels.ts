import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, idsOf, row, type StreamCalls, unknown, userIdsOf } from './stage.ts';

/** Finds a channel in a team, and one in none. */
async function teamed(stream: StreamCalls) {
  const { items } = await stream.streams.list({ first: 60 });
  const found = { member: '', loner: '' };
  for (const { user_id } of items) {
    const teams = await stream.teams.ofChannel({ broadcaster_id: user_id });
    found[teams.items.length > 0 ? 'member' : 'loner'] = user_id;
    if (found.member && found.loner) break;
  }
  return found;
}

/** Channels, their followers, teams and labels. */
export const channels: Cases = {
  'channels.list': row({
    given: (stream) => stream.streams.list({ first: 1 }),
    async works(
      stream,
      {
        given: {
          items: [live],
        },
      },
    ) {
      const asked = [...unknown(101), live?.user_id ?? ''];
      const { items, missing } = await stream.channels.list({ broadcaster_id: asked });
      const { user_id, user_login, game_id, game_name, title, language, tags } = live ?? {};
      const channel = { broadcaster_id: user_id, broadcaster_login: user_login, broadcaster_language: language };
      expect(items).toMatchObject([{ ...channel, game_id, game_name, title, tags }]);
      expect(missing).toEqual(unknown(101));
    },
    refused: (stream) => stream.channels.list({} as never),
  }),
  'channels.update': row({
    given: (stream) => stream.games.top({ first: 2 }),
    async works(
      stream,
      {
        given: {
          items: [, game],
        },
        ownChannel,
        user,
        app,
        own,
      },
    ) {
      const changes = {
        title: 'Ünder way 🎈',
        game_id: game?.id ?? '',
        tags: ['One', 'Zwei'],
        broadcaster_language: 'de',
      };
      await stream.channels.update({
        ...ownChannel,
        ...changes,
        delay: 15,
        content_classification_labels: [{ id: 'Gambling', is_enabled: true }],
        is_branded_content: true,
      });
      const [channel] = (await user.channels.list(ownChannel)).items;
      const labels = { content_classification_labels: ['Gambling'], is_branded_content: true };
      expect(channel).toMatchObject({ ...changes, ...labels, delay: 15, game_name: game?.name });
      expect((await app.channels.list(ownChannel)).items).toEqual([{ ...channel, delay: 0 }]);
      const [live] = (await app.streams.list({ user_id: own })).items;
      expect(live).toMatchObject({ title: changes.title, game_id: game?.id, tags: changes.tags, language: 'de' });
      const off = [{ id: 'Gambling' as const, is_enabled: false }];
      await stream.channels.update({ ...ownChannel, game_id: '0', tags: [], content_classification_labels: off });
      const cleared = { game_id: '', game_name: '', tags: [], content_classification_labels: [], title: changes.title };
      expect((await user.channels.list(ownChannel)).items).toMatchObject([cleared]);
    },
    refused: (stream, { ownChannel }) => stream.channels.update({ ...ownChannel, tags: Array(11).fill('tag') }),
  }),
  'channels.editors': {
    async works(stream, { ownChannel, signIn, own }) {
      const { items } = await stream.channels.editors(ownChannel);
      const { missing } = await stream.users.list({ id: userIdsOf(items) });
      expect(missing).toEqual([]);
      const [editor, ...others] = await Promise.all(userIdsOf(items).map((id) => signIn(id)));
      expect(others).toHaveLength(1);
      const marker = await editor?.streams.markers.create({ user_id: own, description: 'of an editor' });
      expect(marker).toMatchObject({ description: 'of an editor' });
    },
    refused: (stream) => stream.channels.editors({} as never),
  },
  'channels.followed': row({
    given: async (_, { stranger, sandbox, own }) => {
      const broadcasterId = stranger();
      sandbox.controls.stream.follow({ userId: own, broadcasterId });
      return broadcasterId;
    },
    async works(stream, { given: broadcaster_id, own, stranger }) {
      const page = await stream.channels.followed({ user_id: own, first: 5 });
      expect(page.items[0]).toMatchObject({ broadcaster_id });
      const all = await stream.channels.followed({ user_id: own, first: 5 }).toArray({ limit: 1000 });
      expect(all).toHaveLength(page.total ?? 0);
      const times = all.map(({ followed_at }) => followed_at);
      expect(times).toEqual(times.toSorted().reverse());
      const one = await stream.channels.followed({ user_id: own, broadcaster_id });
      expect(one.items).toEqual([page.items[0]]);
      expect((await stream.channels.followed({ user_id: own, broadcaster_id: stranger() })).items).toEqual([]);
    },
    refused: (stream, { own }) => stream.channels.followed({ user_id: own, first: 101 }),
  }),
  'channels.followers': row({
    given: async (_, { stranger, sandbox, own }) => {
      const userId = stranger();
      sandbox.controls.stream.follow({ userId, broadcasterId: own });
      return userId;
    },
    async works(stream, { given: user_id, ownChannel, signIn, stranger }) {
      const page = await stream.channels.followers({ ...ownChannel, first: 50 });
      expect(page.items[0]).toMatchObject({ user_id });
      expect((await stream.channels.followers({ ...ownChannel, user_id })).items).toEqual([page.items[0]]);
      const all = await stream.channels.followers({ ...ownChannel, first: 50 }).toArray({ limit: 1000 });
      expect(new Set(userIdsOf(all)).size).toBe(page.total);
      const outsider = await (await signIn(stranger())).channels.followers(ownChannel);
      expect([outsider.items, outsider.total]).toEqual([[], page.total]);
    },
    refused: (stream, { own }) => stream.channels.followers({ user_id: own } as never),
  }),

  'teams.get': row({
    given: async (stream) => {
      const { member } = await teamed(stream);
      const [team] = (await stream.teams.ofChannel({ broadcaster_id: member })).items;
      return { member, name: team?.team_name ?? '', id: team?.id ?? '' };
    },
    async works(stream, { given: { member, name, id } }) {
      const team = await stream.teams.get({ name });
      expect(team).toMatchObject({ id, team_name: name });
      expect(userIdsOf(team.users ?? [])).toContain(member);
      expect(await stream.teams.get({ id })).toEqual(team);
      expect(await failure(stream.teams.get({ name: 'nobodys' }))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream) => stream.teams.get({ name: 'a', id: '1' }),
  }),
  'teams.ofChannel': row({
    given: teamed,
    async works(stream, { given: { member, loner } }) {
      const { items } = await stream.teams.ofChannel({ broadcaster_id: member });
      for (const { broadcaster_id, broadcaster_login, broadcaster_name, ...shown } of items) {
        expect(broadcaster_id).toBe(member);
        const { users, ...team } = await stream.teams.get({ id: shown.id });
        expect(shown).toEqual(team);
        expect(users).toContainEqual({ user_id: member, user_login: broadcaster_login, user_name: broadcaster_name });
      }
      // The API responds with null here, not an empty list.
      expect((await stream.teams.ofChannel({ broadcaster_id: loner })).items).toEqual([]);
    },
    refused: (stream) => stream.teams.ofChannel({} as never),
  }),

  'contentClassificationLabels.list': {
    async works(stream, { user, ownChannel }) {
      const { items } = await stream.contentClassificationLabels.list({ locale: 'de-DE' });
      expect(new Set(idsOf(items)).size).toBe(items.length);
      // A channel may turn on all but the one that comes with the game.
      const settable = idsOf(items).filter((id) => id !== 'MatureGame') as 'Gambling'[];
      const labels = (is_enabled: boolean) => settable.map((id) => ({ id, is_enabled }));
      await user.channels.update({ ...ownChannel, content_classification_labels: labels(true) });
      const [channel] = (await stream.channels.list(ownChannel)).items;
      expect(channel?.content_classification_labels).toEqual(settable.toSorted());
      await user.channels.update({ ...ownChannel, content_classification_labels: labels(false) });
      expect(await failure(stream.contentClassificationLabels.list({ locale: 'xx' }))).toMatchObject({
        code: 'rejected',
      });
    },
    refused: (stream) => stream.contentClassificationLabels.list({ locale: 1 } as never),
  },

  // Deprecated, but open to all: since tags are free text, there are none that these calls could list.
  'tags.list': {
    async works(stream) {
      expect(await stream.tags.list({ first: 100 }).toArray({ limit: 1000 })).toEqual([]);
      expect((await stream.tags.list({ tag_id: unknown(101) })).items).toEqual([]);
    },
    refused: (stream) => stream.tags.list({ first: 101 }),
  },
  'tags.ofChannel': {
    async works(stream, { ownChannel }) {
      expect((await stream.tags.ofChannel(ownChannel)).items).toEqual([]);
    },
    refused: (stream) => stream.tags.ofChannel({} as never),
  },
};
