import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, idsOf, row, type Stage, type StreamCalls, unknown } from './stage.ts';

/** Creates a reward in place of all rewards of the app. */
async function newReward(stage: Stage, stream: StreamCalls, settings = {}) {
  const { items } = await stream.channelPoints.rewards.list({ ...stage.ownChannel, only_manageable_rewards: true });
  for (const { id } of items) await stream.channelPoints.rewards.delete({ ...stage.ownChannel, id });
  return stream.channelPoints.rewards.create({ ...stage.ownChannel, title: 'Sing', cost: 50, ...settings });
}

/** Creates a reward, and three redemptions of it, the oldest first. */
async function redeemed(stage: Stage, stream: StreamCalls) {
  const { id: reward_id } = await newReward(stage, stream, { is_user_input_required: true });
  const redeem = (input: string) => {
    const userId = stage.stranger();
    return { id: stage.sandbox.controls.stream.redeemReward({ rewardId: reward_id, userId, input }), userId, input };
  };
  return { reward_id, of: { ...stage.ownChannel, reward_id }, taken: [redeem('one'), redeem('two'), redeem('three')] };
}

const findReward = async (stage: Stage, stream: StreamCalls, id: string) =>
  (await stream.channelPoints.rewards.list({ ...stage.ownChannel, id })).items[0];

