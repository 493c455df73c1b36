import { endpoint, known, named } from '@x/core';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { broadcasterParams, userFields } from '../schema.ts';

const trainBroadcaster = {
  broadcaster_user_id: v.string(),
  broadcaster_user_login: v.string(),
  broadcaster_user_name: v.string(),
};

const hypeTrainSchema = v.object({
  id: v.string(),
  ...trainBroadcaster,
  level: v.number(),
  total: v.number(),
  progress: v.number(),
  goal: v.number(),
  top_contributions: v.array(
    v.object({ ...userFields, type: known('bits', 'subscription', 'other'), total: v.number() }),
  ),
  /** Null or absent when no other channel takes part. */
  shared_train_participants: v.nullish(v.array(v.object(trainBroadcaster))),
  started_at: v.string(),
  expires_at: v.string(),
  type: v.optional(known('treasure', 'golden_kappa', 'regular')),
  is_shared_train: v.optional(v.boolean()),
});

/**
 * A Hype Train that runs. `progress` counts the points of this level, of which `goal` are needed, `total` all of them;
 * `expires_at` moves on with each level. `shared_train_participants` is null when no other channel takes part.
 */
export interface HypeTrain extends v.InferOutput<typeof hypeTrainSchema> {}

const optionalNullableRecord = v.nullish(v.object({ level: v.number(), total: v.number(), achieved_at: v.string() }));

const hypeTrainStatusSchema = v.object({
  /** Null when no Hype Train is running. */
  current: v.nullable(named<HypeTrain>(hypeTrainSchema)),
  /** Null or absent when the channel has not had a Hype Train. */
  all_time_high: optionalNullableRecord,
  /** Null or absent when the channel has not had a shared Hype Train. */
  shared_all_time_high: optionalNullableRecord,
});

/** The Hype Train of a channel, null when none runs, and the highest that it had: alone, and shared with others. */
export interface HypeTrainStatus extends v.InferOutput<typeof hypeTrainStatusSchema> {}

/** Hype Trains of a broadcaster, who must be the token's user. */
export const hypeTrain = {
  /**
   * Gives the Hype Train that runs, and the records of the channel.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-hype-train-status
   */
  get: endpoint({
    method: 'GET',
    path: '/hypetrain/status',
    auth: 'user',
    scopes: ['channel:read:hype_train'],
    query: v.object(broadcasterParams),
    ...oneRecord(named<HypeTrainStatus>(hypeTrainStatusSchema)),
    docs: docs('get-hype-train-status'),
  }),
};
