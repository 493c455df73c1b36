import { createClock, createSandbox } from '@x/sandbox';
import { describeEndpoints } from '@x/testing';
import { describe, expect, it } from 'vitest';
import { endpointTest } from '../test/table.ts';
import {
  type AbridgedFood,
  type ApiError,
  commonNutrients,
  createFoodClient,
  endpoints,
  type FoodClient,
  type Nutrient,
  nutrients,
  type SearchFood,
} from './index.ts';

it('reads every record of every kind, with the same amounts in full, abridged and search records', async () => {
  const { ids, foods } = stage();
  const fdcIds = Object.values(ids).flat();
  expect(Object.keys(ids)).toHaveLength(5); // includes Experimental, which cannot be requested
  const { items: full } = await foods.getMany({ fdcIds });
  const { items: short } = await foods.getMany({ fdcIds, format: 'abridged' });
  const found = await foods.search({ pageSize: 200 }, { concurrency: 3 }).toArray({ limit: 10_000 });
  expect([full.length, short.length, found.length]).toEqual(Array(3).fill(fdcIds.length));
  const byId = <Food extends { fdcId: number }>(all: Food[]) => new Map(all.map((food) => [food.fdcId, food]));
  const [shortById, foundById] = [byId(short), byId(found)];
  const { calories, fat, carbohydrates, fiber, sugars } = commonNutrients;
  const withoutIds = (rows: Nutrient[]) => rows.map(({ id: _, ...row }) => row);
  for (const food of full) {
    const rows = nutrients(food).filter(({ per }) => per === '100g');
    expect(nutrients(foundById.get(food.fdcId) as SearchFood)).toEqual(rows);
    expect(withoutIds(nutrients(shortById.get(food.fdcId) as AbridgedFood))).toEqual(withoutIds(rows));
    if (food.dataType === 'Experimental') continue;
    for (const { number, unit } of [calories, fat, carbohydrates, fiber, sugars])
      expect(rows.find((row) => row.number === number)?.unit, `${number} of ${food.description}`).toBe(unit);
  }
});

// This follows the test that reads every record, so that all of them are compared with the declarations.
const stage = describeEndpoints(endpoints, endpointTest());

it('returns dates under two names and in two formats', async () => {
  const { ids, foods } = stage();
  const [fdcId] = ids['SR Legacy'] as [number];
  const [found] = (await foods.search({ query: `fdcId:${fdcId}` })).items;
  expect([found?.fdcId, found?.publishedDate, found && 'publicationDate' in found]).toEqual([
    fdcId,
    '2019-04-01',
    false,
  ]);
  expect(await foods.get({ fdcId, format: 'abridged' })).toMatchObject({ publicationDate: '2019-04-01' });
  expect(await foods.get({ fdcId })).toMatchObject({ publicationDate: '4/1/2019' });
});

describe('a search matches', () => {
  it.each<[what: string, query: string, all: RegExp, none?: RegExp]>([
    ['any word', 'cheddar cheese', /chedd|cheese/],
    ['all required words', '+cheddar +cheese', /chedd.*cheese|cheese.*chedd/],
    ['foods without an excluded word', '+cheddar -spread', /chedd/, /spread/],
    ['a phrase', '"cheddar cheese"', /cheddar cheese/],
    ['a prefix', 'chedd*', /chedd/],
    ['groups of words', '+(kale spinach) -raw', /kale|spinach/, /raw/],
    ['a word in one field', 'description:hummus', /hummus/],
  ])('%s: %s', async (_, query, all, none = /^$/) => {
    const { foods } = stage();
    const { items } = await foods.search({ query, pageSize: 200 });
    expect(items.length).toBeGreaterThan(0);
    for (const { description, ingredients, commonNames, additionalDescriptions } of items) {
      const text = [description, ingredients, commonNames, additionalDescriptions].join(' ').toLowerCase();
      expect(text).toMatch(all);
      expect(text).not.toMatch(none);
    }
  });

  it('all words with requireAllWords, and everything without a query', async () => {
    const { foods, ids } = stage();
    const query = 'cheddar cheese';
    const [any, every, both, all] = await Promise.all([
      foods.search({ query }),
      foods.search({ query, requireAllWords: true }),
      foods.search({ query: '+cheddar +cheese' }),
      foods.search({ query: '' }),
    ]);
    expect(every.total).toBe(both.total);
    expect(any.total).toBeGreaterThan(every.total ?? 0);
    expect(all.total).toBe(Object.values(ids).flat().length);
  });
});

it('a search with a stray quote costs one request', async () => {
  const { sandbox } = stage();
  const { foods } = createFoodClient({ ...sandbox.options.food, random: () => 0 });
  const before = sandbox.requests.length;
  await expect(foods.search({ query: '1/2" pipe' })).rejects.toMatchObject({ code: 'invalid_params' });
  expect(sandbox.requests).toHaveLength(before + 1);
});

