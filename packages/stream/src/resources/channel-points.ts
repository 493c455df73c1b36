import { atLeastOne, endpoint, known, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import {
  broadcasterFields,
  broadcasterParams,
  nonEmptyStringUpTo,
  optionalBoolean,
  optionalIds,
  optionalString,
  userFields,
} from '../schema.ts';

const imageSchema = v.object({
  /** Address of the small image. */
  url_1x: v.string(),
  /** Address of the medium image. */
  url_2x: v.string(),
  /** Address of the large image. */
  url_4x: v.string(),
});

export const rewardSchema = v.object({
  ...broadcasterFields,
  /** ID of the reward. */
  id: v.string(),
  /** Title of the reward, unique in the channel. */
  title: v.string(),
  /** Prompt for viewers when `is_user_input_required` is true. */
  prompt: v.string(),
  /** Price in channel points. */
  cost: v.number(),
  /** Images that the broadcaster uploaded. Null when there are none. */
  image: v.nullable(imageSchema),
  /** Images that are shown when `image` is null. */
  default_image: imageSchema,
  /** Background of the reward, as `#RRGGBB`. */
  background_color: v.string(),
  /** Whether viewers see the reward. */
  is_enabled: v.boolean(),
  /** Whether viewers must enter text to redeem the reward. */
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
  /** Whether redeeming the reward is paused. Viewers still see it. */
  is_paused: v.boolean(),
  /** Whether the reward can be redeemed now, or its limit per broadcast is used up. */
  is_in_stock: v.boolean(),
  /** Whether redemptions are `FULFILLED` at once instead of waiting as `UNFULFILLED`. */
  should_redemptions_skip_request_queue: v.boolean(),
  /** Number of redemptions in this broadcast. Null when the channel is not live or there is no limit. */
  redemptions_redeemed_current_stream: v.nullable(v.number()),
  /** End of the cooldown, RFC 3339. Null when there is none. */
  cooldown_expires_at: v.nullable(v.string()),
});

/** Something that viewers can spend channel points on. */
export interface Reward extends v.InferOutput<typeof rewardSchema> {}

export const redemptionSchema = v.object({
  ...broadcasterFields,
  ...userFields,
  /** ID of the redemption. */
  id: v.string(),
  /** Reward as it was when it was redeemed. */
  reward: v.object({
    /** ID of the reward. */
    id: v.string(),
    /** Title that the reward had. */
    title: v.string(),
    /** Prompt that the reward had. */
    prompt: v.string(),
    /** Channel points that the viewer paid. */
    cost: v.number(),
  }),
  /** Text that the viewer entered; empty when none was required. */
  user_input: v.string(),
  /** State of the redemption: `UNFULFILLED` waits for the broadcaster, `CANCELED` returned the points. */
  status: known('CANCELED', 'FULFILLED', 'UNFULFILLED'),
  /** When the viewer redeemed the reward, RFC 3339. */
  redeemed_at: v.string(),
});

/** A viewer's redemption of a reward, with the reward as it was at that time. */
export interface Redemption extends v.InferOutput<typeof redemptionSchema> {}

const optionalLimit = v.optional(whole(1));
const title = nonEmptyStringUpTo(45);
const cost = whole(1, 1_000_000_000);

const settings = {
  /** Text that asks viewers for their input. Set it when `is_user_input_required` is true. */
  prompt: optionalString,
  /** Whether viewers see the reward. Default when created: true. */
  is_enabled: optionalBoolean,
  /** Background of the reward, as `#RRGGBB`, such as `#9147FF`. */
  background_color: v.optional(v.string()),
  /** Whether viewers must enter text to redeem the reward. Default when created: false. */
  is_user_input_required: optionalBoolean,
  /** Whether `max_per_stream` applies. Default when created: false. */
  is_max_per_stream_enabled: optionalBoolean,
  /** Maximum number of redemptions per broadcast, at least 1. Applies while `is_max_per_stream_enabled` is true. */
  max_per_stream: optionalLimit,
  /** Whether `max_per_user_per_stream` applies. Default when created: false. */
  is_max_per_user_per_stream_enabled: optionalBoolean,
  /**
   * Maximum number of redemptions per viewer and broadcast, at least 1. Applies while
   * `is_max_per_user_per_stream_enabled` is true.
   */
  max_per_user_per_stream: optionalLimit,
  /** Whether `global_cooldown_seconds` applies. Default when created: false. */
  is_global_cooldown_enabled: optionalBoolean,
  /**
   * Seconds between two redemptions, 1 to 604,800. Shown to viewers from 60. Applies while `is_global_cooldown_enabled`
   * is true.
   */
  global_cooldown_seconds: v.optional(whole(1, 604_800)),
  /** Whether redemptions are `FULFILLED` at once instead of waiting as `UNFULFILLED`. Default when created: false. */
  should_redemptions_skip_request_queue: optionalBoolean,
};

const rewardId = {
  ...broadcasterParams,
  /** ID of the reward. */
  id: v.string(),
};
const redemptionsOf = {
  ...broadcasterParams,
  /** ID of the reward whose redemptions are meant. */
  reward_id: v.string(),
};
const readScopes = ['channel:read:redemptions', 'channel:manage:redemptions'];
const manageScopes = ['channel:manage:redemptions'];

/**
 * Rewards for channel points, and their redemptions. The broadcaster must be the token's user, and a partner or
 * affiliate, otherwise calls fail with `permission_denied`. An app can change only the rewards that it created, and
 * read only their redemptions.
 */
export const channelPoints = {
  /** Rewards that viewers can spend channel points on. */
  rewards: {
    /**
     * Lists the rewards of a channel, which has at most 50. IDs that do not exist are in `missing`; the call fails with
     * `not_found` when none exists.
     */
    list: list({
      method: 'GET',
      path: '/channel_points/custom_rewards',
      personal: false,
      auth: 'user',
      scopes: readScopes,
      query: v.object({
        ...broadcasterParams,
        /** IDs of rewards, any number; more than 50 are split into several requests. Default: all rewards. */
        id: optionalIds,
        /** Whether to leave out rewards that other apps created. Default false. */
        only_manageable_rewards: optionalBoolean,
      }),
      item: named<Reward>(rewardSchema),
      paging: singlePage,
      ids: { params: ['id'], max: 50 },
      docs: docs('channel-points/#get-custom-reward'),
    }),

    /** Creates a reward. Fails with `rejected` when the channel has 50 rewards already. */
    create: endpoint({
      method: 'POST',
      path: '/channel_points/custom_rewards',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(broadcasterParams),
      body: v.object({
        /** Title of the reward, 1 to 45 characters, unique in the channel. */
        title,
        /** Price in channel points, 1 to 1,000,000,000. */
        cost,
        ...settings,
      }),
      ...oneRecord(named<Reward>(rewardSchema)),
      docs: docs('channel-points/#create-custom-rewards'),
    }),

    /**
     * Changes the settings of a reward that are passed, and returns the reward. Fails with `permission_denied` for a
     * reward of another app.
     */
    update: endpoint({
      method: 'PATCH',
      path: '/channel_points/custom_rewards',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(rewardId),
      body: v.object({
        /** New title of the reward, 1 to 45 characters, unique in the channel. */
        title: v.optional(title),
        /** New price in channel points, 1 to 1,000,000,000. */
        cost: v.optional(cost),
        ...settings,
        /** Whether redeeming the reward is paused. Viewers still see it. */
        is_paused: optionalBoolean,
      }),
      ...oneRecord(named<Reward>(rewardSchema)),
      docs: docs('channel-points/#update-custom-reward'),
    }),

    /**
     * Deletes a reward; its open redemptions become `FULFILLED`. Fails with `permission_denied` for a reward of another
     * app.
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/channel_points/custom_rewards',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(rewardId),
      ...noResult,
      docs: docs('channel-points/#delete-custom-reward'),
    }),
  },

  /** Redemptions of rewards by viewers. */
  redemptions: {
    /**
     * Lists the redemptions of a reward by status or ID. Canceled and fulfilled redemptions are removed after some
     * days. Fails with `not_found` when none of the IDs exists.
     */
    list: list({
      method: 'GET',
      path: '/channel_points/custom_rewards/redemptions',
      personal: true,
      auth: 'user',
      scopes: readScopes,
      query: v.pipe(
        v.object({
          ...redemptionsOf,
          ...pageParams,
          /** Page size, 1 to 50. Default 20, or 50 when you iterate. */
          first: v.optional(whole(1, 50)),
          /**
           * IDs of redemptions, any number; more than 50 are split into several requests. Required without `status`.
           */
          id: optionalIds,
          /** State that the redemptions have. Required without `id`. */
          status: v.optional(oneOf(['CANCELED', 'FULFILLED', 'UNFULFILLED'])),
          /** Order by the time of the redemption. Default `OLDEST` first. */
          sort: v.optional(oneOf(['OLDEST', 'NEWEST'])),
        }),
        atLeastOne('status', 'id'),
      ),
      item: named<Redemption>(redemptionSchema),
      paging: cursorPages,
      ids: { params: ['id'], max: 50 },
      docs: docs('channel-points/#get-custom-reward-redemption'),
    }),

    /**
     * Fulfills or cancels open redemptions of a reward, and returns the changed redemptions. Fails with `not_found`
     * when none of them is open.
     */
    update: endpoint({
      method: 'PATCH',
      path: '/channel_points/custom_rewards/redemptions',
      personal: true,
      auth: 'user',
      scopes: manageScopes,
      query: v.object({
        ...redemptionsOf,
        /** IDs of the redemptions to change, 1 to 50; all must be `UNFULFILLED`. */
        id: v.pipe(v.array(v.string()), v.nonEmpty(), v.maxLength(50)),
      }),
      body: v.object({
        /** New state: `FULFILLED`, or `CANCELED`, which returns the points to the viewer. */
        status: oneOf(['CANCELED', 'FULFILLED']),
      }),
      response: v.object({ data: v.array(named<Redemption>(redemptionSchema)) }),
      unwrap: 'data',
      docs: docs('channel-points/#update-redemption-status'),
    }),
  },
};
