import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { adEndpoints } from './ads.ts';
import { analyticsEndpoints } from './analytics.ts';
import { createBits } from './bits.ts';
import { Rewards } from './channel-points.ts';
import { createCharity } from './charity.ts';
import { createEntitlements } from './entitlements.ts';
import { Extensions } from './extensions.ts';
import { goalEndpoints } from './goals.ts';
import { GuestStar } from './guest-star.ts';
import { createHypeTrains } from './hype-train.ts';
import { createPolls } from './polls.ts';
import { Predictions } from './predictions.ts';
import { raidEndpoints } from './raids.ts';
import { scheduleEndpoints } from './schedule.ts';

/** Features with data that only their own endpoints use. Each has its data, endpoints and viewer actions. */
export type Features = ReturnType<typeof createFeatures>;

/** Creates the features of one sandbox. */
export function createFeatures(world: World) {
  const hypeTrains = createHypeTrains(world);
  const forViewers = {
    bits: createBits(world, hypeTrains.contribute),
    charity: createCharity(world),
    entitlements: createEntitlements(world),
    extensions: new Extensions(world),
    guestStar: new GuestStar(world),
    hypeTrains,
    polls: createPolls(world),
    predictions: new Predictions(world),
    rewards: new Rewards(world),
  };
  const endpoints: Endpoints = Object.assign(
    { ...adEndpoints(world), ...analyticsEndpoints(world), ...goalEndpoints(world), ...raidEndpoints(world) },
    scheduleEndpoints(world),
    ...Object.values(forViewers).map((feature) => feature.endpoints),
  );
  return { ...forViewers, endpoints };
}
