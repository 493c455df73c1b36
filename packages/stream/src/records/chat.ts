import { known } from '@x/core/provider';
import * as v from 'valibot';
import { broadcasterParams, userFields } from '../schema.ts';

export const chatterSchema = v.object(userFields);

/** A user who is connected to a chat. */
export interface Chatter extends v.InferOutput<typeof chatterSchema> {}

const emoteFields = {
  /** ID of the emote. */
  id: v.string(),
  /** Name of the emote, which users write in chat; case-sensitive. */
  name: v.string(),
  /** Formats that the emote has: `{{format}}` of the address template. */
  format: v.array(known('static', 'animated')),
  /** Sizes that the emote has, 28, 56 and 112 pixels: `{{scale}}` of the address template. */
  scale: v.array(known('1.0', '2.0', '3.0')),
  /** Backgrounds that the emote has images for: `{{theme_mode}}` of the address template. */
  theme_mode: v.array(known('light', 'dark')),
};
const emoteWithImagesFields = {
  ...emoteFields,
  /** Static images for light backgrounds. The address template has all of them. */
  images: v.object({
    /** Address of the small image, 28 by 28 pixels. */
    url_1x: v.string(),
    /** Address of the medium image, 56 by 56 pixels. */
    url_2x: v.string(),
    /** Address of the large image, 112 by 112 pixels. */
    url_4x: v.string(),
  }),
};
const emoteKind = {
  /** Way to unlock the emote: a tier of Bits, following the channel, or subscribing to it. */
  emote_type: known('bitstier', 'follower', 'subscriptions'),
  /** ID of the set that the emote belongs to. */
  emote_set_id: v.string(),
};

export const emoteSchema = v.object(emoteWithImagesFields);

/** An emote that can be used in all channels. */
export interface Emote extends v.InferOutput<typeof emoteSchema> {}

export const channelEmoteSchema = v.object({
  ...emoteWithImagesFields,
  ...emoteKind,
  /**
   * Subscription tier that unlocks the emote: `1000`, `2000` or `3000`. Empty unless `emote_type` is `subscriptions`.
   */
  tier: v.string(),
});

/** An emote of a channel. */
export interface ChannelEmote extends v.InferOutput<typeof channelEmoteSchema> {}

export const setEmoteSchema = v.object({
  ...emoteWithImagesFields,
  ...emoteKind,
  /** User ID of the broadcaster who owns the emote. */
  owner_id: v.string(),
});

/** An emote that belongs to a set. */
export interface SetEmote extends v.InferOutput<typeof setEmoteSchema> {}

export const userEmoteSchema = v.object({
  ...emoteFields,
  /** Way in which the user unlocked the emote. */
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
  /** ID of the set that the emote belongs to. */
  emote_set_id: v.string(),
  /** User ID of the broadcaster who owns the emote. */
  owner_id: v.string(),
});

/** An emote that a user may write, of any channel. */
export interface UserEmote extends v.InferOutput<typeof userEmoteSchema> {}

export const badgeSetSchema = v.object({
  /** ID of the set, such as `bits` or `subscriber`. */
  set_id: v.string(),
  /** Badges of the set, by `id`. */
  versions: v.array(
    v.object({
      /** ID of the badge within its set; any string, such as a number of months or Bits. */
      id: v.string(),
      /** Address of the small image, 18 by 18 pixels. */
      image_url_1x: v.string(),
      /** Address of the medium image, 36 by 36 pixels. */
      image_url_2x: v.string(),
      /** Address of the large image, 72 by 72 pixels. */
      image_url_4x: v.string(),
      /** Title of the badge. */
      title: v.string(),
      /** Description of the badge. */
      description: v.string(),
      /** Action when a user clicks the badge. Null if there is none. */
      click_action: v.nullable(v.string()),
      /** Address of the page that a click opens. Null when it opens none. */
      click_url: v.nullable(v.string()),
    }),
  ),
});

/** Badges of one kind. */
export interface BadgeSet extends v.InferOutput<typeof badgeSetSchema> {}

const chatModes = {
  /** Whether messages may contain only emotes. */
  emote_mode: v.boolean(),
  /** Whether only followers may write. */
  follower_mode: v.boolean(),
  /** Whether users must wait between two messages. */
  slow_mode: v.boolean(),
  /** Whether only subscribers may write. */
  subscriber_mode: v.boolean(),
  /** Whether a user's messages must differ from each other. */
  unique_chat_mode: v.boolean(),
};
const nullableNumber = v.nullable(v.number());

export const chatSettingsSchema = v.object({
  ...broadcasterParams,
  ...chatModes,
  /** Minutes that users must have followed the channel before they may write. Null while the mode is off. */
  follower_mode_duration: nullableNumber,
  /** Seconds that users must wait between two messages. Null while the mode is off. */
  slow_mode_wait_time: nullableNumber,
  /** User ID of the moderator who made the request. Absent unless a moderator asks. */
  moderator_id: v.optional(v.string()),
  /**
   * Whether messages are delayed so that moderators can remove them before viewers see them. Absent unless a moderator
   * asks.
   */
  non_moderator_chat_delay: v.optional(v.boolean()),
  /** Delay of messages in seconds. Null while there is no delay, absent unless a moderator asks. */
  non_moderator_chat_delay_duration: v.optional(nullableNumber),
});

