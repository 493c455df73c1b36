import { beforeEach, describe, expect, test } from 'vitest';
import { type TestStream, testStream } from '../../../../test/stream.ts';
import { userId } from '../data/values.ts';

const broadcasterId = userId(0);
let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

const told = (type: string) => stream.happenings.filter((each) => each.type === type).map(({ event }) => event);
const types = () => stream.happenings.map(({ type, version }) => `${type} ${version}`);

/** Calls an endpoint as the owner of the channel. */
const read = async (path: string, rank = 0) => (await stream.call(userId(rank), `GET ${path}`)).body;

describe('subscriptions', () => {
  const path = `/subscriptions?broadcaster_id=${broadcasterId}`;
  const list = (query = '') => read(path + query);
  const newcomers = async () => {
    const ids = (await list('&first=100')).data.map(({ user_id }) => user_id);
    return [700, 701, 702, 703, 704].map(userId).filter((id) => !ids.includes(id)) as [string, string];
  };

  test('are reported when they start, are renewed, are gifts, and end', async () => {
    const [id, other] = await newcomers();
    const { total, points } = await list();
    stream.controls.subscribe({ userId: id, broadcasterId, tier: '3000' });
    expect(await list('&first=1')).toMatchObject({ total: total + 1, points: points + 6 });
    stream.controls.subscribe({ userId: id, broadcasterId, message: 'again!' });
    expect((await list()).total).toBe(total + 1);
    stream.controls.unsubscribe({ userId: id, broadcasterId });
    stream.controls.subscribe({ userId: other, broadcasterId, gifterId: userId(9) });
    expect(types()).toEqual(expect.arrayContaining(['channel.subscribe 1', 'channel.subscription.message 1']));
    expect(told('channel.subscribe')[0]).toMatchObject({ user_id: id, tier: '3000', is_gift: false });
    expect(told('channel.subscription.message')).toMatchObject([
      {
        message: { text: 'again!', emotes: [] },
        tier: '3000',
        cumulative_months: 2,
        streak_months: 2,
        duration_months: 1,
      },
    ]);
    expect(told('channel.subscription.end')).toMatchObject([{ user_id: id, tier: '3000' }]);
    const gift = { user_id: userId(9), total: 1, tier: '1000', is_anonymous: false };
    expect(told('channel.subscription.gift')).toMatchObject([gift]);
    expect(() => stream.controls.unsubscribe({ userId: id, broadcasterId })).toThrow(RangeError);
    expect(() => stream.controls.subscribe({ userId: id, broadcasterId: userId(500) })).toThrow(RangeError);
  });
});

test('a hype train starts with the third contribution in five minutes, climbs, and ends five minutes after the last', async () => {
  const status = async () => (await read(`/hypetrain/status?broadcaster_id=${broadcasterId}`)).data[0];
  const cheer = (bits: number, rank = 9) => stream.controls.cheer({ userId: userId(rank), broadcasterId, bits });
  cheer(5);
  await stream.clock.advance(300_000);
  cheer(100);
  cheer(200, 10);
  expect((await status()).current).toBeNull();
  cheer(900);
  expect((await status()).current).toMatchObject({
    level: 2,
    total: 1200,
    progress: 200,
    goal: 2000,
    top_contributions: [{ user_id: userId(9), type: 'bits', total: 1000 }],
    started_at: '2026-01-01T00:05:00Z',
    expires_at: '2026-01-01T00:10:00Z',
  });
  await stream.clock.advance(60_000);
  cheer(60_000);
  expect(await status()).toMatchObject({
    current: { level: 11, total: 61_200, expires_at: '2026-01-01T00:11:00Z' },
    all_time_high: { total: 61_200 },
  });
  await stream.clock.advance(300_000);
  expect((await status()).current).toBeNull();
});

