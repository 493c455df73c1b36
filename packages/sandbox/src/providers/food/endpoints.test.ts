import { describe, expect, test } from 'vitest';
import { testContext } from '../../../test/sandbox.ts';
import { createFoodSandbox } from './index.ts';
import type { FoodSandboxOptions } from './options.ts';

/** Parsed body. Bodies have many shapes; each test checks its own. */
type Body = Awaited<ReturnType<Response['json']>>;

function start(options: FoodSandboxOptions = {}, overrides = {}) {
  const { app, options: client } = createFoodSandbox(testContext('food', overrides), options);
  const headers = { 'x-api-key': client().apiKey };
  const get = async (path: string): Promise<Body> => (await app.request(`/fdc/v1${path}`, { headers })).json();
  const send = (path: string, body: unknown, init: RequestInit = {}) =>
    app.request(`/fdc/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    });
  const post = async (path: string, body: unknown): Promise<Body> => (await send(path, body)).json();
  return {
    app,
    headers,
    get,
    post,
    send,
    status: async (path: string) => (await app.request(`/fdc/v1${path}`, { headers })).status,
  };
}

const { app, headers, get, post, send, status } = start();
const everything: Body[] = (
  await Promise.all([1, 2, 3].map((page) => get(`/foods/search?pageSize=200&pageNumber=${page}`)))
).flatMap((page) => page.foods);
const ofType = (dataType: string) => everything.filter((food) => food.dataType === dataType);
const full = async (dataType: string): Promise<Body[]> => {
  const ids = ofType(dataType).map((food) => food.fdcId);
  const chunks = Array.from({ length: Math.ceil(ids.length / 20) }, (_, index) =>
    ids.slice(index * 20, index * 20 + 20),
  );
  return (await Promise.all(chunks.map((fdcIds) => post('/foods', { fdcIds })))).flat();
};

describe('refusals of the application', () => {
  const nutrients = Array.from({ length: 26 }, (_, index) => index + 200);
  const searches = ['a%3Ab', 'cheese%3A', '%22cheese', '(cheese', 'cheese)'].map((query) => `search?query=${query}`);
  test.each<[number, string, ...string[]]>([
    [400, '/food/', 'abc', '1.5', '99999999999'],
    [400, '/food/167512?', 'format=short', 'nutrients=protein', `nutrients=${nutrients}`],
    [404, '/', 'food/1', 'nothing'],
    [400, '/foods', '', '?fdcIds=1,x', '/search?requireAllWords=maybe'],
    [400, '/foods/list?', 'pageSize=0', 'pageSize=201', 'pageSize=ten', 'pageNumber=0', 'pageSize=200&pageNumber=51'],
    [400, '/foods/list?', 'dataType=sr%20legacy', 'dataType=Experimental', 'sortBy=description', 'sortOrder=up'],
    [500, '/foods/', ...searches],
  ])('%i for a GET of %s', async (expected, start, ...ends) => {
    for (const end of ends) expect(await status(start + end), end).toBe(expected);
  });

  test.each<[string, ...unknown[]]>([
    ['/foods', '', '{"fdcIds":[167512', '[167512]', {}, { fdcIds: '167512' }, { fdcIds: ['167512'] }],
    ['/foods/list', { dataType: 'Foundation' }, { pageSize: '25' }],
    ['/foods/search', { query: 7 }, { tradeChannel: 'GROCERY' }, { tradeChannel: ['SHOP'] }],
    ['/foods/search', { startDate: '1/1/2020' }, { startDate: '2021-02-31' }],
  ])('400 for a POST to %s', async (path, ...bodies) => {
    for (const body of bodies) expect((await send(path, body)).status, JSON.stringify(body)).toBe(400);
  });

  test('null counts as missing', async () => {
    expect((await send('/foods/list', { dataType: null, pageSize: 1 })).status).toBe(200);
  });

  test("look like Spring's errors, with the path behind the gateway", async () => {
    const body = await get('/foods/search?pageSize=0');
    expect(body).toEqual({
      timestamp: expect.stringMatching(/^2026-01-01T00:00:\d\d\.\d{3}\+00:00$/),
      status: 400,
      error: 'Bad Request',
      message: 'Invalid request parameter or body',
      path: '/portal-data/external/v1/foods/search',
    });
  });

  test('404 without a body for an unknown ID', async () => {
    const response = await app.request('/fdc/v1/food/1', { headers });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([404, '0', '']);
  });

  test('405 for wrong methods and 415 for wrong content types', async () => {
    expect((await send('/food/167512', {})).status).toBe(405);
    expect((await app.request('/fdc/v1/foods', { method: 'DELETE', headers })).status).toBe(405);
    expect((await send('/foods', '{}', { headers: { ...headers, 'content-type': 'text/plain' } })).status).toBe(415);
  });

  test('options change what is refused', async () => {
    const other = start({ querySyntaxErrors: false, tooManyIds: 'reject', searchWindow: 100, searchWindowStatus: 500 });
    expect((await other.get('/foods/search?query=%22cheddar:')).totalHits).toBeGreaterThan(5);
    expect(await other.status(`/foods?fdcIds=${Array.from({ length: 21 }, (_, index) => index)}`)).toBe(400);
    expect(await other.status('/foods/list?pageSize=50&pageNumber=3')).toBe(500);
  });
});

describe('foods by ID', () => {
  test('return one food whole, abridged, or with selected nutrients', async () => {
    expect(await get('/food/167512')).toMatchObject({ dataType: 'SR Legacy', publicationDate: '4/1/2019' });
    const some = await get('/food/167512?format=abridged&nutrients=203&nutrients=204,999');
    const analytical = { derivationCode: 'A', derivationDescription: 'Analytical' };
    expect(some).toEqual({
      fdcId: 167512,
      description: 'Butter, salted',
      dataType: 'SR Legacy',
      publicationDate: '2019-04-01',
      ndbNumber: '1001',
      foodNutrients: [
        { number: '203', name: 'Protein', amount: 0.85, unitName: 'G', ...analytical },
        { number: '204', name: 'Total lipid (fat)', amount: 81.11, unitName: 'G', ...analytical },
      ],
    });
    expect((await get('/food/167512?nutrients=999')).foodNutrients).toEqual([]);
  });

  test('omit unknown IDs and return repeated ones once, in database order', async () => {
    const ids = (foods: Body[]) => foods.map(({ fdcId }) => fdcId);
    expect(ids(await get('/foods?fdcIds=167569,1,167512&fdcIds=167569'))).toEqual([167512, 167569]);
    expect(ids(await get('/foods?fdcIds=167569%2C167512&format=abridged'))).toEqual([167512, 167569]);
    expect(await post('/foods', { fdcIds: [1, 2] })).toEqual([]);
    expect(await post('/foods', { fdcIds: [] })).toEqual({});
  });

  test('return only the first 20 of more than 20 IDs', async () => {
    const fdcIds = Array.from({ length: 25 }, (_, index) => 167_512 + 57 * index);
    expect((await post('/foods', { fdcIds, format: 'abridged' })).map((food: Body) => food.fdcId)).toEqual(
      fdcIds.slice(0, 20),
    );
  });
});

describe('lists', () => {
  test.each(['dataType.keyword', 'lowercaseDescription.keyword', 'fdcId', 'publishedDate'])(
    'are sorted by %s in both directions',
    async (sortBy) => {
      const read = (order: string) => get(`/foods/list?pageSize=200&sortBy=${sortBy}&sortOrder=${order}`);
      const keyOf = ({ dataType, description, fdcId, publicationDate }: Body) =>
        ({
          'dataType.keyword': dataType,
          'lowercaseDescription.keyword': description.toLowerCase(),
          fdcId,
          publishedDate: publicationDate,
        })[sortBy];
      const [up, down] = [(await read('asc')).map(keyOf), (await read('desc')).map(keyOf)];
      const ascending = (a: string, b: string) => (a < b ? -1 : Number(a > b));
      expect([up, down]).toEqual([up.toSorted(ascending), down.toSorted(ascending).toReversed()]);
    },
  );
});

describe('search', () => {
  test.each<[string, RegExp, RegExp?]>([
    ['b*y', /\bb\w*(y|ies)\b/],
    ['c*ed*ar', /\bc\w*ed\w*ar\b/],
    ['(apple banana) -juice', /apple|banana/, /juice/],
    ['+(oatmeal oats) +raisins', /oat.*raisin|raisin.*oat/],
    ['description:"whole milk"', /whole milk/],
    ['description:(kale spinach)', /kale|spinach/],
    ['mangoes', /mango/],
  ])('%s', async (query, all, none) => {
    const { foods } = await get(`/foods/search?pageSize=200&query=${encodeURIComponent(query)}`);
    expect(foods.length).toBeGreaterThan(0);
    for (const { description, ingredients, commonNames, additionalDescriptions } of foods) {
      const text = [description, ingredients, commonNames, additionalDescriptions].join(' ').toLowerCase();
      expect(text).toMatch(all);
      if (none) expect(text).not.toMatch(none);
    }
  });

  test('ranks branded foods first', async () => {
    const { foods } = await get('/foods/search?query=chicken%20breast&pageSize=8');
    expect(foods.map(({ dataType }: Body) => dataType)).toEqual(Array(8).fill('Branded'));
    expect(foods.every(({ description }: Body) => description.includes('CHICKEN BREAST'))).toBe(true);
    const { totalHits } = await get('/foods/search?query=chicken%20breast&dataType=SR%20Legacy');
    expect(totalHits).toBeGreaterThan(0);
  });

  test('finds IDs and codes by field', async () => {
    const { gtinUpc } = ofType('Branded')[0];
    expect((await get('/foods/search?query=fdcId:167512')).foods).toMatchObject([{ fdcId: 167512 }]);
    expect((await get(`/foods/search?query=gtinUpc:${gtinUpc}`)).foods).toMatchObject([{ gtinUpc }]);
  });

  test('returns pages, counts and criteria with the foods', async () => {
    const body = await post('/foods/search', {
      query: 'cheese',
      dataType: ['Foundation', 'Branded'],
      pageSize: 2,
      pageNumber: 2,
      sortBy: 'fdcId',
      sortOrder: 'desc',
    });
    expect(body).toMatchObject({
      currentPage: 2,
      totalPages: Math.ceil(body.totalHits / 2),
      pageList: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      aggregations: { dataType: { Branded: expect.any(Number), Foundation: expect.any(Number) }, nutrients: {} },
    });
    const counts = Object.values<number>(body.aggregations.dataType);
    expect(counts.reduce((sum, count) => sum + count)).toBe(body.totalHits);
    expect(body.foodSearchCriteria).toEqual({
      query: 'cheese',
      generalSearchInput: 'cheese',
      dataType: ['Foundation', 'Branded'],
      foodTypes: ['Foundation', 'Branded'],
      pageNumber: 2,
      pageSize: 2,
      numberOfResultsPerPage: 50,
      requireAllWords: false,
      sortBy: 'fdcId',
      sortOrder: 'desc',
    });
  });

  test('filters by owner, ingredients, dates and trade channel', async () => {
    const owner = "O'Dell's Orchard & Dairy";
    const owned = await get(`/foods/search?pageSize=200&brandOwner=${encodeURIComponent(owner)}`);
    expect(owned.totalHits).toBe(everything.filter((food) => food.brandOwner === owner).length);
    expect(
      (await get('/foods/search?ingredients=sea%20salt')).foods.every((food: Body) =>
        food.ingredients.includes('SEA SALT'),
      ),
    ).toBe(true);
    const window = { startDate: '2020-01-01', endDate: '2020-12-31' };
    const dated = await post('/foods/search', { ...window, pageSize: 200 });
    expect(dated.totalHits).toBe(everything.filter((food) => food.publishedDate.startsWith('2020')).length);
    const sold = await post('/foods/search', { tradeChannel: ['ONLINE', 'DRUG'] });
    expect(sold.totalHits).toBe(
      everything.filter((food) => food.tradeChannels?.some((each: string) => /ONLINE|DRUG/.test(each))).length,
    );
    expect((await get('/foods/search?tradeChannel=ONLINE&startDate=2020-01-01')).totalHits).toBe(everything.length);
  });

  test('marks matches, except in descriptions', async () => {
    const { foods } = await get('/foods/search?query=almonds&dataType=Branded');
    expect(foods.some((food: Body) => food.allHighlightFields.includes('<em>ALMONDS</em>'))).toBe(true);
    expect((await get('/foods/search?query=hummus')).foods.some((food: Body) => food.allHighlightFields === '')).toBe(
      true,
    );
  });
});

describe('the data', () => {
  const amount = (food: Body, ...numbers: string[]) =>
    food.foodNutrients.find((row: Body) => numbers.includes(row.nutrient.number) && row.amount !== undefined)?.amount;

  test.each(['Foundation', 'SR Legacy', 'Survey (FNDDS)', 'Branded'])(
    'has consistent amounts in %s foods',
    async (type) => {
      for (const food of await full(type)) {
        const [protein = 0, fat = 0, carbohydrate = 0, fiber = 0] = [
          ['203'],
          ['204', '298'],
          ['205', '205.2'],
          ['291', '293'],
        ].map((numbers) => amount(food, ...numbers));
        const energy = amount(food, '208') ?? amount(food, '957');
        const sum = protein + fat + carbohydrate + (amount(food, '255') ?? 0);
        // Label data is rounded per serving, and small servings magnify the error.
        const slack = food.servingSize ? 100 / food.servingSize : 0;
        expect(sum, food.description).toBeLessThan(101 + 1.5 * slack);
        const expected = 4 * protein + 9 * fat + 4 * carbohydrate + 7 * (amount(food, '221') ?? 0);
        expect(Math.abs(expected - energy), food.description).toBeLessThan(
          25 + 2.5 * fiber + 0.06 * energy + 12 * slack,
        );
        expect(amount(food, '606') ?? 0).toBeLessThanOrEqual(fat + slack);
      }
    },
  );

  test('has labels per serving and amounts per 100 g', async () => {
    const branded = await full('Branded');
    for (const { labelNutrients, servingSize, ...food } of branded) {
      expect(labelNutrients.sodium.value).toBeCloseTo((amount(food, '307') * servingSize) / 100, 1);
      expect(labelNutrients.calories.value).toBeCloseTo((amount(food, '208') * servingSize) / 100, 1);
    }
    expect(branded.some(({ servingSize }) => !Number.isInteger(servingSize))).toBe(true);
    expect(branded.some(({ labelNutrients }) => !('addedSugar' in labelNutrients))).toBe(true);
    expect(new Set(branded.map(({ servingSizeUnit }) => servingSizeUnit))).toEqual(new Set(['g', 'ml', 'GRM', 'MLT']));
    expect(branded.some(({ ingredients }) => ingredients.length > 20_000)).toBe(true);
    expect(branded.some(({ foodUpdateLog }) => foodUpdateLog.length > 0)).toBe(true);
  });

  test('carries the quirks of real records', async () => {
    const branded = ofType('Branded');
    const codes = branded.map(({ gtinUpc }) => gtinUpc);
    expect(new Set(codes).size).toBe(180);
    expect(new Set(codes.map((code) => code.length)).size).toBeGreaterThan(2);
    const subbrands = branded.map((food) => ('subbrandName' in food ? food.subbrandName : undefined));
    expect(new Set(subbrands)).toEqual(new Set([null, '', undefined]));
    expect(new Set(everything.map((food) => typeof food.ndbNumber))).toEqual(
      new Set(['number', 'string', 'undefined']),
    );

    const foundation = await full('Foundation');
    expect(new Set(foundation.map((food) => typeof food.ndbNumber))).toEqual(new Set(['number', 'string']));
    const energies = foundation.map((food) =>
      ['208', '957', '958'].filter((number) => amount(food, number) !== undefined).join(),
    );
    expect(new Set(energies)).toEqual(new Set(['208,957,958', '957,958', '957']));
    expect(foundation[0].foodNutrients[0]).toEqual({
      type: 'FoodNutrient',
      nutrient: { id: 2045, number: '951', name: 'Proximates', rank: 50, unitName: 'g' },
      foodNutrientDerivation: {},
    });
    const twice = (food: Body) => food.foodNutrients.filter((row: Body) => row.nutrient.number === '301').length === 2;
    expect(foundation.some(twice)).toBe(true);
    expect(
      foundation.some((food) =>
        food.foodNutrients.some((row: Body) => row.nutrient.number === '328' && !('amount' in row)),
      ),
    ).toBe(true);
  });

  test('has the nutrients under every number of real records', async () => {
    const numbersIn = (food: Body) => food.foodNutrients.map((row: Body) => row.nutrient.number);
    const has = (foods: Body[], ...numbers: string[]) =>
      foods.map(numbersIn).some((own) => numbers.every((number) => own.includes(number)));
    const [foundation, branded] = [await full('Foundation'), await full('Branded')];
    for (const both of [
      ['204', '298'],
      ['205', '205.2'],
    ])
      expect(has(foundation, ...both), `${both}`).toBe(true);
    for (const [usual = '', other = ''] of [
      ['204', '298'],
      ['205', '205.2'],
      ['291', '293'],
      ['269', '269.3'],
    ]) {
      const others = foundation.filter((food) => numbersIn(food).includes(other));
      expect(
        others.some((food) => !numbersIn(food).includes(usual)),
        other,
      ).toBe(true);
    }
    expect(has(branded, '324') && has(branded, '318')).toBe(true);
    expect(has(branded, '328') || has(branded, '320')).toBe(false);
    const { fdcId } = foundation.find((food) => amount(food, '269.3'));
    const some = await get(`/food/${fdcId}?nutrients=203&nutrients=269.3`);
    expect(numbersIn(some)).toEqual(['203', '269.3']);
    expect(await post('/foods', { fdcIds: [fdcId], nutrients: [203, 269.3] })).toEqual([some]);
  });

  test('has as few portions as real records, and portions of an amount that nobody stated', async () => {
    const [foundation, survey] = [await full('Foundation'), await full('Survey (FNDDS)')];
    const bare = foundation.filter(({ foodPortions }) => foodPortions.length === 0).length / foundation.length;
    expect(bare).toBeCloseTo(0.79, 1);
    const portions: Body[] = survey.flatMap(({ foodPortions }) => foodPortions);
    const unstated = portions.filter(({ modifier }) => modifier === '90000');
    expect(unstated.length / portions.length).toBeCloseTo(0.25, 1);
    for (const { portionDescription } of unstated) expect(portionDescription).toBe('Quantity not specified');
    expect(new Set(unstated.map(({ sequenceNumber }) => sequenceNumber))).toEqual(new Set([1, 2]));
    const measures: Body[] = ofType('Survey (FNDDS)').flatMap(({ foodMeasures }) => foodMeasures);
    expect(measures.filter(({ modifier }) => modifier === '90000')).toHaveLength(unstated.length);
  });

  test('writes some zeros with an exponent', async () => {
    const oil = everything.find((food) => food.description.startsWith('Oil, olive') && food.dataType === 'Foundation');
    const response = await app.request(`/fdc/v1/food/${oil.fdcId}`, { headers });
    expect(await response.text()).toContain('"amount":0E-8');
  });

  test('depends only on the seed and has the requested size', async () => {
    const path = '/foods/search?dataType=Branded&pageSize=200';
    expect(await start().get(path)).toEqual(await get(path));
    expect((await start({ brandedFoods: 1_234 }).get(path)).totalHits).toBe(1_234);
  });
});

test('the specification describes the requests, as JSON and as YAML', async () => {
  const specification = await get('/json-spec');
  expect(specification.paths['/v1/foods/search'].post).toMatchObject({
    requestBody: {
      content: { 'application/json': { schema: { properties: { pageSize: { minimum: 1, maximum: 200 } } } } },
    },
  });
  const yaml = await app.request('/fdc/v1/yaml-spec', { headers });
  expect(yaml.headers.get('content-type')).toBe('application/yaml');
});
