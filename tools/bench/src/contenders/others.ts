import type { Contender } from '../contender.ts';

export const food: Contender = {
  name: '@x/food',
  kind: 'ours',
  provider: 'food',
  imports: { '@x/food': 'createFoodClient' },
  first: 'foods',
  async open({ food }) {
    const { createFoodClient } = await import('@x/food');
    const client = createFoodClient(food);
    return { calls: { foods: async () => (await client.foods.search({ query: 'cheddar' })).items.length } };
  },
};

export const quotes: Contender = {
  name: '@x/quotes',
  kind: 'ours',
  provider: 'quotes',
  imports: { '@x/quotes': 'createQuotesClient' },
  first: 'quote',
  async open({ quotes }) {
    const { createQuotesClient } = await import('@x/quotes');
    const client = createQuotesClient(quotes);
    return { calls: { quote: async () => Number((await client.random()).content.length > 0) } };
  },
};
