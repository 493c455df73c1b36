import { createSandbox } from '@x/sandbox/food';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foods as declared } from './endpoints.ts';
import { createClient, createFoodClient, type FoodClient, foodProvider } from './index.ts';

let sandbox: Awaited<ReturnType<typeof createSandbox>>;
let foods: FoodClient['foods'];
beforeAll(async () => {
  const records = (text: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ description: `${text} ${index}`, brandOwner: 'Zed' }));
  sandbox = await createSandbox({
    listen: false,
    food: {
      foods: [...records('YELLOW ONION RINGS', 40), { description: 'Onions, yellow, raw', dataType: 'Foundation' }],
    },
  });
  foods = createFoodClient({ ...sandbox.options.food, validation: 'strict' }).foods;
});
afterAll(() => sandbox.close());

/** Runs a call, and returns its result with the requests that it sent. */
async function sent<T>(call: () => PromiseLike<T>) {
  const before = sandbox.requests.length;
  const result = await call();
  return { result, requests: sandbox.requests.slice(before) };
}

describe('find', () => {
  it('returns generic foods before branded ones, which a search ranks first, and completes them up to pageSize', async () => {
    const plain = await foods.search({ text: 'yellow onion', pageSize: 10 });
    expect(plain.items.map(({ dataType }) => dataType)).toEqual(Array(10).fill('Branded'));
    const { result, requests } = await sent(() => foods.find({ text: 'yellow onion', pageSize: 10 }));
    expect(result.map(({ dataType }) => dataType)).toEqual(['Foundation', ...Array(9).fill('Branded')]);
    expect(result[0]).toMatchObject({
      description: 'Onions, yellow, raw',
      evidence: [
        { word: 'yellow', field: 'description' },
        { word: 'onion', field: 'description' },
      ],
    });
    expect(requests).toHaveLength(2);
  });

  it('sends one request if there are enough generic foods, or if only one of the kinds is wanted', async () => {
    for (const params of [
      { pageSize: 1 },
      { dataType: ['Branded'] },
      { dataType: ['Foundation', 'SR Legacy'] },
    ] as const)
      expect((await sent(() => foods.find({ text: 'onion', ...params }))).requests).toHaveLength(1);
  });

  it('finds foods with any of the words only if none has all of them, and shows which they have', async () => {
    const { result, requests } = await sent(() => foods.find('Onions zucchiniest'));
    expect(requests).toHaveLength(4);
    expect(result[0]?.dataType).not.toBe('Branded');
    for (const { evidence } of result) {
      expect(evidence[0]?.field).toMatch(/description|ingredients|Descriptions|commonNames/);
      expect(evidence[1]).toEqual({ word: 'zucchiniest', field: undefined });
    }
    expect((await sent(() => foods.find('zucchiniest'))).requests).toHaveLength(2);
  });

  it.each([
    'a:b',
    '"',
    '(((',
    'milk AND',
    'milk OR NOT (',
    '+-milk',
    'milk\\',
    '2% milk*',
    '[milk TO ~cheese^9]',
    'Kellogg’s {x',
    '/milk/',
  ])('no text breaks the query: %s', async (text) => {
    const words = /[a-z0-9]/i.test(text);
    await expect(foods.find(text))
      .rejects.toMatchObject({ code: 'invalid_params' })
      .catch(() => expect(words).toBe(true));
    await foods.search({ text, pageSize: 1 });
  });

  it.each([
    ['', /must contain a word/],
    [undefined, /text is required/],
    [{ text: 1 }, /text must be a string/],
    [{ text: 'a', dataType: [] }, /dataType/],
    [{ text: 'a', pageSize: 0 }, /pageSize/],
    [{ text: 'a', words: 1 }, /words/],
  ])('refuses %j before any request', async (params, message) => {
    const { requests } = await sent(() => expect(foods.find(params as never)).rejects.toThrow(message));
    expect(requests).toEqual([]);
  });

  it('fails if one of its requests fails, instead of returning only a part', async () => {
    const options = { ...sandbox.options.food, retries: 0 };
    const bad: typeof fetch = async (input, init) =>
      String(init?.body ?? input).includes('Foundation')
        ? sandbox.fetch(input, init)
        : new Response('', { status: 503 });
    const client = createFoodClient({ ...options, fetch: bad });
    const error = await client.foods.find('yellow onion').catch((reason) => reason);
    expect(error).toMatchObject({ code: 'unavailable', operation: 'foods.find' });
  });
});

it('search adds the words of a text to the operators of a query', async () => {
  const all = await foods.search({ text: 'cheddar', pageSize: 200 });
  const some = await foods.search({ text: '(cheddar)', query: '-spread', pageSize: 200 });
  expect(some.items.length).toBeLessThan(all.items.length);
  expect(sandbox.requests.at(-1)?.query.get('query')).toBe('-spread cheddar');
  const { nextCursor } = await foods.search({ text: 'cheese', pageSize: 5 });
  const rest = await foods.search({ text: 'cheese', pageSize: 5 }, { cursor: nextCursor as string });
  expect(rest.items).toHaveLength(5);
});

it('both methods work in a client of some resources, and have withResponse', async () => {
  const client = createClient(foodProvider(sandbox.options.food), { foods: declared });
  const { data, response } = await client.foods.find('onion').withResponse();
  expect([data.length > 0, response.status]).toEqual([true, 200]);
  const { gtinUpc } = (await client.foods.search({ dataType: ['Branded'], pageSize: 1 })).items[0] ?? {};
  const found = await client.foods.findByBarcode(`${gtinUpc}`.padStart(14, '0')).withResponse();
  expect(found.data.map((food) => food.gtinUpc)).toContain(gtinUpc);
});

it('finds all records of a barcode, the newest first, whatever their padding', async () => {
  const product = (publicationDate: string, gtinUpc: string) => ({ description: 'Twice', publicationDate, gtinUpc });
  const own = await createSandbox({
    listen: false,
    food: { foods: [product('2020-01-01', '00036000291452'), { ...product('2024-01-01', '36000291452'), fdcId: 7 }] },
  });
  const client = createFoodClient(own.options.food);
  for (const code of ['036000291452', '0036000291452', '0 36000 29145 2'])
    expect((await client.foods.findByBarcode(code)).map(({ publishedDate }) => publishedDate)).toEqual([
      '2024-01-01',
      '2020-01-01',
    ]);
  await own.close();
});
