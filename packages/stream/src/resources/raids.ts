import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { broadcasterParams } from '../schema.ts';

const raidSchema = v.object({ created_at: v.string(), is_mature: v.optional(v.boolean()) });

/** A raid that is about to start. `is_mature` is no longer used. */
export interface Raid extends v.InferOutput<typeof raidSchema> {}

const scopes = ['channel:manage:raids'];

/**
 * Sending the viewers of a channel, whose broadcaster must be the token's user, to another. At most 10 calls in 10
 * minutes, else `rate_limited`.
 */
export const raids = {
  /**
   * Announces a raid. It starts when the broadcaster says so, or after about 90 seconds. `conflict` while another is
   * pending, `rejected` where the other channel takes no raids from this one.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#start-a-raid
   */
  start: endpoint({
    method: 'POST',
    path: '/raids',
    auth: 'user',
    scopes,
    query: v.object({ from_broadcaster_id: v.string(), to_broadcaster_id: v.string() }),
    ...oneRecord(named<Raid>(raidSchema)),
    docs: docs('start-a-raid'),
  }),

  /**
   * Calls off a raid that has not started; `not_found` when there is none.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#cancel-a-raid
   */
  cancel: endpoint({
    method: 'DELETE',
    path: '/raids',
    auth: 'user',
    scopes,
    query: v.object(broadcasterParams),
    ...noResult,
    docs: docs('cancel-a-raid'),
  }),
};
