import { known } from '@x/core/provider';
import * as v from 'valibot';
import { broadcasterFields, moderatorParams, userFields } from '../schema.ts';

export const moderatedUserParams = {
  ...moderatorParams,
  /** ID of the user whom the moderator acts on. */
  user_id: v.string(),
};

export const messageCheckSchema = v.object({
  /** Your own ID of the message, as it was passed. */
  msg_id: v.string(),
  /** Whether AutoMod would let the message pass. */
  is_permitted: v.boolean(),
});

/** Whether AutoMod would let a message pass. */
export interface MessageCheck extends v.InferOutput<typeof messageCheckSchema> {}

/** The same schema for every kind of offense. */
export const perLevel = <Schema>(schema: Schema) => ({
  /** Level for aggression: threats and violence. */
  aggression: schema,
  /** Level for bullying: name-calling and insults. */
  bullying: schema,
  /** Level for discrimination against people with disabilities. */
  disability: schema,
  /** Level for discrimination against women. */
  misogyny: schema,
  /** Level for discrimination by race, ethnicity or religion. */
  race_ethnicity_or_religion: schema,
  /** Level for sexual content. */
  sex_based_terms: schema,
  /** Level for discrimination by sexuality, sex or gender. */
  sexuality_sex_or_gender: schema,
  /** Level for swear words. */
  swearing: schema,
});

export const autoModSettingsSchema = v.object({
  ...moderatorParams,
  /** Level of all kinds of offense together, 0 (off) to 4. Null when the levels were set one by one. */
  overall_level: v.nullable(v.number()),
  ...perLevel(v.number()),
});

/** Strictness of AutoMod for each kind of offense, 0 (off) to 4. */
export interface AutoModSettings extends v.InferOutput<typeof autoModSettingsSchema> {}

export const bannedUserSchema = v.object({
  ...userFields,
  /** End of a timeout, RFC 3339. Empty for a ban. */
  expires_at: v.string(),
  /** When the user was banned, RFC 3339. */
  created_at: v.string(),
  /** Reason that the moderator wrote; empty when none. */
  reason: v.string(),
  /** User ID of the broadcaster or moderator who banned the user. */
  moderator_id: v.string(),
  /** Login of the broadcaster or moderator who banned the user. */
  moderator_login: v.string(),
  /** Display name of the broadcaster or moderator who banned the user. */
  moderator_name: v.string(),
});

/** A user who may not write in a chat: banned, or timed out until `expires_at`. */
export interface BannedUser extends v.InferOutput<typeof bannedUserSchema> {}

export const banSchema = v.object({
  ...moderatedUserParams,
  /** When the user was banned, RFC 3339. */
  created_at: v.string(),
  /** End of a timeout, RFC 3339. Null for a ban. */
  end_time: v.nullable(v.string()),
});

/** A new ban, or a timeout when `end_time` is not null. */
export interface Ban extends v.InferOutput<typeof banSchema> {}

export const unbanRequestSchema = v.object({
  /** ID of the request. */
  id: v.string(),
  ...broadcasterFields,
  ...userFields,
  /** User ID of the moderator who resolved the request. Null until then. */
  moderator_id: v.nullable(v.string()),
  /** Login of the moderator who resolved the request. Null until then. */
  moderator_login: v.nullable(v.string()),
  /** Display name of the moderator who resolved the request. Null until then. */
  moderator_name: v.nullable(v.string()),
  /** Text of the user's request. */
  text: v.string(),
  /** State of the request. */
  status: known('pending', 'approved', 'denied', 'acknowledged', 'canceled'),
  /** When the request was made, RFC 3339. */
  created_at: v.string(),
  /** When the request was resolved, RFC 3339. Null until then. */
  resolved_at: v.nullable(v.string()),
  /** The moderator's message to the user. Null until the request is resolved. */
  resolution_text: v.nullable(v.string()),
});

/** A user's request to end their ban. */
export interface UnbanRequest extends v.InferOutput<typeof unbanRequestSchema> {}

export const blockedTermSchema = v.object({
  ...moderatorParams,
  /** ID of the blocked term. */
  id: v.string(),
  /** Blocked word or phrase; `*` stands for any characters. */
  text: v.string(),
  /** When the term was blocked, RFC 3339. */
  created_at: v.string(),
  /** When the term was last changed, RFC 3339. */
  updated_at: v.string(),
  /** When the term is allowed again, RFC 3339. Null when it does not expire. */
  expires_at: v.nullable(v.string()),
});

/** A word or phrase that users may not write. */
export interface BlockedTerm extends v.InferOutput<typeof blockedTermSchema> {}

export const moderatedChannelSchema = v.object(broadcasterFields);

/** A channel that a user moderates. */
export interface ModeratedChannel extends v.InferOutput<typeof moderatedChannelSchema> {}

export const memberSchema = v.object(userFields);

/** A moderator or VIP of a channel. */
export interface ChannelMember extends v.InferOutput<typeof memberSchema> {}

export const shieldModeSchema = v.object({
  /** Whether Shield Mode is on. */
  is_active: v.boolean(),
  /** User ID of the moderator who last turned Shield Mode on; empty when nobody has. */
  moderator_id: v.string(),
  /** Login of the moderator who last turned Shield Mode on; empty when nobody has. */
  moderator_login: v.string(),
  /** Display name of the moderator who last turned Shield Mode on; empty when nobody has. */
  moderator_name: v.string(),
  /** When Shield Mode was last turned on, RFC 3339; empty when it never was. */
  last_activated_at: v.string(),
});

/** Whether Shield Mode is on, and who last turned it on. */
export interface ShieldMode extends v.InferOutput<typeof shieldModeSchema> {}

export const warningSchema = v.object({
  ...moderatedUserParams,
  /** Reason that the moderator wrote. */
  reason: v.string(),
});

/** A warning that a user must acknowledge before writing again. */
export interface Warning extends v.InferOutput<typeof warningSchema> {}

export const suspiciousUserSchema = v.object({
  ...moderatedUserParams,
  /** When the treatment was last changed, RFC 3339. */
  updated_at: v.string(),
  /** Treatment of the user's messages: watched, held back, or like any other's. */
  status: known('ACTIVE_MONITORING', 'RESTRICTED', 'NO_TREATMENT'),
  /** Why the user is suspicious. */
  types: v.array(known('MANUALLY_ADDED', 'DETECTED_BAN_EVADER', 'DETECTED_SUS_CHATTER', 'BANNED_IN_SHARED_CHANNEL')),
});

/** Treatment of a suspicious user, and the reasons. */
export interface SuspiciousUser extends v.InferOutput<typeof suspiciousUserSchema> {}
