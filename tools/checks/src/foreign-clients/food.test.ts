import { describe, expect, it } from 'vitest';
import { callAs, pythonRequests, startForAll } from './replay.ts';

const sandbox = startForAll();

// Read from py-fdc: src/fdc/fdc.py (93408d0). It writes its queries by hand, and requests escapes only the spaces.
describe('py-fdc (Python)', () => {
  const send = callAs(sandbox, pythonRequests(), '/food/fdc/v1');
  const key = () => `api_key=${sandbox().options.food.apiKey}`;
  let ids: number[] = [];

  it('searches for several words in two types of data, separated by a bare comma', async () => {
    const query = 'query=cheddar%20cheese&dataType=Foundation,SR%20Legacy&pageSize=5&pageNumber=1';
    const { foods } = await send(`GET /foods/search?${key()}&${query}`);
    expect(foods.length).toBeGreaterThan(0);
    ids = foods.slice(0, 2).map(({ fdcId }: { fdcId: number }) => fdcId);
  });

  it('searches survey foods with bare parentheses', async () => {
    const { foods } = await send(`GET /foods/search?${key()}&query=cheese&dataType=Survey%20(FNDDS)`);
    expect(foods[0].dataType).toBe('Survey (FNDDS)');
  });

  it('reads one food', async () => {
    expect((await send(`GET /food/${ids[0]}?${key()}&format=full`)).fdcId).toBe(ids[0]);
  });

  it('reads several foods by repeated keys', async () => {
    const foods = await send(`GET /foods?${key()}&format=abridged&fdcIds=${ids[0]}&fdcIds=${ids[1]}`);
    expect(foods).toMatchObject(ids.map((fdcId) => ({ fdcId })));
  });

  it('lists foods in a sort order', async () => {
    const query = 'pageSize=3&sortBy=lowercaseDescription.keyword&sortOrder=desc';
    expect(await send(`GET /foods/list?${key()}&${query}`)).toHaveLength(3);
  });

  it('reads the specification', async () => {
    expect(await send(`GET /json-spec?${key()}`)).toHaveProperty('openapi');
  });

  it('is refused with an unknown key', async () => {
    expect((await send('GET /foods/list?api_key=unknown', { status: 403 })).error.code).toBe('API_KEY_INVALID');
  });
});
