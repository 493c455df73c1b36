import { oneOrMany } from '@x/core';
import * as v from 'valibot';

/** What may be absent. */
export const optionalString = v.optional(v.string());
export const optionalBoolean = v.optional(v.boolean());

/** One ID (or login, or name) or any number of them; more than the API accepts at once are split into several requests. */
export const optionalIds = v.optional(oneOrMany(v.string()));

/** Parameter of nearly every call about one channel. */
export const broadcasterParams = { broadcaster_id: v.string() };

/** The channel that a record is about. */
export const broadcasterFields = { ...broadcasterParams, broadcaster_login: v.string(), broadcaster_name: v.string() };

/** The user that a record is about. */
export const userFields = { user_id: v.string(), user_login: v.string(), user_name: v.string() };

/** A parameter that must not be empty, of up to `max` characters. */
export const nonEmptyStringUpTo = (max: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(max));

/** The time that a report covers. */
export const dateRange = v.object({ started_at: v.string(), ended_at: v.string() });

/** Parameters of calls that a moderator makes. */
export const moderatorParams = { ...broadcasterParams, moderator_id: v.string() };
