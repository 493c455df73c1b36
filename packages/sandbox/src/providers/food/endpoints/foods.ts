import { HTTPException } from 'hono/http-exception';
import type { Catalog } from '../data/catalog.ts';
import type { Food } from '../data/food.ts';
import { QuerySyntaxError } from '../data/query.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { badRequest } from '../errors.ts';
import type { FoodSandboxOptions } from '../options.ts';
import { type FoodRequest, type ListRequest, type SearchRequest, windowed } from '../request.ts';
import { abridgedFood } from '../wire/abridged.ts';
import { fullFood, realFood } from '../wire/full.ts';
import type { Search } from './search.ts';

/** Maximum number of IDs in one request. */
const idLimit = 20;

/** Parts that the endpoints share. */
interface Parts {
  readonly options: FoodSandboxOptions;
  readonly realQuirks: boolean;
  catalog(): Catalog;
  search(): Search;
}

/** Creates the endpoints for foods: one or several by ID, lists and search. */
export function foodEndpoints({ options, realQuirks, catalog, search }: Parts): Endpoints {
  function wire(food: Food, { format, nutrients = [] }: FoodRequest): object {
    const wanted = nutrients.length > 0 ? new Set(nutrients) : undefined;
    if (format === 'abridged') return abridgedFood(food, wanted);
    const full = fullFood(food, wanted);
    return realQuirks ? realFood(food, full) : full;
  }

  function checkWindow({ pageNumber, pageSize }: ListRequest): void {
    if (pageNumber * pageSize <= (options.searchWindow ?? 10_000)) return;
    throw options.searchWindowStatus === 500 ? searchFailure() : badRequest();
  }

  function foods({ asked }: Call<FoodRequest>) {
    const ids = asked.fdcIds;
    if (!ids || (ids.length > idLimit && options.tooManyIds === 'reject')) throw badRequest();
    if (ids.length === 0) return {};
    const wanted = [...new Set(ids.slice(0, idLimit))].map((id) => catalog().byId.get(id));
    // In database order, not in the order of the request.
    const found = wanted.filter((each) => each !== undefined).sort((one, other) => one.fdcId - other.fdcId);
    return found.map((each) => wire(each, asked));
  }

  function list({ asked }: Call<Partial<ListRequest>>) {
    const criteria = windowed(asked);
    checkWindow(criteria);
    return search()
      .list(criteria)
      .map((each) => abridgedFood(each));
  }

  function find({ asked }: Call<Partial<SearchRequest>>) {
    const criteria = { requireAllWords: false, ...windowed(asked) };
    checkWindow(criteria);
    try {
      return search().search(criteria);
    } catch (error) {
      throw error instanceof QuerySyntaxError ? searchFailure() : error;
    }
  }

  return {
    'GET /v1/food/{fdcId}'({ asked, param }: Call<FoodRequest>) {
      const id = param('fdcId');
      // The API's IDs are 32-bit integers, and anything else is refused before the lookup.
      if (!/^-?\d{1,10}$/.test(id) || Math.abs(Number(id)) >= 2 ** 31) throw badRequest();
      const found = catalog().byId.get(Number(id));
      return found && wire(found, asked);
    },
    'GET /v1/foods': foods,
    'POST /v1/foods': foods,
    'GET /v1/foods/list': list,
    'POST /v1/foods/list': list,
    'GET /v1/foods/search': find,
    'POST /v1/foods/search': find,
  };
}

const searchFailure = () => new HTTPException(500, { message: 'Search engine failure' });
