import { describe, expect, it } from 'vitest';
import { type Author, everyQuote, type Page, type Quote, refusal, start } from '../../../test/quotes.ts';
import { createTable } from './data/table.ts';

describe('random', () => {
  it('draws one quote within the bounds, both included', async () => {
    const { get } = start();
    const seen = new Set<string>();
    for (let turn = 0; turn < 30; turn += 1) {
      const { length, content } = await get<Quote>('/random?minLength=40&maxLength=44&limit=9');
      expect(length >= 40 && length <= 44).toBe(true);
      seen.add(content);
    }
    expect(seen.size).toBeGreaterThan(5);
    const exact = (await get<Quote[]>('/quotes/random?maxLength=21&minLength=21&limit=50')).map(({ length }) => length);
    expect(new Set(exact)).toEqual(new Set([21]));
  });

  it.each([
    ['', 1],
    ['?limit=7', 7],
    ['?limit=7.9', 7],
    ['?limit=500', 50],
    ['?limit=0', 1],
    ['?limit=-3', 1],
    ['?limit=50&author=virgil', 4],
    ['?limit=5&minLength=2000', 0],
  ])('/quotes/random%s draws %i, none twice', async (query, count) => {
    const ids = (await start().get<Quote[]>(`/quotes/random${query}`)).map(({ _id }) => _id);
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
  });

  it('filters by a search', async () => {
    const { get } = start();
    const found = await get<Quote[]>('/quotes/random?limit=50&query=author:twain AND tags:travel');
    expect(found.map(({ content }) => content)).toEqual([
      'Travel is fatal to prejudice, bigotry, and narrow-mindedness.',
    ]);
  });

  it.each([
    ['/random?minLength=2000', refusal(404, 'Not Found')],
    ['/random?minLength=90&maxLength=80', refusal(404, 'Not Found')],
    ['/random?author=virgil,ovid', refusal(400, 'Multiple authors should be separated by a pipe.')],
    ['/quotes/random?author=virgil&author=ovid', refusal(400, 'Multiple authors should be separated by a pipe.')],
    ['/quotes/random?limit=many', refusal(500, 'size argument to $sample must be a number')],
    ['/quotes/random?limit=', refusal(500, 'size argument to $sample must be a number')],
    ['/random?tags=love&tags=life&author=a,b', refusal(500, 'tags.split is not a function')],
    ['/random?tags[]=love', refusal(500, 'tags.split is not a function')],
    ['/random?author=%25E0%25A4%25A', refusal(500, 'URI malformed')],
    ['/random?author=%E0%A4%A', refusal(500, 'URI malformed')],
    ['/random?authorSlug=virgil', refusal(500, "Cannot read properties of undefined (reading 'split')")],
    [`/random?query=${'a OR '.repeat(6)}b`, refusal(500, 'Internal server error')],
    [`/random?query=${'a'.repeat(151)}&tags=a&tags=b`, refusal(500, 'Internal server error')],
  ])('refuses %s', async (path, expected) => {
    expect(await start().refused(path)).toEqual(expected);
  });
});

describe('filters', () => {
  const has =
    (...tags: string[]) =>
    ({ tags: own }: Quote) =>
      tags.every((tag) => own.includes(tag));
  const by =
    (...slugs: string[]) =>
    ({ authorSlug }: Quote) =>
      slugs.includes(authorSlug);
  it.each<[string, (quote: Quote) => boolean]>([
    ['tags=love', has('Love')],
    ['tags=famous-quotes', has('Famous Quotes')],
    ['tags=FAMOUS_QUOTES', has('Famous Quotes')],
    ['tags=famous+quotes', has('Famous Quotes')],
    ['tags=love,famous%20quotes', has('Love', 'Famous Quotes')],
    ['tags=love%7Cwar', ({ tags }) => tags.includes('Love') || tags.includes('War')],
    ['tags=famous,quotes%7Cwar', ({ tags }) => tags.includes('Famous Quotes') || tags.includes('War')],
    ['author=Mark%20Twain', by('mark-twain')],
    ['author=mark-twain%7COscar+Wilde', by('mark-twain', 'oscar-wilde')],
    ['author=S%C3%B8ren%20Kierkegaard', by('soren-kierkegaard')],
    ['author=Lao%2520Tzu', by('lao-tzu')],
    ["author=Arthur%20O'Shaughnessy", by('arthur-o-shaughnessy')],
    [
      'author=mark-twain&tags=humor&maxLength=50',
      (quote) => by('mark-twain')(quote) && has('Humor')(quote) && quote.length <= 50,
    ],
    ['minLength=200', ({ length }) => length >= 200],
    ['maxLength=40', ({ length }) => length <= 40],
    ['maxLength=0', () => true],
    ['minLength=x&maxLength=y', () => true],
    ['tags=', () => true],
  ])('/quotes?%s', async (query, keeps) => {
    const sandbox = start();
    const expected = (await everyQuote(sandbox)).filter(keeps).map(({ _id }) => _id);
    expect(expected.length).toBeGreaterThan(0);
    const { results, totalCount } = await sandbox.list(`/quotes?limit=150&${query}`);
    expect(totalCount).toBe(expected.length);
    expect(results.map(({ _id }) => _id)).toEqual(expected.slice(0, 150));
  });

  it('filters authors by ID, unless they are named', async () => {
    const { list, get, authors, refused } = start();
    const [virgil, ovid] = (await authors('/authors?slugs=ovid|virgil&order=desc')).results;
    expect((await list(`/quotes?authorId=${virgil?._id}`)).totalCount).toBe(4);
    expect((await list(`/quotes?authorId=${virgil?._id}&author=seneca`)).totalCount).toBe(5);
    expect((await list(`/quotes?authorId=${virgil?._id}|${ovid?._id}`)).totalCount).toBe(0);
    expect(await get(`/quotes/random?limit=50&authorId=${virgil?._id}|${ovid?._id}`)).toHaveLength(8);
    expect(await refused('/quotes?author=a,b&tags=a&tags=b')).toEqual(
      refusal(400, 'Multiple authors should be separated by a pipe.'),
    );
    expect(await refused('/quotes?tags=a&tags=b')).toEqual(refusal(500, 'tags.split is not a function'));
  });
});

