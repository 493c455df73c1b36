import { endpoint, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams, singlePage, twoWayPageParams } from '../paging.ts';
import {
  type AutoModSettings,
  autoModSettingsSchema,
  type Ban,
  type BannedUser,
  type BlockedTerm,
  bannedUserSchema,
  banSchema,
  blockedTermSchema,
  type ChannelMember,
  type MessageCheck,
  type ModeratedChannel,
  memberSchema,
  messageCheckSchema,
  moderatedChannelSchema,
  moderatedUserParams,
  perLevel,
  type ShieldMode,
  type SuspiciousUser,
  shieldModeSchema,
  suspiciousUserSchema,
  type UnbanRequest,
  unbanRequestSchema,
  type Warning,
  warningSchema,
} from '../records/moderation.ts';
import { broadcasterParams, moderatorParams, optionalIds } from '../schema.ts';

const memberParams = { ...broadcasterParams, user_id: v.string() };
const reasonText = v.pipe(v.string(), v.maxLength(500));
const userFilterParams = { ...broadcasterParams, user_id: optionalIds };
const splitByUser = { params: ['user_id'], max: 100 } as const;

/**
 * Moderating a channel. Where a call takes `moderator_id`, it must be the token's user, and a moderator of the channel
 * or its broadcaster, else `permission_denied`. Where it takes only `broadcaster_id`, that must be the token's user.
 */
