import { beforeAll, describe, expect, test } from 'vitest';
import { testContext } from '../../testing.ts';
import { type Answer, type Row, type TestStream, testStream } from './testing.ts';

const stream = testStream();
const get = (path: string, token?: string) => stream.get(path, token);
const user = (rank: number) => String(100_000_000 + rank * 7919);
const repeat = (key: string, count: number) => Array.from({ length: count }, (_, index) => `${key}=${index}`).join('&');

test('the same seed and hour give the same data', async () => {
  const paths = ['/streams', '/games/top', `/clips?broadcaster_id=${user(0)}`, `/videos?user_id=${user(0)}`];
  const context = testContext('stream');
  await context.clock.advance(59 * 60_000);
  const other = testStream({}, context);
  // In another order: no part of the data may depend on what was asked before.
  for (const path of paths.toReversed()) expect((await other.get(path)).body).toEqual((await get(path)).body);
});

const must = (kind: string) =>
  `Must provide only one of the following query params: user ID, game ID,or one or more ${kind} IDs.`;

test.each([
  ['/streams?type=vod', 400, 'The parameter "type" was malformed: value must be one of "all", "live"'],
  [
    `/streams?${repeat('user_id', 101)}`,
    400,
    'The parameter "user_id" was malformed: the value must be less than or equal to 100',
  ],
  ['/streams?user_id=1,2', 400, 'The parameter "user_id" was malformed: value must be a numeric'],
  ['/users', 400, 'Must provide an ID, Login or OAuth Token'],
  ['/users?login=', 400, 'Must provide an ID, Login or OAuth Token'],
  [
    `/users?${repeat('id', 60)}&${repeat('login', 41)}`,
    400,
    'The parameter "login" was malformed: the value must be less than or equal to 100',
  ],
  [
    `/games?${repeat('id', 50)}&${repeat('name', 51)}`,
    400,
    'The parameter "name" was malformed: the value must be less than or equal to 100',
  ],
  ['/games', 400, 'Missing required parameter "id"'],
  ['/channels', 400, 'Missing required parameter "broadcaster_id"'],
  ['/channels?broadcaster_id=abc', 400, 'The parameter "broadcaster_id" was malformed: value must be a numeric'],
  ['/search/channels', 400, 'Missing required parameter "query"'],
  [
    '/search/channels?query=a&live_only=yes',
    400,
    'The parameter "live_only" was malformed: value must be one of "true", "false"',
  ],
  ['/search/categories?query=', 400, 'Missing required parameter "query"'],
  ['/videos', 400, must('video')],
  [`/videos?id=1&user_id=${user(0)}`, 400, must('video')],
  ['/videos?id=1&id=2', 404, ''],
  ['/videos?game_id=1', 404, ''],
  [
    `/videos?user_id=${user(0)}&sort=age`,
    400,
    'The parameter "sort" was malformed: value must be one of "time", "trending", "views"',
  ],
  ['/clips?game_id=1', 404, ''],
  [
    `/clips?broadcaster_id=${user(0)}&started_at=yesterday`,
    400,
    'The parameter "started_at" was malformed: value must be an RFC3339 timestamp',
  ],
  ['/teams?id=1', 404, ''],
  ['/teams/channel', 400, 'Missing required parameter "broadcaster_id"'],
  ['/teams/channel?broadcaster_id=1', 404, ''],
])('%s gets status %i %s', async (path, status, message) => {
  expect(await get(path)).toMatchObject({ status, body: { status, message } });
});

test.each(['/teams', '/teams?id=9000&name=teamnight', '/clips', `/clips?id=x&broadcaster_id=${user(0)}`])(
  '%s names too little or too much',
  async (path) => {
    expect((await get(path)).status).toBe(400);
  },
);

test('streams are filtered by user, login, game and language; offline and unknown users are absent', async () => {
  const [one, two] = (await get('/streams')).body.data;
  const some = (
    await get(`/streams?user_id=${one.user_id}&user_id=1&user_id=${one.user_id}&user_login=${two.user_login}`)
  ).body;
  expect(some.data).toEqual([one, two]);
  const narrow = (await get(`/streams?game_id=500000&game_id=500613&language=de&language=fr&first=100`)).body.data;
  expect(narrow.length).toBeGreaterThan(0);
  for (const item of narrow) {
    expect(['500000', '500613']).toContain(item.game_id);
    expect(['de', 'fr']).toContain(item.language);
  }
});

