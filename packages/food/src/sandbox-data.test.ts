import { createSandbox } from '@x/sandbox/food';
import { expect, test } from 'vitest';
import { createFoodClient } from './client.ts';

test('a client finds foods defined in the sandbox options', async () => {
  const sandbox = await createSandbox({
    listen: false,
    food: {
      foods: [
        {
          fdcId: 5_000_001,
          description: 'Sourdough of the house',
          brandOwner: 'Corner Bakery',
          foodNutrients: [{ number: 203, amount: 10 }],
        },
      ],
    },
  });
  const food = createFoodClient(sandbox.options.food);
  const { items } = await food.foods.search({ query: 'sourdough', brandOwner: 'Corner Bakery' });
  expect(items.map(({ fdcId }) => fdcId)).toEqual([5_000_001]);
  expect(await food.foods.get({ fdcId: 5_000_001 })).toMatchObject({
    dataType: 'Branded',
    brandOwner: 'Corner Bakery',
  });
  await sandbox.close();
});
