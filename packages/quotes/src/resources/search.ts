import { list, named, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { numberedPages, pageParams } from '../paging.ts';
import { nonEmptyString } from '../schema.ts';
import { type Author, authorSchema } from './authors.ts';
import { quoteSchema } from './quotes.ts';

export const foundSchema = v.object({
  ...quoteSchema.entries,
  /** ID of the author, for `authors.get`. Absent on some servers. */
  authorId: v.optional(v.string()),
});

/** A quotation as search returns it. */
export interface FoundQuote extends v.InferOutput<typeof foundSchema> {}

/** Full-text search for quotes and authors. The server needs MongoDB Atlas Search. */
export const search = {
  /**
   * Finds quotes by the words of their content, best match first. The server serves at most the first 10,000.
   *
   * @see https://github.com/lukePeavey/quotable#search-quotes
   */
  quotes: list({
    method: 'GET',
    path: '/search/quotes',
    auth: 'none',
    query: v.object({
      /**
       * Words to search for, any of which may match; a phrase in double quotes. Supports `AND`, `OR`, `NOT`, brackets,
       * and the prefixes `author:`, `content:` and `tags:`. Must not be empty.
       */
      query: nonEmptyString,
      ...pageParams,
    }),
    item: named<FoundQuote>(foundSchema),
    paging: numberedPages,
    docs: docs('search-quotes-beta'),
  }),

  /**
   * Finds authors by name, best match first. The server serves at most the first 10,000.
   *
   * @see https://github.com/lukePeavey/quotable#search-authors
   */
  authors: list({
    method: 'GET',
    path: '/search/authors',
    auth: 'none',
    query: v.object({
      /** Name or parts of a name; the server reads the first 10 words. Must not be empty. */
      query: nonEmptyString,
      ...pageParams,
      /** Whether beginnings of words match as well as whole words. Default true. */
      autocomplete: v.optional(v.boolean()),
      /** Number of words of `query` that must match, from 1; at most as many as `query` has. Default 2. */
      matchThreshold: v.optional(whole(1)),
    }),
    item: named<Author>(authorSchema),
    paging: numberedPages,
    docs: docs('search-authors-beta'),
  }),
};
