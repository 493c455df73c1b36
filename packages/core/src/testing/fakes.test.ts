import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { testClient } from '../../test/test-kit.ts';
import { known } from '../declare/schema.ts';
import { ApiError, providerErrorGuard } from '../errors/api-error.ts';
import { createRecordFake } from './fake-record.ts';
import { createErrorFake, type FakeListOptions, fakeCall, fakeList } from './fakes.ts';

const fakeError = createErrorFake<'SHUT'>('things');
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

describe('a fake error', () => {
  it('is an ApiError with the fields of its code', () => {
    const error = fakeError({ code: 'rate_limited', operation: 'streams.list', retryAfterMs: 5, status: 429 });
    expect(providerErrorGuard('things')(error, 'rate_limited')).toBe(true);
    expect(error.toJSON()).toEqual({
      name: 'ApiError',
      message: 'streams.list: rate_limited',
      code: 'rate_limited',
      provider: 'things',
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
      'fakeThingsError: unknown option retryAfter; did you mean',
    ],
    [() => fakeError({} as never), 'fakeThingsError: code is required: a string'],
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

describe('a fake record', () => {
  const partSchema = v.object({ id: v.number(), url: v.string(), note: v.optional(v.string()) });
  const schema = v.object({
    name: v.string(),
    state: known('open', 'shut'),
    created_at: v.pipe(v.string(), v.minLength(1)),
    part: v.nullable(partSchema),
    parts: v.array(partSchema),
    byName: v.record(v.string(), partSchema),
    tags: v.optional(v.array(v.string()), []),
    shape: v.variant('kind', [
      v.object({ kind: v.literal('round'), radius: v.number() }),
      v.object({ kind: v.literal('flat'), isWide: v.boolean() }),
    ]),
  });
  const fake = createRecordFake<v.InferOutput<typeof schema>>(schema);
  const simplest = {
    name: 'name',
    state: 'open',
    created_at: '2026-01-01T00:00:00Z',
    part: null,
    parts: [],
    byName: {},
    tags: [],
    shape: { kind: 'round', radius: 1 },
  };
  const part = { id: 1, url: 'https://example.com/' };

  it.each<[Parameters<typeof fake>[0], object]>([
    [undefined, {}],
    [{ name: 'a', state: undefined }, { name: 'a' }],
    [{ part: {} }, { part }],
    [
      { parts: [{ id: 2 }, { note: 'x' }] },
      {
        parts: [
          { ...part, id: 2 },
          { ...part, note: 'x' },
        ],
      },
    ],
    [{ byName: { a: { id: 3 } } }, { byName: { a: { ...part, id: 3 } } }],
    [{ shape: { kind: 'flat' } }, { shape: { kind: 'flat', isWide: false } }],
  ])('is the simplest one with the fields %j', (fields, changed) => {
    expect(fake(fields)).toEqual({ ...simplest, ...changed });
    expect(v.is(schema, fake(fields))).toBe(true);
  });
});

it("a client's methods can return fakes and be restored", async () => {
  const client = real();
  const spy = vi.spyOn(client.things, 'list').mockReturnValue(fakeList([{ id: 'fake' }]));
  expect(await collect(client.things.list())).toEqual([{ id: 'fake' }]);
  spy.mockRestore();
  expect(await collect(client.things.list())).toEqual(things);
});
