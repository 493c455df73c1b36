import type { ProviderPlan, SandboxContext } from '../../context.ts';
import { lazy } from '../../lazy.ts';
import type { Limits } from '../../limiter.ts';
import { createFoodSandbox } from './index.ts';
import { clientOptions, type FoodLimits, type FoodSandboxOptions, resolveOptions } from './options.ts';

/** Plans the nutrition-data API of one sandbox. */
export function planFood(
  context: SandboxContext,
  options: FoodSandboxOptions & { limits?: Limits<FoodLimits> | undefined } = {},
): ProviderPlan<ReturnType<typeof createFoodSandbox>> {
  resolveOptions(options);
  return {
    clientOptions: () => clientOptions(context),
    servers: lazy(() => createFoodSandbox(context, options)),
  };
}
