import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSandbox } from '@x/sandbox/food';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCsv, writeJson } from '../test/downloads.ts';
import { createFoodClient, type Food, type FoodClient, panel, portions } from './index.ts';
import { createLocalFoods, type ImportProgress, importFoods, type LocalFoods } from './local.ts';

let folder: string;
let remote: FoodClient['foods'];
let all: Food[];
const forms = ['csv', 'json'] as const;
const local = {} as Record<(typeof forms)[number], LocalFoods>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foods-'));
  const sandbox = await createSandbox({ listen: false, limits: 'off' });
  remote = createFoodClient(sandbox.options.food).foods;
  const listed = await remote.list({ pageSize: 200 }).toArray({ limit: 10_000 });
  const { items } = await remote.getMany({ fdcIds: listed.map(({ fdcId }) => fdcId) });
  all = items.filter(({ dataType }) => dataType !== 'Experimental');
  await writeCsv(join(folder, 'csv', 'FoodData_Central_csv'), all);
  await writeJson(join(folder, 'json'), all);
  for (const form of forms) {
    const database = new DatabaseSync(':memory:');
    await importFoods({ from: join(folder, form), database });
    local[form] = createLocalFoods(database);
  }
});
afterAll(() => rm(folder, { recursive: true }));

describe.each(forms)('foods from %s files', (form) => {
  it('have the same values, portions and labels as those of the API', async () => {
    const fdcIds = all.map(({ fdcId }) => fdcId);
    const { items, missing } = await local[form].getMany({ fdcIds: [...fdcIds, 99] });
    expect(missing).toEqual([99]);
    for (const [index, food] of items.entries()) {
      const expected = all[index] as Food;
      expect(food).toMatchObject({
        fdcId: expected.fdcId,
        description: expected.description,
        dataType: expected.dataType,
      });
      expect(food.publicationDate).toBe(expected.publicationDate);
      expect(portions(food)).toEqual(portions(expected));
      // CSV files have no amounts per serving, which are rounded, and only those have no amount per 100 g.
      const own = panel(form === 'csv' ? ({ ...expected, labelNutrients: {} } as Food) : expected);
      expect(panel(food)).toEqual(own);
      for (const name of [
        'gtinUpc',
        'brandOwner',
        'servingSizeUnit',
        'modifiedDate',
        'foodCode',
        'tradeChannels',
      ] as const)
        expect((food as Record<string, unknown>)[name]).toEqual((expected as Record<string, unknown>)[name]);
    }
  });

  it('are found by barcode, by text and by search, as those of the API', async () => {
    const { gtinUpc } = all.find(({ dataType }) => dataType === 'Branded') as { gtinUpc?: string };
    const ids = async (foods: LocalFoods) => (await foods.findByBarcode(`${gtinUpc}`)).map(({ fdcId }) => fdcId);
    expect(await ids(local[form])).toEqual(await ids(remote));
    const [bread] = await local[form].find('whole wheat bread');
    expect(bread?.description).toMatch(/^Bread, whole.wheat/);
    expect(bread?.evidence.map(({ field }) => field)).toEqual(Array(3).fill('description'));
    expect((await local[form].find('chicken breasts')).map(({ dataType }) => dataType)[0]).not.toBe('Branded');
    await expect(local[form].find('?!')).rejects.toMatchObject({ code: 'invalid_params' });
  });

  it.each<[query: string, others?: object]>([
    ['cheddar cheese', { requireAllWords: true }],
    ['+cheddar -spread'],
    ['"cheddar cheese" -spread', { dataType: ['Branded'] }],
    ['chedd*'],
    ['+(kale spinach) -raw'],
    ['-spread +cheddar +(raw (sharp cheese))'],
    ['description:hummus'],
    ['cheddar', { dataType: ['Survey (FNDDS)', 'Foundation'] }],
    ['-cheese', { dataType: ['Foundation'] }],
    ['milk', { startDate: '2021-01-01', endDate: '2024-12-31', sortBy: 'fdcId' }],
    ['', { tradeChannel: ['GROCERY'], sortBy: 'publishedDate', sortOrder: 'desc' }],
    ['', { ingredients: 'OATS' }],
  ])('match the query %j with %j like those of the API', async (query, others) => {
    const find = async (foods: LocalFoods) => await foods.search({ query, ...others }).toArray({ limit: 1000 });
    const [own, expected] = await Promise.all([find(local[form]), find(remote)]);
    const known = expected.filter(({ dataType }) => dataType !== 'Experimental').map(({ fdcId }) => fdcId);
    expect(own.map(({ fdcId }) => fdcId).sort()).toEqual(known.sort());
    expect(known.length).toBeGreaterThan(0);
  });

  it('are read page by page, in the short form, with some nutrients, and not found as from the API', async () => {
    const foods = local[form];
    const page = await foods.search({ text: 'cheese', pageSize: 3 });
    expect(page.items).toHaveLength(3);
    const rest = await foods
      .search({ text: 'cheese', pageSize: 3 }, { cursor: page.nextCursor as string })
      .toArray({ limit: 1000 });
    expect(rest).toHaveLength((page.total ?? 0) - 3);
    const [first] = page.items;
    const short = await foods.get({ fdcId: first?.fdcId ?? 0, format: 'abridged', nutrients: [203] });
    expect(short).toMatchObject({
      publicationDate: first?.publishedDate,
      foodNutrients: [{ number: '203', unitName: 'G' }],
    });
    await expect(foods.get({ fdcId: 99 })).rejects.toMatchObject({ code: 'not_found', operation: 'foods.get' });
    for (const query of ['a:b', '"', '((', ')', '+ -', '*', 'NEAR(a b)', 'AND', "'"]) await foods.search({ query });
  });
});

