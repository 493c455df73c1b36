import { createFoodClient } from '@x/food';
import type { Open } from '../adapter.ts';

export const open: Open = ({ food }) => {
  const client = createFoodClient(food);
  return { calls: { foods: async () => (await client.foods.search({ query: 'cheddar' })).items.length } };
};
