import { createSandbox, type Quirks } from '@x/sandbox';
import { expect, it } from 'vitest';
import { recorded } from '../test/recorded.ts';
import {
  type AbridgedFood,
  commonNutrients,
  createFoodClient,
  type Food,
  gramsOf,
  type Panel,
  panel,
  portions,
  type SearchFood,
  sum,
} from './index.ts';

const common = new Map<string, keyof typeof commonNutrients>([
  ...([
    ['energy', 'calories'],
    ['carbohydrate', 'carbohydrates'],
    ['addedSugars', 'addedSugar'],
  ] as const),
  ...([
    ['vitaminA', 'vitaminARae'],
    ['folate', 'folateDfe'],
    ['salt', 'sodium'],
  ] as const),
]);
const entries = Object.entries as (panel: Panel) => [keyof Panel, Panel[keyof Panel]][];

/** Reads a value of a full record's rows again, in the simplest way. */
function expectedValue(food: Food, name: string): number | undefined {
  const {
    number,
    unit,
    others = [],
  } = commonNutrients[common.get(name) ?? (name as never)] as {
    number: number;
    unit: string;
    others?: readonly { number: number; factor?: number }[];
  };
  const factors: Record<string, number> = { salt: 0.0025 };
  for (const wanted of [{ number, factor: 1 }, ...others])
    for (const { nutrient, amount } of food.foodNutrients ?? [])
      if (Number(nutrient?.number) === wanted.number && typeof amount === 'number')
        return amount * (wanted.factor ?? 1) * (factors[name] ?? 1);
  const printed = (food as { labelNutrients?: Record<string, { value?: number }> }).labelNutrients;
  const onLabel = printed?.[common.get(name) ?? name]?.value;
  const { servingSize } = food as { servingSize?: number };
  if (unit === '' || onLabel === undefined || !servingSize) return undefined;
  return (onLabel * 100 * (factors[name] ?? 1)) / servingSize;
}

it.each<Quirks>(['off', 'real'])(
  'every value of every food of the sandbox is its row, with quirks %s',
  async (quirks) => {
    const sandbox = await createSandbox({ listen: false, quirks });
    const { foods } = createFoodClient(sandbox.options.food);
    const found = await foods.search({ pageSize: 200 }).toArray({ limit: 10_000 });
    const fdcIds = found.map(({ fdcId }) => fdcId);
    const { items } = await foods.getMany({ fdcIds });
    const { items: abridged } = await foods.getMany({ fdcIds, format: 'abridged' });
    let present = 0;
    for (const [index, food] of items.entries()) {
      const per100 = entries(panel(food));
      const forms = [found[index], abridged[index]].map((form) => panel(form as SearchFood | AbridgedFood));
      const isDrink = 'servingSizeUnit' in food && /^ml/i.test(food.servingSizeUnit ?? '');
      const half = entries(panel(food, { per: isDrink ? { milliliters: 50 } : { grams: 50 } }));
      for (const [at, [name, { value, basis, from }]] of per100.entries()) {
        const expected = expectedValue(food, name);
        if (expected === undefined)
          expect([value, from, basis], `${food.fdcId} ${name}`).toEqual([undefined, undefined, 'missing']);
        else expect(value, `${food.fdcId} ${name}`).toBeCloseTo(expected, 6);
        if (value === undefined) continue;
        present += 1;
        expect(half[at]?.[1].value).toBeCloseTo(value / 2, 6);
        // Records in other forms have no label, so they lack what only the label states.
        for (const form of forms) if (form[name].value !== undefined) expect(form[name].value).toBeCloseTo(value, 6);
      }
    }
    expect(present).toBeGreaterThan(items.length * 15);
    await sandbox.close();
  },
);

it.each(recorded.map((each) => [each.food.description, each] as const))(
  'shows the recorded values of %s',
  (_, { food, values, perServing = {} }) => {
    const shown = panel(food);
    for (const [name, value] of Object.entries(values))
      expect([name, shown[name as keyof Panel].value]).toEqual([name, value]);
    for (const [name, { value }] of entries(shown)) {
      const expected = expectedValue(food as Food, name);
      expect([name, value ?? 'missing']).toEqual([name, expected === undefined ? 'missing' : expect.closeTo(expected)]);
    }
    const serving = panel(food, { per: 'serving' });
    for (const [name, value] of Object.entries(perServing))
      expect([name, serving[name as keyof Panel].value]).toEqual([name, value]);
  },
);

const rows = (dataType: string, ...list: [number: string, unitName: string, amount: number, code?: string][]) =>
  ({
    ...{ fdcId: 1, dataType, description: 'x' },
    foodNutrients: list.map(([number, unitName, amount, code]) => ({
      ...{ amount, nutrient: { number, unitName } },
      ...(code && { foodNutrientDerivation: { code } }),
    })),
  }) as Food;

