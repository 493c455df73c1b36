import type { Schema } from '@x/core/provider';
import * as v from 'valibot';

/**
 * Returns the address of an operation's section in the provider's reference: its group's page, and its anchor there.
 */
export const docs = (section: `${string}#${string}`) => `https://dev.twitch.tv/docs/api/reference/${section}`;

/** Response of calls that respond without a body. */
export const noResult = { as: 'none', response: v.void() } as const;

/**
 * Declares the response of calls that return one record, which Helix wraps in a list of one. If the record is optional,
 * the list may be empty, or null: several endpoints were seen to write an empty list as null.
 */
export const oneRecord = <Record extends Schema>(record: Record) => {
  const data = v.array(record);
  return {
    response: v.object({ data: record.type === 'optional' ? v.nullable(data) : v.pipe(data, v.minLength(1)) }),
    unwrap: 'data.0',
  } as const;
};
