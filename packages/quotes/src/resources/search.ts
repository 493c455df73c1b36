import { list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { numberedPages, pageParams } from '../paging.ts';
import { nonEmptyString } from '../schema.ts';
import { type Author, authorSchema } from './authors.ts';
import { quoteSchema } from './quotes.ts';

const foundSchema = v.object({ ...quoteSchema.entries, authorId: v.optional(v.string()) });

/** A quotation as search finds it; `authorId` is the `_id` of its author. */
export interface FoundQuote extends v.InferOutput<typeof foundSchema> {}

/** Search by text. The server needs MongoDB Atlas Search for it. */
export const search = {
  /**
   * Finds quotes by text, best match first. Several words mean any of them, text in double quotes is a phrase;
   * `author:`, `content:`, `tags:`, `AND`, `OR`, `NOT` and brackets work.
   *
   * @see https://github.com/lukePeavey/quotable#search-quotes
   */
  quotes: list({
    method: 'GET',
    path: '/search/quotes',
    auth: 'none',
    query: v.object({ query: nonEmptyString, ...pageParams }),
    item: named<FoundQuote>(foundSchema),
    paging: numberedPages,
    docs: docs('search-quotes-beta'),
  }),

  /**
   * Finds authors by name, best match first. `autocomplete` (default true) matches beginnings of words,
   * `matchThreshold` (default 2) is the number of words that must match.
   *
   * @see https://github.com/lukePeavey/quotable#search-authors
   */
  authors: list({
    method: 'GET',
    path: '/search/authors',
    auth: 'none',
    query: v.object({
      query: nonEmptyString,
      ...pageParams,
      autocomplete: v.optional(v.boolean()),
      matchThreshold: v.optional(whole(1)),
    }),
    item: named<Author>(authorSchema),
    paging: numberedPages,
    docs: docs('search-authors-beta'),
  }),
};