test('donations raise the amount of a campaign', async () => {
  const amount = async () =>
    (await read(`/charity/campaigns?broadcaster_id=${broadcasterId}`)).data[0].current_amount.value;
  const before = await amount();
  stream.controls.donate({ userId: userId(9), broadcasterId, cents: 1234 });
  expect(await amount()).toBe(before + 1234);
  expect(() => stream.controls.donate({ userId: userId(9), broadcasterId: userId(1), cents: 1 })).toThrow(RangeError);
  expect(() => stream.controls.donate({ userId: '1', broadcasterId, cents: 1 })).toThrow('the sandbox has no user 1');
});

describe('bits', () => {
  const board = (query = '') => read(`/bits/leaderboard${query}`);

  test("the leaderboard has periods in Pacific time, and a user's neighbors", async () => {
    stream.controls.cheer({ userId: userId(9), broadcasterId, bits: 1_000_000, message: 'wow Cheer1000000 yes' });
    // New Year in Greenwich is still the old year on the Pacific coast.
    const day = await board('?period=day&started_at=2026-01-01T00:00:00Z');
    expect(day.date_range).toEqual({ started_at: '2025-12-31T08:00:00Z', ended_at: '2026-01-01T08:00:00Z' });
    expect(day.data[0]).toMatchObject({ user_id: userId(9), score: 1_000_000 });
    expect((await board('?period=day&started_at=2026-01-01T08:00:00Z')).data).toEqual([]);
    for (const [period, at, from, to] of [
      ['week', '01T08', '2025-12-29', '2026-01-05'],
      ['month', '01T00', '2025-12-01', '2026-01-01'],
      ['year', '01T08', '2026-01-01', '2027-01-01'],
    ])
      expect((await board(`?period=${period}&started_at=2026-01-${at}:00:00Z`)).date_range).toEqual({
        started_at: `${from}T08:00:00Z`,
        ended_at: `${to}T08:00:00Z`,
      });
    const all = await board();
    expect(all.data).toHaveLength(10);
    const near = await board(`?count=3&user_id=${all.data[2]?.user_id}`);
    expect(near.data).toEqual(all.data.slice(1, 4));
    expect((await board('?user_id=1')).data).toEqual([]);
  });

  test('a cheer is reported', () => {
    stream.controls.cheer({ userId: userId(9), broadcasterId, bits: 150, message: 'wow Cheer100 and Bravo50!' });
    expect(told('channel.cheer')).toEqual([
      expect.objectContaining({ is_anonymous: false, user_id: userId(9), bits: 150 }),
    ]);
    expect(told('channel.bits.use')).toMatchObject([{ type: 'cheer', bits: 150, power_up: null }]);
    expect(() => stream.controls.cheer({ userId: userId(9), broadcasterId, bits: 0 })).toThrow(RangeError);
    expect(() => stream.controls.cheer({ userId: userId(9), broadcasterId: userId(500), bits: 1 })).toThrow(RangeError);
  });
});

test('channels go on and off the air', async () => {
  const id = userId(3);
  const live = async () => (await stream.get(`/streams?user_id=${id}`)).body.data;
  expect(await live()).toEqual([]);
  stream.controls.goLive({ broadcasterId: id });
  const [on] = await live();
  expect(on).toMatchObject({ user_id: id, viewer_count: 0, started_at: '2026-01-01T00:00:00Z' });
  stream.controls.goOffline({ broadcasterId: id });
  expect(await live()).toEqual([]);
  expect(stream.happenings).toEqual([
    expect.objectContaining({
      type: 'stream.online',
      event: expect.objectContaining({ id: on?.id, broadcaster_user_id: id, type: 'live' }),
    }),
    expect.objectContaining({
      type: 'stream.offline',
      subject: { broadcaster_user_id: id },
      event: expect.objectContaining({ id: on?.id, broadcaster_user_id: id }),
    }),
  ]);
  expect(() => stream.controls.goOffline({ broadcasterId: id })).toThrow(RangeError);
});
