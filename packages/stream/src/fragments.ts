import type { Schema } from '@x/core';
import * as v from 'valibot';

/** Of calls that answer with no body. */
export const done = { as: 'none', response: v.void() } as const;

/** Parameter of nearly every call about one channel. */
export const broadcasterId = { broadcaster_id: v.string() };

/** The channel that a record is about. */
export const broadcaster = { ...broadcasterId, broadcaster_login: v.string(), broadcaster_name: v.string() };

/** The user that a record is about. */
export const user = { user_id: v.string(), user_login: v.string(), user_name: v.string() };

/** Text that must not be empty, of up to `max` characters. */
export const text = (max: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(max));

/** The time that a report covers. */
export const dateRange = v.object({ started_at: v.string(), ended_at: v.string() });

/**
 * The response of calls that return one record, which Helix wraps in a list of one. Where the record is optional, the list may be
 * empty, or null: several endpoints were seen to write an empty list as null.
 */
export const one = <Record extends Schema>(record: Record) => {
  const data = v.array(record);
  return {
    response: v.object({ data: record.type === 'optional' ? v.nullable(data) : v.pipe(data, v.minLength(1)) }),
    unwrap: 'data.0',
  } as const;
};

/** Parameters of calls that a moderator makes. */
export const asModerator = { ...broadcasterId, moderator_id: v.string() };
