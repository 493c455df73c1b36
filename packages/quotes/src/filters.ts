import { whole } from '@x/core';
import * as v from 'valibot';

/** Most quotes that one random draw returns. */
export const maxRandom = 50;

// A separator inside a name would silently change the meaning of the filter.
const filterName = v.pipe(v.string(), v.regex(/^[^,|]+$/));

// A filter without names would not filter anything.
const filterNames = v.pipe(v.array(filterName), v.minLength(1));

/** Tags a quote must have: all of them, or any of them, by name in any case; a string is sent as it is. */
export type TagExpression =
  | string
  | { readonly allOf: readonly string[]; readonly anyOf?: never }
  | { readonly anyOf: readonly string[]; readonly allOf?: never };

const tagExpression: v.GenericSchema<TagExpression> = v.union([
  v.string(),
  v.strictObject({ allOf: filterNames }),
  v.strictObject({ anyOf: filterNames }),
]) as never;

/** Filters of every list of quotes; lengths in UTF-16 code units, both ends included. */
export const filterParams = {
  minLength: v.optional(whole(0)),
  maxLength: v.optional(whole(1)),
  tags: v.optional(tagExpression),
  author: v.optional(v.union([filterName, filterNames]) as v.GenericSchema<string | readonly string[]>),
};

/** Filters of random draws. The server ignores a `query` without letters, and fails with a longer one. */
export const randomParams = {
  ...filterParams,
  query: v.optional(v.pipe(v.string(), v.regex(/[a-z]/i), v.maxLength(150))),
};

/** Refuses a range of lengths that no quote can be in. */
export const checkLengthRange = <Params extends { minLength?: number | undefined; maxLength?: number | undefined }>() =>
  v.check<Params, string>(
    ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }) => minLength <= maxLength,
    'minLength must not be greater than maxLength',
  );

/** Writes the filters as the server reads them: comma for all, pipe for any. */
export const encodeFilters = {
  tags: (tags: TagExpression) =>
    typeof tags === 'string' ? tags : tags.allOf ? tags.allOf.join(',') : tags.anyOf.join('|'),
  author: (author: string | readonly string[]) => [author].flat().join('|'),
};
