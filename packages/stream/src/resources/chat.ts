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

const pinParams = { ...moderatorParams, message_id: v.string() };
const pinDuration = v.optional(whole(30, 1800));

/** Chats: who is there, what they may write, and writing to them. */
export const chat = {
  /** Who is in a chat. */
  chatters: {
    /**
     * Lists who is connected to a chat, some minutes late; `moderator_id` must be the token's user. `first` is 1 to
     * 1,000, default 100. `permission_denied` for users who do not moderate the channel.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-chatters
     */
    list: list({
      method: 'GET',
      path: '/chat/chatters',
      auth: 'user',
      scopes: ['moderator:read:chatters'],
      query: v.object({ ...moderatorParams, first: v.optional(whole(1, 1000)), after: v.optional(v.string()) }),
      item: named<Chatter>(chatterSchema),
      paging: cursorPages,
      docs: docs('get-chatters'),
    }),
  },

  /** Emotes. Their images are at `template` of the answer, filled in with members of the emote. */
  emotes: {
    /**
     * Gives the emotes that a channel has made, with the address template.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-channel-emotes
     */
    list: endpoint({
      method: 'GET',
      path: '/chat/emotes',
      auth: 'app-or-user',
      query: v.object(broadcasterParams),
      response: v.object({ data: v.array(named<ChannelEmote>(channelEmoteSchema)), template: v.string() }),
      docs: docs('get-channel-emotes'),
    }),

    /**
     * Gives the emotes that everybody may write everywhere, with the address template.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-global-emotes
     */
    global: endpoint({
      method: 'GET',
      path: '/chat/emotes/global',
      auth: 'app-or-user',
      response: v.object({ data: v.array(named<Emote>(emoteSchema)), template: v.string() }),
      docs: docs('get-global-emotes'),
    }),

    /**
     * Lists the emotes of sets; any number of sets, 25 per request. Sets that do not exist are in `missing`. The
     * address template is in `raw` of each page.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-emote-sets
     */
    sets: list({
      method: 'GET',
      path: '/chat/emotes/set',
      auth: 'app-or-user',
      query: v.object({ emote_set_id: oneOrMany(v.string()) }),
      item: named<SetEmote>(setEmoteSchema),
      paging: singlePage,
      ids: { params: ['emote_set_id'], max: 25, match: { emote_set_id: 'emote_set_id' } },
      docs: docs('get-emote-sets'),
    }),

    /**
     * Lists the emotes that a user may write, who must be the token's user; with `broadcaster_id` also those for
     * followers of that channel. The address template is in `raw` of each page.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-user-emotes
     */
    user: list({
      method: 'GET',
      path: '/chat/emotes/user',
      auth: 'user',
      scopes: ['user:read:emotes'],
      query: v.object({
        user_id: v.string(),
        broadcaster_id: v.optional(v.string()),
        after: v.optional(v.string()),
      }),
      item: named<UserEmote>(userEmoteSchema),
      paging: cursorPages,
      docs: docs('get-user-emotes'),
    }),
  },

  /** Badges beside names. */
  badges: {
    /**
     * Lists the badges that a channel has made, by kind.
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
     * Lists the badges that are shown in all chats, by kind.
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

  /** What a chat allows. */
  settings: {
    /**
     * Gives the settings of a chat. The delay is told only with `moderator_id`, the token's user, and the scope
     * `moderator:read:chat_settings`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-chat-settings
     */
    get: endpoint({
      method: 'GET',
      path: '/chat/settings',
      auth: 'app-or-user',
      query: v.object({ ...broadcasterParams, moderator_id: v.optional(v.string()) }),
      ...oneRecord(named<ChatSettings>(chatSettingsSchema)),
      docs: docs('get-chat-settings'),
    }),

    /**
     * Changes the settings that are given and gives all; `moderator_id` must be the token's user. A duration needs its
     * mode set to true in the same call; a mode without its duration takes the default. `follower_mode_duration` is
     * 0 to 129,600 minutes, default 0; `slow_mode_wait_time` 3 to 120 seconds, default 30.
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
        emote_mode: optionalBoolean,
        follower_mode: optionalBoolean,
        follower_mode_duration: v.optional(whole(0, 129_600)),
        non_moderator_chat_delay: optionalBoolean,
        non_moderator_chat_delay_duration: v.optional(v.picklist([2, 4, 6])),
        slow_mode: optionalBoolean,
        slow_mode_wait_time: v.optional(whole(3, 120)),
        subscriber_mode: optionalBoolean,
        unique_chat_mode: optionalBoolean,
      }),
      ...oneRecord(named<ChatSettings>(chatSettingsSchema)),
      docs: docs('update-chat-settings'),
    }),
  },

  /** Chats that several channels share. */
  shared: {
    /**
     * Gives the shared chat that a channel takes part in now; undefined when there is none.
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

  /** Highlighted messages. */
  announcements: {
    /**
     * Sends an announcement to a chat; with a user token, `moderator_id` must be its user. The API cuts it off after 500
     * characters, and takes one every 2 seconds. `color` is the channel's own by default.
     *
     * An app token also works once that user has granted `user:bot` and the broadcaster `channel:bot`. `for_source_only`
     * is for app tokens only: whether the other channels of a shared chat are left out; default true.
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
        message: v.pipe(v.string(), v.nonEmpty()),
        color: v.optional(v.picklist(['blue', 'green', 'orange', 'purple', 'primary'])),
        for_source_only: optionalBoolean,
      }),
      ...noResult,
      docs: docs('send-chat-announcement'),
    }),
  },

  /** Recommendations of other channels. */
  shoutouts: {
    /**
     * Recommends a channel to the viewers of another, which must be live and watched; with a user token, `moderator_id`
     * must be its user. One every 2 minutes, and one every 60 minutes for the same channel, else `rate_limited`. An app
     * token also works once that user has granted `user:bot` and the broadcaster `channel:bot`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#send-a-shoutout
     */
    send: endpoint({
      method: 'POST',
      path: '/chat/shoutouts',
      auth: 'app-or-user',
      scopes: ['moderator:manage:shoutouts'],
      query: v.object({
        from_broadcaster_id: v.string(),
        to_broadcaster_id: v.string(),
        moderator_id: v.string(),
      }),
      ...noResult,
      docs: docs('send-a-shoutout'),
    }),
  },

  /** Messages. */
  messages: {
    /**
     * Sends a message of at most 500 characters to a chat. It may be held back all the same: then `is_sent` is false
     * and `drop_reason` says why.
     *
     * With a user token, `sender_id` must be its user. An app token also works once that user has granted `user:bot`,
     * and the broadcaster `channel:bot` or made the user a moderator; `for_source_only` is for app tokens only.
     *
     * `pin` also pins the message for 20 minutes; if that fails, it is not sent. It needs the scope
     * `moderator:manage:chat_messages` and a sender who moderates the channel, and goes with neither
     * `reply_parent_message_id` nor `for_source_only`.
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
          sender_id: v.string(),
          message: nonEmptyStringUpTo(500),
          reply_parent_message_id: v.optional(v.string()),
          for_source_only: optionalBoolean,
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
   * The message that is pinned to the top of a chat; one at a time. With a user token, `moderator_id` must be its user: the
   * broadcaster or a moderator, else `permission_denied`. An app token also works once that user has granted `user:bot` and
   * the broadcaster `channel:bot`.
   */
  pins: {
    /**
     * Gets the message that is pinned; undefined when there is none.
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
     * Pins a message in place of the one that is pinned. `duration_seconds` is 30 to 1,800; without it the message stays
     * until the broadcast ends. `not_found` when there is no such message, `conflict` when it is pinned already.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#pin-chat-message
     */
    create: endpoint({
      method: 'PUT',
      path: '/chat/pins',
      auth: 'app-or-user',
      scopes: ['moderator:manage:chat_messages'],
      query: v.object({ ...pinParams, duration_seconds: pinDuration }),
      ...noResult,
      docs: docs('pin-chat-message'),
    }),

    /**
     * Changes how long a message stays pinned: `duration_seconds` from now, 30 to 1,800; without it, until the broadcast
     * ends. `not_found` when the message is not the one that is pinned.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-pinned-chat-message
     */
    update: endpoint({
      method: 'PATCH',
      path: '/chat/pins',
      auth: 'app-or-user',
      scopes: ['moderator:manage:chat_messages'],
      query: v.object({ ...pinParams, duration_seconds: pinDuration }),
      ...noResult,
      docs: docs('update-pinned-chat-message'),
    }),

    /**
     * Unpins a message; `not_found` when it is not the one that is pinned.
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

  /** Colors of names. */
  colors: {
    /**
     * Lists the colors of users; any number, 100 per request. Who does not exist is in `missing`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-user-chat-color
     */
    list: list({
      method: 'GET',
      path: '/chat/color',
      auth: 'app-or-user',
      query: v.object({ user_id: oneOrMany(v.string()) }),
      item: named<ChatColor>(chatColorSchema),
      paging: singlePage,
      ids: { params: ['user_id'], max: 100, match: { user_id: 'user_id' } },
      docs: docs('get-user-chat-color'),
    }),

    /**
     * Sets the color of the token's user, who must be `user_id`, to a named one; for users with Turbo or Prime also to
     * any `#RRGGBB`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-user-chat-color
     */
    update: endpoint({
      method: 'PUT',
      path: '/chat/color',
      auth: 'user',
      scopes: ['user:manage:chat_color'],
      query: v.object({
        user_id: v.string(),
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
