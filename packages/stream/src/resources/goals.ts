import { known, list, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { broadcasterFields, broadcasterParams } from '../schema.ts';

const goalSchema = v.object({
  id: v.string(),
  ...broadcasterFields,
  type: known('follower', 'subscription', 'subscription_count', 'new_subscription', 'new_subscription_count'),
  description: v.string(),
  current_amount: v.number(),
  target_amount: v.number(),
  created_at: v.string(),
});

/**
 * What a broadcaster wants to reach. `subscription` and `new_subscription` count the points of the tiers, the others
 * people; what starts with `new_` does not go down when somebody leaves.
 */
export interface Goal extends v.InferOutput<typeof goalSchema> {}

/** Goals of a broadcaster, who must be the token's user. */
export const goals = {
  /**
   * Lists the goals that are open, with how far they are.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-creator-goals
   */
  list: list({
    method: 'GET',
    path: '/goals',
    auth: 'user',
    scopes: ['channel:read:goals'],
    query: v.object(broadcasterParams),
    item: named<Goal>(goalSchema),
    paging: singlePage,
    docs: docs('get-creator-goals'),
  }),
};
