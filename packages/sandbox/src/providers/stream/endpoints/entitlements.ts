import { lazy } from '../../../shared/lazy.ts';
import { perKey, pickEarly, timestamp, uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { malformed, refuse } from '../errors.ts';

/** Number of games that belong to the app's owner: the most popular ones. */
export const ownedGames = 25;

const organizationId = '6f21';
const seeded = 60;
const states = ['CLAIMED', 'FULFILLED'] as const;
const idsPerUpdate = 100;

/** Creates drops. Some users have already earned drops from the owner's first three games. */
export function createEntitlements({ random, epoch, now, games, users, named, events }: World) {
  const draw = random('entitlements');
  const offerOf = perKey((gameId) => {
    const offer = random(`entitlements/${gameId}`);
    return { campaign_id: uuid(offer), benefit_id: uuid(offer) };
  });

  function make(user_id: string, game_id: string, at: number) {
    return {
      id: uuid(draw),
      benefit_id: offerOf(game_id).benefit_id,
      timestamp: timestamp(at),
      user_id,
      game_id,
      fulfillment_status: 'CLAIMED' as (typeof states)[number],
      last_updated: timestamp(at),
    };
  }

  /** As the API returns them, newest first. */
  const all = lazy(() => {
    const offered = games().all.slice(0, 3);
    return Array.from({ length: seeded }, (_, index) => {
      const user = pickEarly(draw, users().generated, 2);
      const made = make(user.id, draw.pick(offered).id, epoch - (index * 7 + draw.int(1, 7)) * 3_600_000);
      if (draw.int(1, 3) === 1) made.fulfillment_status = 'FULFILLED';
      return made;
    });
  });

  function update(id: string, state: (typeof states)[number], userId: string | undefined): string {
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return 'INVALID_ID';
    const found = all().find((each) => each.id === id);
    if (!found) return 'NOT_FOUND';
    if (userId !== undefined && found.user_id !== userId) return 'UNAUTHORIZED';
    found.fulfillment_status = state;
    found.last_updated = timestamp(now());
    return 'SUCCESS';
  }

  const endpoints: Endpoints = {
    'GET /entitlements/drops'({ query, token, page }) {
      const ids = query.texts('id');
      const userId = query.id('user_id');
      const gameId = query.id('game_id');
      const hasState = query.has('fulfillment_status');
      const state = hasState ? query.choice('fulfillment_status', states, 'CLAIMED') : undefined;
      if (token.userId && userId && userId !== token.userId)
        refuse(400, 'The ID in user_id must match the user ID in the access token.');
      const owned = games().all.slice(0, ownedGames);
      if (gameId && !owned.some((game) => game.id === gameId))
        refuse(403, 'The game does not belong to the organization of the app.');
      const owner = token.userId ?? userId;
      return page(
        all().filter(
          (each) =>
            (ids.length === 0 || ids.includes(each.id)) &&
            (owner === undefined || each.user_id === owner) &&
            (gameId === undefined || each.game_id === gameId) &&
            (state === undefined || each.fulfillment_status === state),
        ),
      );
    },
    'PATCH /entitlements/drops'({ body, token }) {
      const ids = [...new Set(body.texts('entitlement_ids'))];
      const state = body.requiredChoice('fulfillment_status', states);
      if (ids.length > idsPerUpdate)
        malformed('entitlement_ids', `the value must be less than or equal to ${idsPerUpdate}`);
      const outcomes = Map.groupBy(ids, (id) => update(id, state, token.userId));
      return [...outcomes].map(([status, updated]) => ({ status, ids: updated }));
    },
  };
  return {
    endpoints,
    /** Lets a user earn a drop from a game. Returns the ID of the entitlement. */
    grant(userId: string, gameId: string): string {
      const entitlement = make(userId, gameId, now());
      all().unshift(entitlement);
      const { campaign_id, benefit_id } = offerOf(gameId);
      const subject = { organization_id: organizationId, category_id: gameId, campaign_id };
      const data = {
        ...subject,
        category_name: games().byId.get(gameId)?.name ?? '',
        ...named('user', userId),
        entitlement_id: entitlement.id,
        benefit_id,
        created_at: entitlement.timestamp,
      };
      events.publish({ type: 'drop.entitlement.grant', version: '1', subject, event: { id: uuid(draw), data } });
      return entitlement.id;
    },
  };
}
