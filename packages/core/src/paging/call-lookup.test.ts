import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { serve, testClient, testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import type { LookupResult } from '../declare/api-call.ts';
import type { ClientEvent } from '../declare/events.ts';
import type { ClientOptions } from '../declare/provider.ts';
import { oneOrMany } from '../declare/schema.ts';
import { lookup } from '../paging/call-lookup.ts';

let server: Awaited<ReturnType<typeof serve>>;
let asked: string[] = [];
let answer: (url: URL) => { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }>;
let open = 0;
let most = 0;

beforeAll(async () => {
  server = await serve(async (request, response) => {
    if (request.url === '/token') return response.end('{"access_token":"t0ken","expires_in":60}');
    asked.push(request.url ?? '');
    open += 1;
    most = Math.max(most, open);
    const { status = 200, body } = await answer(new URL(request.url ?? '', server.url));
    open -= 1;
    response.statusCode = status;
    response.setHeader('x-request-id', `request-${asked.length}`);
    return response.end(JSON.stringify(body));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  [asked, open, most] = [[], 0, 0];
  // Return items in reverse order, without the IDs that start with "gone".
  answer = ({ searchParams }) => ({ body: { data: found(searchParams.getAll('id')) } });
});

const found = (ids: readonly string[]) =>
  ids
    .filter((id) => !id.startsWith('gone'))
    .map((id) => ({ id }))
    .reverse();
const client = (options?: ClientOptions) => testClient(server.url, options);
const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id);

const base = { method: 'GET', auth: 'app', docs: '' } as const;
const accountSchema = v.object({ id: v.number(), login: v.string() });
const lookups = {
  accounts: lookup({
    ...base,
    path: '/accounts',
    query: v.object({ id: v.optional(oneOrMany(v.number())), login: v.optional(oneOrMany(v.string())) }),
    item: accountSchema,
    items: '',
    ids: { params: ['id', 'login'], max: 3, match: { id: 'id', login: 'login' } },
  }),
  numbers: lookup({
    ...base,
    path: '/numbers',
    query: v.object({ ids: oneOrMany(v.number()) }),
    item: v.boolean(),
    items: 'list',
    ids: { params: ['ids'], max: 2, match: 'place' },
  }),
  emotes: lookup({
    ...base,
    path: '/emotes',
    query: v.object({ set: v.array(v.string()) }),
    item: v.object({ set: v.string(), name: v.string() }),
    items: 'data',
    ids: { params: ['set'], max: 2, match: { set: 'set' }, canExist: { set: (id) => id !== 'never' } },
  }),
  videos: lookup({
    ...base,
    path: '/videos',
    query: v.object({ id: v.array(v.string()) }),
    item: v.object({ id: v.string() }),
    items: 'data',
    ids: { params: ['id'], max: 2, match: { id: 'id' }, failsWhenNoneExists: true },
  }),
};
const own = () => createClient(testProvider(server.url), lookups);

describe('a lookup', () => {
  it('returns the items of all requests, in the requested order, and the missing IDs', async () => {
    const id = ['a', 'b', 'gone1', 'c', 'd', 'gone2', 'e'];
    const result = await client().things.byId({ id });
    expect(idsOf(result)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(result.missing).toEqual(['gone1', 'gone2']);
    expect(asked.sort()).toEqual(['/by-id?id=a&id=b&id=gone1', '/by-id?id=c&id=d&id=gone2', '/by-id?id=e']);
    expect(result.raw).toHaveLength(3);
    expect(result.raw?.[2]).toEqual({ data: [{ id: 'e' }] });
  });

  it('reports IDs that cannot exist as missing without sending them', async () => {
    answer = ({ searchParams }) => ({ body: { data: searchParams.getAll('set').map((set) => ({ set, name: 'x' })) } });
    const { items, missing } = await own().emotes({ set: ['never', 'a', 'b', 'never'] });
    expect([items.map(({ set }) => set), missing]).toEqual([
      ['a', 'b'],
      ['never', 'never'],
    ]);
    expect(asked).toEqual(['/emotes?set=a&set=b']);
    expect(await own().emotes({ set: ['never'] })).toMatchObject({ items: [], missing: ['never'], raw: [] });
  });

  it('sends an ID once, and returns its item at each place where it was requested', async () => {
    const result = await client().things.byId({ id: ['a', 'gone', 'a', 'b', 'gone'] });
    expect(idsOf(result)).toEqual(['a', 'a', 'b']);
    expect(result.missing).toEqual(['gone', 'gone']);
    expect(asked).toEqual(['/by-id?id=a&id=gone&id=b']);
  });

  it('accepts a single ID instead of an array, and sends nothing for an empty array', async () => {
    expect(idsOf(await client().things.byId({ id: 'a' }))).toEqual(['a']);
    asked = [];
    const { data, response } = await client().things.byId({ id: [] }).withResponse();
    expect(data).toEqual({ items: [], missing: [], raw: [] });
    expect([response.status, response.attempts, asked]).toEqual([0, 0, []]);
  });

  it('reports missing IDs of several parameters by parameter name, in the type in which they were passed', async () => {
    const ann = { id: 1, login: 'ann' };
    answer = () => ({ body: [ann, ann, { id: 2, login: 'ben' }] });
    const call = own().accounts({ login: ['ANN', 'zoe'], id: [1] });
    expectTypeOf(call).resolves.toEqualTypeOf<
      LookupResult<{ id: number; login: string }, { id: number } | { login: string }>
    >();
    const { items, missing } = await call;
    expect(items).toEqual([ann, ann, { id: 2, login: 'ben' }]);
    expect(missing).toEqual([{ login: 'zoe' }]);
    const others = await own().accounts({ id: [3, 4] });
    expect(others.missing).toEqual([{ id: 3 }, { id: 4 }]);
  });

  it('without IDs is a single request with nothing missing', async () => {
    answer = () => ({ body: [{ id: 1, login: 'ann' }] });
    expect(await own().accounts()).toMatchObject({ items: [{ id: 1 }], missing: [] });
    expect(asked).toEqual(['/accounts']);
  });

  it('matches entries by their place if the API guarantees it', async () => {
    answer = ({ searchParams }) => ({
      body: { list: searchParams.getAll('ids').map((id) => (id === '3' ? null : Number(id) % 2 === 0)) },
    });
    const result = await own().numbers({ ids: [2, 1, 3, 2] });
    expectTypeOf(result).toEqualTypeOf<LookupResult<boolean, number>>();
    expect(result).toMatchObject({ items: [true, false, true], missing: [3] });
  });

  it('fails instead of guessing when a response that is matched by place has the wrong number of entries', async () => {
    answer = () => ({ body: { list: [true] } });
    await expect(own().numbers({ ids: [1, 2] })).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining('1 entries for 2 IDs'),
    });
  });

  it('returns all items of an ID that has several, and those that belong to no ID at the end', async () => {
    const emote = (set: string, name: string) => ({ set, name });
    answer = ({ searchParams }) => {
      const sets = searchParams.getAll('set');
      const data = sets.flatMap((set) => [emote(set, 'x'), emote(set, 'y')]).reverse();
      return { body: { data: [emote('extra', 'z'), ...data] } };
    };
    const { items, missing } = await own().emotes({ set: ['2', '1'] });
    expect(items.map(({ set, name }) => set + name)).toEqual(['2y', '2x', '1y', '1x', 'extraz']);
    expect(missing).toEqual([]);
  });

  it('reports IDs as missing if the API fails because none of them exists', async () => {
    answer = ({ searchParams }) => {
      const data = found(searchParams.getAll('id'));
      return data.length > 0 ? { body: { data } } : { status: 404, body: { message: 'none' } };
    };
    const result = await own().videos({ id: ['a', 'gone', 'gone2', 'gone3'] });
    expect([idsOf(result), result.missing]).toEqual([['a'], ['gone', 'gone2', 'gone3']]);
    await expect(client().things.byId({ id: ['gone'] })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('sends at most four requests at once', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `${index}`);
    const held: (() => void)[] = [];
    answer = ({ searchParams }) =>
      new Promise((resolve) => {
        held.push(() => resolve({ body: { data: found(searchParams.getAll('id')) } }));
      });
    const result = client().things.byId({ id: ids });
    for (const together of [4, 4, 2]) {
      await expect.poll(() => held.length).toBe(together);
      for (const release of held.splice(0).reverse()) release();
    }
    expect(idsOf(await result)).toEqual(ids);
    expect(most).toBe(4);
  });

  it('fails with its first failure, and then sends no further requests', async () => {
    answer = ({ searchParams }) => (searchParams.has('id', '3') ? { status: 403, body: {} } : new Promise(() => {}));
    const id = Array.from({ length: 60 }, (_, index) => `${index}`);
    await expect(client().things.byId({ id })).rejects.toMatchObject({
      code: 'permission_denied',
      operation: 'things.byId',
    });
    expect(asked.length).toBeLessThanOrEqual(4);
  });

  it('checks its params before anything is sent', async () => {
    await expect(client().things.byId({ id: 5 as never })).rejects.toMatchObject({ code: 'invalid_params' });
    await expect(client().things.byId({ id: 'a' }, { cursor: 'x' } as never)).rejects.toMatchObject({
      code: 'invalid_params',
      message: expect.stringContaining('unknown option cursor'),
    });
    expect(asked).toEqual([]);
  });

  it("ends with the call's signal and with its deadline, which covers all requests together", async () => {
    answer = () => new Promise(() => {});
    const id = Array.from({ length: 30 }, (_, index) => `${index}`);
    await expect(client().things.byId({ id }, { deadlineMs: 30 })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('deadlineMs (30 ms)'),
    });
    const controller = new AbortController();
    const call = client().things.byId({ id }, { signal: controller.signal });
    await expect.poll(() => asked.length).toBeGreaterThan(3);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it('reports each of its requests as a call, and the last response with the total number of requests', async () => {
    const events: ClientEvent[] = [];
    const { things } = client({ onEvent: (event) => void events.push(event) });
    const { data, response } = await things.byId({ id: ['a', 'b', 'c', 'd'] }).withResponse();
    expect(idsOf(data)).toEqual(['a', 'b', 'c', 'd']);
    expect(response).toMatchObject({ status: 200, attempts: 2, requestId: expect.stringMatching(/^request-/) });
    const ends = events.filter((event) => event.type === 'call_end' && event.operation === 'things.byId');
    expect(ends.map(({ page }) => page).sort()).toEqual([1, 2]);
    expect(new Set(ends.map(({ listId }) => listId)).size).toBe(1);
  });
});
