import { whole } from '@x/core';
import * as v from 'valibot';

/** `optionalNullable…` may be absent or null. So may every field of a food, apart from its id, type and description. */
export const optionalNullableString = v.nullish(v.string());
export const optionalNullableStrings = v.nullish(v.array(v.string()));
export const optionalNullableNumber = v.nullish(v.number());
export const optionalNullableBoolean = v.nullish(v.boolean());
/** A number in some responses, a string of its digits in others. */
export const optionalNullableDigits = v.nullish(v.union([v.string(), v.number()]));
/** Lists that were empty wherever they were seen. */
export const optionalNullableUnknowns = v.nullish(v.array(v.unknown()));
export const optionalNullableObject = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.nullish(v.object(entries));
export const optionalNullableObjects = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.nullish(v.array(v.object(entries)));

/** A parameter that is a day, `YYYY-MM-DD`. */
export const isoDate = v.pipe(v.string(), v.isoDate());

/** A parameter of one to `max` values, always as a list: the POST forms refuse a bare value. */
export const nonEmptyArray = <T>(
  item: v.GenericSchema<T>,
  max = Number.POSITIVE_INFINITY,
): v.GenericSchema<readonly T[]> => v.pipe(v.array(item), v.minLength(1), v.maxLength(max)) as never;

/** An FDC id. */
export const fdcId = whole(1);

/** Parameters of whole records: how much of each, and which nutrients, by number (203), at most 25. */
export const foodParams = {
  format: v.optional(v.picklist(['abridged', 'full'])),
  nutrients: v.optional(nonEmptyArray(whole(1), 25)),
};

/** Parameters of lists and of search, but for the page. */
export const filterParams = {
  dataType: v.optional(nonEmptyArray(v.picklist(['Branded', 'Foundation', 'Survey (FNDDS)', 'SR Legacy']), 4)),
  sortBy: v.optional(v.picklist(['dataType.keyword', 'lowercaseDescription.keyword', 'fdcId', 'publishedDate'])),
  sortOrder: v.optional(v.picklist(['asc', 'desc'])),
};
