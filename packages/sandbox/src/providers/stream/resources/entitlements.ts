import type { Endpoint } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { ownedGames } from '../world/entitlements.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';

const states = ['CLAIMED', 'FULFILLED'] as const;
const idsPerUpdate = 100;

/** Drops that users have earned. */
export function entitlementEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/entitlements/drops',
      answer({ query, token, page }) {
        const ids = query.texts('id');
        const userId = query.id('user_id');
        const gameId = query.id('game_id');
        const state = query.has('fulfillment_status')
          ? query.choice('fulfillment_status', states, 'CLAIMED')
          : undefined;
        if (token.userId && userId && userId !== token.userId)
          refuse(400, 'The ID in user_id must match the user ID in the access token.');
        const owned = world.games().all.slice(0, ownedGames);
        if (gameId && !owned.some((game) => game.id === gameId))
          refuse(403, 'The game does not belong to the organization of the app.');
        const owner = token.userId ?? userId;
        return page(
          world
            .entitlements()
            .all.filter(
              (each) =>
                (ids.length === 0 || ids.includes(each.id)) &&
                (owner === undefined || each.user_id === owner) &&
                (gameId === undefined || each.game_id === gameId) &&
                (state === undefined || each.fulfillment_status === state),
            ),
          { maxSize: 1000 },
        );
      },
    },
    {
      method: 'PATCH',
      path: '/entitlements/drops',
      answer({ body, token }) {
        const ids = [...new Set(body.texts('entitlement_ids'))];
        const state = body.choice('fulfillment_status', states) ?? missing('fulfillment_status');
        if (ids.length > idsPerUpdate)
          malformed('entitlement_ids', `the value must be less than or equal to ${idsPerUpdate}`);
        const outcomes = new Map<string, string[]>();
        for (const id of ids) {
          const outcome = update(id, state, token.userId);
          outcomes.set(outcome, [...(outcomes.get(outcome) ?? []), id]);
        }
        return { data: [...outcomes].map(([status, ids]) => ({ status, ids })) };
      },
    },
  ];

  function update(id: string, state: (typeof states)[number], userId: string | undefined): string {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return 'INVALID_ID';
    const found = world.entitlements().byId.get(id);
    if (!found) return 'NOT_FOUND';
    if (userId !== undefined && found.user_id !== userId) return 'UNAUTHORIZED';
    found.fulfillment_status = state;
    found.last_updated = timestamp(world.now());
    return 'SUCCESS';
  }
}
