import type { Derivation, Nutrient } from './source.ts';

/** The values of `dataType` that can be asked for. */
export const filterableTypes = ['Branded', 'Foundation', 'Survey (FNDDS)', 'SR Legacy'] as const;

/** Kind of record. Experimental foods appear in responses but cannot be asked for. */
export type DataType = (typeof filterableTypes)[number] | 'Experimental';

/** One amount of a food, per 100 g or 100 ml; the three wire spellings are made of it. */
export interface NutrientRow {
  readonly nutrient: Nutrient;
  /** Absent on headings and where nobody measured. */
  readonly amount?: number | undefined;
  readonly derivation?: Derivation | undefined;
  readonly samples?: { dataPoints: number; min: number; max: number; median: number } | undefined;
  /** Per cent of the daily value in one serving. */
  readonly dailyValue?: number | undefined;
}

/** A household measure. */
export interface Portion {
  readonly amount: number;
  readonly unit: string;
  readonly grams: number;
}

/** Its `code` is the id times 100 in four digits; in a survey the ids are WWEIA's. */
export interface FoodCategory {
  readonly id: number;
  readonly description: string;
}

/** Values on a label, under the names that records use. */
export interface Label {
  readonly brandOwner: string;
  /** Empty: the company prints none. */
  readonly brandName: string;
  readonly gtinUpc: string;
  readonly ingredients: string;
  readonly dataSource: 'LI' | 'GDSN';
  readonly servingSize: number;
  readonly [name: string]: unknown;
}

/** Fields that only label data has. */
export interface BrandedFacts {
  readonly label: Label;
  readonly tradeChannels: readonly string[];
  readonly available: string;
  readonly modified: string;
  readonly discontinued?: string | undefined;
  /** Nutrient numbers that the label prints. */
  readonly printed: readonly number[];
  /** The record that this one replaces. */
  readonly replaces?: Food | undefined;
}

/** One ingredient of a survey food. */
export interface Ingredient {
  readonly ndbNumber: number;
  readonly description: string;
  readonly grams: number;
  readonly vegetable: boolean;
}

/** One record of the database, before any wire spelling. Dates are `YYYY-MM-DD`. */
export interface Food {
  readonly fdcId: number;
  /** Position in the database; picks the variants that real records show at random. */
  readonly index: number;
  readonly dataType: DataType;
  readonly description: string;
  readonly published: string;
  readonly category: FoodCategory;
  /** Its amounts, made when they are first asked for. */
  rows(): readonly NutrientRow[];
  readonly portions: readonly Portion[];
  readonly ndbNumber?: number | undefined;
  readonly scientificName?: string | undefined;
  readonly commonNames?: string | undefined;
  readonly foodCode?: number | undefined;
  readonly ingredients?: readonly Ingredient[] | undefined;
  readonly branded?: BrandedFacts | undefined;
}

/** Rounds to `digits` decimals. */
export function round(value: number, digits = 2): number {
  const scale = 10 ** digits;
  return Math.round(value * scale) / scale;
}
