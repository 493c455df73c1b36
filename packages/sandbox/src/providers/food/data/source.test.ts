import { expect, test } from 'vitest';
import { corrections } from '../corrections.ts';
import table from '../openapi.json' with { type: 'json' };
import data from './food.json' with { type: 'json' };

test('base foods have categories and nutrients that are in the data', () => {
  const numbers = data.nutrients.map(([number]) => number);
  expect(numbers).toEqual(expect.arrayContaining(data.columns));
  for (const { ndb, category, amounts, further = [] } of data.baseFoods) {
    expect(data.categories, String(ndb)).toHaveProperty(String(category));
    expect(amounts, String(ndb)).toHaveLength(data.columns.length);
    expect(numbers).toEqual(expect.arrayContaining(further.map(([number]) => number)));
  }
});

test('no base food is in the data twice', () => {
  const numbers = data.baseFoods.map(({ ndb }) => ndb);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('every correction applies to an operation in the table', () => {
  for (const name of Object.keys(corrections)) expect(table.operations).toHaveProperty([name]);
});
