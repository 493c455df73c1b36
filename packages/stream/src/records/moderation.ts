import { known } from '@x/core';
import * as v from 'valibot';
import { broadcasterFields, moderatorParams, userFields } from '../schema.ts';

export const moderatedUserParams = { ...moderatorParams, user_id: v.string() };

export const messageCheckSchema = v.object({ msg_id: v.string(), is_permitted: v.boolean() });

/** Whether AutoMod would let a message pass; `msg_id` is your own. */
export interface MessageCheck extends v.InferOutput<typeof messageCheckSchema> {}

const levelNames = [
  'aggression',
  'bullying',
  'disability',
  'misogyny',
  'race_ethnicity_or_religion',
  'sex_based_terms',
  'sexuality_sex_or_gender',
  'swearing',
] as const;

/** The same schema for every kind of offence. */
export const perLevel = <Schema>(schema: Schema) =>
  Object.fromEntries(levelNames.map((name) => [name, schema])) as Record<(typeof levelNames)[number], Schema>;

export const autoModSettingsSchema = v.object({
  ...moderatorParams,
  /** Null when the levels were set one by one. */
  overall_level: v.nullable(v.number()),
  ...perLevel(v.number()),
});

/** How strictly AutoMod looks for each kind of offence, 0 (off) to 4. `overall_level` is null once one of them was set. */
export interface AutoModSettings extends v.InferOutput<typeof autoModSettingsSchema> {}

export const bannedUserSchema = v.object({
  ...userFields,
  expires_at: v.string(),
  created_at: v.string(),
  reason: v.string(),
  moderator_id: v.string(),
  moderator_login: v.string(),
  moderator_name: v.string(),
});

/** Somebody who may not write. `expires_at` is the end of a timeout, and empty for a ban. */
export interface BannedUser extends v.InferOutput<typeof bannedUserSchema> {}

export const banSchema = v.object({
  ...moderatedUserParams,
  created_at: v.string(),
  /** RFC 3339; null for a ban without end. */
  end_time: v.nullable(v.string()),
});

/** A new ban, or a timeout where `end_time` is not null. */
export interface Ban extends v.InferOutput<typeof banSchema> {}

export const unbanRequestSchema = v.object({
  id: v.string(),
  ...broadcasterFields,
  ...userFields,
  /** Null until somebody has resolved the request. */
  moderator_id: v.nullable(v.string()),
  /** Null until somebody has resolved the request. */
  moderator_login: v.nullable(v.string()),
  /** Null until somebody has resolved the request. */
  moderator_name: v.nullable(v.string()),
  text: v.string(),
  status: known('pending', 'approved', 'denied', 'acknowledged', 'canceled'),
  created_at: v.string(),
  /** RFC 3339; null until the request is resolved. */
  resolved_at: v.nullable(v.string()),
  /** Null until the request is resolved. */
  resolution_text: v.nullable(v.string()),
});

/** A user's request to end a ban. Who resolved it, when and why is null until then. */
export interface UnbanRequest extends v.InferOutput<typeof unbanRequestSchema> {}

export const blockedTermSchema = v.object({
  ...moderatorParams,
  id: v.string(),
  text: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
  /** RFC 3339; null when the term does not expire. */
  expires_at: v.nullable(v.string()),
});

/** Words that may not be written. `expires_at` is null when that lasts. */
export interface BlockedTerm extends v.InferOutput<typeof blockedTermSchema> {}

export const moderatedChannelSchema = v.object(broadcasterFields);

/** A channel that somebody moderates. */
export interface ModeratedChannel extends v.InferOutput<typeof moderatedChannelSchema> {}

export const memberSchema = v.object(userFields);

/** A moderator or VIP of a channel. */
export interface ChannelMember extends v.InferOutput<typeof memberSchema> {}

export const shieldModeSchema = v.object({
  is_active: v.boolean(),
  moderator_id: v.string(),
  moderator_login: v.string(),
  moderator_name: v.string(),
  last_activated_at: v.string(),
});

/** Whether Shield Mode is on, and who last turned it on; empty texts when nobody ever did. */
export interface ShieldMode extends v.InferOutput<typeof shieldModeSchema> {}

export const warningSchema = v.object({ ...moderatedUserParams, reason: v.string() });

/** A warning that a user must acknowledge before writing again. */
export interface Warning extends v.InferOutput<typeof warningSchema> {}

export const suspiciousUserSchema = v.object({
  ...moderatedUserParams,
  updated_at: v.string(),
  status: known('ACTIVE_MONITORING', 'RESTRICTED', 'NO_TREATMENT'),
  types: v.array(known('MANUALLY_ADDED', 'DETECTED_BAN_EVADER', 'DETECTED_SUS_CHATTER', 'BANNED_IN_SHARED_CHANNEL')),
});

/** How a suspicious user is treated, and why. */
export interface SuspiciousUser extends v.InferOutput<typeof suspiciousUserSchema> {}
