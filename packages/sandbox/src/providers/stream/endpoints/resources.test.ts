import { describe, expect, test } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import { type Answer, testStream } from '../../../../test/stream.ts';

const stream = testStream();
const get = (path: string, token?: string) => stream.get(path, token);
const user = (rank: number) => String(100_000_000 + rank * 7919);
const repeat = (key: string, count: number) => Array.from({ length: count }, (_, index) => `${key}=${index}`).join('&');

test('the same seed and hour give the same data', async () => {
  const paths = ['/streams', '/games/top', `/clips?broadcaster_id=${user(0)}`, `/videos?user_id=${user(0)}`];
  const context = testContext('stream');
  await context.clock.advance(59 * 60_000);
  const other = testStream({}, context);
  // In another order, because no part of the data may depend on earlier requests.
  for (const path of paths.toReversed()) expect((await other.get(path)).body).toEqual((await get(path)).body);
});

const malformed = (name: string, reason: string) => `The parameter "${name}" was malformed: ${reason}`;
const missing = (name: string) => `Missing required parameter "${name}"`;
const badIdentifiers = 'Invalid username(s), email(s), or ID(s). Bad Identifiers.';
const atMost100 = 'the value must be less than or equal to 100';
const must = (kind: string) =>
  `Must provide only one of the following query params: user ID, game ID,or one or more ${kind} IDs.`;

test.each([
  ['/streams?type=vod', 400, malformed('type', 'value must be one of "all", "live"')],
  [`/streams?${repeat('user_id', 101)}`, 400, malformed('user_id', atMost100)],
  ['/streams?user_id=1,2', 400, malformed('user_id', 'value must be a numeric')],
  ['/users', 400, 'Must provide an ID, Login or OAuth Token'],
  ['/users?login=', 400, badIdentifiers],
  [`/users?id=${user(0)}&login=a+b`, 400, badIdentifiers],
  ['/users?login=日本語', 400, badIdentifiers],
  ['/users?login=@ann', 400, badIdentifiers],
  ['/users?id=12a', 400, badIdentifiers],
  ['/users?id=2147483648', 400, badIdentifiers],
  ['/streams?user_login=a+b', 400, 'Malformed query params.'],
  [`/users?${repeat('id', 60)}&${repeat('login', 41)}`, 400, malformed('login', atMost100)],
  [`/games?${repeat('id', 50)}&${repeat('name', 51)}`, 400, malformed('name', atMost100)],
  ['/games', 400, missing('id')],
  ['/channels', 400, missing('broadcaster_id')],
  ['/channels?broadcaster_id=abc', 400, malformed('broadcaster_id', 'value must be a numeric')],
  ['/search/channels', 400, missing('query')],
  ['/search/channels?query=a&live_only=yes', 400, malformed('live_only', 'value must be one of "true", "false"')],
  ['/search/categories?query=', 400, missing('query')],
  ['/videos', 400, must('video')],
  [`/videos?id=1&user_id=${user(0)}`, 400, must('video')],
  ['/videos?id=1&id=2', 404, ''],
  ['/videos?game_id=1', 404, ''],
  [`/videos?user_id=${user(0)}&sort=age`, 400, malformed('sort', 'value must be one of "time", "trending", "views"')],
  ['/clips?game_id=1', 404, ''],
  [
    `/clips?broadcaster_id=${user(0)}&started_at=yesterday`,
    400,
    malformed('started_at', 'value must be an RFC3339 timestamp'),
  ],
  ['/teams?id=1', 404, ''],
  ['/teams/channel', 400, missing('broadcaster_id')],
  ['/teams/channel?broadcaster_id=1', 404, ''],
])('%s gets status %i %s', async (path, status, message) => {
  expect(await get(path)).toMatchObject({ status, body: { status, message } });
});

test('games are found by ID, exact name and IGDB ID', async () => {
  const top = (await get('/games/top?first=100')).body.data;
  const game = top.find((each) => each.igdb_id) ?? top[0];
  const { data } = (
    await get(`/games?id=${game.id}&name=${encodeURIComponent(game.name)}&igdb_id=${game.igdb_id}&id=1`)
  ).body;
  expect(data).toEqual([game]);
  expect((await get(`/games?name=${encodeURIComponent(game.name.toUpperCase())}`)).body.data).toEqual([]);
});

test('without the scope or the role, only the number of followers is returned, and asking for one user is refused', async () => {
  const bare = stream.controls.issueUserToken({ userId: user(0) });
  const asked = `/channels/followers?broadcaster_id=${user(0)}`;
  const unscoped = (await get(asked, bare.accessToken)).body;
  expect(unscoped).toEqual({ data: [], pagination: {}, total: expect.any(Number) });
  expect(unscoped.total).toBeGreaterThan(20);
  const stranger = stream.controls.issueUserToken({ userId: user(799), scopes: ['moderator:read:followers'] });
  expect((await get(asked, stranger.accessToken)).body).toEqual(unscoped);
  expect((await get(`${asked}&user_id=1`, bare.accessToken)).body.message).toBe(
    'Missing scope: moderator:read:followers',
  );
  expect((await get(`${asked}&user_id=1`, stranger.accessToken)).status).toBe(401);
});

describe('clips', () => {
  test('can be filtered by channel, window, and featured ones', async () => {
    const window = `/clips?broadcaster_id=${user(0)}&first=100&started_at=2025-12-01T00:00:00Z`;
    const week = (await get(window)).body.data.length;
    expect((await get(`${window}&ended_at=2025-12-15T00:00:00%2B00:00`)).body.data.length).toBeGreaterThan(week);
    const featured = (await get(`/clips?broadcaster_id=${user(0)}&is_featured=true`)).body.data;
    expect(featured.length).toBeGreaterThan(0);
    expect(featured.every((clip) => clip.is_featured)).toBe(true);
  });

  test('are limited to about a thousand', async () => {
    const many = testStream({ clips: 6_000 });
    let count = 0;
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { body }: Answer = await many.get(`/clips?game_id=500000&first=100&after=${cursor}`);
      count += body.data.length;
      cursor = body.pagination.cursor;
    }
    expect(count).toBe(1000);
  });
});

describe('videos', () => {
  test('can be filtered by type, language and period', async () => {
    const { data } = (await get('/videos?game_id=500000&type=archive&language=EN&period=week&first=100')).body;
    expect(data.length).toBeGreaterThan(0);
    for (const video of data) {
      expect(video).toMatchObject({ type: 'archive', language: 'en', stream_id: expect.any(String) });
      expect(video.created_at >= '2025-12-25').toBe(true);
      expect(video.duration).toMatch(/^(\d+h)?(\d+m)?\d+s$/);
    }
  });
});

describe('search', () => {
  test('also finds live channels by category', async () => {
    const [live] = (await get('/streams')).body.data;
    const category = encodeURIComponent(live.game_name);
    expect((await get(`/search/channels?query=${category}`)).body.data).toEqual([]);
    expect((await get(`/search/channels?query=${category}&live_only=true`)).body.data.length).toBeGreaterThan(0);
  });
});

test('a channel without a team has null', async () => {
  expect((await get(`/teams/channel?broadcaster_id=${user(799)}`)).body).toEqual({ data: null });
});