/** Restrictions on messages in a chat, such as their content and frequency. */
export interface ChatSettings extends v.InferOutput<typeof chatSettingsSchema> {}

export const sharedChatSchema = v.object({
  /** ID of the shared chat session. */
  session_id: v.string(),
  /** User ID of the broadcaster who started the shared chat. */
  host_broadcaster_id: v.string(),
  /** Channels that take part, including the host's. */
  participants: v.array(v.object(broadcasterParams)),
  /** When the shared chat was started, RFC 3339. */
  created_at: v.string(),
  /** When the shared chat was last changed, RFC 3339. */
  updated_at: v.string(),
});

/** A chat that several channels share. */
export interface SharedChat extends v.InferOutput<typeof sharedChatSchema> {}

export const sentMessageSchema = v.object({
  /** ID that the message got in the chat. */
  message_id: v.string(),
  /** Whether the message was sent; false when it was dropped. */
  is_sent: v.boolean(),
  /** Why the message was dropped. Null or absent when it was sent. */
  drop_reason: v.nullish(
    v.object({
      /**
       * Reason. Because of the room's settings: `msg_followersonly`, `msg_subsonly`, `msg_emoteonly`, `msg_slowmode`,
       * `msg_r9k` (sent before, in unique-chat mode). Because of the message: `msg_duplicate` (sent less than 30 seconds
       * ago), `msg_rejected` (held for a moderator). The API documents no list and may send others.
       */
      code: known(
        'msg_duplicate',
        'msg_emoteonly',
        'msg_followersonly',
        'msg_r9k',
        'msg_rejected',
        'msg_slowmode',
        'msg_subsonly',
      ),
      /** Explanation of the reason, in English. */
      message: v.string(),
    }),
  ),
});

/**
 * The result of sending a message. A successful call may still report that the message was dropped: check `is_sent`.
 */
export interface SentMessage extends v.InferOutput<typeof sentMessageSchema> {}

const fragmentSchema = v.object({
  /** Kind of fragment. */
  type: known('text', 'cheermote', 'emote', 'mention', 'gif'),
  /** The fragment as it was written. */
  text: v.string(),
  /** Bits in the message. Null or absent unless `type` is `cheermote`. */
  cheermote: v.nullish(
    v.object({
      /** Name of the Cheermote, without the number of Bits. */
      prefix: v.string(),
      /** Number of Bits that were cheered. */
      bits: v.number(),
      /** Tier of the Cheermote. */
      tier: v.number(),
    }),
  ),
  /** Null or absent unless `type` is `emote`. */
  emote: v.nullish(
    v.object({
      /** ID of the emote. */
      id: v.string(),
      /** ID of the set that the emote belongs to. */
      emote_set_id: v.string(),
      /** User ID of the broadcaster who owns the emote. */
      owner_id: v.string(),
      /** Formats that the emote has. */
      format: v.array(known('static', 'animated')),
    }),
  ),
  /** The user who is mentioned; null or absent unless `type` is `mention`. */
  mention: v.nullish(v.object(userFields)),
  /** The GIF, whose title is `text`; null or absent unless `type` is `gif`. */
  gif: v.nullish(
    v.object({
      /** ID of the animated image at its provider. */
      gif_id: v.string(),
      /** Address of the GIF. */
      url: v.string(),
    }),
  ),
});

export const pinnedMessageSchema = v.object({
  /** ID of the pinned message. */
  message_id: v.string(),
  ...broadcasterParams,
  /** ID of the user who wrote the message. */
  sender_user_id: v.string(),
  /** Login of the user who wrote the message. */
  sender_user_login: v.string(),
  /** Display name of the user who wrote the message. */
  sender_user_name: v.string(),
  /** ID of the user who pinned the message. */
  pinned_by_user_id: v.string(),
  /** Login of the user who pinned the message. */
  pinned_by_user_login: v.string(),
  /** Display name of the user who pinned the message. */
  pinned_by_user_name: v.string(),
  /** Content of the message. */
  message: v.object({
    /** Whole message as plain text. */
    text: v.string(),
    /** Parts of the message, in order. */
    fragments: v.array(fragmentSchema),
  }),
  /** When it was pinned, RFC 3339. */
  starts_at: v.string(),
  /** When it is unpinned, RFC 3339; null when it stays until the broadcast ends. */
  ends_at: v.nullable(v.string()),
  /** When the pin was last changed, RFC 3339. */
  updated_at: v.string(),
});

/** The message that is pinned to the top of a chat, who wrote it and who pinned it. */
export interface PinnedMessage extends v.InferOutput<typeof pinnedMessageSchema> {}

export const chatColorSchema = v.object({
  ...userFields,
  /** Color as `#RRGGBB`; empty when the user has not chosen one. */
  color: v.string(),
});

/** The color of a user's name in chats. */
export interface ChatColor extends v.InferOutput<typeof chatColorSchema> {}
