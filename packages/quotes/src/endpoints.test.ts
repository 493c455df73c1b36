import { createSandbox } from '@x/sandbox';
import { describeEndpoints, type EndpointTable, recordAnswers } from '@x/testing';
import { describe, expect, it } from 'vitest';
import { type ClientEvent, createQuotesClient, endpoints, type QuotesClient } from './index.ts';

/** A case for each endpoint: a call that must work, and one that must be refused before any request. */
const table: EndpointTable<QuotesClient> = {
  random: {
    works: async (quotes) => {
      const quote = await quotes.random({ minLength: 20, maxLength: 60 });
      expect(quote.content).toHaveLength(quote.length);
      expect(quote.length).toBeLessThanOrEqual(60);
      const found = await quotes.random({ query: 'author:twain AND tags:travel' });
      expect(found).toMatchObject({ author: 'Mark Twain', tags: expect.arrayContaining(['Travel']) });
    },
    refused: (quotes) => quotes.random({ maxLength: '60' } as never),
  },
  'quotes.list': {
    works: async (quotes) => {
      const page = await quotes.quotes.list({ limit: 7 });
      expect(page.items).toHaveLength(7);
      expect(page.total).toBeGreaterThanOrEqual(200);
      const walked = await quotes.quotes.list({ limit: 7 }).toArray({ limit: 20 });
      expect(new Set(walked.map(({ _id }) => _id)).size).toBe(20);
      const resumed = await quotes.quotes.list({ limit: 7 }, { cursor: page.nextCursor as string });
      expect(resumed.items).toEqual(walked.slice(7, 14));
    },
    refused: (quotes) => quotes.quotes.list({ sortBy: 'nothing' } as never),
  },
  'quotes.get': {
    works: async (quotes) => {
      const [first] = (await quotes.quotes.list({ limit: 1 })).items;
      expect(await quotes.quotes.get({ id: first?._id ?? '' })).toEqual(first);
    },
    refused: (quotes) => quotes.quotes.get({} as never),
  },
  'quotes.random': {
    works: async (quotes) => {
      const drawn = await quotes.quotes.random({ limit: 50, tags: 'Wisdom' });
      expect(drawn.length).toBeGreaterThan(1);
      expect(new Set(drawn.map(({ _id }) => _id)).size).toBe(drawn.length);
      for (const { tags } of drawn) expect(tags).toContain('Wisdom');
      expect(await quotes.quotes.random({ author: 'Nobody' })).toEqual([]);
    },
    refused: (quotes) => quotes.quotes.random({ limit: 0 }),
  },
  'authors.list': {
    works: async (quotes) => expect((await quotes.authors.list({ limit: 3 })).items).toHaveLength(3),
    refused: (quotes) => quotes.authors.list({ page: 0 }),
  },
  'authors.get': {
    works: async (quotes) => {
      const [author] = (await quotes.authors.list({ limit: 1 })).items;
      const full = await quotes.authors.get({ id: author?._id ?? '' });
      expect(full.quotes).toHaveLength(author?.quoteCount ?? -1);
    },
    refused: (quotes) => quotes.authors.get({ id: '' }),
  },
  'authors.getBySlug': {
    works: async (quotes) => {
      const [author] = (await quotes.authors.list({ limit: 1 })).items;
      expect(await quotes.authors.getBySlug({ slug: author?.slug ?? '' })).toMatchObject({ _id: author?._id });
    },
    refused: (quotes) => quotes.authors.getBySlug({ slug: 3 } as never),
  },
  'tags.list': {
    works: async (quotes) => {
      const { items, nextCursor } = await quotes.tags.list();
      expect(items.length).toBeGreaterThanOrEqual(20);
      expect(nextCursor).toBeNull();
    },
    refused: (quotes) => quotes.tags.list({ order: 'up' } as never),
  },
  'search.quotes': {
    works: async (quotes) => {
      const { items } = await quotes.search.quotes({ query: 'life' });
      expect(items.length).toBeGreaterThan(0);
    },
    refused: (quotes) => quotes.search.quotes({ query: '' }),
  },
  'search.authors': {
    works: async (quotes) => {
      const [author] = (await quotes.authors.list({ limit: 1 })).items;
      const { items } = await quotes.search.authors({ query: author?.name ?? '' });
      expect(items.map(({ name }) => name)).toContain(author?.name);
    },
    refused: (quotes) => quotes.search.authors({ query: 'x', matchThreshold: 0 }),
  },
  'info.count': {
    works: async (quotes) => {
      const count = await quotes.info.count();
      expect(count.quotes).toBe((await quotes.quotes.list()).total);
    },
    refused: (quotes) => quotes.info.count({ all: true } as never),
  },
};

// A server has its routes at its root, or under a path that a proxy adds. The last run uses the quirks recorded from
// the real host.
describe.each([
  ['with routes under /api', '/api', 'off', {}],
  ['with routes at its root', '', 'off', { basePath: '' }],
  ['that responds like the real host', '', 'real', {}],
] as const)('a server %s', (_, basePath, quirks, given) => {
  async function openStage() {
    const sandbox = await createSandbox({ quirks, quotes: { basePath } });
    const recorded = recordAnswers(() => sandbox.options.quotes.baseUrl + basePath);
    const options = { ...sandbox.options.quotes, retries: 0, clock: sandbox.clock, fetch: recorded.fetch };
    return { sandbox, recorded, client: createQuotesClient({ ...options, ...given }) };
  }

  describeEndpoints<QuotesClient, Awaited<ReturnType<typeof openStage>>>(endpoints, {
    open: openStage,
    close: ({ sandbox }) => sandbox.close(),
    table,
    client: ({ client }) => client,
    requests: ({ sandbox }) => sandbox.requests,
    answers: ({ recorded }) => recorded.answers,
    internal: /__v$/,
  });
});

