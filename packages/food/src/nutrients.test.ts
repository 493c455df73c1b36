import { readFileSync } from 'node:fs';
import { createSandbox } from '@x/sandbox/food';
import { describe, expect, it } from 'vitest';
import {
  type AbridgedFood,
  type CommonNutrient,
  commonNutrients,
  createFoodClient,
  type Food,
  nutrients,
  type OtherNutrient,
  type SearchFood,
} from './index.ts';

/** A common nutrient as rows have it. */
const named = ({ number, id, name, unit }: OtherNutrient) => ({ number, id, name, unit });
const identity = { fdcId: 1, dataType: 'Foundation', description: 'x' } as const;
const protein = { number: 203, name: 'Protein', amount: 3.5, unit: 'g', per: '100g' };
const full = (...rows: [number, string, number?][]): Food => ({
  ...identity,
  foodNutrients: rows.map(([number, unitName, amount], index) => ({
    id: index, // ID of the row
    nutrient: { id: number + 800, number: String(number), name: `n${number}`, unitName },
    ...(amount !== undefined && { amount }),
  })),
});

describe('nutrients returns the same shape for', () => {
  it.each<[string, Food | AbridgedFood | SearchFood, object]>([
    [
      'full records',
      {
        ...identity,
        foodNutrients: [{ id: 9, amount: 3.5, nutrient: { id: 1003, number: '203', name: 'Protein', unitName: 'g' } }],
      },
      { ...protein, id: 1003 },
    ],
    [
      'abridged records',
      { ...identity, foodNutrients: [{ number: '203', name: 'Protein', amount: 3.5, unitName: 'G' }] },
      { ...protein, id: undefined },
    ],
    [
      'search results',
      {
        ...identity,
        foodNutrients: [
          {
            nutrientId: 1003,
            nutrientNumber: '203',
            nutrientName: 'Protein',
            value: 3.5,
            unitName: 'G',
            foodNutrientId: 9,
          },
        ],
      },
      { ...protein, id: 1003 },
    ],
  ])('%s', (_, food, row) => expect(nutrients(food)).toEqual([row]));
});

it.each([
  ['G', 'g'],
  ['MG', 'mg'],
  ['UG', 'µg'],
  ['\u00b5g', '\u00b5g'],
  ['\u03bcg', '\u00b5g'],
  ['KCAL', 'kcal'],
  ['kJ', 'kJ'],
  ['KJ', 'kJ'],
  ['IU', 'IU'],
  ['SP_GR', 'SP_GR'],
])('returns the unit %s as %s', (unitName, unit) => {
  expect(nutrients(full([300, unitName, 1]))[0]?.unit).toBe(unit);
});

it.each<[string, [number, string, number?][], number[]]>([
  [
    'is 208 if the record has it',
    [
      [957, 'kcal', 1],
      [208, 'kcal', 2],
    ],
    [957, 208],
  ],
  [
    'is 958 rather than 957',
    [
      [957, 'kcal', 1],
      [958, 'kcal', 2],
    ],
    [208, 957, 958],
  ],
  [
    'is 957 without 958, before all others',
    [
      [203, 'g', 5],
      [957, 'kcal', 2],
    ],
    [208, 203, 957],
  ],
  [
    'is 958 if 208 has no amount',
    [
      [208, 'kcal'],
      [958, 'kcal', 2],
    ],
    [208, 958],
  ],
  ['is not added from kJ', [[268, 'kJ', 9]], [268]],
])('energy %s', (_, rows, numbers) => {
  const found = nutrients(full(...rows));
  expect(found.map(({ number }) => number)).toEqual(numbers);
  const energy = found.find(({ number }) => number === 208);
  if (numbers.includes(208)) expect(energy).toMatchObject({ amount: 2, unit: 'kcal', per: '100g' });
});

it.each<[string, number, [number, string, number?][], object[]]>([
  ['fat', 204, [[298, 'g', 2.6]], [{ name: 'Total lipid (fat)', amount: 2.6, unit: 'g', from: 298 }]],
  ['carbohydrates', 205, [[205.2, 'g', 20.3]], [{ amount: 20.3, from: 205.2 }]],
  ['fiber', 291, [[293, 'g', 5.92]], [{ amount: 5.92, from: 293 }]],
  ['sugars', 269, [[269.3, 'G', 4]], [{ amount: 4, from: 269.3 }]],
  ['vitamin D, converted from IU', 328, [[324, 'IU', 41]], [{ amount: 1.025, unit: 'µg', from: 324 }]],
  ['no vitamin D from an amount in an unexpected unit', 328, [[324, 'UG', 41]], []],
  ['no vitamin A from IU, for which there is no factor', 320, [[318, 'IU', 41]], []],
  [
    'a measured amount rather than another one',
    269,
    [
      [269.3, 'g', 4],
      [269, 'g', 5],
    ],
    [{ amount: 5 }],
  ],
  [
    'another amount if the usual one was not measured',
    269,
    [
      [269, 'g'],
      [269.3, 'g', 0],
    ],
    [{ amount: 0, from: 269.3 }],
  ],
])('adds %s', (_, number, rows, expected) => {
  const found = nutrients(full(...rows));
  const common = found.filter((row) => row.number === number);
  expect(common).toMatchObject(expected);
  expect(common.map(({ from }) => from)).toEqual(expected.map((row) => ('from' in row ? row.from : undefined)));
  const own = rows.filter(([other, , amount]) => other !== number && amount !== undefined);
  expect(found.filter((row) => row.number !== number)).toHaveLength(own.length);
});

