import { endpoint, known, list, lookup, named, oneOf, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages } from '../paging.ts';
import {
  type ChatColor,
  type ChatSettings,
  type Chatter,
  chatColorSchema,
  chatSettingsSchema,
  chatterSchema,
  type SharedChat,
  sharedChatSchema,
} from '../records/chat.ts';
import { broadcasterParams, isNumeric, moderatorParams, optionalBoolean } from '../schema.ts';
import { badges, emotes } from './chat-emotes.ts';
import { announcements, messages, pins, shoutouts } from './chat-messages.ts';

const chatGroups = {
  /** Users who are connected to a chat. */
  chatters: {
    /**
     * Lists the users who are connected to a chat, some minutes late. Fails with `permission_denied` for users who do
     * not moderate the channel.
     */
    list: list({
      method: 'GET',
      path: '/chat/chatters',
      personal: true,
      auth: 'app-or-user',
      scopes: ['moderator:read:chatters'],
      query: v.object({
        ...moderatorParams,
        /** Page size, 1 to 1,000. Default 100, or 1,000 when you iterate. */
        first: v.optional(whole(1, 1000)),
        /**
         * Provider's cursor of the page to return: `pagination.cursor` of the previous page. Default: the first page.
         */
        after: v.optional(v.string()),
      }),
      item: named<Chatter>(chatterSchema),
      paging: cursorPages,
      docs: docs('chat/#get-chatters'),
    }),
  },

  /** Restrictions on messages in a chat, such as their content and frequency. */
  settings: {
    /**
     * Returns the settings of a chat. The response includes the delay of messages only with `moderator_id` and the
     * scope `moderator:read:chat_settings`.
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
      docs: docs('chat/#get-chat-settings'),
    }),

    /**
     * Changes the settings that are passed, and returns all settings. To set a duration, set its mode to true in the
     * same call. A mode that is turned on without a duration uses the default duration.
     *
     * @keywords slow mode, followers only, subscribers only, emote only
     */
    update: endpoint({
      method: 'PATCH',
      path: '/chat/settings',
      auth: 'app-or-user',
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
        non_moderator_chat_delay_duration: v.optional(oneOf([2, 4, 6])),
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
      docs: docs('chat/#update-chat-settings'),
    }),
  },

  /** Chats that several channels share. */
  shared: {
    /** Returns the shared chat that a channel takes part in now, or undefined when there is none. */
    get: endpoint({
      method: 'GET',
      path: '/shared_chat/session',
      auth: 'app-or-user',
      query: v.object(broadcasterParams),
      ...oneRecord(v.optional(named<SharedChat>(sharedChatSchema))),
      docs: docs('chat/#get-shared-chat-session'),
    }),
  },

  /** Colors of user names. */
  colors: {
    /** Looks up the colors of users, in the order of `user_id`. Users who do not exist are in `missing`. */
    list: lookup({
      method: 'GET',
      path: '/chat/color',
      auth: 'app-or-user',
      query: v.object({
        /** IDs of users, one or any number. A request has up to 100 of them. */
        user_id: oneOrMany(v.string()),
      }),
      item: named<ChatColor>(chatColorSchema),
      items: 'data',
      ids: { params: ['user_id'], max: 100, match: { user_id: 'user_id' }, canExist: { user_id: isNumeric } },
      docs: docs('chat/#get-user-chat-color'),
    }),

    /** Sets the color of a user's name. */
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
      docs: docs('chat/#update-user-chat-color'),
    }),
  },
};

// Declared, because an inferred type loses the JSDoc of other files in the built package.
interface OtherGroups {
  /** Badges next to the names of users. */
  readonly badges: typeof badges;
  /**
   * Emotes. Their images are at the address template of the response (`template`), filled in with fields of the emote.
   */
  readonly emotes: typeof emotes;
  /** Highlighted messages of the channel. */
  readonly announcements: typeof announcements;
  /** Sending messages to a chat. */
  readonly messages: typeof messages;
  /**
   * The message that is pinned to the top of a chat, at most one. With a user token, `moderator_id` must be the token's
   * user: the broadcaster or a moderator, otherwise calls fail with `permission_denied`. An app token also works once
   * that user has granted `user:bot` and the broadcaster `channel:bot`.
   */
  readonly pins: typeof pins;
  /** Recommendations of other channels. */
  readonly shoutouts: typeof shoutouts;
}

/** Chats: who is connected, what they may write, and sending messages. */
export const chat: typeof chatGroups & OtherGroups = {
  ...chatGroups,
  badges,
  emotes,
  announcements,
  messages,
  pins,
  shoutouts,
};
