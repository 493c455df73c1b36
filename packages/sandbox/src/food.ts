import type { SandboxOptionsOf } from './options.ts';
import { foodProvider } from './providers/food/provider.ts';
import type { Sandbox } from './sandbox.ts';
import { startSandbox } from './start-sandbox.ts';

export { createClock } from './clock/clock.ts';
export type { Clock } from './shared/clock.ts';

/** Options of a sandbox of this API alone, all optional. */
export interface FoodOnlyOptions extends SandboxOptionsOf<'food'> {}

/** A running sandbox of this API alone. */
export interface FoodOnlySandbox extends Sandbox<'food'> {}

/**
 * Starts a sandbox of the nutrition-data API (FoodData Central) alone, with the options of `createSandbox` of
 * `@x/sandbox`.
 *
 * @example
 * const sandbox = await createSandbox();
 * const food = createFoodClient(sandbox.options.food);
 */
export const createSandbox = (options: FoodOnlyOptions = {}): Promise<FoodOnlySandbox> =>
  startSandbox([foodProvider], options);
