import { endpoint, list, named, oneOrMany } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { numberedPages, pageParams } from '../paging.ts';
import { optionalNullableString, sortOrder } from '../schema.ts';
import { type Quote, quoteSchema } from './quotes.ts';

export const authorSchema = v.object({
  _id: v.string(),
  name: v.string(),
  slug: v.string(),
  /** A paragraph about them; empty, null or absent when the server has none. */
  bio: optionalNullableString,
  /** One line about them; empty, null or absent when the server has none. */
  description: optionalNullableString,
  /** Address of a page about them; empty, null or absent when the server has none. */
  link: optionalNullableString,
  quoteCount: v.optional(v.number()),
  dateAdded: optionalNullableString,
  dateModified: optionalNullableString,
});

/**
 * Someone quoted. `description` is one line, `bio` a paragraph, `link` a page about them; each may be empty, null or absent.
 * Dates are `YYYY-MM-DD`, null or absent when the server has none.
 */
export interface Author extends v.InferOutput<typeof authorSchema> {}

const authorWithQuotesSchema = v.object({ ...authorSchema.entries, quotes: v.array(named<Quote>(quoteSchema)) });

/** An author with all of the author's quotes. */
export interface AuthorWithQuotes extends v.InferOutput<typeof authorWithQuotesSchema> {}

const getAuthor = { method: 'GET', auth: 'none', response: named<AuthorWithQuotes>(authorWithQuotesSchema) } as const;

/** Authors. */
export const authors = {
  /**
   * Lists authors by name, or finds some by `slug`.
   *
   * @see https://github.com/lukePeavey/quotable#list-authors
   */
  list: list({
    method: 'GET',
    path: '/authors',
    auth: 'none',
    query: v.object({
      ...pageParams,
      slug: v.optional(oneOrMany(v.string())),
      sortBy: v.optional(v.picklist(['name', 'quoteCount', 'dateAdded', 'dateModified'])),
      order: sortOrder,
    }),
    item: named<Author>(authorSchema),
    paging: numberedPages,
    docs: docs('list-authors'),
  }),

  /**
   * Gives the author of an id, with all quotes.
   *
   * @throws ApiError `not_found` when there is none.
   * @see https://github.com/lukePeavey/quotable#get-author-by-id
   */
  get: endpoint({
    ...getAuthor,
    path: '/authors/{id}',
    params: v.object({ id: v.string() }),
    docs: docs('get-author-by-id'),
  }),

  /**
   * Gives the author of a slug such as `albert-einstein`, with all quotes.
   *
   * @throws ApiError `not_found` when there is none.
   * @see https://github.com/lukePeavey/quotable#get-author-by-slug
   */
  getBySlug: endpoint({
    ...getAuthor,
    path: '/authors/slug/{slug}',
    params: v.object({ slug: v.string() }),
    docs: docs('get-author-by-slug'),
  }),
};