const inProcess = async () => {
  const sandbox = await createSandbox({ listen: false });
  return { sandbox, quotes: createQuotesClient({ ...sandbox.options.quotes, retries: 0, clock: sandbox.clock }) };
};

it('quotes.random.stream yields more quotes than one request returns', async () => {
  const { sandbox, quotes } = await inProcess();
  const lengths = new Map<string, number>();
  let given = 0;
  for await (const { _id, length } of quotes.quotes.random.stream({ maxLength: 60 }, { limit: 120 })) {
    lengths.set(_id, length);
    given += 1;
  }
  expect([given, sandbox.requests.length]).toEqual([120, 3]);
  expect(Math.max(...lengths.values())).toBeLessThanOrEqual(60);
  expect(lengths.size).toBeGreaterThan(50); // each batch is a new draw
  expect(endpoints.quotes.random).not.toHaveProperty('stream'); // the tree is data
});

describe('filters', () => {
  it('combine tags with AND and OR', async () => {
    const { quotes } = await inProcess();
    const [{ tags } = { tags: [] as string[] }] = (await quotes.quotes.list({ limit: 150 })).items.filter(
      (quote) => quote.tags.length > 1,
    );
    const all = await quotes.quotes.list({ tags: { allOf: tags }, limit: 150 });
    const any = await quotes.quotes.list({ tags: { anyOf: tags }, limit: 150 });
    for (const quote of all.items) expect(quote.tags).toEqual(expect.arrayContaining(tags));
    for (const quote of any.items) expect(tags.some((tag) => quote.tags.includes(tag))).toBe(true);
    expect(any.total).toBeGreaterThanOrEqual(all.total ?? 0);
  });

  it('fail with not_found when no quote matches', async () => {
    const { quotes } = await inProcess();
    const error = await quotes.random({ tags: 'No Such Tag' }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'not_found', status: 404, retryable: false });
    expect(error.message).toContain('No quote matches');
  });
});

describe('a client without basePath', () => {
  const open = async (basePath: string) => {
    const sandbox = await createSandbox({ listen: false, quotes: { basePath } });
    const reports: ClientEvent[] = [];
    const onEvent = (event: ClientEvent) => void (event.type === 'drift' && reports.push(event));
    const quotes = createQuotesClient({ ...sandbox.options.quotes, retries: 0, onEvent });
    return { quotes, reports, paths: () => sandbox.requests.map(({ path }) => path) };
  };

  it('finds routes at the root of the server with its first call, remembers them, and reports it once', async () => {
    const { quotes, reports, paths } = await open('');
    for (let turn = 0; turn < 3; turn += 1) await quotes.random({ maxLength: 60 });
    await quotes.request('/tags');
    expect(paths()).toEqual(['/api/random', '/random', '/random', '/random', '/tags']);
    expect(reports).toMatchObject([
      { about: 'options', place: 'basePath', message: expect.stringContaining("Set basePath: ''") },
    ]);
  });

  it.each([
    ['below /api', '/api', ['/api/random']],
    ['at the root', '', ['/api/random', '/random']],
  ])('tells filters that match nothing from a wrong path, with routes %s', async (_, basePath, expected) => {
    const { quotes, paths } = await open(basePath);
    const error = await quotes.random({ tags: 'No Such Tag' }).catch((reason) => reason);
    expect(error.message).toBe('random: 404 Not Found. No quote matches the filters: widen them.');
    expect(paths()).toEqual(expected);
  });

  it('names basePath if the server has its routes elsewhere', async () => {
    const { quotes, reports, paths } = await open('/v0');
    const error = await quotes.random({ maxLength: 60 }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'not_found', status: 404 });
    expect(error.message).toMatch(/could not be found\. Check baseUrl and basePath: servers have their routes below/);
    expect(paths()).toEqual(['/api/random', '/random']);
    expect(reports).toEqual([]);
  });
});

it('a client with basePath looks nowhere else', async () => {
  const sandbox = await createSandbox({ listen: false, quotes: { basePath: '' } });
  const quotes = createQuotesClient({ ...sandbox.options.quotes, basePath: '/api', retries: 0 });
  await expect(quotes.random()).rejects.toMatchObject({ code: 'not_found' });
  expect(sandbox.requests).toHaveLength(1);
});

it('stays within the rate limit, and fails when the wait would exceed maxWaitMs', async () => {
  const limited = await createSandbox({ listen: false, limits: 'real' });
  const client = createQuotesClient({ ...limited.options.quotes, retries: 0, maxWaitMs: 0, clock: limited.clock });
  await Promise.all(Array.from({ length: 180 }, () => client.info.count()));
  const error = await client.info.count().catch((reason) => reason);
  expect(error).toMatchObject({ code: 'rate_limited', retryable: true });
  expect(error.retryAfterMs).toBeGreaterThan(0);
  expect(limited.requests).toHaveLength(180);
  await limited.clock.advance(62_000); // a minute, and the reserve of a used-up window
  expect((await client.info.count()).quotes).toBeGreaterThan(0);
});
