import type { SandboxContext } from '../../context.ts';
import { lazy } from '../../lazy.ts';
import { readBaseFoods } from './base-foods.ts';
import { experimentalFoods, foundationFoods, srLegacyFoods, surveyFoods } from './basic-foods.ts';
import { brandedFoods } from './branded-foods.ts';
import type { Food } from './food.ts';

/** The database: every food, by id and in the order of ids. */
export interface Catalog {
  readonly foods: readonly Food[];
  readonly byId: ReadonlyMap<number, Food>;
}

/** A catalogue that is made when it is first asked for. */
export const lazyCatalog = (random: SandboxContext['random'], brandedCount: number): (() => Catalog) =>
  lazy(() => {
    const base = readBaseFoods();
    const basics = [...base.values()];
    const foods = [
      ...srLegacyFoods(basics),
      ...foundationFoods(basics, () => random('foundation')),
      ...brandedFoods(base, random('branded'), brandedCount),
      ...experimentalFoods(base),
      ...surveyFoods(base),
    ]
      .sort((one, other) => one.fdcId - other.fdcId)
      .map((food, index): Food => ({ ...food, index }));
    return { foods, byId: new Map(foods.map((food) => [food.fdcId, food])) };
  });
