import type { Limits } from '../../server/limiter.ts';
import type { ProviderPlan, SandboxContext } from '../../shared/context.ts';
import { lazy } from '../../shared/lazy.ts';
import { createFoodSandbox } from './index.ts';
import { clientOptions, type FoodLimits, type FoodSandboxOptions, resolveOptions } from './options.ts';

/** Plans the nutrition-data API of one sandbox. */
export function planFood(
  context: SandboxContext,
  options: FoodSandboxOptions & { limits?: Limits<FoodLimits> | undefined } = {},
): ProviderPlan<ReturnType<typeof createFoodSandbox>> {
  const { foods } = resolveOptions(options);
  const servers = lazy(() => createFoodSandbox(context, options));
  // Only the servers know what foods may refer to, and a mistake must be reported at once.
  if (foods) servers();
  return {
    clientOptions: () => clientOptions(context),
    servers,
  };
}
