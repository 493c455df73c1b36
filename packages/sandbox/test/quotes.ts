import { expect } from 'vitest';
import { createQuotesSandbox } from '../src/providers/quotes/index.ts';
import { testContext } from './sandbox.ts';

/** A quotation in a response. */
export interface Quote {
  _id: string;
  content: string;
  author: string;
  authorSlug: string;
  tags: string[];
  length: number;
  dateAdded?: string;
  dateModified?: string;
}
/** An author in a response. */
export interface Author {
  _id: string;
  name: string;
  slug: string;
  bio: string;
  quoteCount: number;
  quotes: Quote[];
}
/** A page in a response. */
export interface Page<T> {
  count: number;
  totalCount: number;
  page: number;
  totalPages: number;
  lastItemIndex: number | null;
  results: T[];
}

/** Starts a sandbox with its routes at the root and a very high rate limit, and functions that call it. */
export function start(options: Parameters<typeof createQuotesSandbox>[1] = {}) {
  const context = testContext('quotes');
  const { app } = createQuotesSandbox(context, { basePath: '', limits: { requests: 100_000 }, ...options });
  const ask = async (path: string, init?: RequestInit) => app.request(path, init);
  const get = async <T>(path: string): Promise<T> => {
    const response = await ask(path);
    expect(response.status, path).toBe(200);
    return (await response.json()) as T;
  };
  const refused = async (path: string) => {
    const response = await ask(path);
    return [response.status, await response.json()];
  };
  const list = (path: string) => get<Page<Quote>>(path);
  const authors = (path: string) => get<Page<Author>>(path);
  return { context, ask, get, refused, list, authors };
}

/** Returns the status and body of a refusal, as `refused` does. */
export const refusal = (statusCode: number, statusMessage: string) => [statusCode, { statusCode, statusMessage }];
/** Refusal of a request for something that does not exist. */
export const unknown = refusal(404, 'The requested resource could not be found');

/** Returns all quotations of a sandbox, in the default order. */
export async function everyQuote({ list }: ReturnType<typeof start>): Promise<Quote[]> {
  const quotes: Quote[] = [];
  for (let page = 1; ; page += 1) {
    const { results, totalPages } = await list(`/quotes?limit=150&page=${page}`);
    quotes.push(...results);
    if (page >= totalPages) return quotes;
  }
}
