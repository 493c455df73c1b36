import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { docs, get, idempotentPost } from '../declarations.ts';
import { listPages, pageParams, searchPages } from '../paging.ts';
import { type AbridgedFood, abridgedSchema } from '../records/abridged.ts';
import { foodSchema } from '../records/full.ts';
import { type SearchFood, searchSchema } from '../records/search.ts';
import { fdcId, filterParams, foodParams, isoDate, nonEmptyArray } from '../schema.ts';

const listParams = { ...filterParams, ...pageParams };
const searchParams = {
  query: v.optional(v.string()),
  ...listParams,
  brandOwner: v.optional(v.string()),
  requireAllWords: v.optional(v.boolean()),
  ingredients: v.optional(v.string()),
};
const searchSpec = {
  path: '/fdc/v1/foods/search',
  item: named<SearchFood>(searchSchema),
  paging: searchPages,
} as const;

const listSpec = { path: '/fdc/v1/foods/list', item: named<AbridgedFood>(abridgedSchema), paging: listPages } as const;

const byIdsSpec = {
  path: '/fdc/v1/foods',
  item: foodSchema,
  paging: { kind: 'single', items: '' },
  ids: { params: ['fdcIds'], max: 20, match: { fdcIds: 'fdcId' } },
} as const;
const byIdsParams = v.object({ fdcIds: nonEmptyArray(fdcId), ...foodParams });

const tradeChannels = [
  'CHILD_NUTRITION_FOOD_PROGRAMS',
  'DRUG',
  'FOOD_SERVICE',
  'GROCERY',
  'MASS_MERCHANDISING',
  'MILITARY',
  'ONLINE',
  'VENDING',
] as const;

/** Foods: basic ones, dishes and branded products. */
export const foods = {
  /**
   * Searches foods by words, best match first unless `sortBy` says otherwise. Any word of `query` is enough, all are
   * needed with `requireAllWords`. Operators: `+word` must be there, `-word` must not, `"a phrase"`, `chedd*` for a
   * beginning, `(a b)` for a group, `field:value` for one field (`fdcId:171705`, `gtinUpc:`, `description:`). A stray
   * colon, quote or bracket is answered with `unavailable`. Without `query` everything matches. `brandOwner` is the
   * exact name, `ingredients` a text of the label; both leave branded foods only. `pageSize` is 1 to 200, default 50.
   * The API serves the first 10,000 hits: the list ends there, whatever `total` says.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getFoodsSearch
   */
  search: list({ ...searchSpec, ...get, query: v.object(searchParams), docs: docs('getFoodsSearch') }),

  /**
   * Searches like `search`, and also by day of publication (`startDate`, `endDate`, `YYYY-MM-DD`) and by
   * `tradeChannel` of branded products.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/postFoodsSearch
   */
  searchPost: list({
    ...searchSpec,
    ...idempotentPost,
    body: v.object({
      ...searchParams,
      tradeChannel: v.optional(nonEmptyArray(v.picklist(tradeChannels), tradeChannels.length)),
      startDate: v.optional(isoDate),
      endDate: v.optional(isoDate),
    }),
    docs: docs('postFoodsSearch'),
  }),

  /**
   * Lists all foods, or those of some data types, in short. `pageSize` is 1 to 200, default 50; there is no total.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getFoodsList
   */
  list: list({ ...listSpec, ...get, query: v.object(listParams), docs: docs('getFoodsList') }),

  /**
   * Lists like `list`, with the parameters in the body.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/postFoodsList
   */
  listPost: list({ ...listSpec, ...idempotentPost, body: v.object(listParams), docs: docs('postFoodsList') }),

  /**
   * Gives one food; `dataType` tells which kind, and so which members it has. `nutrients` takes up to 25 nutrient
   * numbers (203, not ids); a food without them has empty `foodNutrients`. `format` is `full` by default. Fails with
   * `not_found` when no record has the id, also when it had it once: records get new ids.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getFood
   */
  get: endpoint({
    ...get,
    path: '/fdc/v1/food/{fdcId}',
    params: v.object({ fdcId }),
    query: v.object(foodParams),
    response: foodSchema,
    docs: docs('getFood'),
  }),

  /**
   * Gives foods by id, any number of them, 20 per request. Within a page they come in the API's order, not in that of
   * `fdcIds`; ids that no record has are in `missing`. `format` and `nutrients` as with `get`.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getFoods
   */
  getMany: list({ ...byIdsSpec, ...get, query: byIdsParams, docs: docs('getFoods') }),

  /**
   * Gives foods like `getMany`, with the parameters in the body.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/postFoods
   */
  getManyPost: list({ ...byIdsSpec, ...idempotentPost, body: byIdsParams, docs: docs('postFoods') }),
};
