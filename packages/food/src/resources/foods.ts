import { endpoint, list, lookup, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { docs, get, getOrPost } from '../declarations.ts';
import { listPages, pageParams, searchPages } from '../paging.ts';
import { type AbridgedFood, abridgedSchema } from '../records/abridged.ts';
import { foodSchema } from '../records/full.ts';
import { type SearchFood, searchSchema } from '../records/search.ts';
import { fdcId, filterParams, foodParams, isoDate, nonEmptyArray } from '../schema.ts';

const listParams = { ...filterParams, ...pageParams };
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

/** Foods and their nutrients: search, lists, and lookups by FDC ID. */
export const foods = {
  /**
   * Searches foods by words, best match first unless `sortBy` is set. The API serves only the first 10,000 hits: the
   * list ends there, even if `total` is higher. A stray colon, quote or bracket in `query` usually fails with
   * `invalid_params`.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/postFoodsSearch
   */
  search: list({
    ...getOrPost('tradeChannel', 'startDate', 'endDate'),
    path: '/fdc/v1/foods/search',
    item: named<SearchFood>(searchSchema),
    paging: searchPages,
    body: v.object({
      /**
       * Words to search for. Operators: `+word` requires it, `-word` excludes it, `"a phrase"`, `chedd*` for a prefix,
       * `(a b)` for a group, and `field:value` for one field, such as `gtinUpc:077034085228`. Default: everything
       * matches.
       */
      query: v.optional(v.string()),
      ...listParams,
      /**
       * Exact name of the company that owns the brand, such as `Kar Nut Products Company`. Returns only branded foods.
       */
      brandOwner: v.optional(v.string()),
      /** Whether all words of `query` must match, instead of any. Default false. */
      requireAllWords: v.optional(v.boolean()),
      /** Words of the ingredient list on the label. Returns only branded foods. */
      ingredients: v.optional(v.string()),
      /** Channels through which the product is sold; any of them matches. Returns only branded foods. */
      tradeChannel: v.optional(nonEmptyArray(oneOf(tradeChannels), tradeChannels.length)),
      /** First publication date to include, `YYYY-MM-DD`. Default: no limit. */
      startDate: v.optional(isoDate),
      /** Last publication date to include, `YYYY-MM-DD`. Default: no limit. */
      endDate: v.optional(isoDate),
    }),
    docs: docs('postFoodsSearch'),
  }),

  /**
   * Lists all foods, or only some data types, in short form. The API does not report a total.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/postFoodsList
   */
  list: list({
    ...getOrPost(),
    path: '/fdc/v1/foods/list',
    item: named<AbridgedFood>(abridgedSchema),
    paging: listPages,
    body: v.object(listParams),
    docs: docs('postFoodsList'),
  }),

  /**
   * Returns one food; its `dataType` determines which fields it has. Fails with `not_found` when no record has the ID,
   * even if one had it before: a record that is published again gets another ID. If the record does not name its
   * nutrients, the client takes the names from one search for it, and sets `nutrientNamesFrom`.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getFood
   */
  get: endpoint({
    ...get,
    path: '/fdc/v1/food/{fdcId}',
    params: v.object({
      /** FDC ID of the food, from 1. */
      fdcId,
    }),
    query: v.object(foodParams),
    response: foodSchema,
    namesNutrients: true,
    docs: docs('getFood'),
  }),

  /**
   * Looks up foods by ID and returns all of them, in the order of `fdcIds`. IDs that no record has are in `missing`. A
   * request whose foods do not name their nutrients is followed by one search for those, as in `get`.
   *
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/getFoods
   */
  getMany: lookup({
    ...get,
    path: '/fdc/v1/foods',
    item: foodSchema,
    items: '',
    ids: { params: ['fdcIds'], max: 20, match: { fdcIds: 'fdcId' } },
    query: v.object({
      /** FDC IDs of the foods, at least one. A request has up to 20 of them. */
      fdcIds: nonEmptyArray(fdcId),
      ...foodParams,
    }),
    namesNutrients: true,
    docs: docs('getFoods'),
  }),
};
