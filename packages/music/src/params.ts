import { oneOrMany, whole } from '@x/core';
import * as v from 'valibot';

/** An id of the catalog: 22 letters and digits. A URI or an address is not an id. */
export const id = v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{22}$/));

/** One id or any number of them; more than the API takes at once are split. */
export const ids = v.pipe(oneOrMany(id), v.nonEmpty());

/** `spotify:track:…` and the like; `spotify:local:…` for a user's own files. */
export const uri = v.pipe(v.string(), v.regex(/^spotify:./));

/** The id of a user, which is free text. */
export const userId = v.pipe(v.string(), v.nonEmpty());

/** One or several, for writes: those are never split, since half of one could fail. */
export const upTo = (max: number, item: v.GenericSchema<string> = id) => v.pipe(oneOrMany(item, max), v.nonEmpty());

/** A list that travels in a body. */
export const listOf = <T>(item: v.GenericSchema<T>, max = Number.POSITIVE_INFINITY, min = 0) =>
  v.pipe(
    v.array(item),
    v.check(({ length }) => length >= min && length <= max, `expected ${min} to ${max} entries`),
  ) as v.GenericSchema<readonly T[]>;

/** ISO 3166-1 alpha-2, or `from_token` for the country of the user. */
export const market = v.optional(v.pipe(v.string(), v.regex(/^([A-Za-z]{2}|from_token)$/)));

/** Parameters of whatever may give tracks and episodes; without `episode` the API dresses episodes up as tracks. */
export const playable = { market, additional_types: v.optional(oneOrMany(v.picklist(['track', 'episode']), 2)) };

/** Parameters of every list in pages: `limit` is the page size, `offset` the number of items to skip. */
export const pageParams = (max = 50, min = 1) => ({
  limit: v.optional(whole(min, max)),
  offset: v.optional(whole(0)),
});

/** Writes: success is all that is told, with an empty body or with text in it. */
export const done = { as: 'none', response: v.void() } as const;
