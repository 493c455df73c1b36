import { afterAll, beforeAll, expect } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { nodeFetch, pythonRequests, type Replay, replayAll } from './testing.ts';

let sandbox: Sandbox;
let quoteId = '';
let author = '';

beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

const get = (path: () => string): Replay['sent'] => {
  return () => ({ method: 'GET', target: `/quotes${path()}` });
};
const fetch = nodeFetch();

// Read from quotable-js: lib/utils/request.ts and queryString.ts (55b9d7c). Lists are joined by commas, which are encoded.
const quotableJs: readonly Replay[] = [
  {
    does: 'reads a random quotation of a length',
    dialect: fetch,
    sent: get(() => '/random?maxLength=120&minLength=10'),
    status: 200,
    check({ json }) {
      expect(json.length).toBeLessThanOrEqual(120);
      quoteId = json._id;
      author = json.authorSlug;
    },
  },
  {
    does: 'reads a quotation by its ID',
    dialect: fetch,
    sent: get(() => `/quotes/${quoteId}`),
    status: 200,
    check: ({ json }) => expect(json).toMatchObject({ _id: quoteId, authorSlug: author }),
  },
  {
    does: 'lists quotations of any of two tags, the bar encoded',
    dialect: fetch,
    sent: get(() => '/quotes?tags=wisdom%7Cfamous-quotes&limit=3&sortBy=content&order=desc'),
    status: 200,
    check: ({ json }) => expect(json).toMatchObject({ count: 3, page: 1, results: expect.any(Array) }),
  },
  {
    does: 'searches quotations in two fields, the comma encoded',
    dialect: fetch,
    sent: get(() => '/search/quotes?query=life&fields=content%2Cauthor&fuzzyMaxEdits=1&limit=5'),
    status: 200,
    check: ({ json }) => expect(json.results.length).toBeGreaterThan(0),
  },
  {
    does: 'lists authors by their slugs',
    dialect: fetch,
    sent: get(() => `/authors?slug=${author}`),
    status: 200,
    check: ({ json }) => expect(json.results).toMatchObject([{ slug: author }]),
  },
  {
    does: 'reads the error of an unknown ID',
    dialect: fetch,
    sent: get(() => '/quotes/unknown'),
    status: 404,
    check: ({ json }) => expect(json).toMatchObject({ statusCode: 404, statusMessage: expect.any(String) }),
  },
];

// Read from mattkgross/Striver: src/clients/quote_client.py.
const striver: readonly Replay[] = [
  {
    does: 'reads a random quotation as a list of one',
    dialect: pythonRequests(),
    sent: get(() => '/quotes/random'),
    status: 200,
    check: ({ json }) => expect(json).toHaveLength(1),
  },
];

replayAll(() => sandbox, { 'quotable-js': quotableJs, 'Striver (Python)': striver });
