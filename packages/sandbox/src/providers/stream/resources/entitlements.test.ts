import { beforeEach, expect, test } from 'vitest';
import { type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

const list = async (query = '', token?: string) => (await stream.get(`/entitlements/drops?${query}`, token)).body;
const update = (body: object, token?: string) => stream.send('PATCH', '/entitlements/drops', token, body);

test('the app sees all drops, by user, game and state; a user the own ones', async () => {
  const { data } = await list('first=1000');
  expect(data.length).toBe(60);
  const [one] = data;
  const ofUser = data.filter(({ user_id }) => user_id === one.user_id);
  expect((await list(`user_id=${one.user_id}`)).data).toEqual(ofUser);
  const narrow = (await list(`game_id=${one.game_id}&fulfillment_status=FULFILLED&first=1000`)).data;
  expect(narrow.length).toBeGreaterThan(0);
  for (const each of narrow) expect(each).toMatchObject({ game_id: one.game_id, fulfillment_status: 'FULFILLED' });
  const { accessToken } = stream.controls.issueUserToken({ userId: one.user_id });
  expect((await list('', accessToken)).data).toEqual(ofUser);
});

test('a drop that is earned is reported, and dated when it is fulfilled', async () => {
  const id = stream.controls.earnDrop({ userId: userId(700), gameId: '500000' });
  expect(stream.happenings).toMatchObject([
    {
      type: 'drop.entitlement.grant',
      subject: { category_id: '500000' },
      event: { data: { entitlement_id: id, user_id: userId(700), category_id: '500000' } },
    },
  ]);
  await stream.clock.advance(60_000);
  await update({ fulfillment_status: 'FULFILLED', entitlement_ids: [id] });
  expect((await list(`id=${id}`)).data).toMatchObject([
    { fulfillment_status: 'FULFILLED', last_updated: '2026-01-01T00:01:00Z' },
  ]);
});

test('refusals', async () => {
  const status = async (query: string, token?: string) =>
    (await stream.get(`/entitlements/drops?${query}`, token)).status;
  expect(await status('fulfillment_status=DONE')).toBe(400);
  expect(await status(`user_id=${userId(1)}`, stream.as(0))).toBe(400);
  const unowned = 500_000 + 30 * 613;
  expect(await status(`game_id=${unowned}`)).toBe(403);
  expect(await status('first=1001')).toBe(400);
  expect((await update({ entitlement_ids: [] })).status).toBe(400);
  expect((await update({ fulfillment_status: 'DONE' })).status).toBe(400);
  const many = Array.from({ length: 101 }, (_, index) => String(index));
  expect((await update({ fulfillment_status: 'CLAIMED', entitlement_ids: many })).status).toBe(400);
});
