import { endpoint, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { type PinnedMessage, pinnedMessageSchema, type SentMessage, sentMessageSchema } from '../records/chat.ts';
import { broadcasterParams, moderatorParams, nonEmptyStringUpTo, optionalBoolean } from '../schema.ts';

const pinParams = {
  ...moderatorParams,
  /** ID of the message to pin or unpin. */
  message_id: v.string(),
};
const pinDuration = v.optional(whole(30, 1800));

/** Highlighted messages of the channel. */
export const announcements = {
  /**
   * Sends an announcement to a chat, at most one every 2 seconds. An app token also works once the user of
   * `moderator_id` has granted `user:bot` and the broadcaster `channel:bot`.
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
      color: v.optional(oneOf(['blue', 'green', 'orange', 'purple', 'primary'])),
      /** Whether the other channels of a shared chat are left out. Only for app tokens. Default true. */
      for_source_only: optionalBoolean,
    }),
    ...noResult,
    docs: docs('chat/#send-chat-announcement'),
  }),
};

/** Recommendations of other channels. */
export const shoutouts = {
  /**
   * Recommends a channel to the viewers of another. Fails with `rate_limited` for more than one every 2 minutes, and
   * for more than one every 60 minutes for the same channel. An app token also works once the user of `moderator_id`
   * has granted `user:bot` and the broadcaster `channel:bot`.
   *
   * @keywords shout out, streamer
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
    docs: docs('chat/#send-a-shoutout'),
  }),
};

/** Sending messages to a chat. */
export const messages = {
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
   * @keywords write, post
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
        /**
         * Text of the message, 1 to 500 characters. Emotes are written by their names. If the text begins with a
         * command such as `/me` or `.foo`, the API sends only the rest, and drops the message if there is none.
         */
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
    docs: docs('chat/#send-chat-message'),
  }),
};

/**
 * The message that is pinned to the top of a chat, at most one. With a user token, `moderator_id` must be the token's
 * user: the broadcaster or a moderator, otherwise calls fail with `permission_denied`. An app token also works once
 * that user has granted `user:bot` and the broadcaster `channel:bot`.
 */
export const pins = {
  /** Returns the pinned message, or undefined when there is none. */
  get: endpoint({
    method: 'GET',
    path: '/chat/pins',
    personal: false,
    auth: 'app-or-user',
    scopes: ['moderator:read:chat_messages', 'moderator:manage:chat_messages'],
    query: v.object(moderatorParams),
    ...oneRecord(v.optional(named<PinnedMessage>(pinnedMessageSchema))),
    docs: docs('chat/#get-pinned-chat-message'),
  }),

  /**
   * Pins a message, replacing the pinned one. Fails with `not_found` when there is no such message, and with `conflict`
   * when it is already pinned.
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
    docs: docs('chat/#pin-chat-message'),
  }),

  /** Changes how long a message stays pinned. Fails with `not_found` when the message is not the pinned one. */
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
    docs: docs('chat/#update-pinned-chat-message'),
  }),

  /** Unpins a message. Fails with `not_found` when the message is not the pinned one. */
  delete: endpoint({
    method: 'DELETE',
    path: '/chat/pins',
    auth: 'app-or-user',
    scopes: ['moderator:manage:chat_messages'],
    query: v.object(pinParams),
    ...noResult,
    docs: docs('chat/#unpin-chat-message'),
  }),
};
