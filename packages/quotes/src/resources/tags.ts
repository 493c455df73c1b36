import { list, named } from '@x/core';
import * as v from 'valibot';
import { docs, order } from '../quotable.ts';

const tagSchema = v.object({
  _id: v.string(),
  name: v.string(),
  quoteCount: v.optional(v.number()),
  dateAdded: v.optional(v.string()),
  dateModified: v.optional(v.string()),
});

/** A tag and the number of quotes that have it. */
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
      order,
    }),
    item: named<Tag>(tagSchema),
    paging: { kind: 'single', items: '' },
    docs: docs('list-tags'),
  }),
};
