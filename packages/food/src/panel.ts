import { type CommonNutrient, commonNutrients, type Nutrient, nutrients } from './nutrients.ts';
import type { Amount } from './portions.ts';
import { exact } from './quantity.ts';
import type { AbridgedFood } from './records/abridged.ts';
import type { Food } from './records/full.ts';
import type { SearchFood } from './records/search.ts';
import { servingOf } from './serving.ts';

/** A nutrient in an amount of food. */
export interface PanelValue {
  /** Quantity in `unit`. Undefined if it is missing, which does not mean zero. */
  readonly value: number | undefined;
  /** Unit of `value`: `kcal`, `g`, `mg`, `µg` or `IU`. The same for every food. */
  readonly unit: string;
  /**
   * Number of the nutrient that the value was read from, such as 269.3 for sugars. Undefined if it is missing, or if a
   * sum was read from several numbers.
   */
  readonly from: number | undefined;
  /**
   * Origin of the value: `measured` if it was analyzed; `computed` if it was calculated, imputed, assumed or taken from
   * a label; `unstated` if the record does not state its origin; `missing` if there is no value.
   */
  readonly basis: 'measured' | 'computed' | 'unstated' | 'missing';
  /** Percent of the daily value; see `dailyValue` of `commonNutrients`. Absent if the nutrient has none, or if the value is missing. */
  readonly dailyValue?: number;
  /** In a sum: positions of the panels that lack this nutrient, so that `value` is too low. Absent if none does. */
  readonly missingIn?: readonly number[];
}

/** The nutrients in an amount of food, in the same units for every food. */
export interface Panel {
  /** Energy in kilocalories. */
  readonly energy: PanelValue;
  /** Energy in kilojoules, if the record states it. */
  readonly energyKj: PanelValue;
  /** Total fat in grams. */
  readonly fat: PanelValue;
  /** Saturated fat in grams. */
  readonly saturatedFat: PanelValue;
  /** Trans fat in grams. */
  readonly transFat: PanelValue;
  /** Monounsaturated fat in grams. */
  readonly monounsaturatedFat: PanelValue;
  /** Polyunsaturated fat in grams. */
  readonly polyunsaturatedFat: PanelValue;
  /** Cholesterol in milligrams. */
  readonly cholesterol: PanelValue;
  /** Sodium in milligrams. */
  readonly sodium: PanelValue;
  /** Salt in grams: 2.5 times the sodium, as on European labels (Regulation (EU) No 1169/2011, Annex I). */
  readonly salt: PanelValue;
  /** Total carbohydrate in grams, including fiber. */
  readonly carbohydrate: PanelValue;
  /** Dietary fiber in grams. */
  readonly fiber: PanelValue;
  /** Total sugars in grams. */
  readonly sugars: PanelValue;
  /** Added sugars in grams. */
  readonly addedSugars: PanelValue;
  /** Protein in grams. */
  readonly protein: PanelValue;
  /** Calcium in milligrams. */
  readonly calcium: PanelValue;
  /** Iron in milligrams. */
  readonly iron: PanelValue;
  /** Potassium in milligrams. */
  readonly potassium: PanelValue;
  /** Magnesium in milligrams. */
  readonly magnesium: PanelValue;
  /** Zinc in milligrams. */
  readonly zinc: PanelValue;
  /** Phosphorus in milligrams. */
  readonly phosphorus: PanelValue;
  /** Copper in milligrams. */
  readonly copper: PanelValue;
  /** Manganese in milligrams. */
  readonly manganese: PanelValue;
  /** Selenium in micrograms. */
  readonly selenium: PanelValue;
  /** Iodine in micrograms. */
  readonly iodine: PanelValue;
  /** Chromium in micrograms. */
  readonly chromium: PanelValue;
  /** Molybdenum in micrograms. */
  readonly molybdenum: PanelValue;
  /** Chloride in milligrams. */
  readonly chloride: PanelValue;
  /** Vitamin A in micrograms of retinol activity equivalents (RAE). Many branded foods have `vitaminAIu` instead. */
  readonly vitaminA: PanelValue;
  /** Vitamin A in international units, which no factor converts to micrograms. */
  readonly vitaminAIu: PanelValue;
  /** Thiamin (vitamin B1) in milligrams. */
  readonly thiamin: PanelValue;
  /** Riboflavin (vitamin B2) in milligrams. */
  readonly riboflavin: PanelValue;
  /** Niacin (vitamin B3) in milligrams, without the niacin that the body makes from tryptophan. */
  readonly niacin: PanelValue;
  /** Pantothenic acid (vitamin B5) in milligrams. */
  readonly pantothenicAcid: PanelValue;
  /** Vitamin B6 in milligrams. */
  readonly vitaminB6: PanelValue;
  /** Biotin (vitamin B7) in micrograms. */
  readonly biotin: PanelValue;
  /** Folate in micrograms of dietary folate equivalents (DFE). */
  readonly folate: PanelValue;
  /** Vitamin B12 in micrograms. */
  readonly vitaminB12: PanelValue;
  /** Vitamin C in milligrams. */
  readonly vitaminC: PanelValue;
  /** Vitamin D in micrograms. */
  readonly vitaminD: PanelValue;
  /** Vitamin E in milligrams of alpha-tocopherol. */
  readonly vitaminE: PanelValue;
  /** Vitamin K in micrograms. */
  readonly vitaminK: PanelValue;
  /** Choline in milligrams. */
  readonly choline: PanelValue;
  /** Water in grams. */
  readonly water: PanelValue;
  /** Caffeine in milligrams. */
  readonly caffeine: PanelValue;
}

