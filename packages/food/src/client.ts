import type { RootClient } from '@x/core';
import { createClient } from '@x/core/provider';
import * as resources from './endpoints.ts';
import { type FoodOptions, foodProvider } from './provider.ts';

/** Every endpoint of this package, nested as the client is. */
export const endpoints: typeof resources = { ...resources };

/** A client with all endpoints. */
export interface FoodClient extends RootClient<typeof endpoints> {}

/**
 * Creates a client for the nutrition-data API.
 *
 * @throws ApiError `unauthenticated` when the key is missing,
 * `invalid_params` when an option is unknown or invalid.
 * @example
 * const food = createFoodClient({ apiKey });
 * for await (const { fdcId, description } of food.foods.search({ query: 'cheddar cheese' })) {
 *   console.log(fdcId, description);
 * }
 */
export const createFoodClient = (options: FoodOptions): FoodClient => createClient(foodProvider(options), endpoints);