describe('an import', () => {
  it('that ends early continues where it stopped, and reports its progress', async () => {
    const database = new DatabaseSync(':memory:');
    const from = join(folder, 'csv');
    const seen: ImportProgress[] = [];
    let runs = 0;
    for (;;) {
      const controller = new AbortController();
      const before = seen.length;
      runs += 1;
      const result = await importFoods({
        ...{ from, database, signal: controller.signal, batchSize: 500 },
        onProgress(progress) {
          seen.push(progress);
          if (seen.length - before === 2) controller.abort(new Error('stopped'));
        },
      }).catch((error: Error) => error.message);
      if (result === undefined) break;
      expect(result).toBe('stopped');
      expect(() => createLocalFoods(database)).toThrow(/the import has not ended/);
    }
    expect(runs).toBeGreaterThan(10);
    const steps = seen.map(({ step, records }) => `${step} ${records}`);
    expect(new Set(steps).size).toBe(steps.length); // no transaction was repeated
    expect(seen.at(-1)).toMatchObject({ step: 'index' });
    expect(seen.at(-1)?.bytes).toBe(seen.at(-1)?.totalBytes);
    const fdcId = all[0]?.fdcId ?? 0;
    expect(await createLocalFoods(database).get({ fdcId })).toEqual(await local.csv.get({ fdcId }));
  });

  it('ends between two transactions of the text index when another task aborts it', async () => {
    const controller = new AbortController();
    const onProgress = ({ step }: ImportProgress) => {
      if (step === 'index') setImmediate(() => controller.abort(new Error('stopped')));
    };
    const options = { from: join(folder, 'json'), database: new DatabaseSync(':memory:'), batchSize: 50, onProgress };
    await expect(importFoods({ ...options, signal: controller.signal })).rejects.toThrow('stopped');
  });

  it('reads only files that have changed, and replaces their foods', async () => {
    const database = new DatabaseSync(':memory:');
    const from = join(folder, 'changing');
    const [food] = all.filter(({ dataType }) => dataType === 'SR Legacy') as [Food];
    const steps: string[] = [];
    const run = async (foods: Food[]) => {
      await writeJson(from, foods);
      for (const name of ['foundation_food', 'branded_food', 'survey_fndds_food'])
        await utimes(join(from, `FoodData_Central_${name}_json.json`), 1, 1);
      steps.length = 0;
      await importFoods({ from, database, onProgress: ({ step }) => steps.push(step) });
      return createLocalFoods(database);
    };
    await run([food]);
    expect(steps).toHaveLength(5);
    const foods = await run([{ ...food, description: 'Zzyzx', foodNutrients: [] } as Food]);
    expect(steps).toEqual(['FoodData_Central_sr_legacy_food_json.json', 'index']);
    expect(await foods.find('zzyzx')).toMatchObject([{ fdcId: food.fdcId, foodNutrients: [] }]);
    expect(await foods.find(food.description)).toEqual([]);
    await importFoods({ from, database, onProgress: ({ step }) => steps.push(step) });
    expect(steps).toHaveLength(2);
  });

  it('reads all CSV files of a folder again if one has changed, because they belong together', async () => {
    const database = new DatabaseSync(':memory:');
    const from = join(folder, 'touched');
    const [food] = all as [Food];
    await writeCsv(from, [food]);
    const steps: string[] = [];
    const run = () => importFoods({ from, database, onProgress: ({ step }) => steps.push(step) });
    await run();
    await utimes(join(from, 'food.csv'), 1, 1);
    await run();
    expect(steps.filter((step) => step === 'food_nutrient.csv')).toHaveLength(2);
    expect(panel(await createLocalFoods(database).get({ fdcId: food.fdcId }))).toEqual(
      panel(await local.csv.get({ fdcId: food.fdcId })),
    );
  });

  it('rejects if a file cannot be read', async () => {
    const from = await mkdtemp(join(folder, 'folder-'));
    await mkdir(join(from, 'food.csv'));
    await expect(importFoods({ from, database: new DatabaseSync(':memory:') })).rejects.toThrow(/EISDIR/);
  });

  it('stores nothing of a transaction that fails, and continues once the file is repaired', async () => {
    const database = new DatabaseSync(':memory:');
    const from = await mkdtemp(join(folder, 'broken-'));
    const file = join(from, 'a.json');
    await writeFile(
      file,
      '{"FoundationFoods": [{"fdcId": 1, "dataType": "Foundation", "description": "a"}, {"fdcId": 2',
    );
    await expect(importFoods({ from, database })).rejects.toThrow(
      'importFoods: a.json cannot be read: the JSON text ends too early. Download and unzip it again',
    );
    expect(database.prepare('SELECT count(*) AS n FROM food').get()).toEqual({ n: 0 });
    await writeFile(file, '{"FoundationFoods": [{"fdcId": 1, "dataType": "Foundation", "description": "{\\"a\\"]"}]}');
    await importFoods({ from, database });
    expect(await createLocalFoods(database).get({ fdcId: 1 })).toMatchObject({ description: '{"a"]' });
  });

  it('without downloads, and foods without an import, are refused', async () => {
    const from = await mkdtemp(join(folder, 'empty-'));
    const database = new DatabaseSync(':memory:');
    await expect(importFoods({ from, database })).rejects.toThrow(/has no food.csv and no JSON file. Unzip a download/);
    const noFoods = /the database has no foods. Call importFoods with downloads/;
    expect(() => createLocalFoods(database)).toThrow(noFoods);
    expect(() => createLocalFoods(new DatabaseSync(':memory:'))).toThrow(noFoods);
    await writeFile(join(from, 'food.csv'), '<html>Not found</html>');
    await importFoods({ from, database });
    expect(() => createLocalFoods(database)).toThrow(noFoods);
  });
});
