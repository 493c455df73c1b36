import { endpoint, list, lookup, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { barcodeQuery, gtinsOf, onlyBarcode } from '../barcode.ts';
import { docs, get, getOrPost, orAlone } from '../declarations.ts';
import { findFoods } from '../find.ts';
import { nameNutrients } from '../nutrient-names.ts';
import { listPages, pageParams, searchPages } from '../paging.ts';
import { type AbridgedFood, abridgedSchema } from '../records/abridged.ts';
import { type FoundFood, foundSchema } from '../records/found.ts';
import { foodSchema } from '../records/full.ts';
import { type SearchFood, searchSchema } from '../records/search.ts';
import { fdcId, filterParams, foodParams, isoDate, nonEmptyArray } from '../schema.ts';
import { wordsOf } from '../words.ts';

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
   * `invalid_params`; pass a user's input as `text`.
   *
   * @keywords nutrition, nutrients, calories, vitamin, branded, ingredients
   */
  search: list({
    ...getOrPost('tradeChannel', 'startDate', 'endDate'),
    path: '/fdc/v1/foods/search',
    item: named<SearchFood>(searchSchema),
    paging: searchPages,
    clientParams: ['text'],
    arrange: ({ text, ...params }: { text?: string; query?: string }) => ({
      body: text === undefined ? params : { ...params, query: [params.query, ...wordsOf(text)].join(' ').trim() },
    }),
    body: v.object({
      /**
       * Words to search for. Operators: `+word` requires it, `-word` excludes it, `"a phrase"`, `chedd*` for a prefix,
       * `(a b)` for a group, and `field:value` for one field, such as `gtinUpc:077034085228`. Default: everything
       * matches.
       */
      query: v.optional(v.string()),
      /** Words to search for, without operators: any text, such as a user's input. With `query`, both are searched for. */
      text: v.optional(v.string()),
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
   * Finds foods that have all words of any text, such as a user's input: generic foods first, then branded ones, which
   * make up almost all results of a plain search. If no food has all words, it finds foods that have any of them. Each
   * food has its `evidence`. Takes one request, or two if fewer than `pageSize` generic foods have all words; twice as
   * many if none has. The call's options apply to each.
   *
   * @keywords nutrition, nutrients, calories, kcal, protein, carbs, fat, cholesterol, fiber, sugar, sodium, salt, iron, calcium, potassium, vitamin, mineral
   * @example
   * const [onion] = await food.foods.find('yellow onion');
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/postFoodsSearch
   */
  find: orAlone(
    'text',
    endpoint({
      ...getOrPost(),
      path: '/fdc/v1/foods/search',
      clientParams: ['text'],
      arrange: ({ text, ...params }: { text: string }) => ({ body: { ...params, query: text } }),
      body: v.object({
        /** Text to search for. Only its words count. Must contain at least one. */
        text: v.pipe(
          v.string(),
          v.check((text) => wordsOf(text).length > 0, 'must contain a word'),
        ),
        /** Kinds of foods to find. Default: all kinds except experimental ones. */
        dataType: filterParams.dataType,
        /** Number of foods to return at most, 1 to 200. Default 25. */
        pageSize: pageParams.pageSize,
      }),
      response: v.object({ foods: v.array(named<FoundFood>(foundSchema)) }),
      unwrap: 'foods',
      wrap: findFoods,
      docs: docs('postFoodsSearch'),
    }),
  ),

  /**
   * Finds the products with a barcode, the newest record first; none if there is none. A product whose label changed has
   * several records. Accepts UPC-A, UPC-E, EAN-13, EAN-8 and GTIN-14, and finds records that have more or fewer leading
   * zeros. A wrong check digit causes `invalid_params`.
   *
   * @keywords scan, UPC, EAN, packaged
   * @example
   * const [product] = await food.foods.findByBarcode('0 77034 08522 8');
   * @see https://fdc.nal.usda.gov/api-spec/fdc_api.html#/FDC/postFoodsSearch
   */
  findByBarcode: orAlone(
    'barcode',
    endpoint({
      ...getOrPost(),
      path: '/fdc/v1/foods/search',
      clientParams: ['barcode'],
      arrange: ({ barcode }: { barcode: string }) => ({
        body: { query: barcodeQuery(barcode), sortBy: 'publishedDate', sortOrder: 'desc' },
      }),
      body: v.object({
        /** Digits of the barcode, 8 to 14, including the check digit. Spaces and hyphens are ignored. */
        barcode: v.pipe(
          v.string(),
          v.check(
            (barcode) => gtinsOf(barcode).length > 0,
            'must have 8 to 14 digits, the last of which is the check digit',
          ),
        ),
      }),
      response: v.object({ foods: v.array(named<SearchFood>(searchSchema)) }),
      unwrap: 'foods',
      around: onlyBarcode,
      docs: docs('postFoodsSearch'),
    }),
  ),

  /** Lists all foods, or only some data types, in short form. The API does not report a total. */
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
    around: nameNutrients,
    docs: docs('getFood'),
  }),

  /**
   * Looks up foods by ID and returns all of them, in the order of `fdcIds`. IDs that no record has are in `missing`. A
   * request whose foods do not name their nutrients is followed by one search for those, as in `get`.
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
    around: nameNutrients,
    docs: docs('getFoods'),
  }),
};
