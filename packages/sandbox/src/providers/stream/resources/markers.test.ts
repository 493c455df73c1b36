import { beforeEach, expect, test } from 'vitest';
import { type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/user.ts';

const scope = 'channel:manage:broadcast';
let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

interface Markers {
  data: { user_id: string; videos: { video_id: string; markers: { id: string; position_seconds: number }[] }[] }[];
  pagination: { cursor?: string };
}

const mark = (rank: number, body: object, token = stream.as(rank, scope)) =>
  stream.send('POST', '/streams/markers', token, body);
const list = (query: string, token = stream.as(0, 'user:read:broadcast')) =>
  stream.get<Markers>(`/streams/markers?${query}`, token);
const editorToken = async () => {
  const owner = stream.as(0, 'channel:read:editors');
  const [editor] = (await stream.get(`/channels/editors?broadcaster_id=${userId(0)}`, owner)).body.data;
  return stream.controls.issueUserToken({ userId: editor.user_id, scopes: [scope] });
};

test('markers of the owner and of editors are found in the video of the broadcast', async () => {
  const [live] = (await stream.get(`/streams?user_id=${userId(0)}`)).body.data;
  const position = (stream.clock.now() - Date.parse(live.started_at)) / 1000;
  expect((await mark(0, { user_id: userId(0), description: 'here' })).body).toEqual({
    data: [
      {
        id: expect.stringMatching(/^[\da-f]{32}$/),
        created_at: '2026-01-01T00:00:00Z',
        position_seconds: position,
        description: 'here',
      },
    ],
  });
  await stream.clock.advance(61_000);
  const { accessToken, userId: editorId } = await editorToken();
  await mark(0, { user_id: userId(0) }, accessToken);
  const { data } = (await list(`user_id=${userId(0)}`)).body;
  expect(data.map((each) => each.user_id)).toEqual([userId(0), editorId]);
  const id = data[0]?.videos[0]?.video_id;
  expect(data[1]).toMatchObject({
    user_login: expect.any(String),
    videos: [{ video_id: id, markers: [{ position_seconds: position + 61, description: '' }] }],
  });
  expect((await list(`video_id=${id}`, accessToken)).body.data).toEqual(data);
  const [video] = (await stream.get(`/videos?id=${id}`)).body.data;
  expect(video).toMatchObject({ user_id: userId(0), type: 'archive', stream_id: live.id });
});

test('markers are paged both ways', async () => {
  for (let count = 0; count < 3; count += 1) await mark(0, { user_id: userId(0), description: `${count}` });
  const first = (await list(`user_id=${userId(0)}&first=2`)).body;
  expect(first.data[0]?.videos[0]?.markers.length).toBe(2);
  const second = (await list(`user_id=${userId(0)}&first=2&after=${first.pagination.cursor}`)).body;
  expect(second.data[0]?.videos[0]?.markers.length).toBe(1);
});

test('refusals', async () => {
  expect((await mark(0, {})).status).toBe(400);
  expect((await mark(0, { user_id: userId(0), description: 'x'.repeat(141) })).status).toBe(400);
  expect((await mark(0, { user_id: userId(1) })).status).toBe(403);
  expect((await mark(0, { user_id: '1' })).status).toBe(404);
  expect((await mark(3, { user_id: userId(3) })).status).toBe(404);
  expect((await mark(500, { user_id: userId(500) })).status).toBe(404);
  expect((await mark(0, { user_id: userId(0) }, stream.as(0))).body.message).toBe(`Missing scope: ${scope}`);
  expect((await list('')).status).toBe(400);
  expect((await list(`user_id=${userId(0)}&video_id=1`)).status).toBe(400);
  expect((await list(`user_id=${userId(1)}`)).status).toBe(403);
  expect((await list('video_id=1')).status).toBe(404);
  const empty = testStream({ videos: 0 });
  const none = await empty.get(`/streams/markers?user_id=${userId(0)}`, empty.as(0, 'user:read:broadcast'));
  expect(none.status).toBe(404);
});