describe('lists', () => {
  it.each([
    ['', { count: 20, page: 1, totalPages: 22, lastItemIndex: 20 }],
    ['?limit=150&page=3', { count: 136, page: 3, totalPages: 3, lastItemIndex: null }],
    ['?limit=109&page=4', { count: 109, page: 4, totalPages: 4, lastItemIndex: null }],
    ['?limit=9999', { count: 150, totalPages: 3, lastItemIndex: 150 }],
    ['?limit=0', { count: 1, totalPages: 436, lastItemIndex: 1 }],
    ['?limit=-7&page=-7', { count: 1, page: 1 }],
    ['?limit=ten&page=two', { count: 20, page: 1 }],
    ['?limit=7.9&page=2.9', { count: 7, page: 2, lastItemIndex: 14 }],
    ['?page=23', { count: 0, page: 23, totalPages: 22, lastItemIndex: null, results: [] }],
    ['?skip=30&page=9', { count: 20, page: 2, lastItemIndex: 50 }],
    ['?skip=-5&limit=10', { count: 10, page: 1, lastItemIndex: 10 }],
    ['?skip=none&page=3', { count: 20, page: 1 }],
    ['?author=nobody', { count: 0, totalCount: 0, page: 1, totalPages: 0, lastItemIndex: null, results: [] }],
  ])('pages /quotes%s', async (query, expected) => {
    const page = await start().list(`/quotes${query}`);
    expect(page).toMatchObject({ ...(!query.includes('nobody') && { totalCount: 436 }), ...expected });
  });

  it('serves offset 10,000 for every page beyond it', async () => {
    const { list } = start({ quotes: 10_200 });
    const reached = await list('/quotes?limit=100&page=101');
    const beyond = await list('/quotes?limit=100&page=5000');
    expect(beyond).toMatchObject({ page: 5000, totalPages: 102, lastItemIndex: 10_100 });
    expect(beyond.results).toEqual(reached.results);
  });

  const lengths = (quotes: Quote[]) => quotes.map(({ length }) => length);
  const up = (values: number[]) => values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
  const down = (values: number[]) => up(values.toReversed());
  it.each<[string, (values: number[]) => boolean]>([
    ['sortBy=length', down],
    ...['desc', 'descending', '-1', 'sideways'].map(
      (order) => [`sortBy=length&order=${order}`, down] as [string, typeof down],
    ),
    ...['asc', 'ascending', '1'].map(
      (order) => [`sortBy=length&sortOrder=${order}&order=desc`, up] as [string, typeof up],
    ),
  ])('sorts /quotes?%s', async (query, sorted) => {
    const { results } = await start().list(`/quotes?limit=150&${query}`);
    expect(sorted(lengths(results))).toBe(true);
    expect(new Set(lengths(results)).size).toBeGreaterThan(20);
  });

  it('has a default direction per field, and puts records without the field last when descending', async () => {
    const sandbox = start();
    const first = async (query: string) => (await sandbox.list(`/quotes?limit=1&${query}`)).results[0];
    expect((await first('sortBy=author'))?.author).toBe('Abraham Lincoln');
    expect((await first('sortBy=author&order=desc'))?.author).toBe('William Wordsworth');
    expect((await first('sortBy=content&order=-1'))?.content).toMatch(/^(You|Why)/);
    const dates = (await everyQuote(sandbox)).map(({ dateAdded = '' }) => dateAdded);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(dates.at(-1)).toBe('');
    expect(await first('sortBy=constructor&order=asc')).not.toHaveProperty('dateAdded');
  });

  it('sorts texts by their bytes, and only author names by letter', () => {
    const records = ['b', 'É', 'Z', 'a', '“q”'].map((name) => ({ _id: name, name }));
    const sorted = (collation?: 'letters') =>
      createTable(records, collation)
        .inOrder({ field: 'name', direction: 1 })
        .map(({ name }) => name);
    expect(sorted()).toEqual(['Z', 'a', 'b', 'É', '“q”']);
    expect(sorted('letters')).toEqual(['“q”', 'a', 'b', 'É', 'Z']);
  });

  it('lists, finds and shows authors', async () => {
    const { authors, refused } = start();
    const names = (page: Page<Author>) => page.results.map(({ name }) => name);
    const all = await authors('/authors?limit=3');
    expect(names(all)).toEqual(['Abraham Lincoln', 'Adam Smith', 'Aesop']);
    expect((await authors('/authors?sortBy=quoteCount&limit=2')).results.map(({ quoteCount }) => quoteCount)).toEqual([
      15, 15,
    ]);
    expect(names(await authors('/authors?name=Virgil,ovid'))).toEqual(['Ovid', 'Virgil']);
    expect(names(await authors('/authors?slug=virgil|ovid'))).toEqual(['Ovid', 'Virgil']);
    expect(names(await authors('/authors?slug=virgil|ovid,seneca'))).toEqual(['Seneca']);
    expect(names(await authors('/authors?name=&slugs=emily-bronte'))).toEqual(['Emily Brontë']);
    expect(await refused('/authors?slug=a&slug=b')).toEqual(refusal(500, 'nameOrSlug.split is not a function'));
  });
});
