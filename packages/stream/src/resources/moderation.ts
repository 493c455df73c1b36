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

const memberParams = {
  ...broadcasterParams,
  /** ID of the user to add or remove. */
  user_id: v.string(),
};
const reasonText = v.pipe(v.string(), v.maxLength(500));
const userFilterParams = {
  ...broadcasterParams,
  /** IDs of users, any number; more than 100 are split into several requests. Default: all users. */
  user_id: optionalIds,
};
const splitByUser = { params: ['user_id'], max: 100 } as const;

/**
 * Moderating a channel. Where a call takes `moderator_id`, it must be the token's user, and a moderator of the channel
 * or its broadcaster, otherwise the call fails with `permission_denied`. Where it takes only `broadcaster_id`, that
 * must be the token's user.
 */
export const moderation = {
  /** AutoMod, which holds back messages automatically. */
  automod: {
    /**
     * Checks whether AutoMod would let messages pass. Fails with `rate_limited` for more than 5 calls per minute or 50
     * per hour; affiliates may make 10 and 100, partners 30 and 300.
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
        /** Messages to check, 1 to 100. */
        data: v.pipe(
          v.array(
            v.object({
              /** Your own ID of the message, which the result contains. */
              msg_id: v.string(),
              /** Text of the message. */
              msg_text: v.string(),
            }),
          ),
          v.nonEmpty(),
          v.maxLength(100),
        ),
      }),
      item: named<MessageCheck>(messageCheckSchema),
      paging: singlePage,
      idempotent: true,
      docs: docs('check-automod-status'),
    }),

    /**
     * Publishes or removes a message that AutoMod holds back. Fails with `not_found` when the message is no longer held
     * back.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#manage-held-automod-messages
     */
    manage: endpoint({
      method: 'POST',
      path: '/moderation/automod/message',
      auth: 'user',
      scopes: ['moderator:manage:automod'],
      body: v.object({
        /** ID of the moderator; must be the token's user. */
        user_id: v.string(),
        /** ID of the message that AutoMod holds back. */
        msg_id: v.string(),
        /** `ALLOW` publishes the message, `DENY` removes it. */
        action: v.picklist(['ALLOW', 'DENY']),
      }),
      ...noResult,
      docs: docs('manage-held-automod-messages'),
    }),

    /** How strictly AutoMod looks for each kind of offence. */
    settings: {
      /**
       * Returns the levels of a channel.
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
       * Sets the levels of a channel, and returns them. Pass either `overall_level` or some of the other levels; levels
       * that are not passed become 0.
       *
       * @see https://dev.twitch.tv/docs/api/reference/#update-automod-settings
       */
      update: endpoint({
        method: 'PUT',
        path: '/moderation/automod/settings',
        auth: 'user',
        scopes: ['moderator:manage:automod_settings'],
        query: v.object(moderatorParams),
        body: v.object({
          /** Level that sets all others, 0 (off) to 4. Not together with the other levels. */
          overall_level: v.optional(whole(0, 4)),
          ...perLevel(v.optional(whole(0, 4))),
        }),
        ...oneRecord(named<AutoModSettings>(autoModSettingsSchema)),
        docs: docs('update-automod-settings'),
      }),
    },
  },

  /** Bans and timeouts of users. */
  bans: {
    /**
     * Lists the users who are banned or timed out; with `user_id` those of them who are.
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
     * Bans a user, or times them out when `duration` is set. A new timeout replaces the previous one. Fails with
     * `conflict` while somebody else changes the same user's state.
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
        /** User to ban, and how. */
        data: v.object({
          /** ID of the user to ban. */
          user_id: v.string(),
          /** Length of a timeout, 1 to 1,209,600 seconds (2 weeks). Default: a ban without end. */
          duration: v.optional(whole(1, 1_209_600)),
          /** Reason, up to 500 characters. Default: none. */
          reason: v.optional(reasonText),
        }),
      }),
      ...oneRecord(named<Ban>(banSchema)),
      docs: docs('ban-user'),
    }),

    /**
     * Ends a ban or timeout. Fails with `rejected` when there is none, and with `conflict` while somebody else changes
     * the same user's state.
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

  /** Requests of banned users to end their ban. */
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
        /** State that the requests have. */
        status: v.picklist(['pending', 'approved', 'denied', 'acknowledged', 'canceled']),
        /** ID of one user. Default: requests of all users. */
        user_id: v.optional(v.string()),
      }),
      item: named<UnbanRequest>(unbanRequestSchema),
      paging: cursorPages,
      docs: docs('get-unban-requests'),
    }),

    /**
     * Approves or denies a request, and returns it.
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
        /** ID of the request to approve or deny. */
        unban_request_id: v.string(),
        /** Decision about the request: `approved` ends the ban. */
        status: v.picklist(['approved', 'denied']),
        /** What to write to the user, up to 500 characters. Default: nothing. */
        resolution_text: v.optional(reasonText),
      }),
      ...oneRecord(named<UnbanRequest>(unbanRequestSchema)),
      docs: docs('resolve-unban-requests'),
    }),
  },

  /** Words and phrases that users may not write. */
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
     * Blocks a term, and returns it. If it is blocked already, returns the existing one.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#add-blocked-term
     */
    create: endpoint({
      method: 'POST',
      path: '/moderation/blocked_terms',
      auth: 'user',
      scopes: ['moderator:manage:blocked_terms'],
      query: v.object(moderatorParams),
      body: v.object({
        /** Word or phrase, 2 to 500 characters. `*` at the start or end of a word stands for any characters. */
        text: v.pipe(v.string(), v.minLength(2), v.maxLength(500)),
      }),
      ...oneRecord(named<BlockedTerm>(blockedTermSchema)),
      docs: docs('add-blocked-term'),
    }),

    /**
     * Allows a blocked term again.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#remove-blocked-term
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/moderation/blocked_terms',
      auth: 'user',
      scopes: ['moderator:manage:blocked_terms'],
      query: v.object({
        ...moderatorParams,
        /** ID of the blocked term. */
        id: v.string(),
      }),
      ...noResult,
      docs: docs('remove-blocked-term'),
    }),
  },

  /** Removing messages from a chat. */
  messages: {
    /**
     * Removes one message or all messages of a chat. Messages of the broadcaster, of other moderators, and messages
     * older than 6 hours are not removed.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#delete-chat-messages
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/moderation/chat',
      auth: 'user',
      scopes: ['moderator:manage:chat_messages'],
      query: v.object({
        ...moderatorParams,
        /** ID of the message to remove. Default: all messages of the chat. */
        message_id: v.optional(v.string()),
      }),
      ...noResult,
      docs: docs('delete-chat-messages'),
    }),
  },

  /** Channels that a user moderates. */
  channels: {
    /**
     * Lists the channels that a user moderates.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-moderated-channels
     */
    list: list({
      method: 'GET',
      path: '/moderation/channels',
      auth: 'user',
      scopes: ['user:read:moderated_channels'],
      query: v.object({
        /** ID of the user whose channels are listed; must be the token's user. */
        user_id: v.string(),
        ...pageParams,
      }),
      item: named<ModeratedChannel>(moderatedChannelSchema),
      paging: cursorPages,
      docs: docs('get-moderated-channels'),
    }),
  },

  /** Moderators of a channel. More than 10 additions or 10 removals in 10 seconds fail with `rate_limited`. */
  moderators: {
    /**
     * Lists the moderators of a channel; with `user_id` only those users who are moderators.
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
     * Makes a user a moderator. Fails with `rejected` when the user is a moderator already, banned, or a VIP.
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
     * Removes a moderator. Fails with `rejected` when the user is not a moderator.
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

  /** VIPs of a channel. More than 10 additions or 10 removals in 10 seconds fail with `rate_limited`. */
  vips: {
    /**
     * Lists the VIPs of a channel; with `user_id` only those users who are VIPs.
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
     * Makes a user a VIP. Fails with `conflict` when the channel has no free VIP slot, and with `rejected` when the
     * user is a VIP or moderator already or the channel has not unlocked VIPs.
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
     * Removes a VIP. The token's user must be the broadcaster or the VIP. Fails with `rejected` when the user is not a
     * VIP.
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

  /** Shield Mode: settings against an attack, which a channel prepares and turns on or off together. */
  shieldMode: {
    /**
     * Returns whether Shield Mode is on.
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
     * Turns Shield Mode on or off, and returns its state.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-shield-mode-status
     */
    update: endpoint({
      method: 'PUT',
      path: '/moderation/shield_mode',
      auth: 'user',
      scopes: ['moderator:manage:shield_mode'],
      query: v.object(moderatorParams),
      body: v.object({
        /** True turns Shield Mode on, false turns it off. */
        is_active: v.boolean(),
      }),
      ...oneRecord(named<ShieldMode>(shieldModeSchema)),
      docs: docs('update-shield-mode-status'),
    }),
  },

  /** Warnings that users must acknowledge before writing again. */
  warnings: {
    /**
     * Warns a user, who cannot write before acknowledging it. A new warning replaces the previous one. Fails with
     * `conflict` while somebody else changes the same user's state.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#warn-chat-user
     */
    create: endpoint({
      method: 'POST',
      path: '/moderation/warnings',
      auth: 'user',
      scopes: ['moderator:manage:warnings'],
      query: v.object(moderatorParams),
      body: v.object({
        /** User to warn, and why. */
        data: v.object({
          /** ID of the user to warn. */
          user_id: v.string(),
          /** Reason that the user sees, up to 500 characters. */
          reason: reasonText,
        }),
      }),
      ...oneRecord(named<Warning>(warningSchema)),
      docs: docs('warn-chat-user'),
    }),
  },

  /** Users who are watched, or whose messages are held back. */
  suspiciousUsers: {
    /**
     * Marks a user as suspicious: watches them, or holds their messages back.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#add-suspicious-status-to-chat-user
     */
    create: endpoint({
      method: 'POST',
      path: '/moderation/suspicious_users',
      auth: 'app-or-user',
      scopes: ['moderator:manage:suspicious_users'],
      query: v.object(moderatorParams),
      body: v.object({
        /** ID of the user to treat as suspicious. */
        user_id: v.string(),
        /** `ACTIVE_MONITORING` watches the user, `RESTRICTED` holds their messages back. */
        status: v.picklist(['ACTIVE_MONITORING', 'RESTRICTED']),
      }),
      ...oneRecord(named<SuspiciousUser>(suspiciousUserSchema)),
      docs: docs('add-suspicious-status-to-chat-user'),
    }),

    /**
     * Stops treating a user as suspicious.
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
