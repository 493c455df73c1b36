import { expect, test } from 'vitest';
import { type Row, type TestStream, testStream } from '../../../test/stream.ts';

async function walk({ get }: TestStream, path: string, direction = 'after', cursor?: string): Promise<string[][]> {
  const pages: string[][] = [];
  let next = cursor;
  do {
    const { status, body } = await get(`${path}${next ? `&${direction}=${next}` : ''}`);
    expect(status).toBe(200);
    pages.push(body.data.map((item) => item.id));
    next = body.pagination.cursor;
    if (!next) expect(body.pagination).toEqual({});
  } while (next);
  return pages;
}

test('paging returns every stream once, in order, and ends without a cursor', async () => {
  const stream = testStream({ users: 60, streams: 45 });
  const pages = await walk(stream, '/streams?first=20');
  expect(pages.map((page) => page.length)).toEqual([20, 20, 5]);
  expect(new Set(pages.flat()).size).toBe(45);
  const all = (await stream.get('/streams?first=100')).body.data;
  expect(all.map((item) => item.id)).toEqual(pages.flat());
  const viewers = all.map((item) => item.viewer_count);
  expect(viewers).toEqual([...viewers].sort((one, other) => other - one));
  expect((await stream.get('/streams')).body.data).toHaveLength(20);
});

test('a full last page has no cursor', async () => {
  expect(await walk(testStream({ users: 40, streams: 40 }), '/streams?first=20')).toHaveLength(2);
});

test.each(['/streams?', '/games/top?', '/clips?game_id=500000&', '/videos?user_id=100000000&'])(
  'before goes back on %s',
  async (path) => {
    const stream = testStream();
    const at = async (query: string) => (await stream.get(`${path}first=3${query}`)).body;
    const first = await at('');
    const second = await at(`&after=${first.pagination.cursor}`);
    const third = await at(`&after=${second.pagination.cursor}`);
    const back = await walk(stream, `${path}first=3`, 'before', third.pagination.cursor);
    const ids = (body: { data: Row[] }) => body.data.map((item) => item.id);
    expect(back).toEqual([ids(second), ids(first)]);
    expect((await at(`&before=${first.pagination.cursor}`)).data).toEqual([]);
  },
);

test('before is ignored by lists that only go forward', async () => {
  const { get } = testStream();
  expect((await get('/search/categories?query=a&before=junk')).status).toBe(200);
});

test('cursors are bound to endpoint and filters, not to the page size', async () => {
  const { get } = testStream();
  const { cursor } = (await get('/streams?first=2&language=en&game_id=500000')).body.pagination;
  const refused = { error: 'Bad Request', status: 400, message: 'Invalid cursor.' };
  expect((await get(`/streams?game_id=500000&language=en&first=7&after=${cursor}`)).body.data).toHaveLength(7);
  const foreign = [
    `/streams?language=en&after=${cursor}`,
    `/streams?language=de&game_id=500000&after=${cursor}`,
    `/games/top?language=en&game_id=500000&after=${cursor}`,
    `/streams?language=en&game_id=500000&after=${cursor}&before=${cursor}`,
    `/streams?language=en&game_id=500000&after=${cursor}x`,
    `/streams?after=junk`,
    `/streams?before=${btoa('{"b":-1,"a":2,"f":"x"}')}`,
  ];
  for (const path of foreign) expect((await get(path)).body, path).toEqual(refused);
});

const firstIs = (reason: string) => `The parameter "first" was malformed: ${reason}`;

test.each([
  ['101', firstIs('the value must be less than or equal to 100')],
  ['0', firstIs('the value must be greater than or equal to 1')],
  ['-5', firstIs('the value must be greater than or equal to 1')],
  ['1.5', firstIs('value must be a numeric')],
  ['ten', firstIs('value must be a numeric')],
])('first=%s is refused', async (first, message) => {
  expect((await testStream().get(`/streams?first=${first}`)).body).toEqual({
    error: 'Bad Request',
    status: 400,
    message,
  });
});

test('with cursorOnLastPage, an empty page ends the list, unless the list was empty', async () => {
  const stream = testStream({ users: 40, streams: 40, cursorOnLastPage: true });
  expect((await walk(stream, '/streams?first=20')).map((page) => page.length)).toEqual([20, 20, 0]);
  expect((await stream.get('/streams?user_id=1')).body).toEqual({ data: [], pagination: {} });
});

test.each(['/streams?first=20', '/games/top?first=20'])('overtakesPerPage makes %s move', async (path) => {
  const ids = (await walk(testStream({ overtakesPerPage: 3 }), path)).flat();
  expect(new Set(ids).size).toBeLessThan(ids.length);
  const still = (await walk(testStream(), path)).flat();
  expect(new Set(still).size).toBe(still.length);
});

test('pages of followed streams have 100 entries', async () => {
  const { get, controls } = testStream({ users: 400, streams: 380, followsPerUser: 400 });
  const { accessToken, userId } = controls.issueUserToken({ scopes: ['user:read:follows'] });
  const { body } = await get(`/streams/followed?user_id=${userId}`, accessToken);
  expect(body.data).toHaveLength(100);
  const next = await get(`/streams/followed?user_id=${userId}&after=${body.pagination.cursor}`, accessToken);
  expect(next.body.data.length).toBeGreaterThan(0);
});
