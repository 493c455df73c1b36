import { operationsOf } from '@x/core/provider';
import { createSandbox, type Quirks } from '@x/sandbox';
import { type EndpointTable, type EndpointTest, recordAnswers } from '@x/testing';
import { expect } from 'vitest';
import { createFoodClient, endpoints, type FoodClient, nutrients } from '../src/index.ts';

/** Clients, servers and data that the tests of a file share. */
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Opens the sandbox. */
async function openStage(quirks: Quirks = 'off') {
  const sandbox = await createSandbox({ quirks });
  const recorded = recordAnswers(() => sandbox.options.food.baseUrl);
  const options = { ...sandbox.options.food, retries: 0, clock: sandbox.clock, fetch: recorded.fetch };
  const { foods, specification } = createFoodClient(options);
  /** IDs of all foods that can be listed, by data type. */
  const ids: Record<string, number[]> = {};
  for await (const { dataType, fdcId } of foods.list({ pageSize: 200 })) {
    ids[dataType] ??= [];
    ids[dataType].push(fdcId);
  }
  return { sandbox, recorded, foods, specification, ids, idOf: (dataType: string) => ids[dataType]?.[0] as number };
}

/** A case for each endpoint: a call that must work, and one that must be refused before any request. */
export const table: EndpointTable<FoodClient['foods'], Stage> = {
  'foods.search': {
    works: async (_, { foods }) => {
      const call = foods.search({ query: '"cheddar cheese" -spread', dataType: ['Branded'], pageSize: 3 });
      const page = await call;
      const walked = await call.toArray({ limit: 1000 });
      expect(walked).toHaveLength(page.total ?? -1);
      expect(walked.length).toBeGreaterThan(3);
      for (const { dataType, description } of walked) {
        expect(dataType).toBe('Branded');
        expect(description).not.toMatch(/spread/i);
      }
      const sold = await foods.search({ dataType: ['Branded'], tradeChannel: ['GROCERY'], pageSize: 200 });
      const days = sold.items.map(({ publishedDate }) => publishedDate ?? '').sort();
      const [day = ''] = days;
      const first = await foods.search({ tradeChannel: ['GROCERY'], startDate: day, endDate: day });
      expect(first.total).toBe(days.filter((each) => each === day).length);
    },
    refused: (_, { foods }) => foods.search({ query: 'cheddar', pageSize: 201 }),
  },
  'foods.find': {
    works: async (_, { foods }) => {
      const found = await foods.find('Bread (whole wheat): "the best"', { timeoutMs: 30_000 });
      const [first] = found;
      expect(first?.evidence[0]).toEqual({ word: 'bread', field: 'description' });
      expect(await foods.find({ text: 'chicken breast', dataType: ['Branded'], pageSize: 1 })).toHaveLength(1);
    },
    refused: (_, { foods }) => foods.find('?!'),
  },
  'foods.findByBarcode': {
    works: async (_, { foods, idOf }) => {
      const food = await foods.get({ fdcId: idOf('Branded') });
      const barcode = (food.dataType === 'Branded' && food.gtinUpc) || '';
      expect((await foods.findByBarcode(barcode)).map(({ fdcId }) => fdcId)).toContain(food.fdcId);
      expect(await foods.findByBarcode({ barcode })).toEqual(await foods.findByBarcode(barcode));
      expect(await foods.findByBarcode('4006381333931')).toEqual([]);
    },
    refused: (_, { foods }) => foods.findByBarcode('4006381333932'),
  },
  'foods.list': {
    works: async (_, { foods, ids }) => {
      const params = {
        dataType: ['Foundation', 'SR Legacy'],
        pageSize: 50,
        sortBy: 'fdcId',
        sortOrder: 'desc',
      } as const;
      const page = await foods.list(params);
      const rest = await foods.list(params, { cursor: page.nextCursor as string }).toArray({ limit: 1000 });
      const walked = [...page.items, ...rest].map(({ fdcId }) => fdcId);
      const expected = [...(ids.Foundation ?? []), ...(ids['SR Legacy'] ?? [])];
      expect(walked).toEqual(expected.sort((a, b) => b - a));
    },
    refused: (_, { foods }) => foods.list({ sortBy: 'description' } as never),
  },
  'foods.get': {
    works: async (_, { foods, idOf }) => {
      const food = await foods.get({ fdcId: idOf('Branded') });
      expect(food.dataType === 'Branded' && food.labelNutrients?.calories?.value).toBeGreaterThanOrEqual(0);
      const part = await foods.get({ fdcId: idOf('Branded'), nutrients: [203, 204], format: 'abridged' });
      expect(nutrients(part).map(({ number }) => number)).toEqual([203, 204]);
    },
    refused: (_, { foods }) => foods.get({ fdcId: 1.5 }),
  },
  'foods.getMany': {
    works: async (_, { foods, ids }) => {
      const fdcIds = [...(ids['SR Legacy'] ?? []).slice(0, 30), 99_999_999];
      const { items, missing } = await foods.getMany({ fdcIds, nutrients: [203] });
      expect(items.map(({ fdcId }) => fdcId)).toEqual(fdcIds.slice(0, 30));
      expect(missing).toEqual([99_999_999]);
    },
    refused: (_, { foods }) => foods.getMany({ fdcIds: [] }),
  },
  'specification.getJson': {
    works: async (_, { specification, sandbox }) => {
      const { paths, servers } = await specification.getJson();
      expect(servers).toEqual([{ url: `${sandbox.options.food.baseUrl}/fdc` }]);
      const described = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods as object).map((method) => `${method.toUpperCase()} /fdc${path}`),
      );
      const declared = operationsOf(endpoints).map(([, { method, path }]) => `${method} ${path}`);
      // The API serves lists by GET and by POST; each client method declares one of the two.
      const byOther = ['POST /fdc/v1/foods', 'GET /fdc/v1/foods/list', 'GET /fdc/v1/foods/search'];
      expect([...new Set([...declared, ...byOther])].sort()).toEqual(described.sort());
    },
    refused: (_, { specification }) => specification.getJson({ format: 'full' } as never),
  },
  'specification.getYaml': {
    // The sandbox writes its YAML as JSON, which is valid YAML.
    works: async (_, { specification }) =>
      expect(JSON.parse(await specification.getYaml())).toEqual(await specification.getJson()),
    refused: (_, { specification }) => specification.getYaml({ format: 'full' } as never),
  },
};

/** Returns the setup of the endpoint tests, against a sandbox with these quirks. */
export const endpointTest = (quirks?: Quirks): EndpointTest<FoodClient['foods'], Stage> => ({
  open: () => openStage(quirks),
  close: ({ sandbox }) => sandbox.close(),
  table,
  client: ({ foods }) => foods,
  requests: ({ sandbox }) => sandbox.requests,
  answers: ({ recorded }) => recorded.answers,
  // The envelope of search results, of which `find` and `findByBarcode` return only the foods.
  internal: /\/foods\/search (totalHits|currentPage|totalPages|pageList|foodSearchCriteria|aggregations)$/,
});
