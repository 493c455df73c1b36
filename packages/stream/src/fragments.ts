import type { Schema } from '@x/core';
import * as v from 'valibot';
import { broadcasterId } from './helix.ts';

/** The answer of calls that give one record, which Helix wraps in a list of one; empty where the record is optional. */
export const one = <Record extends Schema>(record: Record) => {
  const data = v.array(record);
  return {
    response: v.object({ data: record.type === 'optional' ? data : v.pipe(data, v.minLength(1)) }),
    unwrap: 'data.0',
  } as const;
};

/** Parameters of calls that a moderator makes. */
export const asModerator = { ...broadcasterId, moderator_id: v.string() };