/** Channel points and raids. */
export const points: Cases = {
  'channelPoints.rewards.list': row({
    given: (client, stage) => newReward(stage, client),
    async works(stream, { given: reward, ownChannel }) {
      const all = (await stream.channelPoints.rewards.list(ownChannel)).items;
      expect(all).toContainEqual(reward);
      const manageable = await stream.channelPoints.rewards.list({ ...ownChannel, only_manageable_rewards: true });
      expect(manageable.items).toEqual([reward]);
      const [first = '', ...others] = idsOf(all);
      const asked = { ...ownChannel, id: [first, ...unknown(49), ...others] };
      const pages = await Array.fromAsync(stream.channelPoints.rewards.list(asked).pages());
      expect(pages.map(({ items }) => idsOf(items).sort())).toEqual([[first], others.toSorted()]);
      const none = stream.channelPoints.rewards.list({ ...ownChannel, id: unknown(2) });
      expect(await failure(none)).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { ownChannel }) =>
      stream.channelPoints.rewards.list({ ...ownChannel, only_manageable_rewards: 1 } as never),
  }),
  'channelPoints.rewards.create': row({
    given: async (stream, stage) => {
      const { id } = await newReward(stage, stream);
      await stream.channelPoints.rewards.delete({ ...stage.ownChannel, id });
    },
    async works(stream, stage) {
      const wanted = { title: 'Hum', cost: 10, prompt: 'Which tune?', background_color: '#00FF00' };
      const reward = await stream.channelPoints.rewards.create({
        ...stage.ownChannel,
        ...wanted,
        is_max_per_stream_enabled: true,
        max_per_stream: 1,
        is_global_cooldown_enabled: true,
        global_cooldown_seconds: 60,
      });
      expect(reward).toMatchObject({
        ...stage.ownChannel,
        ...wanted,
        image: null,
        is_enabled: true,
        is_paused: false,
        is_in_stock: true,
        max_per_stream_setting: { is_enabled: true, max_per_stream: 1 },
        max_per_user_per_stream_setting: { is_enabled: false },
        global_cooldown_setting: { is_enabled: true, global_cooldown_seconds: 60 },
        redemptions_redeemed_current_stream: 0,
      });
      stage.sandbox.controls.stream.redeemReward({ rewardId: reward.id, userId: stage.stranger() });
      const { cooldown_expires_at, ...taken } = (await findReward(stage, stream, reward.id)) ?? reward;
      expect(taken).toMatchObject({ is_in_stock: false, redemptions_redeemed_current_stream: 1 });
      expect(cooldown_expires_at).toBe(stage.timeIn(60_000));
      const double = stream.channelPoints.rewards.create({ ...stage.ownChannel, title: 'Hum', cost: 1 });
      expect(await failure(double)).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { ownChannel }) =>
      stream.channelPoints.rewards.create({ ...ownChannel, title: 'x'.repeat(46), cost: 1 }),
  }),
  'channelPoints.rewards.update': row({
    given: (client, stage) => newReward(stage, client),
    async works(stream, { given: { id, ...reward }, ...stage }) {
      const prompt = 'Which dance? '.repeat(20);
      const changes = { prompt, cost: 1_000_000_000, title: 'Dance', is_paused: true, background_color: '#0000FF' };
      const changed = await stream.channelPoints.rewards.update({ ...stage.ownChannel, id, ...changes });
      expect(changed).toEqual({ ...reward, id, ...changes });
      expect(await findReward(stage, stream, id)).toEqual(changed);
      const [foreign] = (await stream.channelPoints.rewards.list(stage.ownChannel)).items.filter(
        (each) => each.id !== id,
      );
      const steal = stream.channelPoints.rewards.update({ ...stage.ownChannel, id: foreign?.id ?? '', cost: 1 });
      expect(await failure(steal)).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream, { ownChannel }) =>
      stream.channelPoints.rewards.update({ ...ownChannel, id: '1', cost: 1_000_000_001 }),
  }),
  'channelPoints.rewards.delete': row({
    given: (client, stage) => redeemed(stage, client),
    async works(stream, { given: { reward_id: id, taken }, ...stage }) {
      const fulfilled = await stage.inbox.listen('channel.channel_points_custom_reward_redemption.update', '1', {
        broadcaster_user_id: stage.own,
      });
      await stream.channelPoints.rewards.delete({ ...stage.ownChannel, id });
      expect(await failure(findReward(stage, stream, id))).toMatchObject({ code: 'not_found' });
      for (const redemption of taken)
        expect(await fulfilled({ id: redemption.id })).toMatchObject({
          status: 'fulfilled',
          user_id: redemption.userId,
        });
    },
    refused: (stream, { ownChannel }) => stream.channelPoints.rewards.delete(ownChannel as never),
  }),
  'channelPoints.redemptions.list': row({
    given: (client, stage) => redeemed(stage, client),
    async works(stream, { given: { of, taken } }) {
      const page = await stream.channelPoints.redemptions.list({ ...of, status: 'UNFULFILLED', first: 2 });
      expect(idsOf(page.items)).toEqual(idsOf(taken).slice(0, 2));
      const status = 'UNFULFILLED' as const;
      const all = stream.channelPoints.redemptions.list({ ...of, status, sort: 'NEWEST', first: 1 });
      expect(idsOf(await all.toArray({ limit: 10 }))).toEqual(idsOf(taken).reverse());
      const [one, two] = taken;
      const asked = { ...of, id: [one?.id ?? '', ...unknown(49), two?.id ?? ''] };
      const found = await stream.channelPoints.redemptions.list(asked).toArray({ limit: 10 });
      expect(found).toMatchObject([
        { id: one?.id, user_id: one?.userId, user_input: 'one', status, reward: { title: 'Sing', cost: 50 } },
        { id: two?.id, user_id: two?.userId, user_input: 'two', status },
      ]);
    },
    refused: (stream, { ownChannel }) => stream.channelPoints.redemptions.list({ ...ownChannel, reward_id: '1' }),
  }),
  'channelPoints.redemptions.update': row({
    given: (client, stage) => redeemed(stage, client),
    async works(stream, { given: { of, taken } }) {
      const [one, two, three] = idsOf(taken);
      const canceled = await stream.channelPoints.redemptions.update({
        ...of,
        id: [one ?? '', two ?? ''],
        status: 'CANCELED',
      });
      expect(canceled).toMatchObject([
        { id: one, status: 'CANCELED' },
        { id: two, status: 'CANCELED' },
      ]);
      const { items } = await stream.channelPoints.redemptions.list({ ...of, status: 'CANCELED' });
      expect(items).toEqual(canceled);
      const rest = await stream.channelPoints.redemptions.update({ ...of, id: idsOf(taken), status: 'FULFILLED' });
      expect(idsOf(rest)).toEqual([three]);
      const again = stream.channelPoints.redemptions.update({ ...of, id: idsOf(taken), status: 'CANCELED' });
      expect(await failure(again)).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { ownChannel }) =>
      stream.channelPoints.redemptions.update({ ...ownChannel, reward_id: '1', id: unknown(51), status: 'CANCELED' }),
  }),

  'raids.start': row({
    given: async (_, { sandbox, stranger, inbox, own }) => {
      await sandbox.clock.advance(600_000); // the limit is ten calls in that time, and the previous raid has started
      return { to: stranger(), heard: await inbox.listen('channel.raid', '1', { from_broadcaster_user_id: own }) };
    },
    async works(stream, { given: { to, heard }, own, timeIn, sandbox, ownChannel }) {
      const raid = { from_broadcaster_id: own, to_broadcaster_id: to };
      const { created_at } = await stream.raids.start(raid);
      expect(created_at).toBe(timeIn(0));
      expect(await failure(stream.raids.start(raid))).toMatchObject({ code: 'conflict' });
      await sandbox.clock.advance(90_000);
      expect(await heard({ to_broadcaster_user_id: to })).toMatchObject({ from_broadcaster_user_id: own });
      expect(await failure(stream.raids.cancel(ownChannel))).toMatchObject({ code: 'not_found' });
    },
    refused: (stream, { own }) => stream.raids.start({ from_broadcaster_id: own } as never),
  }),
  'raids.cancel': row({
    given: async (stream, { sandbox, own, stranger }) => {
      await sandbox.clock.advance(600_000);
      await stream.raids.start({ from_broadcaster_id: own, to_broadcaster_id: stranger() });
    },
    async works(stream, { ownChannel, own, stranger }) {
      await stream.raids.cancel(ownChannel);
      expect(await failure(stream.raids.cancel(ownChannel))).toMatchObject({ code: 'not_found' });
      await stream.raids.start({ from_broadcaster_id: own, to_broadcaster_id: stranger() });
    },
    refused: (stream) => stream.raids.cancel({} as never),
  }),
};