it('states the number that each value was read from, its origin and its percentage of the daily value', () => {
  const food = rows(
    'Foundation',
    ['301', 'mg', 650, 'A'],
    ['269.3', 'g', 4, 'AS'],
    ['303', 'mg', 0, 'Z'],
    ['304', 'mg', 42],
    ['307', 'mg', 230, 'MA'],
    ['324', 'IU', 80, 'LCCS'],
    ['320', 'IU', 5],
  );
  expect(panel(food)).toMatchObject({
    calcium: { value: 650, unit: 'mg', from: 301, basis: 'measured', dailyValue: 50 },
    sugars: { value: 4, unit: 'g', from: 269.3, basis: 'measured' },
    iron: { value: 0, from: 303, basis: 'computed', dailyValue: 0 },
    magnesium: { value: 42, basis: 'unstated', dailyValue: 10 },
    sodium: { value: 230, unit: 'mg', basis: 'measured', dailyValue: 10 },
    salt: { value: 0.575, unit: 'g', from: 307, basis: 'computed' },
    vitaminD: { value: 2, unit: 'µg', from: 324, basis: 'computed', dailyValue: 10 },
    vitaminA: { value: undefined, unit: 'µg', from: undefined, basis: 'missing' }, // not in its unit
  });
  expect(panel(food).sugars).not.toHaveProperty('dailyValue');
  expect(panel(food).vitaminA).not.toHaveProperty('dailyValue');
  expect(panel(rows('Survey (FNDDS)', ['304', 'mg', 42])).magnesium.basis).toBe('computed');
});

it.each<[string, object, Parameters<typeof panel>[1], number | undefined]>([
  ['100 g', {}, undefined, 50],
  ['a portion', {}, { per: { grams: 250 } }, 125],
  ['a serving', { servingSize: 30, servingSizeUnit: 'g' }, { per: 'serving' }, 15],
  ['a serving of a drink', { servingSize: 240, servingSizeUnit: 'ml' }, { per: 'serving' }, 120],
  ['milliliters of a drink', { servingSize: 240, servingSizeUnit: 'ml' }, { per: { milliliters: 500 } }, 250],
  [
    'grams of a drink with a density',
    { servingSize: 240, servingSizeUnit: 'ml' },
    { per: { grams: 104 }, density: 1.04 },
    50,
  ],
  ['grams of a drink', { servingSize: 240, servingSizeUnit: 'ml' }, { per: { grams: 104 } }, undefined],
  ['milliliters of a solid food with a density', {}, { per: { milliliters: 200 }, density: 0.5 }, 50],
  ['milliliters of a solid food', {}, { per: { milliliters: 200 } }, undefined],
  ['a serving of a food without servings', {}, { per: 'serving' }, undefined],
  ['an unknown amount', {}, { per: gramsOf(rows('Branded'), 'some') }, undefined],
  ['nothing', {}, { per: { grams: 0 } }, 0],
])('energy in %s', (_, fields, options, value) => {
  const food = { ...rows('Branded', ['208', 'kcal', 50]), ...fields } as Food;
  expect(panel(food, options).energy.value).toBe(value);
});

it('adds panels, and carries along which of them lack a nutrient', () => {
  const one = panel(rows('Foundation', ['208', 'kcal', 100, 'NC'], ['301', 'mg', 0.1, 'A'], ['269.3', 'g', 1]));
  const other = panel(rows('SR Legacy', ['208', 'kcal', 50, 'NC'], ['301', 'mg', 0.2, 'A'], ['269', 'g', 2]));
  const third = panel(rows('SR Legacy', ['208', 'kcal', 1]));
  const total = sum([one, other, third]);
  expect(total.energy).toEqual({ value: 151, unit: 'kcal', from: 208, basis: 'computed' });
  expect(total.calcium).toMatchObject({ value: 0.3, from: 301, basis: 'measured', missingIn: [2] });
  expect(total.sugars).toMatchObject({ value: 3, from: undefined, basis: 'unstated', missingIn: [2] });
  expect(total.iron).toEqual({ value: undefined, unit: 'mg', from: undefined, basis: 'missing', missingIn: [0, 1, 2] });
  expect(sum([total, one]).calcium.missingIn).toEqual([0]);
  expect(sum([]).energy).toEqual({ value: undefined, unit: 'kcal', from: undefined, basis: 'missing' });
});

// From the table in 21 CFR 101.9(c)(8)(iv) and the one in (c)(9), columns for adults and children from 4 years.
const daily =
  'vitaminARae 900 vitaminC 90 calcium 1300 iron 18 vitaminD 20 vitaminE 15 vitaminK 120 thiamin 1.2 riboflavin 1.3 niacin 16 ' +
  'vitaminB6 1.7 folateDfe 400 vitaminB12 2.4 biotin 30 pantothenicAcid 5 phosphorus 1250 iodine 150 magnesium 420 zinc 11 ' +
  'selenium 55 copper 0.9 manganese 2.3 chromium 35 molybdenum 45 chloride 2300 potassium 4700 choline 550 ' +
  'fat 78 saturatedFat 20 cholesterol 300 carbohydrates 275 sodium 2300 fiber 28 protein 50 addedSugar 50';

it('has the daily values of 21 CFR 101.9, and no others', () => {
  const found = Object.entries(commonNutrients).flatMap(([name, { dailyValue }]) =>
    dailyValue ? `${name} ${dailyValue}` : [],
  );
  expect(found.sort()).toEqual((daily.match(/\w+ [\d.]+/g) ?? []).sort());
});

it('every portion of a food can be shown', () => {
  for (const { food } of recorded)
    for (const portion of portions(food)) expect(panel(food, { per: portion }).energy.unit).toBe('kcal');
});
