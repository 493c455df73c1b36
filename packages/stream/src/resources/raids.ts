import { endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { broadcasterParams } from '../schema.ts';

export const raidSchema = v.object({
  /** When the raid was requested, RFC 3339. */
  created_at: v.string(),
  /** Whether the raided channel is for adults; deprecated by the provider without a replacement, false or absent. */
  is_mature: v.optional(v.boolean()),
});

/** A raid that is about to start. */
export interface Raid extends v.InferOutput<typeof raidSchema> {}

const scopes = ['channel:manage:raids'];

/**
 * Raids, which send the viewers of a channel to another. The broadcaster who raids must be the token's user. More than
 * 10 calls in 10 minutes fail with `rate_limited`.
 */
export const raids = {
  /**
   * Announces a raid. It starts when the broadcaster confirms it, or after about 90 seconds. Fails with `conflict`
   * while another raid is pending, and with `rejected` when the other channel does not accept raids from this one.
   */
  start: endpoint({
    method: 'POST',
    path: '/raids',
    auth: 'user',
    scopes,
    query: v.object({
      /** User ID of the broadcaster who raids; must be the token's user. */
      from_broadcaster_id: v.string(),
      /** User ID of the broadcaster who is raided. */
      to_broadcaster_id: v.string(),
    }),
    ...oneRecord(named<Raid>(raidSchema)),
    docs: docs('raids/#start-a-raid'),
  }),

  /** Cancels a raid that has not started. Fails with `not_found` when there is none. */
  cancel: endpoint({
    method: 'DELETE',
    path: '/raids',
    auth: 'user',
    scopes,
    query: v.object(broadcasterParams),
    ...noResult,
    docs: docs('raids/#cancel-a-raid'),
  }),
};
