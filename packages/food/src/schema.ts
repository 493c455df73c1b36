import { oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';

/** `optionalNullable…` fields may be absent or null. Only the ID, type and description of a food never are. */
export const optionalNullableString = v.nullish(v.string());
export const optionalNullableStrings = v.nullish(v.array(v.string()));
export const optionalNullableNumber = v.nullish(v.number());
export const optionalNullableBoolean = v.nullish(v.boolean());
/** A number in some responses, a string of its digits in others. */
export const optionalNullableDigits = v.nullish(v.union([v.string(), v.number()]));
/** Lists that have only ever been seen empty. */
export const optionalNullableUnknowns = v.nullish(v.array(v.unknown()));
export const optionalNullableObject = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.nullish(v.object(entries));
export const optionalNullableObjects = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.nullish(v.array(v.object(entries)));

/** A parameter that is a date, `YYYY-MM-DD`. */
export const isoDate = v.pipe(v.string(), v.isoDate());

/**
 * A parameter of one to `max` values, always a list, because the POST endpoints refuse a single value outside a list.
 */
export const nonEmptyArray = <T>(
  item: v.GenericSchema<T>,
  max = Number.POSITIVE_INFINITY,
): v.GenericSchema<readonly T[]> => v.pipe(v.array(item), v.minLength(1), v.maxLength(max)) as never;

/** An FDC ID: a whole number from 1. */
export const fdcId = whole(1);

/** A nutrient number, such as 203 or 269.3. IDs of nutrients have four digits. */
const nutrientNumber = v.pipe(
  v.number(),
  v.finite(),
  v.minValue(1),
  v.maxValue(999, 'must be a nutrient number such as 203, not an ID such as 1003: commonNutrients has both'),
);

/** Parameters of the calls that return full records. */
export const foodParams = {
  /** `full` for all fields, `abridged` for a few fields and simpler nutrients. Default `full`. */
  format: v.optional(oneOf(['abridged', 'full'])),
  /**
   * Numbers of the nutrients to return, such as 203 for protein or 269.3 for sugars; not their IDs. Up to 25. Default:
   * all nutrients. A food that has none of them has empty `foodNutrients`.
   */
  nutrients: v.optional(nonEmptyArray(nutrientNumber, 25)),
};

/** Parameters of lists and searches, apart from the page. */
export const filterParams = {
  /** Kinds of foods to return, up to 4. Default: all kinds. */
  dataType: v.optional(nonEmptyArray(oneOf(['Branded', 'Foundation', 'Survey (FNDDS)', 'SR Legacy']), 4)),
  /** Field to sort by. Default for searches: relevance. */
  sortBy: v.optional(oneOf(['dataType.keyword', 'lowercaseDescription.keyword', 'fdcId', 'publishedDate'])),
  /** Direction of the sort; has no effect without `sortBy`. */
  sortOrder: v.optional(oneOf(['asc', 'desc'])),
};