test('a stream shows what its channel shows', async () => {
  const [live] = (await get('/streams')).body.data;
  const [channel] = (await get(`/channels?broadcaster_id=${live.user_id}&broadcaster_id=1`)).body.data;
  expect(channel).toMatchObject({
    title: live.title,
    game_id: live.game_id,
    tags: live.tags,
    broadcaster_name: live.user_name,
  });
});

describe('users', () => {
  test('by id and login, each once, unknown ones dropped', async () => {
    const [first] = (await get(`/users?id=${user(0)}`)).body.data;
    const { data } = (await get(`/users?id=${user(0)}&login=${first.login}&login=nobody&id=${user(5)}`)).body;
    expect(data.map((each) => each.id)).toEqual([user(0), user(5)]);
  });

  test('a user token stands for its owner, and shows the address of nobody else', async () => {
    const { accessToken } = stream.controls.issueUserToken({ userId: user(3), scopes: ['user:read:email'] });
    const { data } = (await get('/users', accessToken)).body;
    expect(data).toEqual([expect.objectContaining({ id: user(3), email: `${data[0].login}@mail.example` })]);
    const others = (await get(`/users?id=${user(4)}`, accessToken)).body.data;
    expect(others[0]).not.toHaveProperty('email');
  });
});

test('games by id, exact name and igdb id', async () => {
  const top = (await get('/games/top?first=100')).body.data;
  const game = top.find((each) => each.igdb_id) ?? top[0];
  const { data } = (
    await get(`/games?id=${game.id}&name=${encodeURIComponent(game.name)}&igdb_id=${game.igdb_id}&id=1`)
  ).body;
  expect(data).toEqual([game]);
  expect((await get(`/games?name=${encodeURIComponent(game.name.toUpperCase())}`)).body.data).toEqual([]);
});

