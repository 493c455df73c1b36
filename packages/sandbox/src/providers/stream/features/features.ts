import type { World } from '../world/world.ts';
import { createAds } from './ads.ts';
import { createAnalytics } from './analytics.ts';
import { createBits } from './bits.ts';
import { createCharity } from './charity.ts';
import { createEntitlements } from './entitlements.ts';
import { createExtensions } from './extensions.ts';
import { createGoals } from './goals.ts';
import { createGuestStar } from './guest-star.ts';
import { createHypeTrains } from './hype-trains.ts';
import { createPolls } from './polls.ts';
import { createPredictions } from './predictions.ts';
import { createRaids } from './raids.ts';
import { createRewards } from './rewards.ts';
import { createSchedules } from './schedule.ts';

/** What only its own endpoints use: a feature has its data, its endpoints, and what viewers can do with it. */
export type Features = ReturnType<typeof createFeatures>;

/** The features of one sandbox. */
export function createFeatures(world: World) {
  const hypeTrains = createHypeTrains(world);
  return {
    ads: createAds(world),
    analytics: createAnalytics(world),
    bits: createBits(world, hypeTrains.contribute),
    charity: createCharity(world),
    entitlements: createEntitlements(world),
    extensions: createExtensions(world),
    goals: createGoals(world),
    guestStar: createGuestStar(world),
    hypeTrains,
    polls: createPolls(world),
    predictions: createPredictions(world),
    raids: createRaids(world),
    rewards: createRewards(world),
    schedules: createSchedules(world),
  };
}
