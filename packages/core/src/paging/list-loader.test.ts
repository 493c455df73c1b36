import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serve, testClient, testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import {
  byCursor,
  byNumber,
  byOffset,
  type CursorPaging,
  type NumberPaging,
  type OffsetPaging,
  type Paging,
  type SinglePage,
} from '../declare/paging.ts';
import { list } from '../paging/list-loader.ts';
import { planList } from './list-loader.ts';

describe('the position after a page', () => {
  const offset: OffsetPaging = {
    ...byOffset,
    items: 'items',
    param: 'offset',
    size: 'limit',
    defaultSize: 20,
    next: 'next',
    total: 'total',
    end: 100,
  };
  const numbered: NumberPaging = {
    ...byNumber,
    items: 'r',
    param: 'page',
    size: 'limit',
    defaultSize: 20,
    pages: 'pages',
    end: 100,
  };
  const bare: NumberPaging = { ...byNumber, items: '', param: 'page', size: 'size', defaultSize: 50 };
  const cursor: CursorPaging = { ...byCursor, items: 'data', param: 'after', cursor: 'c', more: 'm' };

  it.each<{
    title: string;
    paging: Exclude<Paging, SinglePage>;
    params: Record<string, unknown>;
    here: string | number | undefined;
    body: unknown;
    count: number;
    expected: object;
  }>([
    {
      title: 'offset, first page',
      paging: offset,
      params: { limit: 10 },
      here: undefined,
      body: { total: 35, next: 'u' },
      count: 10,
      expected: { next: 10, rest: [10, 20, 30] },
    },
    {
      title: 'offset, size reported by the server',
      paging: offset,
      params: {},
      here: undefined,
      body: { total: 35, next: 'u', limit: 20 },
      count: 20,
      expected: { next: 20, rest: [20] },
    },
    {
      title: 'offset, last page',
      paging: offset,
      params: { limit: 10 },
      here: 30,
      body: { total: 35, next: null },
      count: 5,
      expected: {},
    },
    {
      title: 'offset, end of the window',
      paging: offset,
      params: { limit: 50 },
      here: 50,
      body: { total: 500, next: 'u' },
      count: 50,
      expected: {},
    },
    {
      title: 'offset, starting at the caller’s own offset',
      paging: offset,
      params: { limit: 10, offset: 15 },
      here: undefined,
      body: { total: 35, next: 'u' },
      count: 10,
      expected: { next: 25, rest: [25] },
    },
    {
      title: 'page numbers, first page',
      paging: numbered,
      params: {},
      here: undefined,
      body: { pages: 3 },
      count: 20,
      expected: { next: 2, rest: [2, 3] },
    },
    {
      title: 'page numbers, number of pages not reported',
      paging: numbered,
      params: {},
      here: 3,
      body: {},
      count: 20,
      expected: { next: 4 },
    },
    {
      title: 'page numbers, last page',
      paging: numbered,
      params: {},
      here: 3,
      body: { pages: 3 },
      count: 20,
      expected: {},
    },
    {
      title: 'page numbers, no pages',
      paging: numbered,
      params: {},
      here: undefined,
      body: { pages: 0 },
      count: 0,
      expected: {},
    },
    {
      title: 'page numbers, end of the window',
      paging: numbered,
      params: { limit: 50 },
      here: undefined,
      body: { pages: 9 },
      count: 50,
      expected: { next: 2, rest: [2] },
    },
    {
      title: 'page numbers, full page without a number of pages',
      paging: bare,
      params: {},
      here: 2,
      body: [],
      count: 50,
      expected: { next: 3 },
    },
    {
      title: 'page numbers, page that is not full',
      paging: bare,
      params: { size: 10 },
      here: 2,
      body: [],
      count: 9,
      expected: {},
    },
    {
      title: 'cursor, first page',
      paging: cursor,
      params: {},
      here: undefined,
      body: { c: 'x', m: true },
      count: 5,
      expected: { next: 'x' },
    },
    {
      title: 'cursor, last page',
      paging: cursor,
      params: {},
      here: undefined,
      body: { c: 'x', m: false },
      count: 5,
      expected: {},
    },
    {
      title: 'cursor, empty cursor',
      paging: { ...byCursor, items: 'data', param: 'after', cursor: 'c' },
      params: {},
      here: 'y',
      body: { c: '' },
      count: 0,
      expected: {},
    },
    {
      title: 'cursor, more without a cursor',
      paging: cursor,
      params: {},
      here: 'y',
      body: { c: '', m: true },
      count: 5,
      expected: { endsShort: true },
    },
    {
      title: 'page numbers, empty page before the last',
      paging: numbered,
      params: {},
      here: 2,
      body: { pages: 3 },
      count: 0,
      expected: { next: 3, rest: [3] },
    },
    {
      title: 'page numbers, empty last page',
      paging: numbered,
      params: {},
      here: 3,
      body: { pages: 3 },
      count: 0,
      expected: { endsShort: true },
    },
    ...[
      { title: 'empty page', params: {}, here: 20, body: { total: 50 }, expected: { next: 40, rest: [40] } },
      { title: 'empty last page', params: {}, here: 40, body: { total: 50 }, expected: { endsShort: true } },
      { title: 'empty page after the last', params: {}, here: 60, body: { total: 50 }, expected: {} },
      {
        title: 'empty page of a size',
        params: { size: 5 },
        here: 20,
        body: { total: 30 },
        expected: { next: 25, rest: [25] },
      },
      { title: 'empty page without a total', params: {}, here: 20, body: {}, expected: {} },
      { title: 'page without a total', params: {}, here: 20, body: {}, count: 7, expected: { next: 27 } },
    ].map(({ title, count = 0, ...row }) => ({
      title: `offset, ${title}`,
      paging: { ...byOffset, items: '', param: 'offset', size: 'size', defaultSize: 20, total: 'total' } as const,
      count,
      ...row,
    })),
  ])('is found with paging by $title', ({ paging, params, here, body, count, expected }) => {
    const totals = [(body as { total?: number }).total ?? []].flat();
    const { rest, ...others } = paging.follow({ params, here, body, items: [], count, totals });
    expect({ ...others, ...(rest && { rest: rest() }) }).toEqual(expected);
  });
});

