import { defineSandboxProvider, type WithLimits } from '../../shared/provider.ts';
import { createFoodSandbox } from './index.ts';
import {
  clientOptions,
  type FoodLimits,
  type FoodSandboxOptions,
  foodLimitRules,
  foodRules,
  resolveOptions,
} from './options.ts';

/** The nutrition-data API (USDA FoodData Central). */
export const foodProvider = defineSandboxProvider({
  name: 'food',
  rules: foodRules,
  limits: foodLimitRules,
  sizes: { brandedFoods: [0, 100_000] },
  sizesOf: ({ brandedFoods = 200 }) => ({ brandedFoods }),
  firstCall: () => `const { items } = await food.foods.search({ query: 'cheddar', pageSize: 3 });
console.log(items.map(({ description }) => description));`,
  mayChange: () => false,
  resolve: (options: WithLimits<FoodSandboxOptions, FoodLimits>) => resolveOptions(options),
  clientOptions,
  // Mistakes in foods that depend on other data show only when the servers are created.
  isEager: ({ foods }) => foods !== undefined,
  create: createFoodSandbox,
});
