import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fc } from '../../test/properties.ts';
import { testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import type { PagedCall } from '../declare/api-call.ts';
import { byCursor, byNumber, byOffset } from '../declare/paging.ts';
import { whole } from '../declare/schema.ts';
import { list } from '../paging/list-loader.ts';

const size = { size: v.optional(whole(1, 30)) };
const common = { method: 'GET', path: '/', auth: 'none', item: v.number(), docs: '' } as const;
const total = { items: 'items', total: 'total', size: 'size', defaultSize: 8 } as const;
const numbered = { ...byNumber, items: 'items', param: 'page', size: 'size', defaultSize: 8 } as const;
const offset = v.object({ ...size, offset: v.optional(whole(0)) });
const page = v.object({ ...size, page: v.optional(whole(1)) });

/** Pages of 8 items by default, and of at most 30. */
const endpoints = {
  cursor: list({
    ...common,
    query: v.object({ ...size, after: v.optional(v.string()) }),
    paging: { ...byCursor, items: 'items', param: 'after', size: 'size', cursor: 'cursor' },
  }),
  offset: list({ ...common, query: offset, paging: { ...byOffset, ...total, param: 'offset', defaultSize: 8 } }),
  parts: list({
    ...common,
    query: offset,
    paging: { ...byOffset, ...total, param: 'offset', defaultSize: 8, largest: 10 },
  }),
  numbered: list({ ...common, query: page, paging: { ...numbered, total: 'total', pages: 'pages', end: 200 } }),
  unknownEnd: list({ ...common, query: page, paging: numbered }),
  unsized: list({
    ...common,
    query: v.object({ after: v.optional(v.string()) }),
    paging: { ...byCursor, items: 'items', param: 'after', cursor: 'cursor' },
  }),
};

/** Creates a client of an API whose lists have `count` items. */
function listsOf(count: number) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { search, searchParams } = new URL(String(input));
    asked.push(search);
    const own = Number(searchParams.get('size') ?? 8);
    const start = searchParams.has('page')
      ? (Number(searchParams.get('page')) - 1) * own
      : Number(searchParams.get('offset') ?? searchParams.get('after') ?? 0);
    const items = Array.from({ length: Math.max(Math.min(own, count - start), 0) }, (_, index) => start + index);
    const cursor = start + own < count ? String(start + own) : undefined;
    return Response.json({ items, total: count, pages: Math.ceil(count / own), cursor });
  };
  return { lists: createClient(testProvider('https://api.test', { fetch }), endpoints), asked };
}
type Lists = ReturnType<typeof listsOf>['lists'];

const loop = (call: PagedCall<number>) => Array.fromAsync(call);
const awaitAndLoop = async (call: PagedCall<number>) => {
  await call;
  return loop(call);
};

it.each<[string, (lists: Lists) => Promise<unknown>, string[]]>([
  ['the default for one page', (lists) => lists.cursor().then(), ['']],
  ['the default for one page and its response', (lists) => lists.cursor().withResponse(), ['']],
  ['the largest for a loop', (lists) => loop(lists.cursor()), ['?size=30', '?size=30&after=30']],
  [
    'the largest for a loop over pages',
    (lists) => Array.fromAsync(lists.cursor().pages()),
    ['?size=30', '?size=30&after=30'],
  ],
  ['the caller’s own', (lists) => loop(lists.cursor({ size: 25 })), ['?size=25', '?size=25&after=25']],
  ['the limit of toArray', (lists) => lists.cursor().toArray({ limit: 24.5 }), ['?size=25']],
  ['at least 20 for toArray', (lists) => lists.cursor().toArray({ limit: 1 }), ['?size=20']],
  ['the largest for toArray', (lists) => lists.cursor().toArray({ limit: 31 }), ['?size=30', '?size=30&after=30']],
  [
    'the default, then the largest',
    (lists) => awaitAndLoop(lists.offset()),
    ['', '?offset=8&size=30', '?offset=38&size=30'],
  ],
  [
    'the largest that is one request',
    (lists) => lists.parts().toArray({ limit: 15 }),
    ['?size=10', '?offset=10&size=10'],
  ],
  ['the largest that ends where the API does', (lists) => loop(lists.numbered()), ['?size=25', '?page=2&size=25']],
  ['the default from a numbered page', (lists) => loop(lists.numbered({ page: 4 })), ['?page=4', '?page=5']],
  [
    'the same for all numbered pages',
    (lists) => awaitAndLoop(lists.numbered()),
    ['', '?page=2', '?page=3', '?page=4', '?page=5'],
  ],
  [
    'none if the API accepts none',
    (lists) => loop(lists.unsized()),
    ['', '?after=8', '?after=16', '?after=24', '?after=32'],
  ],
])('the requested page size is %s', async (_, use, expected) => {
  const { lists, asked } = listsOf(40);
  await use(lists);
  const sorted = (search: string) => [...new URLSearchParams(search)].sort().join('&');
  expect(asked.map(sorted)).toEqual(expected.map(sorted));
});

describe('a list', () => {
  const names = fc.constantFrom('cursor', 'offset', 'parts', 'numbered', 'unknownEnd');
  const steps = fc.array(
    fc.record({ isAwaited: fc.boolean(), pages: fc.nat(3), concurrency: fc.integer({ min: 1, max: 4 }) }),
  );

  it('has each item once, no matter where it is awaited, iterated over, and resumed', async () => {
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.nat(200),
        steps,
        fc.constantFrom({}, { size: 25 }),
        async (name, count, plan, params) => {
          const { lists } = listsOf(count);
          const got: number[] = [];
          let cursor: string | undefined;
          /** Reads pages until the plan resumes the list in another call. Returns whether the list has ended. */
          async function read({
            isAwaited,
            pages,
            concurrency,
          }: {
            isAwaited: boolean;
            pages: number;
            concurrency: number;
          }) {
            const isAddressable = name === 'offset' || name === 'parts' || name === 'numbered';
            const call = lists[name](params, { cursor, ...(isAddressable && { concurrency }) });
            let left = pages;
            const take = ({ items, nextCursor }: Awaited<typeof call>) => {
              got.push(...items);
              cursor = nextCursor ?? undefined;
              return nextCursor === null;
            };
            if (isAwaited && (await call) && pages === 0) return take(await call);
            for await (const each of call.pages()) {
              if (take(each)) return true;
              left -= 1;
              if (left < 0) return false;
            }
            return true;
          }
          for (const step of plan) if (await read(step)) break;
          if (cursor !== undefined || got.length === 0) await read({ isAwaited: false, pages: 999, concurrency: 1 });
          expect(got).toEqual(Array.from({ length: count }, (_, index) => index));
        },
      ),
      { numRuns: 300 },
    );
  });
});
