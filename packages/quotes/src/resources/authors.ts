import { endpoint, list, named, oneOrMany } from '@x/core';
import * as v from 'valibot';
import { day, docs, numbered, order, pageParams } from '../quotable.ts';
import { type Quote, quoteSchema } from './quotes.ts';

export const authorSchema = v.object({
  _id: v.string(),
  name: v.string(),
  slug: v.string(),
  /** A paragraph about them; empty, null or absent when the server has none. */
  bio: v.nullish(v.string()),
  /** One line about them; empty, null or absent when the server has none. */
  description: v.nullish(v.string()),
  /** Address of a page about them; empty, null or absent when the server has none. */
  link: v.nullish(v.string()),
  quoteCount: v.optional(v.number()),
  dateAdded: day,
  dateModified: day,
});

/**
 * Someone quoted. `description` is one line, `bio` a paragraph, `link` a page about them; each may be empty, null or absent.
 * Dates are `YYYY-MM-DD`, null or absent when the server has none.
 */
export interface Author extends v.InferOutput<typeof authorSchema> {}

const authorWithQuotesSchema = v.object({ ...authorSchema.entries, quotes: v.array(named<Quote>(quoteSchema)) });

/** An author with all of the author's quotes. */
export interface AuthorWithQuotes extends v.InferOutput<typeof authorWithQuotesSchema> {}

const one = { method: 'GET', auth: 'none', response: named<AuthorWithQuotes>(authorWithQuotesSchema) } as const;

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
      order,
    }),
    item: named<Author>(authorSchema),
    paging: numbered,
    docs: docs('list-authors'),
  }),

  /**
   * Gives the author of an id, with all quotes.
   *
   * @throws ApiError `not_found` when there is none.
   * @see https://github.com/lukePeavey/quotable#get-author-by-id
   */
  get: endpoint({
    ...one,
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
    ...one,
    path: '/authors/slug/{slug}',
    params: v.object({ slug: v.string() }),
    docs: docs('get-author-by-slug'),
  }),
};
