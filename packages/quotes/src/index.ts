export { ApiError, createClient, type ErrorCode, isApiError, type Page, type PagedCall } from '@x/core';
export { createQuotesClient, endpoints, type QuotesClient } from './client.ts';
export { type QuotesOptions, quotesProvider } from './provider.ts';
export type { TagExpression } from './quotable.ts';
export { type Author, type AuthorWithQuotes, authors } from './resources/authors.ts';
export { type Count, info } from './resources/info.ts';
export { type Quote, quotes, random } from './resources/quotes.ts';
export { type FoundQuote, search } from './resources/search.ts';
export { type Tag, tags } from './resources/tags.ts';
