import { endpoint, known, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, twoWayPageParams } from '../paging.ts';
import { broadcasterFields, broadcasterParams, optionalIds, userFields } from '../schema.ts';
import { splitByUser } from './moderation-members.ts';

const plan = {
  ...broadcasterFields,
  /** Whether the subscription is a gift. */
  is_gift: v.boolean(),
  /** Tier of the subscription: `1000` is tier 1, `2000` tier 2, `3000` tier 3. */
  tier: known('1000', '2000', '3000'),
};

export const subscriberSchema = v.object({
  ...plan,
  ...userFields,
  /** ID of the user who paid for the gift; empty when it is not a gift. */
  gifter_id: v.string(),
  /** Login of the user who paid for the gift; empty when it is not a gift. */
  gifter_login: v.string(),
  /** Display name of the user who paid for the gift; empty when it is not a gift. */
  gifter_name: v.string(),
  /** Name of the subscription, chosen by the broadcaster. */
  plan_name: v.string(),
});

/** A subscription, as the broadcaster sees it. */
export interface Subscriber extends v.InferOutput<typeof subscriberSchema> {}

export const subscriptionSchema = v.object({
  ...plan,
  /** ID of the user who paid for the gift. Absent when it is not a gift. */
  gifter_id: v.optional(v.string()),
  /** Login of the user who paid for the gift. Absent when it is not a gift. */
  gifter_login: v.optional(v.string()),
  /** Display name of the user who paid for the gift. Absent when it is not a gift. */
  gifter_name: v.optional(v.string()),
});

/** A subscription, as the subscriber sees it. */
export interface Subscription extends v.InferOutput<typeof subscriptionSchema> {}

/**
 * Paid subscriptions to channels. App tokens work only for extensions, once the broadcaster or user has granted the
 * scope.
 */
export const subscriptions = {
  /**
   * Lists the subscribers of a channel, whose broadcaster must be the token's user; with `user_id` only those users who
   * subscribe. `total` counts all subscribers; their `points` (1, 2 or 6 by tier) are in `raw` of each page.
   */
  list: list({
    method: 'GET',
    path: '/subscriptions',
    personal: true,
    auth: 'app-or-user',
    scopes: ['channel:read:subscriptions'],
    query: v.object({
      ...broadcasterParams,
      ...twoWayPageParams,
      /**
       * IDs of users, any number; more than 100 are split into several requests. Not together with `after` and
       * `before`. Default: all subscribers.
       */
      user_id: optionalIds,
    }),
    item: named<Subscriber>(subscriberSchema),
    paging: cursorPages,
    ids: splitByUser,
    docs: docs('subscriptions/#get-broadcaster-subscriptions'),
  }),

  /** Returns the subscription of a user to a channel. Fails with `not_found` when there is none. */
  get: endpoint({
    method: 'GET',
    path: '/subscriptions/user',
    personal: true,
    auth: 'app-or-user',
    scopes: ['user:read:subscriptions'],
    query: v.object({
      ...broadcasterParams,
      /** ID of the subscriber; must be the token's user. */
      user_id: v.string(),
    }),
    ...oneRecord(named<Subscription>(subscriptionSchema)),
    docs: docs('subscriptions/#check-user-subscription'),
  }),
};
