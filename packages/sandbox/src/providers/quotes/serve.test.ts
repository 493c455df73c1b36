import { ApiError } from '@x/core';
import { describe, expect, it } from 'vitest';
import { everyQuote, type Quote, refusal, start, unknown } from '../../../test/quotes.ts';
import { testContext } from '../../../test/sandbox.ts';
import data from './data/quotes.json' with { type: 'json' };
import { createQuotesSandbox } from './index.ts';

describe('collection', () => {
  it('has unique, well-formed records and correct counts', async () => {
    const sandbox = start();
    const quotes = await everyQuote(sandbox);
    const { totalCount } = await sandbox.authors('/authors');
    const tags = await sandbox.get<{ name: string; quoteCount: number }[]>('/tags');
    expect(await sandbox.get('/info/count')).toEqual({ quotes: 436, authors: totalCount, tags: tags.length });
    expect(totalCount).toBeGreaterThanOrEqual(60);
    expect(tags.length).toBeGreaterThanOrEqual(25);
    expect(new Set(quotes.map(({ _id }) => _id)).size).toBe(436);
    expect(new Set(quotes.map(({ content }) => content)).size).toBe(436);
    expect(quotes.filter(({ length }) => length < 60).length).toBeGreaterThan(100);
    expect(quotes.filter((quote) => !quote.dateModified).length).toBeGreaterThan(0);
    for (const { _id, content, tags: own, length } of quotes) {
      expect(_id).toMatch(/^[\w-]{7,14}$/);
      expect(length).toBe(content.length);
      expect(length >= 20 && length <= 430, content).toBe(true);
      expect(own.length >= 1 && own.length <= 4, content).toBe(true);
    }
    for (const { name, quoteCount } of tags)
      expect(quotes.filter((quote) => quote.tags.includes(name)).length, name).toBe(quoteCount);
  });

  it('shrinks to a part and grows by invented quotes', async () => {
    expect((await start({ quotes: 10 }).list('/quotes')).totalCount).toBe(10);
    const none = start({ quotes: 0 });
    expect(await none.refused('/random')).toEqual(refusal(404, 'Not Found'));
    expect(await none.list('/quotes')).toMatchObject({ totalCount: 0, totalPages: 0, lastItemIndex: null, page: 1 });
    const { list, authors } = start({ quotes: 3_000 });
    expect((await list('/quotes')).totalCount).toBe(3_000);
    expect((await authors('/authors')).totalCount).toBeGreaterThan(600);
  });
});

describe('every request', () => {
  it.each(['/random', '/quotes/', '/quotes/random', '/tags'])('serves %s', async (path) => {
    const response = await start().ask(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-powered-by')).toBe('Express');
  });

  it.each([
    ['GET', '/nothing'],
    ['GET', '/api/random'],
    ['POST', '/random'],
    ['DELETE', '/quotes'],
    ['GET', '/quotes/none'],
    ['GET', '/authors/none'],
    ['GET', '/authors/slug/none'],
    ['GET', '/authors/slug/%E0%A4%A'],
  ])("refuses %s %s with the API's 404", async (method, path) => {
    const response = await start().ask(path, { method });
    expect([response.status, await response.json()]).toEqual(unknown);
  });

  it.each([
    ['/api', undefined, false],
    ['', undefined, true],
    ['/v0', '/v0', true],
  ])(
    'serves its routes below %j only: basePath is %j, and real quirks are %j',
    async (expected, basePath, realQuirks) => {
      const { app } = createQuotesSandbox(testContext('quotes', { realQuirks }), { basePath });
      for (const path of ['', '/api', '/v0'])
        expect((await app.request(`${path}/random`)).status, path).toBe(path === expected ? 200 : 404);
      expect(() => start({ basePath: 'api/' })).toThrow(ApiError);
    },
  );

  it("returns the caller's address", async () => {
    const { ask } = start({ clientAddress: () => '192.0.2.7' });
    const answer = await ask('/internal/uip');
    expect([answer.status, await answer.text()]).toEqual([200, '192.0.2.7']);
  });

  it('redirects the root, and responds to preflights and HEAD', async () => {
    const { ask } = start();
    const root = await ask('/', { headers: { accept: 'application/json' } });
    expect([root.status, await root.text()]).toEqual([302, '']);
    const preflight = await ask('/quotes', {
      method: 'OPTIONS',
      headers: { origin: 'http://app.test', 'access-control-request-headers': 'x-one' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET,HEAD,PUT,PATCH,POST,DELETE');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-one');
    const head = await ask('/quotes', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('revalidates by a weak tag, and still counts and allows all origins', async () => {
    const { ask } = start();
    const tag = (await ask('/tags')).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    const response = await ask('/tags', { headers: { 'if-none-match': tag } });
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(response.headers.get('ratelimit-remaining')).toBe('99998');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('counts all but preflights, per address, in a window that starts with the first request', async () => {
    const { ask, context } = start({
      limits: { requests: 3 },
      clientAddress: (request) => request.headers.get('x-forwarded-for') ?? '',
    });
    const state = async (path: string, init?: RequestInit) => {
      const { status, headers } = await ask(path, init);
      return [status, ...['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))];
    };
    expect(await state('/random')).toEqual([200, '3', '2', '60']);
    await ask('/random', { method: 'OPTIONS' });
    await context.clock.advance(20_000);
    expect(await state('/nothing')).toEqual([404, '3', '1', '40']);
    expect(await state('/')).toEqual([302, '3', '0', '40']);
    expect(await state('/random')).toEqual([429, '3', '0', '40']);
    const refused = await ask('/tags');
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toEqual({ statusCode: 429, statusMessage: 'Too Many Requests' });
    expect(await state('/random', { headers: { 'x-forwarded-for': '10.0.0.9' } })).toEqual([200, '3', '2', '60']);
    await context.clock.advance(40_000);
    expect(await state('/random')).toEqual([200, '3', '2', '60']);
  });
});

describe('options', () => {
  it('can turn off full-text search', async () => {
    const { refused, ask } = start({ textSearch: false });
    const failure = refusal(500, "Unrecognized pipeline stage name: '$search'");
    for (const path of ['/search/quotes?query=a', '/search/authors?query=a', '/random?query=a'])
      expect(await refused(path)).toEqual(failure);
    expect((await refused('/search/authors'))[0]).toBe(422);
    expect((await ask('/random?tags=love')).status).toBe(200);
  });

  it('can omit the count record', async () => {
    expect(await start({ countRecord: false }).refused('/info/count')).toEqual(unknown);
  });

  it('can send minimal records', async () => {
    const { list, get } = start({ minimalRecords: true });
    const fields = ['_id', 'content', 'author', 'tags', 'length'];
    expect(Object.keys(await get<Quote>('/random'))).toEqual(fields);
    for (const { results } of [await list('/quotes?limit=150'), await list('/search/quotes?query=love')])
      for (const quote of results) expect(Object.keys(quote)).toEqual(fields);
  });

  it('can send unknown fields', async () => {
    const { get, list } = start({ unknownFields: true });
    const page = await list('/quotes?limit=1');
    for (const record of [page, page.results[0], await get('/random'), await get('/authors/slug/virgil')])
      expect(record).toMatchObject({ language: 'en', source: { pages: [12, 13] } });
  });
});

it('the data has each author and each quotation once', () => {
  const contents = data.authors.flatMap(({ quotes }) => quotes.map(([content]) => content));
  expect(new Set(contents).size).toBe(contents.length);
  expect(new Set(data.authors.map(({ name }) => name)).size).toBe(data.authors.length);
});