describe('follows', () => {
  let follower: ReturnType<TestStream['controls']['issueUserToken']>;
  beforeAll(() => {
    follower = stream.controls.issueUserToken({
      userId: user(9),
      scopes: ['user:read:follows', 'moderator:read:followers'],
    });
  });

  test('followed and followers agree', async () => {
    const followed = (await get(`/channels/followed?user_id=${user(9)}&first=100`, follower.accessToken)).body;
    expect(followed.total).toBe(followed.data.length);
    expect(followed.total).toBeGreaterThan(0);
    const target = followed.data[0];
    const owner = stream.controls.issueUserToken({
      userId: target.broadcaster_id,
      scopes: ['moderator:read:followers'],
    });
    const asked = `/channels/followers?broadcaster_id=${target.broadcaster_id}`;
    const { body } = await get(`${asked}&user_id=${user(9)}`, owner.accessToken);
    expect(body.data).toEqual([expect.objectContaining({ user_id: user(9), followed_at: target.followed_at })]);
    const { total } = (await get(asked, owner.accessToken)).body;
    expect(body.total).toBe(total);
    const one = await get(
      `/channels/followed?user_id=${user(9)}&broadcaster_id=${target.broadcaster_id}`,
      follower.accessToken,
    );
    expect(one.body).toEqual({ data: [target], pagination: {}, total: followed.total });
  });

  test('without scope or office only the total is reported, and asking for one user is refused', async () => {
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
});

describe('clips', () => {
  test('of a channel, most viewed first, in a window of a week', async () => {
    const { data } = (await get(`/clips?broadcaster_id=${user(0)}&first=100`)).body;
    const views = data.map((clip) => clip.view_count);
    expect(views).toEqual([...views].sort((one, other) => other - one));
    const window = `/clips?broadcaster_id=${user(0)}&first=100&started_at=2025-12-01T00:00:00Z`;
    const inWindow = async (query: string) =>
      (await get(window + query)).body.data.map((clip) => clip.created_at).sort();
    const week = await inWindow('');
    expect(week.length).toBeGreaterThan(0);
    expect(week.every((time) => time >= '2025-12-01T00:00:00Z' && time <= '2025-12-08T00:00:00Z')).toBe(true);
    expect((await inWindow('&ended_at=2025-12-15T00:00:00%2B00:00')).length).toBeGreaterThan(week.length);
    const featured = (await get(`/clips?broadcaster_id=${user(0)}&is_featured=true`)).body.data;
    expect(featured.length).toBeGreaterThan(0);
    expect(featured.every((clip) => clip.is_featured)).toBe(true);
  });

  test('by id in the order asked, unknown ones dropped', async () => {
    const { data } = (await get(`/clips?game_id=500000&first=30`)).body;
    const ids = data.map((clip) => clip.id).reverse();
    const found = (await get(`/clips?id=nope&${ids.map((id) => `id=${id}`).join('&')}`)).body;
    expect(found.data.map((clip) => clip.id)).toEqual(ids);
    expect(found.pagination).toEqual({});
  });

  test('about a thousand are reachable', async () => {
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
  test.each([
    ['time', (video: Row) => Date.parse(video.created_at)],
    ['views', (video: Row) => video.view_count],
  ])('sorted by %s', async (sort, key) => {
    const { data } = (await get(`/videos?user_id=${user(0)}&first=100&sort=${sort}`)).body;
    const keys = data.map(key);
    expect(keys.length).toBeGreaterThan(20);
    expect(keys).toEqual([...keys].sort((one, other) => other - one));
  });

  test('filtered by type, language and period', async () => {
    const { data } = (await get('/videos?game_id=500000&type=archive&language=EN&period=week&first=100')).body;
    expect(data.length).toBeGreaterThan(0);
    for (const video of data) {
      expect(video).toMatchObject({ type: 'archive', language: 'en', stream_id: expect.any(String) });
      expect(video.created_at >= '2025-12-25').toBe(true);
      expect(video.duration).toMatch(/^(\d+h)?(\d+m)?\d+s$/);
    }
  });

  test('by id, unknown ones dropped while one is found', async () => {
    const { body } = await get('/videos?id=2000000000&id=1&id=2000000000');
    expect(body.data.map((video) => video.id)).toEqual(['2000000000']);
  });
});

describe('search', () => {
  test('channels by the beginning of the name; live ones by category too', async () => {
    const [live] = (await get('/streams')).body.data;
    const opening = live.user_login.slice(0, 5).toUpperCase();
    const found = (await get(`/search/channels?query=${opening}&first=100`)).body.data;
    expect(found).toContainEqual(
      expect.objectContaining({ id: live.user_id, is_live: true, started_at: live.started_at }),
    );
    const all = (await get('/search/channels?query=a&first=100')).body.data;
    const offline = all.filter((channel) => !channel.is_live);
    expect(offline[0]?.started_at).toBe('');
    const onAir = (await get('/search/channels?query=a&first=100&live_only=true')).body.data;
    expect(onAir.every((channel) => channel.is_live)).toBe(true);
    const category = encodeURIComponent(live.game_name);
    expect((await get(`/search/channels?query=${category}`)).body.data).toEqual([]);
    expect((await get(`/search/channels?query=${category}&live_only=true`)).body.data.length).toBeGreaterThan(0);
  });

  test('categories contain every word asked for', async () => {
    const [game] = (await get('/games?id=500613')).body.data;
    const words = game.name.toLowerCase().split(' ').reverse().join('%20');
    const { data } = (await get(`/search/categories?query=${words}`)).body;
    expect(data).toContainEqual({ id: game.id, name: game.name, box_art_url: game.box_art_url });
  });
});

test('teams by id and name, and of a channel; null where there is none', async () => {
  const [team] = (await get('/teams?id=9000')).body.data;
  expect((await get(`/teams?name=${team.team_name}`)).body.data).toEqual([team]);
  const { users, ...rest } = team;
  const { data } = (await get(`/teams/channel?broadcaster_id=${users[0].user_id}`)).body;
  expect(data).toContainEqual({
    ...rest,
    broadcaster_id: users[0].user_id,
    broadcaster_login: users[0].user_login,
    broadcaster_name: users[0].user_name,
  });
  expect((await get(`/teams/channel?broadcaster_id=${user(799)}`)).body).toEqual({ data: null });
});
