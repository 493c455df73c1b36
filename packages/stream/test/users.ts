import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, row, unknown, userIdsOf } from './stage.ts';

/** Users, their blocks and extensions, and whispers. */
export const users: Cases = {
  'users.list': row({
    given: (stream) => stream.streams.list({ first: 100 }).toArray({ limit: 150 }),
    async works(stream, { given: live }) {
      const login = live.map(({ user_login }) => user_login);
      const { items: found, missing } = await stream.users.list({ login });
      expect([found.map((each) => each.login), missing]).toEqual([login, []]);
      const [first] = found;
      const some = await stream.users.list({ id: [...unknown(1), first?.id ?? ''], login: ['no_such_user'] });
      expect(some).toMatchObject({ items: [{ id: first?.id }], missing: [{ id: '1' }, { login: 'no_such_user' }] });
    },
    refused: (stream) => stream.users.list({ login: [3] } as never),
  }),
  'users.update': {
    async works(stream, { own, app }) {
      const changed = await stream.users.update({ description: 'Zwölf Boxkämpfer 🥊' });
      expect(changed).toMatchObject({
        id: own,
        description: 'Zwölf Boxkämpfer 🥊',
        email: expect.stringContaining('@'),
      });
      const description = async () => (await app.users.list({ id: own })).items[0]?.description;
      expect(await description()).toBe('Zwölf Boxkämpfer 🥊');
      await stream.users.update({});
      expect(await description()).toBe('Zwölf Boxkämpfer 🥊');
      await stream.users.update({ description: '' });
      expect(await description()).toBe('');
    },
    refused: (stream) => stream.users.update({ description: 'x'.repeat(301) }),
  },
  'users.authorizations.list': row({
    given: async (_, { stranger, signIn }) => {
      const user_id = stranger();
      await signIn(user_id, ['bits:read', 'user:read:email']);
      return user_id;
    },
    async works(stream, { given: user_id, stranger }) {
      const asked = [user_id, stranger(), ...unknown(9)];
      const { items, missing } = await stream.users.authorizations.list({ user_id: asked });
      expect(missing).toEqual(asked.slice(1));
      const scopes = ['bits:read', 'user:read:email'];
      expect(items).toEqual([expect.objectContaining({ user_id, scopes })]);
    },
    refused: (stream) => stream.users.authorizations.list({} as never),
  }),

  'users.blocks.list': row({
    given: async (stream, { stranger }) => {
      const ids = [stranger(), stranger(), stranger()];
      for (const target_user_id of ids) await stream.users.blocks.create({ target_user_id });
      return ids.reverse();
    },
    async works(stream, { given: ids, ownChannel, app }) {
      const page = await stream.users.blocks.list({ ...ownChannel, first: 2 });
      const all = await stream.users.blocks.list({ ...ownChannel, first: 2 }).toArray({ limit: 100 });
      expect(userIdsOf(page.items)).toEqual(ids.slice(0, 2));
      expect(userIdsOf(all).slice(0, 3)).toEqual(ids);
      const [{ login, display_name } = {}] = (await app.users.list({ id: ids[0] })).items;
      expect(all[0]).toEqual({ user_id: ids[0], user_login: login, display_name });
    },
    refused: (stream, { ownChannel }) => stream.users.blocks.list({ ...ownChannel, first: 101 }),
  }),
  'users.blocks.create': row({
    given: async (_, { stranger }) => stranger(),
    async works(stream, { given: target_user_id, ownChannel, own, signIn }) {
      const block = { target_user_id, source_context: 'whisper', reason: 'spam' } as const;
      await stream.users.blocks.create(block);
      await stream.users.blocks.create(block);
      const blocked = await stream.users.blocks.list(ownChannel);
      expect(userIdsOf(blocked.items).filter((id) => id === target_user_id)).toHaveLength(1);
      const raid = { from_broadcaster_id: target_user_id, to_broadcaster_id: own };
      expect(await failure((await signIn(target_user_id)).raids.start(raid))).toMatchObject({ code: 'rejected' });
    },
    refused: (stream) => stream.users.blocks.create({ target_user_id: '1', reason: 'dull' as 'spam' }),
  }),
  'users.blocks.delete': row({
    given: async (stream, { stranger }) => {
      const target_user_id = stranger();
      await stream.users.blocks.create({ target_user_id });
      return target_user_id;
    },
    async works(stream, { given: target_user_id, ownChannel }) {
      await stream.users.blocks.delete({ target_user_id });
      const blocked = await stream.users.blocks.list({ ...ownChannel, first: 100 }).toArray({ limit: 1000 });
      expect(userIdsOf(blocked)).not.toContain(target_user_id);
      await stream.users.blocks.delete({ target_user_id });
    },
    refused: (stream) => stream.users.blocks.delete({} as never),
  }),

  'users.extensions.list': {
    async works(stream, { sandbox, signIn, own }) {
      const { items } = await stream.users.extensions.list();
      expect(items.map(({ id }) => id)).toContain(sandbox.options.stream.clientId);
      const slots = Object.values((await stream.users.extensions.get()) ?? {}).flatMap((each) =>
        Object.values(each ?? {}),
      );
      const active = new Set(slots.filter((slot) => slot.active).map(({ id }) => id));
      const reader = await signIn(own, ['user:read:broadcast']);
      expect((await reader.users.extensions.list()).items).toEqual(items.filter(({ id }) => active.has(id)));
      expect(active.size).toBeLessThan(items.length);
    },
    refused: (stream, { own }) => stream.users.extensions.list({ user_id: own } as never),
  },
  'users.extensions.get': {
    async works(stream, { own, user }) {
      const shown = await stream.users.extensions.get({ user_id: own });
      expect(Object.values(shown ?? {}).map((slots) => Object.keys(slots ?? {}).length)).toEqual([3, 1, 2]);
      expect(shown).toEqual(await user.users.extensions.get());
      const installed = (await user.users.extensions.list()).items;
      for (const slot of Object.values(shown?.component ?? {}).filter(({ active }) => active))
        expect(installed).toContainEqual(
          expect.objectContaining({ id: slot.id, version: slot.version, name: slot.name }),
        );
    },
    refused: (stream) => stream.users.extensions.get({ user_id: 1 } as never),
  },
  'users.extensions.update': row({
    given: async (stream, { sandbox, ownChannel }) => {
      const { items } = await stream.users.extensions.list();
      const { id, version, name } =
        items.find((each) => each.id === sandbox.options.stream.clientId) ?? expect.unreachable();
      const setup = { extension_id: id, extension_version: version, required_configuration: 'done' };
      await stream.extensions.configurations.updateRequired({ ...ownChannel, ...setup });
      return { id, version, name };
    },
    async works(stream, { given: { id, version, name } }) {
      const place = { active: true, id, version, x: 40, y: 30 };
      const all = await stream.users.extensions.update({
        data: { component: { 1: { active: false }, 2: place }, panel: { 1: { active: false } } },
      });
      expect(all).toMatchObject({ component: { 1: { active: false }, 2: { ...place, name } } });
      expect(await stream.users.extensions.get()).toEqual(all);
      const none = { component: { 2: { ...place, id: 'none' } } };
      expect(await failure(stream.users.extensions.update({ data: none }))).toMatchObject({ code: 'not_found' });
      await stream.users.extensions.update({ data: { component: { 1: place, 2: { active: false } } } });
      expect((await stream.users.extensions.get())?.component?.[1]).toMatchObject(place);
    },
    refused: (stream) => stream.users.extensions.update({ data: { panel: { 1: { id: 'x' } as never } } }),
  }),

  'whispers.send': row({
    given: async (_, { stranger, signIn, sandbox, inbox }) => {
      const to = stranger();
      const calls = await signIn(to, ['user:read:whispers', 'user:manage:blocked_users']);
      await sandbox.clock.advance(1000); // at most three in a second
      return { to, calls, heard: await inbox.listen('user.whisper.message', '1', { user_id: to }) };
    },
    async works(stream, { given: { to, calls, heard }, own }) {
      const route = { from_user_id: own, to_user_id: to };
      await stream.whispers.send({ ...route, message: 'psst' });
      expect(await heard({ from_user_id: own })).toMatchObject({ to_user_id: to, whisper: { text: 'psst' } });
      await stream.whispers.send({ ...route, message: 'x'.repeat(501) });
      await heard({ whisper: { text: 'x'.repeat(500) } });
      await calls.users.blocks.create({ target_user_id: own });
      expect(await failure(stream.whispers.send({ ...route, message: 'hello?' }))).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { own }) => stream.whispers.send({ from_user_id: own, to_user_id: '1', message: '' }),
  }),
};
