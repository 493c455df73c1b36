import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createApp } from '../../server/app.ts';
import type { Limits } from '../../server/limiter.ts';
import type { ProviderSandbox, SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import { lazyCatalog } from './data/catalog.ts';
import type { Food } from './data/food.ts';
import { QuerySyntaxError } from './data/query.ts';
import { createSearch } from './data/search.ts';
import { specification } from './endpoints/specification.ts';
import { badRequest, springError } from './errors.ts';
import { gateway } from './gate.ts';
import {
  clientOptions,
  type FoodClientOptions,
  type FoodLimits,
  type FoodSandboxOptions,
  resolveOptions,
} from './options.ts';
import { type FoodRequest, type ListRequest, readRequest, type SearchRequest, windowed } from './request.ts';
import { abridgedFood } from './wire/abridged.ts';
import { fullFood, realFood } from './wire/full.ts';

/** Most ids that one request may name. */
const idLimit = 20;

/** Makes the nutrition-data API: gateway and application, below `/fdc`. */
export function createFoodSandbox(
  context: SandboxContext,
  allOptions: FoodSandboxOptions & { limits?: Limits<FoodLimits> | undefined } = {},
): ProviderSandbox<FoodClientOptions> {
  const { limits } = allOptions;
  const options = resolveOptions(allOptions);
  const { apiKey } = clientOptions(context);
  const catalog = lazyCatalog(context, options.brandedFoods ?? 200, options.foods);
  if (options.foods) catalog(); // a mistake in them is reported when the sandbox is made
  const find = lazy(() => createSearch(catalog(), options.querySyntaxErrors === false));

  const app = createApp();
  app.onError((error, request) => {
    const expected = error instanceof HTTPException;
    const status = expected ? (error.status as ContentfulStatusCode) : 500;
    return springError(request, context.clock, status, expected ? error.message : 'Internal server error');
  });
  app.notFound((request) => springError(request, context.clock, 404, 'No message available'));
  app.use(gateway(context.clock, apiKey, { ...options, limits }));

  function wire(food: Food, { format, nutrients = [] }: FoodRequest): object {
    const wanted = nutrients.length > 0 ? new Set(nutrients) : undefined;
    if (format === 'abridged') return abridgedFood(food, wanted);
    const full = fullFood(food, wanted);
    return context.realQuirks ? realFood(food, full) : full;
  }

  function checkWindow({ pageNumber, pageSize }: ListRequest): void {
    if (pageNumber * pageSize <= (options.searchWindow ?? 10_000)) return;
    throw options.searchWindowStatus === 500
      ? new HTTPException(500, { message: 'Search engine failure' })
      : badRequest();
  }

  async function food(request: Context) {
    const criteria = await readRequest<FoodRequest>(request.req, '/v1/food/{fdcId}');
    const id = request.req.param('fdcId') ?? '';
    // The id is a 32-bit integer there; whatever does not fit is refused before it is looked up.
    if (!/^-?\d{1,10}$/.test(id) || Math.abs(Number(id)) >= 2 ** 31) throw badRequest();
    const found = catalog().byId.get(Number(id));
    return found ? request.json(wire(found, criteria)) : request.body(null, 404, { 'Content-Length': '0' });
  }

  async function foods(request: Context) {
    const criteria = await readRequest<FoodRequest>(request.req, '/v1/foods');
    const ids = criteria.fdcIds;
    if (!ids || (ids.length > idLimit && options.tooManyIds === 'reject')) throw badRequest();
    if (ids.length === 0) return request.json({});
    const wanted = [...new Set(ids.slice(0, idLimit))].map((id) => catalog().byId.get(id));
    // In the order of the database, not of the request.
    const found = wanted.filter((each) => each !== undefined).sort((one, other) => one.fdcId - other.fdcId);
    return request.json(found.map((each) => wire(each, criteria)));
  }

  async function list(request: Context) {
    const criteria = windowed(await readRequest<Partial<ListRequest>>(request.req, '/v1/foods/list'));
    checkWindow(criteria);
    return request.json(
      find()
        .list(criteria)
        .map((each) => abridgedFood(each)),
    );
  }

  async function search(request: Context) {
    const asked = await readRequest<Partial<SearchRequest>>(request.req, '/v1/foods/search');
    const criteria = { requireAllWords: false, ...windowed(asked) };
    checkWindow(criteria);
    try {
      return request.json(find().search(criteria));
    } catch (error) {
      throw error instanceof QuerySyntaxError ? new HTTPException(500, { message: 'Search engine failure' }) : error;
    }
  }

  const serverUrl = () => `${context.baseUrl()}/fdc`;
  app.get('/fdc/v1/food/:fdcId', food);
  app.on(['GET', 'POST'], '/fdc/v1/foods', foods);
  app.on(['GET', 'POST'], '/fdc/v1/foods/list', list);
  app.on(['GET', 'POST'], '/fdc/v1/foods/search', search);
  app.get('/fdc/v1/json-spec', (request) => request.json(specification(serverUrl())));
  // JSON is YAML too.
  app.get('/fdc/v1/yaml-spec', (request) =>
    request.body(`${JSON.stringify(specification(serverUrl()), null, 2)}\n`, 200, {
      'Content-Type': 'application/yaml',
    }),
  );
  for (const path of ['food/:fdcId', 'foods', 'foods/list', 'foods/search', 'json-spec', 'yaml-spec']) {
    app.all(`/fdc/v1/${path}`, (request) => {
      throw new HTTPException(405, { message: `Request method '${request.req.method}' not supported` });
    });
  }

  return { app, options: () => clientOptions(context) };
}
