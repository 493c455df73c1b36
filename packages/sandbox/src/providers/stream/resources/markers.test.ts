import { beforeEach, expect, test } from 'vitest';
import { type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

const mark = (rank: number, body: object, by = userId(rank)) => stream.call(by, 'POST /streams/markers', body);
const list = (query: string, by = userId(0)) => stream.call(by, `GET /streams/markers?${query}`);

test('markers of the owner and of editors are found in the video of the broadcast', async () => {
  const [live] = (await stream.get(`/streams?user_id=${userId(0)}`)).body.data;
  await mark(0, { user_id: userId(0), description: 'here' });
  const editors = await stream.call(userId(0), `GET /channels/editors?broadcaster_id=${userId(0)}`);
  const editorId = editors.body.data[0].user_id;
  await mark(0, { user_id: userId(0) }, editorId);
  const { data } = (await list(`user_id=${userId(0)}`)).body;
  expect(data.map((each) => each.user_id)).toEqual([userId(0), editorId]);
  const id = data[0]?.videos[0]?.video_id;
  expect((await list(`video_id=${id}`, editorId)).body.data).toEqual(data);
  const [video] = (await stream.get(`/videos?id=${id}`)).body.data;
  expect(video).toMatchObject({ user_id: userId(0), type: 'archive', stream_id: live.id });
});

test('refusals', async () => {
  expect((await mark(0, {})).status).toBe(400);
  expect((await mark(0, { user_id: userId(0), description: 'x'.repeat(141) })).status).toBe(400);
  expect((await mark(0, { user_id: userId(1) })).status).toBe(403);
  expect((await mark(0, { user_id: '1' })).status).toBe(404);
  expect((await mark(3, { user_id: userId(3) })).status).toBe(404);
  expect((await mark(500, { user_id: userId(500) })).status).toBe(404);
  expect((await list('')).status).toBe(400);
  expect((await list(`user_id=${userId(0)}&video_id=1`)).status).toBe(400);
  expect((await list(`user_id=${userId(1)}`)).status).toBe(403);
  expect((await list('video_id=1')).status).toBe(404);
  const empty = testStream({ videos: 0 });
  const none = await empty.get(`/streams/markers?user_id=${userId(0)}`, empty.as(0, 'user:read:broadcast'));
  expect(none.status).toBe(404);
});
