import { beforeEach, expect, test } from 'vitest';
import { type TestStream, testStream } from '../testing.ts';
import { userId } from '../world/values.ts';

const managing = 'channel:manage:clips';
let stream: TestStream;
beforeEach(() => {
  stream = testStream();
});

const create = (query: string, rank = 9) => stream.send('POST', `/clips?${query}`, stream.as(rank, 'clips:edit'));
const find = async (id: string) => (await stream.get(`/clips?id=${id}`)).body.data;
const firstVideo = async (rank: number) => (await stream.get(`/videos?user_id=${userId(rank)}`)).body.data[0];

test('a clip comes out after five seconds', async () => {
  const { id } = (await create(`broadcaster_id=${userId(0)}`)).body.data[0];
  await stream.clock.advance(4_999);
  expect(await find(id)).toEqual([]);
  await stream.clock.advance(1);
  const [channel] = (await stream.get(`/channels?broadcaster_id=${userId(0)}`)).body.data;
  // Without title and duration it takes those of the channel and 30 seconds.
  const { title, game_id } = channel;
  expect(await find(id)).toMatchObject([{ title, game_id, duration: 30, view_count: 0, video_id: '' }]);
});

test.each([
  ['', 400],
  ['broadcaster_id=1', 400],
  [`broadcaster_id=${userId(3)}`, 404],
  [`broadcaster_id=${userId(0)}&duration=4.9`, 400],
  [`broadcaster_id=${userId(0)}&duration=60.1`, 400],
  [`broadcaster_id=${userId(0)}&duration=10.05`, 400],
])('creating with %j gets status %i', async (query, status) => {
  expect((await create(query)).status).toBe(status);
});

test('who is banned makes no clips', async () => {
  const query = `broadcaster_id=${userId(0)}&moderator_id=${userId(0)}`;
  const token = stream.as(0, 'moderator:manage:banned_users');
  await stream.send('POST', `/moderation/bans?${query}`, token, { data: { user_id: userId(9) } });
  expect((await create(`broadcaster_id=${userId(0)}`)).status).toBe(403);
});

test('editors may cut clips of a video, others not', async () => {
  const video = await firstVideo(0);
  const owner = stream.as(0, 'channel:read:editors');
  const [editor] = (await stream.get(`/channels/editors?broadcaster_id=${userId(0)}`, owner)).body.data;
  const query = (rest: string, editorId: string) =>
    `/videos/clips?editor_id=${editorId}&broadcaster_id=${userId(0)}&title=t&${rest}`;
  const token = stream.controls.issueUserToken({ userId: editor.user_id, scopes: ['editor:manage:clips'] });
  const cut = async (rest: string) =>
    (await stream.send('POST', query(rest, editor.user_id), token.accessToken)).status;
  const whole = `vod_id=${video?.id}&vod_offset=100`;
  expect(await cut(whole)).toBe(202);
  for (const wrong of [`vod_id=${video?.id}&vod_offset=10`, 'vod_offset=100', `vod_id=${video?.id}`])
    expect(await cut(wrong)).toBe(400);
  const stranger = stream.as(799, managing);
  expect((await stream.send('POST', query(whole, userId(799)), stranger)).status).toBe(403);
  expect((await stream.send('POST', query(whole, userId(0)), stranger)).status).toBe(401);
  // With an app token it is the editor's grant that counts.
  expect((await stream.send('POST', query(whole, editor.user_id))).status).toBe(202);
  expect((await stream.send('POST', query(whole, userId(1)))).body.message).toMatch(/^Missing scope/);
});

test('downloads of at most ten clips of the channel', async () => {
  const clips = (await stream.get(`/clips?broadcaster_id=${userId(0)}&first=11`)).body.data;
  const [other] = (await stream.get(`/clips?broadcaster_id=${userId(1)}`)).body.data;
  const path = `/clips/downloads?editor_id=${userId(0)}&broadcaster_id=${userId(0)}`;
  for (const asked of [clips, [], [other]]) {
    const ids = asked.map(({ id }) => `&clip_id=${id}`).join('');
    expect((await stream.get(path + ids, stream.as(0, managing))).status).toBe(400);
  }
});
