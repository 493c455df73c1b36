import { describe, expect, it } from 'vitest';
import { createClient, createQuotesClient, isApiError, type Quote, quotesProvider, quotesWithStream } from './index.ts';

const quote = (index: number): Quote => ({
  _id: `quote-${index}`,
  content: 'Know thyself.',
  author: 'Thales',
  tags: ['Wisdom'],
  length: 13,
});

/**
 * Creates a server with `matching` quotes that records the client's requests, and fails with 500 from request
 * `failFrom` on.
 */
function serve({ matching = 1000, spare = 0, failFrom = Number.POSITIVE_INFINITY } = {}) {
  const asked: URL[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const url = new URL(String(input));
    asked.push(url);
    if (asked.length >= failFrom) return Response.json({ statusCode: 500, statusMessage: 'down' }, { status: 500 });
    const count = Math.min(matching, Number(url.searchParams.get('limit')) + spare);
    return Response.json(Array.from({ length: count }, (_, index) => quote(asked.length * 100 + index)));
  };
  const options = { baseUrl: 'http://quotes.test', retries: 0, fetch };
  return {
    options,
    random: createQuotesClient(options).quotes.random,
    /** Returns the `limit` of each request. */
    limits: () => asked.map(({ searchParams }) => Number(searchParams.get('limit'))),
    asked,
  };
}

/** Takes at most `count` quotes, then leaves the loop. */
async function take(stream: AsyncIterable<Quote>, count = 10_000): Promise<string[]> {
  const taken: string[] = [];
  for await (const { _id } of stream) {
    taken.push(_id);
    if (taken.length === count) break;
  }
  return taken;
}

describe('the stream', () => {
  it.each([
    {
      title: 'requests batches of 50, and a smaller last batch to reach the limit',
      server: {},
      options: { limit: 120 },
      count: undefined,
      given: 120,
      limits: [50, 50, 20],
    },
    {
      title: 'requests only full batches when the limit is a multiple of 50',
      server: {},
      options: { limit: 100 },
      count: undefined,
      given: 100,
      limits: [50, 50],
    },
    {
      title: 'requests only as many quotes as a limit below 50',
      server: {},
      options: { limit: 7 },
      count: undefined,
      given: 7,
      limits: [7],
    },
    {
      title: 'requests nothing when the limit is 0',
      server: {},
      options: { limit: 0 },
      count: undefined,
      given: 0,
      limits: [],
    },
    {
      title: 'requests batches until the caller leaves the loop',
      server: {},
      options: {},
      count: 51,
      given: 51,
      limits: [50, 50],
    },
    { title: 'requests no batch before it is needed', server: {}, options: {}, count: 50, given: 50, limits: [50] },
    {
      title: 'requests more batches when fewer quotes match than the limit',
      server: { matching: 3 },
      options: { limit: 8 },
      count: undefined,
      given: 8,
      limits: [8, 5, 2],
    },
    {
      title: 'ends after one request when no quote matches',
      server: { matching: 0 },
      options: {},
      count: undefined,
      given: 0,
      limits: [50],
    },
    {
      title: 'counts the extra quotes of an oversized batch toward the limit',
      server: { spare: 5 },
      options: { limit: 52 },
      count: undefined,
      given: 52,
      limits: [50],
    },
    {
      title: 'drops quotes of an oversized batch beyond the limit',
      server: { spare: 5 },
      options: { limit: 3 },
      count: undefined,
      given: 3,
      limits: [3],
    },
  ])('$title', async ({ server, options, count, given, limits }) => {
    const { random, limits: asked } = serve(server);
    const taken = await take(random.stream({}, options), count);
    expect(taken).toHaveLength(given);
    expect(new Set(taken).size).toBe(given);
    expect(asked()).toEqual(limits);
  });

  it('sends the filters, and no request before the loop begins', async () => {
    const { random, asked } = serve();
    const stream = random.stream({ tags: { anyOf: ['Life', 'Famous Quotes'] }, maxLength: 60, query: 'sea' });
    expect(asked).toEqual([]);
    await take(stream, 1);
    expect(asked.map(({ pathname, search }) => pathname + search)).toEqual([
      '/api/quotes/random?maxLength=60&tags=Life%7CFamous%20Quotes&query=sea&limit=50',
    ]);
  });

  it('belongs to its client, even if that has only some endpoints', async () => {
    const { options, limits } = serve();
    const client = createClient(quotesProvider(options), { quotes: quotesWithStream() });
    expect(await take(client.quotes.random.stream({}, { limit: 60 }))).toHaveLength(60);
    expect(limits()).toEqual([50, 10]);
    const left = new AbortController();
    const stream = client.with({ signal: left.signal }).quotes.random.stream();
    await stream.next();
    left.abort(new Error('enough'));
    await expect(stream.next()).rejects.toThrow('enough');
  });
});

describe('the stream fails', () => {
  const failureOf = async (stream: AsyncIterable<Quote>, each = () => {}) => {
    const taken: string[] = [];
    try {
      for await (const { _id } of stream) {
        taken.push(_id);
        each();
      }
    } catch (error) {
      return { error, taken: taken.length };
    }
    return expect.fail('the stream should have failed');
  };

  it.each([
    ['a minLength above maxLength', { minLength: 9, maxLength: 3 }, {}, /minLength must not be greater than maxLength/],
    ['a pipe in a tag', { tags: { anyOf: ['a|b'] } }, {}, /tags/],
    ['a fractional limit', {}, { limit: 0.5 }, /limit must be a whole number of at least 0, or Infinity; got 0.5/],
    ['a negative limit', {}, { limit: -1 }, /limit must be a whole number of at least 0, or Infinity; got -1/],
    ['a limit that is not a number', {}, { limit: Number.NaN }, /limit/],
  ])('before any request for %s', async (_, params, options, message) => {
    const { random, asked } = serve();
    const { error } = await failureOf(random.stream(params, options));
    expect(isApiError(error) && error.code).toBe('invalid_params');
    expect(String(error)).toMatch(message);
    expect(asked).toEqual([]);
  });

  it('with the error of a failed request, after the quotes of earlier batches', async () => {
    const { random } = serve({ failFrom: 2 });
    const { error, taken } = await failureOf(random.stream({}));
    expect([taken, isApiError(error) && [error.code, error.operation]]).toEqual([50, ['unavailable', 'quotes.random']]);
  });

  it.each([
    ['before it begins', 0, 0],
    ['in the middle of a batch', 3, 1],
    ['at the end of a batch', 50, 1],
  ])('with the abort reason when aborted %s', async (_, count, requests) => {
    const { random, asked } = serve();
    const controller = new AbortController();
    const reason = new Error('enough');
    if (count === 0) controller.abort(reason);
    let seen = 0;
    const { error, taken } = await failureOf(random.stream({}, { signal: controller.signal }), () => {
      seen += 1;
      if (seen === count) controller.abort(reason);
    });
    expect(error).toBe(reason);
    expect([taken, asked.length]).toEqual([count, requests]);
  });

  it('with the abort reason when aborted during a request', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const waiting = createQuotesClient({
      baseUrl: 'http://quotes.test',
      fetch: (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          controller.abort(reason);
        }),
    });
    const { error } = await failureOf(waiting.quotes.random.stream({}, { signal: controller.signal }));
    expect(error).toBe(reason);
  });
});
