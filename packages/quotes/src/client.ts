import type { RootClient } from '@x/core';
import { type BetweenCalls, createClient, type EndpointMethods } from '@x/core/provider';
import * as resources from './endpoints.ts';
import { type QuotesOptions, quotesProvider } from './provider.ts';
import { type RandomStreamOptions, type RandomStreamParams, randomStream } from './random-stream.ts';
import type { Quote, quotes } from './resources/quotes.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

/** A call that returns some random quotes, and a stream that repeats it. */
export type Streamed<Call> = Call & {
  /**
   * Yields random quotes one by one until the caller leaves the loop or `limit` is reached. Quotes are fetched 50 at a
   * time, only when they are needed. No quote repeats within such a batch, but later batches may repeat earlier quotes.
   * Ends without a quote when none matches the filters.
   *
   * @see https://github.com/lukePeavey/quotable#get-random-quotes
   * @example
   * for await (const { content } of client.quotes.random.stream({ tags: 'Wisdom' }, { limit: 200 })) show(content);
   */
  stream(params?: RandomStreamParams, options?: RandomStreamOptions): AsyncGenerator<Quote, void, undefined>;
};

/** Quotations. */
export interface QuotesOfClient extends EndpointMethods<typeof quotes> {
  /** Draws up to 50 quotes at random; `random.stream` keeps drawing. */
  readonly random: Streamed<EndpointMethods<typeof quotes>['random']>;
}

/** A client with all endpoints. */
export interface QuotesClient extends RootClient<typeof endpoints> {
  /** Quotations: filtered lists, lookups by ID, and random draws. */
  readonly quotes: QuotesOfClient;
}

/**
 * Creates a client for your own quotation server.
 *
 * @throws ApiError `unauthenticated` when `baseUrl` is missing,
 * `invalid_params` when an option is unknown or invalid.
 * @example
 * const quotes = createQuotesClient({ baseUrl: 'http://127.0.0.1:4000', basePath: '' });
 * const { content, author } = await quotes.random({ maxLength: 60 });
 */
export const createQuotesClient = (options: QuotesOptions): QuotesClient =>
  createClient(quotesProvider(options), boundEndpoints) as QuotesClient;

/** All endpoints, as a client binds them. A packed package loads each resource when it is first used. */
const boundEndpoints = {
  ...endpoints,
  get quotes() {
    const { quotes } = resources;
    return { ...quotes, random: { ...quotes.random, wrap: withStream } };
  },
};

function withStream(draw: EndpointMethods<typeof quotes>['random'], between: BetweenCalls): QuotesOfClient['random'] {
  const stream: QuotesOfClient['random']['stream'] = (params, options) => randomStream(draw, params, options, between);
  return Object.assign(draw, { stream });
}
