import { describe, expect, it } from 'vitest';
import { callAs, nodeFetch, pythonRequests, startForAll } from './replay.ts';

const sandbox = startForAll();

// Read from quotable-js: lib/utils/request.ts and queryString.ts (55b9d7c). Lists are joined by commas, which are
// encoded.
describe('quotable-js', () => {
  const send = callAs(sandbox, nodeFetch(), '/quotes/api');
  let quoteId = '';
  let author = '';

  it('reads a random quotation of a given length', async () => {
    const quote = await send('GET /random?maxLength=120&minLength=10');
    expect(quote.length).toBeLessThanOrEqual(120);
    quoteId = quote._id;
    author = quote.authorSlug;
  });

  it('reads a quotation by its ID', async () => {
    expect(await send(`GET /quotes/${quoteId}`)).toMatchObject({ _id: quoteId, authorSlug: author });
  });

  it('lists quotations with either of two tags, with the bar encoded', async () => {
    const page = await send('GET /quotes?tags=wisdom%7Cfamous-quotes&limit=3&sortBy=content&order=desc');
    expect(page).toMatchObject({ count: 3, page: 1, results: expect.any(Array) });
  });

  it('searches quotations in two fields, with the comma encoded', async () => {
    const page = await send('GET /search/quotes?query=life&fields=content%2Cauthor&fuzzyMaxEdits=1&limit=5');
    expect(page.results.length).toBeGreaterThan(0);
  });

  it('lists authors by their slugs', async () => {
    expect((await send(`GET /authors?slug=${author}`)).results).toMatchObject([{ slug: author }]);
  });

  it('reads the error of an unknown ID', async () => {
    const error = await send('GET /quotes/unknown', { status: 404 });
    expect(error).toMatchObject({ statusCode: 404, statusMessage: expect.any(String) });
  });
});

// Read from mattkgross/Striver: src/clients/quote_client.py.
it('Striver (Python) reads a random quotation as a list of one', async () => {
  expect(await callAs(sandbox, pythonRequests(), '/quotes/api')('GET /quotes/random')).toHaveLength(1);
});
