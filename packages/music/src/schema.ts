import { oneOf, oneOrMany } from '@x/core/provider';
import * as v from 'valibot';

/** A string that may be absent or null. */
export const optionalNullableString = v.nullish(v.string());

/** An ID in the catalog: 22 letters and digits. A URI or a URL is not an ID. */
export const catalogId = v.pipe(
  v.string(),
  v.regex(/^[0-9A-Za-z]{22}$/, 'must be a 22-character Spotify ID, not a URI or URL'),
);

/** One ID or any number of them: a lookup sends as many requests as they need. */
export const catalogIds = v.pipe(oneOrMany(catalogId), v.nonEmpty());

/** A URI such as `spotify:track:…`; `spotify:local:…` for a user's own files. */
export const catalogUri = v.pipe(
  v.string(),
  v.regex(/^spotify:./, 'must be a Spotify URI, such as spotify:track:11dFghVXANMlKmJXsNCbNl'),
);

/** The ID of a user, which may contain any characters. */
export const userId = v.pipe(v.string(), v.nonEmpty());

/** One value or up to `max` of them, for writes. Writes are never split: one of the requests could fail. */
export const oneToMax = (max: number, item: v.GenericSchema<string> = catalogId) =>
  v.pipe(oneOrMany(item, max), v.nonEmpty());

/** A list in a request body. */
export const listOf = <T>(item: v.GenericSchema<T>, max = Number.POSITIVE_INFINITY, min = 0) => {
  const rule = max === 1 ? 'must have exactly 1 entry' : `must have ${min} to ${max} entries`;
  return v.pipe(v.array(item), v.minLength(min, rule), v.maxLength(max, rule)) as v.GenericSchema<readonly T[]>;
};

/** Parameter of calls whose results depend on the country. */
export const marketParam = {
  /**
   * Country whose catalog is used: an ISO 3166-1 alpha-2 code, or `from_token` for the country of the user, which needs
   * the scope `user-read-private`. With a user token the country of the account takes precedence. Default: that
   * country; with an app token none, and content may then be reported as unavailable.
   */
  market: v.optional(
    v.pipe(v.string(), v.regex(/^([A-Za-z]{2}|from_token)$/, 'must be a two-letter country code, or from_token')),
  ),
};

/** Parameters of calls that return tracks and episodes. */
export const playableParams = {
  ...marketParam,
  /**
   * Types of items that the caller handles: `track`, `episode`, or both. Without `episode`, the API returns episodes in
   * the form of tracks. Default `track`.
   */
  additional_types: v.optional(oneOrMany(oneOf(['track', 'episode']), 2)),
};

/** Path parameters of calls for one playlist. */
export const playlistParams = v.object({
  /** Catalog ID of the playlist: 22 letters and digits. */
  playlist_id: catalogId,
});
