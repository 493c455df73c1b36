import { createSandbox } from '@x/sandbox/food';
import { expect, it } from 'vitest';
import { recorded } from '../test/recorded.ts';
import { createFoodClient, type Food, gramsOf, type Portion, portions } from './index.ts';

const identity = { fdcId: 1, description: 'x' };
const hundred = { label: '100 g', amount: 100, unit: 'g', grams: 100 };

it.each<[string, object, Portion[]]>([
  [
    'a Foundation food, whose modifier is a detail of the unit',
    { foodPortions: [{ amount: 1, gramWeight: 91, modifier: 'chopped', measureUnit: { id: 1000, name: 'cup' } }] },
    [{ label: '1 cup, chopped', amount: 1, unit: 'cup', detail: 'chopped', grams: 91 }],
  ],
  [
    'an SR Legacy food, whose modifier is the whole measure, in the order of the record',
    {
      foodPortions: [
        { amount: 3, gramWeight: 85, modifier: 'oz', sequenceNumber: 2, measureUnit: { name: 'undetermined' } },
        { amount: 1, gramWeight: 49, modifier: 'ring (3" dia), with liquid', sequenceNumber: 1 },
      ],
    },
    [
      { label: '1 ring (3" dia), with liquid', amount: 1, unit: 'ring', detail: '3" dia), with liquid', grams: 49 },
      { label: '3 oz', amount: 3, unit: 'oz', grams: 85 },
    ],
  ],
  [
    'a survey food, whose modifier is a code, without "Quantity not specified"',
    {
      foodPortions: [
        { gramWeight: 240, modifier: '90000', portionDescription: 'Quantity not specified' },
        { gramWeight: 31, modifier: '30000', portionDescription: '1 fl oz' },
        { gramWeight: 79, modifier: '10205', portionDescription: '1/2 cup, cooked' },
      ],
    },
    [
      { label: '1 fl oz', amount: 1, unit: 'fl oz', grams: 31 },
      { label: '1/2 cup, cooked', amount: 0.5, unit: 'cup', detail: 'cooked', grams: 79 },
    ],
  ],
  [
    'a search result',
    {
      foodMeasures: [
        { disseminationText: '1 cup', gramWeight: 158, rank: 1, measureUnitName: 'undetermined' },
        { disseminationText: 'Quantity not specified', gramWeight: 186, rank: 2 },
      ],
    },
    [{ label: '1 cup', amount: 1, unit: 'cup', grams: 158 }],
  ],
  [
    'a branded food',
    { servingSize: 28, servingSizeUnit: 'GRM', householdServingFullText: '1 ONZ' },
    [{ label: '1 ONZ (28 g)', amount: 1, unit: 'ONZ', grams: 28 }],
  ],
  [
    'a branded food whose label has no household measure',
    { servingSize: 30, servingSizeUnit: 'g', householdServingFullText: null },
    [{ label: '1 serving (30 g)', amount: 1, unit: 'serving', grams: 30 }],
  ],
  [
    'a drink, whose milliliters do not become grams',
    { servingSize: 240, servingSizeUnit: 'MLT', householdServingFullText: '½ bottle' },
    [
      { label: '½ bottle (240 ml)', amount: 0.5, unit: 'bottle', milliliters: 240 },
      { label: '100 ml', amount: 100, unit: 'ml', milliliters: 100 },
    ],
  ],
  ['a supplement, whose serving is in another unit', { servingSize: 1, servingSizeUnit: 'IU' }, []],
  [
    'portions that weigh nothing',
    { foodPortions: [{ amount: 1, gramWeight: 0, modifier: 'cup' }, { modifier: 'g' }] },
    [],
  ],
  ['empty lists and fields that are null', { foodPortions: null, foodMeasures: [], servingSize: null }, []],
])('reads the portions of %s, and adds 100 g', (_, fields, expected) => {
  expect(portions({ ...identity, ...fields } as Food)).toEqual([...expected, hundred]);
});

it.each(recorded.map((each) => [each.food.description, each] as const))(
  'reads the recorded portions of %s',
  (_, { food, portions: expected }) => {
    const found = portions(food).slice(0, -1);
    expect(found.map(({ label, grams }) => [label, grams])).toEqual(expected);
  },
);

it('reads the portions of every food of the sandbox, the same in full records and search results, and reads their labels', async () => {
  const sandbox = await createSandbox({ listen: false });
  const { foods } = createFoodClient(sandbox.options.food);
  const found = await foods.search({ pageSize: 200 }).toArray({ limit: 10_000 });
  const { items } = await foods.getMany({ fdcIds: found.map(({ fdcId }) => fdcId) });
  const withoutDetail = (all: Portion[]) => all.map(({ label, detail, ...rest }) => rest);
  for (const [index, food] of items.entries()) {
    const all = portions(food);
    expect(all.at(-1)).toEqual(hundred);
    expect(withoutDetail(portions(found[index] as never))).toEqual(withoutDetail(all));
    for (const { label, amount, unit, grams, milliliters } of all) {
      const read = gramsOf(food, label);
      expect(Math.abs((read.grams ?? Number(read.milliliters)) - (grams ?? Number(milliliters)))).toBeLessThan(0.5);
      expect(amount).toBeGreaterThan(0);
      expect(grams ?? milliliters).toBeGreaterThan(0);
      expect(`${label} ${unit}`).not.toMatch(/undefined|undetermined|not specified|^ | $/);
    }
  }
  expect(items.filter((food) => portions(food).length > 1).length).toBeGreaterThan(items.length / 2);
  await sandbox.close();
});