it('identifies rows that have only an ID and an amount by that ID, and drops none', () => {
  const food: Food = {
    ...identity,
    dataType: 'Branded',
    foodNutrients: [
      { id: 1003, amount: 7.5 },
      { nutrient: { id: 1089 }, id: 34_843_371, amount: 0 },
      { id: 1063, amount: 4 },
      { id: 1999, amount: 1 },
      { type: 'FoodNutrient', id: 34_843_370, amount: 76.92 },
      { amount: 2 },
    ],
    labelNutrients: {},
  };
  expect(nutrients(food)).toEqual([
    { number: 269, id: 2000, name: 'Sugars, total', amount: 4, unit: 'g', per: '100g', from: 269.3 },
    { ...named(commonNutrients.protein), amount: 7.5, per: '100g' },
    { ...named(commonNutrients.iron), amount: 0, per: '100g' },
    { ...named(commonNutrients.sugars.others[0]), amount: 4, per: '100g' },
    { id: 1999, number: undefined, name: '', amount: 1, unit: '', per: '100g' },
    { id: undefined, number: undefined, name: '', amount: 76.92, unit: '', per: '100g', rowId: 34_843_370 },
    { id: undefined, number: undefined, name: '', amount: 2, unit: '', per: '100g' },
  ]);
});

it('fills in a unit that the record lacks', () => {
  const foodNutrients = [{ id: 9, amount: 3.5, nutrient: { id: 1003, number: '203', name: 'Protein' } }];
  expect(nutrients({ ...identity, foodNutrients })).toEqual([{ ...protein, id: 1003 }]);
});

it("returns every amount of every record that the sandbox serves with the real host's quirks", async () => {
  const sandbox = await createSandbox({ listen: false, quirks: 'real' });
  const { foods } = createFoodClient(sandbox.options.food);
  const listed = (await foods.list({ dataType: ['Branded'], pageSize: 20 })).items;
  const full = await foods.getMany({ fdcIds: listed.map(({ fdcId }) => fdcId) });
  expect(full.items.some(({ nutrientNamesFrom }) => nutrientNamesFrom === 'search')).toBe(true);
  for (const food of full.items) {
    const amounts = food.foodNutrients?.flatMap(({ amount }) => amount ?? []);
    const found = nutrients({ ...food, labelNutrients: {} } as Food).filter(({ from }) => from === undefined);
    expect(found.map(({ amount }) => amount)).toEqual(amounts);
  }
  await sandbox.close();
});

it('leaves out headings, and keeps zeros and duplicates', () => {
  const found = nutrients(full([951, 'g'], [203, 'g', 0], [203, 'g', 1]));
  expect(found.map(({ number, amount }) => [number, amount])).toEqual([
    [203, 0],
    [203, 1],
  ]);
});

it('puts the label values last, per serving, and skips unknown ones', () => {
  const labelNutrients = {
    calories: { value: 90 },
    potassium: { value: 0 },
    iron: {},
    fat: null,
    constructor: { value: 1 },
  };
  const food = { ...identity, dataType: 'Branded', foodNutrients: null, labelNutrients } as Food;
  expect(nutrients(food)).toEqual([
    { number: 208, id: 1008, name: 'Energy', unit: 'kcal', amount: 90, per: 'serving' },
    { ...named(commonNutrients.potassium), amount: 0, per: 'serving' },
  ]);
});

it('the README lists every nutrient of commonNutrients', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const listed = [...readme.matchAll(/^\| `(\w+)` +\| (.+?) +\| (\S+) +\| (\d+) +\| (\d+) +\| (.*?) +\| (.*?) +\|$/gm)];
  const rows = Object.entries<CommonNutrient>(commonNutrients).map(
    ([key, { name, unit, number, id, others = [], dailyValue = '' }]) => {
      const also = others.map(({ number, factor }) => `${number}${factor ? ` × ${factor}` : ''}`).join(', ');
      return [key, name, unit, `${number}`, `${id}`, also, `${dailyValue}`];
    },
  );
  expect(listed.map(([, ...cells]) => cells)).toEqual(rows);
});
