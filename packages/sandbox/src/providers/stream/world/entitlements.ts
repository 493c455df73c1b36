import type { WorldContext } from './context.ts';
import type { Games } from './games.ts';
import { indexBy, pickEarly, timestamp, uuid } from './values.ts';

/** A drop somebody has earned, as the API answers it. */
export interface Entitlement {
  readonly id: string;
  readonly benefit_id: string;
  readonly timestamp: string;
  readonly user_id: string;
  readonly game_id: string;
  fulfillment_status: 'CLAIMED' | 'FULFILLED';
  last_updated: string;
}

/** The drops of the app's organization. */
export interface Entitlements {
  /** Newest first. */
  readonly all: Entitlement[];
  readonly byId: Map<string, Entitlement>;
  grant(userId: string, gameId: string): Entitlement;
}

/** How many games, the most popular ones, belong to the owner of the app. */
export const ownedGames = 25;

const organizationId = '6f21';
const seeded = 60;

/** Lets some users have earned drops of the owner's first three games. */
export function createEntitlements({ random, world, epoch }: WorldContext<{ games(): Games }>): Entitlements {
  const draw = random('entitlements');
  const campaigns = world
    .games()
    .all.slice(0, 3)
    .map((game) => ({ game, campaign: uuid(draw), benefit: uuid(draw) }));

  function make(userId: string, gameId: string, at: number): Entitlement {
    const benefit = campaigns.find(({ game }) => game.id === gameId)?.benefit ?? uuid(draw);
    return {
      id: uuid(draw),
      benefit_id: benefit,
      timestamp: timestamp(at),
      user_id: userId,
      game_id: gameId,
      fulfillment_status: 'CLAIMED',
      last_updated: timestamp(at),
    };
  }

  const all = Array.from({ length: seeded }, (_, index) => {
    const user = pickEarly(draw, world.users().all, 2);
    const entitlement = make(user.id, draw.pick(campaigns).game.id, epoch - (index * 7 + draw.int(1, 7)) * 3_600_000);
    if (draw.int(1, 3) === 1) entitlement.fulfillment_status = 'FULFILLED';
    return entitlement;
  });
  const byId = indexBy(all, (each) => each.id);
  return {
    all,
    byId,
    grant(userId, gameId) {
      const entitlement = make(userId, gameId, world.now());
      all.unshift(entitlement);
      byId.set(entitlement.id, entitlement);
      const campaign_id = campaigns.find(({ game }) => game.id === gameId)?.campaign ?? '';
      const user = world.users().byId.get(userId);
      world.events.publish({
        type: 'drop.entitlement.grant',
        version: '1',
        subject: { organization_id: organizationId, category_id: gameId, campaign_id },
        event: {
          id: uuid(draw),
          data: {
            organization_id: organizationId,
            category_id: gameId,
            category_name: world.games().byId.get(gameId)?.name ?? '',
            campaign_id,
            user_id: userId,
            user_name: user?.display_name ?? '',
            user_login: user?.login ?? '',
            entitlement_id: entitlement.id,
            benefit_id: entitlement.benefit_id,
            created_at: entitlement.timestamp,
          },
        },
      });
      return entitlement;
    },
  };
}
