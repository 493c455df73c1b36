import { type Client, createClient } from '@x/core';
import * as resources from './endpoints.ts';
import { type QuotesOptions, quotesProvider } from './provider.ts';
import { random } from './resources/quotes.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources & typeof random = { ...resources, ...random };

/** A client with all endpoints. */
export interface QuotesClient extends Client<typeof endpoints> {}

/**
 * Makes a client for a quotation server of your own.
 *
 * @throws ApiError `unauthenticated` when `baseUrl` is missing.
 * @example
 * const quotes = createQuotesClient({ baseUrl: 'http://127.0.0.1:4000', basePath: '' });
 * const { content, author } = await quotes.random({ maxLength: 60 });
 */
export const createQuotesClient = (options: QuotesOptions): QuotesClient =>
  createClient(quotesProvider(options), endpoints);
