import { endpoint, known, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import { broadcasterFields, broadcasterParams, dateRange, optionalIds, userFields } from '../schema.ts';

export const bitsLeaderboardSchema = v.object({
  /** Users on the leaderboard, highest rank first. */
  data: v.array(
    v.object({
      ...userFields,
      /** Position of the user, from 1. */
      rank: v.number(),
      /** Number of Bits that the user cheered in the period. */
      score: v.number(),
    }),
  ),
  /** Period that the leaderboard covers; both ends are empty strings when it covers all time. */
  date_range: dateRange,
  /** Number of users in `data`. */
  total: v.number(),
});

/** Users who cheered the most, ranked by the number of Bits. */
export interface BitsLeaderboard extends v.InferOutput<typeof bitsLeaderboardSchema> {}

const url = v.optional(v.string());
const sizes = v.optional(
  v.object({
    /** Address of the image in its base size. */
    1: url,
    /** Address of the image in 1.5 times the base size. */
    1.5: url,
    /** Address of the image in twice the base size. */
    2: url,
    /** Address of the image in 3 times the base size. */
    3: url,
    /** Address of the image in 4 times the base size. */
    4: url,
  }),
);
const theme = v.optional(
  v.object({
    /** GIF images by size; absent when there are none. */
    animated: sizes,
    /** PNG images by size; absent when there are none. */
    static: sizes,
  }),
);

export const cheermoteSchema = v.object({
  /** Name that is written before the number of Bits: `Cheer` in `Cheer100`. */
  prefix: v.string(),
  /** Ranges of Bits, each with its own color and images. */
  tiers: v.array(
    v.object({
      /** Smallest number of Bits of this tier. The tier ends before `min_bits` of the next one. */
      min_bits: v.number(),
      /** Level of the tier. */
      id: known('1', '100', '500', '1000', '5000', '10000', '100000'),
      /** Color of the tier, as `#RRGGBB`. */
      color: v.string(),
      /** Images of the tier, by theme, kind and size. */
      images: v.object({
        /** Images for light backgrounds. */
        light: theme,
        /** Images for dark backgrounds. */
        dark: theme,
      }),
      /** Whether users may cheer in this tier. */
      can_cheer: v.boolean(),
      /** Whether the tier is shown in the Bits card. */
      show_in_bits_card: v.boolean(),
    }),
  ),
  /** Who offers the Cheermote, and whether it is shown in the Bits card. */
  type: known('global_first_party', 'global_third_party', 'channel_custom', 'display_only', 'sponsored'),
  /** Position in the Bits card, unique among Cheermotes of the same `type`. Numbers may be skipped. */
  order: v.number(),
  /** When the Cheermote was last changed, RFC 3339. */
  last_updated: v.string(),
  /** Whether cheering with it matches donations during charity campaigns. */
  is_charitable: v.boolean(),
});

/** An animated emote that cheers Bits. It is written as `prefix` followed by the number of Bits. */
export interface Cheermote extends v.InferOutput<typeof cheermoteSchema> {}

export const extensionTransactionSchema = v.object({
  /** ID of the transaction. */
  id: v.string(),
  /** When the product was bought, RFC 3339. */
  timestamp: v.string(),
  ...broadcasterFields,
  ...userFields,
  /** Kind of transaction; always `BITS_IN_EXTENSION`. */
  product_type: known('BITS_IN_EXTENSION'),
  /** Product as it was when it was bought. */
  product_data: v.object({
    /** ID of the product, chosen by the extension. */
    sku: v.string(),
    /** `twitch.ext.` followed by the ID of the extension. */
    domain: v.string(),
    /** Price of the product. */
    cost: v.object({
      /** Number of units, such as Bits. */
      amount: v.number(),
      /** Currency of the price; always `bits`. */
      type: known('bits'),
    }),
    /** Whether the product is still being tested, and cannot be bought by viewers. */
    inDevelopment: v.boolean(),
    /** Name of the product that viewers see. */
    displayName: v.string(),
    /** Always empty, since products that expired cannot be bought. */
    expiration: v.string(),
    /** Whether all instances of the extension in the channel were notified of the purchase. */
    broadcast: v.boolean(),
  }),
});

/** A purchase that a user made in an extension, in a channel. */
export interface ExtensionTransaction extends v.InferOutput<typeof extensionTransactionSchema> {}

const imagesSchema = v.object({
  /** Address of the small image. */
  url_1x: v.string(),
  /** Address of the medium image. */
  url_2x: v.string(),
  /** Address of the large image. */
  url_4x: v.string(),
});

export const customPowerUpSchema = v.object({
  ...broadcasterFields,
  /** ID of the power-up. */
  id: v.string(),
  /** Title of the power-up that viewers see. */
  title: v.string(),
  /** Prompt for viewers when `is_user_input_required` is true. Empty if there is none. */
  prompt: v.string(),
  /** Price in Bits. */
  bits: v.number(),
  /** Images that the broadcaster uploaded. Null when there are none. */
  image: v.nullable(imagesSchema),
  /** Images that are shown when `image` is null. */
  default_image: imagesSchema,
  /** Background of the power-up, as `#RRGGBB`. */
  background_color: v.string(),
  /** Whether viewers see the power-up. */
  is_enabled: v.boolean(),
  /** Whether viewers must enter text to redeem the power-up. */
  is_user_input_required: v.boolean(),
  /** Limit of redemptions per broadcast. */
  max_per_stream_setting: v.object({
    /** Whether there is a limit per broadcast. */
    is_enabled: v.boolean(),
    /** Maximum number of redemptions per broadcast, while `is_enabled` is true. */
    max_per_stream: v.number(),
  }),
  /** Limit of redemptions per viewer and broadcast. */
  max_per_user_per_stream_setting: v.object({
    /** Whether there is a limit per viewer. */
    is_enabled: v.boolean(),
    /** Maximum number of redemptions per viewer and broadcast, while `is_enabled` is true. */
    max_per_user_per_stream: v.number(),
  }),
  /** Pause between two redemptions, of any viewers. */
  global_cooldown_setting: v.object({
    /** Whether there is a cooldown. */
    is_enabled: v.boolean(),
    /** Seconds between two redemptions, while `is_enabled` is true. */
    global_cooldown_seconds: v.number(),
  }),
  /** Whether redeeming the power-up is paused. */
  is_paused: v.boolean(),
  /** Whether the power-up can be redeemed now, or its limit per broadcast is used up. */
  is_in_stock: v.boolean(),
  /** Number of redemptions in this broadcast. Null when the channel is not live or there is no limit. */
  redemptions_redeemed_current_stream: v.nullable(v.number()),
  /** End of the cooldown, RFC 3339. Null when there is none. */
  cooldown_expires_at: v.nullable(v.string()),
});

/** A power-up that a broadcaster created, which viewers redeem with Bits. */
export interface CustomPowerUp extends v.InferOutput<typeof customPowerUpSchema> {}

/** Bits, the currency that viewers cheer and pay with. */
export const bits = {
  /**
   * Returns the users who cheered the most in the channel of the token's user.
   *
   * @keywords cheer, cheered, top, most
   */
  leaderboard: endpoint({
    method: 'GET',
    path: '/bits/leaderboard',
    personal: true,
    auth: 'user',
    scopes: ['bits:read'],
    query: v.object({
      /** Number of users to return, 1 to 100. Default 10. */
      count: v.optional(whole(1, 100)),
      /** Length of the period that contains `started_at`, in Pacific time. Default `all`. */
      period: v.optional(oneOf(['day', 'week', 'month', 'year', 'all'])),
      /** A time in the period, RFC 3339. Only together with `period`; ignored when `period` is `all`. */
      started_at: v.optional(v.string()),
      /** ID of a user who cheered. Returns that user and, when `count` is more than 1, those ranked next to them. */
      user_id: v.optional(v.string()),
    }),
    response: named<BitsLeaderboard>(bitsLeaderboardSchema),
    docs: docs('bits/#get-bits-leaderboard'),
  }),

  /**
   * Lists the Cheermotes that work in all channels, by `order`. With `broadcaster_id`, also lists one channel's
   * Cheermotes.
   */
  cheermotes: list({
    method: 'GET',
    path: '/bits/cheermotes',
    auth: 'app-or-user',
    query: v.object({
      /** User ID of a broadcaster whose own Cheermotes are added. Default: none. */
      broadcaster_id: v.optional(v.string()),
    }),
    item: named<Cheermote>(cheermoteSchema),
    paging: singlePage,
    docs: docs('bits/#get-cheermotes'),
  }),

  /**
   * Lists the power-ups that a broadcaster created, by `id`. IDs that do not exist are in `missing`; the call fails
   * with `not_found` when none exists. The broadcaster must be the token's user, and a partner or affiliate, otherwise
   * it fails with `permission_denied`. Power-ups are created and changed only on the provider's site.
   */
  customPowerUps: list({
    method: 'GET',
    path: '/bits/custom_power_ups',
    personal: false,
    auth: 'user',
    scopes: ['bits:read'],
    query: v.object({
      ...broadcasterParams,
      /** IDs of power-ups, any number; more than 50 are split into several requests. Default: all power-ups. */
      id: optionalIds,
    }),
    item: named<CustomPowerUp>(customPowerUpSchema),
    paging: singlePage,
    ids: { params: ['id'], max: 50 },
    docs: docs('bits/#get-custom-power-up'),
  }),

  /**
   * Lists the purchases that users made in an extension, which must be the app of the token. Fails with `not_found`
   * when one of the IDs does not exist.
   */
  transactions: list({
    method: 'GET',
    path: '/extensions/transactions',
    personal: true,
    auth: 'app',
    query: v.object({
      /** Client ID of the extension: the app of the token. */
      extension_id: v.string(),
      /** IDs of transactions, any number; more than 100 are split into several requests. Default: all transactions. */
      id: optionalIds,
      ...pageParams,
    }),
    item: named<ExtensionTransaction>(extensionTransactionSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 100 },
    docs: docs('bits/#get-extension-transactions'),
  }),
};
