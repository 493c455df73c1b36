import { type FoodCategory, type Portion, round } from './food.ts';
import { foodData } from './source.ts';

/** Amounts per 100 g by nutrient number. */
export type Amounts = ReadonlyMap<number, number>;

/** A food in the base table, from which records of several data types are made. */
export interface BaseFood {
  readonly ndbNumber: number;
  readonly description: string;
  readonly category: FoodCategory;
  readonly amounts: Amounts;
  readonly portions: readonly Portion[];
  readonly foundation: boolean;
  readonly scientificName?: string | undefined;
  readonly commonNames?: string | undefined;
}

/** Reads the base foods, by NDB number. */
export function readBaseFoods(): ReadonlyMap<number, BaseFood> {
  return new Map(
    foodData.baseFoods.map(({ ndb, category, amounts, further = [], portions, foundation = false, ...names }) => [
      ndb,
      {
        ndbNumber: ndb,
        scientificName: undefined,
        commonNames: undefined,
        ...names,
        category: { id: category, description: foodData.categories[category] ?? '' },
        amounts: new Map([
          ...foodData.columns.map((number, index) => [number, amounts[index] ?? 0] as const),
          ...further,
        ]),
        portions: portions.map(portionOf),
        foundation,
      },
    ]),
  );
}

/** Reads a household measure. */
export const portionOf = ([amount, unit, grams]: readonly [number, string, number]): Portion => ({
  amount,
  unit,
  grams,
});

/** Returns a base food that a recipe names. */
export function ingredientOf(base: ReadonlyMap<number, BaseFood>, ndb: number): BaseFood {
  const food = base.get(ndb);
  if (!food) throw new Error(`food.json: a recipe names ${ndb}, which is not a base food`);
  return food;
}

/** Returns the amounts per 100 g of a mixture. */
export function mix(parts: readonly { amounts: Amounts; grams: number }[]): Amounts {
  const total = parts.reduce((sum, part) => sum + part.grams, 0);
  const numbers = new Set(parts.flatMap((part) => [...part.amounts.keys()]));
  return new Map(
    [...numbers].map((number) => [
      number,
      round(parts.reduce((sum, part) => sum + (part.amounts.get(number) ?? 0) * part.grams, 0) / total, 3),
    ]),
  );
}
