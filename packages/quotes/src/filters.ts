import { whole } from '@x/core/provider';
import * as v from 'valibot';

/** Maximum number of quotes that one random draw returns. */
export const maxRandom = 50;

// A separator inside a name would silently change the meaning of the filter.
const filterName = v.pipe(v.string(), v.regex(/^[^,|]+$/, 'must not be empty or contain a comma or |'));

// A filter without names would not filter anything.
const filterNames = v.pipe(v.array(filterName), v.minLength(1));

/**
 * Type that refuses an array of tags, because an array does not say whether quotes must have all of the tags or any of
 * them. Pass `{ allOf: ['a', 'b'] }` or `{ anyOf: ['a', 'b'] }`.
 */
export interface UseAllOfOrAnyOf {
  /** Property that no value has. */
  readonly '~never': never;
}

/**
 * Tags that a quote must have. A string is sent unchanged: one name, names joined by commas (all of them), or by pipes
 * (any of them). Names match in any case.
 */
export type TagExpression =
  | string
  | {
      /** Names of tags that a quote must all have; at least one, without commas or pipes. */
      readonly allOf: readonly string[];
      /** Cannot be combined with `allOf`. */
      readonly anyOf?: never;
    }
  | {
      /** Names of tags, at least one of which a quote must have; at least one, without commas or pipes. */
      readonly anyOf: readonly string[];
      /** Cannot be combined with `anyOf`. */
      readonly allOf?: never;
    }
  | readonly UseAllOfOrAnyOf[];

const tagExpression: v.GenericSchema<TagExpression> = v.union(
  [v.string(), v.strictObject({ allOf: filterNames }), v.strictObject({ anyOf: filterNames })],
  "must be a string. For several tags pass { allOf: ['a', 'b'] } or { anyOf: ['a', 'b'] }",
) as never;

/** Filters of every list of quotes. A quote must pass all of them. */
export const filterParams = {
  /** Shortest quote to return, in UTF-16 code units of its `content`, inclusive. From 0. Default 0. */
  minLength: v.optional(whole(0)),
  /** Longest quote to return, in UTF-16 code units of its `content`, inclusive. From 1. Default 10,000. */
  maxLength: v.optional(whole(1)),
  /** Tags that the quotes must have: one name, `{ allOf: [...] }` or `{ anyOf: [...] }`. Names match in any case. */
  tags: v.optional(tagExpression),
  /** Name or slug of the author, or a list of them, any of which may match. No commas or pipes inside a name. */
  author: v.optional(v.union([filterName, filterNames]) as v.GenericSchema<string | readonly string[]>),
};

/** Filters of random draws. The server ignores a `query` without letters, and fails on one that is too long. */
export const randomParams = {
  ...filterParams,
  /**
   * Search string that the quotes must match, as in `search.quotes`: up to 150 characters with at least one letter, at
   * most 5 operators and 3 prefixes. The server needs MongoDB Atlas Search.
   */
  query: v.optional(v.pipe(v.string(), v.regex(/[a-z]/i, 'must contain a letter'), v.maxLength(150))),
};

/** Refuses a range of lengths that no quote can be in. */
export const checkLengthRange = <Params extends { minLength?: number | undefined; maxLength?: number | undefined }>() =>
  v.check<Params, string>(
    ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }) => minLength <= maxLength,
    'minLength must not be greater than maxLength',
  );

/** Writes the filters in the server's syntax: comma for all, pipe for any. */
export const encodeFilters = {
  tags: (tags: Exclude<TagExpression, readonly unknown[]>) =>
    typeof tags === 'string' ? tags : tags.allOf ? tags.allOf.join(',') : tags.anyOf.join('|'),
  author: (author: string | readonly string[]) => [author].flat().join('|'),
};
