import { list, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { optionalNullableString, sortOrder } from '../schema.ts';

export const tagSchema = v.object({
  /** ID of the tag. */
  _id: v.string(),
  /** Name of the tag in title case, such as `Famous Quotes`. */
  name: v.string(),
  /** Number of quotes that have the tag. */
  quoteCount: v.optional(v.number()),
  /** Day on which the tag was added to the server, `YYYY-MM-DD`. Null or absent when the server has none. */
  dateAdded: optionalNullableString,
  /** Day of the last change to the tag, `YYYY-MM-DD`. Null or absent when the server has none. */
  dateModified: optionalNullableString,
});

/** A topic that quotes are filed under. */
export interface Tag extends v.InferOutput<typeof tagSchema> {}

/** Topics that quotes are filed under. */
export const tags = {
  /**
   * Lists all tags in one page, ordered by name unless `sortBy` is set.
   *
   * @keywords topics, categories
   */
  list: list({
    method: 'GET',
    path: '/tags',
    auth: 'none',
    query: v.object({
      /** Field to sort by. Default `name`. */
      sortBy: v.optional(oneOf(['name', 'quoteCount', 'dateAdded', 'dateModified'])),
      /** Direction of the sort. Default `asc` for `name`, otherwise `desc`. */
      order: sortOrder,
    }),
    item: named<Tag>(tagSchema),
    paging: { kind: 'single', items: '' },
    docs: docs('list-tags'),
  }),
};
