import type { ProviderSandbox, SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import type { Limits } from '../../shared/limits.ts';
import { lazyCatalog } from './data/catalog.ts';
import { foodEndpoints } from './endpoints/foods.ts';
import { createSearch } from './endpoints/search.ts';
import { specificationEndpoints } from './endpoints/specification.ts';
import { createGate } from './gate.ts';
import {
  clientOptions,
  type FoodClientOptions,
  type FoodLimits,
  type FoodSandboxOptions,
  resolveOptions,
} from './options.ts';
import { createApi } from './serve.ts';

/** Creates the nutrition-data API: gateway and application, below `/fdc`. */
export function createFoodSandbox(
  context: SandboxContext,
  allOptions: FoodSandboxOptions & { limits?: Limits<FoodLimits> | undefined } = {},
): ProviderSandbox<FoodClientOptions> {
  const { limits } = allOptions;
  const options = resolveOptions(allOptions);
  const { apiKey } = clientOptions(context);
  const catalog = lazyCatalog(context, options.brandedFoods ?? 200, options.foods);
  if (options.foods) catalog(); // reports mistakes in them when the sandbox is created
  const search = lazy(() => createSearch(catalog(), options.querySyntaxErrors === false));

  const app = createApi(
    context.clock,
    createGate(context.clock, apiKey, { ...options, limits, realQuirks: context.realQuirks }),
    {
      ...foodEndpoints({ options, realQuirks: context.realQuirks, catalog, search }),
      ...specificationEndpoints(() => `${context.baseUrl()}/fdc`),
    },
  );
  return { app, options: () => clientOptions(context) };
}
