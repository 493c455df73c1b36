import { known } from '@x/core';
import * as v from 'valibot';
import { broadcasterParams, userFields } from '../schema.ts';

export const chatterSchema = v.object(userFields);

/** Somebody who is connected to a chat. */
export interface Chatter extends v.InferOutput<typeof chatterSchema> {}

const emoteFields = {
  id: v.string(),
  name: v.string(),
  format: v.array(known('static', 'animated')),
  scale: v.array(known('1.0', '2.0', '3.0')),
  theme_mode: v.array(known('light', 'dark')),
};
const emoteWithImagesFields = {
  ...emoteFields,
  images: v.object({ url_1x: v.string(), url_2x: v.string(), url_4x: v.string() }),
};
const emoteKind = { emote_type: known('bitstier', 'follower', 'subscriptions'), emote_set_id: v.string() };

export const emoteSchema = v.object(emoteWithImagesFields);

/** An emote. `format`, `scale` and `theme_mode` are what the address template of its list can be filled with. */
export interface Emote extends v.InferOutput<typeof emoteSchema> {}

export const channelEmoteSchema = v.object({ ...emoteWithImagesFields, ...emoteKind, tier: v.string() });

/** An emote of a channel. `tier` is empty unless subscribing unlocks it. */
export interface ChannelEmote extends v.InferOutput<typeof channelEmoteSchema> {}

export const setEmoteSchema = v.object({ ...emoteWithImagesFields, ...emoteKind, owner_id: v.string() });

/** An emote of a set. */
export interface SetEmote extends v.InferOutput<typeof setEmoteSchema> {}

export const userEmoteSchema = v.object({
  ...emoteFields,
  emote_type: known(
    'none',
    'bitstier',
    'follower',
    'subscriptions',
    'channelpoints',
    'rewards',
    'hypetrain',
    'prime',
    'turbo',
    'smilies',
    'globals',
    'owl2019',
    'twofactor',
    'limitedtime',
  ),
  emote_set_id: v.string(),
  owner_id: v.string(),
});

/** An emote that a user may write, of any channel. */
export interface UserEmote extends v.InferOutput<typeof userEmoteSchema> {}

export const badgeSetSchema = v.object({
  set_id: v.string(),
  versions: v.array(
    v.object({
      id: v.string(),
      image_url_1x: v.string(),
      image_url_2x: v.string(),
      image_url_4x: v.string(),
      title: v.string(),
      description: v.string(),
      /** Null when nothing happens on a click. */
      click_action: v.nullable(v.string()),
      /** Null unless a click opens a page. */
      click_url: v.nullable(v.string()),
    }),
  ),
});

/** Badges of one kind; `id` of a version is any text, such as a number of months. */
export interface BadgeSet extends v.InferOutput<typeof badgeSetSchema> {}

const chatModes = {
  emote_mode: v.boolean(),
  follower_mode: v.boolean(),
  slow_mode: v.boolean(),
  subscriber_mode: v.boolean(),
  unique_chat_mode: v.boolean(),
};
const nullableNumber = v.nullable(v.number());

export const chatSettingsSchema = v.object({
  ...broadcasterParams,
  ...chatModes,
  /** Minutes; null while the mode is off. */
  follower_mode_duration: nullableNumber,
  /** Seconds; null while the mode is off. */
  slow_mode_wait_time: nullableNumber,
  moderator_id: v.optional(v.string()),
  non_moderator_chat_delay: v.optional(v.boolean()),
  /** Seconds; null while there is no delay, absent unless a moderator asks. */
  non_moderator_chat_delay_duration: v.optional(nullableNumber),
});

/**
 * What a chat allows. `follower_mode_duration` is in minutes, the others in seconds; all are null while their mode is
 * off. The delay is told to moderators only.
 */
export interface ChatSettings extends v.InferOutput<typeof chatSettingsSchema> {}

export const sharedChatSchema = v.object({
  session_id: v.string(),
  host_broadcaster_id: v.string(),
  participants: v.array(v.object(broadcasterParams)),
  created_at: v.string(),
  updated_at: v.string(),
});

/** Several channels that share one chat. */
export interface SharedChat extends v.InferOutput<typeof sharedChatSchema> {}

export const sentMessageSchema = v.object({
  message_id: v.string(),
  is_sent: v.boolean(),
  /** Null or absent when the message was sent. */
  drop_reason: v.nullish(v.object({ code: v.string(), message: v.string() })),
});

/** What became of a message; look at `is_sent`. */
export interface SentMessage extends v.InferOutput<typeof sentMessageSchema> {}

const fragmentSchema = v.object({
  /** What kind of fragment it is. */
  type: known('text', 'cheermote', 'emote', 'mention'),
  /** The fragment as it was written. */
  text: v.string(),
  /** Bits in the message; null or absent unless `type` is `cheermote`. */
  cheermote: v.nullish(v.object({ prefix: v.string(), bits: v.number(), tier: v.number() })),
  /** Null or absent unless `type` is `emote`. */
  emote: v.nullish(
    v.object({
      id: v.string(),
      emote_set_id: v.string(),
      owner_id: v.string(),
      format: v.array(known('static', 'animated')),
    }),
  ),
  /** The user who is mentioned; null or absent unless `type` is `mention`. */
  mention: v.nullish(v.object(userFields)),
});

export const pinnedMessageSchema = v.object({
  /** ID of the message. */
  message_id: v.string(),
  ...broadcasterParams,
  /** Who wrote the message. */
  sender_user_id: v.string(),
  sender_user_login: v.string(),
  sender_user_name: v.string(),
  /** Who pinned it. */
  pinned_by_user_id: v.string(),
  pinned_by_user_login: v.string(),
  pinned_by_user_name: v.string(),
  /** The message, whole and in fragments. */
  message: v.object({ text: v.string(), fragments: v.array(fragmentSchema) }),
  /** When it was pinned, RFC 3339. */
  starts_at: v.string(),
  /** When it is unpinned, RFC 3339; null when it stays until the broadcast ends. */
  ends_at: v.nullable(v.string()),
  /** When the pin was last changed, RFC 3339. */
  updated_at: v.string(),
});

/**
 * The message that is pinned to the top of a chat, who wrote it and who pinned it. `ends_at` is null when it stays until the
 * broadcast ends.
 */
export interface PinnedMessage extends v.InferOutput<typeof pinnedMessageSchema> {}

export const chatColorSchema = v.object({ ...userFields, color: v.string() });

/** The color of a name in chats, `#RRGGBB`; empty when its owner has not chosen one. */
export interface ChatColor extends v.InferOutput<typeof chatColorSchema> {}