export const moderation = {
  /** The automatic moderator. */
  automod: {
    /**
     * Tells of 1 to 100 messages whether AutoMod would let them pass. 5 calls a minute and 50 an hour; for affiliates
     * 10 and 100, for partners 30 and 300, else `rate_limited`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#check-automod-status
     */
    check: list({
      method: 'POST',
      path: '/moderation/enforcements/status',
      auth: 'user',
      scopes: ['moderation:read'],
      query: v.object(broadcasterParams),
      body: v.object({
        data: v.pipe(v.array(v.object({ msg_id: v.string(), msg_text: v.string() })), v.nonEmpty(), v.maxLength(100)),
      }),
      item: named<MessageCheck>(messageCheckSchema),
      paging: singlePage,
      idempotent: true,
      docs: docs('check-automod-status'),
    }),

    /**
     * Lets a message pass that AutoMod holds back, or refuses it. `user_id` must be the token's user, a moderator.
     * `not_found` when the message is not held any more.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#manage-held-automod-messages
     */
    manage: endpoint({
      method: 'POST',
      path: '/moderation/automod/message',
      auth: 'user',
      scopes: ['moderator:manage:automod'],
      body: v.object({ user_id: v.string(), msg_id: v.string(), action: v.picklist(['ALLOW', 'DENY']) }),
      ...noResult,
      docs: docs('manage-held-automod-messages'),
    }),

    /** How strict it is. */
    settings: {
      /**
       * Gives the levels of a channel.
       *
       * @see https://dev.twitch.tv/docs/api/reference/#get-automod-settings
       */
      get: endpoint({
        method: 'GET',
        path: '/moderation/automod/settings',
        auth: 'user',
        scopes: ['moderator:read:automod_settings'],
        query: v.object(moderatorParams),
        ...oneRecord(named<AutoModSettings>(autoModSettingsSchema)),
        docs: docs('get-automod-settings'),
      }),

      /**
       * Sets the levels of a channel, each 0 to 4: either `overall_level`, which picks the others, or some of the
       * others, which sets those not given to 0.
       *
       * @see https://dev.twitch.tv/docs/api/reference/#update-automod-settings
       */
      update: endpoint({
        method: 'PUT',
        path: '/moderation/automod/settings',
        auth: 'user',
        scopes: ['moderator:manage:automod_settings'],
        query: v.object(moderatorParams),
        body: v.object({ overall_level: v.optional(whole(0, 4)), ...perLevel(v.optional(whole(0, 4))) }),
        ...oneRecord(named<AutoModSettings>(autoModSettingsSchema)),
        docs: docs('update-automod-settings'),
      }),
    },
  },

  /** Bans and timeouts. */
  bans: {
    /**
     * Lists who is banned or timed out, or who of `user_id` is; of these any number, 100 per request.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-banned-users
     */
    list: list({
      method: 'GET',
      path: '/moderation/banned',
      auth: 'user',
      scopes: ['moderation:read', 'moderator:manage:banned_users'],
      query: v.object({ ...userFilterParams, ...twoWayPageParams }),
      item: named<BannedUser>(bannedUserSchema),
      paging: cursorPages,
      ids: splitByUser,
      docs: docs('get-banned-users'),
    }),

    /**
     * Bans a user, or with `duration` only for 1 to 1,209,600 seconds: a timeout, in place of any earlier one.
     * `reason` is at most 500 characters. `conflict` while somebody else changes the same user's state.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#ban-user
     */
    create: endpoint({
      method: 'POST',
      path: '/moderation/bans',
      auth: 'user',
      scopes: ['moderator:manage:banned_users'],
      query: v.object(moderatorParams),
      body: v.object({
        data: v.object({
          user_id: v.string(),
          duration: v.optional(whole(1, 1_209_600)),
          reason: v.optional(reasonText),
        }),
      }),
      ...oneRecord(named<Ban>(banSchema)),
      docs: docs('ban-user'),
    }),

    /**
     * Ends a ban or timeout; `rejected` when there is none, `conflict` while somebody else changes it.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#unban-user
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/moderation/bans',
      auth: 'user',
      scopes: ['moderator:manage:banned_users'],
      query: v.object(moderatedUserParams),
      ...noResult,
      docs: docs('unban-user'),
    }),
  },

  /** Requests to end a ban. */
  unbanRequests: {
    /**
     * Lists the requests of one status, of all users or of one.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-unban-requests
     */
    list: list({
      method: 'GET',
      path: '/moderation/unban_requests',
      auth: 'user',
      scopes: ['moderator:read:unban_requests', 'moderator:manage:unban_requests'],
      query: v.object({
        ...moderatorParams,
        ...pageParams,
        status: v.picklist(['pending', 'approved', 'denied', 'acknowledged', 'canceled']),
        user_id: v.optional(v.string()),
      }),
      item: named<UnbanRequest>(unbanRequestSchema),
      paging: cursorPages,
      docs: docs('get-unban-requests'),
    }),

    /**
     * Approves or denies a request; `resolution_text` is at most 500 characters.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#resolve-unban-requests
     */
    resolve: endpoint({
      method: 'PATCH',
      path: '/moderation/unban_requests',
      auth: 'user',
      scopes: ['moderator:manage:unban_requests'],
      query: v.object({
        ...moderatorParams,
        unban_request_id: v.string(),
        status: v.picklist(['approved', 'denied']),
        resolution_text: v.optional(reasonText),
      }),
      ...oneRecord(named<UnbanRequest>(unbanRequestSchema)),
      docs: docs('resolve-unban-requests'),
    }),
  },

  /** Words that may not be written. */
  blockedTerms: {
    /**
     * Lists the blocked terms of a channel that are not private, newest first.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-blocked-terms
     */
    list: list({
      method: 'GET',
      path: '/moderation/blocked_terms',
      auth: 'user',
      scopes: ['moderator:read:blocked_terms', 'moderator:manage:blocked_terms'],
      query: v.object({ ...moderatorParams, ...pageParams }),
      item: named<BlockedTerm>(blockedTermSchema),
      paging: cursorPages,
      docs: docs('get-blocked-terms'),
    }),

    /**
     * Blocks a term of 2 to 500 characters, with `*` at the start or end of a word for anything; gives the existing one
     * where there is one.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#add-blocked-term
     */
    create: endpoint({
      method: 'POST',
      path: '/moderation/blocked_terms',
      auth: 'user',
      scopes: ['moderator:manage:blocked_terms'],
      query: v.object(moderatorParams),
      body: v.object({ text: v.pipe(v.string(), v.minLength(2), v.maxLength(500)) }),
      ...oneRecord(named<BlockedTerm>(blockedTermSchema)),
      docs: docs('add-blocked-term'),
    }),

    /**
     * Allows a term again.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#remove-blocked-term
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/moderation/blocked_terms',
      auth: 'user',
      scopes: ['moderator:manage:blocked_terms'],
      query: v.object({ ...moderatorParams, id: v.string() }),
      ...noResult,
      docs: docs('remove-blocked-term'),
    }),
  },

  /** Messages in a chat. */
  messages: {
    /**
     * Removes a message, or without `message_id` all of the chat's. Messages of the broadcaster, of other moderators,
     * and those older than 6 hours stay.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#delete-chat-messages
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/moderation/chat',
      auth: 'user',
      scopes: ['moderator:manage:chat_messages'],
      query: v.object({ ...moderatorParams, message_id: v.optional(v.string()) }),
      ...noResult,
      docs: docs('delete-chat-messages'),
    }),
  },

  /** Channels that a user moderates. */
  channels: {
    /**
     * Lists the channels that a user moderates, who must be the token's user.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-moderated-channels
     */
    list: list({
      method: 'GET',
      path: '/moderation/channels',
      auth: 'user',
      scopes: ['user:read:moderated_channels'],
      query: v.object({ user_id: v.string(), ...pageParams }),
      item: named<ModeratedChannel>(moderatedChannelSchema),
      paging: cursorPages,
      docs: docs('get-moderated-channels'),
    }),
  },

  /** Moderators. Adding and removing: 10 each in 10 seconds, else `rate_limited`. */
  moderators: {
    /**
     * Lists the moderators of a channel, or who of `user_id` is one; of these any number, 100 per request.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-moderators
     */
    list: list({
      method: 'GET',
      path: '/moderation/moderators',
      auth: 'user',
      scopes: ['moderation:read', 'channel:manage:moderators'],
      query: v.object({ ...userFilterParams, ...pageParams }),
      item: named<ChannelMember>(memberSchema),
      paging: cursorPages,
      ids: splitByUser,
      docs: docs('get-moderators'),
    }),

    /**
     * Makes a user a moderator. `rejected` for users who are one, are banned, or are VIPs.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#add-channel-moderator
     */
    create: endpoint({
      method: 'POST',
      path: '/moderation/moderators',
      auth: 'user',
      scopes: ['channel:manage:moderators'],
      query: v.object(memberParams),
      ...noResult,
      docs: docs('add-channel-moderator'),
    }),

    /**
     * Makes a moderator an ordinary user again; `rejected` for users who are none.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#remove-channel-moderator
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/moderation/moderators',
      auth: 'user',
      scopes: ['channel:manage:moderators'],
      query: v.object(memberParams),
      ...noResult,
      docs: docs('remove-channel-moderator'),
    }),
  },

  /** VIPs. Adding and removing: 10 each in 10 seconds, else `rate_limited`. */
  vips: {
    /**
     * Lists the VIPs of a channel, or who of `user_id` is one; of these any number, 100 per request.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-vips
     */
    list: list({
      method: 'GET',
      path: '/channels/vips',
      auth: 'user',
      scopes: ['channel:read:vips', 'channel:manage:vips'],
      query: v.object({ ...userFilterParams, ...pageParams }),
      item: named<ChannelMember>(memberSchema),
      paging: cursorPages,
      ids: splitByUser,
      docs: docs('get-vips'),
    }),

    /**
     * Makes a user a VIP. `conflict` when the channel has no place left; `rejected` for users who are one or are
     * moderators, and for channels that have not unlocked VIPs.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#add-channel-vip
     */
    create: endpoint({
      method: 'POST',
      path: '/channels/vips',
      auth: 'user',
      scopes: ['channel:manage:vips'],
      query: v.object(memberParams),
      ...noResult,
      docs: docs('add-channel-vip'),
    }),

    /**
     * Makes a VIP an ordinary user again; the token's user is the broadcaster or the VIP. `rejected` for users who are
     * none.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#remove-channel-vip
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/channels/vips',
      auth: 'user',
      scopes: ['channel:manage:vips'],
      query: v.object(memberParams),
      ...noResult,
      docs: docs('remove-channel-vip'),
    }),
  },

  /** Shield Mode: a channel's prepared measures against an attack, on or off together. */
  shieldMode: {
    /**
     * Tells whether Shield Mode is on.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-shield-mode-status
     */
    get: endpoint({
      method: 'GET',
      path: '/moderation/shield_mode',
      auth: 'user',
      scopes: ['moderator:read:shield_mode', 'moderator:manage:shield_mode'],
      query: v.object(moderatorParams),
      ...oneRecord(named<ShieldMode>(shieldModeSchema)),
      docs: docs('get-shield-mode-status'),
    }),

    /**
     * Turns Shield Mode on or off.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-shield-mode-status
     */
    update: endpoint({
      method: 'PUT',
      path: '/moderation/shield_mode',
      auth: 'user',
      scopes: ['moderator:manage:shield_mode'],
      query: v.object(moderatorParams),
      body: v.object({ is_active: v.boolean() }),
      ...oneRecord(named<ShieldMode>(shieldModeSchema)),
      docs: docs('update-shield-mode-status'),
    }),
  },

  /** Warnings. */
  warnings: {
    /**
     * Warns a user, who cannot write before acknowledging it; in place of an earlier warning. `reason` is at most
     * 500 characters. `conflict` while somebody else changes the same user's state.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#warn-chat-user
     */
    create: endpoint({
      method: 'POST',
      path: '/moderation/warnings',
      auth: 'user',
      scopes: ['moderator:manage:warnings'],
      query: v.object(moderatorParams),
      body: v.object({ data: v.object({ user_id: v.string(), reason: reasonText }) }),
      ...oneRecord(named<Warning>(warningSchema)),
      docs: docs('warn-chat-user'),
    }),
  },

  /** Users that are watched or held back. */
  suspiciousUsers: {
    /**
     * Watches a user (`ACTIVE_MONITORING`), or holds the messages back (`RESTRICTED`).
     *
     * @see https://dev.twitch.tv/docs/api/reference/#add-suspicious-status-to-chat-user
     */
    create: endpoint({
      method: 'POST',
      path: '/moderation/suspicious_users',
      auth: 'app-or-user',
      scopes: ['moderator:manage:suspicious_users'],
      query: v.object(moderatorParams),
      body: v.object({ user_id: v.string(), status: v.picklist(['ACTIVE_MONITORING', 'RESTRICTED']) }),
      ...oneRecord(named<SuspiciousUser>(suspiciousUserSchema)),
      docs: docs('add-suspicious-status-to-chat-user'),
    }),

    /**
     * Treats a user as any other again.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#remove-suspicious-status-from-chat-user
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/moderation/suspicious_users',
      auth: 'app-or-user',
      scopes: ['moderator:manage:suspicious_users'],
      query: v.object(moderatedUserParams),
      ...oneRecord(named<SuspiciousUser>(suspiciousUserSchema)),
      docs: docs('remove-suspicious-status-from-chat-user'),
    }),
  },
};
