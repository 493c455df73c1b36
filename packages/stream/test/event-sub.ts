import { failure } from '@x/testing';
import { expect } from 'vitest';
import type { EventSubRequest } from '../src/index.ts';
import { eventually, secret } from './inbox.ts';
import { type Cases, idsOf, row, type Stage, type StreamCalls } from './stage.ts';

/** Returns a request for a webhook subscription, by default to a new stranger's channel. */
const request = (stage: Stage, broadcaster_user_id = stage.stranger()): EventSubRequest => ({
  type: 'stream.online',
  version: '1',
  condition: { broadcaster_user_id },
  transport: { method: 'webhook', callback: stage.inbox.callback, secret },
});

/** Webhooks need the app's token; only WebSockets need a user's. */
const subscriptions = (stage: Stage) => stage.app.eventSub.subscriptions;

async function subscribe(stage: Stage, broadcaster_user_id?: string) {
  const { data } = await subscriptions(stage).create(request(stage, broadcaster_user_id));
  return data[0] ?? expect.unreachable('no subscription was made');
}

const find = async (stage: Stage, subscription_id: string) =>
  (await subscriptions(stage).list({ subscription_id })).items[0];

/** Creates a conduit in place of all others. */
async function newConduit(stream: Pick<StreamCalls, 'eventSub'>, shard_count = 2) {
  for (const { id } of (await stream.eventSub.conduits.list()).items) await stream.eventSub.conduits.delete({ id });
  return stream.eventSub.conduits.create({ shard_count });
}

const shard = (stage: Stage, id: string, path = id) => ({
  id,
  transport: { method: 'webhook', callback: stage.inbox.callback + path, secret } as const,
});

const shardsOf = async (stream: StreamCalls, conduit_id: string) =>
  (await stream.eventSub.conduits.shards.list({ conduit_id })).items;

