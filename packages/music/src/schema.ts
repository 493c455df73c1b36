import { oneOrMany } from '@x/core';
import * as v from 'valibot';

/** What may be absent or null. */
export const optionalNullableString = v.nullish(v.string());

/** An ID of the catalog: 22 letters and digits. A URI or a URL is not an ID. */
export const catalogId = v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{22}$/));

/** One ID or any number of them; more than the API accepts at once are split into several requests. */
export const catalogIds = v.pipe(oneOrMany(catalogId), v.nonEmpty());

/** `spotify:track:…` and the like; `spotify:local:…` for a user's own files. */
export const catalogUri = v.pipe(v.string(), v.regex(/^spotify:./));

/** The ID of a user, which may have any characters. */
export const userId = v.pipe(v.string(), v.nonEmpty());

/** One value or up to `max` of them, for writes: those are never split, since half of one could fail. */
export const oneToMax = (max: number, item: v.GenericSchema<string> = catalogId) =>
  v.pipe(oneOrMany(item, max), v.nonEmpty());

/** A list that travels in a body. */
export const listOf = <T>(item: v.GenericSchema<T>, max = Number.POSITIVE_INFINITY, min = 0) =>
  v.pipe(
    v.array(item),
    v.check(({ length }) => length >= min && length <= max, `expected ${min} to ${max} entries`),
  ) as v.GenericSchema<readonly T[]>;

/** ISO 3166-1 alpha-2, or `from_token` for the country of the user. */
export const market = v.optional(v.pipe(v.string(), v.regex(/^([A-Za-z]{2}|from_token)$/)));

/** Parameters of calls that return tracks and episodes. Without `episode`, the API returns episodes in the form of tracks. */
export const playableParams = { market, additional_types: v.optional(oneOrMany(v.picklist(['track', 'episode']), 2)) };
