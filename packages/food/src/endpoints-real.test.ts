import { createSandbox } from '@x/sandbox';
import { describeEndpoints } from '@x/testing';
import { expect, it } from 'vitest';
import { endpointTest } from '../test/table.ts';
import { createFoodClient, endpoints, type Food, nutrients } from './index.ts';

// Tests every endpoint again, with the quirks recorded from the real host; validation is strict.

it('reads every record of every kind, and completes the nutrients that have no names or units', async () => {
  const { ids, foods } = stage();
  const fdcIds = Object.values(ids).flat();
  const { items: full } = await foods.getMany({ fdcIds });
  expect(full).toHaveLength(fdcIds.length);
  const found = full.filter(({ nutrientNamesFrom }) => nutrientNamesFrom === 'search');
  expect(found.length).toBeGreaterThan(5);
  const documented = createFoodClient((await createSandbox({ listen: false })).options.food);
  for (const food of found) {
    const { foodNutrients } = await documented.foods.get({ fdcId: food.fdcId });
    expect(nutrients(food)).toEqual(nutrients({ ...food, foodNutrients } as Food));
  }
  for (const food of full) for (const { name, unit } of nutrients(food)) expect([name, unit]).not.toContain('');
});

it('reads the foods of a data type with a parenthesis in its name', async () => {
  const { ids, foods } = stage();
  const dataType = ['Survey (FNDDS)'] as const;
  const listed = await foods.list({ dataType, pageSize: 20 }).toArray({ limit: 1000 });
  expect(listed).toHaveLength(ids['Survey (FNDDS)']?.length ?? -1);
  expect((await foods.search({ query: '+(kale spinach)', dataType })).total).toBeGreaterThan(0);
});

// This follows the test that reads every record, so that all of them are compared with the declarations.
const stage = describeEndpoints(endpoints, endpointTest('real'));
