import { endpoint, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { checkLengthRange, encodeFilters, filterParams, maxRandom, randomParams } from '../filters.ts';
import { numberedPages, pageParams } from '../paging.ts';
import { optionalNullableString, sortOrder } from '../schema.ts';

export const quoteSchema = v.object({
  _id: v.string(),
  content: v.string(),
  author: v.string(),
  tags: v.array(v.string()),
  length: v.number(),
  authorSlug: v.optional(v.string()),
  dateAdded: optionalNullableString,
  dateModified: optionalNullableString,
});

/** A quotation. `length` is that of `content` in UTF-16 code units; dates are `YYYY-MM-DD`, null or absent when the server has none. */
export interface Quote extends v.InferOutput<typeof quoteSchema> {}

/** The endpoint that stands at the top of the API. */
export const random = {
  /**
   * Gives one quote at random that passes the filters. Lengths are in UTF-16 code units, both ends included. `query`
   * keeps what a search by text finds, as `search.quotes` does, with at most 5 operators, 3 prefixes and 150 characters;
   * the server needs MongoDB Atlas Search for it.
   *
   * @throws ApiError `not_found` when no quote passes.
   * @see https://github.com/lukePeavey/quotable#get-random-quote
   */
  random: endpoint({
    method: 'GET',
    path: '/random',
    auth: 'none',
    query: v.pipe(v.object(randomParams), checkLengthRange()),
    encode: encodeFilters,
    response: named<Quote>(quoteSchema),
    docs: docs('get-random-quote'),
  }),
};

/** Quotations. */
export const quotes = {
  /**
   * Lists quotes; newest first unless `sortBy` says otherwise. `limit` is the size of a page, 1 to 150, default 20; the
   * server gives no more than the first 10,000.
   *
   * @see https://github.com/lukePeavey/quotable#list-quotes
   */
  list: list({
    method: 'GET',
    path: '/quotes',
    auth: 'none',
    query: v.pipe(
      v.object({
        ...filterParams,
        ...pageParams,
        sortBy: v.optional(v.picklist(['dateAdded', 'dateModified', 'author', 'content', 'length'])),
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
   * Gives the quote of an id.
   *
   * @throws ApiError `not_found` when there is none.
   * @see https://github.com/lukePeavey/quotable#get-quote-by-id
   */
  get: endpoint({
    method: 'GET',
    path: '/quotes/{id}',
    auth: 'none',
    params: v.object({ id: v.string() }),
    response: named<Quote>(quoteSchema),
    docs: docs('get-quote-by-id'),
  }),

  /**
   * Gives `limit` quotes at random, 1 to 50, default 1, none of them twice; fewer when fewer pass the filters, none when
   * none does. Filters as with `random`. `random.stream` goes on.
   *
   * @see https://github.com/lukePeavey/quotable#get-random-quotes
   */
  random: endpoint({
    method: 'GET',
    path: '/quotes/random',
    auth: 'none',
    query: v.pipe(v.object({ ...randomParams, limit: v.optional(whole(1, maxRandom)) }), checkLengthRange()),
    encode: encodeFilters,
    response: v.array(named<Quote>(quoteSchema)),
    docs: docs('get-random-quotes'),
  }),
};
