import { endpoint, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import {
  type ChannelMember,
  type ModeratedChannel,
  memberSchema,
  moderatedChannelSchema,
} from '../records/moderation.ts';
import { broadcasterParams, isNumeric, optionalIds } from '../schema.ts';

const memberParams = {
  ...broadcasterParams,
  /** ID of the user to add or remove. */
  user_id: v.string(),
};

/** Parameters of lists that can be narrowed down to some users. */
export const userFilterParams = {
  ...broadcasterParams,
  /** IDs of users, any number; more than 100 are split into several requests. Default: all users. */
  user_id: optionalIds,
};

/** Lists of users are split after 100. */
export const splitByUser = { params: ['user_id'], max: 100, canExist: { user_id: isNumeric } } as const;

/** Channels that a user moderates. */
export const channels = {
  /** Lists the channels that a user moderates. */
  list: list({
    method: 'GET',
    path: '/moderation/channels',
    personal: true,
    auth: 'app-or-user',
    scopes: ['user:read:moderated_channels'],
    query: v.object({
      /** ID of the user whose channels are listed; must be the token's user. */
      user_id: v.string(),
      ...pageParams,
    }),
    item: named<ModeratedChannel>(moderatedChannelSchema),
    paging: cursorPages,
    docs: docs('moderation/#get-moderated-channels'),
  }),
};

/** Moderators of a channel. More than 10 additions or 10 removals in 10 seconds fail with `rate_limited`. */
export const moderators = {
  /** Lists the moderators of a channel; with `user_id` only those users who are moderators. */
  list: list({
    method: 'GET',
    path: '/moderation/moderators',
    personal: true,
    auth: 'user',
    scopes: ['moderation:read', 'channel:manage:moderators'],
    query: v.object({ ...userFilterParams, ...pageParams }),
    item: named<ChannelMember>(memberSchema),
    paging: cursorPages,
    ids: splitByUser,
    docs: docs('moderation/#get-moderators'),
  }),

  /** Makes a user a moderator. Fails with `rejected` when the user is a moderator already, banned, or a VIP. */
  create: endpoint({
    method: 'POST',
    path: '/moderation/moderators',
    auth: 'user',
    scopes: ['channel:manage:moderators'],
    query: v.object(memberParams),
    ...noResult,
    docs: docs('moderation/#add-channel-moderator'),
  }),

  /** Removes a moderator. Fails with `rejected` when the user is not a moderator. */
  delete: endpoint({
    method: 'DELETE',
    path: '/moderation/moderators',
    auth: 'user',
    scopes: ['channel:manage:moderators'],
    query: v.object(memberParams),
    ...noResult,
    docs: docs('moderation/#remove-channel-moderator'),
  }),
};

/** VIPs of a channel. More than 10 additions or 10 removals in 10 seconds fail with `rate_limited`. */
export const vips = {
  /** Lists the VIPs of a channel; with `user_id` only those users who are VIPs. */
  list: list({
    method: 'GET',
    path: '/channels/vips',
    personal: true,
    auth: 'user',
    scopes: ['channel:read:vips', 'channel:manage:vips'],
    query: v.object({ ...userFilterParams, ...pageParams }),
    item: named<ChannelMember>(memberSchema),
    paging: cursorPages,
    ids: splitByUser,
    docs: docs('moderation/#get-vips'),
  }),

  /**
   * Makes a user a VIP. Fails with `conflict` when the channel has no free VIP slot, and with `rejected` when the
   * user is a VIP or moderator already or the channel has not unlocked VIPs.
   */
  create: endpoint({
    method: 'POST',
    path: '/channels/vips',
    auth: 'user',
    scopes: ['channel:manage:vips'],
    query: v.object(memberParams),
    ...noResult,
    docs: docs('moderation/#add-channel-vip'),
  }),

  /**
   * Removes a VIP. The token's user must be the broadcaster or the VIP. Fails with `rejected` when the user is not a
   * VIP.
   */
  delete: endpoint({
    method: 'DELETE',
    path: '/channels/vips',
    auth: 'user',
    scopes: ['channel:manage:vips'],
    query: v.object(memberParams),
    ...noResult,
    docs: docs('moderation/#remove-channel-vip'),
  }),
};
