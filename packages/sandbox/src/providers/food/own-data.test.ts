import { describe, expect, test } from 'vitest';
import { createSandbox } from '../../food.ts';
import type { FoodRecord } from './own-records.ts';

const foods: readonly FoodRecord[] = [
  {
    fdcId: 5_000_001,
    description: 'Sourdough of the house',
    brandOwner: 'Corner Bakery',
    gtinUpc: '00042',
    servingSize: 50,
    foodNutrients: [
      { number: 204, amount: 3 },
      { number: '203', amount: 10 },
      { number: 269.3, amount: 2 },
    ],
  },
  {
    description: 'Moon rhubarb, raw',
    foodCategory: 'Vegetables and Vegetable Products',
    publicationDate: '2020-02-29',
  },
  {
    description: 'Moon rhubarb pie',
    dataType: 'Survey (FNDDS)',
    foodPortions: [{ modifier: 'slice', gramWeight: 90 }],
  },
  { fdcId: 167_512, description: 'Butter of the house', dataType: 'SR Legacy' },
];

async function start(own: readonly FoodRecord[] = foods) {
  const sandbox = await createSandbox({ listen: false, food: { brandedFoods: 20, foods: own } });
  const { apiKey } = sandbox.options.food;
  const get = async (path: string) => {
    const response = await sandbox.fetch(`${sandbox.url}/food/fdc/v1${path}`, { headers: { 'x-api-key': apiKey } });
    return response.json();
  };
  return { sandbox, get };
}

describe('your own foods', () => {
  test('are found by ID, with the values that the API derives from their fields', async () => {
    const { get } = await start();
    expect(await get('/food/5000001')).toMatchObject({
      fdcId: 5_000_001,
      description: 'Sourdough of the house',
      dataType: 'Branded',
      brandOwner: 'Corner Bakery',
      gtinUpc: '00042',
      ingredients: 'SOURDOUGH OF THE HOUSE.',
      foodNutrients: [{ nutrient: { number: '203', name: 'Protein' }, amount: 10 }, { amount: 3 }, { amount: 2 }],
      labelNutrients: { protein: { value: 5 }, fat: { value: 1.5 } },
    });
  });

  test('are found by search and in lists of their type, with stable IDs', async () => {
    const { get } = await start();
    const { foods: found, totalHits } = await get('/foods/search?query=moon%20rhubarb&requireAllWords=true&pageSize=1');
    expect(totalHits).toBe(2);
    expect(found).toHaveLength(1);
    const { foods: pies } = await get('/foods/search?query=pie&dataType=Survey%20(FNDDS)');
    const pie = pies.find(({ description }: FoodRecord) => description === 'Moon rhubarb pie');
    expect(await get(`/food/${pie.fdcId}`)).toMatchObject({
      foodClass: 'Survey',
      foodPortions: [{ gramWeight: 90, portionDescription: '1 slice' }],
    });
    const list = await get('/foods/list?dataType=Foundation&sortBy=fdcId&sortOrder=desc&pageSize=1');
    expect(list).toMatchObject([{ description: 'Moon rhubarb, raw', publicationDate: '2020-02-29' }]);
    const again = await (await start()).get('/foods/list?dataType=Foundation&sortBy=fdcId&sortOrder=desc&pageSize=1');
    expect(again).toEqual(list);
  });

  test('have different IDs when they have the same description', async () => {
    const { get } = await start([{ description: 'Moon rhubarb' }, { description: 'Moon rhubarb' }]);
    const { foods: found } = await get('/foods/search?query=%22moon%20rhubarb%22');
    expect(new Set(found.map(({ fdcId }: FoodRecord) => fdcId)).size).toBe(2);
  });

  test('replace generated foods with the same ID, and leave the others unchanged', async () => {
    const { get } = await start();
    expect(await get('/food/167512')).toMatchObject({ description: 'Butter of the house', foodNutrients: [] });
    const plain = await start([]);
    expect(await get('/food/167569')).toEqual(await plain.get('/food/167569'));
  });

  test.each<[unknown, string]>([
    [[{ fdcId: 1 }], 'food.foods[0].description is required: a string that is not empty'],
    [
      [{ description: 'x', brandowner: 'y' }],
      'unknown option food.foods[0].brandowner; did you mean food.foods[0].brandOwner?',
    ],
    [[{ description: 'x', publicationDate: '2026-02-30' }], 'food.foods[0].publicationDate must be a date such as '],
    [[{ description: 'x', foodNutrients: [{ number: 203 }] }], 'food.foods[0].foodNutrients[0].amount is required'],
    [
      [{ description: 'x' }, { description: 'y', foodNutrients: [{ number: 7, amount: 1 }] }],
      'food.foods[1].foodNutrients[0].number must be the number of a sandbox nutrient (255, ',
    ],
    [
      [
        { description: 'x', fdcId: 7 },
        { description: 'y', fdcId: 7 },
      ],
      'food.foods[1].fdcId must be unique; food.foods[0] has 7 already',
    ],
    [
      [{ description: 'x', dataType: 'Foundation', brandName: 'y' }],
      'food.foods[0].brandName is only for Branded foods; the dataType is Foundation',
    ],
    [[{ description: 'x', dataType: 'Surveyed' }], 'food.foods[0].dataType must be one of Branded, Foundation'],
    [{ description: 'x' }, 'food.foods must be an array of foods; got an object'],
  ])('are refused with the place of the mistake: %j', async (own, message) => {
    await expect(createSandbox({ listen: false, food: { foods: own as FoodRecord[] } })).rejects.toThrow(message);
  });
});
