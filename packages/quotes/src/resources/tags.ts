import { list, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { optionalNullableString, sortOrder } from '../schema.ts';

const tagSchema = v.object({
  _id: v.string(),
  name: v.string(),
  quoteCount: v.optional(v.number()),
  dateAdded: optionalNullableString,
  dateModified: optionalNullableString,
});

/** A tag and the number of quotes that have it. Dates are `YYYY-MM-DD`, null or absent when the server has none. */
export interface Tag extends v.InferOutput<typeof tagSchema> {}

/** Tags. */
export const tags = {
  /**
   * Lists all tags in one page, by name unless `sortBy` says otherwise.
   *
   * @see https://github.com/lukePeavey/quotable#list-tags
   */
  list: list({
    method: 'GET',
    path: '/tags',
    auth: 'none',
    query: v.object({
      sortBy: v.optional(v.picklist(['name', 'quoteCount', 'dateAdded', 'dateModified'])),
      order: sortOrder,
    }),
    item: named<Tag>(tagSchema),
    paging: { kind: 'single', items: '' },
    docs: docs('list-tags'),
  }),
};
