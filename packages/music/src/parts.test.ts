import { createClient, list, type Provider, whole } from '@x/core/provider';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { offsetPages } from './paging.ts';
import { sendInParts, smallerPages } from './parts.ts';

const address = 'https://api.test';
/** The API has 37 songs and 13 bands, serves at most 10 of each at once, and none after the first 30. */
const totals = { songs: 37, bands: 13 };
const names = ['songs', 'bands'] as const;
const found = list({
  method: 'GET',
  path: '/found',
  auth: 'none',
  query: v.object({ limit: v.optional(whole(1, 50)), offset: v.optional(whole(0)) }),
  item: v.string(),
  paging: { ...offsetPages(...names), end: 30, largest: 10 },
  docs: '',
});

function serve(refuse: (count: number) => Response | undefined = () => undefined) {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { search, searchParams } = new URL(String(input));
    sent.push(search);
    const [limit, offset] = [Number(searchParams.get('limit') ?? 5), Number(searchParams.get('offset') ?? 0)];
    const body = names.map((name) => {
      const items = Array.from({ length: totals[name] }, (_, index) => `${name} ${index}`);
      const next = offset + limit < totals[name] ? `${address}/found?offset=${offset + limit}` : null;
      return [name, { items: items.slice(offset, offset + limit), next, total: totals[name], limit, offset }];
    });
    return refuse(sent.length) ?? Response.json(Object.fromEntries(body));
  };
  const provider: Provider = {
    name: 'test',
    options: { fetch, random: () => 0 },
    baseUrl: address,
    lists: 'comma',
    credentials: {},
    signUp: address,
    readError: () => ({}),
    around(sending) {
      const parts = smallerPages(sending.endpoint, sending.params);
      return parts ? sendInParts(sending, parts) : sending.send();
    },
  };
  return { sent, client: createClient(provider, { found }) };
}

const range = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${name} ${from + index}`);

describe('a page that is larger than the API serves', () => {
  it('needs several requests, and looks like one page of the requested size', async () => {
    const { sent, client } = serve();
    const page = await client.found({ limit: 25 });
    expect(page.items).toEqual([...range('songs', 0, 25), ...range('bands', 0, 13)]);
    expect(page.total).toBe(50);
    expect(sent).toEqual(['?limit=10', '?limit=10&offset=10', '?limit=5&offset=20']);
    expect(page.raw).toMatchObject({
      songs: { items: range('songs', 0, 25), limit: 25, offset: 0, total: 37, next: expect.any(String) },
      bands: { items: range('bands', 0, 13), limit: 25, next: null },
    });
  });

  it('continues where it ended, even from a cursor in another client and from an offset', async () => {
    const { nextCursor } = await serve().client.found({ limit: 12 });
    const { sent, client } = serve();
    const resumed = await client.found({ limit: 12 }, { cursor: String(nextCursor) });
    expect(resumed.items).toEqual([...range('songs', 12, 24), 'bands 12']);
    expect(sent).toEqual(['?limit=10&offset=12', '?limit=2&offset=22']);
    expect((await client.found({ limit: 12, offset: 12 })).items).toEqual(resumed.items);
  });

  it('requests nothing beyond the last position that the API serves', async () => {
    const { sent, client } = serve();
    const all = await Array.fromAsync(client.found({ limit: 25 }));
    expect(all.filter((item) => item.startsWith('songs'))).toEqual(range('songs', 0, 30));
    expect(sent).toEqual(['?limit=10', '?limit=10&offset=10', '?limit=5&offset=20', '?limit=5&offset=25']);
  });

  it('is split only if the API does not serve it in one request', async () => {
    const { sent, client } = serve();
    expect((await client.found({ limit: 10 })).items).toHaveLength(20);
    expect((await client.found()).items).toHaveLength(10);
    expect(sent).toEqual(['?limit=10', '']);
  });

  it('is fetched in parallel with other such pages, and returned in order', async () => {
    const all = await Array.fromAsync(serve().client.found({ limit: 15 }, { concurrency: 3 }));
    expect(all.filter((item) => item.startsWith('songs'))).toEqual(range('songs', 0, 30));
  });

  it('is one call with all of its requests, each of which has its own retries', async () => {
    const failing = new Set([2, 3, 5, 6]); // the second and third part, twice each
    const { sent, client } = serve((count) => (failing.has(count) ? new Response('', { status: 503 }) : undefined));
    const { data, response } = await client.found({ limit: 25 }).withResponse();
    expect([data.items.length, sent.length]).toEqual([38, 7]);
    expect(response).toMatchObject({ status: 200, attempts: 7 });
  });

  it('fails when a part has no list, instead of ending there', async () => {
    const { client } = serve((count) => (count === 2 ? Response.json({}) : undefined));
    await expect(client.found({ limit: 25 })).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining('no list at songs.items'),
    });
  });
});
