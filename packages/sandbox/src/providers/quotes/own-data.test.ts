import { describe, expect, it } from 'vitest';
import { type Author, type Page, type Quote, start } from '../../../test/quotes.ts';

const own = [
  { content: 'Ship it.', author: 'Ann Example', tags: ['work', 'famous-quotes', 'Work'] },
  { _id: 'own-2', content: 'It works on 100% of my machines.', author: 'Ann Example', dateAdded: '2026-01-31' },
  { content: 'Ünïcode is fun.', author: 'Élodie 50%' },
];
const authors = [{ name: 'Ann Example', bio: 'An example.', description: 'Engineer', link: 'https://ann.example' }];

describe('your own quotations', () => {
  it('can be served alone, and are found by ID, author, tag and text', async () => {
    const { get } = start({ quotes: { generated: 0, own }, authors });
    expect(await get('/info/count')).toEqual({ quotes: 3, authors: 2, tags: 2 });
    const { results } = await get<Page<Quote>>('/quotes?tags=work');
    expect(results).toMatchObject([
      { content: 'Ship it.', tags: ['Work', 'Famous Quotes'], authorSlug: 'ann-example', length: 8 },
    ]);
    expect(results[0]?._id).toMatch(/^[\w-]{12}$/);
    expect(await get<Quote>('/quotes/own-2')).toMatchObject({ author: 'Ann Example', dateAdded: '2026-01-31' });
    expect(await get<Author>('/authors/slug/ann-example')).toMatchObject({
      bio: 'An example.',
      link: 'https://ann.example',
      quoteCount: 2,
    });
    expect((await get<Page<Quote>>('/quotes?author=elodie-50')).results).toHaveLength(1);
    expect((await get<Page<Quote>>('/search/quotes?query=machines')).results).toMatchObject([{ _id: 'own-2' }]);
    expect(own.map(({ content }) => content)).toContain((await get<Quote>('/random')).content);
  });

  it('have the same IDs regardless of other data', async () => {
    const idsOf = async (quotes: Parameters<typeof start>[0]) => {
      const { results } = await start(quotes).get<Page<Quote>>('/quotes?author=ann-example&sortBy=content');
      return results.map(({ _id }) => _id);
    };
    const ids = await idsOf({ quotes: { generated: 0, own } });
    expect(await idsOf({ quotes: own.toReversed() })).toEqual(ids);
  });

  it('are added to the generated ones, which stay the same', async () => {
    const plain = start();
    const { get } = start({ quotes: own });
    expect(await get('/info/count')).toMatchObject({ quotes: 439 });
    const path = '/quotes?author=seneca';
    expect(await get(path)).toEqual(await plain.get(path));
  });

  it('can have all fields that the API returns', async () => {
    const { results } = await start().get<Page<Quote>>('/search/quotes?query=time&limit=5');
    expect(results.length).toBeGreaterThan(1);
    const returned = results.map((quote) => ({ ...quote, __v: undefined }));
    const { get } = start({ quotes: { generated: 0, own: returned } });
    expect(await get<Quote>(`/quotes/${results[0]?._id}`)).toMatchObject({ content: results[0]?.content });
  });

  it.each<[object[], object[], string]>([
    [
      [{ content: 'x', autor: 'y' }],
      [],
      'unknown option quotes.quotes[0].autor; did you mean quotes.quotes[0].author?',
    ],
    [[{ content: 'x' }], [], 'quotes.quotes[0].author is required'],
    [
      [{ content: ' ', author: 'x' }],
      [],
      'quotes.quotes[0].content must be a string of 1 to 10,000 characters; got " "',
    ],
    [[{ content: 'x', author: '!' }], [], 'quotes.quotes[0].author must be a name with at least one letter or digit'],
    [[own[0] as object, { content: 'x', author: 'y', tags: [7] }], [], 'quotes.quotes[1].tags[0] must be a name'],
    [[{ content: 'x', author: 'y', dateAdded: '2026-02-31' }], [], 'quotes.quotes[0].dateAdded must be a date such as'],
    [[{ _id: 'a b', content: 'x', author: 'y' }], [], 'quotes.quotes[0]._id must be a string of 1 to 64 letters'],
    [
      [
        { _id: 'a', content: 'x', author: 'y' },
        { _id: 'a', content: 'z', author: 'y' },
      ],
      [],
      'quotes.quotes[1]._id must be unique; quotes.quotes[0] has "a" already',
    ],
    [
      [own[0] as object, own[1] as object, own[0] as object],
      [],
      'quotes.quotes[2] is the same quotation as quotes.quotes[0]',
    ],
    [
      [
        { content: 'x', author: 'Ann B' },
        { content: 'y', author: 'ann b' },
      ],
      [],
      'quotes.quotes[1].author must be "Ann B", because both names have the slug "ann-b"',
    ],
    [own, [{ name: 'Nobody' }], 'quotes.authors[0].name must be the author of one of your quotations; got "Nobody"'],
    [
      own,
      [{ name: 'Ann Example', descripton: 'x' }],
      'unknown option quotes.authors[0].descripton; did you mean quotes.authors[0].description?',
    ],
  ])('%j with authors %j are refused: %s', (quotes, given, message) => {
    expect(() => start({ quotes: quotes as never, authors: given as never })).toThrow(message);
  });
});
