import { describe, expect, it, vi } from 'vitest';
import { testClient } from '../../test/test-kit.ts';
import { ApiError, isApiError } from '../errors/api-error.ts';
import { type FakeListOptions, fakeCall, fakeError, fakeList } from './fakes.ts';

const things = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

/** Creates a real client whose server has the same things, two per page. */
const real = () =>
  testClient('http://test.invalid', {
    async fetch(input) {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
      if (pathname === '/token') return Response.json({ access_token: 'tok-123456' });
      if (pathname !== '/things') return Response.json({ data: [things[0]] });
      const start = Number(searchParams.get('after') ?? 0);
      const cursor = start + 2 < things.length ? String(start + 2) : '';
      return Response.json({ data: things.slice(start, start + 2), total: things.length, pagination: { cursor } });
    },
  });

async function collect<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of list) collected.push(item);
  return collected;
}

describe.each([
  ['a fake list', (cursor?: string) => fakeList(things, { pageSize: 2, cursor })],
  ['a real list', (cursor?: string) => real().things.list({}, { cursor })],
])('%s', (_, list) => {
  it('is a promise of its first page', async () => {
    const call = list();
    expect(call).toBeInstanceOf(Promise);
    expect(await call).toMatchObject({ items: [{ id: 'a' }, { id: 'b' }], total: 3, nextCursor: expect.any(String) });
    expect(await call).toBe(await call);
  });

  it('is an iterable of its items, pages and first items', async () => {
    const call = list();
    expect(await collect(call)).toEqual(things);
    expect(await collect(call.items())).toEqual(things);
    expect((await collect(call.pages())).map(({ items, nextCursor }) => [items.length, nextCursor !== null])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(await call.toArray({ limit: 1 })).toEqual([{ id: 'a' }]);
    await expect(call.toArray({} as never)).rejects.toMatchObject({ code: 'invalid_params' });
  });

  it('continues after a cursor', async () => {
    const { nextCursor } = await list();
    expect(await collect(list(nextCursor ?? ''))).toEqual([{ id: 'c' }]);
    await expect(list('odd')).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('has the response of its first page', async () => {
    const { data, response } = await list().withResponse();
    expect(data.items).toHaveLength(2);
    expect(response).toMatchObject({ status: 200, attempts: 1 });
    expect(response.headers).toBeInstanceOf(Headers);
  });
});

describe.each([
  ['a fake call', () => fakeCall({ id: 'a' })],
  ['a real call', () => real().things.get({ id: 'a' })],
])('%s', (_, call) => {
  it('is a promise of its result, with the response', async () => {
    expect(call()).toBeInstanceOf(Promise);
    expect(await call()).toEqual({ id: 'a' });
    expect(await call().withResponse()).toMatchObject({ data: { id: 'a' }, response: { status: 200, attempts: 1 } });
    expect(Object.keys(call())).toEqual([]);
  });
});

describe('fakeError', () => {
  it('is an ApiError with the fields of its code', () => {
    const error = fakeError({ code: 'rate_limited', operation: 'streams.list', retryAfterMs: 5, status: 429 });
    expect(isApiError(error, 'rate_limited')).toBe(true);
    expect(error.toJSON()).toEqual({
      name: 'ApiError',
      message: 'streams.list: rate_limited',
      code: 'rate_limited',
      provider: 'fake',
      operation: 'streams.list',
      retryable: true,
      retryAfterMs: 5,
      status: 429,
      outcome: 'not_done',
    });
    expect(error.stack).toContain('fakes.test.ts');
    expect(fakeError({ code: 'not_found', message: 'gone', outcome: 'unknown' })).toMatchObject({
      retryable: false,
      outcome: 'unknown',
      message: 'fake: gone',
    });
  });

  it('makes fake calls and lists reject, even if they are awaited late or twice', async () => {
    const error = fakeError({ code: 'not_found' });
    const [call, list] = [fakeCall(error), fakeList(error)];
    await new Promise(setImmediate);
    for (const rejected of [call, call.withResponse(), list, list.withResponse(), list.toArray({ limit: 1 }), call])
      await expect(rejected).rejects.toBe(error);
    await expect(collect(list)).rejects.toBe(error);
  });

  it.each<[() => unknown, string]>([
    [
      () => fakeError({ code: 'timeout', retryAfter: 5 } as never),
      'fakeError: unknown option retryAfter; did you mean',
    ],
    [() => fakeError({} as never), 'fakeError: code is required: a string'],
    [
      () => fakeList([], { pagesize: 1 } as FakeListOptions),
      'fakeList: unknown option pagesize; did you mean pageSize?',
    ],
    [() => fakeList([], { pageSize: 0 }), 'fakeList: pageSize must be a whole number of at least 1'],
    [() => fakeList('abc' as never), 'fakeList: items must be an array; got a string'],
  ])('refuses invalid options, as the other fakes do: %s', (create, message) => {
    expect(create).toThrow(ApiError);
    expect(create).toThrow(message);
  });
});

it("a client's methods can return fakes and be restored", async () => {
  const client = real();
  const spy = vi.spyOn(client.things, 'list').mockReturnValue(fakeList([{ id: 'fake' }]));
  expect(await collect(client.things.list())).toEqual([{ id: 'fake' }]);
  spy.mockRestore();
  expect(await collect(client.things.list())).toEqual(things);
});
