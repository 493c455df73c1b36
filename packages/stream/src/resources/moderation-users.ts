import { endpoint, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams, twoWayPageParams } from '../paging.ts';
import {
  type Ban,
  type BannedUser,
  bannedUserSchema,
  banSchema,
  moderatedUserParams,
  type SuspiciousUser,
  suspiciousUserSchema,
  type UnbanRequest,
  unbanRequestSchema,
  type Warning,
  warningSchema,
} from '../records/moderation.ts';
import { moderatorParams } from '../schema.ts';
import { splitByUser, userFilterParams } from './moderation-members.ts';

const reasonText = v.pipe(v.string(), v.maxLength(500));

/** Bans and timeouts of users. */
export const bans = {
  /**
   * Lists the users who are banned or timed out. With `user_id`, lists only these users if they are banned or timed
   * out.
   */
  list: list({
    method: 'GET',
    path: '/moderation/banned',
    personal: true,
    auth: 'app-or-user',
    scopes: ['moderation:read', 'moderator:manage:banned_users'],
    query: v.object({ ...userFilterParams, ...twoWayPageParams }),
    item: named<BannedUser>(bannedUserSchema),
    paging: cursorPages,
    ids: splitByUser,
    docs: docs('moderation/#get-banned-users'),
  }),

  /**
   * Bans a user, or times them out when `duration` is set. A new timeout replaces the previous one. Fails with
   * `conflict` while somebody else changes the same user's state. An app token needs the moderator's `user:bot` as well.
   *
   * @keywords timeout, time out, kick, mute, chatter, viewer
   */
  create: endpoint({
    method: 'POST',
    path: '/moderation/bans',
    auth: 'app-or-user',
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
    docs: docs('moderation/#ban-user'),
  }),

  /**
   * Ends a ban or timeout. Fails with `rejected` when there is none, and with `conflict` while somebody else changes
   * the same user's state. An app token needs the moderator's `user:bot` as well.
   *
   * @keywords unban, lift, viewer
   */
  delete: endpoint({
    method: 'DELETE',
    path: '/moderation/bans',
    auth: 'app-or-user',
    scopes: ['moderator:manage:banned_users'],
    query: v.object(moderatedUserParams),
    ...noResult,
    docs: docs('moderation/#unban-user'),
  }),
};

/** Requests of banned users to end their ban. */
export const unbanRequests = {
  /** Lists the requests of one status, of all users or of one. */
  list: list({
    method: 'GET',
    path: '/moderation/unban_requests',
    personal: true,
    auth: 'user',
    scopes: ['moderator:read:unban_requests', 'moderator:manage:unban_requests'],
    query: v.object({
      ...moderatorParams,
      ...pageParams,
      /** State that the requests have. */
      status: oneOf(['pending', 'approved', 'denied', 'acknowledged', 'canceled']),
      /** ID of one user. Default: requests of all users. */
      user_id: v.optional(v.string()),
    }),
    item: named<UnbanRequest>(unbanRequestSchema),
    paging: cursorPages,
    docs: docs('moderation/#get-unban-requests'),
  }),

  /** Approves or denies a request, and returns it. */
  resolve: endpoint({
    method: 'PATCH',
    path: '/moderation/unban_requests',
    personal: true,
    auth: 'user',
    scopes: ['moderator:manage:unban_requests'],
    query: v.object({
      ...moderatorParams,
      /** ID of the request to approve or deny. */
      unban_request_id: v.string(),
      /** Decision about the request: `approved` ends the ban. */
      status: oneOf(['approved', 'denied']),
      /** Message to the user, up to 500 characters. Default: none. */
      resolution_text: v.optional(reasonText),
    }),
    ...oneRecord(named<UnbanRequest>(unbanRequestSchema)),
    docs: docs('moderation/#resolve-unban-requests'),
  }),
};

/** Warnings that users must acknowledge before writing again. */
export const warnings = {
  /**
   * Warns a user, who cannot write before acknowledging it. A new warning replaces the previous one. Fails with
   * `conflict` while somebody else changes the same user's state.
   */
  create: endpoint({
    method: 'POST',
    path: '/moderation/warnings',
    personal: true,
    auth: 'app-or-user',
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
    docs: docs('moderation/#warn-chat-user'),
  }),
};

/** Users who are watched, or whose messages are held back. */
export const suspiciousUsers = {
  /** Marks a user as suspicious: watches them, or holds their messages back. */
  create: endpoint({
    method: 'POST',
    path: '/moderation/suspicious_users',
    personal: true,
    auth: 'app-or-user',
    scopes: ['moderator:manage:suspicious_users'],
    query: v.object(moderatorParams),
    body: v.object({
      /** ID of the user to treat as suspicious. */
      user_id: v.string(),
      /** `ACTIVE_MONITORING` watches the user, `RESTRICTED` holds their messages back. */
      status: oneOf(['ACTIVE_MONITORING', 'RESTRICTED']),
    }),
    ...oneRecord(named<SuspiciousUser>(suspiciousUserSchema)),
    docs: docs('moderation/#add-suspicious-status-to-chat-user'),
  }),

  /** Stops treating a user as suspicious. */
  delete: endpoint({
    method: 'DELETE',
    path: '/moderation/suspicious_users',
    personal: true,
    auth: 'app-or-user',
    scopes: ['moderator:manage:suspicious_users'],
    query: v.object(moderatedUserParams),
    ...oneRecord(named<SuspiciousUser>(suspiciousUserSchema)),
    docs: docs('moderation/#remove-suspicious-status-from-chat-user'),
  }),
};
