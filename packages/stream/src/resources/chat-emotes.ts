import { endpoint, list, lookup, named, oneOrMany } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, singlePage } from '../paging.ts';
import {
  type BadgeSet,
  badgeSetSchema,
  type ChannelEmote,
  channelEmoteSchema,
  type Emote,
  emoteSchema,
  type SetEmote,
  setEmoteSchema,
  type UserEmote,
  userEmoteSchema,
} from '../records/chat.ts';
import { broadcasterParams } from '../schema.ts';

/**
 * Emotes. Their images are at the address template of the response (`template`), filled in with fields of the emote.
 */
export const emotes = {
  /** Returns the emotes that a channel has created, with the address template of their images. */
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
    docs: docs('chat/#get-channel-emotes'),
  }),

  /** Returns the emotes that can be used in all channels, with the address template of their images. */
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
    docs: docs('chat/#get-global-emotes'),
  }),

  /**
   * Looks up the emotes of sets, in the order of the sets. Sets that do not exist are in `missing`. The address
   * template is in each entry of `raw`.
   */
  sets: lookup({
    method: 'GET',
    path: '/chat/emotes/set',
    auth: 'app-or-user',
    query: v.object({
      /** IDs of emote sets, one or any number. A request has up to 25 of them. */
      emote_set_id: oneOrMany(v.string()),
    }),
    item: named<SetEmote>(setEmoteSchema),
    items: 'data',
    ids: { params: ['emote_set_id'], max: 25, match: { emote_set_id: 'emote_set_id' } },
    docs: docs('chat/#get-emote-sets'),
  }),

  /** Lists the emotes that a user may write. The address template is in `raw` of each page. */
  user: list({
    method: 'GET',
    path: '/chat/emotes/user',
    personal: true,
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
    docs: docs('chat/#get-user-emotes'),
  }),
};

/** Badges next to the names of users. */
export const badges = {
  /** Lists the badges that a channel has created, grouped by set. */
  list: list({
    method: 'GET',
    path: '/chat/badges',
    auth: 'app-or-user',
    query: v.object(broadcasterParams),
    item: named<BadgeSet>(badgeSetSchema),
    paging: singlePage,
    docs: docs('chat/#get-channel-chat-badges'),
  }),

  /** Lists the badges that are shown in all chats, grouped by set. */
  global: list({
    method: 'GET',
    path: '/chat/badges/global',
    auth: 'app-or-user',
    item: named<BadgeSet>(badgeSetSchema),
    paging: singlePage,
    docs: docs('chat/#get-global-chat-badges'),
  }),
};
