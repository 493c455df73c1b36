import { endpoint, known, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, pageParams } from '../paging.ts';
import { optionalIds } from '../schema.ts';

export const entitlementSchema = v.object({
  /** ID of the entitlement. */
  id: v.string(),
  /** ID of the benefit (reward) that the user earned. */
  benefit_id: v.string(),
  /** When the user earned the benefit, RFC 3339. */
  timestamp: v.string(),
  /** ID of the user who earned the benefit. */
  user_id: v.string(),
  /** ID of the game that the benefit belongs to. */
  game_id: v.string(),
  /** `CLAIMED` by the user, or `FULFILLED` once the game has delivered the benefit. */
  fulfillment_status: known('CLAIMED', 'FULFILLED'),
  /** When the entitlement was last changed, RFC 3339. */
  last_updated: v.string(),
});

/** A benefit of a game that a user has earned. */
export interface Entitlement extends v.InferOutput<typeof entitlementSchema> {}

export const entitlementUpdateSchema = v.object({
  /** Result for these entitlements. `UNAUTHORIZED` means that they belong to another organization or user. */
  status: known('INVALID_ID', 'NOT_FOUND', 'SUCCESS', 'UNAUTHORIZED', 'UPDATE_FAILED'),
  /** IDs of the entitlements with this result. */
  ids: v.array(v.string()),
});

/** The result for some of the entitlements of a call. */
export interface EntitlementUpdate extends v.InferOutput<typeof entitlementUpdateSchema> {}

const status = v.optional(oneOf(['CLAIMED', 'FULFILLED']));

/**
 * Drops: benefits that games give to viewers. The app must be owned by a member of the organization that owns the game.
 * A user token reads and changes only the entitlements of its user.
 */
export const entitlements = {
  /**
   * Lists entitlements, in no particular order. Fails with `permission_denied` for games and entitlements of other
   * organizations.
   */
  list: list({
    method: 'GET',
    path: '/entitlements/drops',
    personal: true,
    auth: 'app-or-user',
    query: v.object({
      ...pageParams,
      /** Page size, 1 to 1,000. Default 20, or 1,000 when you iterate. */
      first: v.optional(whole(1, 1000)),
      /** IDs of entitlements, any number; more than 100 are split into several requests. Default: all entitlements. */
      id: optionalIds,
      /** ID of one user. With a user token, only the token's user. Default: all users, or the token's user. */
      user_id: v.optional(v.string()),
      /** ID of one game. Default: all games of the organization. */
      game_id: v.optional(v.string()),
      /** Only entitlements in this state. Default: both states. */
      fulfillment_status: status,
    }),
    item: named<Entitlement>(entitlementSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 100 },
    docs: docs('entitlements/#get-drops-entitlements'),
  }),

  /**
   * Sets the state of entitlements, and returns their IDs grouped by result. A call that succeeds may have changed only
   * some of them.
   */
  update: endpoint({
    method: 'PATCH',
    path: '/entitlements/drops',
    auth: 'app-or-user',
    body: v.object({
      /** IDs of the entitlements to change, up to 100. */
      entitlement_ids: v.optional(v.pipe(v.array(v.string()), v.maxLength(100))),
      /** New state: `FULFILLED` once the game has delivered the benefit. */
      fulfillment_status: status,
    }),
    response: v.object({ data: v.array(named<EntitlementUpdate>(entitlementUpdateSchema)) }),
    unwrap: 'data',
    docs: docs('entitlements/#update-drops-entitlements'),
  }),
};
