import { endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { optionalIds } from '../schema.ts';

const entitlementSchema = v.object({
  id: v.string(),
  benefit_id: v.string(),
  timestamp: v.string(),
  user_id: v.string(),
  game_id: v.string(),
  fulfillment_status: known('CLAIMED', 'FULFILLED'),
  last_updated: v.string(),
});

/** A benefit of a game that a user has earned: claimed by the user, and fulfilled once the game has given it. */
export interface Entitlement extends v.InferOutput<typeof entitlementSchema> {}

const entitlementUpdateSchema = v.object({
  status: known('INVALID_ID', 'NOT_FOUND', 'SUCCESS', 'UNAUTHORIZED', 'UPDATE_FAILED'),
  ids: v.array(v.string()),
});

/** What became of some of the entitlements. */
export interface EntitlementUpdate extends v.InferOutput<typeof entitlementUpdateSchema> {}

const status = v.optional(v.picklist(['CLAIMED', 'FULFILLED']));

/**
 * Drops: benefits that games give to viewers. The app must be owned by a member of the organization that owns the game.
 * With a user's token only that user's are seen and changed.
 */
export const entitlements = {
  /**
   * Lists entitlements, in no order; of ids any number, 100 per request. `first` is 1 to 1,000, default 20. `user_id`
   * only with an app token, or for the token's user. `permission_denied` for games and entitlements of others.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-drops-entitlements
   */
  list: list({
    method: 'GET',
    path: '/entitlements/drops',
    auth: 'app-or-user',
    query: v.object({
      ...pageParams,
      first: v.optional(whole(1, 1000)),
      id: optionalIds,
      user_id: v.optional(v.string()),
      game_id: v.optional(v.string()),
      fulfillment_status: status,
    }),
    item: named<Entitlement>(entitlementSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 100 },
    docs: docs('get-drops-entitlements'),
  }),

  /**
   * Sets the status of up to 100 entitlements, and gives the ids by what became of them: a call that succeeds may have
   * changed some of them only.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#update-drops-entitlements
   */
  update: endpoint({
    method: 'PATCH',
    path: '/entitlements/drops',
    auth: 'app-or-user',
    body: v.object({
      entitlement_ids: v.optional(v.pipe(v.array(v.string()), v.maxLength(100))),
      fulfillment_status: status,
    }),
    response: v.object({ data: v.array(named<EntitlementUpdate>(entitlementUpdateSchema)) }),
    unwrap: 'data',
    docs: docs('update-drops-entitlements'),
  }),
};
