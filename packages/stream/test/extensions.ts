import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, day, idsOf, row, type Stage, type StreamCalls, unknown, userIdsOf } from './stage.ts';

/** Returns the app's extension, which has the app's ID. */
const extension = (stage: Stage) => ({ extension_id: stage.sandbox.options.stream.clientId });
const released = (stage: Stage) => ({ ...extension(stage), extension_version: '1.0.0' });

/** Returns the extension's last message. */
const lastMessage = (stage: Stage) => stage.sandbox.controls.stream.extensionMessages().at(-1);

const minutes = (stage: Stage, count: number) => stage.sandbox.clock.advance(count * 60_000);

const segmentsOf = async (stage: Stage, stream: StreamCalls, segment: 'broadcaster' | 'developer') =>
  (await stream.extensions.configurations.list({ ...extension(stage), ...stage.ownChannel, segment })).items;

/** Lets the user earn a drop of a game that belongs to the app's owner. */
async function earn(stage: Stage, stream: StreamCalls) {
  const [game] = (await stream.analytics.games()).items;
  const game_id = game?.game_id ?? '';
  return { game_id, id: stage.sandbox.controls.stream.earnDrop({ userId: stage.own, gameId: game_id }) };
}

/** Extensions, called by their back end and by others; reports and drops. */
export const extensions: Cases = {
  'extensions.get': {
    async works(stream, stage) {
      const found = await stream.extensions.get(extension(stage));
      expect(found).toMatchObject({ id: extension(stage).extension_id, version: '1.0.0', state: 'Released' });
      const tested = await stream.extensions.get({ ...extension(stage), extension_version: '1.1.0' });
      expect(tested).toMatchObject({ id: found?.id, version: '1.1.0', state: 'InTest', can_install: false });
      expect(await stream.extensions.get({ ...extension(stage), extension_version: '9.9.9' })).toBeUndefined();
      expect(await failure(stream.extensions.get({ extension_id: 'none' }))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream) => stream.extensions.get({} as never),
  },
  'extensions.released': row({
    given: (stream, stage) => stream.extensions.get(extension(stage)),
    async works(stream, { given: extensionOfApp, ...stage }) {
      expect(await stream.extensions.released(released(stage))).toEqual(extensionOfApp);
      expect(await stream.extensions.released(extension(stage))).toEqual(extensionOfApp);
      const tested = stream.extensions.released({ ...extension(stage), extension_version: '1.1.0' });
      expect(await failure(tested)).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, stage) => stream.extensions.released({ ...extension(stage), first: 1 } as never),
  }),
  'extensions.live': {
    async works(stream, stage) {
      const page = await stream.extensions.live({ ...extension(stage), first: 30 });
      const all = await stream.extensions.live({ ...extension(stage), first: 30 }).toArray({ limit: 2000 });
      expect(all.slice(0, 30)).toEqual(page.items);
      const ids = all.map(({ broadcaster_id }) => broadcaster_id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toContain(stage.own);
      const live = await stream.streams.list({ user_id: ids.slice(0, 100), first: 100 });
      expect(userIdsOf(live.items).sort()).toEqual(ids.slice(0, 100).sort());
      const none = stream.extensions.live({ extension_id: 'none' });
      expect(await failure(none)).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, stage) => stream.extensions.live({ ...extension(stage), first: 101 }),
  },

  'extensions.configurations.list': row({
    given: async (stream, stage) => {
      await minutes(stage, 1); // the limit is 20 calls in that time
      const write = (segment: 'broadcaster' | 'developer', content: string) =>
        stream.extensions.configurations.update({
          ...extension(stage),
          ...stage.ownChannel,
          segment,
          content,
          version: '3',
        });
      await write('broadcaster', 'mine');
      await write('developer', 'theirs');
    },
    async works(stream, stage) {
      const segment = ['broadcaster', 'developer', 'global'] as const;
      const { items } = await stream.extensions.configurations.list({
        ...extension(stage),
        ...stage.ownChannel,
        segment,
      });
      expect(items.slice(0, 2)).toEqual([
        { segment: 'broadcaster', ...stage.ownChannel, content: 'mine', version: '3' },
        { segment: 'developer', ...stage.ownChannel, content: 'theirs', version: '3' },
      ]);
      expect(items[2]).not.toHaveProperty('broadcaster_id');
      const global = await stream.extensions.configurations.list({ ...extension(stage), segment: 'global' });
      expect(global.items).toEqual(items.slice(2));
    },
    refused: (stream, stage) => stream.extensions.configurations.list({ ...extension(stage), segment: 'broadcaster' }),
  }),
  'extensions.configurations.update': row({
    given: (_, stage) => minutes(stage, 1),
    async works(stream, stage) {
      const segment = { ...extension(stage), ...stage.ownChannel, segment: 'developer' } as const;
      await stream.extensions.configurations.update({ ...segment, content: 'first', version: '7' });
      await stream.extensions.configurations.update({ ...segment, content: 'x'.repeat(5120) });
      expect(await segmentsOf(stage, stream, 'developer')).toMatchObject([{ content: 'x'.repeat(5120), version: '7' }]);
      const large = stream.extensions.configurations.update({ ...segment, content: 'x'.repeat(5121) });
      expect(await failure(large)).toMatchObject({ code: 'rejected' });
      await stream.extensions.configurations.update({ ...extension(stage), segment: 'global', content: 'all' });
      const global = await stream.extensions.configurations.list({ ...extension(stage), segment: 'global' });
      expect(global.items).toMatchObject([{ segment: 'global', content: 'all' }]);
    },
    refused: (stream, stage) =>
      stream.extensions.configurations.update({ ...extension(stage), ...stage.ownChannel, segment: 'global' }),
  }),
  'extensions.configurations.updateRequired': row({
    given: async (_, stage) => {
      const users = await stage.app.extensions.live({ ...extension(stage), first: 100 }).toArray({ limit: 2000 });
      for (const { broadcaster_id } of users.filter((each) => each.broadcaster_id !== stage.own)) {
        const calls = await stage.signIn(broadcaster_id);
        const { items } = await calls.users.extensions.list();
        if (items.some(({ id, can_activate }) => id === extension(stage).extension_id && !can_activate))
          return { broadcaster_id, calls };
      }
      return expect.unreachable('every channel has configured the extension');
    },
    async works(stream, { given: { broadcaster_id, calls }, ...stage }) {
      const slot = { active: true, id: extension(stage).extension_id, version: '1.0.0' };
      const activate = () => calls.users.extensions.update({ data: { panel: { 3: slot } } });
      const configured = { ...released(stage), broadcaster_id, required_configuration: 'done' };
      expect(await failure(activate())).toMatchObject({ code: 'rejected' });
      await stream.extensions.configurations.updateRequired(configured);
      expect(await activate()).toMatchObject({ panel: { 3: slot } });
    },
    refused: (stream, stage) =>
      stream.extensions.configurations.updateRequired({ ...stage.ownChannel, ...released(stage) } as never),
  }),
  'extensions.pubsub.send': row({
    given: (_, stage) => minutes(stage, 1),
    async works(stream, stage) {
      await stream.extensions.pubsub.send({
        ...stage.ownChannel,
        target: ['broadcast', 'whisper-12'],
        message: '{"a":1}',
      });
      const targets = ['broadcast', 'whisper-12'];
      expect(lastMessage(stage)).toEqual({ by: 'pubsub', targets, broadcasterId: stage.own, text: '{"a":1}' });
      await stream.extensions.pubsub.send({ target: ['global'], is_global_broadcast: true, message: 'to all' });
      expect(lastMessage(stage)).toEqual({ by: 'pubsub', targets: ['global'], text: 'to all' });
      const large = stream.extensions.pubsub.send({
        ...stage.ownChannel,
        target: ['broadcast'],
        message: 'x'.repeat(5121),
      });
      expect(await failure(large)).toMatchObject({ code: 'rejected', status: 422 });
    },
    refused: (stream) => stream.extensions.pubsub.send({ target: ['global'], message: 'to nobody' }),
  }),
  'extensions.chat.send': row({
    given: (_, stage) => minutes(stage, 1),
    async works(stream, stage) {
      const text = 'Ü'.repeat(280);
      await stream.extensions.chat.send({ ...stage.ownChannel, ...released(stage), text });
      expect(lastMessage(stage)).toMatchObject({ by: 'chat', broadcasterId: stage.own, text });
      const unmade = { ...stage.ownChannel, ...released(stage), extension_version: '9.9.9', text: 'hi' };
      expect(await failure(stream.extensions.chat.send(unmade))).toMatchObject({ code: 'rejected' });
      for (let sent = 2; sent < 12; sent += 1)
        await stream.extensions.chat.send({ ...stage.ownChannel, ...released(stage), text });
      const often = stream.extensions.chat.send({ ...stage.ownChannel, ...released(stage), text });
      expect(await failure(often)).toMatchObject({ code: 'rate_limited', retryable: false });
    },
    refused: (stream, stage) =>
      stream.extensions.chat.send({ ...stage.ownChannel, ...released(stage), text: 'x'.repeat(281) }),
  }),
  'extensions.secrets.list': {
    async works(stream, stage) {
      const { items } = await stream.extensions.secrets.list(extension(stage));
      const [secret] = items[0]?.secrets ?? [];
      expect(secret?.content).toBe(stage.sandbox.options.stream.extension.secret);
      expect((secret?.active_at ?? '') <= stage.timeIn(0) && stage.timeIn(0) < (secret?.expires_at ?? '')).toBe(true);
    },
    refused: (stream) => stream.extensions.secrets.list({} as never),
  },
  'extensions.secrets.create': {
    async works(stream, stage) {
      // Late enough that the other secrets stay valid for all cases.
      const { secrets } = await stream.extensions.secrets.create({ ...extension(stage), delay: 366 * 86_400 });
      const [last, before] = secrets.toReversed();
      expect([last?.active_at, before?.expires_at]).toEqual([
        stage.timeIn(366 * day),
        stage.timeIn(366 * day + 3_600_000),
      ]);
      expect((await stream.extensions.secrets.list(extension(stage))).items).toMatchObject([{ secrets }]);
    },
    refused: (stream, stage) => stream.extensions.secrets.create({ ...extension(stage), delay: 299 }),
  },

  'extensions.products.list': row({
    given: async (stream, { timeIn }) => {
      const product = { sku: 'old', cost: { amount: 5, type: 'bits' }, display_name: 'Old' } as const;
      await stream.extensions.products.update({ ...product, expiration: timeIn(-day) });
    },
    async works(stream) {
      const { items } = await stream.extensions.products.list();
      const skus = items.map(({ sku }) => sku);
      expect(skus).toEqual(skus.toSorted());
      expect(skus).not.toContain('old');
      const all = await stream.extensions.products.list({ should_include_all: true });
      expect(all.items.filter(({ sku }) => sku !== 'old')).toEqual(items);
      expect(all.items).toContainEqual(expect.objectContaining({ sku: 'old' }));
    },
    refused: (stream) => stream.extensions.products.list({ should_include_all: 'yes' } as never),
  }),
  'extensions.products.update': {
    async works(stream) {
      const product = { sku: 'gong-1', cost: { amount: 250, type: 'bits' }, display_name: 'Gong' } as const;
      expect(await stream.extensions.products.update(product)).toContainEqual(expect.objectContaining(product));
      await stream.extensions.products.update({ ...product, display_name: 'Big Gong', is_broadcast: true });
      const { items } = await stream.extensions.products.list();
      const changed = { ...product, display_name: 'Big Gong', is_broadcast: true, in_development: false };
      expect(items.filter(({ sku }) => sku === 'gong-1')).toMatchObject([changed]);
    },
    refused: (stream) =>
      stream.extensions.products.update({ sku: 'a', cost: { amount: 10_001, type: 'bits' }, display_name: 'A' }),
  },

  'analytics.extensions': {
    async works(stream, stage) {
      const { items } = await stream.analytics.extensions();
      expect(items).toMatchObject([{ ...extension(stage), type: 'overview_v2', URL: expect.stringMatching(/\.csv$/) }]);
      const [from, to] = [stage.timeIn(-30 * day), stage.timeIn(-20 * day)].map(
        (time) => `${time.slice(0, 10)}T00:00:00Z`,
      );
      const range = { started_at: from ?? '', ended_at: to ?? '' };
      const bounded = await stream.analytics.extensions({ ...extension(stage), ...range });
      expect(bounded.items).toMatchObject([{ ...extension(stage), date_range: range }]);
      const foreign = stream.analytics.extensions({ extension_id: 'none' });
      expect(await failure(foreign)).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { timeIn }) => stream.analytics.extensions({ started_at: timeIn(0) }),
  },
  'analytics.games': {
    async works(stream, { signIn, stranger }) {
      const pages = await Array.fromAsync(stream.analytics.games({ first: 100 }).pages());
      expect(pages.map(({ items }) => items.length)).toEqual([20, 5]);
      const reports = pages.flatMap(({ items }) => items);
      const games = await stream.games.list({ id: reports.map(({ game_id }) => game_id) });
      expect(games.items).toHaveLength(25);
      const [report] = reports;
      expect((await stream.analytics.games({ game_id: report?.game_id ?? '' })).items).toEqual([report]);
      expect((await (await signIn(stranger())).analytics.games()).items).toEqual([]);
    },
    refused: (stream, { timeIn }) => stream.analytics.games({ ended_at: timeIn(0) }),
  },

  'entitlements.list': row({
    given: (client, stage) => earn(stage, client),
    async works(stream, { given: { id, game_id }, own }) {
      const page = await stream.entitlements.list({ user_id: own, game_id, fulfillment_status: 'CLAIMED' });
      expect(page.items[0]).toMatchObject({ id, user_id: own, game_id, fulfillment_status: 'CLAIMED' });
      const all = await stream.entitlements.list({ first: 1000 });
      expect(idsOf(all.items)).toContain(id);
      const paged = await stream.entitlements.list({ first: 3 }).toArray({ limit: 1000 });
      expect(paged).toEqual(all.items);
      const found = await stream.entitlements.list({ id: [...unknown(100), id] }).toArray({ limit: 10 });
      expect(found).toEqual([page.items[0]]);
      const foreign = await failure(stream.entitlements.list({ game_id: '1' }));
      expect(foreign).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream) => stream.entitlements.list({ first: 1001 }),
  }),
  'entitlements.update': row({
    given: (client, stage) => earn(stage, client),
    async works(stream, { given: { id }, signIn, stranger }) {
      const none = '00000000-0000-4000-8000-000000000000';
      const entitlement_ids = [id, 'not-an-id', none];
      const outcomes = await stream.entitlements.update({ entitlement_ids, fulfillment_status: 'FULFILLED' });
      expect(outcomes).toEqual(
        expect.arrayContaining([
          { status: 'SUCCESS', ids: [id] },
          { status: 'INVALID_ID', ids: ['not-an-id'] },
          { status: 'NOT_FOUND', ids: [none] },
        ]),
      );
      expect((await stream.entitlements.list({ id })).items).toMatchObject([{ fulfillment_status: 'FULFILLED' }]);
      const other = await signIn(stranger());
      const denied = await other.entitlements.update({ entitlement_ids: [id], fulfillment_status: 'CLAIMED' });
      expect(denied).toEqual([{ status: 'UNAUTHORIZED', ids: [id] }]);
    },
    refused: (stream) => stream.entitlements.update({ entitlement_ids: unknown(101), fulfillment_status: 'CLAIMED' }),
  }),
};
