import { endpoint, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { checkLengthRange, encodeFilters, filterParams, maxRandom, randomParams } from '../filters.ts';
import { numberedPages, pageParams } from '../paging.ts';
import { optionalNullableString, sortOrder } from '../schema.ts';

export const quoteSchema = v.object({
  /** ID of the quote. */
  _id: v.string(),
  /** Wording of the quote. */
  content: v.string(),
  /** Full name of the person who is quoted. */
  author: v.string(),
  /** Names of the topics of the quote, such as `Famous Quotes`. */
  tags: v.array(v.string()),
  /** Number of UTF-16 code units in `content`, as JavaScript counts the length of a string. */
  length: v.number(),
  /** Name of the author in URL form, such as `albert-einstein`. Absent on some servers. */
  authorSlug: v.optional(v.string()),
  /** Day on which the quote was added to the server, `YYYY-MM-DD`. Null or absent when the server has none. */
  dateAdded: optionalNullableString,
  /** Day of the last change to the quote, `YYYY-MM-DD`. Null or absent when the server has none. */
  dateModified: optionalNullableString,
});

/** A quotation. */
export interface Quote extends v.InferOutput<typeof quoteSchema> {}

/**
 * Returns one random quote that passes the filters.
 *
 * @throws ApiError `not_found` when no quote passes the filters.
 * @see https://github.com/lukePeavey/quotable#get-random-quote
 */
export const random = endpoint({
  method: 'GET',
  path: '/random',
  auth: 'none',
  query: v.pipe(v.object(randomParams), checkLengthRange()),
  encode: encodeFilters,
  response: named<Quote>(quoteSchema),
  docs: docs('get-random-quote'),
});

/** Quotations: filtered lists, lookups by ID, and random draws. */
export const quotes = {
  /**
   * Lists quotes in pages, most recently added first unless `sortBy` or `order` is set. The server serves at most the
   * first 10,000.
   *
   * @keywords author, topic, filter
   */
  list: list({
    method: 'GET',
    path: '/quotes',
    auth: 'none',
    query: v.pipe(
      v.object({
        ...filterParams,
        ...pageParams,
        /** Field to sort by. Default `dateAdded`. */
        sortBy: v.optional(oneOf(['dateAdded', 'dateModified', 'author', 'content', 'length'])),
        /** Direction of the sort. Default `asc` for `author` and `content`, otherwise `desc`. */
        order: sortOrder,
      }),
      checkLengthRange(),
    ),
    encode: encodeFilters,
    item: named<Quote>(quoteSchema),
    paging: numberedPages,
    docs: docs('list-quotes'),
  }),

  /**
   * Returns a quote by ID.
   *
   * @throws ApiError `not_found` when the server has no such quote.
   */
  get: endpoint({
    method: 'GET',
    path: '/quotes/{id}',
    auth: 'none',
    params: v.object({
      /** ID of the quote, as in `_id`. */
      id: v.string(),
    }),
    response: named<Quote>(quoteSchema),
    docs: docs('get-quote-by-id'),
  }),

  /**
   * Returns up to `limit` random quotes without repetition: fewer when fewer pass the filters, and an empty array when
   * none does. For more than 50 use `random.stream`.
   */
  random: endpoint({
    method: 'GET',
    path: '/quotes/random',
    auth: 'none',
    query: v.pipe(
      v.object({
        ...randomParams,
        /** Number of quotes to draw, 1 to 50. Default 1. */
        limit: v.optional(whole(1, maxRandom)),
      }),
      checkLengthRange(),
    ),
    encode: encodeFilters,
    response: v.array(named<Quote>(quoteSchema)),
    docs: docs('get-random-quotes'),
  }),
};
