import { beforeEach, expect, test } from 'vitest';
import { type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

const raid = (to: string, from = userId(0)) =>
  stream.call(userId(0), `POST /raids?from_broadcaster_id=${from}&to_broadcaster_id=${to}`);
const cancel = () => stream.call(userId(0), `DELETE /raids?broadcaster_id=${userId(0)}`);
const raids = () => stream.happenings.filter(({ type }) => type === 'channel.raid');

test('a raid goes off after 90 seconds with the viewers of that moment', async () => {
  const [live] = (await stream.get(`/streams?user_id=${userId(0)}`)).body.data;
  await raid(userId(1));
  expect(stream.types()).toEqual(['channel.moderate 1', 'channel.moderate 2']);
  await stream.clock.advance(89_999);
  expect(raids()).toEqual([]);
  await stream.clock.advance(1);
  expect(raids()).toMatchObject([
    {
      version: '1',
      subject: { from_broadcaster_user_id: userId(0), to_broadcaster_user_id: userId(1) },
      event: {
        from_broadcaster_user_login: live.user_login,
        to_broadcaster_user_id: userId(1),
        viewers: live.viewer_count,
      },
    },
  ]);
});

test('a raid that is called off does not go off', async () => {
  await raid(userId(1));
  expect((await cancel()).status).toBe(204);
  await stream.clock.advance(100_000);
  expect(raids()).toEqual([]);
  expect(stream.happenings.at(-1)?.event).toMatchObject({ action: 'unraid', unraid: { user_id: userId(1) } });
});

test('ten requests in ten minutes', async () => {
  for (let count = 0; count < 10; count += 1) expect((await cancel()).status).toBe(404);
  const refused = await cancel();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('ratelimit-remaining'))).toBeGreaterThan(0);
  await stream.clock.advance(600_000);
  expect((await cancel()).status).toBe(404);
});

test('refusals', async () => {
  expect((await raid(userId(0))).status).toBe(400);
  expect((await raid('1')).status).toBe(404);
  expect((await raid('x')).status).toBe(400);
});
