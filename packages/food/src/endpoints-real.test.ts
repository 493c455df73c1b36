import { describeEndpoints } from '@x/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foods, ids, open, recorded, sandbox, table } from '../test/table.ts';
import { endpoints, nutrients } from './index.ts';

// Every endpoint once more, with the odd forms that were recorded from the real host; validation is strict.

beforeAll(() => open('real'));
afterAll(() => sandbox.close());

it('reads every record of every kind, those without nutrient names and units included', async () => {
  const fdcIds = Object.values(ids).flat();
  const full = await foods.getMany({ fdcIds }).toArray({ limit: 10_000 });
  expect(full).toHaveLength(fdcIds.length);
  const bare = full.filter(({ foodNutrients }) => foodNutrients?.length && !foodNutrients[0]?.nutrient);
  expect(bare.length).toBeGreaterThan(5);
  for (const food of bare) expect(nutrients(food)).toEqual([]);
  const units = full.flatMap((food) => nutrients(food).map(({ unit }) => unit));
  expect(units.filter((unit) => unit === '').length).toBeGreaterThan(5);
});

// Behind the test that reads every record, so that all of them are held against the declarations.
describeEndpoints(endpoints, {
  table,
  client: () => foods,
  requests: () => sandbox.requests,
  answers: () => recorded.answers,
});
