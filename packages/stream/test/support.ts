import { failure } from '@x/testing';
import { expect } from 'vitest';
import { type Cases, idsOf, row, type Stage, unknown, userIdsOf } from './stage.ts';

const ownUserId = (stage: Stage) => ({ broadcaster_user_id: stage.own });

/** Ads, subscriptions, Bits, hype trains, charity and goals. */
export const support: Cases = {
  'ads.start': row({
    given: (_, { sandbox }) => sandbox.clock.advance(480_000), // the wait between two commercials
    async works(stream, { ownChannel, sandbox, stranger, signIn }) {
      const commercial = await stream.ads.start({ ...ownChannel, length: 90 });
      expect(commercial).toEqual({ length: 90, message: '', retry_after: 480 });
      const { last_ad_at, preroll_free_time } = await stream.ads.get(ownChannel);
      expect(last_ad_at * 1000).toBe(sandbox.clock.now());
      expect(preroll_free_time).toBeGreaterThan(0);
      const again = await failure(stream.ads.start({ ...ownChannel, length: 30 }));
      expect(again).toMatchObject({ code: 'rate_limited', retryable: false });
      const broadcaster_id = stranger('');
      const unpaid = (await signIn(broadcaster_id)).ads.start({ broadcaster_id, length: 30 });
      expect(await failure(unpaid)).toMatchObject({ code: 'rejected' });
    },
    refused: (stream, { ownChannel }) => stream.ads.start({ ...ownChannel, length: 181 }),
  }),
  'ads.get': {
    async works(stream, { ownChannel, sandbox, stranger, signIn }) {
      const { next_ad_at, duration, ...schedule } = await stream.ads.get(ownChannel);
      expect(next_ad_at * 1000).toBeGreaterThan(sandbox.clock.now());
      expect(schedule).toMatchObject({ snooze_count: expect.any(Number), snooze_refresh_at: expect.any(Number) });
      await sandbox.clock.advance(next_ad_at * 1000 - sandbox.clock.now());
      const after = await stream.ads.get(ownChannel);
      expect([after.last_ad_at, after.next_ad_at]).toEqual([next_ad_at, next_ad_at + 3600]);
      expect(after.duration).toBe(duration);
      const broadcaster_id = stranger('');
      const unpaid = await (await signIn(broadcaster_id)).ads.get({ broadcaster_id });
      expect(Object.values(unpaid)).toEqual([0, 0, 0, 0, 0, 0]);
    },
    refused: (stream) => stream.ads.get({} as never),
  },
  'ads.snooze': row({
    given: async (stream, { sandbox, ownChannel }) => {
      await sandbox.clock.advance(4 * 3_600_000); // all snoozes are back
      return stream.ads.get(ownChannel);
    },
    async works(stream, { given: before, ownChannel, sandbox }) {
      const snoozed = await stream.ads.snooze(ownChannel);
      expect(snoozed.next_ad_at).toBe(before.next_ad_at + 300);
      expect(snoozed.snooze_count).toBe(before.snooze_count - 1);
      expect(snoozed.snooze_refresh_at * 1000).toBe(sandbox.clock.now() + 3_600_000);
      expect(await stream.ads.get(ownChannel)).toMatchObject(snoozed);
      for (let left = snoozed.snooze_count; left > 0; left -= 1) await stream.ads.snooze(ownChannel);
      expect(await failure(stream.ads.snooze(ownChannel))).toMatchObject({ code: 'rate_limited', retryable: false });
    },
    refused: (stream) => stream.ads.snooze({} as never),
  }),

  'subscriptions.list': row({
    given: async (_, { stranger, sandbox, own }) => {
      const [userId, gifterId] = [stranger(), stranger()];
      sandbox.controls.stream.subscribe({ userId, broadcasterId: own, tier: '2000', gifterId });
      return { userId, gifterId };
    },
    async works(stream, { given: { userId: user_id, gifterId: gifter_id }, ownChannel }) {
      const page = await stream.subscriptions.list({ ...ownChannel, first: 50 });
      expect(page.items[0]).toMatchObject({ ...ownChannel, user_id, gifter_id, tier: '2000', is_gift: true });
      const all = await stream.subscriptions.list({ ...ownChannel, first: 50 }).toArray({ limit: 1000 });
      expect(new Set(userIdsOf(all)).size).toBe(page.total);
      const points = { '1000': 1, '2000': 2, '3000': 6 } as Record<string, number>;
      const sum = all.reduce((total, { tier }) => total + (points[tier] ?? 0), 0);
      expect(page.raw).toMatchObject({ points: sum });
      const asked = { ...ownChannel, user_id: [...unknown(150), user_id] };
      expect(await stream.subscriptions.list(asked).toArray({ limit: 10 })).toEqual([page.items[0]]);
    },
    refused: (stream, { ownChannel }) => stream.subscriptions.list({ ...ownChannel, first: 101 }),
  }),
  'subscriptions.get': row({
    given: async (_, { stranger, sandbox, own }) => {
      const [broadcasterId, gifterId] = [stranger(), stranger()];
      sandbox.controls.stream.subscribe({ userId: own, broadcasterId, gifterId });
      return { broadcaster_id: broadcasterId, gifter_id: gifterId };
    },
    async works(stream, { given: { broadcaster_id, gifter_id }, own, sandbox }) {
      const subscription = await stream.subscriptions.get({ broadcaster_id, user_id: own });
      expect(subscription).toMatchObject({ broadcaster_id, tier: '1000', is_gift: true, gifter_id });
      sandbox.controls.stream.unsubscribe({ userId: own, broadcasterId: broadcaster_id });
      const none = stream.subscriptions.get({ broadcaster_id, user_id: own });
      expect(await failure(none)).toMatchObject({ code: 'not_found', status: 404 });
    },
    refused: (stream, { ownChannel }) => stream.subscriptions.get(ownChannel as never),
  }),

  'bits.leaderboard': row({
    given: async (_, { stranger, sandbox, own }) => {
      const userId = stranger();
      sandbox.controls.stream.cheer({ userId, broadcasterId: own, bits: 1_000_000 });
      return userId;
    },
    async works(stream, { given: user_id, timeIn }) {
      const all = await stream.bits.leaderboard({ count: 100 });
      expect(all).toMatchObject({ total: all.data.length, date_range: { started_at: '', ended_at: '' } });
      const scores = all.data.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(all.data.map(({ rank }) => rank)).toEqual(scores.map((_, at) => at + 1));
      expect(all.data).toContainEqual(expect.objectContaining({ user_id, score: 1_000_000 }));
      const today = await stream.bits.leaderboard({ period: 'day', started_at: timeIn(0), user_id, count: 1 });
      expect(today.data).toMatchObject([{ user_id, score: 1_000_000 }]);
      const { started_at, ended_at } = today.date_range;
      expect(started_at <= timeIn(0) && timeIn(0) < ended_at).toBe(true);
    },
    refused: (stream) => stream.bits.leaderboard({ count: 101 }),
  }),
  'bits.cheermotes': {
    async works(stream, { ownChannel }) {
      const { items } = await stream.bits.cheermotes();
      const own = (await stream.bits.cheermotes(ownChannel)).items.filter(({ type }) => type === 'channel_custom');
      expect([own.length, items.filter(({ type }) => type === 'channel_custom')]).toEqual([1, []]);
      for (const { tiers, prefix } of [...items, ...own]) {
        const least = tiers.map(({ min_bits }) => min_bits);
        expect(least).toEqual(least.toSorted((a, b) => a - b));
        expect(tiers[0]?.images.dark?.animated?.['1.5']).toContain(prefix.toLowerCase());
      }
    },
    refused: (stream) => stream.bits.cheermotes({ broadcaster_id: 1 } as never),
  },
  'bits.customPowerUps': row({
    given: (stream, { ownChannel }) => stream.bits.customPowerUps(ownChannel),
    async works(stream, { given: { items }, ...stage }) {
      expect(idsOf(items)).toEqual(idsOf(items).toSorted());
      const [powerUp] = items.filter(({ is_user_input_required }) => is_user_input_required);
      const { id, title, bits, prompt } = powerUp ?? expect.unreachable('there is no power-up that asks for text');
      const asked = { ...stage.ownChannel, id: [...unknown(49), id] };
      expect((await stream.bits.customPowerUps(asked)).items).toEqual([powerUp]);
      const none = stream.bits.customPowerUps({ ...stage.ownChannel, id: unknown(51) });
      expect(await failure(none)).toMatchObject({ code: 'not_found' });

      const conditions = { redeemed: { ...ownUserId(stage), reward_id: id }, used: ownUserId(stage) };
      const redeemed = await stage.inbox.listen('channel.custom_power_up_redemption.add', '1', conditions.redeemed);
      const used = await stage.inbox.listen('channel.bits.use', '1', conditions.used);
      const redemption = { powerUpId: id, userId: stage.stranger(), input: 'The old harbor' };
      const redemptionId = stage.sandbox.controls.stream.redeemPowerUp(redemption);
      expect(await redeemed({ id: redemptionId })).toMatchObject({
        user_input: 'The old harbor',
        custom_power_up: { id, title, bits, prompt },
      });
      expect(await used({ type: 'custom_power_up' })).toMatchObject({
        bits,
        custom_power_up: { title, reward_id: id },
      });

      const broadcaster_id = stage.stranger('');
      const unpaid = (await stage.signIn(broadcaster_id)).bits.customPowerUps({ broadcaster_id });
      expect(await failure(unpaid)).toMatchObject({ code: 'permission_denied', status: 403 });
      const foreign = await failure(stream.bits.customPowerUps({ broadcaster_id }));
      expect(foreign).toMatchObject({ code: 'permission_denied', status: 401 });
    },
    refused: (stream) => stream.bits.customPowerUps({} as never),
  }),
  'bits.transactions': row({
    given: async (_, { stranger, own, sandbox }) => {
      const sale = { userId: stranger(), broadcasterId: own, sku: 'acorn' };
      for (let sold = 0; sold < 60; sold += 1) sandbox.controls.stream.buyProduct(sale);
      return { ...sale, id: sandbox.controls.stream.buyProduct(sale) };
    },
    async works(stream, { given: { id, userId, sku }, sandbox, ownChannel }) {
      const extension_id = sandbox.options.stream.clientId;
      const all = await stream.bits.transactions({ extension_id, first: 20 }).toArray({ limit: 1000 });
      expect(all[0]).toMatchObject({ id, user_id: userId, ...ownChannel, product_data: { sku } });
      expect(new Set(all.map((each) => each.id)).size).toBe(all.length);
      expect(all.length).toBeGreaterThan(100);
      const some = stream.bits.transactions({ extension_id, id: idsOf(all.slice(0, 101)), first: 100 });
      expect(await some.toArray({ limit: 1000 })).toEqual(all.slice(0, 101));
      const gone = stream.bits.transactions({ extension_id, id: [id, ...unknown(1)] });
      expect(await failure(gone)).toMatchObject({ code: 'not_found' });
    },
    refused: (stream) => stream.bits.transactions({} as never),
  }),

  'hypeTrain.get': row({
    given: async (_, { sandbox, stranger, own }) => {
      await sandbox.clock.advance(2 * 3_600_000); // the previous Hype Train and the hour of rest after it have ended
      const userId = stranger();
      for (const bits of [100, 200, 300]) sandbox.controls.stream.cheer({ userId, broadcasterId: own, bits });
      return userId;
    },
    async works(stream, { given: user_id, ownChannel, own, sandbox, stranger }) {
      const { current, all_time_high } = await stream.hypeTrain.get(ownChannel);
      expect(current).toMatchObject({ broadcaster_user_id: own, level: 1, total: 600, progress: 600, goal: 1000 });
      expect(current?.top_contributions).toMatchObject([{ user_id, type: 'bits', total: 600 }]);
      expect(all_time_high?.total).toBeGreaterThanOrEqual(600);
      sandbox.controls.stream.subscribe({ userId: stranger(), broadcasterId: own });
      const grown = await stream.hypeTrain.get(ownChannel);
      expect(grown.current).toMatchObject({ id: current?.id, level: 2, total: 1100, progress: 100, goal: 2000 });
      await sandbox.clock.advance(11 * 60_000);
      expect((await stream.hypeTrain.get(ownChannel)).current).toBeNull();
    },
    refused: (stream) => stream.hypeTrain.get({} as never),
  }),

  'charity.get': row({
    given: (stream, { ownChannel }) => stream.charity.donations({ ...ownChannel, first: 100 }).toArray({ limit: 1000 }),
    async works(stream, { given: donations, ownChannel, stranger, signIn }) {
      const campaign = await stream.charity.get(ownChannel);
      const sum = donations.reduce((total, { amount }) => total + amount.value, 0);
      expect(campaign).toMatchObject({ ...ownChannel, current_amount: { value: sum, decimal_places: 2 } });
      expect(new Set(donations.map(({ campaign_id }) => campaign_id))).toEqual(new Set([campaign?.id]));
      const others = Array.from({ length: 8 }, () => stranger());
      const campaigns = await Promise.all(
        others.map(async (broadcaster_id) => (await signIn(broadcaster_id)).charity.get({ broadcaster_id })),
      );
      expect(campaigns).toContain(undefined);
      const unpaid = stranger('');
      const refused = (await signIn(unpaid)).charity.get({ broadcaster_id: unpaid });
      expect(await failure(refused)).toMatchObject({ code: 'permission_denied', status: 403 });
    },
    refused: (stream) => stream.charity.get({} as never),
  }),
  'charity.donations': row({
    given: async (stream, { ownChannel, stranger, sandbox, own }) => {
      const before = await stream.charity.get(ownChannel);
      const userId = stranger();
      sandbox.controls.stream.donate({ userId, broadcasterId: own, cents: 1234 });
      return { userId, before: before?.current_amount.value ?? 0 };
    },
    async works(stream, { given: { userId, before }, ownChannel }) {
      const { items } = await stream.charity.donations({ ...ownChannel, first: 3 });
      expect(items).toHaveLength(3);
      const amount = { value: 1234, decimal_places: 2, currency: 'USD' };
      expect(items[0]).toMatchObject({ user_id: userId, amount });
      const all = await stream.charity.donations({ ...ownChannel, first: 3 }).toArray({ limit: 1000 });
      expect(all.reduce((total, each) => total + each.amount.value, 0)).toBe(before + 1234);
    },
    refused: (stream, { ownChannel }) => stream.charity.donations({ ...ownChannel, first: 101 }),
  }),

  'goals.list': row({
    given: async (_, { sandbox, stranger, own }) => {
      sandbox.controls.stream.follow({ userId: stranger(), broadcasterId: own });
    },
    async works(stream, { ownChannel, user, sandbox, stranger, own }) {
      const { items } = await stream.goals.list(ownChannel);
      const { total } = await user.channels.followers(ownChannel);
      const goal = items.find(({ type }) => type === 'follower');
      expect(goal).toMatchObject({ ...ownChannel, current_amount: total });
      sandbox.controls.stream.follow({ userId: stranger(), broadcasterId: own });
      const [moved] = (await stream.goals.list(ownChannel)).items.filter(({ id }) => id === goal?.id);
      expect(moved).toEqual({ ...goal, current_amount: (total ?? 0) + 1 });
    },
    refused: (stream) => stream.goals.list({} as never),
  }),
};
