import type { SandboxContext } from '../../../shared/context.ts';
import { lazy } from '../../../shared/lazy.ts';
import { makeOwnFoods } from '../own-data.ts';
import type { FoodRecord } from '../own-records.ts';
import { readBaseFoods } from './base-foods.ts';
import { experimentalFoods, foundationFoods, srLegacyFoods, surveyFoods } from './basic-foods.ts';
import { brandedFoods } from './branded-foods.ts';
import type { Food } from './food.ts';

/** The database: every food, by ID and sorted by ID. */
export interface Catalog {
  readonly foods: readonly Food[];
  readonly byId: ReadonlyMap<number, Food>;
}

/** Returns a catalog that is created on first use. `records` replace the generated foods with the same IDs. */
export const lazyCatalog = (
  context: Pick<SandboxContext, 'random' | 'startedAt'>,
  brandedCount: number,
  records: readonly FoodRecord[] = [],
): (() => Catalog) =>
  lazy(() => {
    const { random } = context;
    const own = makeOwnFoods(context, records);
    const ownIds = new Set(own.map(({ fdcId }) => fdcId));
    const base = readBaseFoods();
    const basics = [...base.values()];
    const generated = [
      ...srLegacyFoods(basics),
      ...foundationFoods(basics, () => random('foundation')),
      ...brandedFoods(base, random('branded'), brandedCount),
      ...experimentalFoods(base),
      ...surveyFoods(base),
    ].filter(({ fdcId }) => !ownIds.has(fdcId));
    const foods = [...generated, ...own]
      .sort((one, other) => one.fdcId - other.fdcId)
      .map((food, index): Food => ({ ...food, index }));
    return { foods, byId: new Map(foods.map((food) => [food.fdcId, food])) };
  });
