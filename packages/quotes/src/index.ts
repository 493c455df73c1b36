export {
  type AddressableListOptions,
  type ApiCall,
  ApiError,
  type ApiErrorOf,
  type CallOptions,
  type Client,
  type ClientEvent,
  type ClientHealth,
  type ClientOptions,
  type CloseOptions,
  type ErrorCode,
  type ErrorHttpStatus,
  type ErrorOutcome,
  type EventLogger,
  type ItemOf,
  isAbort,
  isApiError,
  type ListOptions,
  logEvents,
  type NoParams,
  type Page,
  type PagedCall,
  type ParamsOf,
  type ProviderError,
  type ProviderErrorGuard,
  type RateLimitState,
  type RequestOptions,
  type ResponseInfo,
  type ResultOf,
  type RootClient,
  toHttpStatus,
  type WithResponse,
} from '@x/core';
export { createClient, type Provider } from '@x/core/provider';
export { createQuotesClient, endpoints, type QuotesClient } from './client.ts';
export { isQuotesError } from './errors.ts';
export type { TagExpression } from './filters.ts';
export { type QuotesOptions, quotesProvider } from './provider.ts';
export {
  type QuotesOfClient,
  quotesWithStream,
  type RandomStreamOptions,
  type RandomStreamParams,
  type Streamed,
} from './random-stream.ts';
export type { Author, AuthorWithQuotes } from './resources/authors.ts';
export type { Count } from './resources/info.ts';
export type { Quote } from './resources/quotes.ts';
export type { FoundQuote } from './resources/search.ts';
export type { Tag } from './resources/tags.ts';
