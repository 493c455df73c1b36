import type { RootClient } from '@x/core';
import { createClient } from '@x/core/provider';
import * as resources from './endpoints.ts';
import { type QuotesOptions, quotesProvider } from './provider.ts';
import { type QuotesOfClient, quotesWithStream } from './random-stream.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

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
  createClient(quotesProvider(options), boundEndpoints);

/** All endpoints, as a client binds them. A packed package loads each resource when it is first used. */
const boundEndpoints = {
  ...endpoints,
  get quotes() {
    return quotesWithStream();
  },
};
