import { endpoint, known, list, named, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, singlePage } from '../paging.ts';
import {
  type BadgeSet,
  badgeSetSchema,
  type ChannelEmote,
  type ChatColor,
  type ChatSettings,
  type Chatter,
  channelEmoteSchema,
  chatColorSchema,
  chatSettingsSchema,
  chatterSchema,
  type Emote,
  emoteSchema,
  type PinnedMessage,
  pinnedMessageSchema,
  type SentMessage,
  type SetEmote,
  type SharedChat,
  sentMessageSchema,
  setEmoteSchema,
  sharedChatSchema,
  type UserEmote,
  userEmoteSchema,
} from '../records/chat.ts';
import { broadcasterParams, moderatorParams, nonEmptyStringUpTo, optionalBoolean } from '../schema.ts';

const pinParams = {
  ...moderatorParams,
  /** ID of the message to pin or unpin. */
  message_id: v.string(),
};
const pinDuration = v.optional(whole(30, 1800));

/** Chats: who is connected, what they may write, and sending messages. */
export const chat = {
  /** Users who are connected to a chat. */
  chatters: {
    /**
     * Lists the users who are connected to a chat, some minutes late. Fails with `permission_denied` for users who do
     * not moderate the channel.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-chatters
     */
    list: list({
      method: 'GET',
      path: '/chat/chatters',
      auth: 'user',
      scopes: ['moderator:read:chatters'],
      query: v.object({
        ...moderatorParams,
        /** Page size, 1 to 1,000. Default 100. */
        first: v.optional(whole(1, 1000)),
        /**
         * Provider's cursor of the page to return: `pagination.cursor` of the previous page. Default: the first page.
         */
        after: v.optional(v.string()),
      }),
      item: named<Chatter>(chatterSchema),
      paging: cursorPages,
      docs: docs('get-chatters'),
    }),
  },

  /**
   * Emotes. Their images are at the address template of the response (`template`), filled in with fields of the emote.
   */
  emotes: {
    /**
     * Returns the emotes that a channel has created, with the address template of their images.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-channel-emotes
     */
    list: endpoint({
      method: 'GET',
      path: '/chat/emotes',
      auth: 'app-or-user',
      query: v.object(broadcasterParams),
      response: v.object({
        /** Emotes of the channel. */
        data: v.array(named<ChannelEmote>(channelEmoteSchema)),
        /**
         * Address template of the images: replace `{{id}}`, `{{format}}`, `{{theme_mode}}` and `{{scale}}` with values
         * of an emote.
         */
        template: v.string(),
      }),
      docs: docs('get-channel-emotes'),
    }),

    /**
     * Returns the emotes that can be used in all channels, with the address template of their images.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-global-emotes
     */
    global: endpoint({
      method: 'GET',
      path: '/chat/emotes/global',
      auth: 'app-or-user',
      response: v.object({
        /** Emotes that can be used in all channels. */
        data: v.array(named<Emote>(emoteSchema)),
        /**
         * Address template of the images: replace `{{id}}`, `{{format}}`, `{{theme_mode}}` and `{{scale}}` with values
         * of an emote.
         */
        template: v.string(),
      }),
      docs: docs('get-global-emotes'),
    }),

    /**
     * Lists the emotes of sets. Sets that do not exist are in `missing`. The address template is in `raw` of each page.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-emote-sets
     */
    sets: list({
      method: 'GET',
      path: '/chat/emotes/set',
      auth: 'app-or-user',
      query: v.object({
        /** IDs of emote sets, any number; more than 25 are split into several requests. */
        emote_set_id: oneOrMany(v.string()),
      }),
      item: named<SetEmote>(setEmoteSchema),
      paging: singlePage,
      ids: { params: ['emote_set_id'], max: 25, match: { emote_set_id: 'emote_set_id' } },
      docs: docs('get-emote-sets'),
    }),

    /**
     * Lists the emotes that a user may write. The address template is in `raw` of each page.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-user-emotes
     */
    user: list({
      method: 'GET',
      path: '/chat/emotes/user',
      auth: 'user',
      scopes: ['user:read:emotes'],
      query: v.object({
        /** ID of the user; must be the token's user. */
        user_id: v.string(),
        /** User ID of a broadcaster whose follower emotes are added. Default: none. */
        broadcaster_id: v.optional(v.string()),
        /**
         * Provider's cursor of the page to return: `pagination.cursor` of the previous page. Default: the first page.
         */
        after: v.optional(v.string()),
      }),
      item: named<UserEmote>(userEmoteSchema),
      paging: cursorPages,
      docs: docs('get-user-emotes'),
    }),
  },

  /** Badges next to the names of users. */
  badges: {
    /**
     * Lists the badges that a channel has created, grouped by set.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-channel-chat-badges
     */
    list: list({
      method: 'GET',
      path: '/chat/badges',
      auth: 'app-or-user',
      query: v.object(broadcasterParams),
      item: named<BadgeSet>(badgeSetSchema),
      paging: singlePage,
      docs: docs('get-channel-chat-badges'),
    }),

    /**
     * Lists the badges that are shown in all chats, grouped by set.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-global-chat-badges
     */
    global: list({
      method: 'GET',
      path: '/chat/badges/global',
      auth: 'app-or-user',
      item: named<BadgeSet>(badgeSetSchema),
      paging: singlePage,
      docs: docs('get-global-chat-badges'),
    }),
  },

  /** What users may write in a chat, and how often. */
  settings: {
    /**
     * Returns the settings of a chat. The response includes the delay of messages only with `moderator_id` and the
     * scope `moderator:read:chat_settings`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-chat-settings
     */
    get: endpoint({
      method: 'GET',
      path: '/chat/settings',
      auth: 'app-or-user',
      query: v.object({
        ...broadcasterParams,
        /**
         * User ID of the broadcaster or a moderator, and of the token. Without it, the response has no delay settings.
         */
        moderator_id: v.optional(v.string()),
      }),
      ...oneRecord(named<ChatSettings>(chatSettingsSchema)),
      docs: docs('get-chat-settings'),
    }),

    /**
     * Changes the settings that are passed, and returns all settings. To set a duration, set its mode to true in the
     * same call. A mode that is turned on without a duration uses the default duration.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-chat-settings
     */
    update: endpoint({
      method: 'PATCH',
      path: '/chat/settings',
      auth: 'user',
      scopes: ['moderator:manage:chat_settings'],
      query: v.object(moderatorParams),
      body: v.object({
        /** Whether messages may contain only emotes. */
        emote_mode: optionalBoolean,
        /** Whether only followers may write. */
        follower_mode: optionalBoolean,
        /**
         * Minutes that users must have followed the channel, 0 to 129,600 (3 months). Default 0. Needs `follower_mode:
         * true`.
         */
        follower_mode_duration: v.optional(whole(0, 129_600)),
        /** Whether messages are delayed so that moderators can remove them before viewers see them. */
        non_moderator_chat_delay: optionalBoolean,
        /** Delay of messages in seconds; 2 is recommended. Needs `non_moderator_chat_delay: true`. */
        non_moderator_chat_delay_duration: v.optional(v.picklist([2, 4, 6])),
        /** Whether users must wait between two messages. */
        slow_mode: optionalBoolean,
        /** Seconds between two messages of a user, 3 to 120. Default 30. Needs `slow_mode: true`. */
        slow_mode_wait_time: v.optional(whole(3, 120)),
        /** Whether only subscribers may write. */
        subscriber_mode: optionalBoolean,
        /** Whether a user's messages must differ from each other. */
        unique_chat_mode: optionalBoolean,
      }),
      ...oneRecord(named<ChatSettings>(chatSettingsSchema)),
      docs: docs('update-chat-settings'),
    }),
  },

  /** Chats that several channels share. */
  shared: {
    /**
     * Returns the shared chat that a channel takes part in now, or undefined when there is none.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-shared-chat-session
     */
    get: endpoint({
      method: 'GET',
      path: '/shared_chat/session',
      auth: 'app-or-user',
      query: v.object(broadcasterParams),
      ...oneRecord(v.optional(named<SharedChat>(sharedChatSchema))),
      docs: docs('get-shared-chat-session'),
    }),
  },

  /** Highlighted messages of the channel. */
  announcements: {
    /**
     * Sends an announcement to a chat, at most one every 2 seconds. An app token also works once the user of
     * `moderator_id` has granted `user:bot` and the broadcaster `channel:bot`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#send-chat-announcement
     */
    send: endpoint({
      method: 'POST',
      path: '/chat/announcements',
      auth: 'app-or-user',
      scopes: ['moderator:manage:announcements'],
      query: v.object(moderatorParams),
      body: v.object({
        /** Text of the announcement. The API cuts it off after 500 characters. */
        message: v.pipe(v.string(), v.nonEmpty()),
        /** Color of the highlight. Default `primary`: the accent color of the channel. */
        color: v.optional(v.picklist(['blue', 'green', 'orange', 'purple', 'primary'])),
        /** Whether the other channels of a shared chat are left out. Only for app tokens. Default true. */
        for_source_only: optionalBoolean,
      }),
      ...noResult,
      docs: docs('send-chat-announcement'),
    }),
  },

  /** Recommendations of other channels. */
  shoutouts: {
    /**
     * Recommends a channel to the viewers of another. Fails with `rate_limited` for more than one every 2 minutes, and
     * for more than one every 60 minutes for the same channel. An app token also works once the user of `moderator_id`
     * has granted `user:bot` and the broadcaster `channel:bot`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#send-a-shoutout
     */
    send: endpoint({
      method: 'POST',
      path: '/chat/shoutouts',
      auth: 'app-or-user',
      scopes: ['moderator:manage:shoutouts'],
      query: v.object({
        /** User ID of the broadcaster who recommends; the channel must be live and have viewers. */
        from_broadcaster_id: v.string(),
        /** User ID of the broadcaster who is recommended. */
        to_broadcaster_id: v.string(),
        /**
         * User ID of the recommending broadcaster or of a moderator of that channel; with a user token, the token's
         * user.
         */
        moderator_id: v.string(),
      }),
      ...noResult,
      docs: docs('send-a-shoutout'),
    }),
  },

  /** Sending messages to a chat. */
  messages: {
    /**
     * Sends a message to a chat. The platform may drop it although the call succeeds: then `is_sent` is false and
     * `drop_reason` explains why.
     *
     * An app token also works once the sender has granted `user:bot`, and the broadcaster has granted `channel:bot` or
     * made the sender a moderator.
     *
     * `pin` needs the scope `moderator:manage:chat_messages` and a sender who moderates the channel. If pinning fails,
     * the message is not sent.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#send-chat-message
     */
    send: endpoint({
      method: 'POST',
      path: '/chat/messages',
      auth: 'app-or-user',
      scopes: ['user:write:chat'],
      body: v.pipe(
        v.object({
          ...broadcasterParams,
          /** User ID of the sender; with a user token, the token's user. */
          sender_id: v.string(),
          /** Text of the message, 1 to 500 characters. Emotes are written by their names. */
          message: nonEmptyStringUpTo(500),
          /** ID of the message that this one replies to. Default: none. */
          reply_parent_message_id: v.optional(v.string()),
          /** Whether the other channels of a shared chat are left out. Only for app tokens. */
          for_source_only: optionalBoolean,
          /**
           * Whether to pin the message for 20 minutes. Not together with `reply_parent_message_id` or
           * `for_source_only`. Default false.
           */
          pin: optionalBoolean,
        }),
        v.check(
          ({ pin, reply_parent_message_id, for_source_only }) =>
            !pin || (reply_parent_message_id === undefined && for_source_only === undefined),
          'pin cannot be combined with reply_parent_message_id or for_source_only: leave out one of them',
        ),
      ),
      ...oneRecord(named<SentMessage>(sentMessageSchema)),
      docs: docs('send-chat-message'),
    }),
  },

  /**
   * The message that is pinned to the top of a chat, at most one. With a user token, `moderator_id` must be the token's
   * user: the broadcaster or a moderator, otherwise calls fail with `permission_denied`. An app token also works once
   * that user has granted `user:bot` and the broadcaster `channel:bot`.
   */
  pins: {
    /**
     * Returns the pinned message, or undefined when there is none.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-pinned-chat-message
     */
    get: endpoint({
      method: 'GET',
      path: '/chat/pins',
      auth: 'app-or-user',
      scopes: ['moderator:read:chat_messages', 'moderator:manage:chat_messages'],
      query: v.object(moderatorParams),
      ...oneRecord(v.optional(named<PinnedMessage>(pinnedMessageSchema))),
      docs: docs('get-pinned-chat-message'),
    }),

    /**
     * Pins a message, in place of the one that is pinned. Fails with `not_found` when there is no such message, and
     * with `conflict` when it is pinned already.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#pin-chat-message
     */
    create: endpoint({
      method: 'PUT',
      path: '/chat/pins',
      auth: 'app-or-user',
      scopes: ['moderator:manage:chat_messages'],
      query: v.object({
        ...pinParams,
        /** How long the message stays pinned, 30 to 1,800 seconds. Default: until the broadcast ends. */
        duration_seconds: pinDuration,
      }),
      ...noResult,
      docs: docs('pin-chat-message'),
    }),

    /**
     * Changes how long a message stays pinned. Fails with `not_found` when the message is not the pinned one.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-pinned-chat-message
     */
    update: endpoint({
      method: 'PATCH',
      path: '/chat/pins',
      auth: 'app-or-user',
      scopes: ['moderator:manage:chat_messages'],
      query: v.object({
        ...pinParams,
        /** How long the message stays pinned from now, 30 to 1,800 seconds. Default: until the broadcast ends. */
        duration_seconds: pinDuration,
      }),
      ...noResult,
      docs: docs('update-pinned-chat-message'),
    }),

    /**
     * Unpins a message. Fails with `not_found` when the message is not the pinned one.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#unpin-chat-message
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/chat/pins',
      auth: 'app-or-user',
      scopes: ['moderator:manage:chat_messages'],
      query: v.object(pinParams),
      ...noResult,
      docs: docs('unpin-chat-message'),
    }),
  },

  /** Colors of user names. */
  colors: {
    /**
     * Lists the colors of users. Users who do not exist are in `missing`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-user-chat-color
     */
    list: list({
      method: 'GET',
      path: '/chat/color',
      auth: 'app-or-user',
      query: v.object({
        /** IDs of users, any number; more than 100 are split into several requests. */
        user_id: oneOrMany(v.string()),
      }),
      item: named<ChatColor>(chatColorSchema),
      paging: singlePage,
      ids: { params: ['user_id'], max: 100, match: { user_id: 'user_id' } },
      docs: docs('get-user-chat-color'),
    }),

    /**
     * Sets the color of a user's name.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-user-chat-color
     */
    update: endpoint({
      method: 'PUT',
      path: '/chat/color',
      auth: 'user',
      scopes: ['user:manage:chat_color'],
      query: v.object({
        /** ID of the user whose color is set; must be the token's user. */
        user_id: v.string(),
        /** Name of a color. Users with Turbo or Prime may pass any `#RRGGBB`. */
        color: known(
          'blue',
          'blue_violet',
          'cadet_blue',
          'chocolate',
          'coral',
          'dodger_blue',
          'firebrick',
          'golden_rod',
          'green',
          'hot_pink',
          'orange_red',
          'red',
          'sea_green',
          'spring_green',
          'yellow_green',
        ),
      }),
      ...noResult,
      docs: docs('update-user-chat-color'),
    }),
  },
};