describe('a list', () => {
  let server: Awaited<ReturnType<typeof serve>>;
  let asked: string[] = [];
  let answer: (url: URL) => object;

  beforeAll(async () => {
    server = await serve((request, response) => {
      if (request.url === '/token') return response.end('{"access_token":"t0ken","expires_in":60}');
      asked.push(request.url ?? '');
      return response.end(JSON.stringify(answer(new URL(request.url ?? '', server.url))));
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    asked = [];
    answer = ({ searchParams }) => {
      const at = Number(searchParams.get('after') ?? 0);
      const size = Number(searchParams.get('first') ?? 2);
      const data = Array.from({ length: Math.min(size, 7 - at) }, (_, index) => ({ id: String(at + index) }));
      return { data, total: 7, pagination: at + size < 7 ? { cursor: String(at + size) } : {} };
    };
  });
  const client = () => testClient(server.url);
  const idsOf = async (list: AsyncIterable<{ id: string }>) => (await Array.fromAsync(list)).map(({ id }) => id);

  it('fetches nothing until it is used, and the first page once', async () => {
    const list = client().things.list({ first: 3 });
    expect(asked).toEqual([]);
    const page = await list;
    expect(page).toMatchObject({ items: [{ id: '0' }, { id: '1' }, { id: '2' }], total: 7, raw: { total: 7 } });
    expect(await idsOf(list)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    expect(asked).toEqual(['/things?first=3', '/things?first=3&after=3', '/things?first=3&after=6']);
  });

  it('resumes from a cursor in another client, and refuses it for other params', async () => {
    const { nextCursor } = await client().things.list({ first: 3 });
    const cursor = String(nextCursor);
    expect(await idsOf(client().things.list({ first: 3 }, { cursor }))).toEqual(['3', '4', '5', '6']);
    asked = [];
    for (const wrong of [
      client().things.list({ first: 4 }, { cursor }),
      client().things.list({}, { cursor: `${cursor}x` }),
    ])
      await expect(wrong).rejects.toMatchObject({ code: 'invalid_cursor', operation: 'things.list' });
    expect(asked).toEqual([]);
  });

  it('prefetches as many pages as prefetch says', async () => {
    for (const [prefetch, ahead] of [
      [0, 1],
      [1, 2],
      [2, 3],
    ] as const) {
      asked = [];
      for await (const page of client().things.list({ first: 2 }, { prefetch }).pages()) {
        await expect.poll(() => asked.length).toBe(ahead);
        expect(page.items).toHaveLength(2);
        break;
      }
    }
  });

  it('fetches no more pages than the limit of toArray needs', async () => {
    expect(await client().things.list({ first: 2 }).toArray({ limit: 4 })).toHaveLength(4);
    expect(asked).toHaveLength(2);
    expect(await client().things.list({ first: 2 }).toArray({ limit: 0 })).toEqual([]);
    expect(asked).toHaveLength(2);
  });

  it('continues past empty pages, and ends with an error when cursors repeat', async () => {
    answer = ({ searchParams }) => {
      const at = Number(searchParams.get('after') ?? 0);
      return { data: at === 3 ? [{ id: 'x' }] : [], pagination: at < 3 ? { cursor: String(at + 1) } : {} };
    };
    expect(await idsOf(client().things.list())).toEqual(['x']);
    answer = ({ searchParams }) => ({
      data: [{ id: 'x' }],
      pagination: { cursor: searchParams.get('after') === 'a' ? 'b' : 'a' },
    });
    await expect(idsOf(client().things.list())).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining('does not end'),
    });
    expect(asked.length).toBeLessThan(12);
    let count = 0;
    answer = () => ({ data: [], pagination: { cursor: String(count++) } });
    await expect(idsOf(client().things.list())).rejects.toMatchObject({ code: 'invalid_response' });
  });

  it('fetches addressable pages in parallel, in order', async () => {
    let open = 0;
    let most = 0;
    const held: (() => void)[] = [];
    const slow = await serve((request, response) => {
      if (request.url === '/token') return response.end('{"access_token":"t0ken","expires_in":60}');
      const offset = Number(new URL(request.url ?? '', 'http://x').searchParams.get('offset') ?? 0);
      open += 1;
      most = Math.max(most, open);
      held.push(() => {
        open -= 1;
        response.end(
          JSON.stringify({ items: [{ id: `${offset}` }], limit: 1, total: 9, next: offset < 8 ? 'u' : null }),
        );
      });
      // Responses are sent in reverse order, once the maximum number of requests is open.
      if (offset === 0 || open === 4 || offset === 8) for (const each of held.splice(0).reverse()) each();
      return undefined;
    });
    const list = testClient(slow.url).things.byOffset({ limit: 1 }, { concurrency: 4 });
    expect(await idsOf(list)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
    expect(most).toBe(4);
    await slow.close();
  });

  it('unwraps items from the objects that some responses wrap them in', async () => {
    answer = () => ({ data: [{ added: 1, thing: { id: 'a' } }, { id: 'b' }, { added: 2, thing: null }, null] });
    const things = list({
      method: 'GET',
      path: '/things',
      auth: 'app',
      item: v.object({ id: v.string() }),
      unwrapItems: 'thing',
      paging: { kind: 'single', items: 'data' },
      docs: '',
    });
    const page = await createClient(testProvider(server.url), { things }).things();
    expect(page.items).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(page.raw).toEqual(answer(new URL(server.url)));
  });

  it('sends nothing for an empty array of IDs', async () => {
    expect(await client().things.filtered({ id: [] })).toEqual({ items: [], nextCursor: null, total: 0 });
    expect(asked).toEqual([]);
  });

  it("splits the IDs of a filter by the API's limit, and resumes between two parts", async () => {
    answer = ({ searchParams }) => ({ data: searchParams.getAll('id').map((id) => ({ id })) });
    const id = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const pages = await Array.fromAsync(client().things.filtered({ id }).pages());
    expect(asked).toEqual(['/filtered?id=a&id=b&id=c', '/filtered?id=d&id=e&id=f', '/filtered?id=g']);
    expect(pages.flatMap(({ items }) => items.map((item) => item.id))).toEqual(id);
    const cursor = String(pages[0]?.nextCursor);
    await expect(client().things.filtered({ id: [...id, 'h'] }, { cursor })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
    expect(await idsOf(client().things.filtered({ id }, { cursor }))).toEqual(['d', 'e', 'f', 'g']);
    expect(pages.at(-1)?.nextCursor).toBeNull();
  });

  it('refuses null as the cursor of a list that has ended, and a cursor together with one of the API’s own positions', async () => {
    const { nextCursor } = await client().things.list({ first: 7 });
    expect(nextCursor).toBeNull();
    asked = [];
    await expect(client().things.list({ first: 7 }, { cursor: nextCursor as never })).rejects.toMatchObject({
      code: 'invalid_cursor',
      message: 'things.list: cursor is null: this list has ended. Leave cursor out to start again',
    });
    const options = { cursor: String((await client().things.list({ first: 3 })).nextCursor) };
    asked = [];
    for (const [name, call] of [
      ['after', client().things.list({ first: 3, after: '3' }, options)],
      ['offset', client().things.byOffset({ offset: 0 }, options)],
    ] as const)
      await expect(call).rejects.toMatchObject({
        code: 'invalid_params',
        message: expect.stringContaining(`${name} cannot be combined with the option cursor`),
      });
    expect(asked).toEqual([]);
  });

  it('refuses concurrency if its pages cannot be addressed directly', async () => {
    const options: object = { concurrency: 2 };
    for (const call of [client().things.list({}, options), client().things.filtered({ id: 'a' }, options)])
      await expect(call).rejects.toMatchObject({
        code: 'invalid_params',
        message: expect.stringContaining('concurrency is only for lists whose pages can be addressed directly'),
      });
    expect(asked).toEqual([]);
  });
});

const plain = { method: 'GET', path: '/', auth: 'none', docs: '', item: v.unknown() } as const;
const byPage = list({ ...plain, paging: { ...byCursor, items: '', param: 'after', cursor: 'next' } });
const byId = list({
  ...plain,
  paging: { kind: 'single', items: '' },
  ids: { params: ['id', 'login'], max: 2, canExist: { login: (login) => login !== '' } },
});

it('a list is identified by its params in any order, without its position', () => {
  const plan = planList(byPage, { size: 2, color: 'red', after: 'x', none: undefined }, undefined);
  expect(plan).toEqual(planList(byPage, { color: 'red', size: 2, after: 'x', none: undefined }, undefined));
  expect(plan.identity).toEqual([
    ['color', 'red'],
    ['size', 2],
  ]);
});

it('the same list of another account has another identity', () => {
  expect(planList(byPage, {}, 'ann').identity).not.toEqual(planList(byPage, {}, 'bob').identity);
});

it.each<[string, Record<string, unknown>, object[]]>([
  ['one request without IDs', { size: 1 }, [{ size: 1 }]],
  ['no request for an empty array of IDs', { id: [] }, []],
  ['no request for an ID that cannot exist', { login: '' }, []],
  ['a request without the IDs that cannot exist', { id: 'a', login: ['', 'b'] }, [{ id: ['a'], login: ['b'] }]],
  ['one request for a single ID instead of an array', { id: 'a', size: 1 }, [{ size: 1, id: ['a'] }]],
  [
    'several requests if all params together hold more IDs than one request accepts',
    { id: ['a', 'b', 'c'], login: ['d'], size: 1 },
    [
      { size: 1, id: ['a', 'b'] },
      { size: 1, id: ['c'], login: ['d'] },
    ],
  ],
])('a list is planned as %s', (_, params, chunks) => {
  expect(planList(byId, params, undefined).chunks).toEqual(chunks);
});

const streamFilters = list({
  ...plain,
  paging: { kind: 'single', items: '' },
  ids: [
    { params: ['user', 'login'], max: 2 },
    { params: ['game'], max: 2 },
  ],
});

it.each<[string, Record<string, unknown>, object[]]>([
  ['one request when neither filter is given', { size: 1 }, [{ size: 1 }]],
  ['no request when one of the filters is empty', { user: ['a'], game: [] }, []],
  [
    'the requests of the only filter that is given',
    { game: ['x', 'y', 'z'], size: 1 },
    [
      { size: 1, game: ['x', 'y'] },
      { size: 1, game: ['z'] },
    ],
  ],
  [
    'a request for every combination when both filters have too many IDs',
    { user: ['a', 'b'], login: ['c'], game: ['x', 'y', 'z'] },
    [
      { user: ['a', 'b'], game: ['x', 'y'] },
      { user: ['a', 'b'], game: ['z'] },
      { login: ['c'], game: ['x', 'y'] },
      { login: ['c'], game: ['z'] },
    ],
  ],
])('a list with two independent filters by ID is planned as %s', (_, params, chunks) => {
  expect(planList(streamFilters, params, undefined).chunks).toEqual(chunks);
});
