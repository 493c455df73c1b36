import { expect, it } from 'vitest';
import { runScript } from '../run-script.ts';

it('plans a meal of six ingredients, and shows a scanned product', async () => {
  const printed = await runScript('node --conditions=@x/source meal-planner/main.ts');
  expect(printed.trim().split('\n')).toEqual([
    '1 1/2 cups = 278 g of Rice, white, long-grain, regular, raw, enriched',
    '1 tablespoon = 14 g of Oil, olive, salad or cooking',
    '1 medium = 110 g of Onions, raw',
    '½ cup, shredded = 57 g of Cheese, cheddar',
    '2 large eggs = 100 g of Egg, whole, raw, fresh',
    '200 g = 200 g of Tomatoes, red, ripe, raw, year round average',
    'energy: 1582.9 kcal',
    'protein: 48.2 g, 96% of the daily value',
    'fiber: 7.9 g, 28% of the daily value',
    'salt: 1.3 g',
    'iron: 14.6 mg, 81% of the daily value',
    'vitaminD: 2.3 µg, 12% of the daily value',
    '100% WHOLE WHEAT BREAD, 1 slice (43 g): 108 kcal',
    '100% WHOLE WHEAT BREAD, 100 g: 252 kcal',
  ]);
});