/** Subscriptions to events, and conduits. */
export const eventSub: Cases = {
  'eventSub.subscriptions.create': {
    async works(_, stage) {
      const wanted = request(stage);
      const { data, ...totals } = await subscriptions(stage).create(wanted);
      const { type, version, condition } = wanted;
      const pending = { type, version, condition, status: 'webhook_callback_verification_pending', cost: 1 };
      expect(data).toMatchObject([{ ...pending, transport: { method: 'webhook', callback: stage.inbox.callback } }]);
      expect(JSON.stringify(data)).not.toContain(secret);
      expect(totals.total_cost).toBeLessThanOrEqual(totals.total);
      expect(totals.max_total_cost).toBe(10_000);
      await eventually(async () => expect(await find(stage, data[0]?.id ?? '')).toMatchObject({ status: 'enabled' }));
      expect(await failure(subscriptions(stage).create(wanted))).toMatchObject({ code: 'conflict' });
      const ungranted = { ...request(stage), type: 'channel.subscribe', version: '1' } as EventSubRequest;
      expect(await failure(subscriptions(stage).create(ungranted))).toMatchObject({
        code: 'permission_denied',
        status: 403,
      });
      expect(await failure(stage.user.eventSub.subscriptions.create(request(stage)))).toMatchObject({
        code: 'permission_denied',
      });
    },
    refused: (_, stage) => {
      const transport = { method: 'webhook', callback: stage.inbox.callback, secret: 'too short' } as const;
      return subscriptions(stage).create({ ...request(stage), transport });
    },
  },
  'eventSub.subscriptions.list': row({
    given: async (_, stage) => {
      const broadcaster = stage.stranger();
      return { broadcaster, made: [await subscribe(stage, broadcaster), await subscribe(stage)] };
    },
    async works(
      _,
      {
        given: {
          broadcaster,
          made: [one, two],
        },
        ...stage
      },
    ) {
      const page = await subscriptions(stage).list();
      const all = await subscriptions(stage).list().toArray({ limit: 1000 });
      expect(idsOf(all.slice(-2))).toEqual([one?.id, two?.id]);
      expect(page.raw).toMatchObject({ max_total_cost: 10_000, total: all.length });
      expect(idsOf((await subscriptions(stage).list({ user_id: broadcaster })).items)).toEqual([one?.id]);
      expect(idsOf((await subscriptions(stage).list({ subscription_id: two?.id })).items)).toEqual([two?.id]);
      const { id: conduit_id } = await newConduit(stage.app);
      const transport = { method: 'conduit', conduit_id } as const;
      const { data } = await subscriptions(stage).create({ ...request(stage), transport });
      expect(idsOf((await subscriptions(stage).list({ conduit_id })).items)).toEqual(idsOf(data));
      expect(await failure(subscriptions(stage).list({ conduit_id, user_id: broadcaster }))).toMatchObject({
        code: 'invalid_params',
      });
      const ofType = await subscriptions(stage).list({ type: 'stream.online' }).toArray({ limit: 1000 });
      expect(idsOf(ofType)).toEqual([...idsOf(all.filter(({ type }) => type === 'stream.online')), ...idsOf(data)]);
    },
    refused: (_, stage) => subscriptions(stage).list({ type: 'stream.online', status: 'enabled' }),
  }),
  'eventSub.subscriptions.delete': row({
    given: async (_, stage) => subscribe(stage),
    async works(_, { given: { id }, ...stage }) {
      await subscriptions(stage).delete({ id });
      expect(await find(stage, id)).toBeUndefined();
      expect(await failure(subscriptions(stage).delete({ id }))).toMatchObject({ code: 'not_found' });
    },
    refused: (_, stage) => subscriptions(stage).delete({} as never),
  }),

  'eventSub.conduits.list': row({
    given: (client) => newConduit(client),
    async works(stream, { given: conduit }) {
      expect((await stream.eventSub.conduits.list()).items).toEqual([conduit]);
    },
    refused: (stream) => stream.eventSub.conduits.list({ id: '1' } as never),
  }),
  'eventSub.conduits.create': row({
    given: (client) => newConduit(client),
    async works(stream) {
      const conduits = [];
      for (const shard_count of [1, 20_000, 3, 4])
        conduits.push(await stream.eventSub.conduits.create({ shard_count }));
      expect(conduits.map(({ shard_count }) => shard_count)).toEqual([1, 20_000, 3, 4]);
      expect((await stream.eventSub.conduits.list()).items.slice(1)).toEqual(conduits);
      const sixth = stream.eventSub.conduits.create({ shard_count: 1 });
      expect(await failure(sixth)).toMatchObject({ code: 'rate_limited', retryable: false });
    },
    refused: (stream) => stream.eventSub.conduits.create({ shard_count: 20_001 }),
  }),
  'eventSub.conduits.update': row({
    given: async (stream, stage) => {
      const { id } = await newConduit(stream, 3);
      await stream.eventSub.conduits.shards.update({ conduit_id: id, shards: [shard(stage, '0'), shard(stage, '2')] });
      return id;
    },
    async works(stream, { given: id }) {
      expect(await stream.eventSub.conduits.update({ id, shard_count: 2 })).toEqual({ id, shard_count: 2 });
      expect(idsOf(await shardsOf(stream, id))).toEqual(['0']);
      const gone = stream.eventSub.conduits.update({ id: 'none', shard_count: 1 });
      expect(await failure(gone)).toMatchObject({ code: 'not_found' });
    },
    refused: (stream) => stream.eventSub.conduits.update({ id: 'a', shard_count: 0 }),
  }),
  'eventSub.conduits.delete': row({
    given: (client) => newConduit(client),
    async works(stream, { given: { id }, ...stage }) {
      const transport = { method: 'conduit', conduit_id: id } as const;
      const { data } = await subscriptions(stage).create({ ...request(stage), transport });
      expect(data).toMatchObject([{ status: 'enabled', transport }]);
      await stream.eventSub.conduits.delete({ id });
      expect((await stream.eventSub.conduits.list()).items).toEqual([]);
      expect((await find(stage, data[0]?.id ?? ''))?.status).not.toBe('enabled');
      expect(await failure(stream.eventSub.conduits.delete({ id }))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream) => stream.eventSub.conduits.delete({} as never),
  }),
  'eventSub.conduits.shards.list': row({
    given: async (stream, stage) => {
      const { id: conduit_id } = await newConduit(stream, 150);
      const ids = Array.from({ length: 150 }, (_, at) => String(at));
      await stream.eventSub.conduits.shards.update({ conduit_id, shards: ids.map((id) => shard(stage, id)) });
      return { conduit_id, ids };
    },
    async works(stream, { given: { conduit_id, ids }, inbox }) {
      const pages = await Array.fromAsync(stream.eventSub.conduits.shards.list({ conduit_id }).pages());
      expect(pages.map(({ items }) => items.length)).toEqual([100, 50]);
      const shards = pages.flatMap(({ items }) => items);
      expect(idsOf(shards)).toEqual(ids);
      expect(shards[7]?.transport).toEqual({ method: 'webhook', callback: `${inbox.callback}7` });
      const failed = { conduit_id, status: 'webhook_callback_verification_failed' } as const;
      expect((await stream.eventSub.conduits.shards.list(failed)).items).toEqual([]);
    },
    refused: (stream) => stream.eventSub.conduits.shards.list({ conduit_id: 'a', status: 'lost' as 'enabled' }),
  }),
  'eventSub.conduits.shards.update': row({
    given: (client) => newConduit(client),
    async works(stream, { given: { id: conduit_id }, ...stage }) {
      const { data, errors } = await stream.eventSub.conduits.shards.update({
        conduit_id,
        shards: [shard(stage, '0', 'first'), shard(stage, '2')],
      });
      expect(data).toMatchObject([{ id: '0', status: 'webhook_callback_verification_pending' }]);
      expect(errors).toMatchObject([{ id: '2', code: expect.any(String), message: expect.any(String) }]);
      await eventually(async () => expect(await shardsOf(stream, conduit_id)).toMatchObject([{ status: 'enabled' }]));
      const transport = { method: 'conduit', conduit_id } as const;
      const condition = { broadcaster_user_id: stage.own };
      await subscriptions(stage).create({ type: 'channel.update', version: '2', condition, transport });
      await stage.user.channels.update({ ...stage.ownChannel, title: 'over the conduit' });
      const { deliveries } = stage.sandbox.controls.stream.eventSub;
      await eventually(() =>
        expect(deliveries().findLast(({ subscriptionType }) => subscriptionType === 'channel.update')).toMatchObject({
          url: `${stage.inbox.callback}first`,
          state: 'delivered',
          body: expect.stringContaining('over the conduit'),
        }),
      );
    },
    refused: (stream) => {
      const transport = { method: 'carrier pigeon' as 'webhook' };
      return stream.eventSub.conduits.shards.update({ conduit_id: 'a', shards: [{ id: '0', transport }] });
    },
  }),
};
