import { beforeEach, expect, test } from 'vitest';
import { type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

const [partner, offline, amateur] = [0, 3, 500];

let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

const start = (rank: number, length: number) =>
  stream.call(userId(rank), 'POST /channels/commercial', { broadcaster_id: userId(rank), length });
const plan = async (rank = partner) =>
  (await stream.call(userId(rank), `GET /channels/ads?broadcaster_id=${userId(rank)}`)).body.data[0];
const snooze = (rank = partner) =>
  stream.call(userId(rank), `POST /channels/ads/schedule/snooze?broadcaster_id=${userId(rank)}`);

test('a commercial of at most three minutes is reported; the next must wait eight minutes', async () => {
  expect((await start(partner, 240)).body.data).toMatchObject([{ length: 180 }]);
  expect(await plan()).toMatchObject({ preroll_free_time: 180 * 21 });
  expect(stream.happenings).toEqual([
    {
      type: 'channel.ad_break.begin',
      version: '1',
      subject: { broadcaster_id: userId(partner), broadcaster_user_id: userId(partner) },
      event: expect.objectContaining({
        duration_seconds: 180,
        started_at: '2026-01-01T00:00:00Z',
        is_automatic: false,
        requester_user_id: userId(partner),
        broadcaster_user_id: userId(partner),
      }),
    },
  ]);
  await stream.clock.advance(480_000);
  expect((await start(partner, 30)).status).toBe(200);
});

test('automatic breaks run every hour on the clock', async () => {
  const { next_ad_at, duration } = await plan();
  const wait = next_ad_at * 1000 - stream.clock.now();
  await stream.clock.advance(wait - 1);
  expect(stream.happenings).toEqual([]);
  await stream.clock.advance(1 + 2 * 3_600_000);
  const began = stream.happenings.map(({ event }) => event);
  expect(began).toEqual(
    [0, 1, 2].map((hours) =>
      expect.objectContaining({
        is_automatic: true,
        duration_seconds: duration,
        started_at: new Date((next_ad_at + hours * 3600) * 1000).toISOString().replace('.000', ''),
      }),
    ),
  );
  expect(await plan()).toMatchObject({ last_ad_at: next_ad_at + 7200, next_ad_at: next_ad_at + 10_800 });
});

test('a snooze comes back after an hour', async () => {
  for (let left = 2; left >= 0; left -= 1) await snooze();
  expect((await snooze()).status).toBe(429);
  await stream.clock.advance(3_600_000);
  expect((await snooze()).status).toBe(200);
});

test('a break that was put off comes at its new time only', async () => {
  await plan();
  const { next_ad_at } = (await snooze()).body.data[0];
  await stream.clock.advance(next_ad_at * 1000 - stream.clock.now() - 1);
  expect(stream.happenings).toEqual([]);
  await stream.clock.advance(1);
  expect(stream.happenings.length).toBe(1);
});

test('who is not on air has no ads', async () => {
  expect((await snooze(offline)).body).toMatchObject({ message: 'The channel is not currently live.' });
  expect((await snooze(amateur)).status).toBe(400);
  expect((await start(offline, 30)).status).toBe(400);
  await plan();
  stream.controls.goOffline({ broadcasterId: userId(partner) });
  await stream.clock.advance(7_200_000);
  expect(stream.happenings.map(({ type }) => type)).toEqual(['stream.offline']);
});

test.each([
  [{ length: 30 }, 400, 'Missing required parameter "broadcaster_id"'],
  [{ broadcaster_id: userId(partner) }, 400, 'Missing required parameter "length"'],
  [
    { broadcaster_id: userId(partner), length: 0 },
    400,
    'The parameter "length" was malformed: the value must be greater than or equal to 1',
  ],
  [
    { broadcaster_id: userId(1), length: 30 },
    401,
    "The ID in broadcaster_id must match the user ID found in the request's OAuth token.",
  ],
])('a commercial of %j gets status %i %s', async (body, status, message) => {
  const answer = await stream.call(userId(partner), 'POST /channels/commercial', body);
  expect(answer).toMatchObject({ status, body: { message } });
});
