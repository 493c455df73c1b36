import { describe, expect, it } from 'vitest';
import { refusal, start } from '../../../../test/quotes.ts';

describe('search', () => {
  it.each([
    ['lightning', [/lightning-bug/]],
    ['"time is money"', [/^Remember that time is money/]],
    ['"fear of be loved"', []],
    ['"be feared loved"', [/^It is much safer/]],
    ["'time money remember'", []],
    ['author:lincoln AND house', [/^A house divided/]],
    ['author:(lincoln thoreau) AND content:prison', [/^Under a government/]],
    ["isn't AND author:twain", [/^Truth is stranger/]],
    ['doubt AND certainty', [/^Doubt is not/]],
    ['author:twain AND (blushes OR swear) NOT angry', [/^Man is the only/]],
    ['NOT love', []],
    ['publisher:penguin', []],
    ['author:nightingale AND content:work', [/^I attribute/]],
    ['(((lightning))', [/lightning-bug/]],
    ['AND lightning OR', [/lightning-bug/]],
    ['author:', []],
  ])('finds quotes by %s', async (query, expected) => {
    const { results, totalCount } = await start().list(`/search/quotes?query=${encodeURIComponent(query)}`);
    expect(totalCount).toBe(expected.length);
    for (const [index, pattern] of expected.entries()) expect(results[index]?.content).toMatch(pattern);
  });

  it('finds quotes with any of several words, the best match first, in pages', async () => {
    const { list } = start();
    const page = await list('/search/quotes?query=castles+in+the+air&limit=5&page=2');
    expect(page).toMatchObject({ count: 5, page: 2 });
    expect(page.totalPages).toBe(Math.ceil(page.totalCount / 5));
    expect(page).not.toHaveProperty('lastItemIndex');
    const [best] = (await list('/search/quotes?query=castles+in+the+air')).results;
    expect(best?.content).toMatch(/castles in the air/);
    expect(best).toMatchObject({ __v: 0, authorId: expect.any(String) });
    expect((await list(`/search/quotes?query=${'love OR '.repeat(9)}life`)).totalCount).toBeGreaterThan(20);
    expect((await list(`/search/quotes?query=${'('.repeat(20_000)}love`)).totalCount).toBe(0);
  });

  it.each([
    ['query=mark tw', ['Mark Twain']],
    ['query=Dr. Samuel John', ['Samuel Johnson']],
    ['query=samuel', ['Samuel Johnson', 'Samuel Taylor Coleridge']],
    ['query=samuel coleridge johnson', ['Samuel Johnson', 'Samuel Taylor Coleridge']],
    ['query=samuel coleridge johnson&matchThreshold=3', []],
    ['query=mary shelley&matchThreshold=1&limit=3', ['Mary Shelley', 'Mary Wollstonecraft', 'Percy Bysshe Shelley']],
    ['query=soren', ['Søren Kierkegaard']],
    ["query=O'Shaugh", ['Arthur O’Shaughnessy']],
    ['query=samue&autocomplete=false', []],
    ['query=samue&autocomplete=0', []],
    ['query=twain&autocomplete=', ['Mark Twain']],
    ['query=oliver wendell holmes sr', ['Oliver Wendell Holmes Sr.']],
  ])('finds authors by %s', async (query, expected) => {
    const page = await start().authors(`/search/authors?${query}`);
    expect(page.results.map(({ name }) => name)).toEqual(expected);
    expect(page).toHaveProperty('lastItemIndex');
  });

  const missing = refusal(422, 'Missing required parameter: `query`');
  it.each([
    ['/search/quotes', missing],
    ['/search/quotes?query=', missing],
    ['/search/quotes?query=123', missing],
    ['/search/quotes?query=%22!!%22', missing],
    ['/search/authors', missing],
    ['/search/quotes?query=a&query=b', refusal(500, 'rawQuery.replace is not a function')],
  ])('refuses %s', async (path, expected) => {
    expect(await start().refused(path)).toEqual(expected);
  });
});
