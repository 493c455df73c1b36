import { endpoint, known, list, named } from '@x/core';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, twoWayPageParams } from '../paging.ts';
import { broadcasterFields, broadcasterParams, optionalIds, userFields } from '../schema.ts';

const plan = { ...broadcasterFields, is_gift: v.boolean(), tier: known('1000', '2000', '3000') };

const subscriberSchema = v.object({
  ...plan,
  ...userFields,
  gifter_id: v.string(),
  gifter_login: v.string(),
  gifter_name: v.string(),
  plan_name: v.string(),
});

/** A user's subscription to a channel. The gifter's members are empty when it was no gift. */
export interface Subscriber extends v.InferOutput<typeof subscriberSchema> {}

const subscriptionSchema = v.object({
  ...plan,
  gifter_id: v.optional(v.string()),
  gifter_login: v.optional(v.string()),
  gifter_name: v.optional(v.string()),
});

/** A user's subscription as the user sees it. The gifter's members are there when it was a gift. */
export interface Subscription extends v.InferOutput<typeof subscriptionSchema> {}

/** Paid subscriptions to channels. App tokens are for extensions, once the broadcaster or user has granted the scope. */
export const subscriptions = {
  /**
   * Lists the subscribers of a channel, whose broadcaster must be the token's user, or who of `user_id` subscribes; of
   * these any number, 100 per request, and without `after` and `before`. `total` counts all subscribers; their
   * `points` are in `raw` of each page.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-broadcaster-subscriptions
   */
  list: list({
    method: 'GET',
    path: '/subscriptions',
    auth: 'app-or-user',
    scopes: ['channel:read:subscriptions'],
    query: v.object({ ...broadcasterParams, ...twoWayPageParams, user_id: optionalIds }),
    item: named<Subscriber>(subscriberSchema),
    paging: cursorPages,
    ids: { params: ['user_id'], max: 100 },
    docs: docs('get-broadcaster-subscriptions'),
  }),

  /**
   * Gives the subscription of a user, who must be the token's, to a channel; `not_found` when there is none.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#check-user-subscription
   */
  get: endpoint({
    method: 'GET',
    path: '/subscriptions/user',
    auth: 'app-or-user',
    scopes: ['user:read:subscriptions'],
    query: v.object({ ...broadcasterParams, user_id: v.string() }),
    ...oneRecord(named<Subscription>(subscriptionSchema)),
    docs: docs('check-user-subscription'),
  }),
};
