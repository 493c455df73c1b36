import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { serve, testClient } from '../../test/test-kit.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { Page } from '../index.ts';

let server: Awaited<ReturnType<typeof serve>>;
let asked: string[] = [];
let status = 200;

beforeAll(async () => {
  server = await serve((request, response) => {
    if (request.url === '/token') return response.end('{"access_token":"t0ken","expires_in":60}');
    asked.push(request.url ?? '');
    const at = Number(new URL(request.url ?? '', server.url).searchParams.get('after') ?? 0);
    const data = [at, at + 1].map((id) => ({ id: String(id) }));
    response.statusCode = status;
    return response.end(JSON.stringify({ data, pagination: at < 4 ? { cursor: String(at + 2) } : {} }));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  [asked, status] = [[], 200];
});

const list = () => testClient(server.url).things.list({ first: 2 });
const idsOf = async (items: AsyncIterable<{ id: string }>) => (await Array.fromAsync(items)).map(({ id }) => id);
const all = ['0', '1', '2', '3', '4', '5'];

/** Waits for 50 turns of the event loop. */
const turns = async () => {
  for (let count = 0; count < 50; count += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('a list call', () => {
  it('is a promise that sends nothing before it is used', async () => {
    const call = list();
    expect(call).toBeInstanceOf(Promise);
    expect(Object.prototype.toString.call(call)).toBe('[object Promise]');
    await turns();
    expect(asked).toEqual([]);
    expect((await call).items).toHaveLength(2);
    expect(asked).toHaveLength(1);
  });

  it.each<[string, (call: ReturnType<typeof list>) => Promise<unknown>]>([
    ['await', async (call) => await call],
    ['then', (call) => call.then((page) => page)],
    ['catch', (call) => call.catch(() => undefined)],
    ['finally', (call) => call.finally(() => {})],
    ['Promise.resolve', (call) => Promise.resolve(call)],
    ['Promise.all', (call) => Promise.all([call]).then(([page]) => page)],
    ['an async function that returns it', (call) => (async () => call)()],
    ['withResponse', (call) => call.withResponse().then(({ data }) => data)],
  ])('resolves to the first page through %s, which is a plain promise', async (_, use) => {
    const result = use(list());
    expect(result.constructor).toBe(Promise);
    expect(await result).toMatchObject({ items: [{ id: '0' }, { id: '1' }], nextCursor: expect.any(String) });
    expect(asked).toHaveLength(1);
  });

  it('keeps the types of its page in then, catch and async functions', () => {
    const call = list();
    type Thing = Awaited<typeof call>['items'][number];
    const handled = () => call.catch((error: ApiError) => error.code);
    expectTypeOf(handled).returns.resolves.toEqualTypeOf<Page<Thing> | ApiError['code']>();
    const load: () => Promise<Page<Thing>> = () => list();
    expectTypeOf(load).returns.resolves.toEqualTypeOf<Page<Thing>>();
    const returned = async () => list();
    expectTypeOf(returned).returns.resolves.toEqualTypeOf<Page<Thing>>();
    const iterated = async () => list().items();
    expectTypeOf(iterated).returns.resolves.toEqualTypeOf<AsyncIterable<Thing>>();
  });

  it('iterates over all items, and so does its items() after an async function has returned it', async () => {
    expect(await idsOf(list())).toEqual(all);
    const items = await (async () => list().items())();
    expect('then' in items).toBe(false);
    expect(await idsOf(items)).toEqual(all);
    expect(await idsOf(items)).toEqual(all); // starts over
    const pages = await (async () => list().pages())();
    expect('then' in pages).toBe(false);
    expect(await Array.fromAsync(pages)).toHaveLength(3);
  });

  it('requests the first page once, for all loops and awaits', async () => {
    const call = list();
    await call;
    expect(await idsOf(call)).toEqual(all);
    await call.withResponse();
    expect(asked).toHaveLength(3);
  });

  it('costs one request when a loop ends at the first item, and reads ahead from the second one on', async () => {
    for await (const _ of list()) {
      await turns();
      break;
    }
    expect(asked).toHaveLength(1);
    asked = [];
    let count = 0;
    for await (const _ of list()) {
      count += 1;
      if (count < 2) continue;
      await expect.poll(() => asked.length).toBe(2);
      break;
    }
  });

  it('causes no unhandled rejection if only its loop failed, but does if nobody handles the promise from then', async () => {
    status = 404;
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
    try {
      const call = list();
      await expect(idsOf(call)).rejects.toMatchObject({ code: 'not_found' });
      await expect(call.toArray({ limit: 1 })).rejects.toMatchObject({ code: 'not_found' });
      await turns();
      expect(unhandled).toEqual([]);
      list().then(() => {});
      await expect.poll(() => unhandled).toMatchObject([{ code: 'not_found' }]);
    } finally {
      process.off('unhandledRejection', note);
      for (const each of others) process.on('unhandledRejection', each);
    }
  });
});
