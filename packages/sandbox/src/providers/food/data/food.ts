import type { Derivation, Nutrient } from './source.ts';

/** Values of `dataType` that can be requested. */
export const filterableTypes = ['Branded', 'Foundation', 'Survey (FNDDS)', 'SR Legacy'] as const;

/** Kind of record. Experimental foods appear in responses but cannot be requested. */
export type DataType = (typeof filterableTypes)[number] | 'Experimental';

/** One amount in a food, per 100 g or 100 ml, from which all three wire forms are made. */
export interface NutrientRow {
  readonly nutrient: Nutrient;
  /** Absent for headings and where nobody measured it. */
  readonly amount?: number | undefined;
  readonly derivation?: Derivation | undefined;
  readonly samples?: { dataPoints: number; min: number; max: number; median: number } | undefined;
  /** Percentage of the daily value in one serving. */
  readonly dailyValue?: number | undefined;
}

/** A household measure. */
export interface Portion {
  readonly amount: number;
  readonly unit: string;
  readonly grams: number;
  /** Whether it stands for an amount that nobody stated, so that only `grams` has a meaning. */
  readonly isUnstated?: true;
}

/** Writes a measure in words. */
export const portionText = ({ amount, unit, isUnstated }: Portion) => (isUnstated ? unit : `${amount} ${unit}`);

/** Returns the code that survey foods have for their measure at `index`. */
export const portionCode = ({ isUnstated }: Portion, index: number) => String(isUnstated ? 90_000 : 10_200 + index);

/** Category of a food. Its `code` is the ID times 100 in four digits. Survey foods have WWEIA's IDs. */
export interface FoodCategory {
  readonly id: number;
  readonly description: string;
}

/** Values on a label, by their field names in records. */
export interface Label {
  readonly brandOwner: string;
  /** Empty if the company prints none. */
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
  /** Numbers of the nutrients that the label prints. */
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

/** One record of the database, before it takes a wire form. Dates are `YYYY-MM-DD`. */
export interface Food {
  readonly fdcId: number;
  /** Position in the database; picks the variants that real records show at random. */
  readonly index: number;
  readonly dataType: DataType;
  readonly description: string;
  readonly published: string;
  readonly category: FoodCategory;
  /** Returns its amounts, which are created on first use. */
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
