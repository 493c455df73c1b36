import { endpoint, known, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { broadcasterParams, userFields } from '../schema.ts';

const trainBroadcaster = {
  /** User ID of the broadcaster who owns the channel. */
  broadcaster_user_id: v.string(),
  /** Login of the broadcaster, in lower case. */
  broadcaster_user_login: v.string(),
  /** Display name of the broadcaster. */
  broadcaster_user_name: v.string(),
};

export const hypeTrainSchema = v.object({
  /** ID of the Hype Train. */
  id: v.string(),
  ...trainBroadcaster,
  /** Level that the Hype Train has reached, from 1. */
  level: v.number(),
  /** Points that were contributed to all levels. */
  total: v.number(),
  /** Points that were contributed to the current level. */
  progress: v.number(),
  /** Points that complete the current level. */
  goal: v.number(),
  /** Largest contribution of each type. */
  top_contributions: v.array(
    v.object({
      ...userFields,
      /** Kind of contribution: Bits, subscriptions, or other. */
      type: known('bits', 'subscription', 'other'),
      /** Points that the user contributed in this way. */
      total: v.number(),
    }),
  ),
  /** Channels that take part in a shared Hype Train. Null or absent when no other channel takes part. */
  shared_train_participants: v.nullish(v.array(v.object(trainBroadcaster))),
  /** When the Hype Train started, RFC 3339. */
  started_at: v.string(),
  /** When the Hype Train ends unless it reaches the next level, RFC 3339. Later with each level. */
  expires_at: v.string(),
  /** Kind of Hype Train. Absent in some responses. */
  type: v.optional(known('treasure', 'golden_kappa', 'regular')),
  /** Whether other channels take part. Absent in some responses. */
  is_shared_train: v.optional(v.boolean()),
});

/** An active Hype Train. */
export interface HypeTrain extends v.InferOutput<typeof hypeTrainSchema> {}

const optionalNullableRecord = v.nullish(
  v.object({
    /** Highest level that a Hype Train of the channel reached. */
    level: v.number(),
    /** Points that were contributed to that Hype Train. */
    total: v.number(),
    /** When the record was set, RFC 3339. */
    achieved_at: v.string(),
  }),
);

export const hypeTrainStatusSchema = v.object({
  /** Active Hype Train. Null when there is none. */
  current: v.nullable(named<HypeTrain>(hypeTrainSchema)),
  /** Record of the channel alone. Null or absent when it has not had a Hype Train. */
  all_time_high: optionalNullableRecord,
  /** Record of the channel in shared Hype Trains. Null or absent when it has not had one. */
  shared_all_time_high: optionalNullableRecord,
});

/** The active Hype Train of a channel, and the channel's records. */
export interface HypeTrainStatus extends v.InferOutput<typeof hypeTrainStatusSchema> {}

/** Hype Trains of a broadcaster, who must be the token's user. */
export const hypeTrain = {
  /** Returns the active Hype Train, and the records of the channel. */
  get: endpoint({
    method: 'GET',
    path: '/hypetrain/status',
    personal: true,
    auth: 'user',
    scopes: ['channel:read:hype_train'],
    query: v.object(broadcasterParams),
    ...oneRecord(named<HypeTrainStatus>(hypeTrainStatusSchema)),
    docs: docs('hype-train/#get-hype-train-status'),
  }),
};