describe('the application behind the gateway refuses', () => {
  it.each<[string, (foods: FoodClient['foods']) => PromiseLike<unknown>, object, RegExp]>([
    ['an unknown ID', (foods) => foods.get({ fdcId: 1 }), { code: 'not_found', status: 404 }, /fdcId/],
    [
      'a stray colon',
      (foods) => foods.search({ query: 'a:b' }),
      { code: 'invalid_params', status: 500, retryable: false },
      /Search engine failure.*stray colon/,
    ],
    [
      'an unclosed quote',
      (foods) => foods.search({ query: '"a', startDate: '2000-01-01' }),
      { code: 'invalid_params', status: 500, retryable: false },
      /stray colon, quote/,
    ],
    [
      'results beyond the first 10,000',
      (foods) => foods.list({ pageSize: 200, pageNumber: 51 }),
      { code: 'rejected', status: 400 },
      /Invalid request parameter or body.*10,000/,
    ],
  ])('%s', async (_, call, failure, message) => {
    const error = await call(stage().foods).then(
      () => expect.fail('the call should have been refused'),
      (reason: ApiError) => reason,
    );
    expect(error).toMatchObject(failure);
    expect(error.providerCode).toBeUndefined(); // only the gateway sends codes
    expect(error.message).toMatch(message);
  });
});

describe('the key', () => {
  it.each([
    ['no URL by default', undefined, false],
    ['no URL when sent in a header', 'headers', false],
    ['every URL when sent in the query', 'query', true],
  ] as const)('is accepted, and is in %s', async (_, credentialsIn, inUrl) => {
    const gateway = await createSandbox({ listen: false });
    const urls: string[] = [];
    const client = createFoodClient({
      ...gateway.options.food,
      ...(credentialsIn && { credentialsIn }),
      fetch: (input, init) => {
        urls.push(String(input));
        return gateway.fetch(input, init);
      },
    });
    await client.foods.list({ pageSize: 1 });
    await client.foods.search({ startDate: '2000-01-01' });
    await client.specification.getJson();
    expect(urls.map((url) => url.includes(gateway.options.food.apiKey))).toEqual([inUrl, inUrl, inUrl]);
  });
});

describe('a key', () => {
  const apiKey = 'x'.repeat(40);
  it.each([
    ['that does not exist', {}, 'API_KEY_INVALID', 'unauthenticated'],
    ['that is disabled', { disabledKeys: [apiKey] }, 'API_KEY_DISABLED', 'unauthenticated'],
    ['for other services', { unauthorizedKeys: [apiKey] }, 'API_KEY_UNAUTHORIZED', 'permission_denied'],
    ['of an unconfirmed owner', { unverifiedKeys: [apiKey] }, 'API_KEY_UNVERIFIED', 'permission_denied'],
  ])('%s is refused', async (_, settings, providerCode, code) => {
    const gateway = await createSandbox({ listen: false, food: settings });
    for (const credentialsIn of ['query', 'headers'] as const) {
      const client = createFoodClient({ ...gateway.options.food, apiKey, credentialsIn, retries: 0 });
      const error = await client.foods.list().catch((reason) => reason);
      expect(error).toMatchObject({ code, providerCode, status: 403, retryable: false });
    }
  });
});

describe('the rate limit', () => {
  it('of DEMO_KEY is respected before any response reports it', async () => {
    const gateway = await createSandbox({ listen: false, limits: 'real' });
    const client = createFoodClient({
      ...gateway.options.food,
      apiKey: 'DEMO_KEY',
      clock: gateway.clock,
      maxWaitMs: 0,
    });
    await Promise.all(Array.from({ length: 10 }, () => client.foods.list({ pageSize: 1 })));
    const error = await client.foods.list({ pageSize: 1 }).catch((reason) => reason);
    expect(error).toMatchObject({ code: 'rate_limited', retryable: true });
    expect(gateway.requests).toHaveLength(10);
  });

  it.each([
    ['as long as the gateway asks', true],
    ['for a minute when the gateway gives no time', false],
  ])('holds calls back %s', async (_, retryAfter) => {
    const clock = createClock(Date.UTC(2026, 0, 1));
    const gateway = await createSandbox({
      listen: false,
      clock,
      limits: { food: { requestsPerHour: 2 } },
      food: { retryAfter },
    });
    const options = { ...gateway.options.food, clock, maxWaitMs: 0 };
    const client = createFoodClient(options);
    const other = createFoodClient(options); // shares the key's limit
    const list = (each = client) => each.foods.list({ pageSize: 1 });
    const refusal = () =>
      list().then(
        () => expect.fail('the call should have been refused'),
        (error: ApiError) => error,
      );
    await list();
    await list(other);
    const error = await refusal();
    expect(error).toMatchObject({ code: 'rate_limited', providerCode: 'OVER_RATE_LIMIT', status: 429 });
    const waitMs = error.retryAfterMs ?? 0;
    if (!retryAfter) expect(waitMs).toBe(60_000);
    expect((await refusal()).status).toBeUndefined(); // the client itself refused, without a request
    expect(gateway.requests).toHaveLength(3);
    await clock.advance(waitMs);
    if (retryAfter) expect((await list()).items).toHaveLength(1);
    else expect((await refusal()).status).toBe(429);
  });
});
