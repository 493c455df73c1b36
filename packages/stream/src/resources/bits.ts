import { endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import { broadcasterFields, broadcasterParams, dateRange, optionalIds, userFields } from '../schema.ts';

const bitsLeaderboardSchema = v.object({
  data: v.array(v.object({ ...userFields, rank: v.number(), score: v.number() })),
  date_range: dateRange,
  total: v.number(),
});

/**
 * Who cheered most, and with how many Bits (`score`). `total` is the length of `data`; `date_range` holds empty texts
 * when it covers all time.
 */
export interface BitsLeaderboard extends v.InferOutput<typeof bitsLeaderboardSchema> {}

const url = v.optional(v.string());
const sizes = v.optional(v.object({ 1: url, 1.5: url, 2: url, 3: url, 4: url }));
const theme = v.optional(v.object({ animated: sizes, static: sizes }));

const cheermoteSchema = v.object({
  prefix: v.string(),
  tiers: v.array(
    v.object({
      min_bits: v.number(),
      id: known('1', '100', '500', '1000', '5000', '10000', '100000'),
      color: v.string(),
      images: v.object({ light: theme, dark: theme }),
      can_cheer: v.boolean(),
      show_in_bits_card: v.boolean(),
    }),
  ),
  type: known('global_first_party', 'global_third_party', 'channel_custom', 'display_only', 'sponsored'),
  order: v.number(),
  last_updated: v.string(),
  is_charitable: v.boolean(),
});

/**
 * An animated emote that carries Bits: `prefix` with the number of Bits behind it. A tier's images are by theme, kind
 * and size.
 */
export interface Cheermote extends v.InferOutput<typeof cheermoteSchema> {}

const extensionTransactionSchema = v.object({
  id: v.string(),
  timestamp: v.string(),
  ...broadcasterFields,
  ...userFields,
  product_type: known('BITS_IN_EXTENSION'),
  product_data: v.object({
    sku: v.string(),
    domain: v.string(),
    cost: v.object({ amount: v.number(), type: known('bits') }),
    inDevelopment: v.boolean(),
    displayName: v.string(),
    expiration: v.string(),
    broadcast: v.boolean(),
  }),
});

/** A product of an extension that a user bought in a channel. `expiration` is always empty. */
export interface ExtensionTransaction extends v.InferOutput<typeof extensionTransactionSchema> {}

const imagesSchema = v.object({
  /** Address of the small image. */
  url_1x: v.string(),
  /** Address of the medium image. */
  url_2x: v.string(),
  /** Address of the large image. */
  url_4x: v.string(),
});

const customPowerUpSchema = v.object({
  ...broadcasterFields,
  /** ID of the power-up. */
  id: v.string(),
  title: v.string(),
  /** What the viewer is asked for, where `is_user_input_required`; empty when there is nothing to ask. */
  prompt: v.string(),
  /** Price in Bits. */
  bits: v.number(),
  /** Null when the broadcaster uploaded no images. */
  image: v.nullable(imagesSchema),
  /** Images that are shown when `image` is null. */
  default_image: imagesSchema,
  /** `#RRGGBB`. */
  background_color: v.string(),
  /** Whether viewers see it. */
  is_enabled: v.boolean(),
  /** Whether viewers must enter text. */
  is_user_input_required: v.boolean(),
  /** How often it can be redeemed in one broadcast. */
  max_per_stream_setting: v.object({ is_enabled: v.boolean(), max_per_stream: v.number() }),
  /** How often each viewer can redeem it in one broadcast. */
  max_per_user_per_stream_setting: v.object({ is_enabled: v.boolean(), max_per_user_per_stream: v.number() }),
  /** Seconds between two redemptions. */
  global_cooldown_setting: v.object({ is_enabled: v.boolean(), global_cooldown_seconds: v.number() }),
  /** Whether redeeming it is paused. */
  is_paused: v.boolean(),
  /** Whether it can be redeemed in this broadcast. */
  is_in_stock: v.boolean(),
  /** Redemptions in this broadcast; null when the channel is not live or there is no limit. */
  redemptions_redeemed_current_stream: v.nullable(v.number()),
  /** End of the cooldown, RFC 3339; null when there is none. */
  cooldown_expires_at: v.nullable(v.string()),
});

/**
 * A power-up that a broadcaster made, which viewers redeem with Bits. `image` is null when none was uploaded,
 * `redemptions_redeemed_current_stream` when the channel is offline or there is no limit, `cooldown_expires_at` outside of
 * a cooldown.
 */
export interface CustomPowerUp extends v.InferOutput<typeof customPowerUpSchema> {}

/** Bits, the currency that viewers cheer and pay with. */
export const bits = {
  /**
   * Gives who cheered most in the channel of the token's user. `count` is 1 to 100, default 10. `period` defaults to
   * `all`; the others are those that hold `started_at` (RFC 3339), in Pacific time. With `user_id`, that user and those
   * around.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-bits-leaderboard
   */
  leaderboard: endpoint({
    method: 'GET',
    path: '/bits/leaderboard',
    auth: 'user',
    scopes: ['bits:read'],
    query: v.object({
      count: v.optional(whole(1, 100)),
      period: v.optional(v.picklist(['day', 'week', 'month', 'year', 'all'])),
      started_at: v.optional(v.string()),
      user_id: v.optional(v.string()),
    }),
    response: named<BitsLeaderboard>(bitsLeaderboardSchema),
    docs: docs('get-bits-leaderboard'),
  }),

  /**
   * Lists the Cheermotes that work everywhere, and with `broadcaster_id` those of that channel too; by `order`.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-cheermotes
   */
  cheermotes: list({
    method: 'GET',
    path: '/bits/cheermotes',
    auth: 'app-or-user',
    query: v.object({ broadcaster_id: v.optional(v.string()) }),
    item: named<Cheermote>(cheermoteSchema),
    paging: singlePage,
    docs: docs('get-cheermotes'),
  }),

  /**
   * Lists the power-ups that a broadcaster made, by `id` ascending; or those with these IDs, any number, 50 per request:
   * others are in `missing`, and it is `not_found` when none exists. The broadcaster must be the token's user, and a
   * partner or affiliate, else `permission_denied`. They are made and changed on the provider's site only.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-custom-power-up
   */
  customPowerUps: list({
    method: 'GET',
    path: '/bits/custom_power_ups',
    auth: 'user',
    scopes: ['bits:read'],
    query: v.object({ ...broadcasterParams, id: optionalIds }),
    item: named<CustomPowerUp>(customPowerUpSchema),
    paging: singlePage,
    ids: { params: ['id'], max: 50, match: { id: 'id' } },
    docs: docs('get-custom-power-up'),
  }),

  /**
   * Lists what users bought in an extension, which must be the app of the token; or the purchases with these ids, any
   * number, 100 per request. `not_found` when one of the ids does not exist.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-extension-transactions
   */
  transactions: list({
    method: 'GET',
    path: '/extensions/transactions',
    auth: 'app',
    query: v.object({ extension_id: v.string(), id: optionalIds, ...pageParams }),
    item: named<ExtensionTransaction>(extensionTransactionSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 100 },
    docs: docs('get-extension-transactions'),
  }),
};
