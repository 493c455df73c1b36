import { describeEndpoints } from '@x/testing';
import { expect, it } from 'vitest';
import { endpointTest, foods, ids } from '../test/table.ts';
import { endpoints, nutrients } from './index.ts';

// Every endpoint once more, with the odd forms that were recorded from the real host; validation is strict.

it('reads every record of every kind, those without nutrient names and units included', async () => {
  const fdcIds = Object.values(ids).flat();
  const { items: full } = await foods.getMany({ fdcIds });
  expect(full).toHaveLength(fdcIds.length);
  const bare = full.filter(({ foodNutrients }) => foodNutrients?.length && !foodNutrients[0]?.nutrient);
  expect(bare.length).toBeGreaterThan(5);
  const rows = bare.flatMap((food) => nutrients(food));
  expect(rows.filter(({ id, rowId }) => (id ?? rowId) === undefined)).toEqual([]);
  const units = full.flatMap((food) => nutrients(food).map(({ unit }) => unit));
  expect(units.filter((unit) => unit === '').length).toBeGreaterThan(5);
});

// After the test that reads every record, so that all of them are compared with the declarations.
describeEndpoints(endpoints, endpointTest('real'));
