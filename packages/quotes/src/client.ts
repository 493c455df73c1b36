import { type Bound, type CallOptions, type Client, createClient } from '@x/core';
import * as resources from './endpoints.ts';
import { type QuotesOptions, quotesProvider } from './provider.ts';
import { type RandomStreamOptions, type RandomStreamParams, randomStream } from './random-stream.ts';
import { type Quote, type quotes, random } from './resources/quotes.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof random & typeof resources = { ...random, ...resources };

/** A call that gives some quotes at random, and the stream that repeats it. */
export type Streamed<Call> = Call & {
  /**
   * Gives quotes at random, one after the other, until the loop is left or `limit` is reached. They are fetched 50 at a
   * time, no sooner than needed; within 50 none comes twice, later ones may have come before. It gives none when no
   * quote passes the filters.
   *
   * @see https://github.com/lukePeavey/quotable#get-random-quotes
   * @example
   * for await (const { content } of client.quotes.random.stream({ tags: 'Wisdom' }, { limit: 200 })) show(content);
   */
  stream(params?: RandomStreamParams, options?: RandomStreamOptions): AsyncGenerator<Quote, void, undefined>;
};

/** Quotations. */
export interface QuotesOfClient extends Bound<typeof quotes> {
  readonly random: Streamed<Bound<typeof quotes>['random']>;
}

/** A client with all endpoints. */
export interface QuotesClient extends Client<typeof endpoints> {
  readonly quotes: QuotesOfClient;
}

/**
 * Makes a client for a quotation server of your own.
 *
 * @throws ApiError `unauthenticated` when `baseUrl` is missing,
 * `invalid_params` when an option is unknown or not valid.
 * @example
 * const quotes = createQuotesClient({ baseUrl: 'http://127.0.0.1:4000', basePath: '' });
 * const { content, author } = await quotes.random({ maxLength: 60 });
 */
export const createQuotesClient = (options: QuotesOptions): QuotesClient =>
  withStream(createClient(quotesProvider(options), endpoints));

/** Adds `stream` to a client, and to every client that `with` makes of it. */
function withStream(client: Client<typeof endpoints>): QuotesClient {
  const draw = client.quotes.random;
  const more: Pick<QuotesOfClient['random'], 'stream'> = {
    stream: (params, options) => randomStream(draw, params, options),
  };
  Object.assign(draw, more);
  const bind = client.with;
  const own = { with: (options: CallOptions) => withStream(bind(options)) };
  return Object.assign(client, own) as QuotesClient;
}
