export {
  type ApiCall,
  ApiError,
  type ApiErrorOf,
  type ClientEvent,
  type ErrorCode,
  isAbort,
  isApiError,
  logEvents,
  type Page,
  type PagedCall,
  type ProviderError,
  type ProviderErrorGuard,
  type ResponseInfo,
  toHttpStatus,
  type WithResponse,
} from '@x/core';
export { createClient } from '@x/core/provider';
export { createQuotesClient, endpoints, type QuotesClient, type QuotesOfClient, type Streamed } from './client.ts';
export { isQuotesError } from './errors.ts';
export type { TagExpression } from './filters.ts';
export { type QuotesOptions, quotesProvider } from './provider.ts';
export { type RandomStreamOptions, type RandomStreamParams, randomStream } from './random-stream.ts';
export { type Author, type AuthorWithQuotes, authors } from './resources/authors.ts';
export { type Count, info } from './resources/info.ts';
export { type Quote, quotes, random } from './resources/quotes.ts';
export { type FoundQuote, search } from './resources/search.ts';
export { type Tag, tags } from './resources/tags.ts';
