import { nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { createQuotesClient, isApiError } from './index.ts';

const host = 'http://quotes.test';
const quote = { _id: 'abcdefgh', content: 'Know thyself.', author: 'Thales', tags: ['Wisdom'], length: 13 };
const quotes = createQuotesClient({ baseUrl: host, retries: 0 });

nockOnly();

describe('requests', () => {
  it.each([
    ['all of the tags', { tags: { allOf: ['love', 'life'] } }, '/api/random?tags=love%2Clife'],
    ['any of the tags', { tags: { anyOf: ['love', 'Famous Quotes'] } }, '/api/random?tags=love%7CFamous%20Quotes'],
    ['tags in a string', { tags: 'love' }, '/api/random?tags=love'],
    ['authors', { author: ['Mark Twain', 'seneca'] }, '/api/random?author=Mark%20Twain%7Cseneca'],
    ['a search', { query: 'author:twain AND sea' }, '/api/random?query=author%3Atwain%20AND%20sea'],
    ['length', { minLength: 5, maxLength: 60 }, '/api/random?minLength=5&maxLength=60'],
  ] as const)('filter by %s', async (_, params, path) => {
    nock(host, { reqheaders: { accept: 'application/json' } })
      .get(path)
      .reply(200, quote);
    expect(await quotes.random(params)).toEqual(quote);
  });

  it.each([
    ['/api', '/api/tags'],
    ['', '/tags'],
    ['/v0/api/', '/v0/api/tags'],
  ])('start with basePath %j', async (basePath, path) => {
    nock(host).get(path).reply(200, []);
    const client = createQuotesClient({ baseUrl: `${host}/`, basePath, retries: 0 });
    expect((await client.tags.list()).items).toEqual([]);
  });
});

describe('a strict client refuses before any request', () => {
  // The client is strict, because other clients send undocumented values whenever they can be sent.
  const quotes = createQuotesClient({ baseUrl: host, retries: 0, validation: 'strict' });

  it.each([
    ['minLength above maxLength', () => quotes.random({ minLength: 9, maxLength: 3 }), /minLength must not/],
    [
      'minLength above maxLength for several quotes',
      () => quotes.quotes.random({ minLength: 9, maxLength: 3 }),
      /minLength must not/,
    ],
    [
      'minLength above maxLength for a list',
      () => quotes.quotes.list({ minLength: 9, maxLength: 3 }),
      /minLength must not/,
    ],
    ['allOf and anyOf at once', () => quotes.random({ tags: { allOf: ['a'], anyOf: ['b'] } as never }), /tags/],
    ['an empty allOf', () => quotes.random({ tags: { allOf: [] } }), /tags/],
    ['an empty list of authors', () => quotes.quotes.list({ author: [] }), /author/],
    ['a search without letters', () => quotes.random({ query: '42' }), /query/],
    [
      'a search that is too long',
      () => quotes.quotes.random({ query: 'a'.repeat(151) }),
      /query must have at most 150 /,
    ],
    ['a comma in an author', () => quotes.quotes.list({ author: 'a,b' }), /author/],
    ['a pipe in a tag', () => quotes.random({ tags: { anyOf: ['a|b'] } }), /tags/],
    [
      'limit 51 for random quotes',
      () => quotes.quotes.random({ limit: 51 }),
      /limit must be a whole number from 1 to 50; got 51/,
    ],
    [
      'limit 151 for a list',
      () => quotes.quotes.list({ limit: 151 }),
      /limit must be a whole number from 1 to 150; got 151/,
    ],
    ['an empty search', () => quotes.search.quotes({ query: '' }), /query/],
    [
      'an unknown parameter',
      () => quotes.random({ max: 3 } as never),
      /unknown parameter max; the parameters are minLength/,
    ],
    [
      "an ID of '..'",
      () => quotes.quotes.get({ id: '..' }),
      /id must not be empty, or have '\.' or '\.\.' as a path segment/,
    ],
  ])('%s', async (_, call, message) => {
    const error = await Promise.resolve(call()).catch((reason) => reason);
    expect(isApiError(error) && error.code).toBe('invalid_params');
    expect(error.message).toMatch(message);
  });

  it('no length range that has a single length or only one end', async () => {
    for (const params of [{ minLength: 9, maxLength: 9 }, { minLength: 900 }, { maxLength: 1 }]) {
      nock(host).get('/api/random').query(params).reply(200, quote);
      expect(await quotes.random(params)).toEqual(quote);
    }
  });

  it('a missing baseUrl', () => {
    expect(() => createQuotesClient({} as never)).toThrow(
      /the option baseUrl is missing. Host .* yourself, and pass its address/,
    );
  });
});

describe("a strict client accepts responses without fields that the server's database does not require", () => {
  const strict = createQuotesClient({ baseUrl: host, retries: 0, validation: 'strict' });
  const dates = { dateAdded: null, dateModified: null };

  it('a quote without dates', async () => {
    const undated = { ...quote, ...dates };
    nock(host).get('/api/random').reply(200, undated);
    expect(await strict.random()).toEqual(undated);
  });

  it('an author whose details are absent or null', async () => {
    const bare = { _id: 'thales', name: 'Thales', slug: 'thales' };
    const empty = { ...bare, bio: null, description: null, link: null, ...dates };
    const results = [bare, empty];
    const page = { count: 2, totalCount: 2, page: 1, totalPages: 1, lastItemIndex: null };
    nock(host)
      .get('/api/authors')
      .reply(200, { ...page, results });
    expect((await strict.authors.list()).items).toEqual(results);
    nock(host)
      .get('/api/authors/thales')
      .reply(200, { ...empty, quotes: [] });
    expect(await strict.authors.get({ id: 'thales' })).toEqual({ ...empty, quotes: [] });
  });

  it('a tag without dates', async () => {
    const tag = { _id: 'wisdom', name: 'Wisdom', quoteCount: 1, ...dates };
    nock(host).get('/api/tags').reply(200, [tag]);
    expect((await strict.tags.list()).items).toEqual([tag]);
  });

  it('counts of which the server stores only some', async () => {
    nock(host).get('/api/info/count').reply(200, { quotes: 1, authors: null });
    expect(await strict.info.count()).toEqual({ quotes: 1, authors: null });
  });
});

it.each([
  ['https://api.quotable.io', true],
  ['http://quotes.test', false],
  ['https://notquotable.io', false],
])('the network error of %s mentions the hosted instance: %s', async (baseUrl, isMentioned) => {
  nock(baseUrl).get('/api/random').replyWithError('refused');
  const error = await createQuotesClient({ baseUrl, retries: 0 })
    .random()
    .catch((reason) => reason);
  expect(error.message.includes('hosted instance')).toBe(isMentioned);
});
