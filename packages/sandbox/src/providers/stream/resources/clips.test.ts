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

test('a clip is accepted at once and comes out some seconds later', async () => {
  const answer = await create(`broadcaster_id=${userId(0)}&title=that%20jump&duration=12.5`);
  expect(answer.status).toBe(202);
  const { id } = answer.body.data[0];
  expect(answer.body).toEqual({ data: [{ id, edit_url: expect.stringContaining(`/clip/${id}`) }] });
  await stream.clock.advance(4_999);
  expect(await find(id)).toEqual([]);
  await stream.clock.advance(1);
  const [channel] = (await stream.get(`/channels?broadcaster_id=${userId(0)}`)).body.data;
  const [clip] = await find(id);
  expect(clip).toMatchObject({
    broadcaster_id: userId(0),
    creator_id: userId(9),
    title: 'that jump',
    duration: 12.5,
    game_id: channel.game_id,
    video_id: '',
    vod_offset: null,
    view_count: 0,
    created_at: '2026-01-01T00:00:00Z',
  });
  const [seeded] = (await stream.get(`/clips?broadcaster_id=${userId(0)}`)).body.data;
  expect(Object.keys(clip ?? {}).sort()).toEqual(Object.keys(seeded).sort());
});

test('without title and duration it takes those of the channel and 30 seconds', async () => {
  const [channel] = (await stream.get(`/channels?broadcaster_id=${userId(0)}`)).body.data;
  const { id } = (await create(`broadcaster_id=${userId(0)}`)).body.data[0];
  await stream.clock.advance(5_000);
  expect(await find(id)).toEqual([expect.objectContaining({ title: channel.title, duration: 30 })]);
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

test('a clip of a video begins so that it ends at the offset; editors may, others not', async () => {
  const video = await firstVideo(0);
  const owner = stream.as(0, 'channel:read:editors');
  const [editor] = (await stream.get(`/channels/editors?broadcaster_id=${userId(0)}`, owner)).body.data;
  const query = (rest: string, editorId: string) =>
    `/videos/clips?editor_id=${editorId}&broadcaster_id=${userId(0)}&title=t&${rest}`;
  const token = stream.controls.issueUserToken({ userId: editor.user_id, scopes: ['editor:manage:clips'] });
  const cut = (rest: string) => stream.send('POST', query(rest, editor.user_id), token.accessToken);
  const made = await cut(`vod_id=${video.id}&vod_offset=100&duration=20`);
  expect(made.status).toBe(202);
  await stream.clock.advance(5_000);
  expect(await find(made.body.data[0].id)).toEqual([
    expect.objectContaining({ video_id: video.id, vod_offset: 80, creator_id: editor.user_id }),
  ]);
  expect((await cut(`vod_id=${video.id}&vod_offset=10`)).status).toBe(400);
  expect((await cut(`vod_id=1&vod_offset=100`)).status).toBe(404);
  expect((await cut(`vod_offset=100`)).status).toBe(400);
  expect((await cut(`vod_id=${video.id}`)).status).toBe(400);
  const stranger = stream.as(799, managing);
  const rest = `vod_id=${video.id}&vod_offset=100`;
  expect((await stream.send('POST', query(rest, userId(799)), stranger)).status).toBe(403);
  expect((await stream.send('POST', query(rest, userId(0)), stranger)).status).toBe(401);
  // With an app token it is the editor's grant that counts.
  expect((await stream.send('POST', query(rest, editor.user_id))).status).toBe(202);
  expect((await stream.send('POST', query(rest, userId(1)))).body.message).toMatch(/^Missing scope/);
});

test('downloads of at most ten clips of the channel', async () => {
  const clips = (await stream.get(`/clips?broadcaster_id=${userId(0)}&first=11`)).body.data;
  const [other] = (await stream.get(`/clips?broadcaster_id=${userId(1)}`)).body.data;
  const token = stream.as(0, managing);
  const ask = (ids: string[]) =>
    stream.get(
      `/clips/downloads?editor_id=${userId(0)}&broadcaster_id=${userId(0)}${ids.map((id) => `&clip_id=${id}`).join('')}`,
      token,
    );
  const ids = clips.map(({ id }) => id);
  expect((await ask(ids.slice(0, 2))).body).toEqual({
    data: ids.slice(0, 2).map((clip_id) => ({
      clip_id,
      landscape_download_url: expect.stringMatching(/^https:.*\.mp4$/),
      portrait_download_url: null,
    })),
  });
  expect((await ask(ids)).status).toBe(400);
  expect((await ask([])).status).toBe(400);
  expect((await ask([other.id])).status).toBe(400);
});
