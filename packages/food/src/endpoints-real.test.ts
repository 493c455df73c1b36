import { describeEndpoints } from '@x/testing';
import { expect, it } from 'vitest';
import { endpointTest } from '../test/table.ts';
import { endpoints, nutrients } from './index.ts';

// Tests every endpoint again, with the quirks recorded from the real host; validation is strict.

it('reads every record of every kind, including records without nutrient names and units', async () => {
  const { ids, foods } = stage();
  const fdcIds = Object.values(ids).flat();
  const { items: full } = await foods.getMany({ fdcIds });
  expect(full).toHaveLength(fdcIds.length);
  const bare = full.filter(({ foodNutrients }) => foodNutrients?.length && !foodNutrients[0]?.nutrient);
  expect(bare.length).toBeGreaterThan(5);
  for (const food of bare)
    for (const nutrient of nutrients(food)) expect(nutrient).toMatchObject({ name: '', rowId: expect.any(Number) });
  expect(bare.map((food) => nutrients(food).length)).toEqual(
    bare.map(({ foodNutrients }) => foodNutrients?.filter(({ amount }) => typeof amount === 'number').length),
  );
  const units = full.flatMap((food) => nutrients(food).map(({ unit }) => unit));
  expect(units.filter((unit) => unit === '').length).toBeGreaterThan(5);
});

// This follows the test that reads every record, so that all of them are compared with the declarations.
const stage = describeEndpoints(endpoints, endpointTest('real'));
