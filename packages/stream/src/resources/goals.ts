import { known, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { broadcasterFields, broadcasterParams } from '../schema.ts';

export const goalSchema = v.object({
  /** ID of the goal. */
  id: v.string(),
  ...broadcasterFields,
  /**
   * Kind of goal. Counts followers, subscribers, or subscription points by tier (`subscription`, `new_subscription`).
   * Types that start with `new_` do not decrease when someone leaves.
   */
  type: known('follower', 'subscription', 'subscription_count', 'new_subscription', 'new_subscription_count'),
  /** The broadcaster's description of the goal. Empty if there is none. */
  description: v.string(),
  /** Number that has been reached so far. */
  current_amount: v.number(),
  /** Number to reach. */
  target_amount: v.number(),
  /** When the goal was created, RFC 3339. */
  created_at: v.string(),
});

/** A number of followers or subscribers that a broadcaster wants to reach. */
export interface Goal extends v.InferOutput<typeof goalSchema> {}

/** Goals of a broadcaster, who must be the token's user. */
export const goals = {
  /** Lists the active goals, with their progress. */
  list: list({
    method: 'GET',
    path: '/goals',
    personal: false,
    auth: 'user',
    scopes: ['channel:read:goals'],
    query: v.object(broadcasterParams),
    item: named<Goal>(goalSchema),
    paging: singlePage,
    docs: docs('goals/#get-creator-goals'),
  }),
};
