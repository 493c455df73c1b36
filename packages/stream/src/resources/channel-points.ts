import { atLeastOne, endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import {
  broadcasterFields,
  broadcasterParams,
  nonEmptyStringUpTo,
  optionalBoolean,
  optionalIds,
  userFields,
} from '../schema.ts';

const imageSchema = v.object({ url_1x: v.string(), url_2x: v.string(), url_4x: v.string() });

const rewardSchema = v.object({
  ...broadcasterFields,
  id: v.string(),
  title: v.string(),
  prompt: v.string(),
  cost: v.number(),
  /** Null when the broadcaster uploaded no images. */
  image: v.nullable(imageSchema),
  default_image: imageSchema,
  background_color: v.string(),
  is_enabled: v.boolean(),
  is_user_input_required: v.boolean(),
  max_per_stream_setting: v.object({ is_enabled: v.boolean(), max_per_stream: v.number() }),
  max_per_user_per_stream_setting: v.object({ is_enabled: v.boolean(), max_per_user_per_stream: v.number() }),
  global_cooldown_setting: v.object({ is_enabled: v.boolean(), global_cooldown_seconds: v.number() }),
  is_paused: v.boolean(),
  is_in_stock: v.boolean(),
  should_redemptions_skip_request_queue: v.boolean(),
  /** Redemptions in this broadcast; null when the channel is not live or there is no limit. */
  redemptions_redeemed_current_stream: v.nullable(v.number()),
  /** RFC 3339; null when there is no cooldown. */
  cooldown_expires_at: v.nullable(v.string()),
});

/**
 * Something that viewers may spend points on. `image` is null when the broadcaster gave none,
 * `redemptions_redeemed_current_stream` when the channel is offline or there is no limit, `cooldown_expires_at` outside
 * of a cooldown.
 */
export interface Reward extends v.InferOutput<typeof rewardSchema> {}

const redemptionSchema = v.object({
  ...broadcasterFields,
  ...userFields,
  id: v.string(),
  reward: v.object({ id: v.string(), title: v.string(), prompt: v.string(), cost: v.number() }),
  user_input: v.string(),
  status: known('CANCELED', 'FULFILLED', 'UNFULFILLED'),
  redeemed_at: v.string(),
});

/** A reward that a viewer took; as it was then. `user_input` is empty when none was asked for. */
export interface Redemption extends v.InferOutput<typeof redemptionSchema> {}

const optionalLimit = v.optional(whole(1));
const title = nonEmptyStringUpTo(45);
const cost = whole(1);

const settings = {
  prompt: v.optional(v.pipe(v.string(), v.maxLength(200))),
  is_enabled: optionalBoolean,
  background_color: v.optional(v.string()),
  is_user_input_required: optionalBoolean,
  is_max_per_stream_enabled: optionalBoolean,
  max_per_stream: optionalLimit,
  is_max_per_user_per_stream_enabled: optionalBoolean,
  max_per_user_per_stream: optionalLimit,
  is_global_cooldown_enabled: optionalBoolean,
  global_cooldown_seconds: v.optional(whole(1, 604_800)),
  should_redemptions_skip_request_queue: optionalBoolean,
};

const rewardId = { ...broadcasterParams, id: v.string() };
const redemptionsOf = { ...broadcasterParams, reward_id: v.string() };
const readScopes = ['channel:read:redemptions', 'channel:manage:redemptions'];
const manageScopes = ['channel:manage:redemptions'];

/**
 * Channel points. The broadcaster must be the token's user, and a partner or affiliate, else `permission_denied`. An
 * app changes only the rewards that it made, and sees only their redemptions.
 */
export const channelPoints = {
  /** What viewers may spend points on. */
  rewards: {
    /**
     * Lists the rewards of a channel, of which there are at most 50; or those with these ids, any number, 50 per
     * request: others are in `missing`, and it is `not_found` when none exists. `only_manageable_rewards` leaves out
     * those of other apps.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-custom-reward
     */
    list: list({
      method: 'GET',
      path: '/channel_points/custom_rewards',
      auth: 'user',
      scopes: readScopes,
      query: v.object({ ...broadcasterParams, id: optionalIds, only_manageable_rewards: optionalBoolean }),
      item: named<Reward>(rewardSchema),
      paging: singlePage,
      ids: { params: ['id'], max: 50, match: { id: 'id' } },
      docs: docs('get-custom-reward'),
    }),

    /**
     * Makes a reward. `title` has up to 45 characters and is the only one of its name in the channel, `prompt` up to
     * 200; `cost` and the limits are at least 1, and a limit holds only where its `is_..._enabled` is true. The
     * cooldown is in seconds, up to 604,800, and shown from 60. `is_enabled` defaults to true, all else to false.
     * `rejected` for more than 50 rewards.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#create-custom-rewards
     */
    create: endpoint({
      method: 'POST',
      path: '/channel_points/custom_rewards',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(broadcasterParams),
      body: v.object({ title, cost, ...settings }),
      ...oneRecord(named<Reward>(rewardSchema)),
      docs: docs('create-custom-rewards'),
    }),

    /**
     * Changes what is given of a reward, within the limits of `create`. Viewers cannot take a reward while `is_paused`.
     * `permission_denied` for rewards of other apps.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-custom-reward
     */
    update: endpoint({
      method: 'PATCH',
      path: '/channel_points/custom_rewards',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(rewardId),
      body: v.object({ title: v.optional(title), cost: v.optional(cost), ...settings, is_paused: optionalBoolean }),
      ...oneRecord(named<Reward>(rewardSchema)),
      docs: docs('update-custom-reward'),
    }),

    /**
     * Deletes a reward; its open redemptions become `FULFILLED`. `permission_denied` for rewards of other apps.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#delete-custom-reward
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/channel_points/custom_rewards',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(rewardId),
      ...noResult,
      docs: docs('delete-custom-reward'),
    }),
  },

  /** Rewards that viewers took. */
  redemptions: {
    /**
     * Lists the redemptions of a reward that have a `status`, or those with these ids, any number, 50 per request;
     * `not_found` when none of them exists. `first` is 1 to 50, default 20; `sort` is by time, default `OLDEST`. What
     * is canceled or fulfilled is gone after some days.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-custom-reward-redemption
     */
    list: list({
      method: 'GET',
      path: '/channel_points/custom_rewards/redemptions',
      auth: 'user',
      scopes: readScopes,
      query: v.pipe(
        v.object({
          ...redemptionsOf,
          ...pageParams,
          first: v.optional(whole(1, 50)),
          id: optionalIds,
          status: v.optional(v.picklist(['CANCELED', 'FULFILLED', 'UNFULFILLED'])),
          sort: v.optional(v.picklist(['OLDEST', 'NEWEST'])),
        }),
        atLeastOne('status', 'id'),
      ),
      item: named<Redemption>(redemptionSchema),
      paging: cursorPages,
      ids: { params: ['id'], max: 50 },
      docs: docs('get-custom-reward-redemption'),
    }),

    /**
     * Fulfills open redemptions of a reward, or cancels them, which gives the points back; 1 to 50 ids. Gives those
     * that changed; `not_found` when none of them is open.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-redemption-status
     */
    update: endpoint({
      method: 'PATCH',
      path: '/channel_points/custom_rewards/redemptions',
      auth: 'user',
      scopes: manageScopes,
      query: v.object({ ...redemptionsOf, id: v.pipe(v.array(v.string()), v.nonEmpty(), v.maxLength(50)) }),
      body: v.object({ status: v.picklist(['CANCELED', 'FULFILLED']) }),
      response: v.object({ data: v.array(named<Redemption>(redemptionSchema)) }),
      unwrap: 'data',
      docs: docs('update-redemption-status'),
    }),
  },
};
