import { nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { type ClientEvent, createFoodClient, isApiError } from './index.ts';

const host = 'https://api.nal.usda.gov';
const apiKey = 'k'.repeat(40);
const { foods, specification } = createFoodClient({ apiKey, retries: 0, validation: 'strict' });
/** Headers that carry the key; no URL contains it. */
const keyed = { 'x-api-key': apiKey };
const json = { ...keyed, accept: 'application/json', 'content-type': 'application/json' };

const brief = (fdcId: number) => ({ fdcId, dataType: 'Branded', description: `food ${fdcId}` });
const hits = (page: number, size: number, totalHits: number) => ({
  totalHits,
  currentPage: page,
  totalPages: Math.ceil(totalHits / size),
  foods: Array.from({ length: Math.min(size, totalHits - (page - 1) * size) }, (_, index) =>
    brief(page * 1000 + index),
  ),
});

nockOnly();

describe('requests', () => {
  it.each([
    ['the documented search', () => foods.search({ query: 'apple' }), `/foods/search?query=apple`],
    ['a search without a query', () => foods.search(), `/foods/search`],
    [
      'lists as repeated parameters, with spaces and operators escaped',
      () => foods.search({ query: '+"a b" -c', dataType: ['Foundation', 'SR Legacy'], requireAllWords: true }),
      `/foods/search?query=%2B%22a%20b%22%20-c&dataType=Foundation&dataType=SR%20Legacy&requireAllWords=true`,
    ],
    [
      'every other search parameter',
      () =>
        foods.search({
          pageSize: 200,
          pageNumber: 2,
          sortBy: 'publishedDate',
          sortOrder: 'desc',
          brandOwner: 'A, Inc',
          ingredients: 'oat',
        }),
      `/foods/search?pageSize=200&pageNumber=2&sortBy=publishedDate&sortOrder=desc&brandOwner=A%2C%20Inc&ingredients=oat`,
    ],
  ])('send %s', async (_, call, path) => {
    nock(host, { reqheaders: { ...keyed, accept: 'application/json' }, badheaders: ['authorization'] })
      .get(`/fdc/v1${path}`)
      .reply(200, hits(1, 50, 0));
    expect(await call()).toMatchObject({ items: [], total: 0, nextCursor: null });
  });

  it('have the ID in the path, and nutrients by number', async () => {
    nock(host, { reqheaders: keyed })
      .get(`/fdc/v1/food/7?format=abridged&nutrients=203&nutrients=269.3`)
      .reply(200, brief(7));
    expect(await foods.get({ fdcId: 7, format: 'abridged', nutrients: [203, 269.3] })).toEqual(brief(7));
  });

  it.each([
    { query: '+(kale spinach) -raw' },
    { dataType: ['Foundation', 'Survey (FNDDS)'] },
    { brandOwner: 'Acme Foods (USA), Inc.' },
    { ingredients: 'milk :)' },
    { tradeChannel: ['DRUG'] },
    { startDate: '2020-01-31' },
    { query: 'oat', dataType: ['Branded'], requireAllWords: true, endDate: '2020-12-31' },
  ] as const)('send a search by POST if GET lacks a param or refuses a parenthesis: %j', async (params) => {
    nock(host, { reqheaders: json })
      .post('/fdc/v1/foods/search', params)
      .reply(200, hits(1, 50, 1));
    expect((await foods.search(params)).items).toHaveLength(1);
  });

  it('send a list by POST if a value has a parenthesis', async () => {
    const params = { dataType: ['Survey (FNDDS)'], pageSize: 2 } as const;
    for (const body of [params, { ...params, pageNumber: 2 }])
      nock(host, { reqheaders: json })
        .post('/fdc/v1/foods/list', body)
        .reply(200, body === params ? [brief(1), brief(2)] : []);
    expect(await foods.list(params).toArray({ limit: 9 })).toHaveLength(2);
  });

  it("fetch the API's OpenAPI file, as a string if it is YAML", async () => {
    nock(host, { reqheaders: { ...keyed, accept: '*/*' } })
      .get(`/fdc/v1/yaml-spec`)
      .reply(200, 'openapi: 3.0.0\n', { 'content-type': 'application/yaml' });
    expect(await specification.getYaml()).toBe('openapi: 3.0.0\n');
    const file = { openapi: '3.0.0', info: { title: 'Food Data Central API' }, paths: {}, externalDocs: {} };
    nock(host, { reqheaders: { ...keyed, accept: 'application/json' } })
      .get(`/fdc/v1/json-spec`)
      .reply(200, file);
    expect(await specification.getJson()).toEqual(file);
  });

  it.each([
    ['header', 'by default', undefined, '', keyed, []],
    ['header', 'when the options say so', 'headers', '', keyed, []],
    ['query', 'when the options say so', 'query', `api_key=${apiKey}`, {}, ['x-api-key']],
  ] as const)(
    'send the key in the %s %s, even to a custom baseUrl',
    async (_, __, credentialsIn, query, reqheaders, badheaders) => {
      const baseUrl = 'https://mirror.test';
      const client = createFoodClient({ apiKey, baseUrl, retries: 0, ...(credentialsIn && { credentialsIn }) });
      const mirror = nock(baseUrl, { reqheaders, badheaders: [...badheaders] });
      mirror.get(`/fdc/v1/foods/list${query && `?${query}`}`).reply(200, []);
      mirror.post(`/fdc/v1/foods/search${query && `?${query}`}`, { endDate: '2020-12-31' }).reply(200, hits(1, 50, 0));
      mirror.get(`/fdc/v1/food/7?format=full${query && `&${query}`}`).reply(200, brief(7));
      expect((await client.foods.list()).items).toEqual([]);
      expect((await client.foods.search({ endDate: '2020-12-31' })).items).toEqual([]);
      expect(await client.foods.get({ fdcId: 7, format: 'full' })).toEqual(brief(7));
    },
  );
});

it('retries a search by POST after a failure, because it only reads', async () => {
  const client = createFoodClient({ apiKey, retries: 1, random: () => 0 });
  const path = '/fdc/v1/foods/search';
  const scope = nock(host, { reqheaders: keyed });
  scope
    .post(path)
    .reply(502, '<html>Bad Gateway</html>')
    .post(path)
    .reply(200, hits(1, 50, 1));
  expect((await client.foods.search({ tradeChannel: ['DRUG'] })).items).toHaveLength(1);
});

it('retries a GET that ends at the gateway with an HTML page', async () => {
  const client = createFoodClient({ apiKey, retries: 1, random: () => 0 });
  const path = '/fdc/v1/foods/search?query=(a)';
  nock(host)
    .get(path)
    .reply(400, '<html>400 Bad Request</html>')
    .get(path)
    .reply(200, hits(1, 50, 1));
  expect(await client.request('/fdc/v1/foods/search', { query: '(a)' })).toMatchObject({ totalHits: 1 });
});

describe('a record that does not name its nutrients', () => {
  const row = (id: number, amount: number) => ({ type: 'FoodNutrient', id, amount });
  const nameless = (fdcId: number, ...rows: object[]) => ({ ...brief(fdcId), foodNutrients: rows });
  const found = (nutrientNumber: string, value: number, foodNutrientId?: number) => ({
    ...{ nutrientId: 1000 + Number(nutrientNumber), nutrientNumber, nutrientName: `n${nutrientNumber}` },
    ...{ unitName: 'G', value, rank: 1, ...(foodNutrientId && { foodNutrientId }) },
  });
  const named = (number: string) => ({ id: 1000 + Number(number), number, name: `n${number}`, rank: 1, unitName: 'g' });
  const reply = (path: string, body: nock.Body, status = 200) =>
    nock(host, { reqheaders: keyed }).get(`/fdc/v1${path}`).reply(status, body);
  const search = '/foods/search?query=fdcId%3A7&pageSize=1';
  const food = nameless(7, row(30_001, 0), row(30_002, 8));
  const complete = (...numbers: string[]) => ({
    ...food,
    foodNutrients: food.foodNutrients.map((each, index) => ({ ...each, nutrient: named(numbers[index] ?? '') })),
    nutrientNamesFrom: 'search',
  });

  it.each<[string, object[], object]>([
    [
      'by the IDs of its rows',
      [found('205', 8, 30_003), found('204', 8, 30_002), found('203', 0, 30_001)],
      complete('203', '204'),
    ],
    ['by its amounts, if the search has no IDs', [found('204', 8), found('203', 0)], complete('203', '204')],
    ['not at all, if the search does not have them', [], food],
  ])('gets the names from one search: %s', async (_, foodNutrients, expected) => {
    reply('/food/7', food);
    reply(search, { foods: [{ ...brief(7), foodNutrients }], totalHits: 1 });
    expect(await foods.get({ fdcId: 7 })).toEqual(expected);
  });

  it('gets only the names of requested nutrients', async () => {
    reply('/food/7?nutrients=203', nameless(7, row(30_001, 0)));
    reply(search, { foods: [{ ...brief(7), foodNutrients: [found('606', 0), found('203', 0)] }] });
    const { foodNutrients } = await foods.get({ fdcId: 7, nutrients: [203] });
    expect(foodNutrients?.map(({ nutrient }) => nutrient?.number)).toEqual(['203']);
  });

  it('is returned as it is if the search fails', async () => {
    reply('/food/7', food);
    reply(search, '', 503);
    expect(await foods.get({ fdcId: 7 })).toEqual(food);
  });

  it('needs one search together with the others of a lookup', async () => {
    const clear = { ...nameless(9), foodNutrients: [{ id: 30_009, amount: 1, nutrient: { number: '203' } }] };
    reply('/foods?fdcIds=7&fdcIds=8&fdcIds=9', [food, nameless(8, row(30_003, 1)), clear]);
    const both = [
      { fdcId: 8, foodNutrients: [found('203', 1, 30_003)] },
      { fdcId: 7, foodNutrients: [found('203', 0, 30_001), found('204', 8, 30_002)] },
    ];
    reply('/foods/search?query=fdcId%3A7%20fdcId%3A8&pageSize=2', { foods: both });
    const { items } = await foods.getMany({ fdcIds: [7, 8, 9] });
    expect(items.map(({ nutrientNamesFrom }) => nutrientNamesFrom)).toEqual(['search', 'search', undefined]);
    expect(items[2]).toEqual(clear);
  });
});

describe('pages', () => {
  it('of a search are fetched up to its totalPages', async () => {
    for (const page of [1, 2, 3])
      nock(host, { reqheaders: keyed })
        .get(`/fdc/v1/foods/search?query=a&pageSize=4${page > 1 ? `&pageNumber=${page}` : ''}`)
        .reply(200, hits(page, 4, 9));
    const call = foods.search({ query: 'a', pageSize: 4 });
    expect(await call.toArray({ limit: 100 })).toHaveLength(9);
    expect((await call).total).toBe(9);
  });

  it.each([
    ['page 49 has a next page', 49, true],
    ['page 50 is the last, regardless of the reported total', 50, false],
  ])('of a search end at the 10,000th hit: %s', async (_, pageNumber, more) => {
    nock(host, { reqheaders: keyed })
      .get(`/fdc/v1/foods/search?pageSize=200&pageNumber=${pageNumber}`)
      .reply(200, hits(pageNumber, 200, 470_000));
    const page = await foods.search({ pageSize: 200, pageNumber });
    expect(page.total).toBe(470_000);
    expect(page.nextCursor !== null).toBe(more);
  });

  it.each([
    ['short', 2, 3, 1],
    ['half full', 5, 2, 3],
    ['empty', 4, 2, 3],
  ])('of a list end with one that is %s, even when resumed', async (_, count, pageSize, pages) => {
    const all = Array.from({ length: count }, (_, index) => brief(index + 1));
    for (let page = 1; page <= pages; page++)
      nock(host, { reqheaders: keyed })
        .get(`/fdc/v1/foods/list?pageSize=${pageSize}${page > 1 ? `&pageNumber=${page}` : ''}`)
        .reply(200, all.slice((page - 1) * pageSize, page * pageSize));
    const first = await foods.list({ pageSize });
    const cursor = first.nextCursor;
    const rest = cursor ? await foods.list({ pageSize }, { cursor }).toArray({ limit: 100 }) : [];
    expect([...first.items, ...rest]).toEqual(all);
    expect(first.total).toBeUndefined();
  });

  it('of a lookup hold 20 IDs; the result has the foods in the requested order, and the missing IDs', async () => {
    const fdcIds = Array.from({ length: 21 }, (_, index) => index + 1);
    const answer = (from: number, to: number, ...lost: number[]) => {
      const chunk = fdcIds.slice(from, to);
      const found = chunk.filter((id) => !lost.includes(id)).reverse();
      nock(host, { reqheaders: keyed })
        .get(`/fdc/v1/foods?${chunk.map((id) => `fdcIds=${id}`).join('&')}&format=full`)
        .reply(200, found.map(brief));
    };
    answer(0, 20, 3, 8);
    answer(20, 21, 21);
    const { items, missing } = await foods.getMany({ fdcIds, format: 'full' });
    expect(missing).toEqual([3, 8, 21]);
    expect(items.map(({ fdcId }) => fdcId)).toEqual(fdcIds.filter((id) => !missing.includes(id)));
  });
});

describe('a strict client refuses before any request', () => {
  it.each([
    ['an ID of 0', () => foods.get({ fdcId: 0 }), /fdcId must be a whole number of at least 1; got 0/],
    ['no ID', () => foods.get({} as never), /fdcId/],
    ['26 nutrients', () => foods.get({ fdcId: 1, nutrients: Array(26).fill(203) }), /nutrients must have at most 25 /],
    [
      'the ID of a nutrient as its number',
      () => foods.get({ fdcId: 1, nutrients: [1003] }),
      /nutrients\[0\] must be a nutrient number such as 203, not an ID such as 1003: commonNutrients has both/,
    ],
    ['no nutrients', () => foods.get({ fdcId: 1, nutrients: [] }), /nutrients/],
    ['an unknown format', () => foods.getMany({ fdcIds: [1], format: 'json' } as never), /format/],
    ['no IDs', () => foods.getMany({ fdcIds: [] }), /fdcIds/],
    ['an unknown data type', () => foods.list({ dataType: ['sr legacy'] } as never), /dataType/],
    ['five data types', () => foods.list({ dataType: Array(5).fill('Branded') }), /dataType/],
    ['page 0', () => foods.list({ pageNumber: 0 }), /pageNumber must be a whole number of at least 1; got 0/],
    ['a page size of 0', () => foods.list({ pageSize: 0 }), /pageSize must be a whole number from 1 to 200; got 0/],
    ['an unknown sort order', () => foods.search({ sortOrder: 'up' } as never), /sortOrder/],
    ['an unknown trade channel', () => foods.search({ tradeChannel: ['KIOSK'] } as never), /tradeChannel/],
    ['an impossible date', () => foods.search({ endDate: '2020-13-01' }), /endDate/],
  ])('%s', async (_, call, message) => {
    const error = await Promise.resolve(call()).catch((reason) => reason);
    expect(isApiError(error) && error.code).toBe('invalid_params');
    expect(error.message).toMatch(message);
  });

  it('a missing key', () => {
    expect(() => createFoodClient({ apiKey: '' })).toThrow(/the option apiKey is missing.*api\.data\.gov\/signup/);
  });
});

it('any other client sends the ID of a nutrient as its number, with a hint', async () => {
  const events: ClientEvent[] = [];
  nock(host)
    .get('/fdc/v1/food/7?nutrients=1003')
    .reply(200, { ...brief(7), foodNutrients: [] });
  await createFoodClient({ apiKey, onEvent: (event) => events.push(event) }).foods.get({ fdcId: 7, nutrients: [1003] });
  expect(events.find(({ type }) => type === 'drift')).toMatchObject({
    about: 'params',
    message: expect.stringContaining('not an ID such as 1003'),
  });
});

describe('odd bodies', () => {
  const get = (body: unknown) => {
    nock(host, { reqheaders: keyed })
      .get(`/fdc/v1/food/1`)
      .reply(200, body as nock.Body);
    return foods.get({ fdcId: 1 });
  };

  it.each([
    ['an unknown dataType', { fdcId: 1, dataType: 'Lunar', description: 'x', dust: {} }],
    [
      'nulls and empty values',
      { fdcId: 1, dataType: 'Branded', description: '', brandOwner: null, foodNutrients: null, labelNutrients: {} },
    ],
    [
      'numbers and strings swapped',
      {
        fdcId: 1,
        dataType: 'SR Legacy',
        description: 'x',
        ndbNumber: 9003,
        foodAttributes: [{ value: 3 }, { value: 'a' }],
      },
    ],
    [
      'headings and empty derivations',
      {
        fdcId: 1,
        dataType: 'Foundation',
        description: 'x',
        publicationDate: '4/1/2019',
        foodNutrients: [
          { type: 'FoodNutrient', nutrient: { id: 2045, number: '951', name: 'Proximates', rank: 50, unitName: 'g' } },
          { id: 2, amount: 1, foodNutrientDerivation: {}, nutrient: { number: 203 } },
          { id: 3, amount: 1, foodNutrientDerivation: null, nutrient: { number: '204' } },
        ],
      },
    ],
  ])('pass: %s', async (_, body) => expect(await get(body)).toEqual(body));

  it('pass: numbers with an exponent', async () => {
    const food = await get('{"fdcId":1,"dataType":"Foundation","description":"x","foodNutrients":[{"amount":0E-8}]}');
    expect(food.foodNutrients?.[0]?.amount).toBe(0);
  });

  it.each([
    ['Branded', 'labelNutrients'],
    ['Foundation', 'footNote'],
    ['SR Legacy', 'isHistoricalReference'],
    ['Survey (FNDDS)', 'wweiaFoodCategory'],
    ['Experimental', 'foodCategory'],
  ])('%s is recognized by dataType, and only its own fields are checked', async (dataType, own) => {
    const damaged = { ...brief(1), dataType, [own]: 7 };
    await expect(get(damaged)).rejects.toMatchObject({ code: 'invalid_response' });
    const other = { ...damaged, dataType: dataType === 'Branded' ? 'Foundation' : 'Branded' };
    expect(await get(other)).toEqual(other);
  });

  it.each([
    ['nothing but an ID and a description', {}],
    [
      'null, an empty string and an empty list',
      { dataType: 'Branded', brandName: null, subbrandName: '', tradeChannels: [] },
    ],
    ['numbers', { dataType: 'SR Legacy', ndbNumber: 9003, foodNutrients: [{ nutrientNumber: 203, value: 1 }] }],
    [
      'the same numbers as strings',
      { dataType: 'Foundation', ndbNumber: '9003', foodNutrients: [{ nutrientNumber: '203' }] },
    ],
    [
      'a category as a string',
      { dataType: 'Survey (FNDDS)', foodCode: 27415110, foodCategory: 'Stews', foodCategoryId: 3002 },
    ],
  ])('pass in a search: %s', async (_, members) => {
    const food = { fdcId: 1, description: '', ...members };
    nock(host, { reqheaders: keyed })
      .get(`/fdc/v1/foods/search`)
      .reply(200, { foods: [food], totalHits: 1 });
    expect((await foods.search()).items).toEqual([food]);
  });

  it.each([
    ['no dataType', { fdcId: 1, description: 'x' }, /dataType is missing/],
    [
      'a known dataType with an invalid field',
      { ...brief(1), gtinUpc: 12 },
      /gtinUpc must be .*a string.*, got a number/,
    ],
    [
      'an invalid field of an ingredient',
      {
        ...brief(1),
        dataType: 'Survey (FNDDS)',
        inputFoods: [{ inputFood: { foodCode: 1, foodPortions: [{ gramWeight: '12' }] } }],
      },
      /inputFoods\.0\.inputFood\.foodPortions\.0\.gramWeight must be .*a number.*, got a string/,
    ],
    ['a list', [brief(1)], /must be an object, got an array/],
    ['an empty body', '', /empty.* instead of JSON/],
    ['a truncated body', '{"fdcId":', /JSON/],
    ['an HTML page', '<html></html>', /HTML/],
  ])('fail: %s', async (_, body, message) => {
    const error = await get(body).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'invalid_response', operation: 'foods.get' });
    expect(error.message).toMatch(message);
  });

  it.each([
    ['an object instead of a list of foods', () => foods.getMany({ fdcIds: [1] }), '/foods?fdcIds=1', {}],
    ['a list instead of a search result', () => foods.search(), '/foods/search', [brief(1)]],
  ])('fail: %s', async (_, call, path, body) => {
    nock(host, { reqheaders: keyed }).get(`/fdc/v1${path}`).reply(200, body);
    await expect(call()).rejects.toMatchObject({ code: 'invalid_response' });
  });
});
