import { oneOrMany } from '@x/core/provider';
import * as v from 'valibot';

/** Values that may be absent. */
export const optionalString = v.optional(v.string());
export const optionalBoolean = v.optional(v.boolean());

/**
 * One ID (or login, or name) or any number of them; more than the API accepts at once are split into several requests.
 */
export const optionalIds = v.optional(oneOrMany(v.string()));

// The API refuses a request with a value that cannot exist, along with all other values in it.
export const isNumeric = (id: unknown): boolean => /^\d+$/.test(String(id));
export const isLogin = (login: unknown): boolean => /^\w{1,25}$/.test(String(login));

/** The channel that a call is about. */
export const broadcasterParams = {
  /** User ID of the broadcaster who owns the channel. */
  broadcaster_id: v.string(),
};

/** The channel that a record is about. */
export const broadcasterFields = {
  ...broadcasterParams,
  /** Login of the broadcaster, in lower case. */
  broadcaster_login: v.string(),
  /** Display name of the broadcaster, with the capitalization they chose. */
  broadcaster_name: v.string(),
};

/** The user that a record is about. */
export const userFields = {
  /** ID of the account. */
  user_id: v.string(),
  /** Login of this user, in lower case. */
  user_login: v.string(),
  /** Display name of this user, with the capitalization they chose. */
  user_name: v.string(),
};

/** A parameter that must not be empty, of up to `max` characters. */
export const nonEmptyStringUpTo = (max: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(max));

/** The period that a report covers. */
export const dateRange = v.object({
  /** First day of the period, RFC 3339. Empty for a leaderboard of all time. */
  started_at: v.string(),
  /** End of the period, RFC 3339. Empty for a leaderboard of all time. */
  ended_at: v.string(),
});

/** Parameters of calls that a moderator makes. */
export const moderatorParams = {
  ...broadcasterParams,
  /** User ID of the broadcaster or of one of the channel's moderators; with a user token, the token's user. */
  moderator_id: v.string(),
};
