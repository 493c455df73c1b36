import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { testProvider } from '../../test/test-kit.ts';
import { createClient } from '../client/create-client.ts';
import { list } from '../declare/endpoint.ts';
import type { ClientEvent } from '../declare/events.ts';
import { byOffset } from '../declare/paging.ts';
import type { ClientOptions } from '../declare/provider.ts';
import { whole } from '../declare/schema.ts';

const address = 'https://api.test';

/** The API has 37 songs and 13 bands, and serves at most 10 of each at once. */
const totals = { songs: 37, bands: 13 };
const names = ['songs', 'bands'] as const;
const each = (field: string) => names.map((name) => `${name}.${field}`);

const found = list({
  method: 'GET',
  path: '/found',
  auth: 'none',
  query: v.object({ limit: v.optional(whole(1, 50)), offset: v.optional(whole(0)) }),
  item: v.string(),
  paging: {
    ...byOffset,
    items: each('items'),
    param: 'offset',
    size: 'limit',
    defaultSize: 10,
    next: each('next'),
    total: each('total'),
    end: 30,
    largest: 10,
  },
  docs: '',
});
/** The same list from an API without links to the next page. */
const counted: typeof found = { ...found, paging: { ...found.paging, next: undefined } as never };

function serve(fail: (count: number) => Response | undefined = () => undefined) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const url = new URL(String(input));
    asked.push(url.search);
    const refusal = fail(asked.length);
    if (refusal) return refusal;
    const limit = Number(url.searchParams.get('limit') ?? 5);
    const offset = Number(url.searchParams.get('offset') ?? 0);
    if (limit > 10) return Response.json({ message: 'limit is too large' }, { status: 400 });
    const body = names.map((name) => {
      const items = Array.from({ length: totals[name] }, (_, index) => `${name} ${index}`).slice(
        offset,
        offset + limit,
      );
      const next = offset + limit < totals[name] ? `${address}/found?offset=${offset + limit}` : null;
      return [name, { items, next, total: totals[name], limit, offset }];
    });
    return Response.json(Object.fromEntries(body), { headers: { 'cache-control': 'max-age=60' } });
  };
  const clientOf = (options: ClientOptions = {}) =>
    createClient({ ...testProvider(address, { fetch, random: () => 0, ...options }) }, { found, counted });
  return { asked, clientOf };
}

const range = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${name} ${from + index}`);

describe('a page that is larger than the API serves', () => {
  it('needs several requests, and looks like one page of the requested size', async () => {
    const { asked, clientOf } = serve();
    const page = await clientOf().found({ limit: 25 });
    expect(page.items).toEqual([...range('songs', 0, 25), ...range('bands', 0, 13)]);
    expect(page.total).toBe(50);
    expect(asked).toEqual(['?limit=10', '?limit=10&offset=10', '?limit=5&offset=20']);
    expect(page.raw).toMatchObject({
      songs: { items: range('songs', 0, 25), limit: 25, offset: 0, total: 37, next: expect.any(String) },
      bands: { items: range('bands', 0, 13), limit: 25, next: null },
    });
  });

  it('continues where it ended, even from a cursor in another client and from an offset', async () => {
    const { asked, clientOf } = serve();
    const { nextCursor } = await clientOf().found({ limit: 12 });
    const resumed = await clientOf().found({ limit: 12 }, { cursor: String(nextCursor) });
    expect(resumed.items).toEqual([...range('songs', 12, 24), 'bands 12']);
    expect(asked.slice(2)).toEqual(['?limit=10&offset=12', '?limit=2&offset=22']);
    expect((await clientOf().found({ limit: 12, offset: 12 })).items).toEqual(resumed.items);
  });

  it.each(['found', 'counted'] as const)(
    'requests nothing beyond the end of the list, or beyond the last position that the API serves: %s',
    async (name) => {
      const { asked, clientOf } = serve();
      const all = await Array.fromAsync(clientOf()[name]({ limit: 25 }));
      expect(all.filter((item) => item.startsWith('songs'))).toEqual(range('songs', 0, 30));
      expect(asked).toEqual(['?limit=10', '?limit=10&offset=10', '?limit=5&offset=20', '?limit=5&offset=25']);
    },
  );

  it('is split only if the API does not serve it in one request', async () => {
    const { asked, clientOf } = serve();
    expect((await clientOf().found({ limit: 10 })).items).toHaveLength(20);
    expect((await clientOf().found()).items).toHaveLength(10);
    expect(asked).toEqual(['?limit=10', '']);
  });

  it('is fetched in parallel with other such pages, and returned in order', async () => {
    const { clientOf } = serve();
    const all = await Array.fromAsync(clientOf().found({ limit: 15 }, { concurrency: 3 }));
    expect(all.filter((item) => item.startsWith('songs'))).toEqual(range('songs', 0, 30));
  });

  it('is one call with all of its requests, each of which has its own retries', async () => {
    const failing = new Set([2, 3, 5, 6]); // the second and third part, twice each
    const { asked, clientOf } = serve((count) => (failing.has(count) ? new Response('', { status: 503 }) : undefined));
    const events: ClientEvent[] = [];
    const call = clientOf({ onEvent: (event) => events.push(event), retries: 2 }).found({ limit: 25 });
    const { data, response } = await call.withResponse();
    expect(data.items).toHaveLength(38);
    expect(asked).toHaveLength(7);
    expect(response).toMatchObject({ status: 200, attempts: 7 });
    const attempts = events.flatMap((event) => (event.type === 'request' ? [event.attempt] : []));
    expect(attempts).toEqual([1, 1, 2, 3, 1, 2, 3]);
    expect(events.filter(({ type }) => type === 'call_end')).toMatchObject([{ outcome: 'success', attempts: 7 }]);
  });

  it('fails when a part has no list, instead of ending there', async () => {
    const { clientOf } = serve((count) => (count === 2 ? Response.json({}) : undefined));
    await expect(clientOf().found({ limit: 25 })).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining('no list at songs.items'),
    });
  });
});
