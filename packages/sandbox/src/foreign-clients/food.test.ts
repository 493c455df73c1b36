import { afterAll, beforeAll, expect } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { pythonRequests, type Replay, replayAll } from './testing.ts';

let sandbox: Sandbox;
let apiKey = '';
let ids: number[] = [];

beforeAll(async () => {
  sandbox = await createSandbox();
  ({ apiKey } = sandbox.options.food);
});
afterAll(() => sandbox.close());

const get = (path: () => string): Replay['sent'] => {
  return () => ({ method: 'GET', target: `/food/fdc/v1/${path()}` });
};
const dialect = pythonRequests();

// Read from py-fdc: src/fdc/fdc.py (93408d0). It writes its queries by hand, and requests escapes nothing but the spaces.
const pyFdc: readonly Replay[] = [
  {
    does: 'searches for several words in two types of data, separated by a bare comma',
    dialect,
    sent: get(
      () =>
        `foods/search?api_key=${apiKey}&query=cheddar%20cheese&dataType=Foundation,SR%20Legacy&pageSize=5&pageNumber=1`,
    ),
    status: 200,
    check({ json }) {
      expect(json.foods.length).toBeGreaterThan(0);
      ids = json.foods.slice(0, 2).map(({ fdcId }: { fdcId: number }) => fdcId);
    },
  },
  {
    does: 'searches survey foods with bare parentheses',
    dialect,
    sent: get(() => `foods/search?api_key=${apiKey}&query=cheese&dataType=Survey%20(FNDDS)`),
    status: 200,
    check: ({ json }) => expect(json.foods[0].dataType).toBe('Survey (FNDDS)'),
  },
  {
    does: 'reads one food',
    dialect,
    sent: get(() => `food/${ids[0]}?api_key=${apiKey}&format=full`),
    status: 200,
    check: ({ json }) => expect(json.fdcId).toBe(ids[0]),
  },
  {
    does: 'reads several foods by repeated keys',
    dialect,
    sent: get(() => `foods?api_key=${apiKey}&format=abridged&fdcIds=${ids[0]}&fdcIds=${ids[1]}`),
    status: 200,
    check: ({ json }) => expect(json).toMatchObject(ids.map((fdcId) => ({ fdcId }))),
  },
  {
    does: 'lists foods in an order',
    dialect,
    sent: get(() => `foods/list?api_key=${apiKey}&pageSize=3&sortBy=lowercaseDescription.keyword&sortOrder=desc`),
    status: 200,
    check: ({ json }) => expect(json).toHaveLength(3),
  },
  {
    does: 'reads the specification',
    dialect,
    sent: get(() => `json-spec?api_key=${apiKey}`),
    status: 200,
    check: ({ text }) => expect(JSON.parse(text)).toHaveProperty('openapi'),
  },
  {
    does: 'is refused with an unknown key',
    dialect,
    sent: get(() => 'foods/list?api_key=unknown'),
    status: 403,
    check: ({ json }) => expect(json.error.code).toBe('API_KEY_INVALID'),
  },
];

replayAll(() => sandbox, { 'py-fdc (Python)': pyFdc });
