import { endpoint, list, named, oneOf, oneOrMany } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { numberedPages, pageParams } from '../paging.ts';
import { optionalNullableString, sortOrder } from '../schema.ts';
import { type Quote, quoteSchema } from './quotes.ts';

export const authorSchema = v.object({
  /** ID of the author. */
  _id: v.string(),
  /** Full name of the author. */
  name: v.string(),
  /** Name of the author in URL form, such as `albert-einstein`. */
  slug: v.string(),
  /** Short biography, one paragraph. Empty, null or absent when the server has none. */
  bio: optionalNullableString,
  /** One line about the author, such as an occupation. Empty, null or absent when the server has none. */
  description: optionalNullableString,
  /** URL of an encyclopedia article or home page about the author. Empty, null or absent when the server has none. */
  link: optionalNullableString,
  /** Number of the author's quotes on the server. */
  quoteCount: v.optional(v.number()),
  /** Day on which the author was added to the server, `YYYY-MM-DD`. Null or absent when the server has none. */
  dateAdded: optionalNullableString,
  /** Day of the last change to the author, `YYYY-MM-DD`. Null or absent when the server has none. */
  dateModified: optionalNullableString,
});

/** A person who is quoted. */
export interface Author extends v.InferOutput<typeof authorSchema> {}

export const authorWithQuotesSchema = v.object({
  ...authorSchema.entries,
  /** All quotes of the author, in one list. */
  quotes: v.array(named<Quote>(quoteSchema)),
});

/** An author with all of the author's quotes. */
export interface AuthorWithQuotes extends v.InferOutput<typeof authorWithQuotesSchema> {}

const getAuthor = { method: 'GET', auth: 'none', response: named<AuthorWithQuotes>(authorWithQuotesSchema) } as const;

/** People who are quoted: lists, lookups by ID and by slug. */
export const authors = {
  /** Lists authors in pages, ordered by name unless `sortBy` is set. The server serves at most the first 10,000. */
  list: list({
    method: 'GET',
    path: '/authors',
    auth: 'none',
    query: v.object({
      ...pageParams,
      /** Slug of the author to find, such as `albert-einstein`, or a list of slugs. Default: all authors. */
      slug: v.optional(oneOrMany(v.string())),
      /** Field to sort by. Default `name`. */
      sortBy: v.optional(oneOf(['name', 'quoteCount', 'dateAdded', 'dateModified'])),
      /** Direction of the sort. Default `asc` for `name`, otherwise `desc`. */
      order: sortOrder,
    }),
    item: named<Author>(authorSchema),
    paging: numberedPages,
    docs: docs('list-authors'),
  }),

  /**
   * Returns an author with all of the author's quotes.
   *
   * @throws ApiError `not_found` when the server has no such author.
   */
  get: endpoint({
    ...getAuthor,
    path: '/authors/{id}',
    params: v.object({
      /** ID of the author, as in `_id`. */
      id: v.string(),
    }),
    docs: docs('get-author-by-id'),
  }),

  /**
   * Returns the author with a slug, with all of the author's quotes.
   *
   * @throws ApiError `not_found` when the server has no such author.
   */
  getBySlug: endpoint({
    ...getAuthor,
    path: '/authors/slug/{slug}',
    params: v.object({
      /** Name of the author in URL form, such as `albert-einstein`. */
      slug: v.string(),
    }),
    docs: docs('get-author-by-slug'),
  }),
};