/** Options of {@link panel}. */
export interface PanelOptions {
  /**
   * Amount of food: `100g` (100 ml for a food whose serving is in milliliters), `serving` for the serving on the label,
   * a portion, or the result of `gramsOf`. Default `100g`.
   */
  readonly per?: '100g' | 'serving' | Amount | undefined;
  /**
   * Grams per milliliter, which convert an amount in grams of a food whose nutrients are per 100 ml, and the reverse.
   * Default: unknown.
   */
  readonly density?: number | undefined;
}

const {
  calories: energy,
  carbohydrates: carbohydrate,
  addedSugar: addedSugars,
  vitaminARae: vitaminA,
  folateDfe: folate,
  energyAtwaterGeneral: _,
  energyAtwaterSpecific: __,
  ...sameNames
} = commonNutrients;

/** Nutrients of a panel, by name. Salt is calculated from sodium. */
const rows: Readonly<Record<keyof Panel, Pick<CommonNutrient, 'number' | 'unit' | 'dailyValue'>>> = {
  energy,
  ...sameNames,
  salt: { number: sameNames.sodium.number, unit: 'g', dailyValue: undefined },
  carbohydrate,
  addedSugars,
  vitaminA,
  folate,
};

const createPanel = (read: (name: keyof Panel) => Omit<PanelValue, 'unit' | 'dailyValue'>): Panel =>
  Object.fromEntries(
    Object.entries(rows).map(([name, { unit, dailyValue }]) => {
      const { value, ...rest } = read(name as keyof Panel);
      const percent = dailyValue && value !== undefined && { dailyValue: exact((value / dailyValue) * 100) };
      return [name, { value, unit, ...rest, ...percent }];
    }),
  ) as never;

/** Codes of analyses: `A` and its variants by the laboratory's, the literature's or the manufacturer's documentation. */
const isAnalysis = /^A|^M[ALS]$/;

const missing = { value: undefined, from: undefined, basis: 'missing' } as const;

/**
 * Returns the nutrients of a record in an amount of food, with their origins and daily values. Values are not rounded.
 *
 * A value is missing if the record lacks it, or if the amount cannot be converted: a food has no `serving`, or the amount
 * is in grams and the record in milliliters (or the reverse) and you pass no `density`.
 *
 * @example
 * const { energy, protein } = panel(food, { per: gramsOf(food, '2 slices') });
 * console.log(energy.value, energy.unit, protein.dailyValue);
 */
export function panel(food: Food | AbridgedFood | SearchFood, { per = '100g', density }: PanelOptions = {}): Panel {
  const found = nutrients(food);
  const serving = servingOf(food);
  const { grams, milliliters }: Amount =
    per === '100g' ? { grams: 100, milliliters: 100 } : per === 'serving' ? (serving ?? {}) : per;
  // Amounts that are unknown become NaN, also in a product or a quotient.
  const size = serving?.milliliters
    ? (milliliters ?? Number(grams) / Number(density))
    : (grams ?? Number(milliliters) * Number(density));
  const servings = per === 'serving' ? 1 : size / Number(serving?.grams ?? serving?.milliliters);
  return createPanel((name) => {
    const isSalt = name === 'salt';
    const { number, unit } = isSalt ? rows.sodium : rows[name];
    const rowPer = (wanted: Nutrient['per']) =>
      found.find((row) => row.number === number && row.unit === unit && row.per === wanted);
    const row = rowPer('100g');
    const [given, times] = row ? [row, size / 100] : [rowPer('serving'), servings];
    if (!given || Number.isNaN(times)) return missing;
    const { amount, from = number, derivation } = given;
    const isComputed = derivation || isSalt || food.dataType === 'Survey (FNDDS)';
    return {
      value: exact(amount * times * (isSalt ? 0.0025 : 1)),
      from,
      basis: derivation && isAnalysis.test(derivation) && !isSalt ? 'measured' : isComputed ? 'computed' : 'unstated',
    };
  });
}

/**
 * Adds panels, such as those of a recipe's ingredients. A value is the sum of the known ones, with the positions of the
 * panels that lack it in `missingIn`; it is missing if all of them do.
 *
 * @example
 * const total = sum([panel(flour, { per: { grams: 250 } }), panel(egg, { per: gramsOf(egg, '2 large') })]);
 */
export function sum(panels: readonly Panel[]): Panel {
  return createPanel((name) => {
    const values = panels.map((panel) => panel[name]);
    const missingIn = values.flatMap(({ value, missingIn }, index) => (value === undefined || missingIn ? index : []));
    const known = values.filter(({ value }) => value !== undefined);
    const [first] = known;
    if (!first) return { ...missing, ...(missingIn.length > 0 && { missingIn }) };
    return {
      value: exact(known.reduce((total, { value = 0 }) => total + value, 0)),
      from: known.every(({ from }) => from === first.from) ? first.from : undefined,
      basis: known.every(({ basis }) => basis === first.basis) ? first.basis : 'computed',
      ...(missingIn.length > 0 && { missingIn }),
    };
  });
}
