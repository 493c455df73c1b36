import { byNumber, type NumberPaging, whole } from '@x/core';
import * as v from 'valibot';

/** Address of the server's own documentation. */
export const docs = (anchor: string) => `https://github.com/lukePeavey/quotable#${anchor}`;

/** Numbered pages. The server serves no more than the first 10,000 records of any list. */
export const numbered: NumberPaging = {
  ...byNumber,
  items: 'results',
  param: 'page',
  size: 'limit',
  defaultSize: 20,
  pages: 'totalPages',
  total: 'totalCount',
  end: 10_000,
};

/** `limit` is the page size, 1 to 150, default 20; `page` counts from 1. */
export const pageParams = { limit: v.optional(whole(1, 150)), page: v.optional(whole(1)) };

/** Most quotes that one random draw gives. */
export const maxRandom = 50;

/** A date, `YYYY-MM-DD`; null or absent when the server has none, since its database does not require one. */
export const day = v.nullish(v.string());

/** Direction of a sort; each field has its own default. */
export const order = v.optional(v.picklist(['asc', 'desc']));

// A separator inside a name would silently change the meaning of the filter.
const name = v.pipe(v.string(), v.regex(/^[^,|]+$/));
// Nothing in a filter would be no filter.
const names = v.pipe(v.array(name), v.minLength(1));

/** Tags a quote must have: all of them, or any of them, by name in any case; a text is sent as it is. */
export type TagExpression =
  | string
  | { readonly allOf: readonly string[]; readonly anyOf?: never }
  | { readonly anyOf: readonly string[]; readonly allOf?: never };

const tags: v.GenericSchema<TagExpression> = v.union([
  v.string(),
  v.strictObject({ allOf: names }),
  v.strictObject({ anyOf: names }),
]) as never;

/** Filters of every list of quotes; lengths in UTF-16 code units, both ends included. */
export const filterParams = {
  minLength: v.optional(whole(0)),
  maxLength: v.optional(whole(1)),
  tags: v.optional(tags),
  author: v.optional(v.union([name, names]) as v.GenericSchema<string | readonly string[]>),
};

/** Filters of random draws. Of a text without letters the server reads nothing, a longer one it cannot answer. */
export const randomParams = {
  ...filterParams,
  query: v.optional(v.pipe(v.string(), v.regex(/[a-z]/i), v.maxLength(150))),
};

/** Refuses a range that nothing can be in. */
export const lengthRange = <Params extends { minLength?: number | undefined; maxLength?: number | undefined }>() =>
  v.check<Params, string>(
    ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }) => minLength <= maxLength,
    'minLength must not be greater than maxLength',
  );

/** Writes the filters as the server reads them: comma for all, pipe for any. */
export const encode = {
  tags: (tags: TagExpression) =>
    typeof tags === 'string' ? tags : tags.allOf ? tags.allOf.join(',') : tags.anyOf.join('|'),
  author: (author: string | readonly string[]) => [author].flat().join('|'),
};
