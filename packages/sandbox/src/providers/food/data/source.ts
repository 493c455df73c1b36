import json from './food.json' with { type: 'json' };

/** Method by which an amount was determined. */
export interface Derivation {
  readonly id: number;
  readonly code: string;
  readonly description: string;
  readonly source: { readonly id: number; readonly code: string; readonly description: string };
}

type Row<Fields extends readonly unknown[]> = readonly (readonly [...Fields])[];

/** Household measures: amount, unit, grams. */
type Portions = Row<[amount: number, unit: string, grams: number]>;

/** Source of the catalog: typical values per 100 g (public domain, USDA), and invented brands. */
export interface FoodData {
  /** Nutrients in the order of the printed table. `indent` is the depth there: 0 for a heading. Default 1. */
  readonly nutrients: Row<[number: number, id: number, name: string, rank: number, unit: string, indent?: number]>;
  readonly derivations: Readonly<
    Record<'analytical' | 'assumedZero' | 'calculated' | 'labelServing' | 'labelDailyValue', Derivation>
  >;
  /** Daily values, on which the percentages on labels are based, by nutrient number. */
  readonly dailyValues: Readonly<Record<string, number>>;
  /** Kilocalories per gram of protein, fat and carbohydrate, and protein per gram of nitrogen, by category. */
  readonly energyFactors: Readonly<Record<string, readonly [number, number, number, number]>>;
  readonly categories: Readonly<Record<string, string>>;
  /** Numbers of the nutrients in the `amounts` of base foods. */
  readonly columns: readonly number[];
  readonly baseFoods: readonly {
    readonly ndb: number;
    readonly category: number;
    readonly description: string;
    readonly amounts: readonly number[];
    /** Further amounts by nutrient number. */
    readonly further?: Row<[number: number, amount: number]>;
    readonly portions: Portions;
    /** Whether it is also a Foundation food. */
    readonly foundation?: boolean;
    readonly scientificName?: string;
    readonly commonNames?: string;
  }[];
  /** Foods as people eat them, made of base foods. */
  readonly dishes: readonly {
    readonly code: number;
    readonly category: readonly [id: number, description: string];
    readonly description: string;
    readonly recipe: Row<[ndb: number, grams: number]>;
    readonly portions: Portions;
    readonly names?: string;
  }[];
  /** Invented companies. An empty brand means that the company prints none. */
  readonly brandOwners: readonly {
    readonly owner: string;
    readonly brands: readonly string[];
    readonly prefix: string;
  }[];
  /** Products of the companies. `long` repeats the label text to about 20 kB. */
  readonly products: readonly {
    readonly name: string;
    readonly category: string;
    readonly servingSize: number;
    readonly servingUnit: string;
    readonly household: string;
    readonly packageWeight: string;
    /** Ingredients, the largest amount first. */
    readonly parts: Row<[ndb: number, grams: number, label: string]>;
    readonly long?: boolean;
  }[];
}

export const foodData = json as unknown as FoodData;

export const { derivations, dailyValues } = foodData;

/** A nutrient with FDC's numbers and name. */
export interface Nutrient {
  readonly number: number;
  readonly id: number;
  readonly name: string;
  readonly rank: number;
  readonly unit: string;
  /** Depth in the printed table: parts of another nutrient are indented. */
  readonly indent: number;
  /** A line of the printed table that only groups others; it never has an amount. */
  readonly heading?: true;
}

/** Every nutrient the sandbox knows, in the order of the printed table. */
export const nutrients: readonly Nutrient[] = foodData.nutrients.map(([number, id, name, rank, unit, indent = 1]) => ({
  number,
  id,
  name,
  rank,
  unit,
  indent,
  ...(indent === 0 && { heading: true as const }),
}));

/** Returns the specific Atwater factors of a food category, and its protein per gram of nitrogen. */
export function energyFactors(categoryId: number) {
  const [protein, fat, carbohydrate, nitrogen] = foodData.energyFactors[categoryId] ?? [4, 9, 4, 6.25];
  return { protein, fat, carbohydrate, nitrogen };
}
